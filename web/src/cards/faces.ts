/**
 * The faces of the cast, drawn like the cards: flat shapes in a few colours, in a square of 64. A face is a list of shapes from
 * back to front; a line has a width instead of being filled.
 */

export interface Shape {
  d: string
  paint: string
  line?: number
}

const INK = '#23211c'
const WHITE = '#fffdf6'

function oval(x: number, y: number, rx: number, ry = rx): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

/** The same on the left and on the right: what is drawn at x, and its mirror image. */
function both(draw: (side: -1 | 1) => string): string {
  return draw(-1) + draw(1)
}

const fill = (d: string, paint: string): Shape => ({ d, paint })
const line = (d: string, paint: string, width: number): Shape => ({ d, paint, line: width })
const ground = (paint: string): Shape => fill(oval(32, 32, 32), paint)
const dots = (x: number, y: number, r: number, paint = INK): Shape => fill(both((side) => oval(32 + side * x, y, r)), paint)

const ada = [
  ground('#cfdff0'),
  fill(both((s) => `M${32 + s * 21} 9l${-s * 4} 18 ${-s * 13}-7Z`), '#6b4d33'),
  fill(oval(32, 35, 22, 21), '#8a6748'),
  fill('M22 14 32 26 42 14 32 18Z', '#6b4d33'),
  fill(both((s) => oval(32 + s * 9.5, 32, 11)), '#f0dfc0'),
  dots(9.5, 32, 7, '#f4b92f'),
  dots(9.5, 32, 3.8),
  fill(oval(24, 30.3, 1.3) + oval(43, 30.3, 1.3), WHITE),
  fill('M28 36h8l-4 9Z', '#e0701f'),
  line('M24 49q8 5 16 0M27 53q5 3 10 0', '#6b4d33', 1.6),
]

const bruno = [
  ground('#f0dcb4'),
  fill(both((s) => oval(32 + s * 17, 17, 8)), '#7a4e2a'),
  dots(17, 17.5, 4, '#c79a6b'),
  fill(oval(32, 35, 23, 21.5), '#7a4e2a'),
  fill(oval(32, 43, 12, 9.5), '#dfbd90'),
  fill(oval(32, 38.5, 4.8, 3.4), INK),
  dots(9, 30, 2.9),
  fill(oval(24, 29, 0.9) + oval(42, 29, 0.9), WHITE),
  line('M32 42v3.5q-4 4-7 .5M32 45.5q4 4 7 .5', INK, 1.8),
]

const coco = [
  ground('#fbe9a9'),
  fill('M24 18C16 12 15 5 21 2c1 6 5 9 9 12ZM32 15C28 8 30 2 36 0c-1 6 1 10 3 14Z', '#e0701f'),
  fill(oval(30, 36, 21), '#2c8c4a'),
  fill('M10 42C8 56 20 66 34 63 22 60 14 52 10 42Z', '#2b6fbd'),
  fill(oval(35, 32, 10.5, 11.5), WHITE),
  fill('M40 26c14-3 21 8 13 21-1-6-5-9-14-9Z', '#23211c'),
  fill('M40 26c9-2 14 2 15 9-5-4-9-3-15-3Z', '#4a463c'),
  fill(oval(34, 30, 4.6), '#f4b92f'),
  fill(oval(34.6, 30, 2.7), INK),
  fill(oval(33.7, 29, 0.9), WHITE),
  fill('M29 41q5 3 10 0 0 5-5 6-4-1-5-6Z', '#c22d22'),
]

const elfi = [
  ground('#22314f'),
  fill(oval(32, 45, 19), '#f4b92f40'),
  fill(both((s) => `M${32 + s * 6} 34c${s * 12}-12 ${s * 23}-6 ${s * 21} 3 ${-s} 9 ${-s * 14} 9 ${-s * 21} 4Z`), '#c9def0cc'),
  fill('M22 38c0-5 20-5 20 0 1 12-4 21-10 21S21 50 22 38Z', '#f4b92f'),
  line('M22.5 44q9.5 4 19 0M24 51q8 3 16 0', '#d58a12', 1.8),
  line(both((s) => `M${32 + s * 4} 15q${s * 3}-8 ${s * 9}-9`), '#d9b98a', 1.8),
  dots(13, 6, 2.2, '#f4b92f'),
  fill(oval(32, 26, 13.5, 12.5), '#6b4434'),
  dots(5.5, 25, 4.8, WHITE),
  fill(oval(27, 26, 2.4) + oval(38, 26, 2.4), INK),
  line('M28 33q4 3 8 0', '#f3d9b8', 1.8),
]

const felix = [
  ground('#f8e4c6'),
  fill(both((s) => `M${32 + s * 24} 5c${-s * 1} 12 ${-s * 1} 18 ${-s * 3} 24L${32 + s * 7} 19Z`), '#d9642a'),
  fill(both((s) => `M${32 + s * 21.5} 11c0 7 0 10 ${-s * 1.5} 14l${-s * 7}-5Z`), '#3c2a22'),
  fill('M8 30C12 15 52 15 56 30c-2 9-11 14-16 22q-8 8-16 0C19 44 10 39 8 30Z', '#d9642a'),
  fill('M8 30c9 0 16 6 18 14 1 5 4 8 6 8s5-3 6-8c2-8 9-14 18-14-2 9-11 14-16 22q-8 8-16 0C19 44 10 39 8 30Z', WHITE),
  fill(oval(32, 53, 4.2, 3.4), INK),
  fill(both((s) => `M${32 + s * 6} 32q${s * 5}-5 ${s * 10}-2 ${-s * 4} 6 ${-s * 10} 2Z`), INK),
  fill(oval(24.5, 31, 0.9) + oval(41, 31, 0.9), WHITE),
]

const hugo = [
  ground('#cfe6ea'),
  fill('M9 38C6 14 40 3 52 18c8 10 4 20 2 22Z', '#e0b07a'),
  line('M15 38C14 22 30 12 41 18M25 38c0-9 8-14 14-12M50 38c2-9-1-15-6-17', '#a06a35', 2.4),
  line(both((s) => `M${32 + s * 5} 44v-10`), '#c2482f', 3.4),
  fill(oval(32, 46, 16, 9.5), '#d9593c'),
  fill(both((s) => oval(32 + s * 21, 49, 7.5)), '#d9593c'),
  fill(both((s) => `M${32 + s * 21} 49l${s * 3}-10 ${s * 6} 5Z`), '#cfe6ea'),
  dots(5, 32.5, 4.6, WHITE),
  fill(oval(27.5, 33, 2.3) + oval(37.5, 33, 2.3), INK),
  line('M27 48q5 3.5 10 0', '#7d2717', 1.8),
]

const mira = [
  ground('#e8daf2'),
  fill(both((s) => `M${32 + s * 22} 6 ${32 + s * 22} 30 ${32 + s * 5} 17Z`), '#57506a'),
  fill(both((s) => `M${32 + s * 18.5} 13v11l${-s * 8}-6Z`), '#e7a3a8'),
  fill(oval(32, 36, 22, 20), '#57506a'),
  fill('M28 16.500h8l-4 10Z', '#3c374c'),
  fill(oval(32, 45, 10, 7.5), '#efe7e4'),
  fill(both((s) => oval(32 + s * 9.5, 33, 6, 5.2)), '#9fd06a'),
  fill(both((s) => oval(32 + s * 9.5, 33, 1.9, 4.9)), INK),
  fill('M29 41h6l-3 3.400Z', '#d9747e'),
  line('M32 44v2.500q-3 3-6 .5M32 46.500q3 3 6 .5', INK, 1.5),
  line(both((s) => `M${32 + s * 11} 44l${s * 15}-2M${32 + s * 11} 47l${s * 14} 3`), '#cfc8da', 1.2),
]

const otto = [
  ground('#d3e6df'),
  fill(oval(13, 51, 7) + oval(22.5, 55, 7) + oval(32, 56.5, 7) + oval(41.5, 55, 7) + oval(51, 51, 7), '#5f3790'),
  fill('M10 48C3 8 61 8 54 48q-22 12-44 0Z', '#7c4cb4'),
  fill(oval(18, 30, 2.6) + oval(23, 22.5, 3) + oval(46, 28, 2.4), '#9a72cc'),
  dots(8.5, 33, 7.2, WHITE),
  fill(oval(24.5, 34, 4) + oval(39, 34, 4), INK),
  fill(oval(23.2, 32.5, 1.3) + oval(37.7, 32.5, 1.3), WHITE),
  line('M25 45q7 6 14 0', '#2c1747', 2),
]

const pip = [
  ground('#dcebf5'),
  fill(oval(31, 36, 22), '#e3cfa9'),
  fill('M9 35C8 13 50 8 53 32 44 25 24 25 9 35Z', '#8b5632'),
  fill('M12 42c-4 8 2 16 9 15 2-6-2-13-9-15Z', '#8b5632'),
  fill(oval(38, 39, 8), WHITE),
  fill('M44 44c4 1 6 4 3 9-4 4-11 3-14-1 2-5 6-8 11-8Z', '#3c3128'),
  fill('M51 32 63 37 50 41Z', '#4a4136'),
  fill(oval(41, 31.5, 3.6), INK),
  fill(oval(40, 30.3, 1.2), WHITE),
  fill(oval(36, 41, 2.8), '#eab7a0'),
]

const rosa = [
  ground('#f3ead2'),
  fill('M4 45C4 6 60 6 60 45Z', '#4c7a43'),
  line('M32 15v12M32 27 20 33M32 27 44 33M20 33 8 30M44 33 56 30M20 33v12M44 33v12', '#7da45f', 2.2),
  fill(oval(32, 45, 17, 15.5), '#a9cb86'),
  dots(7.5, 41, 4.3, WHITE),
  fill(oval(25.2, 41.5, 2.4) + oval(38.8, 41.5, 2.4), INK),
  line(both((s) => `M${32 + s * 3} 35.500q${s * 4.5}-2.5 ${s * 9} 0`), '#6c9150', 1.6),
  line('M25 50q7 5 14 0', '#4c6b35', 2),
  dots(12, 48, 2.6, '#e6b08f'),
]

export const FACES: Record<string, readonly Shape[]> = { ada, bruno, coco, elfi, felix, hugo, mira, otto, pip, rosa }
