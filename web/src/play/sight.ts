/** Brings something into sight: moves along whatever can be moved around it, and nothing else. */

/** So much is seen around it. */
const AROUND = 8

export function intoSight(mark: HTMLElement): void {
  for (let box = mark.parentElement; box; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box)
    const isPage = box === document.documentElement
    const seen = isPage ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : box.getBoundingClientRect()
    const { left, top, right, bottom } = mark.getBoundingClientRect()
    if (isPage || isMoved(overflowX)) box.scrollLeft += needed(left, right, seen.left, seen.right)
    if (isPage || isMoved(overflowY)) box.scrollTop += needed(top, bottom, seen.top, seen.bottom)
  }
}

function isMoved(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll'
}

/** How far to move so that one stretch lies within the other. */
export function needed(from: number, to: number, least: number, most: number): number {
  if (from < least + AROUND) return from - least - AROUND
  return to > most - AROUND ? Math.min(to - most + AROUND, from - least - AROUND) : 0
}
