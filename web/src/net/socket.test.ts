import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerMessage } from '../messages'
import { Connection, type Status } from './socket'

/** A server's end of the line. */
class Line {
  static OPEN = 1
  static CLOSED = 3
  static all: Line[] = []
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = () => {}
  constructor() {
    Line.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  open(): void {
    this.readyState = 1
    this.onopen()
  }
  tell(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
  close(): void {
    this.readyState = 3
    this.onclose()
  }
}

describe('a connection', () => {
  let heard: ServerMessage[]
  let states: Status[]
  let last: number | null
  let connection: Connection
  const line = (): Line => Line.all.at(-1)!

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', Line)
    Line.all = []
    heard = []
    states = []
    last = null
    connection = new Connection('ABCDE', 'fr', {
      message: (message) => heard.push(message),
      status: (status) => states.push(status),
      seen: () => ({ last, keys: ['key'] }),
    })
  })
  afterEach(() => {
    connection.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('enters the table first', () => {
    line().open()
    expect(line().sent).toEqual([{ type: 'enter', code: 'ABCDE', lang: 'fr', last: null, keys: ['key'] }])
  })

  it('answers pings by itself', () => {
    line().open()
    line().tell({ type: 'ping', number: 7 })
    expect(line().sent.at(-1)).toEqual({ type: 'pong', number: 7 })
    expect(heard).toEqual([])
  })

  it('comes back after a loss, and asks for what it has missed', () => {
    line().open()
    line().tell({ type: 'noted', number: 4 })
    last = 4
    line().close()
    expect(states.at(-1)).toBe('lost')
    vi.advanceTimersByTime(400)
    expect(Line.all).toHaveLength(2)
    line().open()
    expect(line().sent[0]).toMatchObject({ type: 'enter', last: 4 })
  })

  it('keeps what is said meanwhile until it is at the table again', () => {
    line().open()
    connection.send({ type: 'act', seat: 0, do: 'r11', seen: 3 })
    expect(line().sent).toHaveLength(1)
    line().tell({ type: 'noted', number: 3 })
    expect(line().sent.at(-1)).toMatchObject({ type: 'act', do: 'r11' })
  })

  it('enters anew to speak another language', () => {
    line().open()
    line().tell({ type: 'noted', number: 1 })
    connection.speak('de')
    vi.advanceTimersByTime(1)
    line().open()
    expect(line().sent[0]).toMatchObject({ type: 'enter', lang: 'de' })
  })

  it('stays away once it is closed', () => {
    connection.close()
    vi.advanceTimersByTime(60_000)
    expect(Line.all).toHaveLength(1)
  })
})
