import { describe, expect, it } from 'vitest'
import en from '../words/generated/en.json'
import { Words } from '../words/words'
import { arrange } from './arrange'
import { fixtures } from './fixtures'
import { flights } from './flights'
import { ground } from './grounds'
import { readEvent } from './notation'
import { deeds, sentence } from './story'

const words = new Words('en', en.words as never)
const who = ['You', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']

/** The numbers of the zones that something arranged speaks of, wherever they stand in it. */
function zonesIn(arranged: unknown): number[] {
  if (typeof arranged !== 'object' || arranged === null) return []
  return Object.entries(arranged).flatMap(([key, value]) => (key === 'zone' ? [Number(value)] : zonesIn(value)))
}

describe.each(Object.entries(fixtures))('%s', (_, { layout, moments, end }) => {
  it('puts every card that is seen somewhere', () => {
    for (const { view } of moments) {
      const drawn = new Set(zonesIn(arrange(layout, view)))
      view.zones.forEach(({ cards, count, owner }, n) => {
        const zone = layout.zones[n]!
        if (cards?.some(Boolean) && count && !zone.over && !(zone.shape === 'fan' && (owner !== view.seat || zone.sight === 'open'))) {
          expect(drawn.has(n), zone.name).toBe(true)
        }
      })
    }
  })

  it('seats the others clockwise from the left', () => {
    const { others } = arrange(layout, moments[0]!.view)
    expect(others.map(({ seat }) => seat)).toEqual(Array.from({ length: layout.players - 1 }, (_, n) => n + 1))
  })

  it('lets every card travel that was moved', () => {
    for (const { before, view } of moments) {
      const moved = view.events.map(readEvent).filter((event) => event?.kind === 'moved')
      const flown = flights(layout, before, view)
      expect(flown.length).toBeLessThanOrEqual(moved.length)
      for (const { from, to } of flown) expect(from).not.toBe(to)
    }
  })

  it('tells what happened without a gap in any sentence', () => {
    for (const { view, seat } of moments) {
      for (const deed of deeds(words, layout, view, seat, who)) expect(sentence(words, deed, who)).not.toMatch(/\{|undefined/)
    }
  })

  it('knows the rule behind everything that happened', () => {
    const { grounds } = en.games.find(({ id }) => id === layout.game)!
    for (const { view, seat } of moments) {
      for (const { about, did } of deeds(words, layout, view, seat, who)) expect(ground(grounds as never, about), `${about}: ${did}`).toMatch(/^[A-Z]{2}-\d+$/)
    }
  })

  it('lays the hands open at the end', () => {
    if (!end.points) return
    const { others } = arrange(layout, end)
    const fans = end.zones.filter(({ shape, owner, cards }) => shape === 'fan' && owner !== null && owner !== end.seat && cards?.length)
    expect(others.filter(({ shown }) => shown.length).length).toBeGreaterThanOrEqual(Math.min(1, fans.length))
  })
})

describe('flights of the row games', () => {
  const { layout } = fixtures.elfer!
  const empty = { seat: 0, zones: [], facts: {}, by_seat: {}, to_act: [], legal: [], events: [], points: null }
  const flown = (...events: string[]) => flights(layout, empty, { ...empty, events }).map(({ from, to, card }) => [from, to, card])

  it('go from a seat, or from your hand, to the place of the card', () => {
    expect(flown('hand2>rows r11', 'hand0>rows y11')).toEqual([
      ['seat:2', 'place:r11', 'r11'],
      ['card:y11', 'place:y11', 'y11'],
    ])
  })

  it('show the back of what others draw', () => {
    const stock = layout.zones.findIndex(({ name }) => name === 'stock')
    expect(flown('stock>drawn1 ?')).toEqual([[`zone:${stock}`, 'seat:1', null]])
  })

  it('leave out what stays with one seat', () => {
    expect(flown('drawn2>hand2 ?')).toEqual([])
  })
})

describe('the story', () => {
  const { layout, moments } = fixtures.elfer!
  const told = (events: string[], seat: number) =>
    deeds(words, layout, { ...moments[0]!.view, events }, seat, who).map((deed) => sentence(words, deed, who))

  it('knows what opens a row game', () => {
    const rule = (empty: string[]) => deeds(words, layout, { ...moments[0]!.view, events: ['hand2>rows r11'] }, 2, who, new Set(empty)).map(({ about }) => about)
    expect([rule(['rows']), rule(['stock'])]).toEqual([['hand>rows first'], ['hand>rows']])
  })

  it('says who did what', () => {
    expect(told(['hand2>rows r11'], 2)).toEqual(['Cleo lays red 11.'])
    expect(told(['hand0>rows r11'], 0)).toEqual(['You lay red 11.'])
    expect(told(['stock>drawn1 ?'], 1)).toEqual(['Ben draws a card.'])
    expect(told(['3: pass'], 3)).toEqual(['Dan passes.'])
    expect(told(['stock>hand1 ?', 'stock>hand1 ?', 'stock>hand1 ?'], 1)).toEqual(['Ben draws 3 cards.'])
  })

  it('says who turned up a card, and leaves out that the turn ended', () => {
    const duel = fixtures.zweikampf!
    const turned = deeds(words, duel.layout, { ...duel.moments[0]!.view, events: ['stack1>open1 r7'] }, 1, who)
    expect(turned.map((deed) => sentence(words, deed, who))).toEqual(['Ben turns up red 7.'])
    const ended = deeds(words, layout, { ...moments[0]!.view, events: ['2: end'] }, 2, who)
    expect(ended.map(({ isEnd }) => isEnd)).toEqual([true])
  })
})

describe('the rule behind something', () => {
  const grounds = { call: 'HA-12', 'call thanks': 'HA-14', 'c>stock': 'HA-21', 'c>stock shuffled': 'HA-19' }

  it('is that of the longest beginning', () => {
    expect(['call thanks', 'call pair', 'c>stock', 'c>stock shuffled', 'lay'].map((what) => ground(grounds, what))).toEqual(['HA-14', 'HA-12', 'HA-21', 'HA-19', ''])
  })
})
