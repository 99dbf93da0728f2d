/** Events → cards that travel from one spot of the table to another. */

import { readEvent } from './notation'
import { FACE_DOWN, type Layout, type View } from './types'

/** Something on the screen that a card can start from or land on. */
export type Spot = `card:${string}` | `place:${string}` | `zone:${number}` | `seat:${number}`

export interface Flight {
  /** Null: its back is seen. */
  card: string | null
  from: Spot
  to: Spot
  /** So many flights before it: cards that move together follow one another. */
  after: number
}

/** What to animate when one view follows another. */
export function flights(layout: Layout, before: View, after: View): Flight[] {
  const byName = new Map(layout.zones.map((zone, n) => [`${zone.name}${zone.owner ?? ''}`, n]))
  const out: Flight[] = []
  for (const text of after.events) {
    const event = readEvent(text)
    if (event?.kind !== 'moved') continue
    const [from, to] = [byName.get(event.from), byName.get(event.to)]
    if (from === undefined || to === undefined) continue
    const start = spot(layout, before, after, from, event.card)
    const land = spot(layout, after, before, to, event.card)
    if (start === land || turnedOver(layout, from, to)) continue
    out.push({ card: event.card, from: start, to: land, after: out.length })
  }
  return out
}

/** A card of a zone that is drawn over another does not travel. */
function turnedOver(layout: Layout, from: number, to: number): boolean {
  const [one, other] = [layout.zones[from]!, layout.zones[to]!]
  return one.over === other.name || other.over === one.name
}

/** Where a card of a zone is seen in this view; `other` is the view in which it is not there. */
function spot(layout: Layout, view: View, other: View, n: number, card: string | null): Spot {
  const zone = layout.zones[n]!
  if (zone.shape === 'places') {
    if (zone.homes) return card ? `place:${card}` : `zone:${n}`
    const [here, there] = [view.zones[n]?.cards ?? [], other.zones[n]?.cards ?? []]
    const at = here.findIndex((name, place) => name && name !== there[place] && (card === null || name === card || name === FACE_DOWN))
    const keys = here.length === layout.places.length ? layout.places : null
    return at < 0 ? `zone:${n}` : `place:${keys ? keys[at] : at}`
  }
  const held = zone.shape === 'fan' || (zone.shape === 'stack' && zone.sight === 'owner')
  if (held && zone.owner !== null) {
    return zone.owner === view.seat && card && zone.sight !== 'open' ? `card:${card}` : `seat:${zone.owner}`
  }
  if (zone.shape === 'bank' && zone.owner !== null && zone.owner !== view.seat) return `seat:${zone.owner}`
  return `zone:${n}`
}
