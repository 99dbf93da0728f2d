/** One connection to a table. It comes back by itself, and asks only for what it has missed. */

import type { ClientMessage, ServerMessage } from '../messages'
import type { Lang } from '../words/words'

export type Status = 'connecting' | 'open' | 'lost'

interface Listener {
  message(message: ServerMessage): void
  status(status: Status): void
  /** What to say on entering: the number of the last thing seen, and the keys of your seats. */
  seen(): { last: number | null; keys: string[] }
}

const WAITS = [300, 800, 1500, 3000, 5000]
/** A message of the client without the id, which is given here. */
type Sent = ClientMessage extends infer M ? (M extends ClientMessage ? Omit<M, 'id'> : never) : never

export class Connection {
  private socket: WebSocket | null = null
  private failed = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false
  private count = 0
  private entered = false
  private soon = false
  /** What was said while nobody could hear it. */
  private unsent: string[] = []

  constructor(
    private readonly code: string,
    private lang: Lang,
    private readonly listener: Listener,
  ) {
    this.connect()
    addEventListener('online', this.hurry)
    document.addEventListener('visibilitychange', this.hurry)
    addEventListener('offline', this.cut)
  }

  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/ws`)
    this.socket = socket
    this.entered = false
    this.listener.status('connecting')
    socket.onopen = () => {
      const { last, keys } = this.listener.seen()
      socket.send(JSON.stringify({ type: 'enter', code: this.code, lang: this.lang, last, keys }))
    }
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ServerMessage
      if (message.type === 'ping') return socket.send(JSON.stringify({ type: 'pong', number: message.number }))
      this.failed = 0
      this.listener.status('open')
      this.listener.message(message)
      if (!this.entered) this.catchUp()
    }
    socket.onclose = () => this.again()
  }

  /** At the table again: now say what was left unsaid. */
  private catchUp(): void {
    this.entered = true
    for (const text of this.unsent) this.socket?.send(text)
    this.unsent = []
  }

  private again(): void {
    if (this.closed) return
    this.listener.status('lost')
    clearTimeout(this.timer)
    const wait = this.soon ? 0 : WAITS[Math.min(this.failed++, WAITS.length - 1)]
    this.soon = false
    this.timer = setTimeout(() => this.connect(), wait)
  }

  /** The network is back, or somebody looks again: do not wait any longer. */
  private hurry = (): void => {
    if (this.closed || document.hidden || this.socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(this.timer)
    this.connect()
  }

  /** The device says that it is offline: an open connection would only seem to be one. */
  private cut = (): void => this.socket?.close()

  send(message: Sent): string {
    const id = String(++this.count)
    const text = JSON.stringify({ ...message, id })
    if (this.entered && this.socket?.readyState === WebSocket.OPEN) this.socket.send(text)
    else this.unsent = [...this.unsent, text].slice(-4)
    return id
  }

  /** Speak another language from now on: the table is entered anew. */
  speak(lang: Lang): void {
    if (lang === this.lang) return
    this.lang = lang
    this.failed = 0
    this.soon = true
    this.socket?.close()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    removeEventListener('online', this.hurry)
    document.removeEventListener('visibilitychange', this.hurry)
    removeEventListener('offline', this.cut)
    this.socket?.close()
  }
}
