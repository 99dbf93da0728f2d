import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Absences, absent, FLEETING_MS, type Absence } from './absences'

let told: string[]
let absences: Absences
const gone = (left: number | null): Absence => ({ until: left === null ? null : performance.now() + left })

beforeEach(() => {
  vi.useFakeTimers()
  told = []
  absences = new Absences((seat, what) => told.push(`${seat} ${what}`))
})
afterEach(() => void vi.useRealTimers())

describe('who is away', () => {
  it('is told by seat, with the time until a bot steps in by this clock', () => {
    const seats = [{ kind: 'person' as const }, { kind: 'person' as const, away: true, stand_in_ms: 24_000 }, { kind: 'person' as const, away: true, stand_in_ms: null }, { kind: 'bot' as const }]
    expect(absent(seats, 1000)).toEqual([null, { until: 25_000 }, { until: null }, null])
  })

  it('is talked about when they have gone, when a bot plays, and when they are back', () => {
    absences.follow([null, gone(30_000)], false)
    vi.advanceTimersByTime(FLEETING_MS)
    expect(told).toEqual(['1 gone'])
    absences.follow([null, gone(27_500)], false) // told again: nothing new
    vi.advanceTimersByTime(27_499)
    expect(told).toEqual(['1 gone'])
    vi.advanceTimersByTime(1)
    expect(told).toEqual(['1 gone', '1 bot'])
    absences.follow([null, null], false)
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual(['1 gone', '1 bot', '1 returned'])
  })

  it('is not talked about who only loads the page anew', () => {
    absences.follow([gone(30_000)], false)
    vi.advanceTimersByTime(FLEETING_MS - 1)
    absences.follow([null], false)
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual([])
  })

  it('has no bot where none stands in, and one at once where nobody waits', () => {
    absences.follow([gone(null), gone(0)], false)
    vi.advanceTimersByTime(3_600_000)
    expect(told).toEqual(['0 gone', '1 bot'])
  })

  it('was so before one came oneself: only what comes then is told', () => {
    absences.follow([gone(20_000), gone(0)], true)
    vi.advanceTimersByTime(19_999)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual(['0 bot'])
    absences.follow([null, null], false)
    expect(told).toEqual(['0 bot', '0 returned', '1 returned'])
  })

  it('is forgotten when the match is over', () => {
    absences.follow([gone(20_000)], false)
    absences.clear()
    absences.follow([null], false)
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual([])
  })
})
