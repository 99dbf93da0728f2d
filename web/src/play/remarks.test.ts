import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readingMs } from '../table/reading'
import { Remarks } from './remarks.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const said = (remarks: Remarks): string[] => remarks.shown.map(({ seat, text }) => `${seat} ${text()}`)

describe('what is said at a seat', () => {
  it('stands as long as it takes to read it, and no longer', () => {
    const remarks = new Remarks()
    remarks.add(1, 'Hi', 'chat')
    remarks.add(2, 'x'.repeat(50), 'chat')
    expect(readingMs('x'.repeat(50))).toBeGreaterThan(readingMs('Hi') + 1000)
    vi.advanceTimersByTime(readingMs('Hi') - 1)
    expect(said(remarks)).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(said(remarks)).toEqual([`2 ${'x'.repeat(50)}`])
    vi.advanceTimersByTime(readingMs('x'.repeat(50)))
    expect(said(remarks)).toEqual([])
  })

  it('never stands for ever, however long it is', () => {
    expect(readingMs('x'.repeat(400))).toBe(10_000)
    expect(readingMs('')).toBeGreaterThanOrEqual(2000)
  })

  it('takes the place of what was said there before, with a time of its own', () => {
    const remarks = new Remarks()
    remarks.add(1, 'Hello!', 'emote')
    vi.advanceTimersByTime(2000)
    remarks.add(0, 'Oh.', 'bot')
    remarks.add(1, 'Wow!', 'emote')
    expect(said(remarks)).toEqual(['0 Oh.', '1 Wow!'])
    vi.advanceTimersByTime(readingMs('Hello!') - 2000)
    expect(said(remarks)).toEqual(['0 Oh.', '1 Wow!'])
  })

  it('is over for all when one leaves', () => {
    const remarks = new Remarks()
    remarks.add(1, 'Hello!', 'emote')
    remarks.add(2, () => 'counting', 'presence')
    remarks.clear()
    expect(said(remarks)).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
