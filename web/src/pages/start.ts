/** Opens tables. */

import type { Manner } from '../messages'
import { api } from '../net/api'
import { settings } from '../settings.svelte'

/** A wish that the table page carries out on arrival, so that one press is enough. */
export type Wish = 'play' | 'invite' | 'pass'

export async function open(setup: string, manner: Partial<Manner> = {}): Promise<string> {
  await api.me()
  const { code } = await api.open({ setup, manner: manner as Manner })
  return code
}

/** A table with bots on all other seats; it starts by itself when one arrives. */
export async function startAgainstBots(setup: string): Promise<string> {
  const code = await open(setup, { level: settings.level })
  wish(code, 'play')
  return code
}

export function wish(code: string, what: Wish): void {
  sessionStorage.setItem(`elfer.wish.${code}`, what)
}

export function wished(code: string): Wish | null {
  const key = `elfer.wish.${code}`
  const found = sessionStorage.getItem(key) as Wish | null
  sessionStorage.removeItem(key)
  return found
}
