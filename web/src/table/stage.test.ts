import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Beat, Pace } from '../messages'
import { rounds } from './fixtures'
import { Director, HASTE, PATIENCE, TEMPO } from './stage'

/** How long cards are on their way here, and how long bots wait before they act. */
const LANDING = 300
const PAUSE = 700

interface Entry {
  at: number
  /** `draw 3`, `beat 3.0` or `end`: what is drawn, the beats of it that stand, and when none does any more. */
  what: string
}

/** A screen that writes down what it is shown, and when. */
class Screen {
  log: Entry[] = []
  seen = 0
  private told: [number, Beat[]] = [0, []]
  readonly director: Director

  constructor(readonly tempo = 1) {
    this.director = new Director({
      stands: (beat) => this.note(beat ? `beat ${this.told[0]}.${this.told[1].indexOf(beat)}` : 'end'),
      tempo: () => this.tempo,
      seen: () => (this.seen += 1),
    })
  }

  add(number: number, beats: Beat[], aside = false): void {
    this.director.add({
      beats: () => ((this.told = [number, beats]), beats),
      draw: () => (this.note(`draw ${number}`), LANDING),
      aside,
    })
  }

  private note(what: string): void {
    this.log.push({ at: Date.now(), what })
  }

  /** What was drawn and which beats stood, in order. */
  get shown(): string[] {
    return this.log.map(({ what }) => what).filter((what) => what !== 'end')
  }

  /** How long each beat stood, and until when. */
  stood(): { what: string; ms: number; over: number }[] {
    return this.log.flatMap(({ at, what }, n) => {
      const over = this.log[n + 1]?.at ?? Infinity
      return what.startsWith('beat') ? [{ what, ms: over - at, over }] : []
    })
  }
}

/** What is to be seen of these moments, in its order. */
function expected(moments: Beat[][]): string[] {
  return moments.flatMap((beats, n) => {
    const shown = (after: boolean): string[] => beats.flatMap((beat, k) => (Boolean(beat.after) === after ? [`beat ${n}.${k}`] : []))
    return [...shown(false), `draw ${n}`, ...shown(true)]
  })
}

const lasts = (moments: Beat[][], what: string): number => {
  const [n, k] = what.slice(5).split('.').map(Number) as [number, number]
  return moments[n]![k]!.ms!
}
const whole = (beats: Beat[]): number => beats.reduce((sum, { ms = 0 }) => sum + ms, 0)

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

describe.each(Object.entries(rounds))('a whole round of %s', (_, moments) => {
  it.each(Object.entries(TEMPO) as [Pace, number][])('lets every beat stand for its time, at the pace %s, before anything else is drawn', (_, tempo) => {
    const screen = new Screen(tempo)
    // As the server sends them: bots wait for the beats before.
    moments.forEach((beats, n) => {
      screen.add(n, beats)
      vi.advanceTimersByTime(whole(beats) * tempo + PAUSE)
    })
    vi.runAllTimers()
    expect(screen.shown).toEqual(expected(moments))
    const stood = screen.stood()
    expect(stood).toHaveLength(moments.flat().length)
    // Clocks count whole milliseconds.
    for (const { what, ms } of stood) expect(ms, what).toBeGreaterThanOrEqual(Math.floor(lasts(moments, what) * tempo))
    expect(screen.director.busy).toBe(false)
  })

  it('goes on at once when a beat is tapped away, and leaves nothing out', () => {
    const screen = new Screen()
    const tapped: number[] = []
    let state = 7
    const below = (n: number): number => (state = (state * 1103515245 + 12345) % 2147483648) % n
    moments.forEach((beats, n) => {
      screen.add(n, beats)
      for (let left = whole(beats) + PAUSE; left > 0; ) {
        const next = Math.min(left, 50 + below(1500))
        vi.advanceTimersByTime(next)
        left -= next
        if (screen.director.stands) tapped.push(Date.now())
        screen.director.skip()
      }
    })
    vi.runAllTimers()
    expect(screen.shown).toEqual(expected(moments))
    const early = screen.stood().filter(({ what, ms }) => ms < lasts(moments, what))
    expect(early.length).toBeGreaterThan(0)
    for (const { what, over } of early) expect(tapped, what).toContain(over)
    expect(early.length).toBeLessThanOrEqual(tapped.length)
  })

  it('catches up when all of it comes at once, in order and with every beat', () => {
    const screen = new Screen()
    moments.forEach((beats, n) => screen.add(n, beats))
    vi.runAllTimers()
    expect(screen.shown).toEqual(expected(moments))
    const last = moments.length - PATIENCE
    for (const { what, ms } of screen.stood()) {
      const unhurried = Number(what.slice(5).split('.')[0]) >= last
      expect(ms, what).toBeGreaterThanOrEqual(lasts(moments, what) * (unhurried ? 1 : HASTE))
    }
    const plain = screen.log.filter(({ what }, n) => what.startsWith('draw') && screen.log[n + 1]?.at === screen.log[n]!.at)
    if (moments.filter((beats) => !beats.length).length > 10) expect(plain.length).toBeGreaterThan(0)
  })
})

describe('the director', () => {
  const beat = (ms: number, after = false): Beat => ({ kind: 'outcome', says: 'won', ms, after })

  it('lets cards land before what comes after them, and before the next moment', () => {
    const screen = new Screen()
    screen.add(0, [beat(1000), beat(500, true)])
    screen.add(1, [])
    screen.add(2, [])
    vi.runAllTimers()
    expect(screen.log.map(({ at, what }) => [at, what])).toEqual([
      [0, 'beat 0.0'], [1000, 'end'], [1000, 'draw 0'], [1000 + LANDING, 'beat 0.1'], [1500 + LANDING, 'end'],
      [1500 + LANDING, 'draw 1'], [1500 + 2 * LANDING, 'draw 2'],
    ])
    expect(screen.seen).toBe(1)
  })

  it('says that everything was seen only when nothing is left', () => {
    const screen = new Screen()
    screen.add(0, [beat(1000)])
    vi.advanceTimersByTime(1000)
    expect(screen.seen).toBe(0)
    screen.add(1, [])
    vi.advanceTimersByTime(2 * LANDING - 1)
    expect(screen.seen).toBe(0)
    vi.advanceTimersByTime(1)
    expect(screen.seen).toBe(1)
  })

  it('takes a tap for a beat only while one stands', () => {
    const screen = new Screen()
    screen.add(0, [beat(1000)])
    expect(screen.director.stands).toBe(true)
    screen.director.skip()
    expect([screen.director.stands, Date.now(), screen.shown.at(-1)]).toEqual([false, 0, 'draw 0'])
    screen.director.skip()
    screen.add(1, [])
    expect(screen.shown.at(-1)).toBe('draw 0')
    vi.advanceTimersByTime(LANDING)
    expect(screen.shown.at(-1)).toBe('draw 1')
  })

  it('draws what is left at once when nobody looks, without a beat', () => {
    const screen = new Screen()
    screen.add(0, [beat(1000), beat(1000)])
    screen.add(1, [beat(1000)])
    screen.add(2, [])
    screen.director.flush()
    expect(screen.shown).toEqual(['beat 0.0', 'draw 0', 'draw 1', 'draw 2'])
    expect([screen.seen, screen.director.busy, screen.director.stands]).toEqual([1, false, false])
    vi.runAllTimers()
    expect(screen.shown).toHaveLength(4)
    screen.director.flush()
    expect(screen.seen).toBe(1)
  })

  it('draws nothing twice when nobody looks any more', () => {
    const screen = new Screen()
    screen.add(0, [beat(1000, true)])
    vi.advanceTimersByTime(LANDING + 10)
    screen.director.flush()
    expect(screen.shown).toEqual(['draw 0', 'beat 0.0'])
    expect(screen.seen).toBe(1)
  })

  it('forgets what is left when the table is shown anew', () => {
    const screen = new Screen()
    screen.add(0, [beat(1000)])
    screen.add(1, [])
    screen.director.clear()
    vi.runAllTimers()
    expect(screen.shown).toEqual(['beat 0.0'])
    screen.add(2, [])
    expect(screen.shown.at(-1)).toBe('draw 2')
  })

  it('draws what is only one’s own beside a beat, but never before what came earlier', () => {
    const screen = new Screen()
    screen.add(0, [beat(1000, true)])
    vi.advanceTimersByTime(LANDING)
    screen.add(1, [], true)
    expect(screen.shown).toEqual(['draw 0', 'beat 0.0', 'draw 1'])
    screen.add(2, [beat(500)])
    screen.add(3, [], true)
    expect(screen.shown).toHaveLength(3)
    vi.runAllTimers()
    expect(screen.shown.slice(3)).toEqual(['beat 2.0', 'draw 2', 'draw 3'])
  })
})
