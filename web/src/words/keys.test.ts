import { expect, it } from 'vitest'
import en from './generated/en.json'

const sources = import.meta.glob(['../**/*.svelte', '../**/*.ts', '!../**/*.test.ts'], { query: '?raw', import: 'default', eager: true })
const text = Object.values(sources).join('\n')
const said = new Set([...text.matchAll(/['"`](web\.[a-z][a-z0-9-]*)['"`]/g)].map(([, key]) => key!))
const composed = [...text.matchAll(/`(web\.[a-z-]+-)\$\{/g)].map(([, start]) => start!)

it('no sentence of the page is missing, and none is left over', () => {
  const known = Object.keys(en.words).filter((key) => key.startsWith('web.'))
  expect([...said].filter((key) => !known.includes(key))).toEqual([])
  expect(known.filter((key) => !said.has(key) && !composed.some((start) => key.startsWith(start)))).toEqual([])
})
