/** The HTTP part of the server. */

import type { DealtRound, GameStatistics, Hint, LayoutInfo, Lookback, Me, NewTable, OpenedTable, PlayedMatch, Problem, Review, TableSummary } from '../messages'
import type { Layout, Sight } from '../table/types'
import { i18n } from '../words/i18n.svelte'

/** What the server did not do, in the reader's language. */
export class Declined extends Error {
  constructor(
    readonly code: string,
    sentence: string,
  ) {
    super(sentence)
  }
}

/** The server's answer, if it did what it was asked. */
async function answered(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response
  try {
    response = await fetch(`${path}?lang=${i18n.lang}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch {
    throw new Declined('offline', i18n.words.say('web.offline'))
  }
  if (response.ok) return response
  const problem = problemIn(await response.text())
  throw new Declined(problem?.code ?? 'server-error', problem?.sentence ?? i18n.words.say('web.offline'))
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = await (await answered(method, path, body)).text()
  return (text ? JSON.parse(text) : undefined) as T
}

/** An answer that comes line by line. */
async function* lines<T>(path: string): AsyncGenerator<T> {
  const reader = (await answered('GET', path)).body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const whole = (rest + part.value).split('\n')
      rest = whole.pop()!
      for (const line of whole) yield JSON.parse(line) as T
    }
  } catch {
    throw new Declined('offline', i18n.words.say('web.offline'))
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function problemIn(text: string): Problem | null {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return null
  }
}

const NAME = 'elfer.name'
/** Whether a server has given this browser a cookie. */
const KNOWN = 'elfer.known'

export const api = {
  /** Who this is; whoever has not said so gets a guest's name. */
  async me(): Promise<Me> {
    if (localStorage.getItem(KNOWN)) {
      try {
        return await call<Me>('GET', '/api/me')
      } catch (why) {
        if (!(why instanceof Declined) || why.code !== 'who-are-you') throw why
      }
    }
    const me = await guest(kept())
    localStorage.setItem(KNOWN, '1')
    return me
  },
  async rename(name: string): Promise<Me> {
    return remembered(await call<Me>('POST', '/api/me', { name }))
  },
  /** A new account; what this guest has played goes into it. */
  async join(name: string, passphrase: string): Promise<Me> {
    return remembered(await call<Me>('POST', '/api/account', { name, passphrase }))
  },
  async login(name: string, passphrase: string): Promise<Me> {
    return remembered(await call<Me>('POST', '/api/login', { name, passphrase }))
  },
  /** The next one at this device is somebody else: only how the page looks is kept. */
  async signOut(everywhere: boolean): Promise<void> {
    await call('DELETE', everywhere ? '/api/me/everywhere' : '/api/me')
    for (const key of Object.keys(localStorage)) if (key.startsWith('elfer.') && key !== 'elfer.settings') localStorage.removeItem(key)
  },
  open: (table: NewTable): Promise<OpenedTable> => call('POST', '/api/tables', table),
  table: (code: string): Promise<TableSummary> => call('GET', `/api/tables/${encodeURIComponent(code)}`),
  history: (): Promise<PlayedMatch[]> => call('GET', '/api/history'),
  statistics: (): Promise<GameStatistics[]> => call('GET', '/api/statistics'),
  hint: (code: string, seat: number): Promise<Hint> => call('GET', `/api/tables/${encodeURIComponent(code)}/hint/${seat}`),
  /** A review, again and again as it gets better. The last one is done, unless the server had to give it up. */
  review: (match: string, seat: number): AsyncGenerator<Review> => lines(`/api/matches/${match}/review/${seat}`),
  deals: (match: string): Promise<DealtRound[]> => call('GET', `/api/matches/${match}/deals`),
  lookback: (match: string, seat: number): Promise<Lookback> => call('GET', `/api/matches/${match}/lookback/${seat}`),
  async layout(setup: string): Promise<Layout> {
    const found = await call<LayoutInfo>('GET', `/api/layouts/${setup}`)
    return {
      setup: found.setup, game: found.game, players: found.players, places: found.places,
      zones: found.zones.map((zone) => ({ ...zone, shape: zone.shape as Layout['zones'][number]['shape'], sight: zone.sight as Sight })),
    }
  },
}

/** A new guest; by another name if this one is somebody's account by now. */
async function guest(name: string): Promise<Me> {
  try {
    return await call<Me>('POST', '/api/me', { name: name || i18n.words.say('web.guest') })
  } catch (why) {
    if (name && why instanceof Declined && ['name-taken', 'bad-name'].includes(why.code)) return guest('')
    throw why
  }
}

/** This browser knows who it is from now on. */
function remembered(me: Me): Me {
  localStorage.setItem(NAME, me.name)
  localStorage.setItem(KNOWN, '1')
  return me
}

export function kept(): string {
  return localStorage.getItem(NAME) ?? ''
}
