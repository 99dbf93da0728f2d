/** A whole match as a story: what happened in each round, one line for whatever one player did in a row. */

import type { Words } from '../words/words'
import { deeds, sentence } from './story'
import type { Layout, View } from './types'

export interface Moment {
  view: View
  /** Who acted. */
  seat: number | null
}

/** What a seat did in a row; or what just happened, as a sentence. */
interface Turn {
  seat: number | null
  did: string[]
}

/** The lines of each round. Ends of turns go without saying. */
export function report(words: Words, layout: Layout, moments: Moment[], names: string[]): string[][] {
  const rounds: Turn[][] = [[]]
  let isOver = false
  for (const { view, seat } of moments) {
    if (isOver && !view.points) rounds.push([])
    isOver = view.points !== null
    // Told to everyone, so nobody is “you”.
    for (const deed of deeds(words, layout, { ...view, seat: null }, seat, names)) {
      const turns = rounds.at(-1)!
      const last = turns.at(-1)
      if (deed.isEnd) continue
      if (deed.seat === null) turns.push({ seat: null, did: [sentence(words, deed, names)] })
      else if (last?.seat === deed.seat) last.did.push(deed.did)
      else turns.push({ seat: deed.seat, did: [deed.did] })
    }
  }
  return rounds.map((turns) => turns.map(({ seat, did }) => (seat === null ? did[0]! : words.say('story.line', { who: names[seat]!, did: counted(did) }))))
}

/** The same thing several times over is told once. */
function counted(did: string[]): string {
  const runs: { what: string; times: number }[] = []
  for (const what of did) {
    const last = runs.at(-1)
    if (last?.what === what) last.times += 1
    else runs.push({ what, times: 1 })
  }
  return runs.map(({ what, times }) => (times > 1 ? `${what} (${times} ×)` : what)).join(', ')
}
