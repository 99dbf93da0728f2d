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

describe('a choice', () => {
  const shown = (game: string, legal: string[], hand: string[] = []) => {
    const { layout, moments } = fixtures[game]!
    const done: string[] = []
    const zones = moments[0]!.view.zones.map((zone) => (zone.shape === 'fan' && zone.owner === 0 ? { ...zone, cards: hand, count: hand.length } : zone))
    const view = { ...moments[0]!.view, zones, legal, to_act: [0], window: null, points: null, events: [] }
    const play = new Play(layout, view, names, (text) => done.push(text))
    return { play, done, ...render(TableView, { play }) }
  }

  it('of seats has its question, and the seats themselves can be tapped', () => {
    const { done, container } = shown('hawaiki', ['name 1', 'name 2', 'name 3'])
    screen.getByText('Who draws a card?')
    container.querySelector<HTMLElement>('[data-spot="seat:2"] button.who')!.click()
    expect(done).toEqual(['name 2'])
  })

  it('of places is made on the board, without a list over it', async () => {
    const { play, done, container } = shown('master', ['j@r10', 'j@r12', 'j@y10', 'r12', 'draw'], ['j', 'r12'])
    play.touch({ card: 'j' })
    await tick()
    screen.getByText('Where do you lay a joker?')
    expect(container.querySelector('.more')).toBeNull()
    const places = play.arranged.boards.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter((cell) => play.calls(cell))))
    expect(places.map(({ key }) => key).sort()).toEqual(['r10', 'r12', 'y10'])
    play.touch({ place: 'y10' })
    expect(done).toEqual(['j@y10'])
  })

  it('of what to do with a card has its buttons', async () => {
    const { play } = shown('brettspiel', ['g15', 'give g15', 'end'], ['g15', 'r3'])
    play.touch({ card: 'g15' })
    await tick()
    screen.getByText('What do you do with this tile?')
    screen.getByRole('button', { name: play.words.offer('give g15') })
  })

  it('of cards to ask for goes by number, then by colour, then by seat', async () => {
    const legal = ['r5', 'y5', 'r7'].flatMap((card) => [1, 2].map((seat) => `ask ${seat} ${card}`))
    const { play, done, container } = shown('quartett', legal, ['b5', 'g7', 'y7', 'b7'])
    screen.getByText('Which number do you ask for?')
    const tiles = [...container.querySelectorAll<HTMLElement>('.ranks button')]
    expect(tiles.map((tile) => tile.querySelector('b')!.textContent)).toEqual(['5', '7'])
    tiles[0]!.click()
    await tick()
    screen.getByText('Which 5 do you ask for?')
    screen.getByRole('button', { name: 'yellow 5' }).click()
    await tick()
    screen.getByText('Whom do you ask for yellow 5?')
    container.querySelector<HTMLElement>('[data-spot="seat:2"] button.who')!.click()
    expect(done).toEqual(['ask 2 y5'])
    expect(play.left).toEqual([])
  })
})
