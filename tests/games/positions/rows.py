"""Hand-made positions of the row games, for tests that read like the rules.

Cards are written in notation: `r11` is the red 11, and `r9-12` stands for r9 r10 r11 r12. A stock is written from
the top, so its first card is drawn first. What fits is worked out here from the rules alone, not by the engine.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from elfer import Game, Match, Refused, Setup, Stream, dump, load, seed_from

COLOURS = "rygb"
NUMBERS = range(1, 21)
BOOKLET = ["elfer-1210", "zahlenwechsel", "auslosen", "falscher-anfang"]
ROW_GAMES = ["elfer", *BOOKLET]
OPENING_NUMBERS = {
    "elfer": {11},
    "elfer-1210": {11},
    "zahlenwechsel": {10, 11, 12},
    "falscher-anfang": {1, 20},
}


# --- cards ---------------------------------------------------------------------------------------------------


def cards(text: str) -> list[str]:
    """The cards of a text, ranges written out."""
    out = []
    for word in text.split():
        first, _, last = word[1:].partition("-")
        out += [f"{word[0]}{number}" for number in range(int(first), int(last or first) + 1)]
    return out


def deck(colours: str = COLOURS) -> list[str]:
    """All cards of these colours, in order."""
    return [f"{colour}{number}" for colour in colours for number in NUMBERS]


def in_play(game: Game[Any]) -> list[str]:
    """The cards that the options leave in the game (EL-15, EK-1)."""
    if game.options.deck == 80:
        return deck()
    without = game.options.without[0] if game.id == "elfer" else "b"
    return deck(COLOURS.replace(without, ""))


def number(card: str) -> int:
    return int(card[1:])


def beside(card: str) -> set[str]:
    """The neighbours of a card in its row."""
    return {f"{card[0]}{near}" for near in (number(card) - 1, number(card) + 1) if near in NUMBERS}


# --- what the rules say of the rows --------------------------------------------------------------------------


def may_open(game: Game[Any], card: str, lying: set[str], opening: int | None) -> bool:
    """Whether a card may begin a row, or half a row, without a neighbour."""
    if game.id == "auslosen":
        return opening is None or number(card) == opening  # AL-2, AL-4
    if game.id == "zahlenwechsel" and any(other[0] == card[0] for other in lying):
        return False  # ZW-3
    return number(card) in OPENING_NUMBERS[game.id]


def fitting(game: Game[Any], lying: Iterable[str], opening: int | None = None) -> set[str]:
    """The cards whose place is open, when these lie. `opening` is the opening number of auslosen."""
    rows = set(lying)
    free = set(in_play(game)) - rows
    return {card for card in free if beside(card) & rows or may_open(game, card, rows, opening)}


def opening_cards(game: Game[Any], hands: Sequence[set[str]]) -> set[str]:
    """With what the game may be opened: in some games the first of a list that somebody holds (EL-3, FA-2)."""
    if game.id in ("zahlenwechsel", "auslosen"):
        return fitting(game, ())
    colours = dict.fromkeys(card[0] for card in in_play(game))
    order = (20, 1) if game.id == "falscher-anfang" else (11,)
    held = set().union(*hands)
    return {next(card for colour in colours for n in order if (card := f"{colour}{n}") in held)}


# --- positions -----------------------------------------------------------------------------------------------


def arrange(
    game: Game[Any],
    hands: Sequence[str],
    *,
    seat: int = 0,
    rows: str = "",
    stock: str = "",
    rest: str = "stock",
    opening: int | None = None,
) -> Any:
    """The position at the beginning of a seat's turn.

    Cards that are not named go to the zone `rest`: beneath the named cards of the stock, or into a hand (`hand1`).
    """
    zones: dict[str, list[str]] = {name: [] for name in game.layout.names}
    zones |= {f"hand{n}": cards(text) for n, text in enumerate(hands)}
    zones |= {"rows": cards(rows), "stock": cards(stock)[::-1], "box": sorted(set(deck()) - set(in_play(game)))}
    named = {card for zone in zones.values() for card in zone}
    zones[rest] = [card for card in deck() if card not in named] + zones[rest]
    fits = fitting(game, zones["rows"], opening)
    offer = fits if rows else opening_cards(game, [set(zones[f"hand{n}"]) for n in range(game.players)])
    position = {
        "zones": {name: " ".join(held) for name, held in zones.items()},
        "public": "",
        "private": [""] * game.players,
        "lacks": {},
        "doubts": [],
        "seed": "00" * 32,
        "events": [],
        "facts": {"seat": seat, "fits": " ".join(fits), "offer": " ".join(offer), "laid": False, "drawn": 0},
    }
    return load(game, json.dumps(position))


def dealt(game: Game[Any], seed: int | str, number: int = 0) -> Any:
    """A deal from a seed that people can write."""
    return game.deal(seed_from(str(seed)), number)


def shuffles(game: Game[Any], seed: int | str, times: int) -> list[list[str]]:
    """The first shuffles that a seed gives: the cards in the order in which they are dealt, then the stock."""
    stream = Stream(seed_from(str(seed)), "deal")
    return [stream.shuffled(in_play(game)) for _ in range(times)]


# --- looking and playing -------------------------------------------------------------------------------------


def zone(game: Game[Any], state: Any, name: str) -> list[str]:
    """The cards of a zone; the stock from the top."""
    held: list[str] = json.loads(dump(game, state))["zones"][name].split()
    return held[::-1] if name == "stock" else held


def hand(game: Game[Any], state: Any, seat: int) -> set[str]:
    """All cards that a player holds, with the one just drawn."""
    return {*zone(game, state, f"hand{seat}"), *zone(game, state, f"drawn{seat}")}


def hands(game: Game[Any], state: Any) -> list[set[str]]:
    return [hand(game, state, seat) for seat in range(game.players)]


def rows(game: Game[Any], state: Any) -> set[str]:
    return set(zone(game, state, "rows"))


def turn(game: Game[Any], state: Any) -> int | None:
    """Whose turn it is; `None` when the round is over."""
    seats = game.to_act(state)
    assert len(seats) <= 1
    return seats[0] if seats else None


def offers(game: Game[Any], state: Any) -> set[str]:
    """What the seat whose turn it is may do. Everything else must be refused, and so must everybody else (ALL-4)."""
    seat = turn(game, state)
    assert seat is not None, "the round is over"
    legal = [game.write(action) for action in game.legal(state, seat)]
    assert len(set(legal)) == len(legal)
    for action in game.actions:
        if game.write(action) not in legal:
            with pytest.raises(Refused):
                game.apply(state, seat, action)
    assert not any(game.legal(state, other) for other in range(game.players) if other != seat)
    return set(legal)


def lays(game: Game[Any], state: Any) -> set[str]:
    """The cards among the offers."""
    return offers(game, state) - {"draw", "take", "end", "pass"}


def play(game: Game[Any], state: Any, text: str) -> Any:
    """The state after these actions, each by the seat whose turn it is: `r10 r9 end`."""
    for word in text.split():
        seat = turn(game, state)
        assert seat is not None, f"the round is over before {word}"
        assert game.read(word) in game.legal(state, seat), f"{word} is not offered to seat {seat}"
        state = game.apply(state, seat, game.read(word))
    return state


def refused(game: Game[Any], state: Any, text: str, code: str, *saying: str, seat: int | None = None) -> None:
    """Check that an action is refused with that code, in a sentence with these words, and that nothing changes."""
    by = turn(game, state) if seat is None else seat
    before = dump(game, state)
    with pytest.raises(Refused) as caught:
        game.apply(state, 0 if by is None else by, game.read(text))
    assert dump(game, state) == before
    assert caught.value.code == code, str(caught.value)
    missing = [words for words in saying if words not in str(caught.value)]
    assert not missing, f"“{caught.value}” does not say {missing}"


# --- matches -------------------------------------------------------------------------------------------------


def match_of(name: str, players: int, **options: Any) -> Match:
    """The start of a match, always from the same seed."""
    return Match.start(Setup.choose(name, players, options), seed_from("a match"))


def with_state(match: Match, state: Any) -> Match:
    """The match, but its round stands like this."""
    return Match(match.setup, match.seed, state, match.steps, match.scores)


def finished(match: Match) -> Match:
    """The end of the round when everyone always does the first thing offered."""
    while match.to_act:
        [seat] = match.to_act
        match = match.apply(seat, match.legal(seat)[0])
    return match
