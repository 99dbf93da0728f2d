/** Lets cards travel: remembers where everything was, and after a change moves it from there. */

import { mount, unmount } from 'svelte'
import Card from '../cards/Card.svelte'
import { settings, SPEEDS } from '../settings.svelte'
import { flights, type Flight } from '../table/flights'
import type { Layout, View } from '../table/types'

type Rects = Map<string, DOMRect>

/** How long a card is on its way at the normal speed (`--travel`), and how much later the next one starts, in ms. */
const TRAVEL = 280
const STAGGER = 90
/** So many cards fly at most, and so many one after the other; the others with the last. */
const MOST = 24
const IN_LINE = 8

/** Whether nothing is to move: as the device says, or the player. */
export function motionless(): boolean {
  return !SPEEDS[settings.speed] || matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** How long it takes until so many cards have landed that start together. */
export function airtime(cards: number): number {
  const travel = TRAVEL * SPEEDS[settings.speed]
  if (!cards || motionless()) return 0
  return travel + delayed(Math.min(cards, MOST) - 1, travel)
}

/** How much later than the first a card starts that has so many before it. */
function delayed(before: number, travel: number): number {
  return Math.min(before, IN_LINE) * STAGGER * (travel / TRAVEL)
}

export class Flyer {
  private old: Rects = new Map()
  private before: View | null = null

  /** Called before the page changes. */
  remember(root: HTMLElement): void {
    this.old = measured(root)
  }

  /** Called when it has changed. */
  fly(root: HTMLElement, layout: Layout, view: View): void {
    const before = this.before
    this.before = view
    if (!before || before === view || before.seat !== view.seat) return
    const travel = duration(root)
    if (travel < 10) return
    for (const flight of flights(layout, before, view).slice(0, MOST)) this.one(root, flight, travel)
  }

  private one(root: HTMLElement, flight: Flight, travel: number): void {
    const target = find(root, flight.to)
    const from = this.old.get(flight.from) ?? rect(find(root, flight.from))
    const to = landing(target)
    if (!target || !from || !to) return
    const sky = root.querySelector<HTMLElement>('.sky')
    if (!sky) return
    const base = root.getBoundingClientRect()
    const ghost = document.createElement('div')
    const size = cardSize(to, from)
    Object.assign(ghost.style, {
      position: 'absolute', left: '0', top: '0', width: `${size.w}px`, height: `${size.h}px`,
      borderRadius: `${size.w * 0.11}px`, boxShadow: '0 8px 20px #0006', willChange: 'transform',
    })
    const face = mount(Card, { target: ghost, props: { name: flight.card, look: 'cell' as const } })
    sky.append(ghost)
    const at = (r: DOMRect, scale: number): string =>
      `translate(${r.left + r.width / 2 - base.left - size.w / 2}px, ${r.top + r.height / 2 - base.top - size.h / 2}px) scale(${scale})`
    const lands = flight.to.startsWith('place:') || flight.to.startsWith('card:')
    if (lands) target.style.visibility = 'hidden'
    const delay = delayed(flight.after, travel)
    const motion = ghost.animate(
      [{ transform: at(from, Math.min(1, from.width / size.w)) }, { transform: at(to, 1) }],
      { duration: travel, delay, easing: 'cubic-bezier(.22,.8,.3,1)', fill: 'both' },
    )
    const done = (): void => {
      target.style.visibility = ''
      void unmount(face)
      ghost.remove()
    }
    motion.finished.then(done, done)
  }
}

function duration(root: HTMLElement): number {
  const probe = root.querySelector<HTMLElement>('.sky')
  if (!probe) return 0
  probe.style.transitionDuration = 'var(--travel)'
  return parseFloat(getComputedStyle(probe).transitionDuration) * 1000
}

function measured(root: HTMLElement): Rects {
  const out: Rects = new Map()
  for (const node of root.querySelectorAll<HTMLElement>('[data-spot]')) out.set(node.dataset.spot!, node.getBoundingClientRect())
  return out
}

function find(root: HTMLElement, spot: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-spot="${CSS.escape(spot)}"]`)
}

function rect(node: Element | null): DOMRect | null {
  return node ? node.getBoundingClientRect() : null
}

/** Where something will be: a board that is just being moved along takes it with it. */
function landing(node: HTMLElement | null): DOMRect | null {
  const at = rect(node)
  const ahead = Number(node?.closest<HTMLElement>('[data-ahead]')?.dataset.ahead ?? 0)
  return at && new DOMRect(at.x - ahead, at.y, at.width, at.height)
}

/** A travelling card is as large as where it lands, if that is a card; else as small as where it starts. */
function cardSize(to: DOMRect, from: DOMRect): { w: number; h: number } {
  const isCard = (r: DOMRect): boolean => Math.abs(r.height / r.width - 1.4) < 0.12
  const w = isCard(to) ? to.width : isCard(from) ? from.width : 44
  return { w, h: w * 1.4 }
}
