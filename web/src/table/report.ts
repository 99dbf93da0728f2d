/** A whole match as a story: what happened in each round, one line for whatever one player did in a row. */

import type { Words } from '../words/words'
import { readEvent } from './notation'
import { deeds, news, sentence } from './story'
import type { Layout, View } from './types'

export interface Moment {
  view: View
  /** Who acted. */
  seat: number | null
}

/** What a seat did in a row, or what just happened, as a sentence. */
export interface Line {
  seat: number | null
  said: string
  /** The cards that were seen, to be drawn beside it. */
  cards: string[]
}

/** All the cards of a turn are named: whoever reads wants to know which they were. */
const SPELT = 20

/** The lines of each round of a match that began like this. */
export function report(words: Words, layout: Layout, first: View, moments: Moment[], names: string[]): Line[][] {
  return rounds(first, moments).map((round) => lines(words, layout, joined(round), names))
}

/** The moments of each round, each with nothing but what is new, and told to everyone: nobody is “you”. */
function rounds(first: View, moments: Moment[]): Moment[][] {
  const out: Moment[][] = [[]]
  let before = first
  for (const { view, seat } of moments) {
    if (before.points && !view.points) out.push([])
    out.at(-1)!.push({ view: { ...view, seat: null, events: news(before, before.events, view) }, seat })
    before = view
  }
  return out
}

/** Cards that one player moves the same way, one after the other, went there together. */
function joined(moments: Moment[]): Moment[] {
  const out: Moment[] = []
  for (const moment of moments) {
    const last = out.at(-1)
    const way = wayOf(moment.view.events)
    if (last && way && last.seat === moment.seat && wayOf(last.view.events) === way) {
      out[out.length - 1] = { ...moment, view: { ...moment.view, events: [...last.view.events, ...moment.view.events] } }
    } else out.push(moment)
  }
  return out
}

/** The one way that cards went, if nothing else happened. */
function wayOf(events: string[]): string | null {
  const ways = new Set(events.map(readEvent).map((event) => (event?.kind === 'moved' ? `${event.from}>${event.to}` : null)))
  return ways.size === 1 ? [...ways][0]! : null
}

/** One line for whatever a player did in a row. Ends of turns go without saying. */
function lines(words: Words, layout: Layout, moments: Moment[], names: string[]): Line[] {
  const turns: { seat: number | null; did: string[]; cards: string[] }[] = []
  for (const { view, seat } of moments) {
    for (const deed of deeds(words, layout, view, seat, names, new Set(), SPELT)) {
      const last = turns.at(-1)
      if (deed.isEnd) continue
      if (deed.seat === null) turns.push({ seat: null, did: [sentence(words, deed, names)], cards: deed.cards })
      else if (last?.seat === deed.seat) {
        last.did.push(deed.did)
        last.cards.push(...deed.cards)
      } else turns.push({ seat: deed.seat, did: [deed.did], cards: [...deed.cards] })
    }
  }
  return turns.map(({ seat, did, cards }) => ({ seat, cards, said: seat === null ? did[0]! : words.say('story.line', { who: names[seat]!, did: words.listed(did) }) }))
}
