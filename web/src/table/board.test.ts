import { describe, expect, it } from 'vitest'
import { boards, folded, foldedWidth, type Piece, type Row } from './board'
import { fixtures } from './fixtures'
import type { View, Zone } from './types'
import { lookAt, needed, OVERVIEW, room, rowsIn } from './room'

const view = (game: string, n = 0) => fixtures[game]!.moments[n]!.view
const written = (pieces: Piece[]): string =>
  pieces.map((piece) => (piece.kind === 'cell' ? (piece.cell.card ? piece.cell.label : `(${piece.cell.label})`) : piece.kind === 'under' ? `+${piece.cells.length}` : '…')).join(' ')

/** A row of 20 in which these numbers lie and these places are open. */
function row(lying: number[], open: number[]): Row {
  const cells = Array.from({ length: 20 }, (_, n) => {
    const key = `r${n + 1}`
    const card = lying.includes(n + 1) ? key : null
    return { key, card, label: String(n + 1), number: n + 1, open: open.includes(n + 1), mine: false, below: null, bonus: false }
  })
  return { colour: 'red', cells, middle: 11 }
}

describe('boards', () => {
  it('draws the rows of a row game', () => {
    const [board] = boards(fixtures.elfer!.layout, view('elfer'))
    expect(board).toMatchObject({ kind: 'rows', columns: 20 })
    expect(board!.rows.map(({ colour }) => colour)).toEqual(['red', 'yellow', 'green', 'blue'])
    const lying = board!.rows.flatMap(({ cells }) => cells).filter(({ card }) => card)
    const zone = fixtures.elfer!.layout.zones.findIndex(({ name }) => name === 'rows')
    expect(lying.map(({ key }) => key).sort()).toEqual([...view('elfer').zones[zone]!.cards!].sort())
  })

  it('marks what the viewer can do, and what others could', () => {
    const [board] = boards(fixtures.elfer!.layout, view('elfer'))
    const cells = board!.rows.flatMap(({ cells }) => cells)
    expect(cells.filter(({ mine }) => mine).map(({ key }) => key).sort()).toEqual(view('elfer').legal.filter((text) => /^\w\d+$/.test(text)).sort())
    expect(cells.filter(({ open }) => open).length).toBeGreaterThanOrEqual(cells.filter(({ mine }) => mine).length)
  })

  it('lays jokers over rows, links between them, in the order in which the rows lie', () => {
    const { layout, moments } = fixtures.master!
    const { view: seen } = moments.at(-1)!
    const [board] = boards(layout, seen)
    expect(board!.joined).toBe(true)
    expect(board!.rows.map(({ cells }) => cells[0]!.key)).toEqual((seen.facts.order as number[]).map((at) => layout.places[at * 21]))
    const jokers = seen.zones[layout.zones.findIndex(({ name }) => name === 'jokers')]!.cards!.filter(Boolean).length
    expect(board!.rows.flatMap(({ cells }) => cells).filter(({ card }) => card === 'j')).toHaveLength(jokers)
  })

  it('shows the bridges of a board', () => {
    const [board] = boards(fixtures.brettspiel!.layout, view('brettspiel'))
    const joins = board!.rows.flatMap(({ cells }) => cells.map(({ below }) => below)).filter(Boolean)
    expect(joins).toHaveLength(17)
    const bonus = board!.rows.flatMap(({ cells }) => cells).filter((cell) => cell.bonus)
    expect(bonus.map(({ key }) => key)).toEqual(['y13', 'r6', 'r15', 'b8'])
  })
})

describe('what a zone declares', () => {
  const { layout } = fixtures.elfer!
  const zones = (own: Partial<Zone>) => ({ ...layout, zones: layout.zones.map((zone) => (zone.shape === 'places' ? { ...zone, ...own } : zone)) })
  const seen: View = { ...view('elfer'), legal: [], facts: { free: 'g2 b3', rows: [2, 0] } }

  it('is the fact with its open places', () => {
    const open = (own: Partial<Zone>): string[] => boards(zones(own), seen)[0]!.rows.flatMap(({ cells }) => cells).filter((one) => one.open).map(({ key }) => key)
    expect([open({ open_places: 'free' }), open({ open_places: '' })]).toEqual([['g2', 'b3'], []])
  })

  it('is the fact with the order of its rows, and its middle', () => {
    const { rows } = boards(zones({ row_order: 'rows', middle: 3 }), seen)[0]!
    expect(rows.map(({ colour, middle }) => [colour, middle])).toEqual([['green', 3], ['red', 3]])
  })
})

describe('a folded row', () => {
  it('keeps its ends, its 11 and the open places', () => {
    const { before, middle, after } = folded(row([7, 8, 9, 10, 11, 12, 13, 14], [6, 15]))
    expect([written(before), middle?.label, written(after)]).toEqual(['(6) 7 +3', '11', '+2 14 (15)'])
  })

  it('shows only the 11 where nothing lies', () => {
    const { before, middle, after } = folded(row([], [11]))
    expect([written(before), middle?.open, written(after)]).toEqual(['', true, ''])
  })

  it('shows gaps between what lies', () => {
    const { after } = folded(row([11, 12, 16, 17, 18], [13, 15, 19]))
    expect(written(after)).toBe('12 (13) … (15) 16 +1 18 (19)')
  })

  it('is unfolded from its middle as far as there is room', () => {
    const long = row([7, 8, 9, 10, 11, 12, 13, 14], [6, 15])
    const at = (half: number): string => {
      const { before, after } = folded(long, half)
      return `${written(before)} 11 ${written(after)}`
    }
    expect([2.3, 3.2, 4, 5].map(at)).toEqual(['(6) 7 +3 11 +2 14 (15)', '(6) 7 +2 10 11 12 +1 14 (15)', '(6) 7 +2 10 11 12 13 14 (15)', '(6) 7 8 9 10 11 12 13 14 (15)'])
  })

  it('hides nothing of a short row on a phone', () => {
    const { before, after } = folded(row([9, 10, 11, 12], [8, 13]), 3)
    expect([written(before), written(after)]).toEqual(['(8) 9 10', '12 (13)'])
  })

  it('has no middle unless its zone declares one', () => {
    const { before, middle, after } = folded({ ...row([10, 11, 12], [9, 13]), middle: 0 })
    expect([written(before), middle, written(after)]).toEqual(['(9) 10 +1 12 (13)', null, ''])
  })

  it('says how much room it takes', () => {
    expect(foldedWidth(row([10, 11, 12], [9, 13]))).toBe(2)
  })
})

describe('room', () => {
  const [board] = boards(fixtures.elfer!.layout, view('elfer'))
  it('shows every place on a wide screen, and folds on a phone', () => {
    expect(room(board!, 1200, 430).look).toBe('full')
    expect(room(board!, 344, 330).look).toBe('folded')
  })
  it('has places for thumbs on every screen where they are touched', () => {
    for (const [width, height] of [[344, 330], [340, 300], [304, 230], [352, 200], [804, 560], [700, 180]] as const) {
      const fit = room(board!, width, height)
      expect(Math.min(fit.cell, fit.tall), `${width} × ${height}`).toBeGreaterThanOrEqual(44)
      expect(fit.cell * 7 + 24).toBeLessThanOrEqual(width + 48)
    }
  })
  it('has smaller places before it folds a card', () => {
    const rows = (...lying: number[]) => ({ ...board!, rows: [row(lying, [lying[0]! - 1, lying.at(-1)! + 1])] })
    const [short, long] = [room(rows(10, 11, 12), 804, 560), room(rows(6, 7, 8, 9, 10, 11, 12), 804, 560)]
    expect(long.cell).toBeLessThan(short.cell)
    expect(long.row).toBe(short.row)
    expect(folded(rows(6, 7, 8, 9, 10, 11, 12).rows[0]!, long.half).before).toHaveLength(6)
  })
  it('lets places without rows of their own flow', () => {
    const [grid] = boards(fixtures['was-liegt-wo']!.layout, view('was-liegt-wo'))
    const wide = room(grid!, 700, 430)
    const slim = room(grid!, 344, 460)
    expect(rowsIn(grid!, wide).map(({ cells }) => cells.length)).toEqual([8, 8, 8, 8, 8])
    expect(rowsIn(grid!, slim).map(({ cells }) => cells.length)).toEqual([7, 7, 7, 7, 7, 5])
    expect(Math.min(slim.cell, slim.tall)).toBeGreaterThanOrEqual(44)
    expect(needed(grid!, slim)).toBeLessThanOrEqual(460)
    expect(needed(grid!, room(grid!, 344, 200))).toBeGreaterThan(200)
  })
  const [joined] = boards(fixtures.brettspiel!.layout, view('brettspiel'))
  it.each([252, 330])('shows what cannot be folded with places for a thumb, in a height of %d', (height) => {
    const fit = room(joined!, 344, height)
    expect(fit.look).toBe('scroll')
    expect(Math.min(fit.cell, fit.tall)).toBeGreaterThanOrEqual(44)
    expect(4 * (fit.row + 2 * fit.edge) + 3 * fit.gap).toBeLessThanOrEqual(height - OVERVIEW)
  })
  it.each([[312, 196], [312, 150], [348, 171], [348, 140]])('leaves nothing out of a picture of %d × %d', (width, height) => {
    for (const game of ['elfer', 'master', 'brettspiel', 'zahlenwechsel']) {
      const [drawn] = boards(fixtures[game]!.layout, view(game))
      const fit = room(drawn!, width, height, 20)
      expect(needed(drawn!, fit), game).toBeLessThanOrEqual(height)
      expect(fit.cell, game).toBeGreaterThan(12)
    }
  })
  it('draws it small in pictures', () => {
    const fit = room(joined!, 344, 330, 20)
    expect(fit.look).toBe('small')
    expect(fit.cell * 22).toBeLessThanOrEqual(344)
  })
})

describe('a board that is moved along', () => {
  const seen = (left: number) => ({ left, width: 344, start: 30, pitch: 46, total: 1060 })
  it('stays where everything wanted is seen', () => {
    expect(lookAt([1, 5], seen(20))).toBe(null)
    expect(lookAt([], seen(300))).toBe(null)
  })
  it('goes as far as it must, and shows that it goes on', () => {
    expect(lookAt([10], seen(0))).toBe(30 + 11 * 46 + 23 - 344)
    expect(lookAt([2], seen(700))).toBe(30 + 2 * 46 - 23)
  })
  it('never goes beyond its ends', () => {
    expect(lookAt([21], seen(0))).toBe(1060 - 344)
    expect(lookAt([0], seen(700))).toBe(7)
  })
  it('shows most of what is wanted', () => {
    const to = lookAt([1, 12, 13, 15], seen(0))!
    for (const column of [12, 13, 15]) {
      expect(30 + column * 46).toBeGreaterThanOrEqual(to)
      expect(30 + (column + 1) * 46).toBeLessThanOrEqual(to + 344)
    }
  })
})
