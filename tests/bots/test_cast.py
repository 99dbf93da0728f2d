"""The cast: different characters, whose manner shows in how they play."""

from __future__ import annotations

import pytest

from elfer.bots import Level, Player, cast, player
from elfer.bots.cast import CAST, character, drawn, playing_as
from elfer.bots.reactions import SLOW, USUAL
from elfer.match.setup import Setup
from elfer.table.seed import Stream

GAME = Setup.choose("elfer", 4).game


def test_there_are_enough_for_every_table_and_no_two_are_alike() -> None:
    assert len(CAST) >= 8
    manners = [(one.leans, one.memory, one.reaction, one.attention, one.tempo) for one in CAST]
    assert len(set(manners)) == len({one.name for one in CAST}) == len({one.id for one in CAST}) == len(CAST)
    assert {one.leans for one in CAST} == {"", "bold", "careful"}
    assert all(0.5 <= number <= 1.5 for _, *numbers in manners for number in numbers)


@pytest.mark.parametrize("level", [USUAL, SLOW])
def test_who_is_quick_reacts_sooner_and_who_is_attentive_errs_less(level: object) -> None:
    elfi, pip, rosa = (one for one in CAST if one.id in ("elfi", "rosa", "pip"))
    quick, slow = (one.reflexes(level) for one in (elfi, rosa))  # type: ignore[arg-type]
    assert (quick.least, quick.spread) < (level.least, level.spread) < (slow.least, slow.spread)  # type: ignore[attr-defined]
    assert pip.reflexes(USUAL).errs < USUAL.errs < rosa.reflexes(USUAL).errs
    assert pip.reflexes(USUAL).overlooks < USUAL.overlooks < rosa.reflexes(USUAL).overlooks


def test_a_character_plays_at_its_level_in_its_manner(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[Level, str]]()

    def noted(game: object, level: Level, leans: str = "") -> Player:
        asked.append((level, leans))
        return Player(player(GAME, level).bot, SLOW, 10)

    monkeypatch.setattr(cast, "player", noted)
    pip, felix = character("pip"), character("felix")
    assert pip is not None
    found = playing_as(pip, GAME, Level.EASY)
    assert (found.memory, found.reflexes) == (6, pip.reflexes(SLOW))
    assert (playing_as(felix, GAME, Level.HARD).memory, playing_as(None, GAME, Level.NORMAL).memory) == (10, 10)
    assert asked == [(Level.EASY, ""), (Level.HARD, "bold"), (Level.NORMAL, "")]


def test_who_keeps_all_in_mind_is_made_to_forget_nothing() -> None:
    assert player(GAME, Level.NORMAL).memory is None
    assert playing_as(character("pip"), GAME, Level.NORMAL).memory is None


def test_when_all_are_taken_anybody_comes() -> None:
    stream = Stream(bytes(32), "cast")
    assert drawn(stream, [one.name for one in CAST]) in CAST
    assert drawn(stream, [one.name.upper() for one in CAST if one.id != "otto"]).id == "otto"
