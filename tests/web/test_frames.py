"""No card reaches the page that its seat may not know: every frame is the engine's view of that moment."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from elfer.match.registry import games
from elfer.server import log
from elfer.server.sitting import Sitting
from elfer.table.change import Change, changed
from elfer.table.view import View, view
from tests.web import player

TOUCHES = 14
CARDLESS = {"changed", "refusal", "said", "ping", "noted"}
"""Messages without anything that lies on the table; `noted` may bring views, which are looked at."""


def moments(database: Path, code: str, seat: int) -> dict[int, list[View]]:
    """By the number that clients see: what the seat was to be shown. Several where answers were given in secret."""
    with closing(sqlite3.connect(database)) as storage:
        [(match, secret)] = storage.execute("SELECT id, secret FROM matches WHERE code = ?", [code]).fetchall()
        bodies = storage.execute("SELECT body FROM entries WHERE match = ? ORDER BY number", [match]).fetchall()
    opened, *rest = (log.read(body) for (body,) in bodies)
    assert isinstance(opened, log.Opened)
    sitting = Sitting.open(match, code, secret, opened)
    found: dict[int, list[View]] = defaultdict(list)
    for entry in rest:
        sitting = sitting.after(entry)
        if sitting.match is not None:
            found[sitting.shown].append(view(sitting.match.game, sitting.match.state, seat))
    return found


def told(frames: list[str]) -> Iterator[tuple[int, View]]:
    """The number and the whole view that each frame adds up to."""
    now: View | None = None
    for message in map(json.loads, frames):
        for part in message.get("views", []):
            now = msgspec.convert(part, View)
            yield message["number"], now
        for part in message.get("changes", []):
            assert now is not None
            now = changed(now, msgspec.convert(part, Change, strict=False))
            yield message["number"], now
        if message["type"] in CARDLESS:
            rest: dict[str, Any] = {key: value for key, value in message.items() if key != "views"}
            assert not {"cards", "zones", "events", "legal"} & keys(rest)
        else:
            assert message["type"] in {"scene", "moved"}


def plain(seen: View) -> Any:
    """As it is written in a frame."""
    return json.loads(msgspec.json.encode(seen))


def keys(value: Any) -> set[str]:
    """All keys of an object and of what is in it."""
    if isinstance(value, list):
        return set().union(*map(keys, value))
    return set(value).union(*map(keys, value.values())) if isinstance(value, dict) else set()


@pytest.mark.parametrize("game", games())
def test_no_card_reaches_the_page_that_the_seat_may_not_know(visit: Any, database: Path, game: str) -> None:
    visitor = visit("desktop")
    page, chance = visitor.go("/"), Random(game)
    player.start_against_bots(page, game)
    for _ in range(TOUCHES):
        player.settled(page)
        if page.locator(player.RESULT).count():
            break
        player.touch_one(page, chance)
    shown = list(told(visitor.frames))
    engine = moments(database, page.url.rsplit("/", 1)[-1], seat=0)
    assert [(number, seen) for number, seen in shown if plain(seen) not in map(plain, engine[number])] == []
    assert len({number for number, _ in shown}) > 1
