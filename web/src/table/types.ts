/** What the table is drawn from: the layout of a game at a table, and what a seat is shown of a moment. */

import type { Shape } from '../messages'

export type { Shape }
export type Sight = 'open' | 'owner' | 'closed'

/** A zone, as the game declares it. */
export interface Zone {
  name: string
  shape: Shape
  sight: Sight
  owner: number | null
  /** Of places: every card has a place of its own. */
  homes: boolean
  /** Of places: how many stand side by side. */
  columns: number
  size: number
  /** The zone on whose places, or between whose rows, it is drawn. */
  over: string
  /** What joins places of neighbouring rows: upper, lower, whether it earns a bonus. */
  joins: [number, number, boolean][]
  /** The column that stays in sight when rows are folded, counted from 1; 0: none. */
  middle: number
  /** The fact with the numbers of the rows from top to bottom; empty: they lie in order. */
  row_order: string
  /** The fact with the places that are open; empty: that is not known to all. */
  open_places: string
  /** Of hands: the fact with the cards that are marked there; empty: none. */
  wanted: string
}

export interface Layout {
  setup: string
  game: string
  players: number
  zones: Zone[]
  places: string[]
}

export interface ZoneView {
  name: string
  shape: Shape
  owner: number | null
  count: number | null
  cards: string[] | null
}

export interface WindowView {
  asked: number[]
  seconds: number
  answered: boolean
}

/** A moment of a round as a seat sees it; `seat` is null for a bystander. */
export interface View {
  seat: number | null
  zones: ZoneView[]
  facts: Record<string, unknown>
  by_seat: Record<string, number[]>
  to_act: number[]
  legal: string[]
  events: string[]
  points: number[] | null
  window?: WindowView | null
}

/** On a place: a card that the seat may not know. */
export const FACE_DOWN = '?'
