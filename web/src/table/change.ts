/** The view after a change, as `elfer.table.change` has it: what is left out has stayed as it was. */

import type { View, ZoneView } from './types'

export interface Change {
  events: string[]
  zones?: Record<string, ZoneView>
  /** From this place of a zone's cards on, so many are gone, and these have come instead. */
  splices?: Record<string, [number, number, string[]]>
  counts?: Record<string, number>
  facts?: Record<string, unknown>
  by_seat?: Record<string, number[]>
  to_act?: number[]
  legal?: string[]
  points?: number[] | null
  window?: View['window']
}

export function changed(old: View, by: Change): View {
  const zones = [...old.zones]
  for (const [n, zone] of Object.entries(by.zones ?? {})) zones[Number(n)] = zone
  for (const [n, [at, gone, come]] of Object.entries(by.splices ?? {})) {
    const zone = zones[Number(n)]!
    const cards = [...(zone.cards ?? [])]
    cards.splice(at, gone, ...come)
    zones[Number(n)] = { ...zone, cards, count: cards.filter(Boolean).length }
  }
  for (const [n, count] of Object.entries(by.counts ?? {})) zones[Number(n)] = { ...zones[Number(n)]!, count }
  return {
    seat: old.seat,
    zones,
    facts: { ...old.facts, ...by.facts },
    by_seat: { ...old.by_seat, ...by.by_seat },
    to_act: by.to_act ?? old.to_act,
    legal: by.legal ?? old.legal,
    events: by.events,
    points: by.points === undefined ? old.points : by.points,
    window: by.window === undefined ? old.window : by.window,
  }
}
