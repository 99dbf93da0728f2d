"""Why an action of `hawaiki` is refused, by which rule, and what no position can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.games.hawaiki.tops import FITS, MASKS, NAMING, PAIR, WORDS, kinds_of
from elfer.table.actions import Action, Announce, Bury, Call, Draw, Hide, LayAt, Name, Silent
from elfer.table.fields import NOBODY
from elfer.table.possible import expect
from elfer.table.refusal import Refused
from elfer.table.windows import Window

if TYPE_CHECKING:
    from elfer.games.hawaiki import Hawaiki
    from elfer.games.hawaiki.table import HawaikiState

RESTS = {
    "HA-3": "not-your-turn",
    "HA-4": "lay-at, draw, hand>a, hand>b, hand>c, shown>a, shown>b, shown>c, stock>hand, stock>shown, "
    "top-differs, can-draw",
    "HA-6": "announce pair",
    "HA-7": "announce straight, name, name-first, names-others, nobody-to-name",
    "HA-8": "announce flush",
    "HA-9": "announce triplet",
    "HA-12": "call, silent, nothing-to-call",
    "HA-13": "not-as-announced, forms-none, announced-already",
    "HA-14": "call thanks, call many-thanks",
    "HA-15": "not-offered announce pair, not-offered announce straight, not-offered announce flush, "
    "not-offered announce triplet",
    "HA-16": "over, round-over",
    "HA-19": "pass, a>stock shuffled, b>stock shuffled, c>stock shuffled, stock-empty, can-lay",
    "HA-20": "hide, hand>shown, shown>hand, hide-first, nothing-to-hide, not-in-sight",
    "HA-21": "bury, a>stock, b>stock, c>stock, single-hand-card, pile-of-one",
    "HA-22": "announce second-chance, not-the-last-card",
}


def why_not(game: Hawaiki, state: HawaikiState, seat: int, action: Action) -> Refused:
    if isinstance(action, Call | Silent):
        return Refused("nothing-to-call")
    if state.due & NAMING:
        return Refused("names-others" if isinstance(action, Name) else "name-first")
    if isinstance(action, Name):
        return Refused("nobody-to-name")
    if isinstance(action, Hide):
        if state.bare:
            return Refused("not-in-sight", card=game.layout.deck.names[action.card])
        return Refused("nothing-to-hide" if game.one_hidden else "not-offered")
    if state.bare:
        return Refused("hide-first")
    if isinstance(action, LayAt):
        return _why_not_lay(game, state, seat, action)
    if isinstance(action, Bury) or (isinstance(action, Announce) and action.word not in MASKS):
        return _why_no_marker(game, state, seat, action)
    if isinstance(action, Announce):
        return _why_not_announce(game, state, action.word)
    return _why_not_draw(game, state, seat, action)


def _why_not_lay(game: Hawaiki, state: HawaikiState, seat: int, action: LayAt) -> Refused:
    names, held = game.layout.deck.names, game.held(state, seat)
    if not kinds_of(held) >> action.card & 1:
        return Refused("not-in-hand", card=names[action.card])
    if game.keeps_last(state, seat):
        return Refused("not-the-last-card")
    top = state.table.zones[game.piles[action.at]][-1]
    if not FITS[top] >> action.card & 1:
        return Refused("top-differs", card=names[action.card], cards=names[top])
    return Refused("not-as-announced", card=WORDS[state.announced])


def _why_not_announce(game: Hawaiki, state: HawaikiState, word: str) -> Refused:
    if not game.strict:
        return Refused("not-offered")
    if state.announced:
        return Refused("announced-already", card=WORDS[state.announced])
    return Refused("forms-none", card=word)


def _why_not_draw(game: Hawaiki, state: HawaikiState, seat: int, action: Action) -> Refused:
    if state.announced:
        return Refused("not-as-announced", card=WORDS[state.announced])
    if isinstance(action, Draw):
        return Refused("stock-empty")
    if game.can_draw(state.table):
        return Refused("can-draw")
    return Refused("can-lay", cards=game.layout.deck.show(game.fitting(state) & kinds_of(game.held(state, seat))))


def _why_no_marker(game: Hawaiki, state: HawaikiState, seat: int, action: Action) -> Refused:
    sacrifice = isinstance(action, Bury)
    if not (game.sacrifice if sacrifice else game.second_chance):
        return Refused("not-offered")
    if (state.buried if sacrifice else state.chanced) >> seat & 1:
        return Refused("once-a-round")
    if state.begun or state.announced:
        return Refused("before-the-turn")
    if state.markers[seat] < 2:
        return Refused("keeps-last-marker")
    return Refused("single-hand-card" if game.held(state, seat).bit_count() < 2 else "pile-of-one")


def expects(game: Hawaiki, state: HawaikiState) -> None:
    zones = state.table.zones
    expect(all(zones[pile] for pile in game.piles), "expected a card on each pile")
    shown = any(zones[zone] for zone in game.shown)
    expect(game.one_hidden or not shown, "hands are expected to lie open only where one card is hidden")
    given = all(0 <= now <= then for now, then in zip(state.markers, state.start, strict=True))
    expect(given, "markers: expected for each seat between 0 and what it started with")
    if state.seat != NOBODY:
        _expect_turn(game, state)


def _expect_turn(game: Hawaiki, state: HawaikiState) -> None:
    mine, window = state.winner in (NOBODY, state.seat), state.table.window
    expect(mine, f"winner is {state.winner}; expected the seat whose turn it is, or -1")
    held = all(game.held(state, seat) or seat == state.winner for seat in range(game.players))
    expect(held, "somebody has no cards; expected the winner")
    if window:
        _expect_window(game, state, window)
    else:
        _expect_settled(state)
    before = game.strict and not (window or state.due or state.bare)
    expect(before or not state.announced, "an announcement is expected only before a card is laid, in strict speech")
    expect(game.one_hidden or not state.bare, "bare is expected only where one card is hidden")
    expect(game.second_chance or not state.double, "double is expected only where there is a second chance")


def _expect_settled(state: HawaikiState) -> None:
    """Where nobody is asked, all is settled but what the player chooses about."""
    won = state.winner != NOBODY and not (state.due & NAMING or state.bare)
    open_still = state.forgotten or state.thanks or won
    expect(not open_still, "forgotten, thanks and winner are expected only until what a card brings is settled")
    chosen = not state.due & ~(NAMING | PAIR) and (state.due != PAIR or state.bare)
    expect(chosen, f"due is {state.due}; expected a straight or a flush to choose about, or a card to hide")


def _expect_window(game: Hawaiki, state: HawaikiState, window: Window) -> None:
    if window.seconds:
        asked, others = {*window.asked}, {*game.others[state.seat]}
        fitting = game.strict and (asked <= others if state.thanks else asked == others)
        expect(fitting, "expected a window with a clock only in strict speech, and the others asked")
    else:
        hiding = game.one_hidden and not state.thanks and not any(state.table.zones[zone] for zone in game.shown)
        expect(hiding, "expected a window without a clock only at the start, where everyone hides a card")
