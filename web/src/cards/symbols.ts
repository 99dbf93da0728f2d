/** One shape for each colour, so that nothing is told by colour alone. Drawn in a square of 20. */

import type { Colour } from '../table/notation'

export const SYMBOLS: Record<Colour, string> = {
  red: 'M10 .6 18.4 10 10 19.4 1.6 10Z',
  yellow: 'M10 1.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6Z',
  green: 'M10 1.4 19.4 18.2H.6Z',
  blue: 'M3.2 1.8h13.6a1.4 1.4 0 0 1 1.4 1.4v13.6a1.4 1.4 0 0 1-1.4 1.4H3.2a1.4 1.4 0 0 1-1.4-1.4V3.2a1.4 1.4 0 0 1 1.4-1.4Z',
  violet: 'M10 .8 18 5.4v9.2L10 19.2 2 14.6V5.4Z',
  orange: 'M10 .5 12.7 6.7 19.4 7.3 14.3 11.7 15.9 18.3 10 14.8 4.1 18.3 5.7 11.7 .6 7.3 7.3 6.7Z',
}

/** Tiles and cards that are no colour and number: what is drawn on them. */
export function emblem(name: string): { kind: 'joker' | 'link' | 'bonus' | 'shape' | 'text'; path?: string; text?: string } {
  const joker = /^j(\d*)$/.exec(name)
  if (joker) return { kind: 'joker', text: joker[1] }
  if (name === 'c') return { kind: 'link' }
  if (name === 'x') return { kind: 'bonus' }
  const shapes: Record<string, string> = {
    square: SYMBOLS.blue, triangle: SYMBOLS.green, star: SYMBOLS.orange, circle: SYMBOLS.yellow,
  }
  return shapes[name] ? { kind: 'shape', path: shapes[name] } : { kind: 'text', text: name }
}
