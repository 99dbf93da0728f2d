/** Checks a shuffle in the browser, as docs/shuffle.md describes it: nothing but SHA-256 and HMAC. */

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

/** Whether a hand of a row game is what the seed deals to a seat; cards were dealt anew where nobody could open. */
export async function dealt(seed: Bytes, cards: string[], hand: string[], seat: number): Promise<boolean> {
  const stream = new Stream(seed, 'deal')
  const wanted = [...hand].sort().join(' ')
  for (let again = 0; again < 40; again += 1) {
    const mixed = await stream.shuffled(cards)
    if (mixed.slice(seat * hand.length, (seat + 1) * hand.length).sort().join(' ') === wanted) return true
  }
  return false
}
