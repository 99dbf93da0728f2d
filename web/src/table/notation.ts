/** The text form of cards, actions and events, as `elfer.table.notation` and `elfer.words` have it. */

export const COLOURS = ['red', 'yellow', 'green', 'blue', 'violet', 'orange'] as const
export type Colour = (typeof COLOURS)[number]

const BY_INITIAL: Record<string, Colour> = Object.fromEntries(COLOURS.map((colour) => [colour[0], colour]))

export interface Numbered {
  colour: Colour
  number: number
}

/** The colour and the number of a card or place by its short name; null if it has none. */
export function parse(name: string): Numbered | null {
  const found = /^([rygbvo])(\d+)$/.exec(name)
  return found ? { colour: BY_INITIAL[found[1]!]!, number: Number(found[2]) } : null
}

/** In the order of the deck: colour by colour, others last. */
export function inOrder(one: string, other: string): number {
  return rank(one) - rank(other) || (one < other ? -1 : one > other ? 1 : 0)
}

function rank(name: string): number {
  const found = parse(name)
  return found ? COLOURS.indexOf(found.colour) * 1000 + found.number : 10_000
}

export type Verb =
  | 'lay' | 'lay-at' | 'connect' | 'connect-at' | 'swap' | 'give' | 'draw' | 'take' | 'end' | 'pass' | 'take-from'
  | 'pull' | 'offer' | 'shift' | 'turn' | 'turn-at' | 'slip' | 'hide' | 'bury' | 'ask' | 'deny' | 'name' | 'announce'
  | 'guess' | 'call' | 'silent'

export interface Named {
  card?: string
  place?: string
  via?: string
  pile?: string
  number?: string
  seat?: string
  seats?: string
  word?: string
  after?: string
}

export interface Action {
  /** As it is sent. */
  text: string
  verb: Verb
  named: Named
}

const PARTS: Record<string, (keyof Named)[]> = {
  draw: [], end: [], pass: [], offer: [], deny: [], silent: [],
  swap: ['card'], give: ['card'], slip: ['card'], hide: ['card'],
  pull: ['number'], guess: ['number'],
  take: ['pile'], bury: ['pile'],
  turn: ['place'],
  shift: ['card', 'number'],
  ask: ['seat', 'card'],
  name: ['seats'],
  announce: ['word'],
  call: ['word', 'after'],
}
const LONGER: Record<string, Verb> = { take: 'take-from', turn: 'turn-at' }

/** The verb of an action in notation, and what it names. */
export function takenApart(text: string): Action {
  const [word = '', ...rest] = text.split(' ')
  const parts = PARTS[word]
  if (parts) {
    const given = word === 'name' ? [rest.join(' ')] : rest
    const named: Named = {}
    parts.forEach((part, n) => {
      if (given[n]) named[part] = given[n]
    })
    const verb = given.length > 0 ? (LONGER[word] ?? word) : word
    return { text, verb: verb as Verb, named }
  }
  const [, card, place, via] = /^([^@<]+)(?:@([^@<]+))?(?:<([^@<]+))?$/.exec(text) ?? []
  const named: Named = { ...(card && { card }), ...(place && { place }), ...(via && { via }) }
  const verb = via ? (place ? 'connect-at' : 'connect') : place ? 'lay-at' : 'lay'
  return { text, verb, named }
}

export type Event =
  | { kind: 'moved'; from: string; to: string; card: string | null }
  | { kind: 'shuffled'; zone: string }
  | { kind: 'said'; seat: number; action: Action }

/** The event that a text means; null if it means none. A card that the reader may not know is null. */
export function readEvent(text: string): Event | null {
  const moved = /^([a-z]+\d*)>([a-z]+\d*) (\S+)$/.exec(text)
  if (moved) {
    // Copies of a card are told apart by strokes, which nobody is shown.
    const card = moved[3] === '?' ? null : moved[3]!.replace(/'+$/, '')
    return { kind: 'moved', from: moved[1]!, to: moved[2]!, card }
  }
  const shuffled = /^shuffle ([a-z]+\d*)$/.exec(text)
  if (shuffled) return { kind: 'shuffled', zone: shuffled[1]! }
  const said = /^(\d+): (.+)$/.exec(text)
  return said ? { kind: 'said', seat: Number(said[1]), action: takenApart(said[2]!) } : null
}
