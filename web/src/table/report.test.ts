import { beforeAll, expect, it } from 'vitest'
import { i18n } from '../words/i18n.svelte'
import { fixtures } from './fixtures'
import { report } from './report'

beforeAll(() => i18n.use('en'))
const names = ['Ann', 'Ben', 'Cleo', 'Dan']

it('tells what each player did in a row, by name, round by round', () => {
  const { layout, moments } = fixtures.elfer!
  const moment = (seat: number, events: string[], points: number[] | null = null) => ({ seat, view: { ...moments[0]!.view, seat: 0, events, points } })
  const told = report(i18n.at('elfer'), layout, [
    moment(0, ['hand0>rows r11']),
    moment(0, ['hand0>rows r12']),
    moment(1, ['stock>drawn1 ?']),
    moment(1, ['stock>drawn1 ?'], [0, 5, 5, 5]),
    moment(1, ['hand1>rows b11']),
  ], names)
  expect(told).toEqual([['Ann lays red 11, lays red 12.', 'Ben draws a card (2 ×).'], ['Ben lays blue 11.']])
})
