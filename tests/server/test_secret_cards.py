"""Nothing that a seat is told, and nothing that its bot is sent, depends on a card that the seat cannot know.

What it cannot know is made up anew: so there are two worlds that the seat cannot tell apart, and both are asked the
same.
"""

from __future__ import annotations

import asyncio
from itertools import cycle, islice, product
from random import Random
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from elfer.bots import Level, at_random, sayings
from elfer.bots.cast import CAST
from elfer.match import record
from elfer.match.fair import commitment
from elfer.match.match import Match
from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.server import log
from elfer.server.bots import Bots
from elfer.server.jobs import Advise, Think
from elfer.server.lookback import lookback
from elfer.server.messages import Hint
from elfer.server.metrics import Metrics
from elfer.server.pace import pause_ms
from elfer.server.sitting import Chair, Sitting
from elfer.table.change import changed
from elfer.table.guess import guess
from elfer.table.position import dump, load
from elfer.table.seed import Stream, derived, seed_from
from elfer.table.view import view
from tests.server.worlds import Theatre, World, in_this_process

MOMENTS = 10
"""How many moments of a match are looked at from every seat."""
LOOKS = 30
"""How many moments bots are asked at."""
NOTHING_TO_COMPARE = ("schnipp-schnapp", "ueberall", "zweikampf")
"""Games in which there is hardly anything to choose but how quick one is."""
OTHER_SECRET = bytes(range(32))


def usual(name: str) -> Setup:
    """The game with three players, or as near to that as it allows; with what is hidden most."""
    options = {"hawaiki": {"speech": "strict", "one_hidden": "on"}, "ueberall": {"help": "off"}}
    seats = games()[name].seats
    return Setup.choose(name, min(max(3, seats[0]), seats[-1]), options.get(name, {}))


def running(sitting: Sitting) -> Match:
    assert sitting.match is not None
    return sitting.match


def dreamt(sitting: Sitting, seat: int | None, seed: bytes) -> Sitting:
    """The table as it might just as well be, for all the seat knows."""
    match = running(sitting)
    state, window = guess(match.game, match.state, seat, Stream(seed, "dream")), match.state.table.window
    hidden = 0 if window is None else len(window.asked) - len(window.waiting) - (seat in answered(match))
    if not all(zone.counted for zone in match.game.layout.zones):
        hidden -= 1  # somebody else may have slipped one card more under another
    match = replace(match, state=state, steps=match.steps - hidden)
    return replace(sitting, match=match, number=sitting.number - hidden)


def answered(match: Match) -> tuple[int, ...]:
    window = match.state.table.window
    return () if window is None else tuple(seat for seat in window.asked if seat not in window.waiting)


def one_more(sitting: Sitting, random: Random) -> log.AnyEntry:
    """Anything that can happen next."""
    match, stream = running(sitting), Stream(random.randbytes(32), "step")
    if match.round_over:
        return log.Dealt(at=sitting.at)
    seat = random.choice(match.to_act)
    able = [other for other in range(match.game.players) if other not in match.to_act and match.legal(other)]
    seat = random.choice(able) if able and random.random() < 0.5 else seat
    return log.Acted(at=sitting.at, seat=seat, do=match.game.write(at_random(match.game, match.state, seat, stream)))


# --- what is told ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(games()))
def test_nothing_that_is_told_depends_on_a_hidden_card(theatre: Theatre, name: str) -> None:
    setup, random = usual(name), Random(name)

    async def scenario() -> None:
        async with theatre.world(setup) as world:
            compared = 0
            with theatre.watching(world):
                for _ in range(MOMENTS):
                    await gone_on(world, random)
                    for person in range(setup.players + 1):
                        hint = await the_same_in_a_dream(world, person, random)
                        compared += len(hint.options) if hint else 0
            assert compared > 3 or name in NOTHING_TO_COMPARE, "hints say what actions are worth"

    theatre.play(scenario)


async def gone_on(world: World, random: Random) -> None:
    """Some time later at the table."""
    many = random.randrange(4, 40)

    def plan(sitting: Sitting) -> list[log.AnyEntry]:
        entries: list[log.AnyEntry] = []
        while not running(sitting).over and len(entries) < many:
            entries.append(one_more(sitting, random))
            sitting = sitting.after(entries[-1])
        return entries if not running(sitting).over else entries[: max(0, len(entries) // 2)]

    await world.app.house.write(world.room, plan)
    await world.fence()


async def the_same_in_a_dream(world: World, person: int, random: Random) -> Hint | None:
    """Nothing differs between the two worlds; gives the hint, if there is one for the person."""
    seat = person if person < world.setup.players else None
    room, true = world.room, world.sitting
    illegal = attempts(running(true), seat, random)
    dream = dreamt(true, seat, random.randbytes(32))
    found = []
    for sitting in (true, dream):
        room.sitting = sitting
        hint = await world.get(person, f"/api/tables/{world.code}/hint/{person % world.setup.players}")
        if sitting is dream:  # what the bot draws from may follow from the secret; nothing else may
            match = replace(running(dream), seed=derived(OTHER_SECRET, "match"))
            room.sitting = replace(dream, match=match, secret=OTHER_SECRET)
        found.append([hint, *await asked(world, person, illegal)])
    room.sitting = true
    assert found[0] == found[1]
    sent = world.sent_to_bots
    assert sent[::2] == sent[1::2]
    sent.clear()
    world.news()
    status, _, content = cast(tuple[int, object, bytes], found[0][0])
    return msgspec.json.decode(content, type=Hint) if status == 200 else None


def attempts(match: Match, seat: int | None, random: Random) -> list[str]:
    """Things that the seat may not do now, and one that nobody ever may."""
    legal = () if seat is None else match.legal(seat)
    others = [match.game.write(action) for action in match.game.actions if action not in legal]
    return [*random.sample(others, min(8, len(others))), "fly"]


async def asked(world: World, person: int, illegal: list[str]) -> list[object]:
    """Everything that can be asked without changing anything."""
    device, out = await world.device(person), list[object]()
    await device.ask(type="enter", code=world.code)
    for seat in {person % world.setup.players, 0}:
        for do in illegal if seat == person else illegal[:1]:
            refusal = await device.act(seat, do)
            assert refusal["type"] == "refusal", refusal
        out.append(await world.get(person, f"/api/matches/{world.sitting.id}/lookback/{seat}"))
    await device.ask(type="resync")
    out += device.frames
    await device.close()
    for path in (f"/api/tables/{world.code}", "/api/history", f"/api/matches/{world.sitting.id}/record"):
        out.append(await world.get(person, path))
    return out


def test_nothing_is_revealed_between_the_rounds(theatre: Theatre, monkeypatch: pytest.MonkeyPatch) -> None:
    setup, random = Setup.choose("elfer", 2, {"rounds": 2}), Random("between")

    def to_the_end(sitting: Sitting) -> list[log.AnyEntry]:
        entries: list[log.AnyEntry] = []
        while not entries or not running(sitting).round_over:
            entries.append(one_more(sitting, random))
            sitting = sitting.after(entries[-1])
        return entries

    async def scenario() -> None:
        async with theatre.world(setup) as world:
            in_this_process([], monkeypatch)
            for over in (False, True):
                await world.app.house.write(world.room, to_the_end)
                told = str([await asked(world, person, ["fly"]) for person in range(3)])
                assert (world.sitting.secret.hex() in told) is over
                assert (running(world.sitting).seed.hex() in told) is over  # in the record
                for path in ("record", "deals", "lookback/0"):
                    answer = await world.people[0].get(f"/api/matches/{world.sitting.id}/{path}")
                    assert answer.status_code == (200 if over else 409)
                [played] = (await world.people[0].get("/api/history")).json()
                assert (played["points"] is not None, played["place"] is not None) == (over, over)

    theatre.play(scenario)


@pytest.mark.parametrize("name", sorted(games()))
def test_a_look_back_shows_what_the_seat_saw(name: str) -> None:
    """At every moment; and what was answered in a window that was still open is not told there either."""
    random, match = Random(name), Match.start(usual(name), seed_from(name))
    text, matches = [record.header(match)], [match]
    while len(matches) < 100 and not match.round_over:
        seat = random.choice(match.to_act)
        do = match.game.write(at_random(match.game, match.state, seat, Stream(random.randbytes(32), "step")))
        match = match.apply(seat, match.game.read(do))
        text += record.lines(seat, do, match).splitlines()
        matches.append(match)
    for seat in (None, *range(match.game.players)):
        found = lookback(text, seat)
        seen = found.first
        for moment, then in zip(found.moments, matches[1:], strict=True):
            seen = changed(seen, moment.change)
            assert seen == view(then.game, then.state, seat)
            assert moment.do is None or then.state.table.window is None


# --- what bots are sent ---------------------------------------------------------------------------------------


WHO: list[tuple[Level | None, str]] = [(None, ""), *product(Level, ["", *(one.id for one in CAST)])]
"""Whoever decides: a hint, or a bot of any level as any character."""


def begun(setup: Setup) -> Sitting:
    opened = log.Opened(unix_ms=0, commitment=commitment(OTHER_SECRET), setup=setup.code, host="")
    return Sitting.open("id", "CODE", OTHER_SECRET, opened).after(log.Started())


def staffed(sitting: Sitting, level: Level | None, character: str) -> Sitting:
    """The same with such bots on all seats."""
    return replace(sitting, chairs=(Chair(level=level, character=character),) * len(sitting.chairs))


@pytest.mark.parametrize("name", sorted(games()))
def test_a_bot_is_sent_a_guess(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its level and its character."""
    setup, random, bots, sent = usual(name), Random(name), Bots(1, 60, Metrics()), list[bytes]()
    in_this_process(sent, monkeypatch, thinking=False)

    async def sent_for(sitting: Sitting, seat: int, level: Level | None, character: str) -> bytes:
        sitting = staffed(sitting, level, character)
        await (bots.hint(sitting, seat) if level is None else bots.choose(sitting, seat, level))
        return sent.pop()

    async def scenario() -> int:
        sitting, differ, who, asked = begun(setup), 0, cycle(WHO), 0
        for _ in range(LOOKS):
            sitting = later(sitting, random)
            match = running(sitting)
            for seat in [seat for seat in range(setup.players) if match.legal(seat)]:
                dream = dreamt(sitting, seat, random.randbytes(32))
                for level, character in islice(who, 2):
                    one = await sent_for(sitting, seat, level, character)
                    assert one == await sent_for(dream, seat, level, character)
                    job = knows_its_seat(match, seat, one)
                    asks = (job.level, job.character) if isinstance(job, Think) else (None, "")
                    assert asks == (level, character)
                    asked += 1
                differ += dump(match.game, match.state) != dump(match.game, running(dream).state)
        assert asked >= len(WHO)
        return differ

    assert asyncio.run(scenario()) >= LOOKS // 2, "something is hidden"


# --- when bots act, and what they say -------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(games()))
def test_neither_the_pause_of_a_bot_nor_what_is_said_depends_on_a_hidden_card(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For all that a bystander knows, other cards could lie hidden, in the hand of whoever acts too. The same action
    comes after the same time then; and if everyone saw the same of it, the same is said."""
    monkeypatch.setattr(sayings, "QUIET", -1)
    monkeypatch.setattr(
        sayings, "CHANCE", dict.fromkeys(sayings.MOMENTS, 50)
    )  # so that what it is drawn from matters
    setup, random, who, compared = usual(name), Random(name), cycle(WHO[1:]), 0
    sitting = begun(setup)
    for _ in range(LOOKS):
        sitting = later(sitting, random)
        one = staffed(sitting, *next(who))
        other = dreamt(one, None, random.randbytes(32))
        for seat in running(one).to_act:
            found = [one_action(world, seat) for world in (one, other)]
            for do in sorted(found[0] & found[1])[:6]:
                assert pause_ms(one, seat, do, 1000) == pause_ms(other, seat, do, 1000)
                after = one.after(log.Acted(seat=seat, do=do))
                said_alike(after, other.after(log.Acted(seat=seat, do=do)))
                # Whatever else was done in secret, and counted.
                said_alike(after, replace(one, number=one.number + 1).after(log.Acted(seat=seat, do=do)))
                compared += 1
    assert compared >= LOOKS // 2


def one_action(sitting: Sitting, seat: int) -> set[str]:
    match = running(sitting)
    return {match.game.write(action) for action in match.legal(seat)} if seat in match.to_act else set()


def said_alike(one: Sitting, other: Sitting) -> None:
    seen = [view(running(world).game, running(world).state, None) for world in (one, other)]
    if seen[0] == seen[1]:
        assert (one.saying, one.turn_at) == (other.saying, other.turn_at)


@pytest.mark.parametrize("name", ["hawaiki", "mogeln", "ratefix", "schnipp-schnapp"])
def test_in_a_window_the_pause_is_the_same_whatever_is_answered_and_by_whom(name: str) -> None:
    random, sitting, seen = Random(name), begun(usual(name)), 0
    sitting = staffed(sitting, Level.NORMAL, "")
    chairs = tuple(Chair(level=Level.NORMAL, character=one.id) for one in CAST[: len(sitting.chairs)])
    for _ in range(10 * LOOKS):
        sitting = replace(later(sitting, random), chairs=chairs)
        match = running(sitting)
        if (open_ := match.state.table.window) is not None:
            answers = [(seat, do) for seat in open_.waiting for do in map(match.game.write, match.legal(seat))]
            assert len({pause_ms(sitting, seat, do, 1000) for seat, do in answers}) == 1
            seen += len(answers) > 1
    assert seen > 3


def test_what_nobody_notices_takes_no_time_and_what_follows_comes_as_if_it_had_not_been() -> None:
    sitting = staffed(begun(Setup.choose("mogeln", 3)), Level.NORMAL, "ada")
    [seat] = running(sitting).to_act
    legal = [running(sitting).game.write(action) for action in running(sitting).legal(seat)]
    slip = next(do for do in legal if do.startswith("slip"))
    assert pause_ms(sitting, seat, slip, 1000) == 0
    after = sitting.after(log.Acted(at=500, seat=seat, do=slip))
    again = {running(after).game.write(action) for action in running(after).legal(seat)}
    lay = next(do for do in legal if do in again and not do.startswith("slip"))
    assert pause_ms(after, seat, lay, 1000) == pause_ms(sitting, seat, lay, 1000) > 500
    assert (after.told_at, after.turn_at) == (sitting.told_at, sitting.turn_at)


def later(sitting: Sitting, random: Random) -> Sitting:
    """Some time later, before the end of the match."""
    for _ in range(random.randrange(1, 12)):
        after = sitting.after(one_more(sitting, random))
        if running(after).over:
            break
        sitting = after
    return sitting


def knows_its_seat(match: Match, seat: int, sent: bytes) -> Think | Advise:
    """What was sent is right in all that the seat sees, and is not the position itself."""
    job = msgspec.json.decode(sent, type=Think | Advise)
    game = Setup.read(job.setup).game
    assert job.seat == seat
    assert view(game, load(game, job.position), seat) == view(match.game, match.state, seat)
    return job


def test_bots_decide_anew_after_what_nobody_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has slipped a card under another must not draw the same again, or would never stop."""
    bots, sent = Bots(1, 60, Metrics()), list[bytes]()
    in_this_process(sent, monkeypatch, thinking=False)
    opened = log.Opened(unix_ms=0, commitment="", setup="mogeln.3", host="")
    sitting = Sitting.open("id", "CODE", seed_from("slips"), opened).after(log.Started())
    [seat] = running(sitting).to_act
    slip = next(do for do in map(running(sitting).game.write, running(sitting).legal(seat)) if do.startswith("slip"))
    after = sitting.after(log.Acted(seat=seat, do=slip))
    assert (after.shown, after.number) == (sitting.shown, sitting.number + 1)
    for now in (sitting, after):
        asyncio.run(bots.choose(now, seat, Level.NORMAL))
    seeds = [msgspec.json.decode(one, type=Think).seed for one in sent]
    assert seeds[0] != seeds[1]
