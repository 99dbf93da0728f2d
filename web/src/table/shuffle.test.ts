import { describe, expect, it } from 'vitest'
import vectors from '../../../docs/shuffle-vectors.json'
import { fixtures } from './fixtures'
import { asSeen, bytes, commitment, dealtAgain, derived, hex, matchSeed, roundSeed, Stream } from './shuffle'
import type { Zone } from './types'

/** The zones of the same game for other players: those of a seat, as often as there are seats. */
function zonesFor(zones: Zone[], had: number, players: number): Zone[] {
  return zones.flatMap((zone, n) => {
    if (zone.owner === null) return [zone]
    const before = zones.slice(0, n).filter(({ name }) => name === zone.name).length
    if (before >= players) return []
    return before === had - 1 ? Array.from({ length: Math.max(1, players - had + 1) }, (_, more) => ({ ...zone, owner: before + more })) : [zone]
  })
}

describe('the shuffle', () => {
  it.each(vectors.streams)('draws and shuffles as everywhere ($label)', async (given) => {
    const stream = new Stream(bytes(given.seed), given.label)
    const found: number[] = []
    for (const _ of given['below 40000']) found.push(await stream.below(40000))
    expect(found).toEqual(given['below 40000'])
    const order = await new Stream(bytes(given.seed), given.label).shuffled(Array.from({ length: 80 }, (_, n) => n))
    expect(order).toEqual(given['shuffle of 0…79'])
  })

  it.each(vectors.derived)('derives $label', async ({ seed, label, derived: wanted }) => {
    expect(hex(await derived(bytes(seed), label))).toBe(wanted)
  })

  describe.each(vectors.starts)('deals $table again', (start) => {
    const { layout, moments } = fixtures[start.table.split('.')[0]!]!
    const players = Number(start.table.split('.')[1])
    const words = (text: string): string[] => (text ? text.split(' ') : [])
    const deal = { ...start, cards: words(start.cards), zones: start.zones.map(words) }
    const seed = bytes(start['seed of the round'])
    const zones = zonesFor(layout.zones, layout.players, players)

    it('and finds what every seat and every pile got', async () => {
      expect(zones.length).toBe(deal.zones.length)
      expect(await dealtAgain(seed, deal, { zones, players })).toBe(true)
      expect(hex(await roundSeed(bytes(start['seed of the match']), 0))).toBe(start['seed of the round'])
    })

    it('and would notice two cards that were exchanged', async () => {
      const [one, other] = [0, 1].map((seat) => zones.findIndex((zone, n) => zone.owner === seat && deal.zones[n]!.length > 1))
      const swapped = deal.zones.map((cards) => [...cards])
      if (one! >= 0) [swapped[one!]![0], swapped[other!]![1]] = [swapped[other!]![1]!, swapped[one!]![0]!]
      else [swapped[0]![0], swapped[0]![7]] = [swapped[0]![7]!, swapped[0]![0]!]
      expect(await dealtAgain(seed, { ...deal, zones: swapped }, { zones, players })).toBe(false)
      expect(await dealtAgain(bytes('00'.repeat(32)), deal, { zones, players })).toBe(false)
    })

    it('and compares it with what was seen', () => {
      const view = { ...moments[0]!.view, zones: deal.zones.map((cards, n) => ({ ...zones[n]!, count: cards.length, cards: n ? null : cards })) }
      expect(asSeen(view, deal)).toBe(true)
      const other = deal.zones.map((cards, n) => (n ? cards : [...cards.slice(1), 'other']))
      expect(asSeen(view, { ...deal, zones: other })).toBe(false)
      expect(asSeen(view, { ...deal, zones: deal.zones.map((cards, n) => (n ? cards : cards.slice(1))) })).toBe(null)
    })
  })

  it('binds the server before the deal', async () => {
    const secret = Uint8Array.from({ length: 32 }, (_, n) => n)
    expect((await commitment(secret)).slice(0, 16)).toBe('630dcd2966c43366')
    expect(hex(await matchSeed(secret, ['hello'])).slice(0, 16)).toBe('f6bc85443444fdd3')
  })
})
