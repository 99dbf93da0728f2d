"""Bots play as characters: who sits where, what they are called, and who may choose."""

from __future__ import annotations

from pathlib import Path

import pytest

from elfer.bots import Level
from elfer.bots.cast import CAST
from elfer.match import record
from elfer.server import log
from elfer.server import messages as m
from elfer.server.backup import record_of
from elfer.server.declined import Declined
from elfer.server.info import table_info
from elfer.server.manner import Manner
from elfer.server.moves import Mover, transitions
from elfer.server.service import _same_people
from elfer.server.sitting import Sitting
from elfer.server.storage import Kept
from elfer.server.who import Person, Who
from tests.server.play import close_all, play, seated, serving

HOST = "host"
SEAT = {"kind": "bot", "level": Level.NORMAL.value, "away": False, "host": False, "stand_in_ms": None}
NAMES = {one.id: one.name for one in CAST}


def opened(setup: str = "elfer.4", secret: bytes = bytes(32)) -> Sitting:
    return Sitting.open("id", "CODE", secret, log.Opened(unix_ms=0, commitment="", setup=setup, host=HOST))


def asked(sitting: Sitting, *messages: m.ClientMessage) -> Sitting:
    """The table after what the host has said."""
    for message in messages:
        who, seats = Who(Person(HOST, "Anna")), sitting.seats_of(HOST)
        entries = Mover(sitting, who, seats, sitting.at, "process").entries(message)
        sitting = transitions(sitting, entries)[-1].after
    return sitting


def characters(sitting: Sitting) -> list[str]:
    return [chair.character for chair in sitting.chairs]


def test_bots_at_a_table_are_different_characters() -> None:
    found = set()
    for n in range(60):
        sitting = asked(opened("mogeln.8", bytes([n]) * 32), m.Sit(seat=3), m.Staff(seat=5), m.Begin())
        own = characters(sitting)
        assert own.pop(3) == ""
        assert len(set(own)) == 7
        assert set(own) <= NAMES.keys()
        found |= set(own)
    assert found == NAMES.keys()


def test_nobody_comes_who_is_called_like_somebody_at_the_table() -> None:
    for n in range(60):
        sitting = asked(opened("mogeln.8", bytes([n]) * 32), m.Sit(seat=0, name="PIP"), m.Begin())
        assert "pip" not in characters(sitting)


def test_the_host_says_who_sits_where_and_may_think_again() -> None:
    sitting = asked(opened(), m.Staff(seat=1, character="rosa"), m.Staff(seat=2, character="pip"))
    assert characters(sitting) == ["", "rosa", "pip", ""]
    sitting = asked(sitting, m.Staff(seat=1, level=Level.EASY))
    assert (sitting.chairs[1].character, sitting.chairs[1].level) == ("rosa", Level.EASY)
    sitting = asked(sitting, m.Staff(seat=1, character="otto"), m.Staff(seat=2, character="rosa"))
    assert characters(sitting) == ["", "otto", "rosa", ""]


def test_nobody_sits_at_a_table_twice() -> None:
    sitting = asked(opened(), m.Staff(seat=1, character="rosa"))
    with pytest.raises(Declined) as why:
        asked(sitting, m.Staff(seat=2, character="rosa"))
    assert (why.value.code, why.value.facts) == ("character-taken", {"name": "Rosa"})
    assert "otto" in why.value.expected
    assert "rosa" not in why.value.expected


def test_no_bot_takes_the_place_of_a_person_or_of_another_bot_in_the_match() -> None:
    sitting = asked(opened(), m.Sit(seat=0))
    with pytest.raises(Declined, match="seat-taken"):
        asked(sitting, m.Staff(seat=0, character="ada"))
    with pytest.raises(Declined, match="seat-taken"):
        asked(sitting, m.Begin(), m.Staff(seat=1))
    with pytest.raises(Declined, match="seat-taken"):
        asked(sitting, m.Begin()).after(log.Staffed(seat=1, level=Level.EASY))


def test_who_stands_up_in_the_match_leaves_the_seat_to_a_character_and_who_is_away_keeps_the_name() -> None:
    sitting = asked(opened(), m.Sit(seat=0, name="Anna"), m.Begin())
    away = sitting.after(log.Away(seat=0))
    assert (away.chairs[0].called, away.chairs[0].character, away.chairs[0].level) == ("Anna", "", None)
    gone = asked(sitting, m.Stand(seat=0))
    assert gone.chairs[0].character in NAMES.keys() - set(characters(sitting))
    assert gone.chairs[0].called == NAMES[gone.chairs[0].character]


def test_bots_go_by_the_names_of_their_characters_everywhere() -> None:
    entries: list[log.AnyEntry] = [
        log.Opened(unix_ms=0, commitment="", setup="elfer.3", host=HOST),
        log.Sat(seat=0, person=HOST, name="Anna"),
        log.Staffed(seat=1, level=Level.EASY, character="mira"),
        log.Staffed(seat=2, level=Level.EASY),  # as before there was a cast
        log.Started(),
    ]
    sitting = transitions(opened("elfer.3"), entries[1:])[-1].after
    seats = table_info(sitting, 0).seats
    assert [(seat.name, seat.kind, seat.character) for seat in seats] == [
        ("Anna", "person", ""),
        ("Mira", "bot", "mira"),
        ("", "bot", ""),
    ]
    text = record_of(Kept("id", "CODE", bytes(32), 0), [log.written(entry) for entry in entries])
    assert record.names(text.splitlines()) == ("Anna", "Mira", "Bot 3")


@pytest.mark.parametrize("body", [b'{"kind":"staffed","seat":1,"level":"easy"}', b'{"kind":"stood","seat":1}'])
def test_logs_from_before_there_was_a_cast_are_read(body: bytes) -> None:
    entry = log.read(body)
    assert log.written(entry) == body
    assert opened().after(entry).chairs[1].called == ""


def test_a_character_that_is_gone_leaves_a_bot_with_a_number() -> None:
    sitting = opened().after(log.Staffed(seat=1, level=Level.EASY, character="nobody"))
    assert (sitting.chairs[1].played_by, sitting.chairs[1].called) == (None, "")


def test_sayings_can_be_switched_off_in_the_match() -> None:
    sitting = asked(opened(), m.Sit(seat=0), m.Begin())
    assert not asked(sitting, m.Arrange(manner=Manner(sayings=False))).manner.sayings
    with pytest.raises(Declined, match="already-started"):
        asked(sitting, m.Arrange(manner=Manner(sayings=False, spectators=False)))


def test_a_rematch_is_with_the_same_characters() -> None:
    old = asked(opened(), m.Sit(seat=0), m.Staff(seat=1, level=Level.EASY, character="hugo"), m.Begin())
    new = transitions(opened(), _same_people(old))[-1].after
    assert characters(new) == characters(old)
    assert [chair.level for chair in new.chairs] == [chair.level for chair in old.chairs]


def test_who_is_named_is_seen_by_all_and_who_is_not_known_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host, guest = await seated(house, "elfer.3", 2)
            answer = await host.ask(type="staff", seat=2, character="hugo")
            assert answer["table"]["seats"][2] == {**SEAT, "name": "Hugo", "character": "hugo"}
            await guest.until(lambda message: message["table"] == answer["table"])
            await host.send(type="staff", seat=2, character="nobody")
            refused = await host.until(lambda message: message["type"] == "refusal")
            assert (refused["code"], "character" in refused["expected"]) == ("malformed", True)
            assert (await guest.ask(type="staff", seat=2, character="ada"))["code"] == "only-host"
            await close_all([host, guest])

    play(scenario)
