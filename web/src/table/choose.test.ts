import { describe, expect, it } from 'vitest'
import { boards } from './board'
import { agreeing, isOnTable, offers, primary, sourceOf, stackAt, touched } from './choose'
import { fixtures } from './fixtures'
import { takenApart } from './notation'
import type { View } from './types'

const acts = (...texts: string[]) => texts.map(takenApart)
const seeing = (legal: string[], zones: View['zones'] = []): View => ({
  seat: 0, zones, facts: {}, by_seat: {}, to_act: [0], legal, events: [], points: null,
})

describe('a touch', () => {
  it('does the only thing that it can mean', () => {
    expect(touched(acts('r10', 'r12', 'end'), {}, { card: 'r12' })).toEqual({ do: 'r12' })
    expect(touched(acts('r10', 'r12', 'end'), {}, { place: 'r10' })).toEqual({ do: 'r10' })
  })

  it('narrows the choice until one action is left', () => {
    const all = acts('j@b7', 'j@r7', 'b9', 'give j')
    const first = touched(all, {}, { card: 'j' })
    expect(first).toMatchObject({ chosen: { card: 'j' } })
    expect(touched(all, { card: 'j' }, { place: 'r7' })).toEqual({ do: 'j@r7' })
  })

  it('begins anew where it does not go with what was touched before', () => {
    expect(touched(acts('j@b7', 'j@r7', 'b9'), { card: 'j' }, { card: 'b9' })).toEqual({ do: 'b9' })
  })

  it('lets go of what is touched twice', () => {
    expect(touched(acts('j@b7', 'j@r7'), { card: 'j' }, { card: 'j' })).toMatchObject({ chosen: {} })
  })

  it('comes to nothing where nothing can be done', () => {
    expect(touched(acts('r10'), {}, { card: 'b4' })).toBeNull()
  })

  it('asks no question where two ways lead to the same thing, and takes the one that needs less', () => {
    expect(touched(acts('b9<r9', 'b9<y9', 'b9', 'end'), {}, { card: 'b9' })).toEqual({ do: 'b9' })
    expect(touched(acts('b9<r9', 'b9<y9', 'r4'), {}, { card: 'b9' })).toEqual({ do: 'b9<r9' })
    expect(touched(acts('j@b9<r9', 'j@b9', 'j@r7'), { card: 'j' }, { place: 'b9' })).toEqual({ do: 'j@b9' })
    expect(touched(acts('r5', 'give r5'), {}, { card: 'r5' })).toMatchObject({ chosen: { card: 'r5' } })
    expect(touched(acts('r5', 'slip r5'), {}, { card: 'r5' })).toMatchObject({ chosen: { card: 'r5' } })
  })

  it('asks by number, then by card, then by seat', () => {
    const all = acts('ask 1 r5', 'ask 2 r5', 'ask 1 y5', 'ask 2 y5', 'ask 1 r7', 'ask 2 r7')
    expect(touched(all, {}, { rank: '5' })).toMatchObject({ chosen: { rank: '5' }, left: { length: 4 } })
    expect(touched(all, { rank: '5' }, { card: 'y5' })).toMatchObject({ left: { length: 2 } })
    expect(touched(all, { rank: '7' }, { seat: 2 })).toEqual({ do: 'ask 2 r7' })
  })

  it('asks a seat for a card in either order', () => {
    const all = acts('ask 1 r5', 'ask 2 r5', 'ask 1 y5', 'ask 2 y5')
    expect(touched(all, { seat: 2 }, { card: 'y5' })).toEqual({ do: 'ask 2 y5' })
    expect(touched(all, { card: 'y5' }, { seat: 1 })).toEqual({ do: 'ask 1 y5' })
  })

  it('names one seat or two, in either order', () => {
    const all = acts('name 1', 'name 2', 'name 3', 'name 1 2', 'name 1 3', 'name 2 3')
    const first = touched(all, {}, { seat: 2 })
    expect(first).toMatchObject({ chosen: { seat: 2 } })
    expect((first as { left: { text: string }[] }).left.map(({ text }) => text)).toEqual(['name 2', 'name 1 2', 'name 2 3'])
    expect(touched(all, { seat: 2 }, { seat: 1 })).toEqual({ do: 'name 1 2' })
    expect(touched(all, { seat: 2 }, { seat: 3 })).toEqual({ do: 'name 2 3' })
    expect(touched(all, { seat: 2 }, { seat: 2 })).toMatchObject({ chosen: {} })
    expect(touched(acts('name 1', 'name 2'), {}, { seat: 2 })).toEqual({ do: 'name 2' })
    expect(offers(seeing(['name 1 2', 'name 1 3'])).seats).toEqual(new Set([1, 2, 3]))
  })

  it('says where a card goes in a hand whose order counts', () => {
    expect(touched(acts('shift r5 1', 'shift r5 3', 'offer'), { card: 'r5' }, { number: '3' })).toEqual({ do: 'shift r5 3' })
  })
})

describe('offers', () => {
  it('puts what needs no choice on buttons, and one of them first', () => {
    const found = offers(seeing(['r10', 'end', 'draw', 'give r3']))
    expect(found.bar.map(({ text }) => text)).toEqual(['draw', 'end'])
    expect(primary(found)?.text).toBe('draw')
    expect([...found.cards]).toEqual(['r10', 'r3'])
  })

  it('has the buttons in the order in which they are likely', () => {
    const texts = ['silent', 'pass', 'end', 'name 1', 'take', 'draw', 'turn', 'offer', 'deny', 'announce straight', 'call pair']
    expect(offers(seeing(texts)).bar.map(({ text }) => text)).toEqual([...texts].reverse())
    expect(offers(seeing(['r5', 'r5@b7', 'b9<y9', 'give r5', 'turn 3', 'bury b', 'take b', 'pull 3', 'shift r5 2'])).bar).toEqual([])
  })

  it('raises no card that only goes elsewhere in the hand', () => {
    expect([...offers(seeing(['shift r5 1', 'shift r5 2', 'give r7'])).raised]).toEqual(['r7'])
  })

  it('finds every seat that can be named', () => {
    expect([...offers(seeing(['name 1', 'name 2 3', 'ask 0 r5'])).seats]).toEqual([1, 2, 3, 0])
  })

  it('never makes silence stand out', () => {
    expect(primary(offers(seeing(['silent', 'call schnapp'])))?.text).toBe('call schnapp')
    expect(primary(offers(seeing(['silent'])))).toBeNull()
  })

  it('finds numbers, and cards that one does not hold', () => {
    const hand = { name: 'hand', shape: 'fan' as const, owner: 0, count: 1, cards: ['r5'] }
    expect(offers(seeing(['guess 3', 'guess 4'], [hand])).numbers).toEqual({ verb: 'guess', values: [3, 4] })
    expect(offers(seeing(['ask 1 y5', 'ask 2 y5'], [hand])).wanted).toEqual(['y5'])
  })

  it.each(Object.entries(fixtures))('every action of %s can be reached by touching', (_, { moments }) => {
    for (const { view } of moments) {
      const found = offers(view)
      for (const action of found.all) {
        const { named } = action
        const onButton = found.bar.includes(action) || found.numbers !== null
        const byCard = named.card && agreeing(found.all, { card: named.card }).includes(action)
        const byPlace = (named.place ?? named.pile) && found.places.has((named.place ?? named.pile)!)
        expect(onButton || byCard || byPlace, action.text).toBeTruthy()
      }
    }
  })
})

describe('what is touched on the table', () => {
  const { layout, moments } = fixtures.master!
  const rows = boards(layout, moments[0]!.view)
  const onTable = (text: string) => isOnTable(layout, rows, takenApart(text))

  it('are places of a board, piles and seats', () => {
    expect(['j@r10', 'j@b9<y9', 'ask 1 r5'].map(onTable)).toEqual([true, true, true])
    expect(isOnTable(fixtures.hawaiki!.layout, [], takenApart('g4@a'))).toBe(true)
    expect(isOnTable(fixtures.hawaiki!.layout, [], takenApart('bury a'))).toBe(true)
  })

  it('is not what is done with a card, nor a place that no board has', () => {
    expect(['r10', 'give r10', 'j@x', 'draw'].map(onTable)).toEqual([false, false, false, false])
  })
})

describe('stacks', () => {
  it('are drawn from where they are the stock', () => {
    const { layout, moments } = fixtures.elfer!
    const zone = sourceOf(layout, moments[0]!.view, takenApart('draw'))
    expect(layout.zones[zone!]!.name).toBe('stock')
    expect(sourceOf(layout, moments[0]!.view, takenApart('end'))).toBeNull()
    const duel = fixtures.zweikampf!
    const own = duel.layout.zones[sourceOf(duel.layout, duel.moments[0]!.view, takenApart('turn'))!]!
    expect([own.name, own.owner]).toEqual(['stack', 0])
  })

  it('are found by the places that actions name', () => {
    const stack = (name: string, owner: number | null) => ({
      name, owner, shape: 'stack' as const, sight: 'open' as const, homes: false, columns: 0, size: 0, over: '', joins: [], middle: 0, row_order: '', open_places: '', wanted: '',
    })
    const layout = { setup: '', game: '', players: 2, places: [], zones: [stack('open', 0), stack('open', 1), stack('middle', null), stack('b', null)] }
    expect([stackAt(layout, 'b'), stackAt(layout, '1'), stackAt(layout, 'm'), stackAt(layout, 'x')]).toEqual([3, 1, 2, null])
  })
})
