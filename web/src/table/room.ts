/** How a board is drawn in the room there is: every place, folded rows, a part that one moves along, small places, or a grid. */

import { foldedWidth, type Board, type Row } from './board'
import { THUMB } from './screen'

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
  /** Of a folded row: how many places there is room for on either side of its middle. */
  half?: number
  /** Of a grid: how many places stand side by side. */
  columns?: number
}

const RATIO = 1.4
/** Of cards on small places. */
const SLIM = 2.1
/** Between two places of a row. */
export const BETWEEN = 4
/** Around the places of a row, on both sides together. */
const EDGE = 8
const LARGEST = 96
/** Places of folded rows, and of a board that is moved along, are at most this wide. */
const FOLDED = 72
const MOVED = 56
/** Of tiles, where there is no room for whole cards. */
const SQUAT = 1.12
/** So far a printed board reaches beyond its places: to the sides, and above and below. */
export const FRAME = { x: 26, y: 12 }
/** The small picture of the whole board below it. */
export const OVERVIEW = 34
/** Half a row at the beginning of a game: an open place and two cards. */
const HALF = 3

/** Narrower than `least`, places are no longer shown one by one. */
export function room(board: Board, width: number, height: number, least = THUMB): Room {
  const many = board.rows.length || 1
  const gap = board.joined ? 14 : 8
  const high = (height - gap * (many - 1)) / many
  if (board.kind === 'grid') return grid(board, width, height, least)
  const full = Math.min((width - 2 * EDGE - 40 - BETWEEN * (board.columns - 1)) / board.columns, LARGEST)
  if (full >= least && (high - EDGE) / RATIO >= least) return airy(sized('full', full, high - EDGE, gap, least), many, height)
  const halves = Math.max(...board.rows.map((row) => foldedWidth(row)))
  if (!board.joined && cellOf(width, halves) >= THUMB) return airy(foldedTo(board, width, high - EDGE, gap, least), many, height)
  if (full >= THUMB) return airy(sized('full', full, high - EDGE, gap), many, height)
  return least < THUMB ? small(board, width, height) : scroll(board, width, height - OVERVIEW)
}

/** Folded rows: the longer they grow the smaller their places, down to a thumb; only then cards are folded. */
function foldedTo(board: Board, width: number, high: number, gap: number, least: number): Room {
  const usual = sized('folded', within(cellOf(width, HALF), FOLDED), high, gap, least)
  const whole = Math.max(...board.rows.map((row) => foldedWidth(row, Infinity)))
  const fit = sized('folded', Math.min(within(cellOf(width, whole), usual.cell), usual.cell), high, gap, least)
  return { ...fit, row: usual.row, half: ((width - EDGE + BETWEEN) / (fit.cell + BETWEEN) - 1) / 2 }
}

const within = (cell: number, most: number): number => Math.max(THUMB, Math.min(cell, most))

/** The width of a place where so many stand on either side of the middle. */
const cellOf = (width: number, half: number): number => (width - EDGE + BETWEEN) / (2 * half + 1) - BETWEEN

/** The height that a board needs, with what lies around its places. */
export function needed(board: Board, fit: Room): number {
  const many = rowsIn(board, fit).length || 1
  return many * (fit.row + 2 * fit.edge) + (many - 1) * fit.gap + (fit.look === 'scroll' ? OVERVIEW : 0)
}

/** The rows of a board as they are drawn: places without colours have no rows of their own, and flow. */
export function rowsIn(board: Board, fit: Room): Row[] {
  if (!fit.columns || fit.columns === board.columns) return board.rows
  const cells = board.rows.flatMap((row) => row.cells)
  return Array.from({ length: Math.ceil(cells.length / fit.columns) }, (_, n) => ({
    colour: null, middle: 0, cells: cells.slice(n * fit.columns!, (n + 1) * fit.columns!),
  }))
}

/** In pictures, where nothing is touched: everything, however small. */
function small(board: Board, width: number, height: number): Room {
  const cell = Math.floor(((width - 6) / board.columns) * 10) / 10
  const [many, gap, edge] = [board.rows.length || 1, board.joined ? 12 : 8, 2]
  const high = Math.floor((height - gap * (many - 1)) / many) - 2 * edge
  const tall = Math.min(Math.round(cell * SLIM), Math.max(high, Math.round(cell)))
  return airy({ look: 'small', cell, tall, row: tall, gap, edge }, many, height)
}

/** Places as large as a thumb; only a part of the board is seen at a time. */
function scroll(board: Board, width: number, height: number): Room {
  const many = board.rows.length || 1
  const edge = 2
  const highWith = (gap: number): number => (height - gap * (many - 1)) / many - 2 * edge
  const gap = highWith(8) < THUMB ? 3 : 8
  const high = highWith(gap)
  const fit = sized('scroll', Math.max(THUMB, Math.min(MOVED, width / 14)), high, gap)
  return airy({ ...fit, edge }, many, height)
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
  return { ...fit, gap: fit.gap + Math.max(0, Math.min(22, Math.floor(left / (many + 1)))) }
}

/** Places of at most that width and height: as cards where there is room for them, else as tiles. */
function sized(look: Room['look'], width: number, high: number, gap: number, least = THUMB): Room {
  const card = Math.floor(Math.min(width, high / RATIO))
  const asCard = card >= Math.min(least, Math.floor(width))
  const cell = asCard ? card : Math.floor(Math.max(least, Math.min(width, high / SQUAT)))
  const tall = asCard ? Math.round(card * RATIO) : Math.max(least, Math.min(Math.round(cell * SQUAT), Math.floor(high)))
  return { look, cell, tall, row: tall, gap, edge: EDGE / 2 }
}

/** Places of any kind, with as many side by side as there is room for. */
function grid(board: Board, width: number, height: number, least: number): Room {
  const gap = width < 500 ? 4 : 8
  const columns = Math.min(board.columns, Math.max(1, Math.floor((width + gap) / (least + gap))))
  const many = Math.ceil(board.rows.reduce((sum, { cells }) => sum + cells.length, 0) / columns) || 1
  const wide = Math.min((width - gap * (columns - 1)) / columns, 84)
  return { ...sized('grid', wide, (height - gap * (many - 1)) / many, gap, least), edge: 0, columns }
}
