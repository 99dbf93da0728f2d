/** Tells what happened, from the events of a view: what the seat did not see is not told. */

import type { Words } from '../words/words'
import { saying, way } from './grounds'
import { readEvent, verbOf, verbOfMove, type Event } from './notation'
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

const SPELT = 4

/** What the last action did; `actor` is who acted, if that is told; `empty` are the zones that had no card before. */
export function deeds(words: Words, layout: Layout, view: View, actor: number | null, who: string[], empty = new Set<string>()): Deed[] {
  const byName = new Map(layout.zones.map((zone) => [`${zone.name}${zone.owner ?? ''}`, zone]))
  const events = view.events.map(readEvent).filter((event) => event !== null)
  const moves = events.filter((event): event is Moved => event.kind === 'moved')
  const mixed = new Set(events.flatMap((event) => (event.kind === 'shuffled' ? [event.zone] : [])))
  const out: Deed[] = grouped(moves).flatMap((group) => {
    const [src, dst] = [byName.get(group[0]!.from), byName.get(group[0]!.to)]
    const about = src && dst ? way(src, dst, mixed.has(group[0]!.to), empty.has(group[0]!.to)) : ''
    return src && dst ? moved(words, view, src, dst, group, actor, who).map((deed) => ({ ...deed, about })) : []
  })
  for (const event of events) {
    if (event.kind !== 'said') continue
    const { verb, named } = event.action
    const key = named.after ? `${verb}-after` : verb
    const person = event.seat === view.seat ? 'you' : 'they'
    const facts = { n: 1, ...words.named(named, who) }
    out.push({ seat: event.seat, did: words.say(`${person}.${key}`, facts), cards: [], isEnd: verbOf(event.action).role === 'ends', about: saying(event) })
  }
  return out
}

function grouped(moves: Moved[]): Moved[][] {
  const out: Moved[][] = []
  for (const move of moves) {
    const last = out.at(-1)
    if (last && last[0]!.from === move.from && last[0]!.to === move.to) last.push(move)
    else out.push([move])
  }
  return out
}

function moved(words: Words, view: View, src: Zone, dst: Zone, group: Moved[], actor: number | null, who: string[]): Omit<Deed, 'about'>[] {
  if (src.owner !== null && src.owner === dst.owner && src.sight === dst.sight) return [] // among one player's cards
  if (src.over === dst.name && src.over) return []
  const known = group.flatMap(({ card }) => (card ? [card] : []))
  const cards = known.length === group.length ? known : []
  const one = (seat: number, verb: string): Omit<Deed, 'about'> => {
    const person = seat === view.seat ? 'you' : 'they'
    const facts = { n: group.length, card: words.cards(cards), cards: words.cards(cards), the: words.the(cards), place: '', pile: words.zone(src.name) }
    return { seat, did: words.say(`${person}.${verb}`, facts), cards, isEnd: false }
  }
  const seen = cards.length > 0 && cards.length <= SPELT ? '-seen' : ''
  if (src.owner !== null && dst.owner === null && dst.shape !== 'bank' && cards.length) return [one(src.owner, verbOfMove('laid'))]
  const isStock = src.shape === 'stack' && src.owner === null && src.sight === 'closed'
  if (isStock && dst.owner !== null) return [one(dst.owner, verbOfMove(group.length > 1 ? 'several' : 'drawn') + seen)]
  if (dst.over !== '' && dst.over === src.name) return actor === null ? [] : [one(actor, verbOfMove('turned') + seen)]
  if (src.owner !== null && src.owner === dst.owner && dst.sight === 'open' && src.sight === 'closed' && actor === src.owner) {
    return [one(src.owner, verbOfMove('turned') + seen)]
  }
  const what = cards.length && cards.length <= SPELT ? words.cards(cards) : words.say('count.cards', { n: group.length })
  if (dst.owner !== null && dst.owner !== src.owner) {
    const from = src.owner === null ? '' : src.owner === view.seat ? '-from-you' : '-from'
    const got = cards.length && cards.length <= SPELT ? words.the(cards) : what
    const facts = { what: got, who: src.owner === null ? '' : words.seat(src.owner, who) }
    const did = words.say(`${dst.owner === view.seat ? 'you' : 'they'}.get${from}`, facts)
    return [{ seat: dst.owner, did, cards: cards.slice(0, SPELT), isEnd: false }]
  }
  if (src.owner !== null && src.owner === dst.owner) {
    const did = words.say(`${src.owner === view.seat ? 'you' : 'they'}.put`, { what, zone: words.zone(dst.name) })
    return [{ seat: src.owner, did, cards: cards.slice(0, SPELT), isEnd: false }]
  }
  const did = words.say('story.moved', { what, src: place(words, src, who), dst: place(words, dst, who) })
  return [{ seat: null, did, cards: cards.slice(0, SPELT), isEnd: false }]
}

function place(words: Words, zone: Zone, who: string[]): string {
  const name = words.zone(zone.name)
  return zone.owner === null ? name : `${name} (${words.seat(zone.owner, who)})`
}

/** A deed as a sentence. */
export function sentence(words: Words, deed: Deed, who: string[]): string {
  const said = deed.seat === null ? `${deed.did}.` : words.say('story.line', { who: words.seat(deed.seat, who), did: deed.did })
  return said.slice(0, 1).toUpperCase() + said.slice(1)
}
