import { render } from '@testing-library/svelte'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fixtures } from '../table/fixtures'
import { readingMs } from '../table/reading'
import { i18n } from '../words/i18n.svelte'
import Choices from './Choices.svelte'
import { Play } from './play.svelte'

beforeAll(() => i18n.use('en'))

/** A moment of a row game in which the viewer can lay some cards of the hand, and others not. */
function turn(): { play: Play; sent: string[]; dull: string } {
  const { layout, moments } = fixtures.elfer!
  for (const { view } of moments) {
    const sent: string[] = []
    const play: Play = new Play(layout, view, ['You', 'Ben', 'Cleo', 'Dan'], (text) => {
      sent.push(text)
      play.busy = true
    })
    const dull = play.arranged.hands[0]!.cards.find((card) => !play.offers.cards.has(card))
    if (play.acting && dull) return { play, sent, dull }
  }
  throw new Error('no such moment among the fixtures')
}

describe('a card that cannot be played', () => {
  it('is sent, so that the answer says why', () => {
    const { play, sent, dull } = turn()
    play.touchCard(dull)
    play.refused('It does not fit.', 'EL-7')
    expect(sent).toEqual([dull])
    expect(play.notice).toBe('It does not fit.')
  })

  it('waits for the answer to what was done before', () => {
    const { play, sent, dull } = turn()
    play.busy = true
    play.touchCard(dull)
    expect(sent).toEqual([])
    play.answered()
    expect(sent).toEqual([dull])
  })

  it('is forgotten when it has left the hand meanwhile, or no answer came', () => {
    const { play, sent, dull } = turn()
    play.busy = true
    play.touchCard(dull)
    play.unanswered()
    play.busy = true
    play.touchCard('none of these')
    play.answered()
    expect(sent).toEqual([])
  })

  it('says who is waited for when somebody else is to act', () => {
    const { play, sent, dull } = turn()
    play.view = { ...play.view, to_act: [(play.view.seat! + 1) % 4], legal: [] }
    play.touchCard(dull)
    expect(sent).toEqual([])
    expect(play.notice).toBe(play.waiting)
    expect(play.notice).toContain(play.names[play.view.to_act[0]!])
  })
})

describe('why something was not done', () => {
  const told = (): { play: Play; card: string } => {
    const { play, dull } = turn()
    play.touchCard(dull)
    play.refused('It does not fit.', 'EL-7')
    return { play, card: play.arranged.hands[0]!.cards.find((name) => play.offers.raised.has(name))! }
  }

  it('is over when the next thing is touched, whatever that is', () => {
    const touches: ((play: Play, card: string) => void)[] = [
      (play, card) => play.touch({ card }),
      (play) => play.touch({ place: 'nowhere' }),
      (play, card) => play.raise(card),
      (play, card) => play.touchCard(card),
      (play) => play.act('draw'),
      (play) => play.letGo(),
    ]
    for (const touch of touches) {
      const { play, card } = told()
      expect(play.notice).toBe('It does not fit.')
      touch(play, card)
      expect([play.notice, play.broken]).toEqual(['', ''])
    }
  })

  it('is over with its moment', () => {
    const { play } = told()
    play.show({ ...play.view, to_act: [1] }, 0)
    expect(play.notice).toBe('')
  })

  it('goes when it has been read, but not while a finger or a key is on it', async () => {
    vi.useFakeTimers()
    const { play } = told()
    const { container } = render(Choices, { play, wanted: [], numbers: null, listed: [] })
    const ms = readingMs(play.notice)
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(play.notice).toBe('It does not fit.')
    container.querySelector('.notice')!.dispatchEvent(new Event('focusin', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(10 * ms)
    expect(play.notice).toBe('It does not fit.')
    container.querySelector('.notice')!.dispatchEvent(new Event('focusout', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(ms)
    expect(play.notice).toBe('')
    expect(container.querySelector('[role=alert]')).toBeNull()
    vi.useRealTimers()
  })
})

describe('two taps', () => {
  const card = (play: Play): string => play.arranged.hands[0]!.cards.find((name) => play.offers.raised.has(name))!

  it('raise a card, and lay it', () => {
    const { play, sent } = turn()
    expect(play.raise(card(play))).toBe(true)
    expect([sent, play.chosen.card]).toEqual([[], card(play)])
    expect(play.raise(card(play))).toBe(false)
    play.touchCard(card(play))
    expect(sent).toEqual([card(play)])
  })

  it('raise nothing that cannot be laid, or while an answer is awaited', () => {
    const { play, dull } = turn()
    expect(play.raise(dull)).toBe(false)
    play.busy = true
    expect(play.raise(card(play))).toBe(false)
    expect(play.chosen).toEqual({})
  })
})

describe('what is done in secret', () => {
  const { layout, moments } = fixtures.mogeln!
  const view = { ...moments[0]!.view, seat: 0, points: null, window: null }
  const told = (play: Play): string[] => play.told.map((deed) => play.said(deed))
  const names = ['You', 'Ben', 'Cleo', 'Dan']

  it('tells nothing again of what everyone saw before', () => {
    const play = new Play(layout, { ...view, events: [] }, names, () => {})
    play.show({ ...view, events: ['3: pass'] }, 3)
    play.show({ ...view, events: ['3: pass', 'hand0>laid0 r5'] }, null)
    expect(play.view.events).toEqual(['hand0>laid0 r5'])
    play.show({ ...view, events: ['3: pass', 'hand0>laid0 r5', 'hand0>laid0 r6'] }, null)
    expect(told(play)).toEqual(['Dan passes.', 'You lay red 5 face down.', 'You lay red 6 face down.'])
  })

  it('tells nothing of an answer', () => {
    const counted = fixtures.elfer!
    const asked = { ...counted.moments[0]!.view, events: ['stock>hand1 ?'], window: { asked: [0, 1], seconds: 4, answered: false } }
    const play = new Play(counted.layout, { ...asked, events: [], window: null }, names, () => {})
    play.show(asked, 1)
    play.show({ ...asked, window: { ...asked.window, answered: true } }, null)
    expect(told(play)).toEqual(['Ben draws a card.'])
    play.show({ ...asked, window: null, events: ['1: pass'] }, null)
    expect(told(play)).toEqual(['Ben draws a card.', 'Ben passes.'])
  })

  it('is not taken for something that happens twice', () => {
    const counted = fixtures.elfer!
    const drawn = { ...counted.moments[0]!.view, events: ['stock>hand1 ?'], window: null }
    const play = new Play(counted.layout, { ...drawn, events: [] }, names, () => {})
    play.show(drawn, 1)
    play.show(drawn, 1)
    expect(told(play)).toEqual(['Ben draws a card.', 'Ben draws a card.'])
    play.showAgain(drawn)
    expect(told(play)).toHaveLength(2)
    play.showAgain({ ...drawn, events: ['1: end'] })
    expect(told(play)).toHaveLength(3)
  })
})
