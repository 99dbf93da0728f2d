"""Nobody is told of a secret answer, by whatever way: two worlds in lock-step, of which only one has answered yet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from random import Random
from typing import Any, TypeVar, TypeVarTuple, Unpack

import msgspec
import pytest

from elfer.bots import usual
from elfer.match.match import Match
from elfer.match.setup import Setup
from elfer.server.auto import GRACE_MS
from elfer.table.actions import Lay
from elfer.table.seed import Stream, seed_from
from elfer.table.view import view
from elfer.table.windows import Window
from tests.server.worlds import Frame, Theatre, World, is_ping

Args = TypeVarTuple("Args")
T = TypeVar("T")

WINDOWS = 3
"""So many windows of a match are looked at."""
TABLES = [
    Setup.choose("hawaiki", 4, {"speech": "strict", "one_hidden": "on"}),
    Setup.choose("mogeln", 4),
    Setup.choose("ratefix", 4),
    Setup.choose("schlafmuetze", 4),
    Setup.choose("schnipp-schnapp", 4),
    Setup.choose("schnipp-schnapp", 3, {"together": "on"}),
    Setup.choose("ueberall", 4, {"help": "off"}),
]
SNAP = Setup.choose("schnipp-schnapp", 3)
SLEEPY = Setup.choose("schlafmuetze", 3)
CHEATS = Setup.choose("mogeln", 3)


def match_of(world: World) -> Match:
    match = world.sitting.match
    assert match is not None
    return match


def window_of(world: World) -> Window | None:
    return match_of(world).state.table.window


class Pair:
    """Two worlds, alike but for what somebody does in secret."""

    def __init__(self, theatre: Theatre, one: World, two: World) -> None:
        self.theatre, self.worlds = theatre, (one, two)

    async def both(self, do: Callable[[World, Unpack[Args]], Awaitable[T]], *args: *Args) -> tuple[T, T]:
        """Do the same in both."""
        one, two = [await self._watched(world, do, *args) for world in self.worlds]
        await self.fence()
        return one, two

    async def only(self, world: World, do: Callable[[World, Unpack[Args]], Awaitable[T]], *args: *Args) -> T:
        """Do something in one of them."""
        done = await self._watched(world, do, *args)
        await self.fence()
        return done

    async def fence(self) -> None:
        for world in self.worlds:
            await self._watched(world, World.fence)

    async def _watched(self, world: World, do: Callable[[World, Unpack[Args]], Awaitable[T]], *args: *Args) -> T:
        with self.theatre.watching(world):
            return await do(world, *args)

    async def act(self, seat: int, do: str) -> None:
        one, two = await self.both(acted, seat, do)
        assert one == two
        assert one["type"] in ("moved", "noted"), one

    def agree(self, *insiders: int) -> None:
        """All that was told to all but these is the same, in its order; and so is all that was logged."""
        one, two = (world.news() for world in self.worlds)
        for seat, device in enumerate(self.worlds[0].devices):
            if seat not in insiders:
                assert one[device.name] == two[device.name]
        logged = [world.logged for world in self.worlds]
        assert logged[0] == logged[1]
        assert self.worlds[0].published == self.worlds[1].published

    async def play_on(self, until: Callable[[Match], bool]) -> None:
        """The same in both, as the bot would play, until it has come so far."""
        stream = Stream(seed_from(self.worlds[0].setup.code), "play")
        while not until(match := match_of(self.worlds[0])):
            assert not match.over
            if match.round_over:
                await self.both(asked_all, "onward")
                continue
            seat = match.to_act[0]
            for other in range(match.game.players):  # who has a quartet puts it down at once
                if other not in match.to_act and match.legal(other):
                    seat = other
            action = match.legal(seat)[-1] if seat not in match.to_act else None
            action = action or usual(match.game)(match.game, match.state, seat, stream)
            await self.act(seat, match.game.write(action))
        self.agree()


async def probed(world: World, person: int) -> list[object]:
    """All that somebody can find out by asking."""
    device, sitting = world.devices[person], world.sitting
    match = sitting.id
    out: list[object] = [await device.ask(type="resync"), await device.ask(type="back")]
    for seat in range(world.setup.players):
        out += [await device.ask(type="act", seat=seat, do=do, seen=device.number) for do in ("call x 5", "fly")]
        out.append(await device.ask(type="act", seat=seat, do="pass", seen=device.number + 1))
        out.append(await world.get(person, f"/api/tables/{world.code}/hint/{seat}"))
        out.append(await world.get(person, f"/api/matches/{match}/lookback/{seat}"))
        out.append(await world.get(person, f"/api/matches/{match}/review/{seat}"))
    for kind in ("begin", "onward", "again", "sit"):
        out.append(await device.ask(type=kind))
    out.append(await device.ask(type="stand", seat=(person + 1) % world.setup.players))
    start = len(device.frames)
    device.say(type="gesture", emote="wow")
    out.append(await device.until(lambda text: '"emote":"wow"' in text, start))
    for path in (f"/api/tables/{world.code}", "/api/history", "/api/statistics"):
        out.append(await world.get(person, path))
    for path in ("record", "deals"):
        out.append(await world.get(person, f"/api/matches/{match}/{path}"))
    return [*out, *await entered(world, person)]


async def entered(world: World, person: int) -> list[Frame]:
    """What is shown to new devices of somebody, in every way in which one can come."""
    shown: list[Frame] = []
    number = world.sitting.shown
    greetings: list[dict[str, Any]] = [{}, *({"last": last} for last in (number, number - 1, 0, number + 1))]
    for greeting in greetings:
        device = await world.device(person)
        await device.ask(type="enter", code=world.code, **greeting)
        await device.ask(type="pong", number=0)  # there was no such ping, which is the last that it is told
        shown += [msgspec.json.decode(text) for text in device.frames[:-1] if not is_ping(text)]
        await device.close()
    for key in shown[0].get("keys", []):
        by_key = await world.device(None)
        shown.append(await by_key.ask(type="enter", code=world.code, last=number, keys=[key]))
        await by_key.close()
    return shown


def shown_to(world: World, seat: int | None) -> list[object]:
    """What the engine shows that seat, after a journey over the wire."""
    match = match_of(world)
    return [msgspec.json.decode(msgspec.json.encode(view(match.game, match.state, seat)))]


def is_the_scene(world: World, person: int, scene: Frame, left_ms: int | None) -> None:
    """It shows what the engine shows that seat, to whom the seat belongs, and how much time is left."""
    seat = person if person < world.setup.players else None
    assert scene["type"] == "scene"
    assert scene["views"] == shown_to(world, seat)
    assert scene["you"] == ([] if seat is None else [seat])
    assert len(scene.get("keys", [])) == (seat is not None)
    assert scene.get("left_ms") == left_ms
    assert scene["number"] == world.sitting.shown


async def answer_in_turn(world: World, answers: Iterable[tuple[int, str]]) -> list[Frame]:
    return [await world.devices[seat].act(seat, do) for seat, do in answers]


def some_answers(match: Match, window: Window, random: Random) -> dict[int, str]:
    """What each who is asked could answer."""
    answers = {seat: match.game.write(random.choice(match.legal(seat))) for seat in window.asked}
    for seat, do in answers.items():
        if do.startswith("call"):
            answers[seat] = f"{do} {random.randrange(600, 3000)}"  # no quicker than the clock is put forward
    return answers


def is_asking(match: Match) -> bool:
    return match.state.table.window is not None and len(match.state.table.window.asked) > 1


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup.code)
def test_nothing_tells_that_somebody_has_answered(theatre: Theatre, setup: Setup) -> None:
    random = Random(setup.code)

    async def scenario() -> None:
        async with theatre.world(setup) as early, theatre.world(setup) as late:
            pair = Pair(theatre, early, late)
            for _ in range(WINDOWS):
                await pair.play_on(is_asking)
                window = window_of(early)
                assert window is not None
                answers = some_answers(match_of(early), window, random)
                hasty = random.sample(window.asked, random.randrange(1, len(window.asked)))
                slow = [seat for seat in window.asked if seat not in hasty]
                await given_in_secret(pair, {seat: answers[seat] for seat in hasty})
                await pair.only(late, answer_in_turn, [(seat, answers[seat]) for seat in (*slow, *hasty[::-1])])
                await pair.only(early, answer_in_turn, [(seat, answers[seat]) for seat in slow])
                await closed_alike(pair, window)
            await pair.play_on(is_asking)
            await answered_otherwise(pair, random)

    theatre.play(scenario)


async def given_in_secret(pair: Pair, answers: dict[int, str]) -> None:
    """In the first world these answers are given, in the second they are not. Nobody else can tell."""
    early, players = pair.worlds[0], pair.worlds[0].setup.players
    window = window_of(early)
    assert window is not None
    full = 1000 * window.seconds or None
    before = early.sitting
    pair.theatre.clock.forward(200)
    told = await pair.only(early, answer_in_turn, answers.items())
    assert [frame["type"] for frame in told] == ["noted"] * len(answers)
    assert [frame["number"] for frame in told] == [before.shown] * len(answers)
    assert (before.turn_at, before.acted) == (early.sitting.turn_at, early.sitting.acted)
    pair.agree(*answers)
    pair.theatre.clock.forward(300)
    left = None if full is None else full - 500
    for person in range(players + 1):
        if person in answers:
            await stays_answered(pair, person, left)
        else:
            one, two = await pair.both(probed, person)
            assert one == two
            scenes = one[-5 - (person < players) :]
            for scene in [one[0], *scenes]:
                assert isinstance(scene, dict)
                is_the_scene(early, person, scene, left)
    pair.agree(*answers)
    assert early.sent_to_bots == pair.worlds[1].sent_to_bots
    assert early.sitting.shown == pair.worlds[1].sitting.shown == before.shown


async def stays_answered(pair: Pair, person: int, left_ms: int | None) -> None:
    """Whoever has answered is shown so, wherever they come from, and cannot answer again."""
    world = pair.worlds[0]
    scenes = await pair.only(world, entered, person)
    for scene in scenes:
        is_the_scene(world, person, scene, left_ms)
        assert scene["views"][0]["window"]["answered"]
        assert scene["views"][0]["legal"] == []
    number = world.sitting.number
    again = await pair.only(world, acted_elsewhere, person, "silent")
    assert (again["type"], again["code"]) == ("refusal", "answered"), again
    assert again.get("expected", "") == ""
    assert world.sitting.number == number


async def acted_elsewhere(world: World, seat: int, do: str) -> Frame:
    """Act on another device."""
    device = await world.device(seat)
    await device.ask(type="enter", code=world.code)
    answer = await device.act(seat, do)
    await device.close()
    return answer


async def closed_alike(pair: Pair, window: Window) -> None:
    """The window is closed in both; in which order the answers came shows nowhere."""
    one, two = (world.news() for world in pair.worlds)
    for seat, device in enumerate(pair.worlds[0].devices):
        closings = []
        for news in (one, two):
            frames: list[Frame] = list(map(msgspec.json.decode, news[device.name]))
            [closing] = [frame for frame in frames if frame["type"] == "moved"]
            assert closing["seat"] is None
            if seat in window.asked:  # whoever was last gets the answer to it here, and sees what more has changed
                closing = {key: closing.get(key) for key in ("number", "by", "scores", "left_ms")}
            closings.append(closing if seat in window.asked else frames)
        assert closings[0] == closings[1]
    await pair.both(asked_all, "resync")
    pair.agree()


async def acted(world: World, seat: int, do: str) -> Frame:
    return await world.devices[seat].act(seat, do)


async def asked_all(world: World, kind: str) -> list[Frame]:
    return [await device.ask(type=kind) for device in world.devices]


async def answered_otherwise(pair: Pair, random: Random) -> None:
    """In the two worlds something else is answered. Nobody else can tell."""
    window = window_of(pair.worlds[0])
    assert window is not None
    seat, match = window.asked[0], match_of(pair.worlds[0])
    answers = random.sample(match.legal(seat), min(2, len(match.legal(seat))))
    for world, answer in zip(pair.worlds, (answers[0], answers[-1]), strict=True):
        await pair.only(world, acted, seat, match.game.write(answer))
    pair.agree(seat)
    for person in range(pair.worlds[0].setup.players + 1):
        if person != seat:
            one, two = await pair.both(probed, person)
            assert one == two
    pair.agree(seat)
    assert pair.worlds[0].sent_to_bots == pair.worlds[1].sent_to_bots


def test_silence_is_the_same_whoever_kept_it(theatre: Theatre) -> None:
    """Whether the last who was asked said nothing, or was too slow, or a bot stood in, is nobody's business."""

    async def scenario() -> None:
        async with theatre.world(SNAP) as said, theatre.world(SNAP) as slow:
            pair = Pair(theatre, said, slow)
            await pair.play_on(is_asking)
            window = window_of(said)
            assert window is not None
            *first, last = window.asked
            for seat in first:
                await pair.act(seat, "silent")
            pair.agree()
            # The clock that all share is put forward in one world after the other.
            await pair.only(said, acted, last, "silent")
            start = len(slow.devices[-1].frames)
            theatre.clock.forward(1000 * window.seconds + GRACE_MS)
            await slow.devices[-1].until(lambda text: text.startswith('{"type":"moved"'), start)
            await pair.fence()
            pair.agree(last)

    theatre.play(scenario)


def test_a_window_closes_at_its_time_whoever_has_answered(theatre: Theatre) -> None:
    async def scenario() -> None:
        async with theatre.world(SNAP) as some, theatre.world(SNAP) as nobody:
            pair = Pair(theatre, some, nobody)
            await pair.play_on(lambda match: is_asking(match) and not match.game.idle(match.state))
            window = window_of(some)
            assert window is not None
            await pair.only(some, acted, window.asked[0], "silent")
            theatre.clock.forward(1000 * window.seconds + GRACE_MS - 1)
            await pair.fence()
            pair.agree(window.asked[0])
            theatre.clock.forward(1)
            for world in pair.worlds:
                await world.devices[-1].until(lambda text: text.startswith('{"type":"moved"'))
            await pair.fence()
            pair.agree(window.asked[0])

    theatre.play(scenario)


def test_what_goes_wrong_inside_is_told_to_nobody(theatre: Theatre, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*args: object) -> None:
        raise ValueError("r5 lies in hand 2")

    async def scenario() -> None:
        async with theatre.world(SNAP) as world:
            monkeypatch.setattr(world.app.house, "write", fails)
            monkeypatch.setattr(world.app.house, "write_at_once", lambda *args: False)
            [seat] = match_of(world).to_act
            refusal = await world.devices[seat].act(seat, "turn")
            assert refusal["code"] == "server-error"
            assert "r5" not in str(refusal)
            await world.fence()
            frames = [text for device in world.devices for text in device.frames]
            assert not [text for text in frames if "r5 lies" in text]

    theatre.play(scenario)


# --- coming back ----------------------------------------------------------------------------------------------


def test_who_comes_back_after_an_answer_that_they_have_not_seen_starts_over(theatre: Theatre) -> None:
    """Their number is that of the open window, in which they had something to do. A change to what came after is of
    no use to them; and others, of whom nothing happened in secret, are told the change."""

    async def scenario() -> None:
        async with theatre.world(SNAP) as world:
            match = match_of(world)
            while not is_asking(match):
                seat = match.to_act[0]
                await world.devices[seat].act(seat, match.game.write(match.legal(seat)[0]))
                match = match_of(world)
            number, window = world.sitting.shown, window_of(world)
            assert window is not None
            lost = window.asked[0]
            for seat in window.asked:
                await world.devices[seat].act(seat, "silent")
            assert world.sitting.shown == number + 1
            for person, kind in ((lost, "scene"), (world.setup.players, "noted")):
                await told_on_return(world, person, number, kind)
            world.app.house.forget(world.room)  # it is read again from its log, as another process would
            await told_on_return(world, world.setup.players, number, "noted")
            scene = await world.devices[lost].ask(type="resync")
            is_the_scene(world, lost, scene, None)

    theatre.play(scenario)


async def told_on_return(world: World, person: int, last: int, kind: str) -> None:
    device = await world.device(person)
    assert (await device.ask(type="enter", code=world.code, last=last))["type"] == kind
    await device.close()


# --- what nobody notices --------------------------------------------------------------------------------------


async def slipped(world: World, seat: int) -> Frame:
    match = match_of(world)
    slips = [do for do in map(match.game.write, match.legal(seat)) if do.startswith("slip")]
    return await world.devices[seat].act(seat, slips[0])


@pytest.mark.rule("MO-7")
def test_nothing_tells_that_somebody_slips_a_card_under_another(theatre: Theatre) -> None:
    async def scenario() -> None:
        async with theatre.world(CHEATS, clock="quick") as plain, theatre.world(CHEATS, clock="quick") as secret:
            pair = Pair(theatre, plain, secret)
            await pair.play_on(lambda match: match.steps > 8 and match.state.table.window is None)
            theatre.clock.forward(1000)
            [seat] = match_of(plain).to_act
            number = secret.sitting.shown
            for _ in range(2):
                told = await pair.only(secret, slipped, seat)
                assert (told["type"], told["number"]) == ("noted", number)
                assert told["views"] == shown_to(secret, seat)
            pair.agree(seat)
            for person in range(CHEATS.players + 1):
                if person != seat:
                    one, two = await pair.both(everything_asked, person)
                    assert one == two
            pair.agree(seat)
            await comes_back(secret, seat, number)
            await pair.both(acted, seat, lays(secret, seat)[0])
            pair.agree(seat)

    theatre.play(scenario)


def lays(world: World, seat: int) -> list[str]:
    match = match_of(world)
    return [match.game.write(action) for action in match.legal(seat) if isinstance(action, Lay)]


async def everything_asked(world: World, person: int) -> list[object]:
    """Like `probed`, without a window: nothing has happened, so who comes back is told nothing."""
    found = await probed(world, person)
    shown = [frame for frame in found if isinstance(frame, dict) and frame.get("id") == "q1"]
    assert [frame["type"] for frame in shown][:3] == ["scene", "noted", "noted"]
    return found


async def comes_back(world: World, seat: int, number: int) -> None:
    """Whoever slipped cards and comes back with the old number is shown the hand as it is."""
    device = await world.device(seat)
    seen = world.sitting.turn_at - world.sitting.told_at  # nobody's time runs while what happened is shown
    is_the_scene(world, seat, await device.ask(type="enter", code=world.code, last=number), 19_000 + seen)
    await device.close()
