"""At the table: sitting down, starting, bots, rounds, rematch, chat, pass and play, private links, coming back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
from msgspec.structs import replace

from elfer.match.fair import commitment, match_seed
from elfer.server import log
from elfer.table.view import View
from tests.server.play import PATIENCE, Player, close_all, engine_view, play, seated, serving


def test_opening_joining_and_starting(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host = await Player(house, "Anna").be()
            code = await host.open(game="elfer", players=3, options={"rounds": 2}, manner={"away_seconds": 60})
            scene = await host.enter(code)
            assert (scene["host"], scene["you"], scene["views"]) == (True, [], [])
            assert scene["table"]["setup"] == "elfer.3.1"
            assert [seat["kind"] for seat in scene["table"]["seats"]] == ["empty"] * 3
            assert (await host.ask(type="sit"))["you"] == [0]
            friend = await Player(house, "Ben").be()
            await friend.enter(code.lower())
            assert (await friend.ask(type="begin"))["code"] == "only-host"
            assert (await friend.ask(type="sit", seat=0))["code"] == "seat-taken"
            assert (await friend.ask(type="sit", seat=7))["code"] == "no-such-seat"
            assert (await friend.ask(type="sit", seat=2, name="Benni"))["you"] == [2]
            await host.until(lambda m: m["table"]["seats"][2]["name"] == "Benni")
            assert (await friend.ask(type="rename", seat=2, name="B"))["table"]["seats"][2]["name"] == "B"
            assert (await friend.ask(type="rename", seat=0, name="B"))["code"] == "not-your-seat"
            assert (await friend.ask(type="act", seat=2, do="r11", seen=1))["code"] == "not-started"
            assert (await host.ask(type="staff", seat=2))["code"] == "seat-taken"
            assert (await host.ask(type="staff", seat=1))["table"]["seats"][1]["kind"] == "bot"
            assert (await host.ask(type="stand", seat=1))["table"]["seats"][1]["kind"] == "empty"
            begun = await host.ask(type="begin")
            assert begun["table"]["phase"] == "playing"
            assert [seat["kind"] for seat in begun["table"]["seats"]] == ["person", "bot", "person"]
            assert begun["views"][0]["seat"] == 0
            assert (await host.ask(type="begin"))["code"] == "already-started"
            late = await Player(house, "Late").be()
            await late.enter(code)
            assert (await late.ask(type="sit"))["code"] == "seat-taken"
            assert [view.seat for view in late.views.values()] == [None]
            await close_all([host, friend, late])

    play(scenario)


def test_everyone_can_stir_and_nobody_decides_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            shown = players[0].table["commitment"]
            await players[0].ask(type="stir", entropy="first")
            await players[1].ask(type="stir", entropy="zweite Zutat")
            spectator = Player(house)
            await spectator.enter(players[0].table["code"])
            assert (await spectator.ask(type="stir", entropy="x"))["code"] == "not-seated"
            await players[0].ask(type="begin")
            assert (await players[0].ask(type="stir", entropy="x"))["code"] == "already-started"
            [room] = house.app.house.rooms.values()
            sitting = room.sitting
            assert sitting.match is not None
            assert commitment(sitting.secret) == shown == players[1].table["commitment"]
            assert sitting.match.seed == match_seed(sitting.secret, ["first", "zweite Zutat"])
            assert players[0].table["entropy"] == ["first", "zweite Zutat"]
            assert players[0].table["secret"] is None
            await close_all([*players, spectator])

    play(scenario)


def test_bots_play_a_match_of_several_rounds_to_its_end_and_a_rematch_follows(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host = await Player(house, "Anna").be()
            code = await host.open(setup="elfer.3.1")
            await host.enter(code)
            await host.ask(type="sit", seat=1)
            await host.ask(type="begin")
            while host.table["phase"] != "over":
                start = len(host.got)
                legal = host.views[1].legal
                if host.views[1].points is not None and host.table["round"] == 0:
                    await host.ask(type="onward")
                elif legal:
                    answer = await host.act(1, legal[0])
                    assert answer["type"] == "moved", answer
                else:
                    await host.until(lambda m: m["type"] in ("moved", "changed"), start)
            assert len(host.table["scores"]) == 2
            moved = [m for m in host.got if m["type"] == "moved"]
            assert {m.get("by", "person") for m in moved if m["seat"] != 1} == {"bot"}
            assert {m.get("by", "person") for m in moved if m["seat"] == 1} == {"person"}
            assert commitment(bytes.fromhex(host.table["secret"])) == host.table["commitment"]
            assert (await host.ask(type="act", seat=1, do="end", seen=host.number))["code"] == "round-over"
            again = await host.ask(type="again")
            new = again["table"]["rematch"]
            assert (await host.ask(type="again"))["type"] == "noted"
            other = await Player(house).connect()
            other.http.cookies.update(host.http.cookies)
            await other.close()
            after = Player(house, "Anna")
            after.http.cookies.update(host.http.cookies)
            scene = await after.enter(new)
            assert [seat["kind"] for seat in scene["table"]["seats"]] == ["bot", "person", "bot"]
            assert (scene["you"], scene["host"]) == ([1], True)
            assert scene["table"]["commitment"] != host.table["commitment"]
            assert (await after.ask(type="begin"))["table"]["phase"] == "playing"
            await close_all([host, after])

    play(scenario)


def test_pass_and_play_gives_one_view_for_each_seat(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            one = await Player(house, "Anna").be()
            code = await one.open(setup="elfer.3")
            await one.enter(code)
            for seat, name in enumerate(("Anna", "Ben", "Cleo")):
                await one.ask(type="sit", seat=seat, name=name)
            begun = await one.ask(type="begin")
            assert begun["you"] == [0, 1, 2]
            assert [view["seat"] for view in begun["views"]] == [0, 1, 2]
            for _ in range(30):
                [acting] = [seat for seat, view in one.views.items() if view.legal]
                assert acting is not None
                answer = await one.act(acting, one.views[acting].legal[0])
                assert len(answer["changes"]) == 3
            await one.close()

    play(scenario)


def test_a_private_link_opens_the_seat_on_another_device(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            await players[0].ask(type="begin")
            [key] = players[1].keys
            code = players[0].table["code"]
            phone, stranger = Player(house), Player(house)
            scene = await phone.enter(code, keys=[key])
            assert scene["you"] == [1]
            assert scene["views"][0]["zones"][1]["cards"]
            assert (await stranger.enter(code, keys=[key[:-1] + "x", "-", ""]))["you"] == []
            assert [view.seat for view in stranger.views.values()] == [None]
            [room] = house.app.house.rooms.values()
            while room.sitting.match is not None and room.sitting.match.to_act != (1,):
                [seat] = room.sitting.match.to_act
                await players[seat].act(seat, players[seat].views[seat].legal[0])
            await phone.caught_up(room.sitting.shown)
            assert (await phone.act(1, phone.views[1].legal[0]))["type"] == "moved"
            await close_all([*players, phone, stranger])

    play(scenario)


def test_chat_and_emotes_can_be_switched_off(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host, guest = await seated(house, "elfer.2", 2)
            await guest.send(type="say", text="Hallo!")
            await guest.send(type="gesture", emote="wow")
            line = (await host.until(lambda m: m["type"] == "said" and "emote" in m["line"]))["line"]
            assert (line["name"], line["seat"], line["emote"]) == ("Player 1", 1, "wow")
            late = Player(house)
            scene = await late.enter(host.table["code"])
            assert [line.get("text", line.get("emote")) for line in scene["chat"]] == ["Hallo!", "wow"]
            assert (await late.ask(type="say", text="x"))["code"] == "who-are-you"
            manner = {**host.table["manner"], "chat": False, "emotes": False}
            assert (await guest.ask(type="arrange", manner=manner))["code"] == "only-host"
            await host.ask(type="begin")
            assert (await host.ask(type="arrange", manner={**manner, "clock": "quick"}))["code"] == "already-started"
            await host.ask(type="arrange", manner=manner)
            assert (await guest.ask(type="say", text="x"))["code"] == "no-chat"
            assert (await guest.ask(type="gesture", emote="wow"))["code"] == "no-emotes"
            await close_all([host, guest, late])

    play(scenario)


def test_whoever_plays_alone_sets_the_pace_at_any_time(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            [alone] = await seated(house, "elfer.3", 1)
            together = await seated(house, "elfer.3", 2)
            for host in (alone, together[0]):
                await host.ask(type="begin")
            brisk = {**alone.table["manner"], "pace": "brisk"}
            assert (await alone.ask(type="arrange", manner=brisk))["table"]["manner"]["pace"] == "brisk"
            assert (await alone.ask(type="arrange", manner={**brisk, "clock": "quick"}))["code"] == "already-started"
            assert (await together[0].ask(type="arrange", manner=brisk))["code"] == "already-started"
            await close_all([alone, *together])

    play(scenario)


def test_spectators_can_be_kept_out(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host, guest = await seated(house, "elfer.2", 2, manner={"spectators": False})
            await host.ask(type="begin")
            stranger = Player(house)
            assert (await stranger.enter(host.table["code"]))["code"] == "no-spectators"
            await close_all([host, guest, stranger])

    play(scenario)


# --- away, and back -------------------------------------------------------------------------------------------


def test_a_bot_stands_in_for_whoever_is_away_until_they_are_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host, guest = await seated(house, "elfer.2", 2, manner={"away_seconds": 0})
            await host.ask(type="begin")
            code = host.table["code"]
            await guest.drop()
            await host.until(lambda m: m["type"] == "changed" and m["table"]["seats"][1]["away"])
            start = len(host.got)

            async def until_stood_in() -> None:
                while True:
                    if host.views[0].legal:
                        await host.act(0, host.views[0].legal[0])
                    if any(m["type"] == "moved" and m["seat"] == 1 for m in host.got[start:]):
                        return
                    await asyncio.sleep(0.01)

            await asyncio.wait_for(until_stood_in(), PATIENCE)
            stood_in = [m for m in host.got[start:] if m["type"] == "moved" and m["seat"] == 1]
            assert stood_in[0]["by"] == "away"
            back = Player(house)
            back.http.cookies.update(guest.http.cookies)
            scene = await back.enter(code)
            assert scene["you"] == [1]
            await host.until(lambda m: m["type"] == "changed" and not m["table"]["seats"][1]["away"], start)
            [room] = house.app.house.rooms.values()
            while room.sitting.match is not None and room.sitting.match.to_act != (1,):
                await host.caught_up(room.sitting.shown)
                await host.act(0, host.views[0].legal[0])
            await back.caught_up(room.sitting.shown)
            answer = await back.act(1, back.views[1].legal[0])
            assert answer.get("by", "person") == "person", answer
            await close_all([host, back])

    play(scenario)


def test_whoever_comes_later_is_told_the_time_that_is_left_until_a_bot_stands_in(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host, guest = await seated(house, "elfer.2", 2, manner={"away_seconds": 3600})
            await host.ask(type="begin")
            assert host.table["seats"][1]["stand_in_ms"] is None
            start = len(host.got)
            await guest.drop()
            told = await host.until(lambda m: m["type"] == "changed" and m["table"]["seats"][1]["away"], start)
            assert 3_000_000 < told["table"]["seats"][1]["stand_in_ms"] <= 3_600_000
            [room] = house.app.house.rooms.values()
            # Half an hour later: the table was opened so much earlier.
            opened = room.sitting.opened
            room.sitting = replace(room.sitting, opened=replace(opened, unix_ms=opened.unix_ms - 1_800_000))
            watcher = Player(house)
            scene = await watcher.enter(host.table["code"])
            assert 1_000_000 < scene["table"]["seats"][1]["stand_in_ms"] <= 1_800_000
            await close_all([host, watcher])

    play(scenario)


def test_a_correspondence_table_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host, guest = await seated(house, "elfer.2", 2, manner={"clock": "correspondence", "away_seconds": 0})
            await host.ask(type="begin")
            [room] = house.app.house.rooms.values()
            while room.sitting.match is not None and room.sitting.match.to_act != (1,):
                await host.act(0, host.views[0].legal[0])
            await guest.drop()
            await host.until(lambda m: m["type"] == "changed" and m["table"]["seats"][1]["away"])
            assert room.timer is None
            await host.close()

    play(scenario)


def test_the_clock_plays_for_whoever_is_too_slow(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host, guest = await seated(house, "elfer.2", 2, manner={"clock": "quick"})
            begun = await host.ask(type="begin")
            assert 0 < begun["left_ms"] <= 20_000
            [room] = house.app.house.rooms.values()
            # Twenty seconds later: the table was opened so much earlier.
            opened = room.sitting.opened
            room.sitting = replace(room.sitting, opened=replace(opened, unix_ms=opened.unix_ms - 20_000))
            house.app.house.schedule(room)
            moved = await guest.until(lambda m: m["type"] == "moved")
            assert moved["by"] == "clock"
            await close_all([host, guest])

    play(scenario)


def test_standing_up_gives_the_seat_to_a_bot(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host, guest = await seated(house, "elfer.2", 2)
            await host.ask(type="begin")
            scene = await guest.ask(type="stand", seat=1)
            assert (scene["type"], scene["you"], scene["views"][0]["seat"]) == ("scene", [], None)
            assert scene["table"]["seats"][1]["kind"] == "bot"
            await close_all([host, guest])

    play(scenario)


# --- coming back with a number --------------------------------------------------------------------------------


def test_coming_back_brings_nothing_the_tail_or_everything(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            host, code = players[0], players[0].table["code"]
            await host.ask(type="begin")
            watcher = Player(house)
            await watcher.enter(code)

            async def moves(count: int) -> None:
                [room] = house.app.house.rooms.values()
                for _ in range(count):
                    assert room.sitting.match is not None
                    [seat] = room.sitting.match.to_act
                    await players[seat].caught_up(room.sitting.shown)
                    await players[seat].act(seat, players[seat].views[seat].legal[0])

            await moves(3)
            [room] = house.app.house.rooms.values()
            await watcher.caught_up(room.sitting.shown)
            await watcher.socket.close()  # type: ignore[union-attr]
            assert (await watcher.enter(code, last=watcher.number))["type"] == "noted"
            await watcher.socket.close()  # type: ignore[union-attr]
            last, start = watcher.number, len(watcher.got)
            await moves(5)
            await watcher.enter(code, last=last)
            kinds = [m["type"] for m in watcher.got[start:]]
            assert kinds == ["moved"] * 5 + ["noted"]
            assert [m["number"] for m in watcher.got[start:-1]] == list(range(last + 1, last + 6))
            assert watcher.views[None] == msgspec.convert(msgspec.to_builtins(engine_view(house, code, None)), View)
            await watcher.socket.close()  # type: ignore[union-attr]
            assert (await watcher.enter(code, last=1))["type"] == "scene"
            await watcher.socket.close()  # type: ignore[union-attr]
            assert (await watcher.enter(code, last=10_000))["type"] == "scene"
            assert (await watcher.ask(type="resync"))["type"] == "scene"
            await close_all([*players, watcher])

    play(scenario)


def test_a_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "master.3", 3)
            await players[0].ask(type="begin")
            for _ in range(10):
                [seat] = [s for s, p in enumerate(players) if p.views[s].legal]
                answer = await players[seat].act(seat, players[seat].views[seat].legal[0])
                for player in players:
                    await player.caught_up(answer["number"])
            views = [player.views[seat] for seat, player in enumerate(players)]
            code = players[0].table["code"]
        goodbye = await players[0].until(lambda m: m["type"] == "goodbye")
        assert goodbye["after_ms"] > 0
        async with serving(tmp_path) as house:
            for seat, player in enumerate(players):
                player.house = house
                await player.enter(code)
                assert player.views[seat] == views[seat]
            await close_all(players)
            entries = [log.read(body) for body in await house.app.house.storage.tail(players[0].table["match"], 1)]
            assert sum(isinstance(entry, log.Acted) for entry in entries) == 10

    play(scenario)
