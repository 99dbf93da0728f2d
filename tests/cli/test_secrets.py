"""The terminal does not give away what was laid face down, nor what a player does in secret."""

from __future__ import annotations

from elfer import game, view
from elfer.cli.story import Teller, tell
from elfer.words import Words
from elfer.words.rulebook import at_table
from tests.games.positions.mogeln import arrange, play

MOGELN = game("mogeln", 3)
NAMES = ["A", "B", "C"]


def told(seat: int | None, action: str) -> list[str]:
    words = at_table(Words("en"), "mogeln")
    state = play(MOGELN, arrange(MOGELN, ["r5 r6", "y1", "g1"], number=7), action)
    return tell(words, Teller(words, MOGELN, NAMES).deeds(view(MOGELN, state, seat), 0), NAMES)


def test_others_hear_the_number_and_do_not_see_the_card() -> None:
    for seat in (None, 1, 2):
        assert told(seat, "r5") == ["A lays a card face down and says “Seven!”."]
    assert told(0, "r5") == ["A lay red 5 face down and say “Seven!”."]


def test_a_secret_slip_changes_nothing_that_others_see() -> None:
    before = arrange(MOGELN, ["r5 r6", "y1", "g1"], number=7)
    after = play(MOGELN, before, "slip r5")
    for seat in (None, 1, 2):
        assert view(MOGELN, before, seat) == view(MOGELN, after, seat)


def test_whoever_slips_a_card_is_told_of_nothing_twice() -> None:
    words = at_table(Words("en"), "mogeln")
    teller = Teller(words, MOGELN, ["You", "B", "C"])
    # Somebody has passed, which everyone sees; what is slipped under leaves that standing.
    state = play(MOGELN, arrange(MOGELN, ["r5 r6 r7", "y1", "g1"], seat=2, number=7), "pass")
    for slip, told in (("slip r5", ["lay red 5 face down"]), ("slip r6", ["lay red 6 face down"])):
        before = view(MOGELN, state, 0)
        state = play(MOGELN, state, slip)
        after = view(MOGELN, state, 0)
        assert after.events[: len(before.events)] == before.events != ()
        assert [deed.did for deed in teller.deeds(after, 0, before)] == told
    before, state = view(MOGELN, state, 0), play(MOGELN, state, "r7")
    assert len(teller.deeds(view(MOGELN, state, 0), 0, before)) == 2


def test_an_answer_tells_nothing_again() -> None:
    words = at_table(Words("en"), "mogeln")
    teller = Teller(words, MOGELN, NAMES)
    asked = play(MOGELN, arrange(MOGELN, ["r5 r6", "y1", "g1"], number=7), "r5")
    answered = MOGELN.apply(asked, 1, MOGELN.read("silent"))
    before, after = view(MOGELN, asked, 1), view(MOGELN, answered, 1)
    assert before.events == after.events != ()
    assert teller.deeds(after, None, before) == []
