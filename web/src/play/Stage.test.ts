import { render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Beat } from '../messages'
import { fixtures, rounds } from '../table/fixtures'
import { i18n } from '../words/i18n.svelte'
import { Play } from './play.svelte'
import Stage from './Stage.svelte'

const names = ['You', 'Ben', 'Cleo', 'Dan']

beforeAll(() => i18n.use('en'))
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="table"><main></main></div>'
})
afterEach(() => vi.useRealTimers())

async function staged(game: string, beat: Beat, shared = false, who = names): Promise<{ panel: HTMLElement; spoken: string; unmount: () => void }> {
  const { layout, moments } = fixtures[game]!
  const play = new Play(layout, moments[0]!.view, who, () => {})
  const target = document.getElementById('table')!
  const { unmount } = render(Stage, { target, props: { play, now: { beat, ms: beat.ms! }, shared } })
  await tick()
  return { panel: target.querySelector('.panel')!, spoken: target.querySelector('[aria-live]')!.textContent!, unmount }
}

const first = (game: string, kind: Beat['kind'], more: (beat: Beat) => boolean = () => true): Beat =>
  rounds[game]!.flat().find((beat) => beat.kind === kind && more(beat))!

describe.each(Object.keys(rounds))('the stage of %s', (game) => {
  it('says every kind of beat, to be seen and to be heard', async () => {
    const seen = new Set<string>()
    for (const beat of rounds[game]!.flat()) {
      const key = `${beat.kind} ${beat.says} ${beat.right}`
      if (seen.has(key)) continue
      seen.add(key)
      const sentence = i18n.at(game).beat(beat, 0, names)
      const { panel, spoken, unmount } = await staged(game, beat)
      expect(panel.querySelector('.said')!.textContent!.trim()).toBe(sentence)
      expect(spoken).toContain(sentence)
      expect(panel.textContent).not.toMatch(/undefined|NaN|\{\w+\}/)
      expect([panel.classList.contains('right'), panel.classList.contains('wrong')]).toEqual([beat.right === true, beat.right === false])
      expect(panel.querySelectorAll('.said svg')).toHaveLength(beat.right === undefined ? 0 : 1)
      unmount()
    }
    expect(seen.size).toBeGreaterThan(0)
  })
})

describe('the stage', () => {
  it('turns cards up one by one and lets the sum grow', async () => {
    const beat = first('ratefix', 'add-up')
    const { panel } = await staged('ratefix', beat)
    const sum = (): number => Number(panel.querySelector('.sum')!.textContent)
    const numbers = beat.cards!.map(({ card }) => Number(card.slice(1)))
    const sums = [0, ...numbers.map((_, n) => numbers.slice(0, n + 1).reduce((a, b) => a + b))]
    const shown = [sum()]
    for (let time = 0; time < beat.ms!; time += 10) {
      vi.advanceTimersByTime(10)
      await tick()
      if (sum() !== shown.at(-1)) shown.push(sum())
    }
    expect(shown).toEqual(sums)
    expect(sum()).toBe(beat.total)
  })

  it('puts the guesses on a line around what was to be met, the nearest first', async () => {
    const beat = first('ratefix', 'compare', ({ marks }) => marks!.filter(({ best }) => best).length === 1)
    const { panel } = await staged('ratefix', beat)
    expect(panel.querySelector('.aim')!.textContent).toBe(String(beat.total))
    const rows = [...panel.querySelectorAll('li:not(.aim)')]
    expect(rows).toHaveLength(beat.marks!.length)
    expect(rows.map((row) => row.classList.contains('best'))).toEqual(beat.marks!.map((_, n) => n === 0))
    const at = (of: string): number => parseFloat(rows[0]!.querySelector<HTMLElement>(of)!.style.left)
    const { number } = beat.marks!.find(({ best }) => best)!
    expect(Math.sign(at('.dot') - at('.target'))).toBe(Math.sign(number - beat.total!))
  })

  it('shows calls as a race, the quickest first', async () => {
    const beat = first('schlafmuetze', 'compare')
    const { panel } = await staged('schlafmuetze', beat)
    const wide = [...panel.querySelectorAll<HTMLElement>('.race .bar')].map(({ style }) => parseFloat(style.width))
    expect(wide).toEqual([...wide].sort((a, b) => a - b))
    expect(wide).toHaveLength(beat.marks!.length)
  })

  it('raises the higher one of two cards', async () => {
    const beat = first('zweikampf', 'compare', ({ cards }) => cards!.some(({ best }) => best))
    const { panel } = await staged('zweikampf', beat)
    expect([...panel.querySelectorAll('figure')].map(({ classList }) => [classList.contains('best'), classList.contains('dim')])).toEqual(
      beat.cards!.map(({ best = false }) => [best, !best]),
    )
  })

  it('lets what is said hang at its seat', async () => {
    document.querySelector('main')!.insertAdjacentHTML('beforebegin', '<i data-spot="seat:0"></i><i data-spot="seat:1"></i><i data-spot="seat:2"></i>')
    const { panel } = await staged('quartett', first('quartett', 'say'))
    expect(panel.classList.contains('says')).toBe(true)
  })

  it('leaves cards where they lie open on the table, and only says what they are', async () => {
    const { layout, moments } = fixtures['was-liegt-wo']!
    const view = moments.map((moment) => moment.view).find(({ zones }) => zones.some(({ shape, cards }) => shape === 'places' && cards?.some((card) => card && card !== '?')))!
    const card = view.zones.flatMap(({ shape, cards }) => (shape === 'places' ? (cards ?? []) : [])).find((name) => name && name !== '?')!
    const beat: Beat = { ...first('was-liegt-wo', 'compare'), cards: [{ card }] }
    const target = document.getElementById('table')!
    render(Stage, { target, props: { play: new Play(layout, view, names, () => {}), now: { beat, ms: 2000 } } })
    await tick()
    expect(target.querySelector('.in-place .panel')).not.toBeNull()
    expect(target.querySelector('.cards')).toBeNull()
    expect(target.querySelector('[aria-live]')!.textContent).toContain(i18n.words.card(card))
  })

  it('calls nobody “you” where several look on from here', async () => {
    const beat: Beat = { kind: 'outcome', says: 'won', seat: 0, right: true, ms: 1800, after: true }
    const { panel } = await staged('elfer', beat, true, ['Ada', 'Ben', 'Cleo', 'Dan'])
    expect(panel.querySelector('.said')!.textContent).toContain('Ada wins the round!')
  })
})
