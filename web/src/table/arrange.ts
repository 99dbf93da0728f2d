/** A view → what stands where: boards, piles and banks in the middle, seats around it, your hand. */

import { boards, type Board } from './board'
import { stackAt } from './choose'
import { inOrder } from './notation'
import type { Layout, View, Zone, ZoneView } from './types'

export interface Pile {
  zone: number
  name: string
  count: number | null
  /** The top card if it can be seen. */
  top: string | null
  open: boolean
  /** The place that actions call it by, if any. */
  place: string | null
  /** The pile of a seat on which others may lay, too. */
  owner: number | null
}

export interface Bank {
  zone: number
  name: string
  owner: number | null
  count: number
  /** Equal cards together; null if nobody may know them. */
  cards: { card: string; copies: number }[] | null
}

export interface Seat {
  seat: number
  /** Cards in the hand; null if that is hidden. */
  count: number | null
  acting: boolean
  /** Whether anything can lie before this seat, now or later; a little is what is only kept, and takes hardly any room. */
  keeps: 'nothing' | 'little' | 'much'
  piles: Pile[]
  banks: Bank[]
  /** Numbers that the game keeps by seat, by the name of the fact. */
  numbers: { fact: string; number: number }[]
  /** The hand, where it lies open: at the end, or because the rules say so. */
  shown: string[]
}

export interface Hand {
  zone: number
  name: string
  cards: string[]
  /** Whether the order counts: then it is not sorted. */
  ordered: boolean
}

export interface Arranged {
  boards: Board[]
  piles: Pile[]
  banks: Bank[]
  /** The other seats, clockwise from the viewer's left; for a bystander all. */
  others: Seat[]
  me: Seat | null
  hands: Hand[]
  facts: { fact: string; value: string }[]
}

interface Both {
  zone: Zone
  seen: ZoneView
  n: number
}

export function arrange(layout: Layout, view: View): Arranged {
  const both = layout.zones.map((zone, n) => ({ zone, seen: view.zones[n]!, n }))
  const first = view.seat === null ? 0 : view.seat + 1
  const round = Array.from({ length: layout.players }, (_, n) => (first + n) % layout.players)
  const seats = round.map((seat) => seatBox(layout, view, both, seat))
  return {
    boards: boards(layout, view),
    piles: both.filter(({ zone }) => zone.shape === 'stack' && zone.owner === null).map((one) => pile(layout, one)),
    banks: both.filter(({ zone }) => zone.shape === 'bank' && zone.owner === null).map(bank).filter((b) => b.count > 0),
    others: seats.filter(({ seat }) => seat !== view.seat),
    me: seats.find(({ seat }) => seat === view.seat) ?? null,
    hands: both.filter(({ zone }) => zone.owner === view.seat && view.seat !== null && isHand(zone)).map(hand),
    facts: Object.entries(view.facts).map(([fact, value]) => ({ fact, value: written(value) })),
  }
}

/** Fans, and stacks that their owner looks at: their order counts. */
function isHand(zone: Zone): boolean {
  return (zone.shape === 'fan' && zone.sight !== 'open') || isHeld(zone)
}

function isHeld(zone: Zone): boolean {
  return zone.shape === 'stack' && zone.sight === 'owner' && zone.owner !== null
}

function isPile(zone: Zone): boolean {
  return zone.shape === 'stack' && !isHeld(zone)
}

function seatBox(layout: Layout, view: View, all: Both[], seat: number): Seat {
  const own = all.filter(({ zone }) => zone.owner === seat)
  const counts = own.filter(({ zone }) => isHand(zone)).map(({ seen }) => seen.count)
  const known = counts.filter((count) => count !== null)
  const laidOpen = own.filter(({ zone }) => zone.shape === 'fan' && (zone.sight === 'open' || seat !== view.seat))
  return {
    seat,
    count: known.length ? known.reduce((sum, count) => sum + count, 0) : null,
    acting: view.to_act.includes(seat),
    keeps: own.some(({ zone }) => (zone.shape === 'fan' && zone.sight === 'open') || isPile(zone))
      ? 'much'
      : own.some(({ zone }) => zone.shape === 'bank') ? 'little' : 'nothing',
    piles: own.filter(({ zone }) => isPile(zone)).map((one) => pile(layout, one)),
    banks: own.filter(({ zone }) => zone.shape === 'bank').map(bank).filter(({ count }) => count > 0),
    numbers: Object.entries(view.by_seat).map(([fact, numbers]) => ({ fact, number: numbers[seat]! })),
    shown: laidOpen.flatMap(({ seen }) => seen.cards ?? []).sort(inOrder),
  }
}

function pile(layout: Layout, { zone, seen, n }: Both): Pile {
  const place = layout.places.find((name) => stackAt(layout, name) === n) ?? null
  const top = seen.cards?.at(-1) ?? null
  return { zone: n, name: zone.name, count: seen.count, top, open: zone.sight === 'open', place, owner: zone.owner }
}

function bank({ zone, seen, n }: Both): Bank {
  const copies = new Map<string, number>()
  for (const card of [...(seen.cards ?? [])].sort(inOrder)) copies.set(card, (copies.get(card) ?? 0) + 1)
  const cards = seen.cards ? [...copies].map(([card, many]) => ({ card, copies: many })) : null
  return { zone: n, name: zone.name, owner: zone.owner, count: seen.count ?? 0, cards }
}

function hand({ zone, seen, n }: Both): Hand {
  const ordered = isHeld(zone)
  const cards = seen.cards ?? []
  return { zone: n, name: zone.name, cards: ordered ? cards : [...cards].sort(inOrder), ordered }
}

function written(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}
