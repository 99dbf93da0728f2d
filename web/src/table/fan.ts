/** Where the cards of a hand lie: a fan in up to three ranks, each card wide enough to read and to touch. */

import { THUMB } from './screen'

export interface Held {
  x: number
  y: number
  /** In degrees. */
  turn: number
  rank: number
}

export interface Fan {
  cards: Held[]
  height: number
}

const ROOMY = 0.74
/** The room above the cards for those that are raised, in widths of a card. */
const RAISE = 0.26
/** Where there is no room for thumbs, so much of a card that cannot be played stays free: its number. */
const READABLE = 20
/** How much of the cards of a rank the next rank leaves free, by the number of ranks. */
const FREE = [1, 1, 0.62, 0.54]
const MOST_RANKS = 3
/** Several ranks are hardly turned, in degrees from card to card: so little needs no room of its own. */
const SLIGHT = 0.4

/**
 * Positions of `n` cards of that width in a space of that width. Where not every card can have the room of a thumb,
 * those that can be played have it first. Where nothing is touched, ranks are made only for `least` pixels of a card.
 */
export function fan(n: number, width: number, card: number, playable: (at: number) => boolean = () => false, least = THUMB): Fan {
  const tall = card * 1.4
  const ranks = ranksOf(n, width, card, least)
  const per = Math.ceil(n / ranks)
  const down = ranks === 1 ? 0 : Math.max(THUMB + 2, tall * FREE[ranks]!)
  const cards = Array.from({ length: ranks }, (_, rank) => {
    const many = Math.min(per, n - rank * per)
    const lefts = across(many, width, card, spreadOf(many, ranks, width), (at) => playable(rank * per + at))
    return lefts.map((x, at) => {
      const from = at - (many - 1) / 2
      const sag = ranks === 1 ? Math.min((from * from * card * 0.16) / Math.max(many, 6), card * 0.3) : 0
      return { x, y: card * RAISE + rank * down + sag, turn: from * spreadOf(many, ranks, width), rank }
    })
  }).flat()
  // Turned cards hang lower at the sides: the fan turns around a point below it.
  const hang = ranks === 1 ? 2.24 * card * (1 - Math.cos(radians(cards[0]?.turn ?? 0))) : 0
  const lowest = Math.max(card * RAISE, ...cards.map(({ y }) => y))
  return { cards, height: lowest + tall + hang + card * 0.12 }
}

/** As few ranks as leave so much of each card free. */
function ranksOf(n: number, width: number, card: number, least: number): number {
  for (let ranks = 1; ranks < MOST_RANKS; ranks += 1) {
    const many = Math.ceil(n / ranks)
    if (many < 2 || stepOf(many, width, card, spreadOf(many, ranks, width)) >= least) return ranks
  }
  return MOST_RANKS
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

const spreadOf = (many: number, ranks: number, width: number): number =>
  ranks === 1 ? Math.min(2.2, 26 / Math.max(many, 1), width / 160) : SLIGHT

/** How far the cards of one rank may lie apart. Turning around a point below moves the outer ones further out. */
function stepOf(many: number, width: number, card: number, spread: number): number {
  const out = spread > SLIGHT ? 1.2 * 1.4 * card * Math.sin(radians(((many - 1) / 2) * spread)) : 0
  return (width - card - 2 * Math.min(out, card / 2)) / (many - 1)
}

/** The left edges of the cards of one rank. */
function across(many: number, width: number, card: number, spread: number, playable: (at: number) => boolean): number[] {
  if (many < 2) return many ? [(width - card) / 2] : []
  const even = stepOf(many, width, card, spread)
  const steps = Array.from({ length: many - 1 }, () => Math.min(Math.max(card * ROOMY, THUMB), even))
  const shared = even < THUMB ? unequal(steps.map((_, at) => playable(at)), even * (many - 1)) : steps
  const taken = shared.reduce((sum, step) => sum + step, 0)
  let x = (width - card - taken) / 2
  return [x, ...shared.map((step) => (x += step))]
}

/** Thumbs for those that can be played, and for the others what is left, as long as their numbers can be read. */
function unequal(playable: boolean[], total: number): number[] {
  const [thumbs, others] = [playable.filter(Boolean).length, playable.filter((one) => !one).length]
  const free = Math.min(THUMB, Math.max(READABLE, (total - thumbs * THUMB) / Math.max(others, 1)))
  const wanted = playable.map((one) => (one ? THUMB : free))
  const scale = Math.min(1, total / wanted.reduce((sum, one) => sum + one, 0))
  return wanted.map((one) => one * scale)
}

/** The height that a hand of up to so many cards can need. */
export function highest(width: number, card: number, most: number, least = THUMB): number {
  const many = Array.from({ length: most }, (_, n) => n + 1)
  return Math.ceil(Math.max(0, ...many.map((n) => fan(n, width, card, undefined, least).height)))
}
