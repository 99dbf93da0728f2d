/** What the people who share this device are called, kept for the next time. */

const KEY = 'elfer.company'

/** By seat; empty where nobody has said. */
export function company(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]
  } catch {
    return []
  }
}

export function keepCompany(seat: number, name: string): void {
  const names = company()
  while (names.length <= seat) names.push('')
  names[seat] = name
  localStorage.setItem(KEY, JSON.stringify(names))
}

/** Does something with what is being typed: after a pause, and at once when it must not be late. */
export class Typing {
  private timer: ReturnType<typeof setTimeout> | undefined
  private next: (() => void) | null = null

  constructor(private readonly pause = 500) {}

  soon(what: () => void): void {
    clearTimeout(this.timer)
    this.next = what
    this.timer = setTimeout(() => this.now(), this.pause)
  }

  now(): void {
    clearTimeout(this.timer)
    const what = this.next
    this.next = null
    what?.()
  }
}
