import { render } from '@testing-library/svelte'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Review } from '../messages'
import { api } from '../net/api'
import HintBars from '../play/HintBars.svelte'
import { Play } from '../play/play.svelte'
import { fixtures } from '../table/fixtures'
import { i18n } from '../words/i18n.svelte'
import Chances from './Chances.svelte'

beforeAll(() => i18n.use('en'))
afterEach(() => vi.unstubAllGlobals())

/** A server that answers in these pieces, however they fall. */
function answering(pieces: string[], status = 200): void {
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    })
    return new Response(body, { status })
  })
}

async function heard(): Promise<number[]> {
  const out: number[] = []
  for await (const { done } of api.review('match', 0)) out.push(done)
  return out
}

describe('a review', () => {
  it('is heard line by line, however it comes', async () => {
    answering(['{"done":0}\n{"do', 'ne":0.5}', '\n', '{"done":1}\n'])
    expect(await heard()).toEqual([0, 0.5, 1])
  })

  it('that is refused says why', async () => {
    answering(['{"code":"bots-busy","sentence":"The bots are busy.","expected":""}'], 503)
    await expect(heard()).rejects.toThrow('The bots are busy.')
  })

  it('that breaks off keeps what was heard', async () => {
    vi.stubGlobal('fetch', async () => {
      let told = false
      const body = new ReadableStream({
        pull(controller) {
          if (told) controller.error(new Error('gone'))
          else controller.enqueue(new TextEncoder().encode('{"done":0.5}\n'))
          told = true
        },
      })
      return new Response(body)
    })
    const out: number[] = []
    await expect((async () => {
      for await (const { done } of api.review('match', 0)) out.push(done)
    })()).rejects.toThrow()
    expect(out).toEqual([0.5])
  })
})

describe('the chances', () => {
  const review: Review = {
    done: 0.4,
    outlooks: [{ step: 0, round: 0, chances: [0.5, 0.5], error: 0.1 }, { step: 10, round: 0, chances: [0.98, 0.02], error: 0.05 }],
    turns: [{ step: 4, seat: 0, done: 'r1', better: 'r2', chance: 0.2, might: 0.6, error: 0.1, reason: null }],
  }
  it('have a band for each seat, as wide as they may be off', () => {
    const { container } = render(Chances, { review, names: ['Ada', 'Ben'], last: 10, at: 0, go: () => {} })
    expect(container.querySelectorAll('polyline').length).toBe(2)
    const bands = [...container.querySelectorAll('polygon')].map((band) => band.getAttribute('points')!.split(' ').map((point) => Number(point.split(',')[1])))
    const [top, , , bottom] = bands[0]!
    const [least, whole] = [10 + 0.4 * 136, 10 + 0.6 * 136]
    expect([top, bottom]).toEqual([least, whole])
    // Nobody is surer than sure.
    expect(Math.min(...bands.flat())).toBeGreaterThanOrEqual(10)
    expect(container.querySelectorAll('circle').length).toBe(1)
  })
  it('can be none yet', () => {
    const { container } = render(Chances, { review: { done: 0 }, names: ['Ada'], last: 10, at: 0, go: () => {} })
    expect(container.querySelector('polyline')!.getAttribute('points')).toBe('')
  })
})

describe('what actions are worth', () => {
  const { layout, moments } = fixtures.elfer!
  const play = new Play(layout, moments[0]!.view, ['You', 'Ben', 'Cleo', 'Dan'], () => {})
  const options = [
    { do: 'r12', chance: 0.6, error: 0.1, even: true },
    { do: 'b9', chance: 0.55, error: 0.1, even: true },
    { do: 'draw', chance: 0.01, error: 0.04, even: false },
  ]
  it('is drawn with what it may be off, and said', () => {
    const { container } = render(HintBars, { play, options })
    const rows = [...container.querySelectorAll('li')]
    expect(rows.map((row) => row.querySelector('.what')!.textContent)).toEqual(['Lay red 12', 'Lay blue 9', 'Draw a card'])
    expect(rows.map((row) => (row.querySelector('.bar') as HTMLElement).style.width)).toEqual(['60%', '55%', '1%'])
    const off = rows.map((row) => (row.querySelector('.off') as HTMLElement).style)
    expect(off.map(({ left, right }) => [left, right])).toEqual([['50%', '30%'], ['45%', '35%'], ['0%', '95%']])
    expect(rows[0]!.querySelector('.track')!.getAttribute('aria-label')).toBe('60 %, give or take 10')
    expect(container.querySelector('p.even')!.textContent).toBe('About as good: Lay blue 9.')
    expect(rows.map((row) => row.classList.contains('even'))).toEqual([true, true, false])
  })
  it('counts what is as good where that is much', () => {
    const many = ['r12', 'r10', 'b9', 'b12', 'draw'].map((text) => ({ do: text, chance: 0.5, error: 0.1, even: true }))
    const { container } = render(HintBars, { play, options: many })
    expect(container.querySelector('p.even')!.textContent).toBe('4 others are about as good.')
  })
  it('says of nothing that it is as good where one is better', () => {
    const { container } = render(HintBars, { play, options: [options[0]!, options[2]!] })
    expect(container.querySelector('p.even')).toBeNull()
  })
})
