"""Whole matches of every game over real WebSockets, with a spectator: nobody is sent a card they may not know."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.server import log
from elfer.server.sitting import Sitting
from elfer.table.view import View, view
from tests.server.play import Player, close_all, engine_view, play, seated, serving


def fewest(name: str) -> Setup:
    """The game with four players, or as near to that as it allows."""
    seats = games()[name].seats
    return Setup.choose(name, min(max(4, seats[0]), seats[-1]))


@pytest.mark.parametrize("name", sorted(games()))
def test_a_match_to_its_end_shows_everyone_what_the_engine_shows(tmp_path: Path, name: str) -> None:
    setup, random = fewest(name), Random(name)

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, setup.code, setup.players)
            code = players[0].table["code"]
            spectator = Player(house, "Spectator")
            await spectator.enter(code)
            everyone = [*players, spectator]
            await players[0].ask(type="begin")
            [room] = house.app.house.rooms.values()
            while True:
                sitting = room.sitting
                for seat, player in zip([*range(setup.players), None], everyone, strict=True):
                    await player.caught_up(sitting.shown)
                    assert player.views == {seat: through_json(engine_view(house, code, seat))}
                assert sitting.match is not None
                if sitting.match.over:
                    break
                if sitting.match.round_over:
                    await players[1].ask(type="onward")
                    continue
                seat = random.choice(sitting.match.to_act)
                do = random.choice(players[seat].views[seat].legal)
                answer = await players[seat].act(seat, do)
                assert answer["type"] in ("moved", "noted"), answer
            assert sitting.match is not None
            assert spectator.table["places"] == list(sitting.match.places)
            entries = [log.read(body) for body in await house.app.house.storage.tail(sitting.id, 1)]
            for seat, player in zip([*range(setup.players), None], everyone, strict=True):
                only_what_was_seen(sitting, entries, seat, player)
            await close_all(everyone)

    play(scenario)


def only_what_was_seen(sitting: Sitting, entries: list[log.AnyEntry], seat: int | None, player: Player) -> None:
    """Every message of a player, one by one, beside what the engine shows that seat at that number."""
    # Several at one number: answers in an open window are not counted, and only whoever gave one sees a difference.
    states: dict[int, list[View]] = {}
    first, *rest = entries
    assert isinstance(first, log.Opened)
    now = Sitting.open(sitting.id, sitting.code, sitting.secret, first)
    for entry in rest:
        now = now.after(entry)
        if now.match is not None:
            states.setdefault(now.shown, []).append(through_json(view(now.match.game, now.match.state, seat)))
    screen: View | None = None
    for message in player.got:
        number = message["number"]
        text = json.dumps(message)
        if not player.table["secret"] or message is not player.got[-1]:
            assert sitting.secret.hex() not in text or message.get("table", {}).get("phase") == "over"
        assert now.match is not None
        assert now.match.seed.hex() not in text
        if message["type"] == "scene" and message["views"]:
            [screen] = msgspec.convert(message["views"], list[View])
            assert screen in states[number]
        if message["type"] == "moved":
            [change] = message["changes"]
            known = states[number][0]  # a move is told when it is made, before anybody can answer
            assert screen is not None
            allowed = msgspec.json.decode(msgspec.json.encode(known))
            # Each part of a change is, as it stands, a part of the view.
            assert change["events"] == list(known.events)
            for n, zone in change.get("zones", {}).items():
                assert zone == allowed["zones"][int(n)]
            for part in ("facts", "by_seat"):
                assert all(allowed[part][name] == fact for name, fact in change.get(part, {}).items())
            for part in ("to_act", "legal", "points", "window"):
                assert change.get(part, allowed[part]) == allowed[part]
            public = {"type", "number", "seat", "changes", "by", "scores", "left_ms", "saying", "id"}
            # How a call was judged is told to whoever called.
            assert set(message) <= public | ({"judged"} if message.get("id") else set())
        if message["type"] == "noted":
            for shown in msgspec.convert(message.get("views", []), list[View]):
                assert shown in states[number]


def through_json(shown: View) -> View:
    """As it is after a journey over the wire."""
    return msgspec.json.decode(msgspec.json.encode(shown), type=View)
