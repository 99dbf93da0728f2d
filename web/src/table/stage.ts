/**
 * The director: lets everyone follow what happens. Moments wait in a line; each stands until it has been seen, and
 * only then the next one is drawn. Knows no game, no screen and no server.
 */

import type { Beat, Pace } from '../messages'

/** How much longer or shorter everything takes at the pace of a table, as `elfer.server.manner` has it. */
export const TEMPO: Record<Pace, number> = { calm: 1.6, normal: 1, brisk: 0.6 }

/** While more moments than this wait, nobody can follow each of them at leisure. */
export const PATIENCE = 3
/** How much of its time a beat then stands; there is no pause between moments, but none of them is left out. */
export const HASTE = 0.5

/** Something that has happened. */
export interface Moment {
  /** What of it deserves a beat, asked when its turn comes. */
  beats(): readonly Beat[]
  /** Draws the table as it is now; how long its cards are on their way then, in ms. */
  draw(): number
  /** Called when all of it has been seen. */
  done?(): void
  /** Whether it is drawn as soon as everything before it is: nobody is shown what is only one's own. */
  aside?: boolean
}

/** Who is told what the director does. */
export interface Audience {
  /** This beat stands from now on, for so many ms; null: none does. */
  stands(beat: Beat | null, ms: number): void
  /** How much longer or shorter beats stand here than at the normal pace. */
  tempo(): number
  /** Nothing is left to be seen. */
  seen(): void
}

/** Does something after so many ms, unless what it gives back is called before. */
export type Clock = (ms: number, then: () => void) => () => void

const timeouts: Clock = (ms, then) => {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}

export class Director {
  private waiting: Moment[] = []
  private now: Moment | null = null
  private isDrawn = false
  /** The waits of the moment that is being shown. */
  private script: Generator<number> | null = null
  private cancel: () => void = () => {}
  private standing = false

  constructor(
    private readonly audience: Audience,
    private readonly clock: Clock = timeouts,
  ) {}

  /** Whether something is still being shown, or waits to be. */
  get busy(): boolean {
    return this.now !== null
  }

  /** Whether a tap is meant for a beat rather than for the table. */
  get stands(): boolean {
    return this.standing
  }

  add(moment: Moment): void {
    if (moment.aside && this.isDrawn && !this.waiting.length) return void moment.draw()
    this.waiting.push(moment)
    if (!this.busy) this.run()
  }

  /** A beat has been read: the next one, please. */
  skip(): void {
    if (!this.standing) return
    this.cancel()
    this.run()
  }

  /** Draws at once whatever is left, without its beats: nobody looks. */
  flush(): void {
    const left = [...(this.now && !this.isDrawn ? [this.now] : []), ...this.waiting]
    const done = [...(this.now ? [this.now] : []), ...this.waiting]
    if (!done.length) return
    this.clear()
    for (const moment of left) moment.draw()
    for (const moment of done) moment.done?.()
    this.audience.seen()
  }

  /** Forgets whatever is left: the table is shown anew. */
  clear(): void {
    this.cancel()
    this.waiting = []
    this.now = this.script = null
    this.stand(null, 0)
  }

  private run(): void {
    for (;;) {
      if (!this.script && !this.begin()) return this.audience.seen()
      const step = this.script!.next()
      if (step.done) this.end()
      else if (step.value > 0) return void (this.cancel = this.clock(step.value, () => this.run()))
    }
  }

  private begin(): boolean {
    this.now = this.waiting.shift() ?? null
    this.isDrawn = false
    this.script = this.now && this.played(this.now)
    return this.now !== null
  }

  private end(): void {
    const { now } = this
    this.script = null
    this.stand(null, 0)
    now?.done?.()
  }

  private *played(moment: Moment): Generator<number> {
    const beats = moment.beats()
    yield* this.stood(beats.filter(({ after }) => !after))
    this.stand(null, 0)
    this.isDrawn = true
    const landing = moment.draw()
    const last = beats.filter(({ after }) => after)
    yield last.length || !this.late ? landing : 0
    yield* this.stood(last)
  }

  private *stood(beats: readonly Beat[]): Generator<number> {
    for (const beat of beats) {
      const ms = (beat.ms ?? 0) * this.audience.tempo() * (this.late ? HASTE : 1)
      this.stand(beat, ms)
      yield ms
    }
  }

  private get late(): boolean {
    return this.waiting.length > PATIENCE
  }

  private stand(beat: Beat | null, ms: number): void {
    if (!beat && !this.standing) return
    this.standing = beat !== null
    this.audience.stands(beat, ms)
  }
}
