/**
 * How games are shown on the home page: their kind, how long they take, and a small picture of cards.
 * A game without a hint stands under “more games”, with a plain picture.
 */

export const KINDS = ['rows', 'combining', 'bluff', 'quickness', 'collecting', 'luck', 'more'] as const
export type Kind = (typeof KINDS)[number]

/** A card in a small picture: name, left, top, turn in degrees. The picture is 200 wide and 110 high. */
export type Drawn = [card: string, x: number, y: number, turn?: number]

export interface Hint {
  kind: Kind
  minutes: number
  picture: Drawn[]
  /** Cards of a picture with two rows are smaller. */
  small?: true
}

const ROW: Drawn[] = [['r10', 30, 34], ['r11', 76, 28], ['r12', 122, 34]]

export const HINTS: Record<string, Hint> = {
  elfer: { kind: 'rows', minutes: 15, picture: [['y10', 14, 20], ['y11', 56, 20], ['y12', 98, 20], ['y13', 142, 30, 10]] },
  'elfer-1210': { kind: 'rows', minutes: 15, picture: ROW },
  zahlenwechsel: { kind: 'rows', minutes: 20, picture: [['g12', 24, 14, -4], ['g11', 70, 30], ['b10', 118, 30], ['b11', 152, 12, 6]] },
  auslosen: { kind: 'rows', minutes: 15, picture: [['?', 30, 24, -12], ['?', 60, 20, -4], ['b11', 104, 26, 6]] },
  'falscher-anfang': { kind: 'rows', minutes: 15, picture: [['r4', 24, 30, -6], ['r5', 70, 24], ['r6', 116, 30], ['?', 152, 22, 8]] },
  master: { kind: 'rows', minutes: 25, picture: [['y8', 28, 8], ['y9', 62, 8], ['j', 96, 8], ['b9', 62, 58], ['b10', 96, 58], ['c', 144, 32, 8]], small: true },
  brettspiel: { kind: 'rows', minutes: 30, picture: [['y12', 28, 8], ['y13', 62, 8], ['j7', 144, 30, 8], ['r13', 62, 58], ['r14', 96, 58]], small: true },
  ueberall: { kind: 'quickness', minutes: 10, picture: [['r7', 20, 32, -8], ['y8', 76, 22], ['g6', 132, 32, 8]] },
  hawaiki: { kind: 'combining', minutes: 20, picture: [['v3', 26, 30, -10], ['o5', 60, 20, -2], ['b4', 96, 22, 6], ['v6', 134, 34, 12]] },
  farbensammeln: { kind: 'collecting', minutes: 15, picture: [['g3', 30, 28, -12], ['g8', 58, 20, -4], ['g12', 88, 20, 4], ['g17', 118, 28, 12]] },
  quartett: { kind: 'collecting', minutes: 15, picture: [['r8', 26, 22, -9], ['y8', 58, 18, -3], ['g8', 92, 18, 3], ['b8', 126, 22, 9]] },
  schlafmuetze: { kind: 'quickness', minutes: 10, picture: [['r4', 40, 28, -10], ['y4', 70, 20, -3], ['g4', 102, 22, 5], ['?', 138, 32, 14]] },
  'schnipp-schnapp': { kind: 'quickness', minutes: 10, picture: [['r9', 40, 26, -8], ['b9', 106, 24, 8]] },
  mogeln: { kind: 'bluff', minutes: 15, picture: [['?', 30, 32, -14], ['?', 62, 22, -4], ['?', 94, 24, 5], ['y13', 128, 30, 12]] },
  ratefix: { kind: 'luck', minutes: 10, picture: [['?', 34, 26, -6], ['g14', 80, 22], ['?', 128, 28, 6]] },
  'schwarzer-peter': { kind: 'luck', minutes: 10, picture: [['r7', 28, 30, -10], ['y7', 58, 22, -3], ['?', 104, 24, 4], ['?', 132, 30, 11]] },
  'was-liegt-wo': { kind: 'luck', minutes: 15, picture: [['?', 34, 8], ['r5', 68, 8], ['?', 102, 8], ['?', 136, 8], ['?', 34, 58], ['?', 68, 58], ['y5', 102, 58], ['?', 136, 58]], small: true },
  zweikampf: { kind: 'luck', minutes: 5, picture: [['r18', 38, 26, -8], ['y12', 108, 26, 8]] },
}

/** In the order in which they are shown. */
export function rank(game: string): number {
  const at = Object.keys(HINTS).indexOf(game)
  return at < 0 ? 99 : at
}

export function hintFor(game: string): Hint {
  return HINTS[game] ?? { kind: 'more', minutes: 15, picture: [['?', 60, 22, -6], ['?', 92, 22, 6]] }
}
