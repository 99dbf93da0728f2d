import { render } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '../words/i18n.svelte'
import AwayNote from './AwayNote.svelte'

beforeEach(async () => {
  await i18n.use('en')
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

function shown(left: number | null): { whole: () => string; brief: () => string } {
  const { container } = render(AwayNote, { absence: { until: left === null ? null : performance.now() + left }, first: false })
  const read = (what: string) => () => [...container.querySelectorAll(what)].map((node) => node.textContent.trim()).join(' ')
  return { whole: read('.whole'), brief: read('.brief') }
}

it('counts down until a bot steps in, and then says that it plays', async () => {
  const { whole, brief } = shown(24_000)
  expect([whole(), brief()]).toEqual(['away – a bot steps in in 24\u00a0s', 'away bot in 24\u00a0s'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([whole(), brief()]).toEqual(['away – a bot steps in in 14\u00a0s', 'away bot in 14\u00a0s'])
  await vi.advanceTimersByTimeAsync(14_000)
  expect([whole(), brief()]).toEqual(['away – a bot plays', 'away a bot plays'])
})

it('counts long times in minutes', () => {
  expect(shown(3_600_000).whole()).toBe('away – a bot steps in in 60\u00a0min')
  expect(shown(99_000).whole()).toBe('away – a bot steps in in 99\u00a0s')
})

it('says only that somebody is away where no bot steps in', async () => {
  const { whole, brief } = shown(null)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([whole(), brief()]).toEqual(['away', 'away'])
})

it('stops looking at the clock when nothing is left to count', async () => {
  shown(3000)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(4000)
  expect(vi.getTimerCount()).toBe(0)
})
