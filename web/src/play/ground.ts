/** Where on the screen a moment can be shown: over the middle of the table, and at the seat of whoever speaks. */

interface Box {
  left: number
  top: number
  bottom: number
  width: number
  height: number
}

export interface Ground {
  whole: Box
  /** The middle of the table. */
  area: Box
  /** How wide a card on the stage can be, so that all lie side by side. */
  card: number
  seat: { x: number; bottom: number; own: boolean } | null
  /** How far down the middle is free: what there is to do may reach up over it. */
  floor: number
}

const LARGEST = 150
const SMALLEST = 40
/** What lies around the cards, and between two of them. */
const AROUND = 64
const BETWEEN = 14
/** What stands above one's own cards, and grows upwards. */
const NOW = '.now :is(.bar, .more, .quick)'

/** Everything in pixels from the upper left corner of the root. */
export function measured(root: HTMLElement, cards: number, seat: number | null, own: number | null): Ground | null {
  const middle = root.querySelector('main')
  if (!middle) return null
  const base = root.getBoundingClientRect()
  const from = (node: Element): Box => {
    const { left, top, bottom, width, height } = node.getBoundingClientRect()
    return { left: left - base.left, top: top - base.top, bottom: bottom - base.top, width, height }
  }
  const area = from(middle)
  const chip = seat === null ? null : root.querySelector(`[data-spot="seat:${seat}"]`)
  const at = chip && from(chip)
  // On a phone that lies on its side all that stands beside the middle, and not below it.
  const below = [...root.querySelectorAll(NOW)].map(from).filter(({ left, width }) => left < area.left + area.width && left + width > area.left)
  return {
    whole: { left: 0, top: 0, bottom: base.height, width: base.width, height: base.height },
    area,
    card: Math.max(SMALLEST, Math.min(LARGEST, area.height * 0.3, area.width * 0.21, (area.width - AROUND) / cards - BETWEEN)),
    seat: at && { x: at.left + at.width / 2, bottom: at.bottom, own: seat === own },
    floor: Math.min(area.bottom, ...below.map(({ top }) => top)),
  }
}
