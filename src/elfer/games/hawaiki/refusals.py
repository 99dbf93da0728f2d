"""Why an action of `hawaiki` is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.games.hawaiki.tops import FITS, MASKS, NAMING, WORDS, kinds_of
from elfer.table.actions import Action, Announce, Bury, Call, Draw, Hide, LayAt, Name, Silent
from elfer.table.refusal import Refused

if TYPE_CHECKING:
    from elfer.games.hawaiki import Hawaiki
    from elfer.games.hawaiki.moment import HawaikiState

REASONS = {
    "top-differs": "{card} has neither the value nor the colour of the card on that pile ({cards}).",
    "not-as-announced": "You have announced {card}; now lay a card that forms it.",
    "forms-none": "You cannot announce {card}: no card that you can lay now forms it.",
    "announced-already": "You have announced {card} already.",
    "not-the-last-card": "The last card cannot be laid in the second of two turns: draw a card.",
    "can-draw": "You can draw a card, so you cannot pass.",
    "name-first": "First name who has to draw.",
    "names-others": "For a straight you name one other player, for a flush one or two.",
    "nobody-to-name": "Nobody is to be named now.",
    "hide-first": "First choose the open card that you hide, or pass.",
    "nothing-to-hide": "You can hide another card only right after you have played your hidden one.",
    "not-in-sight": "{card} does not lie open before you.",
    "nothing-to-call": "There is nothing to call now: that is for the moments after a card was laid or drawn.",
    "before-the-turn": "That can be done only before the turn, before you lay, draw or announce anything.",
    "once-a-round": "You have done that once in this round already.",
    "keeps-last-marker": "Your last marker cannot be given up like this.",
    "single-hand-card": "With a single card in your hand you cannot make a sacrifice.",
    "pile-of-one": "On that pile lies only one card; it has to stay.",
}


def why_not(game: Hawaiki, state: HawaikiState, seat: int, action: Action) -> Refused:
    if isinstance(action, Call | Silent):
        return Refused("nothing-to-call")
    if state.due & NAMING:
        return Refused("names-others" if isinstance(action, Name) else "name-first")
    if isinstance(action, Name):
        return Refused("nobody-to-name")
    if state.bare:
        return _why_not_hide(game, action)
    if isinstance(action, Hide):
        return Refused("nothing-to-hide" if game.one_hidden else "not-offered")
    if isinstance(action, LayAt):
        return _why_not_lay(game, state, seat, action)
    if isinstance(action, Bury) or (isinstance(action, Announce) and action.word not in MASKS):
        return _why_no_marker(game, state, seat, action)
    if isinstance(action, Announce):
        return _why_not_announce(game, state, action.word)
    return _why_not_draw(game, state, seat, action)


def _why_not_hide(game: Hawaiki, action: Action) -> Refused:
    if isinstance(action, Hide):
        return Refused("not-in-sight", card=game.layout.deck.names[action.card])
    return Refused("hide-first")


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
    return Refused("can-lay", cards=game.layout.deck.show(game.layable(state, seat)))


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
