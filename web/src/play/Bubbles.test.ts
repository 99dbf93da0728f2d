import { render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fixtures } from '../table/fixtures'
import { i18n } from '../words/i18n.svelte'
import Bubbles from './Bubbles.svelte'
import { Play } from './play.svelte'
import { Remarks } from './remarks.svelte'

const { layout, moments } = fixtures.elfer!
beforeEach(async () => {
  await i18n.use('en')
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="table"><main></main><div data-spot="seat:1"></div><div data-spot="seat:2"></div></div>'
})
afterEach(() => void vi.useRealTimers())

function drawn(): { remarks: Remarks; seen: () => string[]; spoken: () => string; live: HTMLElement } {
  const play = new Play(layout, moments[0]!.view, ['You', 'Ben', 'Cleo', 'Dan'], () => {})
  const [remarks, target] = [new Remarks(), document.getElementById('table')!]
  render(Bubbles, { target, props: { play, remarks } })
  const live = target.querySelector<HTMLElement>('[aria-live=polite]')!
  return { remarks, live, seen: () => [...target.querySelectorAll('.bubble')].map((one) => one.textContent.trim()), spoken: () => live.textContent }
}

it('is to be seen as long as it stands, and to be heard with the name of whoever said it', async () => {
  const { remarks, seen, spoken } = drawn()
  remarks.add(1, 'Good luck', 'chat')
  remarks.add(2, 'Hello!', 'emote')
  await tick()
  expect(seen()).toEqual(['Good luck', 'Hello!'])
  expect(spoken()).toBe('Cleo: Hello!')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen()).toEqual([])
  expect(spoken()).toBe('Cleo: Hello!') // what was read out is not read out again
})

it('is heard again when the same is said again', async () => {
  const { remarks, live } = drawn()
  remarks.add(1, 'Hello!', 'emote')
  await tick()
  const before = live.firstElementChild
  remarks.add(1, 'Hello!', 'emote')
  await tick()
  expect(live.firstElementChild).not.toBe(before)
})

it('is heard once where a time runs in it, and seen as it runs', async () => {
  const { remarks, seen, spoken } = drawn()
  const count = { left: 9 }
  remarks.add(1, () => `Ben is away – ${count.left}`, 'presence')
  await tick()
  expect(spoken()).toBe('Ben is away – 9')
  count.left = 8
  remarks.add(2, 'Oh.', 'bot')
  await tick()
  expect(seen()[0]).toMatch(/^Ben is away/)
  expect(spoken()).toBe('Cleo: Oh.')
})
