/** Who is away from the table, and who plays for them. */

import type { SeatInfo } from '../messages'

/** Of somebody who is away: when a bot steps in, by this clock; null: none does. */
export interface Absence {
  until: number | null
}

/** What is worth telling: somebody has gone, a bot plays for them now, they are here again. */
export type Presence = 'gone' | 'bot' | 'returned'

/** Whoever only loads the page anew is not talked about. */
export const FLEETING_MS = 2500

/** Who is away by seat, as it was told at that time by this clock. */
export function absent(seats: readonly SeatInfo[], at: number): (Absence | null)[] {
  return seats.map(({ kind, away, stand_in_ms: left }) => {
    if (kind !== 'person' || !away) return null
    return { until: left === null || left === undefined ? null : at + left }
  })
}

interface Gone {
  told: boolean
  timers: ReturnType<typeof setTimeout>[]
}

/** Follows who comes and goes, and tells it when it matters. */
export class Absences {
  private gone = new Map<number, Gone>()

  constructor(private readonly tell: (seat: number, what: Presence) => void) {}

  /** Who is away now; `quietly` where one has only just come oneself: then nobody has gone. */
  follow(away: readonly (Absence | null)[], quietly: boolean): void {
    away.forEach((absence, seat) => {
      if (absence && !this.gone.has(seat)) this.leaves(seat, absence, quietly)
      else if (!absence && this.gone.has(seat)) this.returns(seat, quietly)
    })
  }

  clear(): void {
    for (const { timers } of this.gone.values()) timers.forEach(clearTimeout)
    this.gone.clear()
  }

  private leaves(seat: number, { until }: Absence, quietly: boolean): void {
    const left = until === null ? Infinity : until - performance.now()
    const gone: Gone = { told: quietly, timers: [] }
    const after = (ms: number, what: Presence): void => {
      gone.timers.push(setTimeout(() => ((gone.told = true), this.tell(seat, what)), ms))
    }
    this.gone.set(seat, gone)
    if (!quietly && left > FLEETING_MS) after(FLEETING_MS, 'gone')
    if (left < Infinity && !(quietly && left <= 0)) after(Math.max(left, FLEETING_MS), 'bot')
  }

  private returns(seat: number, quietly: boolean): void {
    const { told, timers } = this.gone.get(seat)!
    timers.forEach(clearTimeout)
    this.gone.delete(seat)
    if (told && !quietly) this.tell(seat, 'returned')
  }
}
