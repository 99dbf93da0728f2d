import { describe, expect, it } from 'vitest'
import { cardWidth, screenOf } from './screen'

describe('a screen', () => {
  const kinds = (width: number, height: number, text = 16, handless = false): string =>
    Object.entries(screenOf(width, height, text, handless)).filter(([, is]) => is).map(([kind]) => kind).join(' ')

  it.each([
    [360, 740, 'narrow stacked'],
    [320, 640, 'narrow stacked short'],
    [740, 360, 'flat narrow stacked'],
    [820, 1180, 'stacked'],
    [1180, 820, ''],
    [1440, 900, ''],
  ])('of %d × %d px is %s', (width, height, kind) => expect(kinds(width, height)).toBe(kind))

  it('holds less where text is larger', () => {
    expect(kinds(360, 740, 32)).toBe('narrow stacked short cramped')
    expect(kinds(360, 740, 20)).toBe('narrow stacked short cramped')
    expect(kinds(1440, 900, 32)).toBe('flat narrow stacked')
  })

  it('has nothing at the right where nobody holds a hand', () => {
    expect(kinds(1920, 1080, 46, true)).toBe('short')
  })

  it('holds seven cards side by side, each free for a thumb', () => {
    for (const [width, height] of [[360, 740], [320, 640], [740, 360]] as const) {
      const hand = width === 740 ? 338 : width - 8
      const card = cardWidth(screenOf(width, height, 16, false), width, hand)
      expect(6 * 44 + card).toBeLessThanOrEqual(hand)
      expect(card).toBeGreaterThanOrEqual(48)
    }
  })
})
