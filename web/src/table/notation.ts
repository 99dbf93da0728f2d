/** The text form of cards, actions and events, as `elfer.table.notation` and `elfer.words` have it. */

import table from '../words/generated/table/verbs.json'

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

/** What an action can name. */
export type Part = keyof typeof table.parts
export type Named = Partial<Record<Part, string>>

export interface Action {
  /** As it is sent. */
  text: string
  verb: string
  named: Named
}

/** What a verb declares of itself (`elfer.table.verbs.Verb`). */
interface Verb {
  parts: string[]
  home: boolean
  like: string
  role: string
  source: string
  button: number
  main: boolean
}

const VERBS: Record<string, Verb> = table.verbs
const PATTERNS = Object.entries(table.verbs).map(([verb, { pattern }]) => [verb, new RegExp(pattern)] as const)
const UNKNOWN: Verb = { parts: [], home: false, like: '', role: '', source: '', button: 0, main: false }

/** The verb of an action in notation, and what it names; no verb at all if it is none that is known here. */
export function takenApart(text: string): Action {
  for (const [verb, pattern] of PATTERNS) {
    const found = pattern.exec(text)
    if (found) return { text, verb, named: Object.fromEntries(Object.entries(found.groups ?? {}).filter(([, name]) => name)) }
  }
  return { text, verb: '', named: {} }
}

export function verbOf(action: Action): Verb {
  return VERBS[action.verb] ?? UNKNOWN
}

/** The verb that an action is a case of: connecting is laying too. */
export function family(action: Action): string {
  return verbOf(action).like || action.verb
}

/** Whether it counts how quickly it is done. */
export function isTimed(action: Action): boolean {
  return verbOf(action).parts.includes('after')
}

/** The place that an action is about: the one it names, else that of the card's own name where that is meant. */
export function placeOf(action: Action): string | undefined {
  return action.named.place ?? (verbOf(action).home ? action.named.card : undefined)
}

/** What kind of thing a part is. */
export function kindOf(part: Part): string {
  return table.parts[part]
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
