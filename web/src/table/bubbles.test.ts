import { describe, expect, it } from 'vitest'
import { roomFor, spots, type Said } from './bubbles'

const area = { left: 10, top: 90, bottom: 500, width: 340 }
const said = (x: number, more: Partial<Said> = {}): Said => ({ width: 200, height: 60, x, edge: 50, own: false, ...more })

describe('what is said', () => {
  it('stands below whoever says it, and points to them', () => {
    expect(spots([said(170)], area)).toEqual([{ left: 70, top: 59, tail: 100, moved: false }])
  })

  it('stays on the table, and points to the seat all the same', () => {
    const [left, right] = [spots([said(20)], area)[0]!, spots([said(345)], area)[0]!]
    expect([left.left, left.tail]).toEqual([16, 18])
    expect([right.left, right.tail]).toEqual([144, 182])
  })

  it('stands above what there is to do, if it is one’s own', () => {
    const [own] = spots([said(170, { own: true, edge: 700 })], area)
    expect(own).toEqual({ left: 70, top: 431, tail: 100, moved: false })
  })

  it('gives way to what was said before, and does not pretend to hang at its seat then', () => {
    const [first, second, third] = spots([said(60), said(170), said(290)], area)
    expect(first).toMatchObject({ top: 59, moved: false })
    expect(second).toMatchObject({ top: 125, moved: true })
    expect(third).toMatchObject({ top: 191, moved: true })
    const apart = spots([said(60, { width: 90 }), said(170, { width: 90 }), said(290, { width: 90 })], area)
    expect(apart.map((spot) => spot?.moved)).toEqual([false, false, false])
  })

  it('never reaches over what there is to do nor over a name, however much is said', () => {
    for (const height of [30, 90, 200]) {
      const found = spots([40, 120, 200, 280, 300].map((x) => said(x, { height })).concat(said(170, { own: true, height })), area)
      for (const spot of found) {
        const { left, top } = spot!
        expect(top).toBeGreaterThan(50)
        expect(top + height).toBeLessThan(area.bottom)
        expect(left).toBeGreaterThanOrEqual(area.left)
        expect(left + 200).toBeLessThanOrEqual(area.left + area.width)
      }
    }
  })

  it('stands nowhere where there is no room for it', () => {
    const low = { ...area, bottom: 120 }
    expect(roomFor(said(170), low)).toBe(52)
    expect(spots([said(170, { height: 52 }), said(170, { height: 53 })], low).map((spot) => spot?.top ?? null)).toEqual([59, null])
    expect(spots([said(170, { own: true, height: 22 })], low)[0]).toBeNull()
  })
})
