import { render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixtures } from '../table/fixtures'
import { i18n } from '../words/i18n.svelte'
import HandFan from './HandFan.svelte'
import { Play } from './play.svelte'
import TableView from './TableView.svelte'

beforeAll(() => i18n.use('en'))
const names = ['You', 'Ben', 'Cleo', 'Dan']

describe.each(Object.entries(fixtures))('the table of %s', (_, { layout, moments }) => {
  it('offers what can be done, in words, and does it when touched', async () => {
    for (const { view } of moments) {
      const done: string[] = []
      const play = new Play(layout, view, names, (text) => done.push(text))
      const { container, unmount } = render(TableView, { play })
      expect(container.textContent).not.toMatch(/undefined|\{\w+\}/)
      for (const action of view.window?.seconds ? [] : play.offers.bar) {
        screen.getByRole('button', { name: play.words.offer(action.text, names) }).click()
        expect(done.at(-1)).toBe(action.text)
      }
      unmount()
    }
  })

  it('goes on to the next moment', async () => {
    const { before, view, seat } = moments.at(-1)!
    const play = new Play(layout, before, names, () => {})
    const { container } = render(TableView, { play })
    play.show(view, seat)
    await tick()
    if (play.told.some(({ isEnd }) => !isEnd)) expect(container.querySelector('.ticker')?.textContent).not.toBe('')
  })

  it('speaks another language at once, with all that was said', async () => {
    const { before, view, seat } = moments.at(-1)!
    const play = new Play(layout, before, names, () => {})
    play.show(view, seat)
    const english = play.told.map((deed) => play.said(deed))
    await i18n.use('fr')
    const french = play.told.map((deed) => play.said(deed))
    await i18n.use('en')
    expect(french).toHaveLength(english.length)
    if (english.length) expect(french).not.toEqual(english)
  })
})

it('marks the cards of the hand that are wanted, as the layout declares', () => {
  let marked = 0
  for (const { layout, moments } of Object.values(fixtures)) {
    for (const { view } of moments) {
      const play = new Play(layout, view, names, () => {})
      const hand = play.arranged.hands[0]
      if (!hand) continue
      const fact = layout.zones[hand.zone]!.wanted
      const wanted = fact ? String(view.facts[fact]).split(' ') : []
      const { container, unmount } = render(HandFan, { play, hand, width: 900, card: 80 })
      const found = [...container.querySelectorAll<HTMLElement>('button.wanted')]
      expect(found.map(({ dataset }) => dataset.spot!.slice(5))).toEqual(hand.cards.filter((card) => wanted.includes(card)))
      for (const card of found) expect(card.getAttribute('aria-label')).toContain('wanted')
      marked += found.length
      unmount()
    }
  }
  expect(marked).toBeGreaterThan(0)
})
