/** Which rule lies behind something that happened, as `elfer.table.refusal` has it. */

import type { Event } from './notation'
import type { Zone } from './types'

/** By what rests on it (a verb, a card's way from zone to zone): the id of a rule. */
export type Grounds = Record<string, string>

/** The id of the rule behind a thing; a longer text falls back on its beginning. Empty if none is known. */
export function ground(grounds: Grounds, what: string): string {
  for (let text = what; text; text = text.slice(0, Math.max(0, text.lastIndexOf(' ')))) {
    const rule = grounds[text]
    if (rule) return rule
  }
  return ''
}

/** What grounds call a card's way: into a zone that was mixed then, or that was empty before, is told apart. */
export function way(from: Zone, to: Zone, isMixed: boolean, wasEmpty: boolean): string {
  return `${from.name}>${to.name}${isMixed ? ' shuffled' : wasEmpty ? ' first' : ''}`
}

/** What grounds call something that was said or done without a card. */
export function saying({ action: { verb, named } }: Extract<Event, { kind: 'said' }>): string {
  return named.word ? `${verb} ${named.word}` : verb
}
