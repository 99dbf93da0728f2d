import { describe, expect, it } from 'vitest'
import { fan, highest, type Held } from './fan'

/** What is free of each card but the last one of its rank: so far the next one lies away. */
const free = (cards: Held[]): number[] => cards.flatMap(({ x, rank }, n) => (cards[n + 1]?.rank === rank ? [cards[n + 1]!.x - x] : []))

describe('the fan', () => {
  it.each([[344, 62], [338, 62], [312, 48], [744, 80], [1312, 96]])('of up to 20 cards has room for thumbs in %d px', (width, card) => {
    for (let n = 1; n <= 20; n += 1) {
      const { cards } = fan(n, width, card)
      expect(cards).toHaveLength(n)
      expect(Math.min(44, ...free(cards)), `${n} cards`).toBeGreaterThanOrEqual(43.99)
      for (const { x } of cards) {
        expect(x).toBeGreaterThanOrEqual(-1)
        expect(x + card).toBeLessThanOrEqual(width + 1)
      }
    }
  })

  it('leaves a thumb free between ranks, and needs no more of them than it must', () => {
    const ranks = (n: number): number => new Set(fan(n, 344, 62).cards.map(({ rank }) => rank)).size
    expect([6, 7, 14, 15, 20].map(ranks)).toEqual([1, 2, 2, 3, 3])
    const { cards } = fan(20, 344, 62)
    expect(cards[7]!.y - cards[0]!.y).toBeGreaterThanOrEqual(44)
    expect(cards[14]!.y - cards[7]!.y).toBeGreaterThanOrEqual(44)
  })

  it('gives thumbs to those that can be played where there is no room for all', () => {
    const { cards } = fan(36, 344, 62, (n) => n === 4 || n === 20)
    const at = (n: number): number => cards[n + 1]!.x - cards[n]!.x
    expect([at(4), at(20)].map(Math.round)).toEqual([44, 44])
    expect(at(5)).toBeGreaterThanOrEqual(20)
    expect(at(5)).toBeLessThan(44)
    for (const { x } of cards) expect(x + 62).toBeLessThanOrEqual(345)
  })

  it('keeps its number readable, or shares what there is', () => {
    const { cards } = fan(60, 344, 62, () => true)
    expect(Math.max(...cards.map(({ x }) => x + 62))).toBeLessThanOrEqual(345)
  })

  it('makes ranks only for what must stay free', () => {
    const ranks = (least?: number): number => 1 + Math.max(...fan(11, 344, 62, undefined, least).cards.map(({ rank }) => rank))
    expect([ranks(), ranks(20)]).toEqual([2, 1])
    expect(highest(344, 62, 11, 20)).toBeLessThan(highest(344, 62, 11))
  })

  it('is as high as the highest of its sizes', () => {
    expect(highest(344, 62, 14)).toBe(Math.ceil(fan(14, 344, 62).height))
    expect(highest(344, 62, 20)).toBeGreaterThan(highest(344, 62, 14))
  })
})
