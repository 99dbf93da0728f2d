/** What is said at the seats just now: each thing stands as long as it takes to read it, one at a seat. */

import { readingMs } from '../table/reading'

/** Chat and emotes of people, sayings of bots, and what the page itself says of whoever came or went. */
export type RemarkKind = 'chat' | 'emote' | 'bot' | 'presence'

export interface Remark {
  seat: number
  kind: RemarkKind
  /** In the words of the moment: a time in it may run, or the language change. */
  text: () => string
  id: number
}

export class Remarks {
  /** The oldest first. */
  shown = $state.raw<Remark[]>([])
  /** What was said last, also when it does not stand any more. */
  latest = $state.raw<Remark | null>(null)
  private timers = new Map<number, ReturnType<typeof setTimeout>>()
  private count = 0

  /** Something is said at that seat; whatever was said there before is over. */
  add(seat: number, text: string | (() => string), kind: RemarkKind): void {
    this.remove(seat)
    const remark = { seat, kind, text: typeof text === 'string' ? () => text : text, id: this.count++ }
    this.shown = [...this.shown, remark]
    this.latest = remark
    this.timers.set(seat, setTimeout(() => this.remove(seat), readingMs(remark.text())))
  }

  clear(): void {
    for (const { seat } of this.shown) this.remove(seat)
  }

  private remove(seat: number): void {
    clearTimeout(this.timers.get(seat))
    this.timers.delete(seat)
    this.shown = this.shown.filter((one) => one.seat !== seat)
  }
}
