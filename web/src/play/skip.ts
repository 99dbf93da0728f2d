/** While a beat stands, a touch of the table skips it, and nothing else. */

interface Skipping {
  stands(): boolean
  skip(): void
}

/** What stays as it is while a beat stands: the tools, and whatever lies over the table. */
const ELSEWHERE = 'header, dialog, .result, .peek, .lost, .watching, aside'
const WRITING = 'input, textarea, select'

export function onlySkips(node: HTMLElement, { stands, skip }: Skipping): { destroy(): void } {
  /** Whether the touch that goes on now began while a beat stood: then no card is meant by it, even if none does any more. */
  let begun = false
  const isElsewhere = (event: Event): boolean => (event.target as Element).closest(ELSEWHERE) !== null
  const keep = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  const down = (event: Event): void => {
    begun = stands() && !isElsewhere(event)
    if (begun) keep(event)
  }
  const click = (event: Event): void => {
    if (isElsewhere(event) || (!begun && !stands())) return
    begun = false
    keep(event)
    skip()
  }
  node.addEventListener('pointerdown', down, true)
  node.addEventListener('click', click, true)
  return {
    destroy() {
      node.removeEventListener('pointerdown', down, true)
      node.removeEventListener('click', click, true)
    },
  }
}

/** Enter, space and escape skip a beat, too. */
export function skipsBy(event: KeyboardEvent, skip: () => void): void {
  if (!['Enter', ' ', 'Escape'].includes(event.key) || (event.target as Element).closest?.(`${ELSEWHERE}, ${WRITING}`)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!event.repeat) skip()
}
