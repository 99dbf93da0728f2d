import { render } from '@testing-library/svelte'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Level } from '../messages'
import { i18n } from '../words/i18n.svelte'
import BotLevel from './BotLevel.svelte'

beforeAll(() => i18n.use('en'))
beforeEach(() => vi.restoreAllMocks())

/** The levels that are offered, and the one that is chosen. */
function offered(levels: Level[], value: Level): [string[], string | undefined] {
  vi.spyOn(i18n, 'game').mockReturnValue({ levels } as never)
  const { container, unmount } = render(BotLevel, { game: 'some', value, choose: () => {} })
  const buttons = [...container.querySelectorAll('button')]
  const chosen = buttons.find((button) => button.getAttribute('aria-pressed') === 'true')?.textContent
  const labels = buttons.map(({ textContent }) => textContent)
  unmount()
  return [labels, chosen]
}

describe('how well bots play', () => {
  it('is one of the levels that differ in the game', () => {
    expect(offered(['easy', 'normal', 'hard', 'champion'], 'hard')).toEqual([['easy', 'normal', 'hard', 'champion'], 'hard'])
    expect(offered(['easy', 'normal'], 'easy')).toEqual([['easy', 'normal'], 'easy'])
  })

  it('is the level below where the game has none of that name', () => {
    expect(offered(['easy', 'normal'], 'champion')[1]).toBe('normal')
    expect(offered(['normal', 'hard'], 'easy')[1]).toBe('normal')
  })

  it('is no question in a game of luck', () => {
    expect(offered(['normal'], 'hard')).toEqual([[], undefined])
  })
})
