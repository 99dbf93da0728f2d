"""Hawaiki in lockstep with a plain model of its rules, on random play, match after match."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from elfer import Match, Setup, Stream, seed_from
from elfer.bots.reactions import timed
from tests.games.plain.hawaiki import CARDS, PILES, Plain

MARKERS = {"markers": 4}
VARIANTS = {"one_hidden": "on", "sacrifice": "on", "second_chance": "on"}
TABLES: list[tuple[int, dict[str, Any]]] = [
    *((players, MARKERS | {"speech": speech}) for players in range(2, 7) for speech in ("auto", "strict")),
    *((players, VARIANTS | {"speech": "strict", "flush": "printed"}) for players in (2, 3)),
    *((players, VARIANTS) for players in (2, 4)),
    (3, {"sacrifice": "on", "speech": "strict"}),
    (3, {"second_chance": "on", "flush": "printed"}),
]


def names(match: Match, zone: str) -> list[str]:
    deck, layout = match.game.layout.deck, match.game.layout
    content = match.state.table.zones[layout.zone(zone)]
    return deck.shown(content) if isinstance(content, int) else [deck.names[card] for card in content]


def begun(match: Match, first: int, markers: list[int], turned: list[Match]) -> Plain:
    """The model of a round that was just dealt. It mixes as the newest of the matches `turned` does."""

    def mix(cards: list[str]) -> list[str]:
        return Stream(turned[-1].state.table.seed, "shuffle").shuffled(cards)

    hands = [names(match, f"hand{seat}") for seat in range(match.setup.players)]
    piles = [names(match, pile)[0] for pile in PILES]
    stock, options = names(match, "stock"), match.game.options
    assert sorted([card for hand in hands for card in hand] + piles + stock) == sorted(CARDS)
    return Plain(
        hands, piles, stock, first, markers, {name: getattr(options, name) for name in options.__struct_fields__}, mix
    )


def same(match: Match, plain: Plain) -> None:
    game, state = match.game, match.state
    waiting = plain.waiting()
    assert set(match.to_act) == waiting.keys()
    for seat in range(game.players):
        legal = [game.write(action) for action in match.legal(seat)]
        assert len(set(legal)) == len(legal)
        assert set(legal) == waiting.get(seat, set())
        held, shown = names(match, f"hand{seat}"), names(match, f"shown{seat}")
        assert sorted(held + shown) == sorted(plain.hands[seat])
        if match.to_act and plain.options["one_hidden"] == "on" and any(plain.hidden):
            assert held == [card for card in [plain.hidden[seat]] if card]
    assert {pile: names(match, pile) for pile in PILES} == plain.piles
    assert names(match, "stock") == plain.stock
    assert list(state.markers) == plain.markers  # type: ignore[attr-defined]


@pytest.mark.rule(*(f"HA-{number}" for number in range(3, 23)))
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_in_lockstep_with_the_plain_rules(players: int, options: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    for number in range(3):
        seed = seed_from(f"lockstep {players} {options} {number}")
        match, random = Match.start(Setup.choose("hawaiki", players, options), seed), Random(seed)
        first, markers = match.state.first, [match.game.options.markers] * players  # type: ignore[attr-defined]
        start = list(markers)
        while True:
            turned = [match]
            plain = begun(match, first, markers, turned)
            same(match, plain)
            while plain.waiting():
                seat = random.choice(sorted(plain.waiting()))
                action = random.choice(sorted(plain.waiting()[seat]))
                turned.append(match)
                window = match.state.table.window
                match = match.apply(seat, timed(match.game.read(action), random.randrange(2000), window))
                plain.do(seat, action)
                same(match, plain)
                seen[action.split()[0]] += 1
            assert list(match.scores[-1]) == [now - then for now, then in zip(plain.markers, markers, strict=True)]
            assert list(match.totals) == [now - then for now, then in zip(plain.markers, start, strict=True)]
            markers = plain.markers
            first = first if plain.winner is None else plain.winner
            assert match.over == (0 in markers)
            if match.over:
                break
            match = match.next_round()
    assert {"draw"} < seen.keys()
    assert ("announce" in seen) == ("call" in seen or "second_chance" in options)
