/** Opens tables. */

import type { Manner } from '../messages'
import { api } from '../net/api'
import { settings } from '../settings.svelte'

/** A wish that the table page carries out on arrival, so that one press is enough. */
export type Wish = 'play' | 'invite' | 'pass'

async function open(setup: string, manner: Partial<Manner> = {}): Promise<string> {
  await api.me()
  const { code } = await api.open({ setup, manner: manner as Manner })
  return code
}

/** Opens a table, at which that is done on arrival; its code. */
export async function openFor(setup: string, what: Wish): Promise<string> {
  const code = await open(setup, { level: settings.level })
  wish(code, what)
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

const here = (code: string): string => `elfer.here.${code}`

/** Notes that all who play at a table share this device. */
export function shareDevice(code: string): void {
  sessionStorage.setItem(here(code), '1')
}

export function sharesDevice(code: string): boolean {
  return sessionStorage.getItem(here(code)) !== null
}
