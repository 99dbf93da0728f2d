/** Where what is said at the seats stands: each at its seat, over the middle of the table and nothing else. */

export interface Area {
  left: number
  top: number
  bottom: number
  width: number
}

/** Something said, of that size; at the lower edge of somebody's name, or above one's own cards. */
export interface Said {
  width: number
  height: number
  x: number
  edge: number
  own: boolean
}

export interface Spot {
  left: number
  top: number
  /** Where it points to its seat, from its left edge. */
  tail: number
  /** Whether it had to give way to another one, so that it does not touch its seat. */
  moved: boolean
}

const GAP = 9
const MARGIN = 6
/** How far the tail stays from the corners. */
const CORNER = 18

/** How high something said there can be. */
export function roomFor({ edge, own }: Pick<Said, 'edge' | 'own'>, area: Area): number {
  return area.bottom - GAP - (own ? area.top : edge + GAP)
}

/** A spot for each, in their order: whoever spoke first stays where they are. None where there is no room at all. */
export function spots(said: readonly Said[], area: Area): (Spot | null)[] {
  const placed: Placed[] = []
  return said.map((one) => {
    if (one.height > roomFor(one, area)) return null
    const left = between(area.left + MARGIN, one.x - one.width / 2, area.left + area.width - one.width - MARGIN)
    const lowest = area.bottom - one.height - GAP
    const first = one.own ? lowest : one.edge + GAP
    const free = freeTop(one, left, first, placed)
    // Where nothing is free any more, it lies over what was said before.
    const isFree = one.own ? free >= area.top : free <= lowest
    const top = isFree ? free : first
    const spot = { left, top, tail: between(CORNER, one.x - left, one.width - CORNER), moved: top !== first }
    placed.push({ ...spot, width: one.width, height: one.height })
    return spot
  })
}

type Placed = Spot & Pick<Said, 'width' | 'height'>

/** Away from the seat, until nothing is covered that was said before. */
function freeTop(one: Said, left: number, top: number, placed: Placed[]): number {
  for (const other of [...placed].sort((a, b) => (one.own ? b.top - a.top : a.top - b.top))) {
    const isBeside = left >= other.left + other.width + MARGIN || left + one.width + MARGIN <= other.left
    const isApart = top >= other.top + other.height + MARGIN || top + one.height + MARGIN <= other.top
    if (!isBeside && !isApart) top = one.own ? other.top - one.height - MARGIN : other.top + other.height + MARGIN
  }
  return top
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
