"""What deserves a moment of its own: whole rounds of bots, told beat by beat, as they were recorded.

A recording that is missing is written, and the test fails once: delete one to record it anew, and read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import elfer
from elfer.bots import decide, usual
from elfer.table.beats import Beat, Seen, duration, staged
from elfer.table.game import Game, State
from elfer.table.seed import Stream
from elfer.table.view import Views
from elfer.words import LANGUAGES, Words
from elfer.words.rulebook import at_table

RECORDINGS = Path(__file__).parent / "beats"
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
OPTIONS: dict[str, dict[str, Any]] = {"ueberall": {"help": "off"}, "quartett": {"answers": "honour"}}
"""Where beats come only with a certain option, or more of them do."""
WITHOUT = {
    "auslosen",
    "brettspiel",
    "elfer",
    "elfer-1210",
    "falscher-anfang",
    "farbensammeln",
    "master",
    "zahlenwechsel",
}
"""Games in which every action shows by itself what it did, but for the end of the round."""

every_game = pytest.mark.parametrize("name", sorted(elfer.all_games()))


def table(name: str, **options: Any) -> Game[Any]:
    kind = elfer.all_games()[name]
    return elfer.game(name, players=max(3, kind.seats[0]) if 3 in kind.seats else kind.seats[0], **options)


@cache
def played(name: str) -> tuple[Game[Any], list[tuple[State, int, State]]]:
    """A whole round of bots: the states before and after each action, and who acted."""
    game = table(name, **OPTIONS.get(name, {}))
    stream, bot = Stream(b"\7" * 32, "beats"), usual(game)
    state: State = game.deal(b"\7" * 32)
    steps: list[tuple[State, int, State]] = []
    while (seats := game.to_act(state)) and len(steps) < game.longest_round:
        seat = seats[stream.below(len(seats))]
        after = game.apply(state, seat, decide(bot, game, state, seat, stream))
        steps.append((state, seat, after))
        state = after
    return game, steps


def all_beats(name: str, seat: int | None) -> Iterator[tuple[int, tuple[Beat, ...]]]:
    game, steps = played(name)
    for number, (before, _, after) in enumerate(steps):
        if beats := staged(Views(game, before), Views(game, after), seat):
            yield number, beats


def told(words: Words, beat: Beat, seat: int | None) -> str:
    """A beat as one line of a recording."""
    cards = " ".join(f"{shown.card}{'*' if shown.best else ''}" for shown in beat.cards)
    marks = " ".join(f"{mark.seat}:{mark.number}{'*' if mark.best else ''}" for mark in beat.marks)
    right = {None: "", True: "right", False: "wrong"}[beat.right]
    parts = (f"{beat.ms} ms", beat.kind, right, words.beat(beat, seat, NAMES), cards, marks, "after" * beat.after)
    return " | ".join(part for part in parts if part)


@every_game
def test_a_whole_round_is_told_in_the_beats_that_were_recorded(name: str) -> None:
    words, lines = at_table(Words("en"), name), []
    for number, beats in all_beats(name, 0):
        lines += [f"{number}: {told(words, beat, 0)}" for beat in beats]
    recording, now = RECORDINGS / f"{name}.txt", "\n".join(lines) + "\n"
    if not recording.exists():
        recording.write_text(now, "utf-8")
        pytest.fail(f"{recording.name} is recorded now: read it")
    assert now == recording.read_text("utf-8")


@every_game
def test_every_beat_has_a_sentence_in_every_language_for_everyone(name: str) -> None:
    catalogues = [at_table(Words(lang), name) for lang in LANGUAGES]
    game, _ = played(name)
    found = 0
    for viewer in (None, *range(game.players)):
        for _, beats in all_beats(name, viewer):
            for beat in beats:
                found += 1
                for words in catalogues:
                    said = words.beat(beat, viewer, NAMES)
                    assert said.strip()
                    assert "{" not in said
                    assert beat.ms >= 900
    assert found


@every_game
def test_all_who_look_are_shown_beats_of_the_same_length(name: str) -> None:
    """What a bystander sees decides how long bots wait: nobody is shown anything for longer."""
    game, _ = played(name)
    for number, beats in all_beats(name, None):
        for seat in range(game.players):
            own = dict(all_beats(name, seat)).get(number, ())
            assert duration(own) == duration(beats), (number, seat)


@every_game
def test_a_beat_names_no_card_that_its_seat_does_not_see(name: str) -> None:
    game, steps = played(name)
    for viewer in (None, *range(game.players)):
        for number, beats in all_beats(name, viewer):
            before, _, after = steps[number]
            seen = set()
            for views in (Views(game, before), Views(game, after)):
                seen |= {card for zone in views.of(viewer).zones for card in zone.cards or ()}
                seen |= {part for event in views.events(viewer) for part in event.split()}
            named = {shown.card for beat in beats for shown in beat.cards}
            named |= {beat.facts["card"] for beat in beats if "card" in beat.facts}
            assert named <= seen, (number, viewer)


def test_where_cards_are_not_counted_no_beat_counts_them() -> None:
    """Only whoever takes the pile in Mogeln, and so sees its cards, is told how many there are (MO-7)."""
    counted = {(viewer == beat.seat, beat.n) for viewer in (None, 0, 1, 2) for beat in _outcomes("mogeln", viewer)}
    assert {n for own, n in counted if not own} <= {1, None}
    assert max(n or 0 for own, n in counted if own) > 1


def _outcomes(name: str, viewer: int | None) -> list[Beat]:
    return [beat for _, beats in all_beats(name, viewer) for beat in beats if beat.kind == "outcome"]


@every_game
def test_only_games_that_show_everything_by_themselves_have_no_beats(name: str) -> None:
    game = table(name)
    assert game.has_beats == (name not in WITHOUT)


@pytest.mark.parametrize("name", ["mogeln", "ratefix", "schnipp-schnapp"])
def test_a_secret_answer_is_not_staged_again(name: str) -> None:
    game, steps = played(name)
    for before, _, after in steps:
        if before.table.window and after.table.window and after.table.events is before.table.events:
            assert staged(Views(game, before), Views(game, after), None) == ()


def test_two_different_cards_stay_up_for_two_seconds() -> None:
    different = [beat for _, beats in all_beats("was-liegt-wo", 1) for beat in beats if beat.says == "different"]
    assert different
    assert all(beat.ms >= 2000 and beat.after and len(beat.cards) == 2 for beat in different)


def test_the_stage_cannot_see_what_its_seat_does_not() -> None:
    """The states that a game reads there have no cards, no memory and no seed."""
    game, steps = played("mogeln")
    before, _, after = steps[0]
    seen = Seen(Views(game, before), Views(game, after), 1)
    for state in (seen.before, seen.after):
        assert state.table.zones == ()
        assert state.table.seed == b""
        assert not state.table.memory.private
        assert state.table.window is None
