/** Which question a choice asks, as `elfer.words.questions` finds it. */

import { family, parse, verbOf, type Action, type Named } from './notation'

/** What is still to be chosen, in the order in which it is asked for. */
const PARTS = ['rank', 'card', 'place', 'seats', 'seat', 'number', 'word'] as const
type Parts = Partial<Record<(typeof PARTS)[number], string>>

export interface Question {
  /** By the verb that the choice is mostly about, and by what is still open of it. */
  keys: string[]
  /** How many cards it is about. */
  n: number
  /** What is known already: all actions name it alike. */
  known: Named
  rank: string | undefined
}

/** The question of a choice between these actions. */
export function questionOf(actions: Action[]): Question {
  const spoken = actions.filter((action) => verbOf(action).role !== 'quiet')
  const heard = spoken.length ? spoken : actions
  const lead = family([...heard].sort((one, other) => before(one, other))[0]!)
  const about = heard.filter((action) => family(action) === lead)
  const parts = about.map(partsOf)
  const cards = new Set(heard.map(({ named }) => named.card))
  const ranks = new Set(parts.map(({ rank }) => rank))
  const isOneCard = cards.size === 1 && !cards.has(undefined)
  // Several things can be done, all of them with one card: that it is this card is known already.
  const key = about.length === heard.length ? [lead, ...open(parts).slice(0, 1)].join('-') : isOneCard ? 'what' : lead
  return {
    keys: [`question.${key}`, `question.${lead}`],
    n: new Set(about.flatMap(({ named }) => named.card ?? [])).size,
    known: alike(about),
    rank: ranks.size === 1 ? [...ranks][0] : undefined,
  }
}

/** What needs a touch comes before what is done with a button, and laying a card before all else. */
function before(one: Action, other: Action): number {
  const lays = (action: Action): number => Number(verbOf(action).role !== 'lays')
  return verbOf(one).button - verbOf(other).button || lays(one) - lays(other) || (family(one) < family(other) ? -1 : 1)
}

function partsOf(action: Action): Parts {
  const { named } = action
  return {
    rank: named.card && parse(named.card)?.number.toString(),
    card: named.card,
    place: named.place ?? named.pile ?? (verbOf(action).home ? named.card : undefined),
    // Whether one seat is named or several is asked before which.
    seats: named.seats?.split(' ').length.toString(),
    seat: named.seat ?? named.seats,
    number: named.number,
    word: named.word,
  }
}

function open(parts: Parts[]): string[] {
  return PARTS.filter((part) => new Set(parts.map((own) => own[part])).size > 1)
}

function alike(about: Action[]): Named {
  const entries = Object.entries(about[0]!.named) as [keyof Named, string][]
  return Object.fromEntries(entries.filter(([part, name]) => about.every(({ named }) => named[part] === name)))
}
