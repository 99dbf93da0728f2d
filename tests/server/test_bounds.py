"""No log grows without end: not by changes at a table, and not by a connection that comes and goes for ever."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from elfer.server import house as house_module
from elfer.server import log, moves
from elfer.server import messages as m
from elfer.server.declined import Declined
from elfer.server.judging import window
from elfer.server.manner import Manner
from elfer.server.moves import MOST_ASIDES, MOST_COMINGS, Mover
from elfer.server.sitting import Sitting
from elfer.server.who import Person, Who
from elfer.words import LANGUAGES
from tests.server.play import PATIENCE, Player, close_all, play, seated, serving
from tests.server.test_parts import SEATED, sitting

ANNA = Who(Person("anna", "Anna"))


def with_asides(n: int, *more: log.AnyEntry) -> Sitting:
    return sitting(*SEATED, *(log.Renamed(seat=0, name=f"A{k}") for k in range(n - 1)), *more)


def ask(at: Sitting, message: m.ClientMessage) -> list[log.AnyEntry]:
    return Mover(at, ANNA, (0,), 99, "p").entries(message)


@pytest.mark.parametrize(
    "message",
    [
        m.Sit(seat=1),
        m.Rename(seat=0, name="Änni"),
        m.Staff(seat=1, level=Manner().level),
        m.Arrange(manner=Manner(chat=False)),
        m.Stir(entropy="salt"),
        m.Rekey(seat=0),
    ],
)
def test_a_table_takes_only_so_many_changes(message: m.ClientMessage) -> None:
    assert ask(with_asides(MOST_ASIDES - 1), message)
    with pytest.raises(Declined) as why:
        ask(with_asides(MOST_ASIDES), message)
    assert (why.value.code, why.value.expected, why.value.facts) == ("changed-enough", "begin", {"most": MOST_ASIDES})


def test_then_one_can_still_begin_play_and_go() -> None:
    full = with_asides(MOST_ASIDES)
    *bots, started = ask(full, m.Begin())
    assert started == log.Started(at=99)
    assert [type(entry) for entry in bots] == [log.Staffed, log.Staffed]  # on the seats that are free
    assert ask(full, m.Stand(seat=0)) == [log.Stood(at=99, seat=0)]
    begun = full.after(log.Started(at=99))
    assert begun.match is not None
    [seat] = begun.match.to_act
    do = begun.match.game.write(begun.match.legal(seat)[0])
    acting = Mover(begun, ANNA, (seat,), 99, "p").entries(m.Act(seat=seat, do=do, seen=begun.shown))
    assert acting[-1] == log.Acted(at=99, seat=seat, do=do)
    with pytest.raises(Declined, match="changed-enough"):
        ask(begun, m.Rename(seat=0, name="Änni"))


def test_a_log_that_is_longer_already_can_be_read() -> None:
    assert with_asides(MOST_ASIDES + 50).asides == MOST_ASIDES + 50


def test_coming_and_going_is_counted_between_actions_that_everyone_knows_of() -> None:
    at = sitting(*SEATED, log.Started(), setup="ratefix.3")
    for seat in (1, 2):
        at = at.after(log.Here(seat=seat, process="p"))
    assert at.match is not None
    while at.match is not None and window(at.match.state) is None:
        [seat] = at.match.to_act
        at = at.after(log.Acted(seat=seat, do=at.match.game.write(at.match.legal(seat)[0])))
    at = at.after(log.Away(seat=0)).after(log.Here(seat=0, process="p"))
    before, shown = at.comings, at.shown
    assert at.match is not None
    assert before >= 2
    answered = at.after(log.Acted(seat=1, do=at.match.game.write(at.match.legal(1)[0])))
    # An answer that nobody may know of changes nothing that others could find out.
    assert (answered.shown, answered.comings) == (shown, before)
    assert answered.match is not None
    for seat in (0, 2):
        answered = answered.after(log.Acted(seat=seat, do=answered.match.game.write(answered.match.legal(seat)[0])))
        assert answered.match is not None
    assert answered.comings == 0


def test_whoever_has_come_and_gone_too_often_is_back_by_acting() -> None:
    away = [entry for n in range(MOST_COMINGS) for entry in (log.Here(seat=0, process="p"), log.Away(seat=0))]
    at = sitting(*SEATED, log.Started(), *away)
    with pytest.raises(Declined) as why:
        ask(at, m.Back())
    assert (why.value.code, why.value.expected) == ("came-too-often", "act")
    assert at.match is not None
    [seat] = at.match.to_act
    do = at.match.game.write(at.match.legal(seat)[0])
    acted = Mover(at, ANNA, (0,), at.at, "p")
    assert acted._here(0) == [log.Here(at=at.at, seat=0, process="p")]
    assert at.after(log.Acted(seat=seat, do=do)).comings == 0


@pytest.mark.parametrize(
    "entry",
    [
        log.Acted(seat=0, do="draw"),
        log.Sat(seat=1, person="ben", name="Ben"),
        log.Here(seat=0, process="p"),
        log.Dealt(),
        log.Closed(),
    ],
)
def test_nothing_follows_the_end_of_a_table(entry: log.AnyEntry) -> None:
    for before in ((), (log.Started(),)):
        closed = sitting(*SEATED, *before, log.Closed())
        assert closed.done
        assert not sitting(*SEATED, *before).done
        with pytest.raises(Declined, match="table-closed"):
            closed.after(entry)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_full_table_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    monkeypatch.setattr(moves, "MOST_ASIDES", 6)

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            anna = await Player(house, "Anna").be()
            await anna.enter(await anna.open(setup="elfer.2"), lang=lang)
            await anna.ask(type="sit", seat=0)
            for n in range(20):
                answer = await anna.ask(type="rename", seat=0, name=f"A{n}")
            assert (answer["type"], answer["code"], answer["expected"]) == ("refusal", "changed-enough", "begin")
            told = {"en": "open a new table", "de": "eröffnet einen neuen Tisch", "fr": "ouvrez une nouvelle table"}
            assert told[lang] in answer["sentence"]
            [room] = house.app.house.rooms.values()
            assert room.sitting.number <= 8
            assert (await anna.ask(type="begin"))["table"]["phase"] == "playing"
            await anna.close()

    play(scenario)


def test_a_client_that_connects_and_disconnects_for_ever_does_not_fill_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "MOST_COMINGS", 6)
    monkeypatch.setattr(house_module, "MOST_COMINGS", 6)
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.05)

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            anna, ben = await seated(house, "elfer.2", 2, manner={"clock": "correspondence"})
            code = anna.table["code"]
            [room] = house.app.house.rooms.values()

            def away() -> bool:
                return room.sitting.chairs[1].away

            async def flap(times: int) -> None:
                for _ in range(times):
                    await ben.drop()
                    async with asyncio.timeout(PATIENCE):
                        while any(client.who.person.name == ben.name for client in room.clients):
                            await asyncio.sleep(0.005)
                    await ben.enter(code)

            await flap(15)
            assert room.sitting.number <= 5 + 6 + 1  # two that sat down, the bound, and the last going
            assert away()
            # The first thing that everyone knows of puts it right.
            await anna.ask(type="begin")
            async with asyncio.timeout(PATIENCE):
                while away():
                    await asyncio.sleep(0.01)
            started = room.sitting.number
            await flap(15)
            assert room.sitting.number <= started + 7
            assert away()
            assert (await ben.ask(type="back"))["code"] == "came-too-often"
            while not ben.views[1].legal:
                await anna.act(0, anna.views[0].legal[0])
                await ben.caught_up(anna.number)
            assert (await ben.act(1, ben.views[1].legal[0]))["type"] == "moved"
            assert not away()
            await close_all([anna, ben])

    play(scenario)
