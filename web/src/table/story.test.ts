import { describe, expect, it } from 'vitest'
import de from '../words/generated/de.json'
import en from '../words/generated/en.json'
import fr from '../words/generated/fr.json'
import { LANGUAGES, Words, type Catalogue, type Lang } from '../words/words'
import { deeds, sentence } from './story'
import type { Layout, View } from './types'

/** What happened in a whole round, and how Python tells it (written by web/fixtures/make.py). */
interface Story {
  layout: Layout
  uncounted: number[]
  steps: { viewer: number | null; actor: number; events: string[] }[]
  told: Record<Lang, string[][]>
}

const catalogues = { de, en, fr } as unknown as Record<Lang, Catalogue>
const files = import.meta.glob<{ default: Story[] }>('../../fixtures/stories/*.json', { eager: true })
const stories = Object.values(files).flatMap((file) => file.default)

function view({ layout, uncounted }: Story, seat: number | null, events: string[]): View {
  const zones = layout.zones.map(({ name, shape, owner }, n) => ({ name, shape, owner, count: uncounted.includes(n) ? null : 1, cards: null }))
  return { seat, zones, facts: {}, by_seat: {}, to_act: [], legal: [], events, points: null }
}

it('is told of every game', () => {
  expect(new Set(stories.map(({ layout }) => layout.game))).toEqual(new Set(en.games.map(({ id }) => id)))
})

describe.each(stories.map((story) => [story.layout.setup, story] as const))('the story of %s', (_, story) => {
  it.each(LANGUAGES)('is what Python tells in %s', (lang) => {
    const { words: entries, games } = catalogues[lang]
    const words = new Words(lang, entries).at(games.find(({ id }) => id === story.layout.game)!.words)
    expect(story.steps.length).toBeGreaterThan(4)
    story.steps.forEach(({ viewer, actor, events }, n) => {
      const who = ['Ada', 'Ben', 'Cleo'].map((name, seat) => (seat === viewer ? words.say('seat.you') : name))
      const told = deeds(words, story.layout, view(story, viewer, events), actor, who).map((deed) => sentence(words, deed, who))
      expect(told, events.join(', ')).toEqual(story.told[lang][n])
    })
  })
})
