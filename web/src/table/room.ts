/** How a board is drawn in the room there is: every place, folded rows, small places, or a grid. */

import { foldedWidth, type Board } from './board'

export interface Room {
  look: 'full' | 'folded' | 'small' | 'grid'
  /** Width and height of a place, and the space between rows, in pixels. */
  cell: number
  tall: number
  /** The height of a row: that of its places, or more, so that rows stay where they are when places grow smaller. */
  row: number
  gap: number
}

const RATIO = 1.4
/** Of cards on small places. */
const SLIM = 2.1
const BETWEEN = 4
const EDGE = 8
/** Narrower than this, places are no longer shown one by one. */
const THUMB = 36
const LARGEST = 68
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
  const small = (width - 6) / board.columns
  const cellSmall = Math.floor(small * 10) / 10
  const tall = Math.round(cellSmall * SLIM)
  return airy({ look: 'small', cell: cellSmall, tall, row: tall, gap: board.joined ? 12 : 8 }, many, height)
}

/** Room that is left over goes between the rows, as far as that looks good. */
function airy(fit: Room, many: number, height: number): Room {
  const left = height - many * (fit.row + EDGE) - fit.gap * (many - 1)
  return { ...fit, gap: fit.gap + Math.max(0, Math.min(10, Math.floor(left / (many + 1)))) }
}

function sized(look: Room['look'], cell: number, gap: number): Room {
  const whole = Math.floor(cell)
  const tall = Math.round(whole * RATIO)
  return { look, cell: whole, tall, row: tall, gap }
}

function grid(board: Board, width: number, height: number): Room {
  const gap = width < 500 ? 4 : 8
  const many = board.rows.length || 1
  const cell = Math.min((width - gap * (board.columns - 1)) / board.columns, (height - gap * (many - 1)) / many / RATIO, 84)
  return sized('grid', Math.max(cell, 22), gap)
}
