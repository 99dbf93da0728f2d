/** A picture of a result, to be sent to others or kept. */

export interface Line {
  place: number
  name: string
  points: string
  first: boolean
}
export interface Shown {
  title: string
  headline: string
  /** The seats from first to last. */
  lines: Line[]
}

const WIDTH = 1080
const EDGE = 72
const HEAD = 340
const ROW = 104
const FOOT = 130
const FONT = 'Bricolage, system-ui, sans-serif'

/** How high the picture is. */
export const heightOf = (lines: number): number => HEAD + lines * ROW + FOOT

/** Shares the picture where the device can share pictures, and saves it where not. Whether it was handed over. */
export async function shareResult(shown: Shown, name: string): Promise<boolean> {
  const picture = await drawn(shown)
  if (!picture) return false
  const file = new File([picture], `${name}.png`, { type: 'image/png' })
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: shown.title, text: shown.headline })
      return true
    } catch (why) {
      // Whoever thinks better of it wants no file either.
      if ((why as Error).name === 'AbortError') return true
    }
  }
  save(file)
  return true
}

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

function drawn(shown: Shown): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = heightOf(shown.lines.length)
  const at = canvas.getContext('2d')
  if (!at) return Promise.resolve(null)
  const style = getComputedStyle(document.documentElement)
  draw(at, shown, canvas.height, (name) => style.getPropertyValue(`--${name}`).trim())
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}

function draw(at: CanvasRenderingContext2D, shown: Shown, height: number, token: (name: string) => string): void {
  const felt = at.createRadialGradient(WIDTH / 2, height * 0.2, 0, WIDTH / 2, height * 0.2, height)
  felt.addColorStop(0, token('felt-light'))
  felt.addColorStop(0.5, token('felt'))
  felt.addColorStop(1, token('felt-deep'))
  at.fillStyle = felt
  at.fillRect(0, 0, WIDTH, height)
  eleven(at, token)
  write(at, shown.title, EDGE + 150, 128, 600, 44, token('on-felt-soft'))
  write(at, shown.headline, EDGE, 268, 800, 76, token('on-felt'))
  shown.lines.forEach((line, n) => row(at, line, HEAD + n * ROW, token))
  write(at, `Elfer · ${location.host}`, EDGE, height - 52, 500, 34, token('on-felt-soft'))
}

/** The card that stands for the family. */
function eleven(at: CanvasRenderingContext2D, token: (name: string) => string): void {
  at.fillStyle = token('card-paper')
  at.beginPath()
  at.roundRect(EDGE, 52, 96, 134, 12)
  at.fill()
  write(at, '11', EDGE + 48, 138, 800, 60, token('red-ink'), 'center')
}

function row(at: CanvasRenderingContext2D, { place, name, points, first }: Line, top: number, token: (name: string) => string): void {
  at.fillStyle = first ? token('card-paper') : token('felt-raise')
  at.beginPath()
  at.roundRect(EDGE, top, WIDTH - 2 * EDGE, ROW - 16, 22)
  at.fill()
  const ink = first ? token('card-ink') : token('on-felt')
  write(at, String(place), EDGE + 36, top + 60, 800, 46, ink)
  write(at, name, EDGE + 110, top + 59, first ? 800 : 600, 42, ink, 'left', WIDTH - 2 * EDGE - 330)
  write(at, points, WIDTH - EDGE - 36, top + 60, 800, 46, ink, 'right')
}

/** Text that is made narrower where it would be too long. */
function write(
  at: CanvasRenderingContext2D, text: string, x: number, y: number, weight: number, size: number, colour: string,
  align: CanvasTextAlign = 'left', most = WIDTH - EDGE - x,
): void {
  at.font = `${weight} ${size}px ${FONT}`
  at.fillStyle = colour
  at.textAlign = align
  at.fillText(text, x, y, align === 'left' ? most : undefined)
}
