/** All that is said to people. The sentences come from the Python catalogues; only the grammar is repeated here. */

import type { Beat, Level } from '../messages'
import type { Grounds } from '../table/grounds'
import { kindOf, parse, takenApart, type Action, type Named, type Part } from '../table/notation'
import { questionOf } from '../table/question'
import { elided } from './french'

export const LANGUAGES = ['de', 'en', 'fr'] as const
export type Lang = (typeof LANGUAGES)[number]
export type Entry = string | { one: string; other: string }
export type Facts = Record<string, string | number>

export interface OptionInfo {
  name: string
  label: string
  help: string
  values: (number | string)[]
  labels: string[]
  default: number | string
  range: boolean
  players: number[]
  when: Record<string, number | string>
}

export interface GameInfo {
  id: string
  title: string
  tagline: string
  players: number[]
  lowest_wins: boolean
  /** Those of bots that differ in this game, the easiest first. */
  levels: Level[]
  options: OptionInfo[]
  /** Which rule lies behind what is refused, done or happens. */
  grounds: Grounds
  words: Record<string, Entry>
}

/** As whom bots play: who that is stands under `cast.…`, what they say under `saying.…`. */
export interface Character {
  id: string
  name: string
}

export interface Catalogue {
  words: Record<string, Entry>
  cast: Character[]
  games: GameInfo[]
}

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** One language; at a table with the words that its game brings along. */
export class Words {
  constructor(
    readonly lang: Lang,
    private readonly entries: Record<string, Entry>,
  ) {}

  at(own: Record<string, Entry>): Words {
    return new Words(this.lang, { ...this.entries, ...own })
  }

  has(key: string): boolean {
    return key in this.entries
  }

  /** What stands behind this beginning in the keys of a section, in the order of the catalogue. */
  under(section: string, beginning: string): string[] {
    const start = `${section}.${beginning}`
    return Object.keys(this.entries).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []))
  }

  /** The sentence of that key with these facts; the number `n` decides between one and many. */
  say = (key: string, facts: Facts = {}): string => {
    let entry = this.entries[key]
    if (entry === undefined) throw new Error(`no sentence ${key}`)
    if (typeof entry !== 'string') {
      // In French nothing is singular too: « 0 carte ».
      const one = facts.n === 1 || (this.lang === 'fr' && facts.n === 0)
      entry = one ? entry.one : entry.other
    }
    if (this.lang === 'fr') entry = elided(entry, facts)
    return entry.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole))
  }

  /** A card or place by its short name: `r11` is “red 11”. */
  card = (name: string): string => {
    if (this.has(`name.${name}`)) return this.say(`name.${name}`)
    const found = parse(name)
    return found ? this.say(`card.${found.colour}`, { number: found.number }) : name
  }

  cards(names: string[]): string {
    return names.map(this.card).join(', ')
  }

  /** Cards with their articles, where the language has one; what a game calls by name has its own. */
  the(names: string[]): string {
    return names.map((name) => (this.has(`name.${name}`) ? this.card(name) : this.say('card.the', { card: this.card(name) }))).join(', ')
  }

  zone = (name: string): string => (this.has(`zone.${name}`) ? this.say(`zone.${name}`) : name)

  seat(seat: number, who: string[] = []): string {
    return who[seat] ?? this.say('seat.number', { number: seat })
  }

  /** An action, in notation, as something that one can do: “Lay red 11”. */
  offer = (action: string, who: string[] = []): string => {
    const { verb, named } = takenApart(action)
    return upper(this.say(`offer.${verb}`, this.named(named, who)))
  }

  /** The question of a choice between these actions. */
  question(actions: Action[], who: string[] = []): string {
    const { keys, n, known, rank } = questionOf(actions)
    return this.say(keys.find((key) => this.has(key)) ?? keys[0]!, { n, ...this.named(known, who), ...(rank ? { rank } : {}) })
  }

  /** Why one would do an action, by what the evaluation saw in it, as `elfer.words.reasons` says it; null if there is nothing to say. */
  reason(key: string | null, action: string, who: string[] = []): string | null {
    const { named } = takenApart(action)
    const facts = this.named(named, who)
    const card = parse(named.card ?? '')
    if (card) Object.assign(facts, { colour: this.say(`colour.${card.colour}`), row: this.say(`row.${card.colour}`), rank: card.number })
    const known = (entry: Entry | undefined): entry is string => typeof entry === 'string' && [...entry.matchAll(/\{(\w+)\}/g)].every(([, name]) => name! in facts)
    const found = [`reason.${key}`, `reason.${key}-alone`].find((one) => known(this.entries[one]))
    return found ? this.say(found, facts) : null
  }

  /** What an action names, for people. */
  named(named: Named, who: string[] = []): Facts {
    const out: Facts = {}
    for (const [part, name] of Object.entries(named) as [Part, string][]) out[part] = this.one(part, name, who)
    if (named.card) out.the = this.the([named.card])
    return out
  }

  private one(part: Part, name: string, who: string[]): string {
    const kind = kindOf(part)
    if (kind === 'number') return name
    if (kind === 'word') return this.has(`said.${name}`) ? this.say(`said.${name}`) : name
    if (kind === 'seat' || kind === 'seats') return this.listed(name.split(' ').map((seat) => this.inside(this.seat(Number(seat), who))))
    return this.card(name)
  }

  /** A name in the middle of a sentence: whoever is “You” at its beginning is “you” there. */
  private inside(name: string): string {
    return name === this.say('seat.you') ? this.say('seat.you-named') : name
  }

  /** The sentence of a beat, for the seat that looks on. */
  beat(beat: Beat, viewer: number | null, who: string[] = []): string {
    const { says, seat = null, facts = {}, n = null } = beat
    const { seat: other } = facts
    let key = `beat.${says}`
    if (viewer !== null && seat === viewer && this.has(`${key}-you`)) key += '-you'
    else if (viewer !== null && other === String(viewer) && this.has(`${key}-at-you`)) key += '-at-you'
    const named = this.named(facts as Named, who)
    if (seat !== null) named.who = this.seat(seat, who)
    return this.say(key, n === null ? named : { ...named, n })
  }

  /** What a field of the state is called that is shown at the table; null if it is not shown. */
  fact(name: string): string | null {
    return this.has(`fact.${name}`) ? this.say(`fact.${name}`) : null
  }

  /** Why an action was refused. */
  refusal(code: string, facts: Facts): string {
    const told = { ...facts }
    for (const fact of ['card', 'cards']) {
      if (fact in told) told[fact] = this.cards(String(told[fact]).split(' '))
    }
    return upper(this.say(`refusal.${code}`, told))
  }

  /** Things in a row: “a, b and c”. */
  listed(things: string[]): string {
    const last = things.at(-1) ?? ''
    const head = things.slice(0, -1)
    return head.length ? this.say('list.and', { head: head.join(', '), last }) : last
  }
}
