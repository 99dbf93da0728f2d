/** The language of the page: one at a time, switched anywhere, remembered. */

import { LANGUAGES, Words, type Catalogue, type Character, type GameInfo, type Lang } from './words'

const files = import.meta.glob<{ default: Catalogue }>('./generated/*.json')
const sayings = import.meta.glob<{ default: Record<string, string> }>('./generated/cast/*.json')
const rulebooks = import.meta.glob<{ default: Section[] }>('./generated/rules/*.json')

export interface Rule {
  id: string
  text: string
  reading?: boolean
  option?: boolean
}
export interface Section {
  title: string
  parts: (string | Rule)[]
}

class I18n {
  words = $state.raw(new Words('en', {}))
  games = $state.raw<GameInfo[]>([])
  /** As whom bots play. */
  cast = $state.raw<Character[]>([])

  get lang(): Lang {
    return this.words.lang
  }

  /** Reads a language; the page keeps the old one until the new one is there. */
  async use(lang: Lang): Promise<void> {
    const { default: found } = await files[`./generated/${lang}.json`]!()
    this.words = new Words(lang, found.words)
    this.games = found.games
    this.cast = found.cast
    document.documentElement.lang = lang
  }

  game(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id)
  }

  /** The words at the table of a game. */
  at(game: string): Words {
    return this.words.at(this.game(game)?.words ?? {})
  }

  /** What a bot says. */
  async saying(says: string): Promise<string> {
    const { default: found } = await sayings[`./generated/cast/${this.lang}.json`]!()
    return found[`saying.${says}`] ?? ''
  }

  async rules(game: string, lang: Lang = this.lang): Promise<Section[]> {
    const found = rulebooks[`./generated/rules/${game}.${lang}.json`]
    return found ? (await found()).default : []
  }

  date(ms: number): string {
    return new Intl.DateTimeFormat(this.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(ms)
  }

  number(value: number, digits = 0): string {
    return new Intl.NumberFormat(this.lang, { maximumFractionDigits: digits }).format(value)
  }
}

export const i18n = new I18n()
export const say = (key: string, facts = {}): string => i18n.words.say(key, facts)

/** The language that was chosen before, else the browser's, else English. */
export function preferred(stored: string | null, spoken: readonly string[]): Lang {
  const wanted = [stored, ...spoken.map((tag) => tag.slice(0, 2))]
  return (wanted.find((lang) => LANGUAGES.includes(lang as Lang)) as Lang | undefined) ?? 'en'
}
