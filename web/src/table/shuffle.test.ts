import { describe, expect, it } from 'vitest'
import vectors from '../../../docs/shuffle-vectors.json'
import { bytes, commitment, dealt, derived, hex, matchSeed, Stream } from './shuffle'

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

  it('finds a hand again, and no other', async () => {
    const deal = vectors.deals.find(({ table }) => table === 'elfer.4')!
    const cards = ['r', 'y', 'g', 'b'].flatMap((colour) => Array.from({ length: 20 }, (_, n) => `${colour}${n + 1}`))
    const seed = bytes(deal['seed of the round'])
    for (const [seat, hand] of deal.hands.entries()) expect(await dealt(seed, cards, hand.split(' '), seat)).toBe(true)
    expect(await dealt(seed, cards, deal.hands[0]!.split(' '), 1)).toBe(false)
  })

  it('binds the server before the deal', async () => {
    const secret = Uint8Array.from({ length: 32 }, (_, n) => n)
    expect((await commitment(secret)).slice(0, 16)).toBe('630dcd2966c43366')
    expect(hex(await matchSeed(secret, ['hello'])).slice(0, 16)).toBe('f6bc85443444fdd3')
  })
})
