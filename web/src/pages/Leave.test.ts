import { render } from '@testing-library/svelte'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LiveTable } from '../net/live.svelte'
import { i18n } from '../words/i18n.svelte'
import Leave from './Leave.svelte'

beforeAll(() => i18n.use('en'))

/** What is said before one leaves a table at which one has the first seat. */
function told(seats: string[], manner: object, you = [0]): string[] {
  const table = { you, info: { code: 'ABCDE', seats: seats.map((kind) => ({ kind })), manner } } as unknown as LiveTable
  const { container, unmount } = render(Leave, { open: true, table })
  const lines = [...container.querySelectorAll('li')].map((line) => line.textContent)
  expect(container.querySelector('a')!.getAttribute('href')).toBe('/')
  unmount()
  return lines
}

describe('whoever leaves', () => {
  const quick = { clock: 'off', away_seconds: 30 }

  it('keeps the seat, and is told the way back', () => {
    const [seat, , back] = told(['person', 'person'], quick)
    expect(seat).toBe('Your seat stays yours.')
    expect(back).toContain('ABCDE')
    expect(back).toContain(i18n.words.say('web.my-tables'))
  })

  it('is told who plays meanwhile', () => {
    const meanwhile = (seats: string[], manner: object, you?: number[]) => told(seats, manner, you)[1]
    expect(meanwhile(['person', 'person'], quick)).toBe('In 30\u00a0s a bot steps in and plays for you until you are back.')
    expect(meanwhile(['person', 'person'], { clock: 'off', away_seconds: 0 })).toMatch(/^A bot steps in at once/)
    expect(meanwhile(['person', 'person'], { clock: 'correspondence', away_seconds: 30 })).toMatch(/^No bot plays for you/)
    expect(meanwhile(['person', 'bot', 'bot'], quick)).toMatch(/the game waits/)
    expect(meanwhile(['person', 'person'], quick, [0, 1])).toMatch(/the game waits/)
  })
})
