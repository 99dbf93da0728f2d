"""Tables that stand still: the real page, with recorded moments in the place of the server's messages.

So one page shows every game at every size within a second, and hands can be dealt that no seed would give.
"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

from tests.web.conftest import ROOT, Visitor

NAMES = ("Maximiliane", "Bot 2", "Jonas", "Lea", "Bot 5", "Tom", "Ida", "Oma")
RECORDED = ROOT / "web/fixtures"
GUEST = {"id": "x", "name": "Gast", "account": False}
_GO = "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')) }"
_DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def recorded(game: str) -> dict[str, Any]:
    """The layout of a game, and a few moments of a match as the first seat sees them."""
    found: dict[str, Any] = json.loads((RECORDED / f"{game}.json").read_text("utf-8"))
    return found


def dealt(found: dict[str, Any], cards: list[str], legal: list[str]) -> dict[str, Any]:
    """The last recorded moment but with this hand, and with these things that can be done now."""
    view = deepcopy(found["moments"][-1]["view"])
    hand = next(zone for zone in view["zones"] if zone["owner"] == 0 and zone["shape"] == "fan")
    hand.update(cards=cards, count=len(cards))
    view.update(legal=legal, to_act=[0], window=None, points=None, events=[])
    return dict(view)


QR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0Z"/></svg>'
"""In place of the code of a table that is nowhere."""


class Stage:
    """Somebody at a table on which nothing moves; keeps what they did."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.did: list[str] = []
        self._scene: dict[str, Any] = {}
        self._layout: dict[str, Any] = {}
        self._count = 0
        self._number = 1
        self._sockets: list[WebSocketRoute] = []
        self.page.route_web_socket(re.compile("/ws$"), self._enter)
        self.page.route("**/api/layouts/*", lambda route: self._answer(route, self._layout))
        self.page.route("**/qr.svg", lambda route: route.fulfill(content_type="image/svg+xml", body=QR))
        self.page.route("**/api/me*", lambda route: self._answer(route, GUEST))

    def show(self, found: dict[str, Any], view: dict[str, Any] | None, path: str = "t", **table: Any) -> Page:
        """Go to a table that looks like this, within the page once it is there."""
        self.did.clear()
        self._count += 1
        code = f"S{self._count:04}"
        self._layout = {**found["layout"], "title": "", "cards": {}}
        self._scene = self._told(found["layout"], view, code, table)
        if self._count == 1:
            self.visitor.go(f"/{path}/{code}")
        else:
            self.page.evaluate(_GO, f"/{path}/{code}")
        self.page.wait_for_selector(".table, .tv main", timeout=15_000)
        self.page.evaluate(_DRAWN)
        return self.page

    def happens(self, *beats: dict[str, Any]) -> None:
        """Something is done that leaves the cards where they are, with these beats."""
        changes = [{"events": [], "beats": beats}]
        self.tell({"type": "moved", "number": 2, "seat": 1, "changes": changes})

    def tell(self, message: dict[str, Any]) -> None:
        """The server says this."""
        self._sockets[-1].send(json.dumps(message))

    def says(self, seat: int, text: str = "", emote: str = "") -> None:
        """Somebody says something, or shows an emote."""
        self.tell(
            {"type": "said", "line": {"name": NAMES[seat], "at_ms": 0, "seat": seat, "text": text, "emote": emote}}
        )

    def leaves(self, seat: int, stand_in_ms: int | None) -> None:
        """Somebody loses the connection; a bot stands in after so long."""
        self._arrives(seat, away=True, stand_in_ms=stand_in_ms)

    def returns(self, seat: int) -> None:
        """Somebody is connected again."""
        self._arrives(seat, away=False, stand_in_ms=None)

    def _arrives(self, seat: int, **how: Any) -> None:
        table = self._scene["table"]
        table["seats"][seat].update(how, kind="person")
        self.tell({"type": "changed", "number": 2, "table": table, "you": self._scene["you"]})

    def tells(self, *events: str) -> None:
        """Something happens, as these events have it."""
        self._number += 1
        change = [{"events": events}]
        self._sockets[-1].send(json.dumps({"type": "moved", "number": self._number, "seat": 1, "changes": change}))

    def ends(self, points: list[int]) -> None:
        """The round is over with these points, and the match with it."""
        changes = [{"events": [], "points": points}]
        self._sockets[-1].send(json.dumps({"type": "moved", "number": 2, "seat": 1, "changes": changes}))
        best = sorted(points, reverse=True)
        over = {"phase": "over", "scores": [points], "totals": points, "places": [1 + best.index(n) for n in points]}
        table = {**self._scene["table"], **over}
        self._sockets[-1].send(json.dumps({"type": "changed", "number": 3, "table": table, "you": [0]}))

    def settle(self, done: str) -> None:
        """Wait until this was done, and the page has heard of it."""
        for _ in range(200):
            if self.did[-1:] == [done] and not self.page.locator(".table[data-busy=true]").count():
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"{done} was not done, but {self.did}")

    @staticmethod
    def _told(layout: dict[str, Any], view: Any, code: str, table: dict[str, Any]) -> dict[str, Any]:
        players, seen = layout["players"], bool(view and view["seat"] is not None)
        seats = [
            {"kind": "bot" if "Bot" in name else "person", "name": name, "host": not n}
            for n, name in enumerate(NAMES[:players])
        ]
        info = {
            "match": code, "code": code, "setup": layout["setup"], "game": layout["game"], "phase": "playing",
            "seats": seats, "manner": {}, "commitment": "", "entropy": [], "secret": None, "round": 0, "scores": [],
            "totals": [0] * players, "places": None, "rematch": None, **table,
        }  # fmt: skip
        you, views = [0] if seen else [], [view] if view else []
        return {"type": "scene", "number": 1, "table": info, "you": you, "host": seen, "views": views, "keys": []}

    def _enter(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)

        def heard(text: str | bytes) -> None:
            said = json.loads(text)
            if said["type"] == "enter":
                socket.send(json.dumps(self._scene))
            elif said["type"] == "act":
                self.did.append(said["do"])
                told = {"type": "refusal", "code": "staged", "sentence": "Nothing moves here.", "id": said["id"]}
                socket.send(json.dumps(told))

        socket.on_message(heard)

    @staticmethod
    def _answer(route: Route, what: dict[str, Any]) -> None:
        route.fulfill(json=what)
