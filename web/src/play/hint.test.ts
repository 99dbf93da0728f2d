import { render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fixtures } from '../table/fixtures'
import { takenApart } from '../table/notation'
import { i18n } from '../words/i18n.svelte'
import { Play } from './play.svelte'
import { needed } from './sight'
import TableView from './TableView.svelte'

beforeAll(async () => {
  await i18n.use('en')
  // A screen on which everything has room: without one, neither boards nor hands are drawn.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900)
})
afterAll(() => void vi.restoreAllMocks())
const names = ['You', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']
/** Of each verb the first ones: where forty places can be turned up, one is like the other. */
const some = (legal: string[]): string[] => {
  const verbs = legal.map((text) => takenApart(text).verb)
  return legal.filter((_, n) => verbs.slice(0, n).filter((verb) => verb === verbs[n]).length < 4)
}
/** What carries the mark: the card, the place, the seat or the button that is to be touched. */
const marked = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll('.hint-mark')].map((mark) => mark.parentElement!)

describe.each(Object.entries(fixtures))('a hint in %s', (_, { layout, moments }) => {
  it('marks what it proposes, whatever that is, until something is done', async () => {
    for (const { view } of moments) {
      if (view.window?.seconds) continue
      const play = new Play(layout, view, names, () => {})
      const { container, unmount } = render(TableView, { play })
      expect(marked(container)).toEqual([])
      for (const text of some(view.legal)) {
        play.hint = { do: text }
        await tick()
        const { named } = takenApart(text)
        const found = marked(container)
        expect(found.length, text).toBeGreaterThan(0)
        // Nothing else is marked: each is the proposed card, place, seat or pile, or the button that does it.
        const spots = found.map((node) => node.closest<HTMLElement>('[data-spot]')?.dataset.spot ?? 'button')
        const proposed = [`card:${named.card}`, `place:${named.place ?? named.card}`, `seat:${named.seat ?? named.seats}`, 'button']
        for (const spot of spots) if (!spot.startsWith('zone:')) expect(proposed, text).toContain(spot)
        expect(container.querySelector('.tip')!.textContent).toContain(play.words.offer(text, names))
      }
      if (!view.legal.length) continue
      play.act(view.legal[0]!)
      await tick()
      expect(marked(container)).toEqual([])
      unmount()
    }
  })
})

describe('a hint', () => {
  const shown = (game: string, legal: string[], hand: string[]) => {
    const { layout, moments } = fixtures[game]!
    const zones = moments[0]!.view.zones.map((zone) => (zone.shape === 'fan' && zone.owner === 0 ? { ...zone, cards: hand, count: hand.length } : zone))
    const play = new Play(layout, { ...moments[0]!.view, zones, legal, to_act: [0], window: null, points: null, events: [] }, names, () => {})
    return { play, ...render(TableView, { play }) }
  }

  it('goes with the choice: the number, then the card, and whom to ask', async () => {
    const legal = ['r5', 'y5', 'r7'].flatMap((card) => [1, 2].map((seat) => `ask ${seat} ${card}`))
    const { play, container } = shown('quartett', legal, ['b5', 'g7'])
    play.hint = { do: 'ask 2 y5' }
    await tick()
    expect(marked(container).map((node) => node.querySelector('b')?.textContent)).toEqual(['Cleo', '5'])
    play.touch({ rank: '5' })
    await tick()
    expect(marked(container).map((node) => node.getAttribute('aria-label'))).toEqual([null, 'yellow 5'])
  })

  it('is in the name of its card, and has room for a reason', async () => {
    const { play, container } = shown('mogeln', ['r9', 'y1', 'pass'], ['r9', 'y1'])
    play.hint = { do: 'y1', reason: 'ahead' }
    await tick()
    expect([...container.querySelectorAll('.hand button')].map((card) => card.getAttribute('aria-label')!.includes('proposed by the hint'))).toEqual([false, true])
    expect(container.querySelector('.tip span')!.textContent).toBe('It wins more often when the round is thought through to its end.')
    expect(container.querySelector('button.tip')).toBeNull()
  })

  it('shows on demand what else is worth, and has done with it at the next hint', async () => {
    const { play, container } = shown('mogeln', ['r9', 'y1', 'pass'], ['r9', 'y1'])
    const options = [{ do: 'y1', chance: 0.5, error: 0.1, even: true }, { do: 'r9', chance: 0.3, error: 0.1, even: false }]
    play.hint = { do: 'y1', reason: 'unheard-of', options }
    await tick()
    expect(container.querySelector('.tip span')).toBeNull()
    expect(container.querySelector('.bars')).toBeNull()
    container.querySelector<HTMLButtonElement>('button.tip')!.click()
    await tick()
    expect(container.querySelectorAll('.bars li').length).toBe(2)
    play.show({ ...play.view, legal: ['pass'] }, 1)
    await tick()
    expect(container.querySelector('.bars')).toBeNull()
  })

  it('is announced while it is thought about', async () => {
    const { play, container } = shown('mogeln', ['r9', 'pass'], ['r9'])
    play.pondering = true
    await tick()
    expect(container.querySelector('.say')!.textContent).toBe('Hint: let me think …')
  })

  it('is over with its moment', async () => {
    const { play, container } = shown('mogeln', ['r9', 'pass'], ['r9'])
    play.hint = { do: 'r9' }
    play.show({ ...play.view, legal: ['pass'] }, 1)
    await tick()
    expect([play.hint, marked(container)]).toEqual([null, []])
    expect(container.querySelector('.tip')).toBeNull()
  })

  it('moves what it is about only as far as it has to', () => {
    expect(needed(20, 60, 0, 100)).toBe(0)
    expect(needed(-30, 10, 0, 100)).toBe(-38)
    expect(needed(90, 130, 0, 100)).toBe(38)
    expect(needed(90, 300, 0, 100)).toBe(82) // larger than what is seen: its beginning counts
  })
})
