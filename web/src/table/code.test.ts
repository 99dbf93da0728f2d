import { describe, expect, it } from 'vitest'
import en from '../words/generated/en.json'
import type { Catalogue } from '../words/words'
import { changed } from './change'
import { applying, offered, tableCode } from './code'
import { fixtures } from './fixtures'

const game = (id: string) => (en as unknown as Catalogue).games.find((one) => one.id === id)!

describe('table codes', () => {
  const { options } = game('elfer')

  it('leave out what is usual', () => {
    expect(tableCode('elfer', 4, options, {})).toBe('elfer.4')
    expect(tableCode('elfer', 4, options, { rounds: 1 })).toBe('elfer.4')
  })

  it('count from the default', () => {
    expect(tableCode('elfer', 2, options, { rounds: 4, deck: 60 })).toBe('elfer.2.31')
  })

  it('are those of recorded tables', () => {
    for (const { layout } of Object.values(fixtures)) {
      expect(tableCode(layout.game, layout.players, game(layout.game).options, {})).toBe(layout.setup)
    }
  })
})

describe('options', () => {
  const { options } = game('elfer')
  const option = (name: string) => options.find((one) => one.name === name)!

  it('are offered where they matter', () => {
    expect(offered(option('deck'), 4, {}, options)).toBe(false)
    expect(offered(option('deck'), 2, {}, options)).toBe(true)
    expect(offered(option('without'), 2, {}, options)).toBe(false)
    expect(offered(option('without'), 2, { deck: 60 }, options)).toBe(true)
  })

  it('are dropped where they do not', () => {
    expect(applying(options, 4, { deck: 60, without: 'red', rounds: 2 })).toEqual({ rounds: 2 })
  })
})

describe('a change', () => {
  const { view } = fixtures.elfer!.moments[0]!

  it('leaves what it does not name', () => {
    expect(changed(view, { events: [] })).toMatchObject({ zones: view.zones, legal: view.legal, facts: view.facts })
  })

  it('puts a card among others, takes one away, and counts what is not seen', () => {
    const zone = { ...view.zones[0]!, count: 3, cards: ['r1', 'r5', 'y2'] }
    const grid = { ...view.zones[0]!, count: 1, cards: ['', 'r5', ''] }
    const hidden = { ...view.zones[0]!, count: 3, cards: null }
    const before = { ...view, zones: [zone, zone, grid, hidden] }
    const after = changed(before, { events: [], splices: { '0': [1, 0, ['r3']], '1': [2, 1, []], '2': [0, 1, ['b1']] }, counts: { '3': 2 } })
    expect(after.zones.map(({ cards, count }) => [cards, count])).toEqual([
      [['r1', 'r3', 'r5', 'y2'], 4],
      [['r1', 'r5'], 2],
      [['b1', 'r5', ''], 2],
      [null, 2],
    ])
    expect(before.zones[0]!.cards).toHaveLength(3)
  })

  it('puts zones where they belong, and takes a window away', () => {
    const zone = { ...view.zones[1]!, count: 3 }
    const after = changed({ ...view, window: { asked: [0], seconds: 4, answered: false } }, { events: ['1: end'], zones: { '1': zone }, window: null })
    expect(after.zones[1]).toEqual(zone)
    expect(after.window).toBeNull()
    expect(after.events).toEqual(['1: end'])
  })
})
