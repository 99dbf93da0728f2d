import { render } from '@testing-library/svelte'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { load } from '../App.svelte'
import ActionBar from '../play/ActionBar.svelte'
import { Play } from '../play/play.svelte'
import { fixtures } from '../table/fixtures'
import { i18n, preferred } from '../words/i18n.svelte'
import { company, keepCompany, Typing } from './names'

beforeAll(() => i18n.use('en'))
beforeEach(() => localStorage.clear())

describe('the language', () => {
  it.each([
    [null, ['es-ES', 'it'], 'en'],
    [null, [], 'en'],
    [null, ['nl', 'fr-BE', 'de'], 'fr'],
    ['de', ['fr'], 'de'],
  ])('chosen %s, spoken %s: %s', (stored, spoken, lang) => expect(preferred(stored, spoken)).toBe(lang))
})

describe('an address', () => {
  it.each(['/nope', '/t', '/game', '/me/more', '/t/ABCDE/more', '/constructor', '/constructor/x'])('that leads nowhere says so: %s', async (path) => {
    expect((await load(path)).default).toBe((await import('./NotFound.svelte')).default)
  })
  it('that leads somewhere is followed', async () => {
    expect((await load('/')).default).toBe((await import('./Home.svelte')).default)
    expect((await load('/about/')).default).toBe((await import('./About.svelte')).default)
  })
})

describe('where only a card can be drawn', () => {
  /** What is said at a table of that game to whoever may only draw. */
  function said(game: string): string {
    const { layout, moments } = fixtures[game]!
    const view = { ...moments[0]!.view, seat: 0, to_act: [0], legal: ['draw'], points: null, window: null }
    const { container } = render(ActionBar, { play: new Play(layout, view, ['You', 'Ben', 'Cleo', 'Dan'], () => {}) })
    return container.querySelector('.say')!.textContent!
  }
  it('because nothing fits, that is said', () => expect(said('elfer')).toBe('Your turn: no card can be laid.'))
  it('because every turn begins so, nobody speaks of playable cards', () => expect(said('farbensammeln')).toBe('Your turn: draw a card.'))
})

describe('names that are typed', () => {
  it('are taken after a pause, and at once when it begins', () => {
    vi.useFakeTimers()
    const typing = new Typing()
    const taken: string[] = []
    typing.soon(() => taken.push('Om'))
    typing.soon(() => taken.push('Oma'))
    expect(taken).toEqual([])
    vi.runAllTimers()
    expect(taken).toEqual(['Oma'])
    typing.soon(() => taken.push('Opa'))
    typing.now()
    vi.runAllTimers()
    expect(taken).toEqual(['Oma', 'Opa'])
    vi.useRealTimers()
  })
  it('are known the next time, whatever else is kept there', () => {
    keepCompany(1, 'Ben')
    expect(company()).toEqual(['', 'Ben'])
    localStorage.setItem('elfer.company', '{')
    expect(company()).toEqual([])
  })
})
