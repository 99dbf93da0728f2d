/** Recorded moments of real games, for tests (written by web/fixtures/make.py). */

import beats from '../../fixtures/beats.json'
import type { Beat } from '../messages'
import type { Layout, View } from './types'

export interface Moment {
  before: View
  view: View
  bystander: View | null
  seat: number | null
  do: string
}
export interface Fixture {
  layout: Layout
  moments: Moment[]
  end: View
}

const files = import.meta.glob<{ default: Fixture }>(['../../fixtures/*.json', '!**/words.json', '!**/beats.json'], { eager: true })

export const fixtures: Record<string, Fixture> = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [path.replace(/.*\/(.*)\.json/, '$1'), file.default]),
)

/** Of a whole round of every game: the beats of each action. */
export const rounds = beats as unknown as Record<string, Beat[][]>
