/** One seat's table on the screen: what is shown, what has been touched, what was told. Knows no rule and no server. */

import type { Hint } from '../messages'
import { arrange } from '../table/arrange'
import type { Cell } from '../table/board'
import { about, agreeing, offers, primary, touched, type Chosen } from '../table/choose'
import { flights } from '../table/flights'
import { ground } from '../table/grounds'
import { takenApart } from '../table/notation'
import { deeds, news, sentence, type Deed } from '../table/story'
import type { Layout, View } from '../table/types'
import { i18n } from '../words/i18n.svelte'

export interface Told extends Deed {
  id: string
}

/** What happened at one moment. It is put into words when it is read, in the language of that time. */
interface Happened {
  events: string[]
  actor: number | null
  /** The zones that had no card before. */
  empty: Set<string>
  id: number
}

const KEPT = 120

export class Play {
  layout: Layout
  view = $state.raw<View>(null!)
  names = $state.raw<string[]>([])
  chosen = $state.raw<Chosen>({})
  /** What stands below the sentence for a moment: a refusal, or an explanation. */
  notice = $state('')
  /** Where cards landed last, to be marked. */
  landed = $state.raw<Set<string>>(new Set())
  busy = $state(false)
  /** What was refused last, and the rule that it broke. */
  why = $state.raw({ said: '', rule: '' })
  /** The rule at which the rulebook is open; empty: at its beginning; null: it is not open. */
  consulted = $state<string | null>(null)
  hint = $state.raw<Hint | null>(null)
  /** Whether a hint is being thought about. */
  pondering = $state(false)

  words = $derived.by(() => i18n.at(this.layout.game))
  arranged = $derived.by(() => arrange(this.layout, this.view))
  offers = $derived.by(() => offers(this.view))
  primary = $derived.by(() => primary(this.offers))
  /** The actions that agree with what was touched. */
  left = $derived.by(() => (Object.keys(this.chosen).length ? agreeing(this.offers.all, this.chosen) : []))
  acting = $derived.by(() => this.view.seat !== null && this.view.to_act.includes(this.view.seat))

  /** What the hint is about: the card, the place, the seat and the number that it proposes to touch. */
  hinted = $derived.by((): Chosen => (this.hint ? about(takenApart(this.hint.do)) : {}))

  /** The cards of the own hand that are wanted now, as its zone declares. */
  wanted = $derived.by(() => new Set(
    this.layout.zones.flatMap(({ owner, wanted }) => (wanted && owner === this.view.seat ? String(this.view.facts[wanted] ?? '').split(' ') : [])),
  ))

  /** Who is waited for, as a sentence. */
  waiting = $derived.by(() => {
    const { window, to_act } = this.view
    if (window) return this.words.say(window.answered ? 'web.answered' : 'web.others-asked')
    return this.words.say('web.waiting', { who: this.words.listed(to_act.map((seat) => this.words.seat(seat, this.names))) })
  })

  told = $derived.by((): Told[] =>
    this.happened.flatMap(({ events, actor, empty, id }) =>
      deeds(this.words, this.layout, { ...this.view, events }, actor, this.names, empty).map((deed, n) => ({ ...deed, id: `${id}.${n}` })),
    ),
  )

  /** The rule that the notice rests on. */
  broken = $derived.by(() => (this.notice && this.why.said === this.notice ? this.why.rule : ''))
  /** The rule that applied last: to a refusal, to the end of the round, or to the last thing that happened. */
  applied = $derived.by(() => {
    if (this.view.points) return this.ruleOf('over')
    const last = [...this.told].reverse().find(({ about, isEnd }) => !isEnd && this.ruleOf(about))
    return this.broken || (last ? this.ruleOf(last.about) : '')
  })

  private happened = $state.raw<Happened[]>([])
  private count = 0
  /** All events of the last moment, those told before it included. */
  private events: string[]
  /** A card of the hand that was touched while an answer was awaited. */
  private next: string | null = null

  constructor(
    layout: Layout,
    view: View,
    names: string[],
    private readonly send: (text: string) => void,
  ) {
    this.layout = layout
    this.view = view
    this.events = view.events
    this.names = names
  }

  /** The next moment; `actor` is who acted. How many cards it sends on their way. */
  show(shown: View, actor: number | null): number {
    const view = { ...shown, events: news(this.view, this.events, shown) }
    this.events = shown.events
    const flown = flights(this.layout, this.view, view)
    const landed = flown.map(({ to }) => to).filter((spot) => /^(place|zone)/.test(spot))
    if (landed.length) this.landed = new Set(landed)
    const empty = new Set(this.view.zones.flatMap(({ name, owner, count }) => (count === 0 ? [`${name}${owner ?? ''}`] : [])))
    this.view = view
    this.chosen = {}
    this.notice = ''
    this.hint = null
    this.pondering = false
    if (view.events.length) this.happened = [...this.happened, { events: view.events, actor, empty, id: this.count++ }].slice(-KEPT)
    this.answered()
    return flown.length
  }

  /** The same moment as everybody is shown it anew: what was told of it is not told again. */
  showAgain(view: View): void {
    const isTold = this.events.join('\n') === view.events.join('\n')
    this.show(isTold ? { ...view, events: [] } : view, null)
    this.events = view.events
  }

  /** The server has answered: what was touched meanwhile is looked at now, if it is still there. */
  answered(): void {
    this.busy = false
    const card = this.next
    this.next = null
    if (card !== null && this.arranged.hands.some(({ cards }) => cards.includes(card))) this.touchCard(card)
  }

  /** No answer came: whoever touches something now means it anew. */
  unanswered(): void {
    this.busy = false
    this.next = null
  }

  /** Why something was not done, and the rule behind it. */
  refused(why: string, rule: string): void {
    this.answered()
    this.notice = why
    this.why = { said: why, rule }
  }

  /** The last things that happened, as sentences; the end of a turn goes without saying. */
  said(deed: Deed): string {
    return sentence(this.words, deed, this.names)
  }

  /** The id of the rule behind something. */
  ruleOf(about: string): string {
    return ground(i18n.game(this.layout.game)?.grounds ?? {}, about)
  }

  act(text: string): void {
    if (this.busy) return
    this.letGo()
    this.hint = null
    this.send(text)
  }

  /** Nothing is chosen any more; whatever was said about it is over, too. */
  letGo(): void {
    this.chosen = {}
    this.notice = ''
  }

  /** Something on the table was touched. Whether that came to anything. */
  touch(touch: Chosen): boolean {
    this.notice = ''
    const came = touched(this.offers.all, this.chosen, touch)
    if (!came) return false
    if ('do' in came) this.act(came.do)
    else this.chosen = came.chosen
    return true
  }

  /** Whether a place calls: something can be done there, and once a card is chosen, with that card. */
  calls(cell: Cell): boolean {
    return cell.mine && (!this.chosen.card || this.left.some(({ named }) => (named.place ?? named.card) === cell.key))
  }

  /** The first of two taps: raises a card that the next one would lay. Whether there was one to raise. */
  raise(card: string): boolean {
    const isNext = this.chosen.card === card && this.left.length === 1
    if (this.busy || isNext || agreeing(this.offers.all, { card }).length !== 1) return false
    this.notice = ''
    this.chosen = { card }
    return true
  }

  /** A card of your hand was touched: one that cannot be played is sent too, and the answer says why not. */
  touchCard(card: string): void {
    if (this.busy) this.next = card
    else if (this.chosen.card === card && this.left.length === 1) this.act(this.left[0]!.text)
    else if (this.touch({ card })) return
    else if (this.acting) this.act(card)
    else if (!this.view.points) this.notice = this.waiting
  }
}
