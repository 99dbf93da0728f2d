"""The small parts, each by itself: times, buckets, signatures, settings, what happens and what is published."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from elfer.bots import Level, player
from elfer.match.match import Match
from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.server import log, schema
from elfer.server.auto import GRACE_MS, Due, due
from elfer.server.catalogue import layout_info
from elfer.server.client import Bucket, Client
from elfer.server.diagnostics import JsonLines
from elfer.server.hub import LocalHub, ValkeyHub, hub_for
from elfer.server.info import table_info
from elfer.server.jobs import Advise, Think, done
from elfer.server.judging import Judged, RoundTrips, call_of, judge, judged_call, window
from elfer.server.lean import framed
from elfer.server.manner import Clock, Manner
from elfer.server.messages import Hint, Ping, SeatInfo
from elfer.server.metrics import Metrics
from elfer.server.moves import transitions
from elfer.server.settings import BadSetting, Settings, settings_from
from elfer.server.sitting import Sitting
from elfer.server.who import NOBODY, Person, Signer, Who, new_code
from elfer.table.actions import SILENT, Call
from elfer.table.position import dump
from elfer.table.refusal import Refused
from elfer.table.secrecy import secret
from elfer.table.seed import seed_from
from elfer.table.windows import QUICKEST

REPOSITORY = Path(__file__).parents[2]


def sitting(*entries: log.AnyEntry, setup: str = "elfer.3.1", **manner: Any) -> Sitting:
    opened = log.Opened(unix_ms=0, commitment="", setup=setup, host="anna", manner=Manner(**manner))
    start = Sitting.open("id", "CODE", bytes(32), opened)
    taken = transitions(start, entries)
    return taken[-1].after if taken else start


# --- quick moments ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claimed", "arrived", "round_trip", "believed"),
    [
        (350, 400, 60, 350),  # as claimed
        (20, 130, 60, 100),  # nobody is that quick
        (20, 400, 60, 340),  # the message cannot have been on its way for so long
        (0, 400, 0, 400),  # nothing is known of the connection
        (900, 400, 60, 900),  # slower than it could have been: their loss
    ],
)
def test_how_a_call_is_judged(claimed: int, arrived: int, round_trip: int, believed: int) -> None:
    assert judge(claimed, 1000, 1000 + arrived, round_trip) == Judged(claimed, believed, round_trip)


@given(st.integers(0, 10**6), st.floats(0, 10**6), st.floats(0, 10**4))
def test_no_claim_is_believed_below_the_bounds(claimed: int, took: float, round_trip: float) -> None:
    judged = judge(claimed, 0, took, round_trip)
    assert judged.believed >= max(QUICKEST, claimed)
    assert judged.believed >= round(took - round_trip)


def test_calls_in_notation() -> None:
    assert [call_of(do) for do in ("call schnapp", "Call  Falsch 12", "call", "draw", "call a b", "call a -3")] == [
        ("schnapp", 0),
        ("falsch", 12),
        None,
        None,
        None,
        None,
    ]
    assert judged_call("schnapp", Judged(1, 431, 5)) == "call schnapp 431"


@pytest.mark.rule("LIVE-2")
@given(st.text(" \t\n\u00a0\u3000", min_size=1), st.text(" \t\n\u00a0\u3000", min_size=1), st.integers(0, 10**6))
def test_whatever_is_read_as_a_call_is_judged(blank: str, other: str, after: int) -> None:
    """Otherwise a claim that is written in an unusual way would be believed as it is."""
    game = Setup.read("schnipp-schnapp.3").game
    text = f"{blank}CALL{blank}Schnapp{other}{after}{other}"
    with suppress(Refused):
        assert (Call(*(call_of(text) or ("", 0)))) == game.read(text)


@pytest.mark.parametrize("name", games())
def test_a_layout_tells_all_that_a_zone_declares(name: str) -> None:
    setup = Setup.choose(name, games()[name].seats[0])
    for told, zone in zip(layout_info(setup.code, "en").zones, setup.game.layout.zones, strict=True):
        declared = {field: getattr(zone, field) for field in zone.__struct_fields__ if field != "counted"}
        declared |= {"shape": zone.shape.value, "sight": zone.sight.value, "joins": tuple(map(astuple, zone.joins))}
        assert {field: getattr(told, field) for field in declared} == declared


def test_the_shortest_round_trip_counts_and_old_pings_are_forgotten() -> None:
    trips = RoundTrips()
    assert trips.shortest == 0
    for took in (30, 10, 500):
        assert trips.answered(trips.sent(1000), 1000 + took)
    assert trips.shortest == 10
    assert not trips.answered(99, 0)
    old = trips.sent(0)
    for _ in range(RoundTrips.KEPT):
        trips.sent(0)
    assert not trips.answered(old, 1)


def test_answers_in_a_window_are_secret_until_it_closes() -> None:
    def state(*waiting: int, asked: tuple[int, ...] = (0, 1, 2)) -> Any:
        window = SimpleNamespace(asked=asked, waiting=waiting, seconds=4) if waiting else None
        return SimpleNamespace(table=SimpleNamespace(window=window))

    def is_secret(before: Any, after: Any) -> bool:
        return secret(Setup.read("elfer.3").game, before, after, 0)

    assert not is_secret(state(), state(0, 1, 2))  # opens
    assert is_secret(state(0, 1, 2), state(0, 1))
    assert is_secret(state(0, 1), state(1))
    assert not is_secret(state(1), state())  # closes
    assert not is_secret(state(1, asked=(1,)), state(1, asked=(1,)))  # closes, and another one opens
    assert not is_secret(state(), state())


# --- what happens by itself -----------------------------------------------------------------------------------


SEATED = (log.Sat(seat=0, person="anna", name="Anna", at=10), log.Here(seat=0, process="p", at=10))


def test_nothing_happens_by_itself_before_the_match() -> None:
    assert due(sitting(*SEATED)) is None


def test_bots_are_to_act_from_when_it_is_their_turn() -> None:
    now = sitting(log.Started(at=1000))
    assert now.match is not None
    assert due(now) == Due(1000, "bot", now.match.to_act[0])


@pytest.mark.parametrize(
    ("clock", "away", "expected"),
    [
        ("off", False, None),
        ("off", True, ("away", 32_000)),
        ("quick", False, ("clock", 21_000)),
        ("quick", True, ("clock", 21_000)),
        ("relaxed", False, ("clock", 91_000)),
        ("relaxed", True, ("away", 32_000)),
        ("correspondence", True, None),
    ],
)
def test_who_plays_for_a_person(clock: str, away: bool, expected: tuple[str, int] | None) -> None:
    people = [log.Sat(seat=s, person=f"p{s}", name="x") for s in range(3)]
    here = [log.Here(seat=s, process="p") for s in range(3)]
    gone = [log.Away(seat=s, at=2000) for s in range(3)] if away else []
    now = sitting(*people, *here, log.Started(at=1000), *gone, clock=Clock(clock))
    assert now.match is not None
    found = due(now)
    assert found == (None if expected is None else Due(expected[1], expected[0], now.match.to_act[0]))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("clock", "at", "left"),
    [("off", 2000, 30_000), ("off", 9000, 23_000), ("off", 99_000, 0), ("relaxed", 9000, 23_000)],
)
def test_everyone_is_told_how_long_until_a_bot_stands_in(clock: str, at: int, left: int) -> None:
    playing = (*SEATED, log.Started(at=1000))
    assert table_info(sitting(*playing, clock=Clock(clock)), at).seats[0].stand_in_ms is None
    gone = sitting(*playing, log.Away(seat=0, at=2000), clock=Clock(clock))
    assert table_info(gone, at).seats[0] == SeatInfo("Anna", "person", None, away=True, host=True, stand_in_ms=left)
    assert [seat.stand_in_ms for seat in table_info(gone, at).seats[1:]] == [None, None]
    back = sitting(*playing, log.Away(seat=0, at=2000), log.Here(seat=0, process="p", at=3000), clock=Clock(clock))
    assert table_info(back, at).seats[0].stand_in_ms is None


def test_nobody_stands_in_before_the_match_nor_by_correspondence_nor_after_it() -> None:
    gone = log.Away(seat=0, at=2000)
    tables = [
        sitting(*SEATED, gone),
        sitting(*SEATED, log.Started(at=1000), gone, clock=Clock.CORRESPONDENCE),
        sitting(*SEATED, log.Started(at=1000), gone, log.Closed(at=3000)),
    ]
    told = [table_info(table, 99_000).seats[0] for table in tables]
    assert [(seat.away, seat.stand_in_ms) for seat in told] == [(True, None)] * 3


def test_a_window_is_open_a_little_longer_than_people_see() -> None:
    people = [log.Sat(seat=s, person=f"p{s}", name="x") for s in range(3)]
    here = [log.Here(seat=s, process="p") for s in range(3)]
    now = sitting(*people, *here, log.Started(at=1000))
    assert now.match is not None
    window = SimpleNamespace(asked=(1, 2), waiting=(2,), seconds=4)
    match = SimpleNamespace(
        state=SimpleNamespace(table=SimpleNamespace(window=window)),
        round_over=False,
        to_act=(2,),
        game=SimpleNamespace(idle=lambda state: False),
    )
    now = replace(now, match=match)
    assert due(now) == Due(1000 + 4000 + GRACE_MS, "clock", 2)


@pytest.mark.parametrize("clock", list(Clock))
def test_a_window_without_a_time_of_its_own_takes_the_time_of_the_table(clock: Clock) -> None:
    people = [log.Sat(seat=s, person=f"p{s}", name="x") for s in range(3)]
    here = [log.Here(seat=s, process="p") for s in range(3)]
    now = sitting(*people, *here, log.Started(at=1000), clock=clock, setup="ratefix.3")
    assert now.match is not None
    open_ = window(now.match.state)
    assert open_ is not None
    assert open_.seconds == 0
    expected = None if clock.seconds is None else 1000 + 1000 * clock.seconds + GRACE_MS
    assert (found := due(now)) == (None if expected is None else Due(expected, "clock", found.seat if found else 0))


# --- connections ----------------------------------------------------------------------------------------------


def test_a_bucket_runs_empty_and_fills_up_again() -> None:
    bucket = Bucket(5)
    assert [bucket.take(100.0) for _ in range(12)] == [True] * 10 + [False] * 2
    assert bucket.refused == 2
    assert [bucket.take(101.0) for _ in range(6)] == [True] * 5 + [False]
    assert [bucket.take(200.0) for _ in range(11)] == [True] * 10 + [False]  # it holds no more


def test_a_client_that_cannot_keep_up_is_sent_everything_anew_and_nothing_is_queued() -> None:
    async def scenario() -> None:
        room, gate = asyncio.Event(), asyncio.Event()
        frames: list[bytes] = []
        shown: list[Client] = []

        async def send(message: Any) -> None:
            await gate.wait()
            frames.append(message["text"])

        def push(frame: bytes) -> bool:
            if not room.is_set():
                return False
            frames.append(frame)
            return True

        client = Client(send, push)
        client.room = SimpleNamespace(show_all=shown.append)  # type: ignore[assignment]
        client.tell(Ping(number=1))

        def lags() -> bool:
            return client.lagging

        assert lags()
        for number in range(1000):
            client.tell(Ping(number=number))
        assert frames == []
        gate.set()
        room.set()
        while lags():
            await asyncio.sleep(0)
        assert shown == [client]
        client.tell(Ping(number=7))
        assert frames[-1] == framed(b'{"type":"ping","number":7}')
        assert len(frames) == 2

    asyncio.run(scenario())


def test_only_what_we_signed_is_believed() -> None:
    signer, other = Signer(b"k" * 32), Signer(b"o" * 32)
    anna = Person("id", "Anna", account=True)
    assert signer.person(signer.cookie(anna)) == anna
    for cookie in (other.cookie(anna), signer.cookie(anna)[:-1], "", None, "é", "====", "AAAA"):
        assert signer.person(cookie) == NOBODY
    now = sitting(*SEATED)
    key = signer.seat_key(now, 0, 0)
    assert Who(NOBODY, frozenset([key])).seats(now, signer) == (0,)
    assert Who(NOBODY, frozenset([signer.seat_key(now, 1, 0), other.seat_key(now, 0, 0)])).seats(now, signer) == ()
    moved = sitting(*SEATED, log.Stood(seat=0), log.Sat(seat=0, person="ben", name="Ben"))
    assert Who(NOBODY, frozenset([key])).seats(moved, signer) == ()
    assert re.fullmatch("[B-DF-HJ-NP-TV-Z]{5}", new_code())


# --- operation ------------------------------------------------------------------------------------------------


def test_flags_win_over_the_environment() -> None:
    environ = {"ELFER_PORT": "9000", "ELFER_LAN": "true", "ELFER_ORIGINS": "https://a https://b"}
    settings = settings_from({"port": "9001", "lan": None}, environ)
    assert (settings.port, settings.lan, settings.bind) == (9001, True, "0.0.0.0")
    assert settings.origins == ("https://a", "https://b")
    assert settings_from({}, {}) == Settings()
    with pytest.raises(BadSetting, match="port"):
        settings_from({"port": "many"}, {})


def test_hubs() -> None:
    assert isinstance(hub_for("", "p"), LocalHub)

    async def made() -> Any:
        return hub_for("valkey://valkey.example:6379/0", "p"), hub_for("redis://valkey.example/0", "p")

    one, two = asyncio.run(made())
    assert isinstance(one, ValkeyHub)
    assert (one.url, two.url) == ("redis://valkey.example:6379/0", "redis://valkey.example/0")
    with pytest.raises(BadSetting, match="expected valkey"):
        hub_for("amqp://x", "p")


def test_metrics_are_in_prometheus_text() -> None:
    metrics = Metrics()
    metrics.count("elfer_entries_total", 3)
    metrics.count("elfer_messages_total", label='type="act"')
    metrics.took(0.004)
    metrics.took(7)
    text = metrics.text({"elfer_connections": 2})
    assert "# TYPE elfer_connections gauge\nelfer_connections 2\n" in text
    assert '\nelfer_messages_total{type="act"} 1\n' in text
    assert 'elfer_act_seconds_bucket{le="0.005"} 1\n' in text
    assert text.endswith("elfer_act_seconds_sum 7.004\nelfer_act_seconds_count 2\n")


def test_logs_are_json_lines() -> None:
    record = logging.makeLogRecord(
        {"name": "elfer", "levelname": "INFO", "msg": "hub %s", "args": ("lost",), "match": "m"}
    )
    line = json.loads(JsonLines().format(record))
    assert (line["message"], line["level"], line["match"]) == ("hub lost", "info", "m")


def test_what_is_published_is_not_stale() -> None:
    stale = [str(path) for path, text in schema.files().items() if (REPOSITORY / path).read_bytes() != text]
    assert stale == [], "run: python -m elfer.server.schema"


def test_levels_are_named_like_their_values() -> None:
    assert [level.value for level in Level] == ["easy", "normal", "hard", "champion"]
    assert Level("simple") is Level.NORMAL  # in logs and settings of earlier versions


@pytest.mark.rule("LIVE-4")
@pytest.mark.parametrize("level", list(Level))
def test_bots_at_a_table_react_like_people(level: Level) -> None:
    """A call of a bot carries the time that a person would take; a hint is untimed, as it is offered."""
    code = "schnipp-schnapp.3"
    match = Match.start(Setup.read(code), seed_from("somebody has to call"))
    game = match.game
    hint = ""
    while not hint.startswith("call"):
        assert not match.round_over
        seat = match.to_act[0]
        do = SILENT if window(match.state) else match.legal(seat)[0]
        match = match.apply(seat, do)
        asked = Advise(code, dump(game, match.state), 0, bytes(32))
        hint = msgspec.json.decode(done(asked), type=Hint).do if match.legal(0) else ""
    assert hint in [game.write(action) for action in match.legal(0)]
    times = []
    for n in range(30):
        did = game.read(done(Think(code, dump(game, match.state), 0, bytes([n]) * 32, level)).decode())
        times += [did.after] if isinstance(did, Call) else []
    assert len(times) > 10
    assert min(times) >= player(game, level).reflexes.least
    assert len(set(times)) > 10


def test_a_hub_whose_connection_fails_in_any_way_is_connected_again(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        hub, tries, again = ValkeyHub("redis://127.0.0.1:1", "one"), iter(range(9)), asyncio.Event()

        async def run(client: object) -> None:
            if next(tries) == 0:
                raise AttributeError("nothing is there")
            again.set()
            await asyncio.Event().wait()

        task = asyncio.create_task(hub._again(run))
        async with asyncio.timeout(30):
            await again.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(scenario())
    assert "hub failed" in caplog.text
