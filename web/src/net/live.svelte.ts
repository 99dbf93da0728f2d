/** A table at the server: who sits there, what each own seat is shown, and everything one can do. */

import type { Advanced, Judged, Level, Line, Manner, ServerMessage, TableInfo } from '../messages'
import { Play } from '../play/play.svelte'
import { settings, SPEEDS } from '../settings.svelte'
import { changed, type Change } from '../table/change'
import type { Layout, View } from '../table/types'
import { i18n } from '../words/i18n.svelte'
import type { Lang } from '../words/words'
import { api, Declined } from './api'
import { Connection, type Status } from './socket'

/** The pause between two moves, so that each can be followed; a long queue is gone through at once. */
const PAUSE = 260
const PATIENCE = 6

export class LiveTable {
  status = $state<Status>('connecting')
  info = $state.raw<TableInfo | null>(null)
  you = $state.raw<number[]>([])
  host = $state(false)
  chat = $state.raw<Line[]>([])
  plays = $state.raw<Play[]>([])
  /** Which of your seats is shown. */
  shown = $state(0)
  /** Why the table cannot be entered. */
  refused = $state('')
  /** Whether that is because no table has this code. */
  unknown = $state(false)
  /** What was not done before the match, and why. */
  problem = $state('')
  judged = $state.raw<Judged | null>(null)
  /** What the server promised before the deal, if this page was there; and what the page added to the shuffle. */
  promised = ''
  stirred: string[] = []
  /** When the time to think ends, by this clock. */
  until = $state<number | null>(null)
  /** All that was shown, for a look back. */
  past: { view: View; seat: number | null }[] = []

  names = $derived.by(() => this.info?.seats.map((seat, n) => this.name(n)) ?? [])
  play = $derived.by((): Play | null => this.plays[Math.min(this.shown, this.plays.length - 1)] ?? null)

  private number: number | null = null
  private keys: string[] = []
  private layout: Layout | null = null
  private connection: Connection | null = null
  private left = false
  private queue: Advanced[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private answer: ReturnType<typeof setTimeout> | undefined
  private waiting: { scene: Extract<ServerMessage, { type: 'scene' }> } | null = null

  constructor(
    readonly code: string,
    private readonly heard: (event: 'move' | 'turn' | 'over' | 'refused' | 'said', table: LiveTable) => void = () => {},
  ) {
    this.keys = keysOf(code)
    // Who sits down must be somebody: the connection carries the cookie that says who. Who has sat here is.
    if (this.keys.length) this.connect()
    else void api.me().catch(() => null).then(() => this.connect())
  }

  private connect(): void {
    if (this.left) return
    this.connection = new Connection(this.code, i18n.lang, {
      message: (message) => this.message(message),
      status: (status) => (this.status = status),
      seen: () => ({ last: this.number, keys: this.keys }),
    })
  }

  private name(seat: number): string {
    const info = this.info?.seats[seat]
    if (this.you.length === 1 && this.you[0] === seat) return i18n.words.say('seat.you')
    if (info?.kind === 'person') return info.name || i18n.words.say('seat.number', { number: seat + 1 })
    return i18n.words.say(info?.kind === 'bot' ? 'seat.bot' : 'seat.number', { number: seat + 1 })
  }

  private message(message: ServerMessage): void {
    if ('table' in message && message.table.phase === 'gathering') this.promised ||= message.table.commitment
    switch (message.type) {
      case 'scene':
        void this.scene(message)
        break
      case 'changed':
        this.info = message.table
        this.you = message.you
        this.number = message.number
        keep(this.code, this.keys, message.table)
        this.rename()
        break
      case 'moved':
        this.queue.push(message)
        if (!this.waiting) this.next()
        break
      case 'noted':
        this.number = Math.max(this.number ?? 0, message.number)
        if (message.judged) this.judged = message.judged
        message.views?.forEach((view, n) => this.plays[n]?.show(view as View, null))
        break
      case 'refusal':
        this.refusal(message.code, message.sentence, message.rule ?? '')
        break
      case 'said':
        this.chat = [...this.chat, message.line].slice(-80)
        this.heard('said', this)
        break
    }
  }

  private async scene(scene: Extract<ServerMessage, { type: 'scene' }>): Promise<void> {
    this.waiting = { scene }
    this.queue = []
    clearTimeout(this.timer)
    this.timer = undefined
    if (!this.layout || this.layout.setup !== scene.table.setup) this.layout = await api.layout(scene.table.setup)
    if (this.waiting.scene !== scene) return
    this.waiting = null
    const isNew = this.info?.match !== scene.table.match || this.plays.length !== scene.views.length
    this.info = scene.table
    this.you = scene.you
    this.host = scene.host
    this.chat = scene.chat ?? []
    this.number = scene.number
    this.keys = scene.keys ?? []
    keep(this.code, this.keys, scene.table)
    this.time(scene.left_ms)
    if (isNew) this.plays = scene.views.map((view, n) => this.newPlay(view as View, n))
    else scene.views.forEach((view, n) => this.plays[n]!.show(view as View, null))
    this.rename()
    this.follow()
    this.keepPast(null)
    this.next()
  }

  private newPlay(view: View, n: number): Play {
    return new Play(this.layout!, view, this.names, (text) => this.act(this.you[n], text))
  }

  private rename(): void {
    for (const play of this.plays) play.names = this.names
  }

  private next(): void {
    if (this.timer !== undefined) return
    const message = this.queue.shift()
    if (!message) return
    this.moved(message)
    const pause = this.queue.length > PATIENCE ? 0 : PAUSE * SPEEDS[settings.speed]
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.next()
    }, pause)
  }

  private moved(message: Advanced): void {
    this.number = message.number
    if (message.judged) this.judged = message.judged
    message.changes.forEach((change, n) => {
      const play = this.plays[n]
      if (play) play.show(changed(play.view, change as Change), message.seat)
    })
    if (message.scores && this.info) this.info = { ...this.info, scores: message.scores }
    this.time(message.left_ms)
    this.keepPast(message.seat)
    this.heard(this.play?.view.points ? 'over' : this.play?.acting ? 'turn' : 'move', this)
    this.follow()
  }

  private keepPast(seat: number | null): void {
    const view = this.play?.view
    if (view) this.past.push({ view, seat })
  }

  private time(left: number | null | undefined): void {
    this.until = left === null || left === undefined ? null : performance.now() + left
  }

  /** Where several seats are one's own, the one that is to act comes to the front. */
  private follow(): void {
    if (this.you.length < 2 || this.play?.acting) return
    const next = this.plays.findIndex((play) => play.acting)
    if (next >= 0) this.shown = next
  }

  private refusal(code: string, sentence: string, rule: string): void {
    if (this.info === null) {
      this.refused = sentence
      this.unknown = code === 'no-such-table'
      if (this.unknown) forget(this.code)
    } else if (!this.plays.length) this.problem = sentence
    for (const play of this.plays) if (play !== this.play) play.unanswered()
    if (code === 'out-of-order') return void this.connection?.send({ type: 'resync' })
    this.play?.refused(sentence, rule)
    this.heard('refused', this)
  }

  /** The server's sentences come in this language from now on. */
  speak(lang: Lang): void {
    this.connection?.speak(lang)
    this.rename()
  }

  // --- what one can do ---------------------------------------------------------------------------------------

  act(seat: number | undefined, text: string): void {
    if (seat === undefined || this.number === null) return
    if (this.play) this.play.busy = true
    this.connection?.send({ type: 'act', seat, do: text, seen: this.number })
    clearTimeout(this.answer)
    this.answer = setTimeout(() => this.plays.forEach((play) => play.unanswered()), 1500)
  }
  sit(seat?: number, name?: string): void {
    this.connection?.send({ type: 'sit', ...(seat === undefined ? {} : { seat }), ...(name ? { name } : {}) })
  }
  /** Call an own seat so. */
  call(seat: number, name: string): void {
    this.connection?.send({ type: 'rename', seat, name })
  }
  stand(seat: number): void {
    this.connection?.send({ type: 'stand', seat })
  }
  staff(seat: number, level: Level): void {
    this.connection?.send({ type: 'staff', seat, level })
  }
  arrange(manner: Manner): void {
    this.connection?.send({ type: 'arrange', manner })
  }
  stir(entropy: string): void {
    this.stirred.push(entropy)
    this.connection?.send({ type: 'stir', entropy })
  }
  begin(): void {
    this.connection?.send({ type: 'begin' })
  }
  onward(): void {
    this.connection?.send({ type: 'onward' })
  }
  say(text: string): void {
    this.connection?.send({ type: 'say', text })
  }
  gesture(emote: string): void {
    this.connection?.send({ type: 'gesture', emote: emote as 'hello' })
  }
  again(): void {
    this.connection?.send({ type: 'again' })
  }
  back(): void {
    this.connection?.send({ type: 'back' })
  }
  leave(): void {
    this.left = true
    clearTimeout(this.timer)
    clearTimeout(this.answer)
    this.connection?.close()
  }
}

// --- my tables, kept in the browser ----------------------------------------------------------------------------

export interface Mine {
  code: string
  game: string
  keys: string[]
  over: boolean
  at: number
}

const KEY = 'elfer.tables'

export function myTables(): Mine[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Mine[]
  } catch {
    return []
  }
}

/** Takes a table off the list. Whoever sits there still does: the server knows them by their cookie. */
export function forget(code: string): void {
  localStorage.setItem(KEY, JSON.stringify(myTables().filter((one) => one.code !== code)))
}

/** The tables of the list at which somebody may still play, as the server knows it: the others leave the list. */
export async function running(listed: Mine[]): Promise<Mine[]> {
  const found = await Promise.all(listed.map(async (one) => ({ one, gone: await isGone(one.code) })))
  for (const { one, gone } of found) if (gone) forget(one.code)
  return found.flatMap(({ one, gone }) => (gone ? [] : [one]))
}

async function isGone(code: string): Promise<boolean> {
  try {
    const { phase } = (await api.table(code)).table
    return phase === 'over' || phase === 'closed'
  } catch (why) {
    // A server that cannot be reached says nothing about its tables.
    return why instanceof Declined && why.code === 'no-such-table'
  }
}

function keysOf(code: string): string[] {
  return myTables().find((table) => table.code === code)?.keys ?? []
}

function keep(code: string, keys: string[], table: TableInfo): void {
  if (!keys.length) return
  const others = myTables().filter((one) => one.code !== code)
  const mine = { code, game: table.game, keys, over: table.phase === 'over' || table.phase === 'closed', at: Date.now() }
  localStorage.setItem(KEY, JSON.stringify([mine, ...others].slice(0, 30)))
}
