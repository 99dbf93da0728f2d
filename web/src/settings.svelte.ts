/** What this person likes, kept in the browser. */

import type { Level, Pace } from './messages'
import { i18n } from './words/i18n.svelte'
import type { Lang } from './words/words'

export type Theme = 'system' | 'light' | 'dark'
export const SPEEDS = { slow: 1.8, normal: 1, fast: 0.5, none: 0 } as const
export type Speed = keyof typeof SPEEDS
/** How large text is, beside what the browser is set to. */
export type Type = 'normal' | 'large'
/** The pace of a table at which somebody plays alone. Where nothing moves, what happens is still to be read. */
export const PACE_OF: Record<Speed, Pace> = { slow: 'calm', normal: 'normal', fast: 'brisk', none: 'normal' }

const KEY = 'elfer.settings'

interface Kept {
  lang: Lang | null
  theme: Theme
  speed: Speed
  sound: boolean
  /** Whether bots say something now and then. */
  sayings: boolean
  guide: boolean
  type: Type
  /** Whether a card is laid by the second tap only: the first one raises it. */
  twice: boolean
  /** How well bots play. */
  level: Level
}

export const LEVELS: readonly Level[] = ['easy', 'normal', 'hard', 'champion']
const usual: Kept = { lang: null, theme: 'system', speed: 'normal', sound: true, sayings: true, guide: true, type: 'normal', twice: false, level: 'normal' }

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    // Earlier versions had a level of another name.
    return { ...usual, ...kept, level: kept.level && LEVELS.includes(kept.level) ? kept.level : usual.level }
  } catch {
    return usual
  }
}

class Settings {
  private kept = $state<Kept>(read())

  constructor() {
    this.apply()
  }

  get lang(): Lang | null { return this.kept.lang }
  get theme(): Theme { return this.kept.theme }
  get speed(): Speed { return this.kept.speed }
  get sound(): boolean { return this.kept.sound }
  get sayings(): boolean { return this.kept.sayings }
  get guide(): boolean { return this.kept.guide }
  get type(): Type { return this.kept.type }
  get twice(): boolean { return this.kept.twice }
  get level(): Level { return this.kept.level }

  set(change: Partial<Kept>): void {
    Object.assign(this.kept, change)
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept))
    } catch {
      // A browser that keeps nothing still plays.
    }
    this.apply()
    if (change.lang) void i18n.use(change.lang)
  }

  private apply(): void {
    const root = document.documentElement
    if (this.kept.theme === 'system') delete root.dataset.theme
    else root.dataset.theme = this.kept.theme
    root.dataset.type = this.kept.type
    root.style.setProperty('--speed', String(SPEEDS[this.kept.speed]))
  }
}

export const settings = new Settings()
