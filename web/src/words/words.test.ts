import { describe, expect, it } from 'vitest'
import examples from '../../fixtures/words.json'
import type { Beat } from '../messages'
import de from './generated/de.json'
import en from './generated/en.json'
import fr from './generated/fr.json'
import { takenApart } from '../table/notation'
import { Words, type Catalogue, type Facts, type Lang } from './words'

interface Example {
  lang: Lang
  game?: string
  say?: string
  n?: number
  facts?: Facts
  offer?: string
  asked?: string[]
  zone?: string
  beat?: Beat
  viewer?: number | null
  refusal?: { code: string; facts: Facts }
  is: string
}

const catalogues = { de, en, fr } as unknown as Record<Lang, Catalogue>
const who = ['Ada', 'Ben', 'Cleo', 'Dan']

function said(example: Example): string {
  const { words: entries, games } = catalogues[example.lang]
  const words = new Words(example.lang, entries).at(games.find((game) => game.id === example.game)?.words ?? {})
  if (example.offer) return words.offer(example.offer, who)
  if (example.asked) return words.question(example.asked.map(takenApart), who)
  if (example.zone) return words.zone(example.zone)
  if (example.beat) return words.beat(example.beat, example.viewer ?? null, who)
  if (example.refusal) return words.refusal(example.refusal.code, example.refusal.facts)
  return words.say(example.say!, example.facts ?? { n: example.n! })
}

describe('words', () => {
  it('says what Python says', () => {
    const all = examples as unknown as Example[]
    expect(all.length).toBeGreaterThan(100)
    expect(all.filter(({ beat }) => beat).length).toBeGreaterThan(100)
    for (const example of all) expect(said(example)).toBe(example.is)
  })

  it('lists what is explained, the most important first', () => {
    const tips = new Words('en', en.words as never).under('web', 'tip-')
    expect(tips.slice(0, 3)).toEqual(['call', 'lay', 'draw'])
  })

  it('names several seats', () => {
    expect(new Words('en', en.words as never).offer('name 1 3', who)).toBe('Ben and Dan')
  })

  it.each([['de', 'bittet dich um '], ['en', 'asks you for '], ['fr', 'vous demande ']] as const)('speaks to you within a sentence in %s', (lang, told) => {
    expect(new Words(lang, catalogues[lang].words).say('they.ask-at-you', { the: '7' })).toBe(`${told}7`)
  })

  it.each(['de', 'en', 'fr'] as const)('names you within a sentence in %s', (lang) => {
    const words = new Words(lang, catalogues[lang].words)
    const who = ['Ada', words.say('seat.you')]
    expect(words.named({ seats: '0 1' }, who).seats).toBe(words.listed(['Ada', words.say('seat.you-named')]))
    expect(words.named({ seat: '0', card: 'r7' }, who).seat).toBe('Ada')
  })
})

describe('reasons', () => {
  const own = { 'reason.shut': 'hält {row} zu', 'reason.wait': 'macht {row} auf', 'reason.wait-alone': 'wartet ab', 'reason.sure': 'fragt {seat} nach {the}' }
  const words = new Words('de', { ...catalogues.de.words, ...own })

  it('name what the action names', () => {
    expect(words.reason('shut', 'g9')).toBe('hält die grüne Reihe zu')
    expect(words.reason('sure', 'ask 1 r5', who)).toBe('fragt Ben nach die rote 5')
  })

  it('do not speak of what the action does not name', () => {
    expect(words.reason('shut', 'draw')).toBeNull()
    expect(words.reason('wait', 'draw')).toBe('wartet ab')
    expect(words.reason('wait', 'b8')).toBe('macht die blaue Reihe auf')
    expect([words.reason(null, 'b8'), words.reason('unheard-of', 'b8')]).toEqual([null, null])
  })
})
