"""What nobody can tell in `mogeln`: how many cards somebody laid, holds, or found in a pile (MO-7, ALL-3)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from elfer import Game, Stream, dump, encode, game, guess, seed_from, view
from elfer.bots import at_random, decide, usual
from elfer.table.actions import PASS, SILENT, Call, Lay, Slip
from elfer.table.table import Misdeal
from tests.games.positions.mogeln import arrange, hand, lay, play, zone

THREE = game("mogeln", 3)
FOUR = game("mogeln", 4)
SHOWN = game("mogeln", 3, counts="shown")


def shown_to(table: Game[Any], state: Any, seat: int | None) -> list[object]:
    """All that reaches a seat, or what is computed for it."""
    out: list[object] = [msgspec.json.encode(view(table, state, seat))]
    out.append(dump(table, guess(table, state, seat, Stream(bytes(32), "guess"))))
    if seat is not None:
        out.append(encode(table, state, seat))
        if seat in table.to_act(state):
            out += [decide(bot, table, state, seat, Stream(bytes(32), "bot")) for bot in (usual(table), at_random)]
    return out


class Twins:
    """Two rounds that differ only in what seat 0 slips under its cards.

    Seat 1 objects now and then, to the top card. Whoever takes a pile sees what is in it; all others must not notice.
    """

    def __init__(self, table: Game[Any], seed: int) -> None:
        self.table, self.random = table, Random(seed)
        self.plain = self.secret = table.deal(seed_from(f"twins {seed}"))
        self.slips, self.insiders = 0, {0}

    def step(self) -> bool:
        """Whether it can go on: both rounds must have the same public future."""
        [seat, *_] = self.table.to_act(self.plain)
        if self.plain.table.window is None:
            return self.turn(seat)
        calls = seat == 1 and self.random.random() < 0.5
        self.both(seat, Call("gemogelt", 300) if calls else SILENT)
        return True

    def turn(self, seat: int) -> bool:
        held = self.plain.table.zones[seat] & self.secret.table.zones[seat]
        held_in_secret = self.secret.table.zones[seat]
        if held.bit_count() < 6 or held_in_secret.bit_count() < 6:
            return False
        if self.random.random() < 0.2:
            self.both(seat, PASS)
            return True
        legal = self.table.legal(self.secret, seat)
        top = self.random.choice([a for a in self.table.legal(self.plain, seat) if isinstance(a, Lay) and a in legal])
        if seat == 0:
            others = [a for a in legal if isinstance(a, Slip) and a.card != top.card]
            for slip in self.random.sample(others, self.random.randrange(1, 3)):
                self.secret = self.table.apply(self.secret, seat, slip)
                self.slips += 1
                self.compare()
        self.both(seat, top)
        return True

    def both(self, seat: int, action: Any) -> None:
        self.plain = self.table.apply(self.plain, seat, action)
        self.secret = self.table.apply(self.secret, seat, action)

    def compare(self) -> None:
        self.table.layout.check(self.plain.table)
        self.table.layout.check(self.secret.table)
        zones = zip(self.plain.table.zones, self.secret.table.zones, strict=True)
        self.insiders |= {
            seat for seat, (one, other) in enumerate(zones) if seat < self.table.players and one != other
        }
        for seat in {None, *range(self.table.players)} - self.insiders:
            assert shown_to(self.table, self.plain, seat) == shown_to(self.table, self.secret, seat)


@pytest.mark.rule("MO-7", "ALL-3")
@pytest.mark.parametrize("seed", range(9))
def test_nobody_notices_how_many_cards_were_laid(seed: int) -> None:
    colours, goal = ("sorted", "last") if seed % 2 else ("mixed", "first")
    twins = Twins(game("mogeln", 3 + seed % 3, colours=colours, goal=goal), seed)
    twins.compare()
    for _ in range(50):
        if not twins.step():
            break
        twins.compare()
    assert twins.slips


@pytest.mark.rule("MO-7")
def test_everybody_would_notice_if_the_counts_were_shown() -> None:
    before = arrange(SHOWN, ["r1 r2 r3", "y1", "g1"])
    after = play(SHOWN, before, "slip r2")
    for seat in (None, 1, 2):
        assert shown_to(SHOWN, before, seat)[0] != shown_to(SHOWN, after, seat)[0]


@pytest.mark.rule("MO-7")
def test_counts_are_hidden_from_all_but_the_owner() -> None:
    state = play(THREE, arrange(THREE, ["r5-9", "y1 y2 y3", "g1"], pile="b8 b9"), "slip r6", "slip r7", "r5")
    hidden = {"hand0", "hand1", "hand2", "laid0", "laid1", "laid2", "pile", "aside"}
    for seat in (None, 0, 1, 2):
        own = set() if seat is None else {f"hand{seat}", f"laid{seat}"}
        seen = {z.name + ("" if z.owner is None else str(z.owner)): z for z in view(THREE, state, seat).zones}
        assert {name for name, zone in seen.items() if zone.count is None} == hidden - own
    assert [z.cards for z in view(THREE, state, 0).zones if z.name == "laid" and z.owner == 0] == [("r6", "r7", "r5")]
    assert view(THREE, state, 1).events == ("0: announce one",)


@pytest.mark.rule("MO-7")
def test_counts_are_shown_where_that_is_chosen() -> None:
    state = arrange(SHOWN, ["r5-9", "y1 y2 y3", "g1"], pile="b8 b9")
    state = play(SHOWN, state, "slip r6")
    assert view(SHOWN, state, 1).events == ("hand0>laid0 ?",)
    state = play(SHOWN, state, "r5")
    counts = {z.name + ("" if z.owner is None else str(z.owner)): z.count for z in view(SHOWN, state, 1).zones}
    assert (counts["hand0"], counts["laid0"], counts["pile"], counts["hand2"]) == (3, 2, 2, 1)
    assert [z.cards for z in view(SHOWN, state, 1).zones if z.name == "laid"] == [None, (), None]


@pytest.mark.rule("MO-7")
def test_a_secret_slip_leaves_what_others_see_as_it_was() -> None:
    before = play(FOUR, arrange(FOUR, ["r1 r2", "y1-5", "g1 g2", "b1"]), "pass")
    after = play(FOUR, before, "slip y3")
    for seat in (None, 0, 2, 3):
        assert shown_to(FOUR, before, seat) == shown_to(FOUR, after, seat)
        assert view(FOUR, after, seat).events == ("0: pass",)
    assert view(FOUR, after, 1).events == ("0: pass", "hand1>laid1 y3")


@pytest.mark.rule("MO-7")
@pytest.mark.parametrize("slips", [[], ["slip r7"], ["slip r7", "slip r8"]])
@pytest.mark.parametrize("pile", ["", "b8 b9"])
@pytest.mark.parametrize("word", ["gemogelt", None])
def test_events_do_not_tell_how_many_cards_went(slips: list[str], pile: str, word: str | None) -> None:
    state = arrange(THREE, ["r5-9", "y1 y2 y3", "g1"], pile=pile, number=5)
    state = lay(THREE, state, *slips, "r5", calls={1: f"{word} 300"} if word else {})
    told = ["laid0>pile ?"]
    if word:
        told = ["1: call gemogelt 300", *told, "pile>shown r5", "shown>pile r5", "pile>hand1 ?"]
    for seat in (None, 2):
        assert list(view(THREE, state, seat).events) == told


# --- what a seat does know -----------------------------------------------------------------------------------


def guesses(table: Game[Any], state: Any, seat: int, many: int = 25) -> list[Any]:
    return [guess(table, state, seat, Stream(bytes(32), f"guess {n}")) for n in range(many)]


@pytest.mark.rule("MO-7")
def test_a_guess_keeps_what_the_layer_knows() -> None:
    state = arrange(THREE, ["r5-9", "y1 y2 y3", "g1"], rest="hand2", number=5)
    state = play(THREE, state, "slip r6", "slip r7", "r5")
    for guessed in guesses(THREE, state, 0):
        assert zone(THREE, guessed, "laid0") == ["r6", "r7", "r5"]
        assert hand(THREE, guessed, 0) == ["r8", "r9"]
        assert all(hand(THREE, guessed, seat) for seat in (1, 2))
    for seat in (1, 2):
        assert all(zone(THREE, guessed, "laid0") for guessed in guesses(THREE, state, seat))


@pytest.mark.rule("MO-10")
def test_a_guess_lets_the_only_unknown_card_be_the_one_that_was_laid() -> None:
    """Whoever laid may have laid the last card, so the hand is what comes last in a guess."""
    table = game("mogeln", 3, goal="last")
    state = play(table, arrange(table, ["r5", "", ""], number=5, rest="hand1"), "r5")
    for guessed in guesses(table, state, 1):
        assert zone(table, guessed, "laid0") == ["r5"]
        assert not hand(table, guessed, 0)


@pytest.mark.rule("MO-7")
def test_whoever_slipped_cards_knows_that_they_were_taken() -> None:
    state = arrange(FOUR, ["r5-12", "y1 y2 y3", "g1", "b1"], number=5, rest="hand3")
    state = lay(FOUR, state, "slip r6", "slip r7", "slip r8", "slip r9", "r5", calls={2: "gemogelt 300"})
    assert {"r5", "r6", "r7", "r8", "r9"} <= set(hand(FOUR, state, 2))
    for guessed in guesses(FOUR, state, 0):
        assert {"r5", "r6", "r7", "r8", "r9"} <= set(hand(FOUR, guessed, 2))
    where = [hand(FOUR, guessed, 2) for guessed in guesses(FOUR, state, 1)]
    assert all("r5" in held for held in where), "it was turned up for all to see"
    assert not all("r6" in held for held in where)


def test_nobody_in_play_is_left_without_a_card_where_others_must_hold_many() -> None:
    state = arrange(FOUR, ["r5-16", "y1", "g1", "b1"], number=5, rest="hand0")
    slips = [f"slip r{number}" for number in range(6, 16)]
    state = lay(FOUR, state, *slips, "r5", calls={2: "gemogelt 300"})
    for guessed in guesses(FOUR, state, 0, 100):
        assert all(hand(FOUR, guessed, seat) for seat in range(4))


def test_a_card_of_a_secret_zone_cannot_be_shown_or_ruled_out_by_itself() -> None:
    state = arrange(THREE, ["r5", "y1", "g1"])
    with pytest.raises(Misdeal, match="beside it"):
        THREE.layout.check(THREE.layout.show(state.table, THREE.layout.deck.read("r5")))
    with pytest.raises(Misdeal, match="beside it"):
        THREE.layout.rule_out(state.table, 0, 1)


def test_all_players_in_play_hold_a_card_in_every_guess() -> None:
    """So that search can play on from it."""
    random, state = Random(5), game("mogeln", 3, deck=60).deal(seed_from("search"))
    table = game("mogeln", 3, deck=60)
    for _ in range(600):
        seats = table.to_act(state)
        if not seats:
            break
        if state.table.window is None and random.random() < 0.2:
            for seat in range(3):
                zones = json.loads(dump(table, guess(table, state, seat, Stream(bytes(32), "search"))))["zones"]
                assert all(zones[f"hand{other}"] for other in range(3))
        seat = random.choice(seats)
        state = table.apply(state, seat, random.choice(table.legal(state, seat)))
