/** How long people need for something short that they did not expect. */

/** Until they have noticed it. */
const NOTICE_MS = 2000
/** About fifteen letters are read in a second, by whoever reads slowly. */
const LETTER_MS = 65
/** Longer lines are cut anyway, and nothing stays for ever. */
const LONGEST_MS = 10_000

export function readingMs(text: string): number {
  return Math.min(NOTICE_MS + LETTER_MS * text.length, LONGEST_MS)
}
