/**
 * Legal actions → what a tap does. A choice grows by what is touched (a card, a place, a seat, a number) until one
 * action is left. No rule of any game is known here.
 */

import { family, parse, placeOf, takenApart, verbOf, type Action } from './notation'
import type { Board } from './board'
import type { Layout, View } from './types'

/** What has been touched so far. */
export interface Chosen {
  /** The number of the card: where cards are asked for, it is chosen first. */
  rank?: string
  card?: string
  place?: string
  seat?: number
  /** The second seat, where two can be named. */
  other?: number
  number?: string
}

export type Touch = keyof Chosen

/** The place, seat, number and card that an action is about. */
export function about(action: Action): Chosen {
  const { named } = action
  const out: Chosen = {}
  if (named.card) out.card = named.card
  const numbered = named.card ? parse(named.card) : null
  if (numbered) out.rank = String(numbered.number)
  const place = placeOf(action) ?? named.pile
  if (place) out.place = place
  const [seat, other] = seatsOf(action)
  if (seat !== undefined) out.seat = seat
  if (other !== undefined) out.other = other
  if (named.number) out.number = named.number
  return out
}

/** The seats that an action names. */
function seatsOf({ named }: Action): number[] {
  return (named.seat ?? named.seats)?.split(' ').map(Number) ?? []
}

/** The actions that agree with what was touched. Of two seats either may be touched first. */
export function agreeing(actions: Action[], chosen: Chosen): Action[] {
  const { seat, other, ...rest } = chosen
  const seats = [seat, other].filter((one) => one !== undefined)
  const wanted = Object.entries(rest)
  return actions.filter((action) => {
    const own = about(action)
    const named = seatsOf(action)
    return seats.every((one) => named.includes(one)) && wanted.every(([part, value]) => own[part as Touch] === value)
  })
}

export type Touched = { do: string } | { chosen: Chosen; left: Action[] } | null

/** What a touch comes to: an action, a narrower choice, or nothing. */
export function touched(actions: Action[], chosen: Chosen, touch: Chosen): Touched {
  const same = Object.entries(touch).every(([part, value]) => chosen[part as Touch] === value)
  if (same) return { chosen: {}, left: actions } // touched again: let go
  const both = touch.seat !== undefined && chosen.seat !== undefined ? [{ ...chosen, other: touch.seat }] : []
  for (const next of [...both, { ...chosen, ...touch }, touch]) {
    const left = agreeing(actions, next)
    if (left.length && isOneThing(left)) return { do: shortest(left).text }
    if (left.length > 1) return { chosen: next, left }
  }
  return null
}

/** Whether these are only different ways to the same thing: the same card comes to lie on the same place. */
function isOneThing(actions: Action[]): boolean {
  const things = actions.map((action) => JSON.stringify([family(action), about(action)]))
  return actions.length === 1 || (actions.every(placeOf) && new Set(things).size === 1)
}

/** The way that needs the least. */
function shortest(actions: Action[]): Action {
  return actions.reduce((best, action) => (Object.keys(action.named).length < Object.keys(best.named).length ? action : best))
}

/** Whether what is still to be chosen of an action can be touched on the table: a seat, a pile, a place of a board. */
export function isOnTable(layout: Layout, boards: Board[], { named }: Action): boolean {
  const place = named.place ?? named.pile
  if (named.seat || named.number) return true
  if (!place) return false
  return stackAt(layout, place) !== null || boards.some(({ rows }) => rows.some(({ cells }) => cells.some(({ key }) => key === place)))
}

export interface Offers {
  all: Action[]
  /** What is done with one button, the most likely first. */
  bar: Action[]
  cards: Set<string>
  /** Those of them that are worth raising: putting a card elsewhere in the hand is not. */
  raised: Set<string>
  places: Set<string>
  seats: Set<number>
  /** Numbers to choose from, in order: a guess, or a place in somebody's hand. */
  numbers: { verb: string; values: number[] } | null
  /** Cards that can be named but are in nobody's sight here: those one asks for. */
  wanted: string[]
}

/** What can be done now, by where it is done. */
export function offers(view: View): Offers {
  const all = view.legal.map(takenApart)
  const parts = all.map(about)
  const own = new Set(view.zones.flatMap((zone) => (zone.owner === view.seat ? (zone.cards ?? []) : [])))
  const numbered = all.filter((action) => verbOf(action).parts.join() === 'number')
  const rank = (action: Action): number => verbOf(action).button
  const cards = new Set(parts.flatMap(({ card }) => (card ? [card] : [])))
  return {
    all,
    bar: all.filter(rank).sort((one, other) => rank(one) - rank(other)),
    cards,
    raised: new Set(all.flatMap(({ named }) => (named.card && !named.number ? [named.card] : []))),
    places: new Set(parts.flatMap(({ place }) => (place ? [place] : []))),
    seats: new Set(all.flatMap(seatsOf)),
    numbers: numbered.length
      ? { verb: numbered[0]!.verb, values: numbered.map(({ named }) => Number(named.number)) }
      : null,
    wanted: [...cards].filter((card) => !own.has(card)),
  }
}

/** The one button that stands out: a call, or what ends or goes on with the turn. Silence never does. */
export function primary(offered: Offers): Action | null {
  return offered.bar.find((action) => verbOf(action).main) ?? null
}

/** The zone of a stack that an action takes its card from, if it can be told; its number. */
export function sourceOf(layout: Layout, view: View, action: Action): number | null {
  const isStock = (n: number): boolean => {
    const zone = layout.zones[n]!
    return zone.shape === 'stack' && zone.sight === 'closed' && zone.owner === null && view.zones[n]?.count !== 0
  }
  const all = layout.zones.map((_, n) => n)
  const { source } = verbOf(action)
  if (source === 'stock') return all.find(isStock) ?? null
  if (source === 'own') {
    const own = (n: number): boolean => layout.zones[n]!.shape === 'stack' && layout.zones[n]!.owner === view.seat
    return all.find((n) => own(n) && layout.zones[n]!.sight === 'closed') ?? null
  }
  return null
}

/** The stack that a place stands for: one of that name, or the open one of the seat of that number. */
export function stackAt(layout: Layout, place: string): number | null {
  const stacks = layout.zones.flatMap((zone, n) => (zone.shape === 'stack' && zone.sight === 'open' ? [n] : []))
  const named = (test: (name: string, owner: number | null) => boolean): number | undefined =>
    stacks.find((n) => test(layout.zones[n]!.name, layout.zones[n]!.owner))
  return (
    named((name) => name === place) ??
    named((_, owner) => owner !== null && String(owner) === place) ??
    named((name, owner) => owner === null && name.startsWith(place)) ??
    null
  )
}
