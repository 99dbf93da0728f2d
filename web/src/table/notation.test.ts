import { describe, expect, it } from 'vitest'
import { family, inOrder, isTimed, parse, placeOf, readEvent, takenApart } from './notation'

describe('notation', () => {
  it('reads cards', () => {
    expect(parse('b9')).toEqual({ colour: 'blue', number: 9 })
    expect(parse('v3')?.colour).toBe('violet')
    expect(parse('j7')).toBeNull()
    expect(['j', 'b1', 'r20', 'r3', 'y2'].sort(inOrder)).toEqual(['r3', 'r20', 'y2', 'b1', 'j'])
  })

  it.each([
    ['draw', 'draw', {}],
    ['r11', 'lay', { card: 'r11' }],
    ['j@b7', 'lay-at', { card: 'j', place: 'b7' }],
    ['b9<y9', 'connect', { card: 'b9', via: 'y9' }],
    ['j@b7<y7', 'connect-at', { card: 'j', place: 'b7', via: 'y7' }],
    ['take', 'take', {}],
    ['take b', 'take-from', { pile: 'b' }],
    ['turn 17', 'turn-at', { place: '17' }],
    ['ask 2 r5', 'ask', { seat: '2', card: 'r5' }],
    ['name 1 3', 'name', { seats: '1 3' }],
    ['call schnapp 431', 'call', { word: 'schnapp', after: '431' }],
    ['shift r5 3', 'shift', { card: 'r5', number: '3' }],
  ])('takes %s apart', (text, verb, named) => {
    expect(takenApart(text)).toEqual({ text, verb, named })
  })

  it('takes for no action what is none', () => {
    expect(takenApart('ask 2')).toEqual({ text: 'ask 2', verb: '', named: {} })
    expect([family(takenApart('b9<y9')), family(takenApart('take')), family(takenApart('end'))]).toEqual(['lay', 'draw', 'end'])
    expect([isTimed(takenApart('call schnapp')), isTimed(takenApart('draw'))]).toEqual([true, false])
    expect(['b9<y9', 'swap b7', 'j@b7', 'give b7'].map((text) => placeOf(takenApart(text)))).toEqual(['b9', 'b7', 'b7', undefined])
  })

  it('reads events', () => {
    expect(readEvent('hand2>rows r11')).toEqual({ kind: 'moved', from: 'hand2', to: 'rows', card: 'r11' })
    expect(readEvent('stock>hand2 ?')).toEqual({ kind: 'moved', from: 'stock', to: 'hand2', card: null })
    expect(readEvent("hand0>jokers j''")).toMatchObject({ card: 'j' })
    expect(readEvent('shuffle stock')).toEqual({ kind: 'shuffled', zone: 'stock' })
    expect(readEvent('2: pass')).toMatchObject({ kind: 'said', seat: 2, action: { verb: 'pass' } })
    expect(readEvent('nonsense')).toBeNull()
  })
})
