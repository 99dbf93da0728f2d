/** A table at the server: who sits there, what each own seat is shown, and everything one can do. */

import type { Advanced, Beat, Judged, Level, Line, Manner, ServerMessage, Staff, TableInfo } from '../messages'
import { Absences, absent, type Absence, type Presence } from '../play/absences'
import { airtime } from '../play/fly'
import { Play } from '../play/play.svelte'
import { Remarks } from '../play/remarks.svelte'
import { lasting, secondsUntil } from '../play/seconds.svelte'
import type { Sound } from '../play/sound'
import { settings, SPEEDS } from '../settings.svelte'
import { changed, type Change } from '../table/change'
import { Director, TEMPO } from '../table/stage'
import type { Layout, View } from '../table/types'
import { i18n } from '../words/i18n.svelte'
import type { Lang } from '../words/words'
import { api, Declined } from './api'
import { Connection, type Status } from './socket'

/** The pause between two moves, so that each can be followed, in ms. */
const PAUSE = 260

type Scene = Extract<ServerMessage, { type: 'scene' }>

export type CharacterId = NonNullable<Staff['character']>

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

  /** What is said at the seats just now. */
  readonly remarks = new Remarks()
  /** Who is away, by seat. */
  away = $state.raw<(Absence | null)[]>([])
  /** What is known of each seat beside what lies there. */
  extras = $derived.by(() => {
    const { seats = [], round = 0, totals = [] } = this.info ?? {}
    return seats.map(({ kind, character }, n) => ({ kind: kind ?? 'empty', character, absence: this.away[n] ?? null, total: round > 0 ? totals[n]! : null }))
  })

  names = $derived.by(() => this.info?.seats.map((seat, n) => this.name(n)) ?? [])
  play = $derived.by((): Play | null => this.plays[Math.min(this.shown, this.plays.length - 1)] ?? null)

  /** The beat that stands now, and for how long. */
  beat = $state.raw<{ beat: Beat; ms: number } | null>(null)
  /** Whether something is still being shown that has happened: the result waits for it. */
  staging = $state(false)

  /** Of the last thing that was drawn. */
  private number: number | null = null
  private keys: string[] = []
  private layout: Layout | null = null
  private connection: Connection | null = null
  private left = false
  private answer: ReturnType<typeof setTimeout> | undefined
  private waiting: Scene | null = null
  /** What came while a scene was waited for. */
  private early: ServerMessage[] = []
  /** Whether anything here was ever shown in beats: only then somebody waits for them. */
  private staged = false
  private readonly absences = new Absences((seat, what) => this.remarks.add(seat, () => this.presence(seat, what), 'presence'))
  private readonly director = new Director({
    stands: (beat, ms) => this.stands(beat, ms),
    tempo: () => TEMPO[this.info?.manner.pace ?? 'normal'],
    seen: () => this.seen(),
  })

  constructor(
    readonly code: string,
    private readonly heard: (event: Sound, table: LiveTable) => void = () => {},
  ) {
    document.addEventListener('visibilitychange', this.lookedAway)
    this.keys = keysOf(code)
    // Who sits down must be somebody: the connection carries the cookie that says who. Who has sat here is.
    if (this.keys.length) this.connect()
    else void api.me().catch(() => null).then(() => this.connect())
  }

  private connect(): void {
    if (this.left) return
    this.connection = new Connection(this.code, i18n.lang, {
      message: (message) => this.message(message),
      status: (status) => this.connected(status),
      seen: () => ({ last: this.number, keys: this.keys }),
    })
  }

  private name(seat: number): string {
    const info = this.info?.seats[seat]
    if (this.you.length === 1 && this.you[0] === seat) return i18n.words.say('seat.you')
    if (info?.name && info.kind === 'bot') return info.name
    if (info?.kind === 'person') return info.name || i18n.words.say('seat.number', { number: seat + 1 })
    return i18n.words.say(info?.kind === 'bot' ? 'seat.bot' : 'seat.number', { number: seat + 1 })
  }

  private connected(status: Status): void {
    this.status = status
    // Whatever is missed now is asked for by the number of the last thing drawn: nothing may wait any more.
    if (status === 'lost') this.director.flush()
  }

  private message(message: ServerMessage): void {
    if ('table' in message && message.table.phase === 'gathering') this.promised ||= message.table.commitment
    switch (message.type) {
      case 'scene':
        void this.scene(message)
        break
      case 'changed':
      case 'moved':
      case 'noted':
        if (this.waiting) this.early.push(message)
        else this.happened(message)
        break
      case 'refusal':
        this.refusal(message.code, message.sentence, message.rule ?? '')
        break
      case 'said':
        this.said(message.line)
        break
    }
  }

  /** Everything that has happened goes through the director, so that it is drawn in its order. */
  private happened(message: ServerMessage): void {
    const at = performance.now()
    this.staging = true
    if (message.type === 'moved') {
      this.director.add({
        beats: () => this.beatsOf(message),
        draw: () => this.moved(message, at),
        done: () => {
          this.spoken(message)
          this.follow()
        },
      })
    } else if (message.type === 'changed') this.director.add({ beats: () => [], draw: () => this.altered(message, at) })
    else if (message.type === 'noted') this.director.add({ beats: () => [], draw: () => this.noted(message), aside: true })
    if (document.hidden) this.director.flush()
    this.staging = this.director.busy
  }

  /** What a bot says to it stands at its seat once all has been seen. */
  private spoken({ saying }: Advanced): void {
    if (saying && settings.sayings) void i18n.saying(saying.says).then((text) => this.remarks.add(saying.seat, text, 'bot'))
  }

  /** In the chat, and at the seat of whoever says it. */
  private said(line: Line): void {
    this.chat = [...this.chat, line].slice(-80)
    const { seat, emote, text = '' } = line
    if (typeof seat === 'number') this.remarks.add(seat, emote ? () => i18n.words.say(`web.emote-${emote}`) : text, emote ? 'emote' : 'chat')
    this.heard('said', this)
  }

  /** Who is away, as told at that time; `quietly` where all is shown anew. */
  private follows(table: TableInfo, at: number, quietly: boolean): void {
    this.away = absent(table.seats, at)
    if (table.phase === 'playing' || table.phase === 'between') this.absences.follow(this.away, quietly)
    else this.absences.clear()
  }

  private presence(seat: number, what: Presence): string {
    const { say } = i18n.words
    const [who, until] = [this.names[seat]!, this.away[seat]?.until ?? null]
    if (what === 'returned') return say('web.returned', { who })
    const left = what === 'gone' && until !== null ? secondsUntil(until) : 0
    if (left) return say('web.gone-until', { who, time: lasting(left) })
    return say(what === 'bot' ? 'web.gone-bot' : 'web.gone', { who })
  }

  private altered(message: Extract<ServerMessage, { type: 'changed' }>, at: number): number {
    this.info = message.table
    this.follows(message.table, at, false)
    this.you = message.you
    this.number = message.number
    keep(this.code, this.keys, message.table)
    this.rename()
    return 0
  }

  private noted(message: Extract<ServerMessage, { type: 'noted' }>): number {
    this.number = Math.max(this.number ?? 0, message.number)
    if (message.judged) this.judged = message.judged
    message.views?.forEach((view, n) => this.plays[n]?.show(view as View, null))
    return 0
  }

  private beatsOf(message: Advanced): Beat[] {
    const beats = message.changes[Math.min(this.shown, message.changes.length - 1)]?.beats ?? []
    this.staged ||= beats.length > 0
    return beats
  }

  private stands(beat: Beat | null, ms: number): void {
    this.beat = beat && { beat, ms }
    if (!beat) return
    const over = Boolean(this.play?.view.points)
    this.heard(over ? 'over' : beat.right === true ? 'right' : beat.right === false ? 'wrong' : 'beat', this)
  }

  /** Nothing is left to be seen: bots need not wait any longer for this screen. */
  private seen(): void {
    this.staging = false
    if (this.staged && this.you.length && this.number !== null) this.connection?.send({ type: 'watched', number: this.number })
  }

  private lookedAway = (): void => {
    if (document.hidden) this.director.flush()
  }

  /** The beat that stands has been read. */
  skip(): void {
    this.director.skip()
  }

  private async scene(scene: Scene): Promise<void> {
    const at = performance.now()
    this.waiting = scene
    this.early = []
    this.director.clear()
    this.staging = false
    if (!this.layout || this.layout.setup !== scene.table.setup) this.layout = await api.layout(scene.table.setup)
    if (this.waiting !== scene) return
    this.waiting = null
    const isNew = this.info?.match !== scene.table.match || this.plays.length !== scene.views.length
    this.info = scene.table
    this.follows(scene.table, at, isNew)
    this.you = scene.you
    this.host = scene.host
    this.chat = scene.chat ?? []
    this.number = scene.number
    this.keys = scene.keys ?? []
    keep(this.code, this.keys, scene.table)
    this.time(scene.left_ms)
    if (isNew) this.plays = scene.views.map((view, n) => this.newPlay(view as View, n))
    else scene.views.forEach((view, n) => this.plays[n]!.showAgain(view as View))
    this.rename()
    this.follow()
    this.keepPast(null)
    for (const message of this.early.splice(0)) this.happened(message)
  }

  private newPlay(view: View, n: number): Play {
    return new Play(this.layout!, view, this.names, (text) => this.act(this.you[n], text))
  }

  private rename(): void {
    for (const play of this.plays) play.names = this.names
  }

  /** Draws a move that came at that time by this clock; how long its cards are on their way. */
  private moved(message: Advanced, at: number): number {
    this.number = message.number
    if (message.judged) this.judged = message.judged
    const flown = message.changes.map((change, n) => {
      const play = this.plays[n]
      return play ? play.show(changed(play.view, change as Change), message.seat) : 0
    })
    if (message.scores && this.info) this.info = { ...this.info, scores: message.scores }
    this.time(message.left_ms, at)
    this.keepPast(message.seat)
    this.heard(this.play?.acting ? 'turn' : 'move', this)
    return Math.max(PAUSE * SPEEDS[settings.speed], airtime(flown[this.shown] ?? 0))
  }

  private keepPast(seat: number | null): void {
    const view = this.play?.view
    if (view) this.past.push({ view, seat })
  }

  private time(left: number | null | undefined, at = performance.now()): void {
    this.until = left === null || left === undefined ? null : at + left
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
  /** Put a bot on a seat: as that character, or whoever comes. */
  staff(seat: number, level: Level, character?: CharacterId): void {
    this.connection?.send({ type: 'staff', seat, level, ...(character ? { character } : {}) })
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
  /** Asks what the bot would do, for as long as the table stands like this. */
  async hint(): Promise<void> {
    const { play } = this
    if (!play || play.view.seat === null || play.pondering) return
    const { view } = play
    play.pondering = true
    const answer = await api.hint(this.code, play.view.seat).catch((why: Error) => why)
    if (play.view !== view) return
    play.pondering = false
    play.notice = answer instanceof Error ? answer.message : ''
    play.hint = answer instanceof Error ? null : answer
  }
  again(): void {
    this.connection?.send({ type: 'again' })
  }
  back(): void {
    this.connection?.send({ type: 'back' })
  }
  leave(): void {
    this.left = true
    document.removeEventListener('visibilitychange', this.lookedAway)
    this.director.clear()
    clearTimeout(this.answer)
    this.remarks.clear()
    this.absences.clear()
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
