import { beforeAll, expect, it } from 'vitest'
import { i18n } from '../words/i18n.svelte'
import { fixtures } from './fixtures'
import { report } from './report'

beforeAll(() => i18n.use('en'))
const names = ['Ann', 'Ben', 'Cleo', 'Dan']

const { layout, moments } = fixtures.elfer!
const view = { ...moments[0]!.view, seat: 0, events: [], points: null, window: null }
const moment = (seat: number, events: string[], points: number[] | null = null) => ({ seat, view: { ...view, events, points } })
const told = (...happened: ReturnType<typeof moment>[]) => report(i18n.at('elfer'), layout, view, happened, names).map((lines) => lines.map(({ said }) => said))

it('tells what each player did in a row, by name, round by round', () => {
  expect(told(
    moment(0, ['hand0>rows r11']),
    moment(0, ['hand0>rows r12']),
    moment(0, ['0: end']),
    moment(1, ['stock>drawn1 ?']),
    moment(1, ['stock>drawn1 ?']),
    moment(1, ['hand1>rows g11'], [0, 5, 5, 5]),
    moment(1, ['hand1>rows b11']),
  )).toEqual([['Ann lays red 11 and red 12.', 'Ben draws 2 cards and lays green 11.'], ['Ben lays blue 11.']])
})

it('names every card of a long turn, and has them to be drawn', () => {
  const cards = ['r11', 'r12', 'r13', 'r14', 'r15', 'r16']
  const [[line]] = report(i18n.at('elfer'), layout, view, cards.map((card) => moment(2, [`hand2>rows ${card}`])), names) as [[{ said: string; cards: string[]; seat: number }]]
  expect(line.said).toBe('Cleo lays red 11, red 12, red 13, red 14, red 15 and red 16.')
  expect(line).toMatchObject({ seat: 2, cards })
})

it('tells what was seen before an answer once', () => {
  const asked = moment(1, ['hand1>rows b11'])
  const window = { asked: [0, 2], seconds: 4, answered: false }
  const open = { ...asked, view: { ...asked.view, window } }
  expect(told(open as never, open as never, moment(2, ['2: pass']))).toEqual([['Ben lays blue 11.', 'Cleo passes.']])
})
