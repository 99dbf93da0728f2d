import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Beat, Change, TableInfo } from '../messages'
import { settings } from '../settings.svelte'
import { fixtures } from '../table/fixtures'
import { i18n } from '../words/i18n.svelte'
import { api } from './api'
import { LiveTable } from './live.svelte'

const { layout, moments } = fixtures['was-liegt-wo']!
const view = moments[0]!.view
const beat = (ms: number, after = false): Beat => ({ kind: 'compare', says: 'different', ms, after })
const seats = Array.from({ length: layout.players }, () => ({ kind: 'bot' as const }))

/** The server's end of the line. */
class Line {
  static OPEN = 1
  static CLOSED = 3
  static all: Line[] = []
  readyState = 0
  sent: { type: string; number?: number; last?: number }[] = []
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = () => {}
  constructor() {
    Line.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as never)
  }
  tell(message: object): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
  close(): void {
    this.readyState = 3
    this.onclose()
  }
}

const line = (): Line => Line.all.at(-1)!
const tell = (message: object): void => line().tell(message)
const watched = (): (number | undefined)[] => Line.all.flatMap(({ sent }) => sent.filter(({ type }) => type === 'watched').map(({ number }) => number))
const info = (more: object = {}): TableInfo =>
  ({ code: 'ABC', match: 'm', setup: layout.setup, game: layout.game, phase: 'playing', seats, round: 0, scores: [], totals: [], manner: { pace: 'normal' }, commitment: '', ...more }) as unknown as TableInfo

let table: LiveTable
/** The number of the move that was drawn last. */
const drawn = (): unknown => table.play?.view.facts.step

async function enter(you = [0]): Promise<void> {
  table = new LiveTable('ABC')
  await vi.advanceTimersByTimeAsync(0)
  line().readyState = 1
  line().onopen()
  line().tell({ type: 'scene', number: 1, table: info(), you, host: true, views: you.map((seat) => ({ ...view, seat, facts: { step: 1 } })) })
  await vi.advanceTimersByTimeAsync(0)
}
function moved(number: number, beats: Beat[] = [], more: Partial<Change> = {}): void {
  line().tell({ type: 'moved', number, seat: 1, changes: table.you.map(() => ({ events: [], facts: { step: number }, beats, ...more })) })
}

beforeAll(() => i18n.use('en'))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Line)
  Line.all = []
  localStorage.clear()
  vi.spyOn(api, 'me').mockResolvedValue({ id: 'me', name: 'Ada', account: false })
  vi.spyOn(api, 'layout').mockResolvedValue(layout as never)
})
afterEach(() => {
  table.leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a bot', () => {
  const speak = (number: number): void =>
    line().tell({ type: 'moved', number, seat: 1, saying: { seat: 1, says: 'ada-won' }, changes: [{ events: [], facts: { step: number }, beats: [beat(500, true)] }] })
  const said = (): string[] => table.remarks.shown.map(({ text }) => text())

  it('says something once what it is about has been seen', async () => {
    vi.useRealTimers()
    expect(await i18n.saying('ada-won')).toBe('As I had worked out.')
    vi.useFakeTimers()
    vi.spyOn(i18n, 'saying').mockImplementation((says) => Promise.resolve(`${says}!`))
    await enter()
    speak(2)
    expect(said()).toEqual([])
    await vi.advanceTimersByTimeAsync(1500)
    expect(said()).toEqual(['ada-won!'])
  })

  it('is silent for whoever has switched that off', async () => {
    settings.set({ sayings: false })
    await enter()
    speak(2)
    await vi.advanceTimersByTimeAsync(1500)
    expect(said()).toEqual([])
    settings.set({ sayings: true })
  })

  it('is called by its name, and by its number where it has none', async () => {
    await enter()
    line().tell({ type: 'changed', number: 2, you: [0], host: true, table: info({ seats: [{ kind: 'person', name: 'Eva' }, { kind: 'bot', name: 'Ada', character: 'ada' }, { kind: 'bot', name: '' }] }) })
    await vi.advanceTimersByTimeAsync(0)
    expect(table.names).toEqual(['You', 'Ada', 'Bot 3'])
    expect(table.extras[1]!.character).toBe('ada')
  })
})

describe('a table', () => {
  it('is drawn when the beats before have stood, and says then that they were seen', async () => {
    await enter()
    moved(2, [beat(1000), beat(500, true)])
    moved(3)
    expect([drawn(), table.beat?.ms, table.staging]).toEqual([1, 1000, true])
    await vi.advanceTimersByTimeAsync(999)
    expect([drawn(), watched()]).toEqual([1, []])
    await vi.advanceTimersByTimeAsync(1)
    expect(drawn()).toBe(2)
    await vi.advanceTimersByTimeAsync(2000)
    expect([drawn(), table.beat, table.staging, watched()]).toEqual([3, null, false, [3]])
  })

  it('goes at the pace that its host has set', async () => {
    await enter()
    line().tell({ type: 'changed', number: 2, table: info({ manner: { pace: 'calm' } }), you: [0] })
    moved(3, [beat(1000)])
    expect(table.beat?.ms).toBe(1600)
  })

  it('reports nothing where nothing stands', async () => {
    await enter()
    moved(2)
    await vi.advanceTimersByTimeAsync(2000)
    expect([drawn(), watched()]).toEqual([2, []])
  })

  it('goes on when a beat is skipped', async () => {
    await enter()
    moved(2, [beat(1000)])
    table.skip()
    expect([drawn(), table.beat]).toEqual([2, null])
  })

  it('keeps the order of whatever happens', async () => {
    await enter()
    moved(2, [beat(1000)])
    line().tell({ type: 'noted', number: 2, views: [{ ...view, facts: { step: 2.5 } }] })
    line().tell({ type: 'changed', number: 3, table: info({ phase: 'over' }), you: [0] })
    expect([drawn(), table.info?.phase]).toEqual([1, 'playing'])
    await vi.advanceTimersByTimeAsync(2000)
    expect([drawn(), table.info?.phase]).toEqual([2.5, 'over'])
  })

  it('forgets what waits when it is shown anew', async () => {
    await enter()
    moved(2, [beat(1000)])
    moved(3)
    line().tell({ type: 'scene', number: 9, table: info(), you: [0], host: true, views: [{ ...view, facts: { step: 9 } }] })
    await vi.advanceTimersByTimeAsync(5000)
    expect([drawn(), table.beat, table.staging]).toEqual([9, null, false])
  })

  it('draws at once what waits when the line is lost, and asks only for what comes after it', async () => {
    await enter()
    moved(2, [beat(1000)])
    moved(3, [beat(1000)])
    line().close()
    expect([drawn(), table.beat]).toEqual([3, null])
    await vi.advanceTimersByTimeAsync(1000)
    line().readyState = 1
    line().onopen()
    expect(line().sent[0]).toMatchObject({ type: 'enter', last: 3 })
  })

  it('lets nobody wait for a tab that is not looked at', async () => {
    await enter()
    moved(2, [beat(1000)])
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect([drawn(), table.beat, watched()]).toEqual([2, null, [2]])
    moved(3, [beat(1000)])
    expect([drawn(), table.beat, watched()]).toEqual([3, null, [2, 3]])
  })

  it('hands the device on only when everyone has seen what happened', async () => {
    await enter([0, 1])
    moved(2, [beat(1000, true)], { to_act: [1] })
    await vi.advanceTimersByTimeAsync(600)
    expect([table.shown, table.beat !== null]).toEqual([0, true])
    await vi.advanceTimersByTimeAsync(2000)
    expect(table.shown).toBe(1)
  })

  it('shows what is said at the seat of whoever says it, and keeps all of it for the chat', async () => {
    await enter()
    const line = { name: 'Ben', at_ms: 0 }
    for (const more of [{ seat: 1, text: 'Hi all' }, { seat: 2, emote: 'wow' }, { seat: null, text: 'from afar' }]) tell({ type: 'said', line: { ...line, ...more } })
    expect(table.remarks.shown.map(({ seat, kind, text }) => [seat, kind, text()])).toEqual([[1, 'chat', 'Hi all'], [2, 'emote', 'Wow!']])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([table.remarks.shown, table.chat.length]).toEqual([[], 3])
  })

  it('says in words who is away, when a bot steps in, that it plays, and that they are back', async () => {
    await enter()
    const others = (seat: object) => ({ seats: [{ kind: 'person' }, { kind: 'person', name: 'Ben', ...seat }, { kind: 'bot' }, { kind: 'bot' }] })
    const changed = (seat: object) => tell({ type: 'changed', number: 2, table: info(others(seat)), you: [0] })
    const said = () => table.remarks.shown.map(({ seat, kind, text }) => `${seat} ${kind} ${text()}`)
    changed({ away: true, stand_in_ms: 30_000 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(table.extras.map(({ absence }) => absence !== null)).toEqual([false, true, false, false])
    expect(said()).toEqual(['1 presence Ben is away – a bot steps in in 25\u00a0s.'])
    await vi.advanceTimersByTimeAsync(25_000)
    expect(said()).toEqual(['1 presence Ben is away – a bot plays now, until Ben is back.'])
    changed({})
    await vi.advanceTimersByTimeAsync(0)
    expect(said()).toEqual(['1 presence Ben is back.'])
    expect(table.extras[1]!.absence).toBeNull()
    await vi.advanceTimersByTimeAsync(10_000)
    changed({ away: true, stand_in_ms: null })
    await vi.advanceTimersByTimeAsync(3000)
    expect(said()).toEqual(['1 presence Ben is away.'])
  })

  it('counts from when it was told, not from when it was drawn', async () => {
    await enter()
    moved(2, [beat(4000)])
    tell({ type: 'changed', number: 3, table: info({ seats: [{ kind: 'person' }, { kind: 'person', name: 'Ben', away: true, stand_in_ms: 30_000 }] }), you: [0] })
    const at = performance.now()
    await vi.advanceTimersByTimeAsync(6000)
    expect(table.away[1]).toEqual({ until: at + 30_000 })
  })

  it('talks about nobody who leaves when the match is over', async () => {
    await enter()
    tell({ type: 'changed', number: 2, table: info({ phase: 'over', seats: [{ kind: 'person' }, { kind: 'person', away: true }] }), you: [0] })
    await vi.advanceTimersByTimeAsync(5000)
    expect(table.remarks.shown).toEqual([])
  })

  it('forgets a hint that comes when its moment is over', async () => {
    await enter()
    let answer: (hint: { do: string }) => void = () => {}
    vi.spyOn(api, 'hint').mockImplementation(() => new Promise((done) => (answer = done)))
    const asked = table.hint()
    moved(2)
    answer({ do: 'turn 3' })
    await asked
    expect(table.play!.hint).toBeNull()
    const again = table.hint()
    answer({ do: 'turn 4' })
    await again
    expect(table.play!.hint).toEqual({ do: 'turn 4' })
  })

  it('says that it thinks about a hint, and asks for one at a time', async () => {
    await enter()
    let answer: (hint: { do: string }) => void = () => {}
    const asking = vi.spyOn(api, 'hint').mockImplementation(() => new Promise((done) => (answer = done)))
    const before = asking.mock.calls.length
    const asked = table.hint()
    await table.hint()
    expect([table.play!.pondering, asking.mock.calls.length - before]).toEqual([true, 1])
    answer({ do: 'turn 3' })
    await asked
    expect(table.play!.pondering).toBe(false)
    void table.hint()
    moved(2)
    expect(table.play!.pondering).toBe(false)
  })

  it('says why there is no hint', async () => {
    await enter()
    vi.spyOn(api, 'hint').mockRejectedValue(new Error('The bots are busy.'))
    await table.hint()
    expect([table.play!.hint, table.play!.notice, table.play!.pondering]).toEqual([null, 'The bots are busy.', false])
  })
})
