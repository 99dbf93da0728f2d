/** What kind of screen a table has. Text counts: where it is twice as large, half as much has room. */

/** So much a thumb needs, in pixels, whatever the size of the text. */
export const THUMB = 44

export interface Screen {
  /** Low and wide: rows at the left, hand and buttons at the right. */
  flat: boolean
  /** A column holds little more than a row of cards: a phone. */
  narrow: boolean
  /** Rows have the whole width, and the stock lies beside the buttons: a phone, or a tablet that stands. */
  stacked: boolean
  /** There is no height to give away. */
  short: boolean
  /** Only a few words have room side by side. */
  cramped: boolean
}

const FLAT = 30
const NARROW = 40
const SHORT = 42
const CRAMPED = 19

/** The screen of that many pixels, with text of that size; without a hand there is nothing to put at the right. */
export function screenOf(width: number, height: number, text: number, handless: boolean): Screen {
  const flat = !handless && height < FLAT * text && width > 1.3 * height
  const column = (flat ? (width - THUMB) / 2 : width) / text
  const narrow = column < NARROW
  return { flat, narrow, stacked: narrow || (!handless && height > 1.1 * width), short: !flat && height < SHORT * text, cramped: column < CRAMPED }
}

/** How wide the cards of a hand are: seven of them, each free for a thumb, go into one rank of a phone. */
export function cardWidth(screen: Screen, table: number, hand: number): number {
  const phone = Math.max(48, Math.min(62, hand - 6 * THUMB))
  return screen.flat || table < 640 ? phone : Math.min(104, Math.max(80, table / 15))
}
