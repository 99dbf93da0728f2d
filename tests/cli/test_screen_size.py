"""The table, the story and the choices fit on a small screen together, and the story says what happened last."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO

import pytest
from rich.console import Console

from elfer.bots import decide
from elfer.cli.play import Host, Record, Wishes
from elfer.cli.story import Deed
from elfer.match.setup import Setup
from elfer.table.actions import DRAW
from elfer.table.seed import Stream, seed_from
from elfer.words import Words

ROWS = 24


def seated(code: str, lang: str) -> Host:
    """A person at the first seat, before a terminal of 80 by 24."""
    console = Console(file=StringIO(), force_terminal=True, width=80, height=ROWS, color_system=None)
    wishes = Wishes(Setup.read(code), seed_from(code), code, seat=0, record=None, fast=True)
    return Host(Words(lang), console, wishes, Record(None))


def printed(host: Host, present: Callable[[], object]) -> list[str]:
    with host.console.capture() as capture:
        present()
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capture.get()).split("\n")


@pytest.mark.parametrize("code", ["elfer.3", "master.2", "master.4", "quartett.3", "mogeln.3", "farbensammeln.4"])
@pytest.mark.parametrize("lang", ["de", "fr"])
def test_a_person_sees_table_story_and_choices_at_once(code: str, lang: str) -> None:
    host = seated(code, lang)
    asked = 0
    while not host.match.round_over and host.match.steps < 400:
        seat = host.match.to_act[0]
        if seat == 0:
            asked += 1
            rows = printed(host, lambda: host.present(0))
            # The last one is the question, which is asked on the line that is still empty.
            assert len(rows) <= ROWS, "\n".join(rows)
        stream = Stream(host.match.seed, f"{host.match.steps}")
        host.do(seat, decide(host.bots[seat], host.game, host.match.state, seat, stream))
    assert asked > 5


def test_a_long_story_is_told_from_its_end() -> None:
    host = seated("master.2", "en")
    host.deeds = [Deed(n % 2, f"does thing {n} " + "and more " * 12) for n in range(40)]
    told = [row for row in printed(host, host.show) if "thing" in row or "more" in row]
    assert "thing 39" in " ".join(told)
    assert told[0].startswith(" … ")


def test_the_story_goes_back_to_the_beginning_of_the_own_turn_and_no_further() -> None:
    host = seated("elfer.2", "en")
    host.deeds = [Deed(0, "earlier"), Deed(1, "asks"), Deed(0, "answers"), Deed(0, "lays")]
    while host.match.to_act != (0,):
        seat = host.match.to_act[0]
        before = host.deeds
        host.do(seat, host.match.legal(seat)[0])
        host.deeds = before
    host.do(0, host.match.legal(0)[0])
    assert [deed.did for deed in host.deeds[:2]] == ["answers", "lays"]
    assert {deed.seat for deed in host.deeds} == {0}


def test_bots_take_their_time_where_people_look_on_and_none_for_what_takes_no_thought() -> None:
    host = seated("elfer.3", "en")
    lay, stream = host.game.read("r11"), Stream(bytes(32), "pace")
    assert 0.1 < host.pause(1, DRAW, stream) < 0.3 < host.pause(1, lay, stream) < 1.1
