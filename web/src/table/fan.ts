/** Where the cards of a hand lie: a fan in one rank or two, each card wide enough to read and to touch. */

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

/** A strip of so much of a card's width must stay free to read its index. */
const READABLE = 0.46
const ROOMY = 0.74
const RAISE = 0.16
const NEXT_RANK = 0.62
/** So many cards a hand usually holds at most. */
const MOST = 24

/** Positions of `n` cards of that width in a space of that width; the height is the same for one rank of any size. */
export function fan(n: number, width: number, card: number, most = 2): Fan {
  const tall = card * 1.4
  const spreadOf = (many: number, ranks: number): number =>
    ranks === 1 ? Math.min(2.2, 26 / Math.max(many, 1), width / 160) : 0.6
  const stepOf = (many: number, ranks: number): number => {
    // Turning around a point below moves the outer cards further out.
    const out = 1.2 * tall * Math.sin((((many - 1) / 2) * spreadOf(many, ranks) * Math.PI) / 180)
    return Math.min(card * ROOMY, many > 1 ? (width - card - 2 * out) / (many - 1) : card * ROOMY)
  }
  let ranks = 1
  while (ranks < most && stepOf(Math.ceil(n / ranks), ranks) < card * READABLE) ranks += 1
  const per = Math.ceil(n / ranks)
  const cards = Array.from({ length: n }, (_, at) => {
    const rank = Math.floor(at / per)
    const many = Math.min(per, n - rank * per)
    const from = (at % per) - (many - 1) / 2
    const sag = ranks === 1 ? (from * from * card * 0.16) / Math.max(many, 6) : 0
    return {
      x: width / 2 + from * stepOf(many, ranks) - card / 2,
      y: card * RAISE + rank * tall * NEXT_RANK + Math.min(sag, card * 0.3),
      turn: from * spreadOf(many, ranks),
      rank,
    }
  })
  // Turned cards hang lower at the sides: the fan turns around a point below it.
  const hang = ranks === 1 ? 2.24 * card * (1 - Math.cos((Math.abs(cards[0]?.turn ?? 0) * Math.PI) / 180)) : 0
  const low = Math.max(0, ...cards.map(({ y }) => y)) - card * RAISE
  return { cards, height: card * RAISE + tall + (ranks === 1 ? low : (ranks - 1) * tall * NEXT_RANK) + hang + card * 0.12 }
}

/** The height that a hand can need, whatever it holds. */
export function highest(width: number, card: number): number {
  const many = Array.from({ length: MOST }, (_, n) => n + 1)
  return Math.ceil(Math.max(...many.map((n) => fan(n, width, card).height)))
}
