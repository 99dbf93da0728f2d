"""The HTTP part: who one is, which games there are, tables to open, and what was played.

Each call is declared once, with the types that it takes and gives; the routes and the OpenAPI page follow from that.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from io import BytesIO
from typing import Any, TypeVar

import segno
from msgspec import Struct
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from elfer.bots import review
from elfer.bots.review import Outlook, Review
from elfer.match.setup import Setup
from elfer.server import catalogue, jobs
from elfer.server import messages as m
from elfer.server.codes import Codes
from elfer.server.declined import Declined
from elfer.server.house import House
from elfer.server.info import table_info
from elfer.server.lookback import DealtRound, Lookback
from elfer.server.people import People
from elfer.server.played import statistics
from elfer.server.room import Room
from elfer.server.sitting import Phase, Sitting
from elfer.server.storage import Kept
from elfer.server.who import Person, Who

HISTORY = 100
LINES = "application/x-ndjson"
"""Of answers that come line by line."""


class Came(Struct, frozen=True):
    """A request, as a call gets it."""

    request: Request
    person: Person
    lang: str
    base: str
    """What the server's own addresses begin with."""
    body: Any = None

    def part(self, name: str) -> str:
        return str(self.request.path_params[name])

    @property
    def host(self) -> str | None:
        """The address that it comes from."""
        return self.request.client.host if self.request.client else None


class Gives(Struct, frozen=True):
    """An answer, and who the person is from now on, if that has changed."""

    answer: Any
    person: Person | None = None


class Call(Struct, frozen=True):
    """One thing that can be asked over HTTP."""

    method: str
    path: str
    do: Callable[[Api, Came], Awaitable[Any]]
    answer: Any
    body: type[Struct] | None = None
    status: int = 200
    media: str = "application/json"
    problems: tuple[int, ...] = ()
    guarded: bool = False
    """Costs so much that each address may do it only now and then."""

    @property
    def about(self) -> str:
        return (self.do.__doc__ or "").strip()


CALLS: list[Call] = []
F = TypeVar("F", bound=Callable[..., Awaitable[Any]])


def call(method: str, path: str, answer: Any, **more: Any) -> Callable[[F], F]:
    def declare(do: F) -> F:
        CALLS.append(Call(method, path, do, answer, **more))
        return do

    return declare


class Api:
    """What the calls work with."""

    def __init__(self, house: House, people: People, codes: Codes, version: str) -> None:
        self.house, self.people, self.codes, self.version = house, people, codes, version

    # --- people -----------------------------------------------------------------------------------------------

    @call("POST", "/api/me", m.Me, body=m.NewGuest, problems=(409,))
    async def be_guest(self, came: Came) -> Gives:
        """Play under a name, at once. A cookie remembers who you are."""
        person = await self.people.guest(came.body.name, came.person)
        return Gives(_me(person), person)

    @call("GET", "/api/me", m.Me, problems=(401,))
    async def who_am_i(self, came: Came) -> m.Me:
        """Who you are here."""
        return _me(_known(came.person))

    @call("DELETE", "/api/me", None, status=204)
    async def leave(self, came: Came) -> Gives:
        """Sign out on this device; its cookie is of no use any more."""
        await self.people.sign_out(came.person)
        return Gives(None, Person())

    @call("DELETE", "/api/me/everywhere", None, status=204, problems=(401,))
    async def leave_everywhere(self, came: Came) -> Gives:
        """Sign out on all devices; none of your cookies is of use any more."""
        await self.people.sign_out(_known(came.person), everywhere=True)
        return Gives(None, Person())

    @call("POST", "/api/account", m.Me, body=m.Credentials, status=201, problems=(409, 503), guarded=True)
    async def join(self, came: Came) -> Gives:
        """Make an account; what you have played as a guest on this device becomes its history."""
        person = await self.people.join(came.body, came.person, came.host)
        return Gives(_me(person), person)

    @call("POST", "/api/login", m.Me, body=m.Credentials, problems=(401, 503), guarded=True)
    async def login(self, came: Came) -> Gives:
        """Be the person of an account."""
        person = await self.people.login(came.body, came.host)
        return Gives(_me(person), person)

    @call("GET", "/api/history", tuple[m.PlayedMatch, ...], problems=(401,))
    async def history(self, came: Came) -> list[m.PlayedMatch]:
        """Your last matches, the newest first."""
        rows = await self.house.storage.history(_known(came.person).id, HISTORY)
        return [m.PlayedMatch(**{k: v for k, v in asdict(row).items() if k != "person"}) for row in rows]

    @call("GET", "/api/statistics", tuple[m.GameStatistics, ...], problems=(401,))
    async def statistics(self, came: Came) -> list[m.GameStatistics]:
        """How you have done in each game, over all matches that are over: all, with people, with bots only."""
        return statistics(await self.house.storage.outcomes(_known(came.person).id))

    # --- games ------------------------------------------------------------------------------------------------

    @call("GET", "/api/games", tuple[m.GameInfo, ...])
    async def games(self, came: Came) -> tuple[m.GameInfo, ...]:
        """All games with their options."""
        return catalogue.all_games(came.lang)

    @call("GET", "/api/games/{game}/rules", tuple[m.RuleSection, ...], problems=(404,))
    async def rules(self, came: Came) -> tuple[m.RuleSection, ...]:
        """A rulebook; `all` is what holds in every game."""
        try:
            return catalogue.rules_of(came.part("game"), came.lang)
        except ValueError as error:
            raise Declined("no-such-game", str(error)) from None

    @call("GET", "/api/layouts/{setup}", m.LayoutInfo, problems=(404,))
    async def layout(self, came: Came) -> m.LayoutInfo:
        """What to draw for a table code: zones, cards and places, named in words."""
        try:
            return catalogue.layout_info(came.part("setup"), came.lang)
        except ValueError as error:
            raise Declined("no-such-code", str(error)) from None

    @call("GET", "/api/words", m.Words)
    async def words(self, came: Came) -> dict[str, Any]:
        """All sentences of a language by their keys."""
        return catalogue.words_of(came.lang)

    # --- tables -----------------------------------------------------------------------------------------------

    @call("POST", "/api/tables", m.OpenedTable, body=m.NewTable, status=201, problems=(401,), guarded=True)
    async def open_table(self, came: Came) -> m.OpenedTable:
        """Open a table; you are its host. Join it over the WebSocket with `enter`."""
        person, wanted = _known(came.person), came.body
        sitting = await self.house.open_table(setup_for(wanted), person.id, wanted.manner)
        link = invite(came.base, sitting.code)
        return m.OpenedTable(code=sitting.code, match=sitting.id, link=link, setup=sitting.setup.code)

    @call("GET", "/api/tables/{code}", m.TableSummary, problems=(404, 429))
    async def table(self, came: Came) -> m.TableSummary:
        """A table, as everyone who knows its code may see it."""
        sitting = (await self._by_code(came)).sitting
        info = table_info(sitting, Room.now(sitting))
        return m.TableSummary(code=sitting.code, link=invite(came.base, sitting.code), table=info)

    @call("GET", "/api/tables/{code}/qr.svg", str, media="image/svg+xml", problems=(404, 429))
    async def qr(self, came: Came) -> Response:
        """The invite link as a QR code."""
        sitting = (await self._by_code(came)).sitting
        out = BytesIO()
        segno.make(invite(came.base, sitting.code), error="m").save(out, kind="svg", scale=8, border=2)
        return Response(out.getvalue(), media_type="image/svg+xml")

    @call("GET", "/api/matches/{match}/record", str, media="application/x-ndjson", problems=(404, 409), guarded=True)
    async def record(self, came: Came) -> Response:
        """The record of a match that is over; `elfer verify` checks it."""
        room = await self._over(came)
        headers = {"content-disposition": f'attachment; filename="elfer-{room.sitting.code}.jsonl"'}
        text = await self._looked(room, jobs.Record)
        return Response(text, media_type=LINES, headers=headers)

    @call("GET", "/api/matches/{match}/lookback/{seat}", Lookback, problems=(404, 409), guarded=True)
    async def look_back(self, came: Came) -> Response:
        """Every moment of a match that is over, as a seat saw it."""
        room = await self._over(came)
        return _json(await self._looked(room, jobs.LookBack, _seat_of(room, came.part("seat"))))

    @call("GET", "/api/matches/{match}/deals", tuple[DealtRound, ...], problems=(404, 409), guarded=True)
    async def deals(self, came: Came) -> Response:
        """The start of every round of a match that is over, laid open: to check the shuffle."""
        return _json(await self._looked(await self._over(came), jobs.Deals))

    @call("GET", "/api/matches/{match}/review/{seat}", Review, media=LINES, problems=(404, 409), guarded=True)
    async def review(self, came: Came) -> Response:
        """The chances of all seats in the course of a match that is over, and the turning points of one.

        A line whenever more is known; the last one has `done` 1, unless the review was cut off.
        """
        room = await self._over(came)
        sitting, seat = room.sitting, _seat_of(room, came.part("seat"))

        async def make(known: list[Outlook]) -> jobs.Review:
            entries = await self.house.storage.tail(sitting.id, 1)
            return jobs.Review(_kept(sitting), entries, seat, known, review.USUAL)

        lines = self.house.bots.reviews.of(sitting.id, seat, make)
        first = await anext(lines)  # so that being too busy is said as such
        return StreamingResponse(_after(first, lines), media_type=LINES)

    @call("GET", "/api/tables/{code}/hint/{seat}", m.Hint, problems=(404, 409), guarded=True)
    async def hint(self, came: Came) -> Response:
        """What the bot would do on one of your seats, from what that seat may know, and what else is worth."""
        room = await self._by_code(came)
        sitting, seat = room.sitting, _seat_of(room, came.part("seat"))
        if seat not in sitting.seats_of(came.person.id):
            raise Declined("not-your-seat", ", ".join(map(str, sitting.seats_of(came.person.id))), seat=seat)
        if sitting.closed:
            raise Declined("table-closed")
        if sitting.match is None or not sitting.match.legal(seat):
            raise Declined("nothing-to-do")
        return _json(await self.house.bots.hint(sitting, seat))

    async def _by_code(self, came: Came) -> Room:
        return await self.codes.room(came.part("code"), came.host, Who(came.person))

    async def _over(self, came: Came) -> Room:
        """The match that a request names, if it is over. Raises `Declined`."""
        room = await self.house.room_of(came.part("match"))
        if room is None:
            raise Declined("no-such-match")
        if room.sitting.phase is not Phase.OVER:
            raise Declined("not-over")
        return room

    async def _looked(self, room: Room, job: Callable[..., jobs.Job], *seat: int) -> bytes:
        """What a worker makes of the log of a match, so that a long one holds up nobody here."""
        sitting = room.sitting

        async def make() -> jobs.Job:
            return job(_kept(sitting), await self.house.storage.tail(sitting.id, 1), *seat)

        return await self.house.bots.look((job, sitting.id, *seat), make)

    # --- operation --------------------------------------------------------------------------------------------

    @call("GET", "/health", m.Health, problems=(503,))
    async def health(self, came: Came) -> m.Health:
        """Whether the server can do its work."""
        if self.house.stopping:
            raise Declined("stopping")
        await self.house.probe()
        return m.Health(status="ok", version=self.version, process=self.house.process)


def setup_for(wanted: m.NewTable) -> Setup:
    """The setup that somebody asks for. Raises `Declined` and says what can be had."""
    try:
        if wanted.setup is not None:
            if wanted.game is not None or wanted.players is not None or wanted.options:
                raise Declined("bad-setup", "setup | game, players, options")
            return Setup.read(wanted.setup)
        if wanted.game is None or wanted.players is None:
            raise Declined("bad-setup", "setup | game, players, options")
        return Setup.choose(wanted.game, wanted.players, wanted.options)
    except ValueError as error:
        raise Declined("bad-setup", str(error)) from None


def _seat_of(room: Room, text: str) -> int:
    seat, last = int(text) if text.isdecimal() else -1, len(room.sitting.chairs) - 1
    if not 0 <= seat <= last:
        raise Declined("no-such-seat", f"0–{last}", seat=text, last=last)
    return seat


def _kept(sitting: Sitting) -> Kept:
    return Kept(sitting.id, sitting.code, sitting.secret, sitting.opened.unix_ms)


async def _after(first: bytes, lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for line in lines:
        yield line


def _json(text: bytes) -> Response:
    return Response(text, media_type="application/json")


def invite(base: str, code: str) -> str:
    return f"{base}/t/{code}"


def _known(person: Person) -> Person:
    if not person.id:
        raise Declined("who-are-you", "POST /api/me")
    return person


def _me(person: Person) -> m.Me:
    return m.Me(id=person.id, name=person.name, account=person.account)
