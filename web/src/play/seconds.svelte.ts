/** The time of this page, for whatever counts down: read in a component, it keeps the component up to date. */

import { createSubscriber } from 'svelte/reactivity'
import { say } from '../words/i18n.svelte'

const OFTEN_MS = 250
const MINUTE = 60
/** Below this, people count in seconds. */
const FEW = 100

const ticking = createSubscriber((update) => {
  const timer = setInterval(update, OFTEN_MS)
  return () => clearInterval(timer)
})

/** Whole seconds until then, by the clock of the page. */
export function secondsUntil(then: number): number {
  const left = Math.ceil((then - performance.now()) / 1000)
  if (left > 0) ticking()
  return Math.max(0, left)
}

/** So many seconds, in words. */
export function lasting(seconds: number): string {
  return seconds < FEW ? say('web.seconds', { n: seconds }) : say('web.some-minutes', { n: Math.ceil(seconds / MINUTE) })
}
