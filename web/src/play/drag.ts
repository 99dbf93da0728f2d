/** Drag a card onto a place: the same as touching both. A short movement is a tap. */

import type { Play } from './play.svelte'

interface Dragged {
  play: Play
  card: string
  can: boolean
}

const FAR = 12

export function dragged(node: HTMLElement, given: Dragged) {
  let now = given
  let start: { x: number; y: number } | null = null
  let moving = false

  function down(event: PointerEvent): void {
    if (event.button !== 0 || !now.can) return
    start = { x: event.clientX, y: event.clientY }
    node.setPointerCapture(event.pointerId)
  }
  function move(event: PointerEvent): void {
    if (!start) return
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    if (!moving && Math.hypot(dx, dy) < FAR) return
    moving = true
    node.classList.add('dragging')
    node.style.translate = `${dx}px ${dy}px`
    node.style.pointerEvents = 'none'
  }
  function up(event: PointerEvent): void {
    if (!start) return
    start = null
    if (!moving) return
    const under = document.elementFromPoint(event.clientX, event.clientY)
    const spot = under?.closest<HTMLElement>('[data-spot]')?.dataset.spot ?? ''
    reset()
    // The click that ends a drag is none.
    const swallow = (click: Event): void => click.stopImmediatePropagation()
    node.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => node.removeEventListener('click', swallow, { capture: true }), 0)
    drop(now.play, now.card, spot, !under?.closest('.mine-area'))
  }
  function reset(): void {
    moving = false
    node.classList.remove('dragging')
    node.style.translate = ''
    node.style.pointerEvents = ''
  }
  function cancel(): void {
    start = null
    reset()
  }

  node.addEventListener('pointerdown', down)
  node.addEventListener('pointermove', move)
  node.addEventListener('pointerup', up)
  node.addEventListener('pointercancel', cancel)
  return { update: (next: Dragged) => (now = next) }
}

/** Let a card go over a spot of the table: on a place of its own, on a seat, or just out of the hand. */
export function drop(play: Play, card: string, spot: string, outside: boolean): void {
  const [kind, key = ''] = spot.split(/:(.*)/)
  play.chosen = {}
  if (kind === 'place' && play.offers.all.some(({ named }) => named.card === card && (named.place ?? named.card) === key)) {
    play.touch({ card })
    if (play.chosen.card === card) play.touch({ place: key })
    return
  }
  if (kind === 'zone') {
    const pile = [...play.arranged.piles, ...play.arranged.others.flatMap(({ piles }) => piles)].find(({ zone }) => String(zone) === key)
    play.touch({ card })
    if (pile?.place && play.chosen.card === card) play.touch({ place: pile.place })
    return
  }
  if (outside) play.touch({ card })
}
