/**
 * Tells what happened, from the events of a view: what the seat did not see is not told.
 *
 * The terminal tells the same (`elfer.cli.story`, which says how a sentence is found).
 */

import type { Facts, Words } from '../words/words'
import { saying, way } from './grounds'
import { readEvent, verbOf, type Event } from './notation'
import type { Layout, View, Zone } from './types'

export interface Deed {
  /** Who; null: it just happened. */
  seat: number | null
  /** What, as the rest of a sentence. */
  did: string
  /** The cards that were seen, to be drawn beside it. */
  cards: string[]
  /** Whether it only ended the turn. */
  isEnd: boolean
  /** What the game's grounds call it. */
  about: string
}

type Moved = Extract<Event, { kind: 'moved' }>
type Said = Extract<Event, { kind: 'said' }>

/** Cards that went from one zone to another. */
interface Went {
  src: Zone
  dst: Zone
  /** Their names; none if they were not all seen. */
  cards: string[]
  n: number
  /** Whether everyone can tell how many they are. */
  isCounted: boolean
  /** Whether they were mixed there. */
  isMixed: boolean
  /** Whether no card lay there before. */
  isFirst: boolean
}

/** So many cards are named one by one. */
const SPELT = 4

/**
 * The events that `after` tells beyond those told of `before`, the moment before it. What a seat does in secret leaves
 * standing what everyone saw last: an answer that the others do not hear of, or cards that they cannot count.
 */
export function news(before: View, told: string[], after: View): string[] {
  const isSecret = Boolean(before.window) || after.zones.some(({ count }) => count === null)
  return isSecret && told.every((event, n) => event === after.events[n]) ? after.events.slice(told.length) : after.events
}

/**
 * What the last action did; `actor` is who acted, if that is told; `empty` are the zones that had no card before; so
 * many cards are named one by one.
 */
export function deeds(words: Words, layout: Layout, view: View, actor: number | null, who: string[], empty = new Set<string>(), spelt = SPELT): Deed[] {
  const events = view.events.map(readEvent).filter((event) => event !== null)
  const verbs = new Map(events.flatMap((event) => (event.kind === 'said' ? [[event.seat, event.action.verb] as const] : [])))
  const out: Deed[] = []
  for (const part of parts(layout, view, events, empty)) {
    const deed = 'kind' in part ? said(words, view, part, who) : moved(words, view, part, actor, verbs, who, spelt)
    // What just happens may come about in several parts, of which one is enough.
    if (deed.did && !(deed.seat === null && out.some(({ seat, did }) => seat === null && did === deed.did))) out.push(deed)
  }
  return out
}

/** The events in their order, with cards that go the same way together. */
function* parts(layout: Layout, view: View, events: Event[], empty: Set<string>): Generator<Said | Went> {
  const numbers = new Map(layout.zones.map(({ name, owner }, n) => [`${name}${owner ?? ''}`, n]))
  const mixed = new Set(events.flatMap((event) => (event.kind === 'shuffled' ? [event.zone] : [])))
  for (const group of grouped(events)) {
    const [first] = group
    if (first!.kind === 'said') yield first!
    if (first!.kind !== 'moved') continue
    const [src, dst] = [numbers.get(first!.from), numbers.get(first!.to)]
    if (src === undefined || dst === undefined) continue
    const known = (group as Moved[]).flatMap(({ card }) => (card ? [card] : []))
    const cards = known.length === group.length ? known : []
    yield {
      src: layout.zones[src]!,
      dst: layout.zones[dst]!,
      cards,
      n: group.length,
      isCounted: cards.length > 0 || [src, dst].some((zone) => (view.zones[zone]?.count ?? null) !== null),
      isMixed: mixed.has(first!.to),
      isFirst: empty.has(first!.to),
    }
  }
}

function grouped(events: Event[]): Event[][] {
  const out: Event[][] = []
  for (const event of events) {
    const last = out.at(-1)?.[0]
    const goesAlong = last?.kind === 'moved' && event.kind === 'moved' && last.from === event.from && last.to === event.to
    if (goesAlong) out.at(-1)!.push(event)
    else out.push([event])
  }
  return out
}

function said(words: Words, view: View, event: Said, who: string[]): Deed {
  const { verb, named } = event.action
  const about = saying(event)
  let key = own(words, person(view, event.seat), [about, verb])
  if ((named.seat ?? named.seats) === String(view.seat) && words.has(`${key}-at-you`)) key += '-at-you'
  const did = key && words.say(key, words.named(named, who))
  return { seat: event.seat, did, cards: [], isEnd: verbOf(event.action).role === 'ends', about }
}

function moved(words: Words, view: View, went: Went, actor: number | null, verbs: Map<number, string>, who: string[], spelt: number): Deed {
  const { src, dst, cards, isMixed, isFirst } = went
  const seat = dst.owner ?? src.owner ?? actor
  const plain = way(src, dst, false, false)
  const abouts = [...(seat !== null && verbs.has(seat) ? [`${plain} ${verbs.get(seat)}`] : []), ...(isMixed ? [way(src, dst, true, false)] : []), plain, kind(went)]
  let key = own(words, seat === null ? 'story' : person(view, seat), abouts)
  if (src.owner !== null && src.owner === view.seat && src.owner !== seat && words.has(`${key}-from-you`)) key += '-from-you'
  const did = key && words.say(key, facts(words, went, who, spelt))
  return { seat: key.startsWith('story.') ? null : seat, did, cards: cards.slice(0, spelt), isEnd: false, about: way(src, dst, isMixed, isFirst) }
}

/** The key of the first of these for which there are words; empty if there are none. */
function own(words: Words, person: string, abouts: string[]): string {
  return abouts.flatMap((about) => [`story.${about}`, `${person}.${about}`]).find((key) => words.has(key)) ?? ''
}

/** What a sentence can say of cards: which they are if they are few and seen, how many, and whose they were. */
function facts(words: Words, { src, cards, n, isCounted }: Went, who: string[], spelt: number): Facts {
  const count = isCounted ? words.say('story.cards', { n }) : words.say('story.some-cards')
  const isSpelt = cards.length > 0 && cards.length <= spelt
  const what = isSpelt ? words.listed(cards.map((card) => words.the([card]))) : count
  return { n, what, count, who: src.owner === null ? '' : words.seat(src.owner, who) }
}

/** What cards do in general that go such a way. Nobody speaks of what stays with one player, or on the table, unless it is turned up. */
function kind({ src, dst, cards }: Went): string {
  if (src.owner === dst.owner) return src.sight === 'closed' && dst.sight === 'open' ? 'turned' : ''
  if (dst.owner === null) return cards.length ? 'laid' : 'laid-hidden'
  if (src.owner === null) return src.sight === 'closed' ? 'drawn' : 'taken'
  return 'got'
}

/** How a sentence speaks of a seat. */
function person(view: View, seat: number): string {
  return seat === view.seat ? 'you' : 'they'
}

/** A deed as a sentence. */
export function sentence(words: Words, deed: Deed, who: string[]): string {
  const said = deed.seat === null ? `${deed.did}.` : words.say('story.line', { who: words.seat(deed.seat, who), did: deed.did })
  return said.slice(0, 1).toUpperCase() + said.slice(1)
}
