/** How a board is drawn in the room there is: every place, folded rows, a part that one moves along, small places, or a grid. */

import { foldedWidth, type Board } from './board'

export interface Room {
  look: 'full' | 'folded' | 'scroll' | 'small' | 'grid'
  /** Width and height of a place, and the space between rows, in pixels. */
  cell: number
  tall: number
  /** The height of a row: that of its places, or more, so that rows stay where they are when places grow smaller. */
  row: number
  gap: number
  /** The room around the places of a row. */
  edge: number
}

const RATIO = 1.4
/** Of cards on small places. */
const SLIM = 2.1
/** Between two places of a row. */
export const BETWEEN = 4
/** Around the places of a row, on both sides together. */
const EDGE = 8
/** Narrower than this, places are no longer shown one by one. */
const THUMB = 36
const LARGEST = 68
/** Places of a board that is moved along: wide enough for a thumb, and as high as there is room, but not less than this. */
const WIDE = 42
const LOW = 40
/** Of tiles, where there is no room for whole cards. */
const SQUAT = 1.12
/** So far a printed board reaches beyond its places: to the sides, and above and below. */
export const FRAME = { x: 26, y: 12 }
/** The small picture of the whole board below it. */
export const OVERVIEW = 34
/** Half a folded row: an open place, an end, and up to ten edges of cards. */
const HALF = 2.95

export function room(board: Board, width: number, height: number, least = THUMB): Room {
  const many = board.rows.length || 1
  const gap = board.joined ? 14 : 8
  const high = (height - gap * (many - 1)) / many
  if (board.kind === 'grid') return grid(board, width, height)
  const full = Math.min((width - 2 * EDGE - 40 - BETWEEN * (board.columns - 1)) / board.columns, (high - EDGE) / RATIO, LARGEST)
  if (full >= least) return airy(sized('full', full, gap), many, height)
  const half = Math.max(HALF, ...board.rows.map(foldedWidth))
  const foldedTo = (halves: number): number => Math.min((width - EDGE) / (2 * halves + 1) - BETWEEN, (high - EDGE) / RATIO, 58)
  if (!board.joined && half <= 4.4 && foldedTo(half) >= 30) {
    const { row } = sized('folded', foldedTo(HALF), gap)
    return airy({ ...sized('folded', foldedTo(half), gap), row }, many, height)
  }
  return least < THUMB ? small(board, width, height) : scroll(board, height - OVERVIEW)
}

/** In pictures, where nothing is touched: everything, however small. */
function small(board: Board, width: number, height: number): Room {
  const cell = Math.floor(((width - 6) / board.columns) * 10) / 10
  const tall = Math.round(cell * SLIM)
  return airy({ look: 'small', cell, tall, row: tall, gap: board.joined ? 12 : 8, edge: 2 }, board.rows.length || 1, height)
}

/** Places as large as a thumb; only a part of the board is seen at a time. */
function scroll(board: Board, height: number): Room {
  const many = board.rows.length || 1
  const [gap, edge] = [8, 2]
  const high = (height - gap * (many - 1)) / many - 2 * edge
  const tall = high >= WIDE * RATIO ? Math.round(WIDE * RATIO) : Math.max(LOW, Math.min(Math.round(WIDE * SQUAT), Math.floor(high)))
  return airy({ look: 'scroll', cell: WIDE, tall, row: tall, gap, edge }, many, height)
}

/** How far a board is to be moved so that most of the wanted columns are seen; null if it may stay where it is. */
export function lookAt(wanted: number[], seen: { left: number; width: number; start: number; pitch: number; total: number }): number | null {
  const { left, width, start, pitch, total } = seen
  const from = (column: number): number => start + column * pitch
  const held = (at: number): number => wanted.filter((column) => from(column) >= at && from(column + 1) <= at + width).length
  // Beside the outermost wanted place half a place more is shown: one sees that it goes on.
  const tries = wanted.flatMap((column) => [from(column) - pitch / 2, from(column + 1) + pitch / 2 - width])
  const inside = tries.map((at) => Math.round(Math.max(0, Math.min(at, total - width))))
  const best = [left, ...inside].reduce((one, other) => {
    const more = held(other) - held(one)
    return more > 0 || (more === 0 && Math.abs(other - left) < Math.abs(one - left)) ? other : one
  })
  return best === left ? null : best
}

/** Room that is left over goes between the rows, as far as that looks good. */
function airy(fit: Room, many: number, height: number): Room {
  const left = height - many * (fit.row + 2 * fit.edge) - fit.gap * (many - 1)
  return { ...fit, gap: fit.gap + Math.max(0, Math.min(10, Math.floor(left / (many + 1)))) }
}

function sized(look: Room['look'], cell: number, gap: number): Room {
  const whole = Math.floor(cell)
  const tall = Math.round(whole * RATIO)
  return { look, cell: whole, tall, row: tall, gap, edge: EDGE / 2 }
}

function grid(board: Board, width: number, height: number): Room {
  const gap = width < 500 ? 4 : 8
  const many = board.rows.length || 1
  const cell = Math.min((width - gap * (board.columns - 1)) / board.columns, (height - gap * (many - 1)) / many / RATIO, 84)
  return sized('grid', Math.max(cell, 22), gap)
}
