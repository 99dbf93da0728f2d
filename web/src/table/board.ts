/** Zones of places → rows of cells, and how a row folds where there is little room. */

import { parse, placeOf, takenApart, type Colour } from './notation'
import { FACE_DOWN, type Layout, type View, type Zone } from './types'

/** What stands below a cell and joins it with the row underneath. */
export type Join = 'link' | 'joined' | 'bonus' | null

export interface Cell {
  /** The name of the place, as actions call it. */
  key: string
  /** What lies there; `?` is face down, null nothing. */
  card: string | null
  /** What is printed on the place. */
  label: string
  number: number | null
  /** Whether somebody could lay a card there now. */
  open: boolean
  /** Whether the viewer can do something there now. */
  mine: boolean
  below: Join
  /** Whether what is printed below it carries a symbol, whoever has used it. */
  bonus: boolean
}

export interface Row {
  colour: Colour | null
  cells: Cell[]
  /** The column that stays in sight when the row is folded, counted from 1; 0: none. */
  middle: number
}

export interface Board {
  zone: number
  columns: number
  /** Rows of colours and numbers, or a grid of any places. */
  kind: 'rows' | 'grid'
  rows: Row[]
  joined: boolean
}

/** Every zone of places that is not drawn over another. */
export function boards(layout: Layout, view: View): Board[] {
  return layout.zones.flatMap((zone, n) => (zone.shape === 'places' && !zone.over ? [board(layout, view, zone, n)] : []))
}

function board(layout: Layout, view: View, zone: Zone, n: number): Board {
  const size = zone.homes ? layout.places.length : zone.size
  const keys = size === layout.places.length ? layout.places : Array.from({ length: size }, (_, at) => String(at))
  const columns = zone.columns || size
  const lying = lyingOn(layout, view, zone, n, keys)
  const told = words(view.facts[zone.open_places])
  const mine = new Set(view.legal.map((text) => placeOf(takenApart(text))).filter((place) => place !== undefined))
  const joins = joinsOf(layout, view, zone, n, keys, columns, lying)
  const order = rowOrder(view, zone, keys, columns)
  const rows = order.map((start) => {
    const colours = new Set(keys.slice(start, start + columns).map((key) => parse(key)?.colour ?? null))
    return {
      middle: zone.middle,
      colour: colours.size === 1 ? [...colours][0]! : null,
      cells: keys.slice(start, start + columns).map((key, column) => ({
        ...cell(key, lying, told, mine, joins[start + column]!),
        bonus: zone.joins.some(([upper, , bonus]) => bonus && upper === start + column),
      })),
    }
  })
  // Numbers begin with 1: a row that begins with 0 has a field of another kind at either end.
  for (const { cells } of rows) {
    if (cells[0]?.number === 0) cells[0].label = cells.at(-1)!.label = ''
  }
  const kind = rows.every((row) => row.colour) ? 'rows' : 'grid'
  // Whether cards can come to lie between rows, so that there is room for them from the beginning.
  const linked = layout.zones.some((above) => above.over === zone.name && above.size === keys.length - columns)
  return { zone: n, columns, kind, rows, joined: linked || zone.joins.length > 0 }
}

function cell(key: string, lying: Map<string, string>, told: Set<string>, mine: Set<string>, below: Join): Omit<Cell, 'bonus'> {
  const found = parse(key)
  const card = lying.get(key) ?? null
  const free = card === null
  const number = found?.number ?? null
  return {
    key, card, number, below,
    label: found ? String(found.number) : key,
    open: free && (told.has(key) || mine.has(key)),
    mine: mine.has(key) && (free || card === FACE_DOWN || !told.has(key)),
  }
}

function lyingOn(layout: Layout, view: View, zone: Zone, n: number, keys: string[]): Map<string, string> {
  const lying = new Map<string, string>()
  const seen = view.zones[n]?.cards ?? []
  if (zone.homes) for (const card of seen) lying.set(card, card)
  else keys.forEach((key, at) => seen[at] && lying.set(key, seen[at]))
  layout.zones.forEach((above, m) => {
    const cards = view.zones[m]?.cards
    if (above.over === zone.name && cards && cards.length === keys.length) {
      keys.forEach((key, at) => cards[at] && lying.set(key, cards[at]))
    }
  })
  return lying
}

/** By place: what joins it with the one below. Cards that lie between rows belong to a zone that is a row shorter. */
function joinsOf(
  layout: Layout, view: View, zone: Zone, n: number, keys: string[], columns: number, lying: Map<string, string>,
): Join[] {
  const joins: Join[] = keys.map(() => null)
  for (const [upper, lower, bonus] of zone.joins) {
    const unspent = bonus && !lying.has(keys[upper]!) && !lying.has(keys[lower]!)
    joins[upper] = unspent ? 'bonus' : 'joined'
  }
  const order = rowOrder(view, zone, keys, columns)
  layout.zones.forEach((above, m) => {
    const cards = view.zones[m]?.cards
    if (above.over === zone.name && cards && cards.length === keys.length - columns) {
      // Gap number g lies below the row that is g-th from the top.
      cards.forEach((card, at) => {
        const start = order[Math.floor(at / columns)]
        if (card && start !== undefined) joins[start + (at % columns)] = 'link'
      })
    }
  })
  return joins
}

/** Where each row begins, from top to bottom; rows that are out of play are left out. */
function rowOrder(view: View, zone: Zone, keys: string[], columns: number): number[] {
  const order = view.facts[zone.row_order]
  if (Array.isArray(order)) return order.map((row) => columns * Number(row))
  const aside = new Set(view.zones.flatMap((zone) => (zone.shape === 'bank' ? (zone.cards ?? []) : [])))
  const starts = Array.from({ length: Math.ceil(keys.length / columns) }, (_, row) => row * columns)
  return starts.filter((start) => !keys.slice(start, start + columns).every((key) => aside.has(key)))
}

function words(fact: unknown): Set<string> {
  return new Set(typeof fact === 'string' ? fact.split(' ').filter(Boolean) : [])
}

// --- folding ---------------------------------------------------------------------------------------------------

/** A part of a folded row: a cell, cards that lie under their neighbours, or free places that are left out. */
export type Piece = { kind: 'cell'; cell: Cell } | Folded
interface Folded {
  kind: 'under' | 'gap'
  cells: Cell[]
}

/**
 * The ends of what lies in a row, its open places and its middle, in order; the rest is folded away. No card is folded
 * that has room: `half` says how many places there are on either side of the middle.
 */
export function folded(row: Row, half = 0): { before: Piece[]; middle: Cell | null; after: Piece[] } {
  const at = row.middle - 1
  if (at < 0) return { before: trimmed(pieces(row.cells, row.cells)), middle: null, after: [] }
  const before = pieces(row.cells.slice(0, at), row.cells)
  const after = pieces(row.cells.slice(at + 1), row.cells)
  if (before[0]?.kind === 'gap') before.shift()
  if (after.at(-1)?.kind === 'gap') after.pop()
  return { before: mirrored(unfolded(mirrored(before), half)), middle: row.cells[at]!, after: unfolded(after, half) }
}

/** Card by card from the middle outwards, as far as there is room. */
function unfolded(parts: Piece[], half: number): Piece[] {
  const at = parts.findIndex(({ kind }) => kind === 'under')
  if (at < 0) return parts
  const [first, ...rest] = (parts[at] as Folded).cells
  const under: Piece[] = rest.length ? [{ kind: 'under', cells: rest }] : []
  const next: Piece[] = [...parts.slice(0, at), { kind: 'cell', cell: first! }, ...under, ...parts.slice(at + 1)]
  return widthOf(next) <= half ? unfolded(next, half) : parts
}

const mirrored = (parts: Piece[]): Piece[] =>
  parts.map((part) => (part.kind === 'cell' ? part : { ...part, cells: [...part.cells].reverse() })).reverse()

function pieces(cells: Cell[], all: Cell[]): Piece[] {
  const out: Piece[] = []
  for (const one of cells) {
    const kind = kindOf(one, all)
    const last = out.at(-1)
    if (kind === 'cell') out.push({ kind, cell: one })
    else if (last && last.kind === kind) last.cells.push(one)
    else out.push({ kind, cells: [one] })
  }
  return out
}

function kindOf(one: Cell, all: Cell[]): Piece['kind'] {
  if (one.card === null) return one.open ? 'cell' : 'gap'
  const at = all.indexOf(one)
  const inside = all[at - 1]?.card && all[at + 1]?.card
  return inside && !one.mine ? 'under' : 'cell'
}

function trimmed(parts: Piece[]): Piece[] {
  const from = parts[0]?.kind === 'gap' ? 1 : 0
  const to = parts.at(-1)?.kind === 'gap' ? parts.length - 1 : parts.length
  return parts.slice(from, to)
}

/** The edges of folded cards, and of how many cells' width they are together. */
const EDGE = 0.1
const EDGES = 0.5
export const edgesOf = (many: number): number => Math.min(many * EDGE, EDGES)

/** Of how many cells' width pieces are. */
function widthOf(parts: Piece[]): number {
  const each = (part: Piece): number => (part.kind === 'cell' ? 1 : part.kind === 'gap' ? 0.35 : edgesOf(part.cells.length))
  return parts.reduce((sum, part) => sum + each(part), 0)
}

/** How wide the longer half of a row is, in cells, where so many have room on either side: at least, if none have. */
export function foldedWidth(row: Row, half = 0): number {
  const { before, after } = folded(row, half)
  return Math.max(widthOf(before), widthOf(after))
}
