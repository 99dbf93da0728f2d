/** Checks a shuffle in the browser, as docs/shuffle.md describes it: nothing but SHA-256 and HMAC. */

import type { DealtRound } from '../messages'
import { FACE_DOWN, type Layout, type View } from './types'

type Bytes = Uint8Array<ArrayBuffer>

const utf8 = (text: string): Bytes => new TextEncoder().encode(text) as Bytes

export function bytes(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

export function hex(found: Uint8Array): string {
  return [...found].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const made = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', made, message))
}

/** What the server showed before the deal. */
export async function commitment(secret: Bytes): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', secret)))
}

export const derived = (seed: Bytes, label: string): Promise<Bytes> => hmac(seed, utf8(label))

/** The seed of a match, from the server's secret and what players added. */
export const matchSeed = (secret: Bytes, entropy: string[]): Promise<Bytes> => derived(secret, ['match', ...entropy].join('\n'))
export const roundSeed = (seed: Bytes, round: number): Promise<Bytes> => derived(seed, `round ${round}`)

/** Numbers from a seed and a label. */
export class Stream {
  private words: number[] = []
  private block = 0

  constructor(
    private readonly seed: Bytes,
    private readonly label: string,
  ) {}

  private async word(): Promise<number> {
    if (!this.words.length) {
      const number = [this.block >>> 24, this.block >>> 16, this.block >>> 8, this.block].map((part) => part & 255)
      const found = await hmac(this.seed, Uint8Array.from([...utf8(this.label), 0, ...number]))
      for (let at = 0; at < found.length; at += 2) this.words.push(found[at]! * 256 + found[at + 1]!)
      this.block += 1
    }
    return this.words.shift()!
  }

  async below(n: number): Promise<number> {
    const most = 65536 - (65536 % n)
    let word = await this.word()
    while (word >= most) word = await this.word()
    return word % n
  }

  async shuffled<T>(things: T[]): Promise<T[]> {
    const out = [...things]
    for (let n = out.length; n > 1; n -= 1) {
      const at = await this.below(n)
      ;[out[n - 1], out[at]] = [out[at]!, out[n - 1]!]
    }
    return out
  }
}

/** Where nobody can open, some games deal again, with the numbers that come next. */
const MOST_DEALS = 40

/** By seat, what it gets of the shuffled cards. */
export function parts(deal: DealtRound, order: string[], players: number): string[][] {
  const rest = order.slice(deal.away)
  return Array.from({ length: players }, (_, seat) => {
    if (deal.each !== null) return rest.slice(deal.each * seat, deal.each * (seat + 1))
    const turn = (((seat - deal.first) * deal.direction) % players + players) % players
    return rest.filter((_, n) => n % players === turn)
  })
}

/** Whether the start of a round is what the seed deals: to every seat, and in every pile. */
export async function dealtAgain(seed: Bytes, deal: DealtRound, layout: Pick<Layout, 'zones' | 'players'>): Promise<boolean> {
  const shuffled = new Set(deal.cards)
  const start = deal.zones.map((cards) => cards.filter((card) => shuffled.has(card)))
  if (start.flat().length !== shuffled.size || shuffled.size !== deal.cards.length) return false
  const owned = Array.from({ length: layout.players }, (_, seat) => start.filter((_, n) => layout.zones[n]!.owner === seat).flat())
  const piles = start.filter((_, n) => layout.zones[n]!.shape === 'stack' || (layout.zones[n]!.shape === 'places' && !layout.zones[n]!.homes))
  const stream = new Stream(seed, 'deal')
  for (let again = 0; again < MOST_DEALS; again += 1) {
    const order = await stream.shuffled(deal.cards)
    if (parts(deal, order, layout.players).every((part, seat) => agree(part, owned[seat]!))) return piles.every((pile) => inTurn(pile, order))
  }
  return false
}

/** All that was dealt is there; some more was drawn, or one has gone to the middle. */
function agree(part: string[], owned: string[]): boolean {
  const missing = part.filter((card) => !owned.includes(card)).length
  return missing === 0 || (missing === 1 && owned.length === part.length - 1)
}

function inTurn(pile: string[], order: string[]): boolean {
  const places = pile.map((card) => order.indexOf(card))
  return places.every((place, n) => n === 0 || places[n - 1]! < place)
}

/** Whether a seat saw just that at the start; null if what it saw first came later. */
export function asSeen(view: View, deal: DealtRound): boolean | null {
  if (view.zones.some(({ count }, n) => count !== null && count !== deal.zones[n]!.length)) return null
  const names = (cards: string[]): string => cards.map((card) => card.replace(/'+$/, '')).sort().join(' ')
  return view.zones.every(({ cards }, n) => {
    const seen = cards?.filter((card) => card && card !== FACE_DOWN) ?? []
    return !seen.length || names(seen) === names(deal.zones[n]!)
  })
}
