"""Hand-made positions of Hawaiki, for tests that read like the rules.

Cards are written as in notation (`v3`); each is there twice. A pile is written from the bottom, so its last card is
the top; a stock from the top, so its first card is drawn first.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from elfer import Game, Refused, dump, game, load, seed_from, view
from tests.games.plain.hawaiki import CARDS, PILES


def table(players: int = 3, **options: Any) -> Game[Any]:
    return game("hawaiki", players, **options)


TWO, THREE, FOUR = table(2), table(3), table(4)
STRICT, STRICT_TWO = table(3, speech="strict"), table(2, speech="strict")
HIDDEN = table(2, one_hidden="on")


class Labels:
    """Tells cards that look alike apart: the first v3 is `v3`, the next `v3'`."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def __call__(self, cards: str | Sequence[str]) -> str:
        out = []
        for card in cards.split() if isinstance(cards, str) else cards:
            out.append(card + "'" * self.used[card])
            self.used[card] += 1
        assert max(self.used.values(), default=0) <= 2, f"too many of {self.used}"
        return " ".join(out)


def arrange(
    hawaiki: Game[Any],
    hands: Sequence[str],
    piles: str = "v1 g3 o5",
    *,
    shown: Sequence[str] = (),
    stock: str = "",
    rest: str = "stock",
    seat: int = 0,
    **facts: Any,
) -> Any:
    """The position at the beginning of a seat's turn, or, with other facts, in the middle of it.

    `piles` names the tops, or whole piles with bars between: `v1 v2 | g3 | o5`. Cards that are not named go to the
    zone `rest`: beneath the named cards of the stock, or into a hand (`hand1`). Hands not named have two cards.
    """
    label, players = Labels(), hawaiki.players
    cut = piles.split("|") if "|" in piles else piles.split()
    named = {pile: label(cards) for pile, cards in zip(PILES, cut, strict=True)}
    named |= {f"hand{n}": label(cards) for n, cards in enumerate(hands)}
    named |= {f"shown{n}": label(cards) for n, cards in enumerate(shown)}
    drawn = label(stock)
    left = list((Counter(CARDS) - label.used).elements())
    for n in range(len(hands), players):
        named[f"hand{n}"] = label([left.pop(), left.pop()])
    zones = dict.fromkeys(hawaiki.layout.names, "") | named
    zones["stock"] = " ".join(drawn.split()[::-1])
    zones[rest] = f"{label(left)} {zones[rest]}"
    markers = facts.pop("markers", [10] * players)
    position: dict[str, Any] = {
        "zones": zones,
        "public": "",
        "private": [""] * players,
        "lacks": {},
        "doubts": [],
        "seed": facts.pop("seed", "00" * 32),
        "events": [],
        "facts": {
            "seat": seat,
            "first": 0,
            "winner": -1,
            "markers": markers,
            "start": markers,
            "announced": 0,
            "forgotten": 0,
            "due": 0,
            "thanks": 0,
            "bare": False,
            "begun": False,
            "double": 0,
            "buried": 0,
            "chanced": 0,
            "passed": 0,
            **facts,
        },
    }
    return load(hawaiki, json.dumps(position))


def nothing_to_draw(hawaiki: Game[Any], hands: Sequence[str], piles: str = "v1 g3 o5", **facts: Any) -> Any:
    """A position in which all cards but the tops are in hands; those that are not named in that of seat 1."""
    return arrange(hawaiki, hands, piles, rest="hand1", **facts)


def dealt(hawaiki: Game[Any], seed: int | str, number: int = 0, before: Any = None) -> Any:
    """A deal from a seed that people can write."""
    return hawaiki.deal(seed_from(str(seed)), number, before)


# --- looking and playing -------------------------------------------------------------------------------------


def zone(hawaiki: Game[Any], state: Any, name: str) -> list[str]:
    """The cards of a zone as they look; the stock from the top."""
    held = [card.rstrip("'") for card in json.loads(dump(hawaiki, state))["zones"][name].split()]
    return held[::-1] if name == "stock" else held


def hand(hawaiki: Game[Any], state: Any, seat: int) -> list[str]:
    return sorted(zone(hawaiki, state, f"hand{seat}"))


def counts(hawaiki: Game[Any], state: Any) -> list[int]:
    """How many cards each has."""
    return [hawaiki.held(state, seat).bit_count() for seat in range(hawaiki.players)]  # type: ignore[attr-defined]


def tops(hawaiki: Game[Any], state: Any) -> str:
    return " ".join(zone(hawaiki, state, pile)[-1] for pile in PILES)


def turn(hawaiki: Game[Any], state: Any) -> int | None:
    """Whose turn it is; `None` when the round is over."""
    assert state.table.window is None, "a window is open"
    seats = hawaiki.to_act(state)
    return seats[0] if seats else None


def offers(hawaiki: Game[Any], state: Any, seat: int | None = None) -> set[str]:
    """What a seat, or else the one whose turn it is, may do. Everything else must be refused (ALL-4)."""
    by = turn(hawaiki, state) if seat is None else seat
    assert by is not None, "the round is over"
    legal = {hawaiki.write(action) for action in hawaiki.legal(state, by)}
    for action in hawaiki.actions:
        if hawaiki.write(action) not in legal:
            with pytest.raises(Refused):
                hawaiki.apply(state, by, action)
    return legal


def play(hawaiki: Game[Any], state: Any, *actions: str) -> Any:
    """The state after these actions, each by the seat whose turn it is."""
    for action in actions:
        seat = turn(hawaiki, state)
        assert seat is not None, f"the round is over before {action}"
        assert hawaiki.read(action) in hawaiki.legal(state, seat), f"{action} is not offered to seat {seat}"
        state = hawaiki.apply(state, seat, hawaiki.read(action))
    return state


def answer(hawaiki: Game[Any], state: Any, **answers: str) -> Any:
    """The state after all who are asked have answered: `seat1="call pair 300"`; the others are silent."""
    window = state.table.window
    assert window is not None
    assert {int(seat[-1]) for seat in answers} <= set(window.asked)
    for seat in window.asked:
        state = hawaiki.apply(state, seat, hawaiki.read(answers.get(f"seat{seat}", "silent")))
    return state


def asked(state: Any) -> tuple[int, ...]:
    """Who is asked something."""
    return tuple(sorted(state.table.window.asked)) if state.table.window else ()


def events(hawaiki: Game[Any], state: Any, seat: int | None = None) -> list[str]:
    """What a seat saw of the last action."""
    return list(view(hawaiki, state, seat).events)


def refused(hawaiki: Game[Any], state: Any, action: str, code: str, *saying: str, seat: int | None = None) -> None:
    """Check that an action is refused with that code, in a sentence with these words, and that nothing changes."""
    by = turn(hawaiki, state) if seat is None else seat
    before = dump(hawaiki, state)
    with pytest.raises(Refused) as caught:
        hawaiki.apply(state, 0 if by is None else by, hawaiki.read(action))
    assert dump(hawaiki, state) == before
    assert caught.value.code == code, str(caught.value)
    assert all(part in str(caught.value) for part in saying), str(caught.value)


def lacking(hawaiki: Game[Any], state: Any, zone_name: str) -> set[str]:
    """The cards that, as everybody can tell, are not in a zone."""
    layout = hawaiki.layout
    return set(layout.deck.shown(layout.ruled_out(state.table, None)[layout.zone(zone_name)]))
