"""The whole server as one ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import elfer
from elfer.server import schema
from elfer.server.address import Proxies
from elfer.server.api import Api
from elfer.server.codes import Codes
from elfer.server.declined import Declined
from elfer.server.doors import Doors
from elfer.server.house import House
from elfer.server.http import Http, language_of, problem
from elfer.server.hub import hub_for
from elfer.server.metrics import Metrics
from elfer.server.numbers import Numbers
from elfer.server.operator import Operator
from elfer.server.origin import Origins
from elfer.server.pages import docs_page, home_page, lost_page
from elfer.server.people import People
from elfer.server.retention import Cleaning
from elfer.server.service import Service
from elfer.server.settings import Settings
from elfer.server.socket import Message, Receive, Send, Sockets
from elfer.server.storage import storage_for
from elfer.server.who import new_id
from elfer.words import DEFAULT

WEB = Path(elfer.__file__).parent / "web"
"""The front end, where one is built into the package."""
INDEX = WEB / "index.html"
PAGES = ("/t/{code}", "/tv/{code}", "/report/{code}", "/game/{game}", "/me", "/about")
"""Addresses that the front end itself shows something at, beside its first page."""

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),  # join codes and keys are in addresses
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class App:
    """Sockets on one side, HTTP on the other."""

    def __init__(self, settings: Settings, numbers: Numbers | None = None) -> None:
        self.settings, self._started = settings, False
        self._numbers = numbers
        process = new_id()
        self.metrics = Metrics()
        self.house = House(
            settings, storage_for(settings.storage), hub_for(settings.hub, process), process, self.metrics
        )
        own = (settings.public_url,) if settings.public_url else ()
        origins = Origins((*settings.origins, *own))
        self.doors, codes = Doors(settings, Proxies(settings.proxies)), Codes(self.house)
        self.sockets = Sockets(Service(self.house, codes), origins, self.doors)
        self.people = People(self.house.storage)
        api = Api(self.house, self.people, codes, version("elfer"))
        self.http = Http(api, origins, settings.rate, settings.public_url)
        self._operator = Operator(settings.operator_token)
        routes: list[Route | Mount] = [
            *self.http.routes(),
            *([Route("/metrics", self._metrics)] if settings.operator_token else []),
            Route("/docs", lambda request: HTMLResponse(docs_page(language_of(request)))),
            Route("/openapi.json", lambda request: _json(schema.openapi_text())),
            Route("/messages.schema.json", lambda request: _json(schema.messages_text())),
        ]
        if INDEX.exists():
            routes += [
                *(Route(path, lambda request: FileResponse(INDEX)) for path in PAGES),
                Mount("/", GZipMiddleware(StaticFiles(directory=WEB, html=True), minimum_size=1024)),
            ]
        else:
            home = Route("/", lambda request: HTMLResponse(home_page(language_of(request))))
            routes += [home, Route("/t/{code}", home.endpoint)]
        handlers: Any = {404: _not_found, Declined: _declined}
        self._starlette = Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=handlers)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
            return
        if scope["type"] == "lifespan":
            await self._starlette(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self._starlette(scope, receive, with_headers)

    @contextlib.asynccontextmanager
    async def _lifespan(self, starlette: Starlette) -> AsyncIterator[None]:
        await self.start()
        if self._numbers is not None:
            await self._numbers.start(self._own_numbers)
        beside = [asyncio.create_task(work) for work in (self.sockets.ping_all(), Cleaning(self.house).run())]
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)  # nothing is asked of a storage that is closed
            await self.stop()

    async def start(self) -> None:
        """Be ready to serve; the second time nothing happens. Raises `UnusableStorage`."""
        if not self._started:
            self._started = True
            await self.house.start()

    async def stop(self) -> None:
        """Nothing new begins; everyone is told to come back; what is being written is finished."""
        self.house.stopping = True
        await self.sockets.stop()
        await self.house.stop()
        self.people.stop()
        if self._numbers is not None:
            await self._numbers.stop()

    async def _metrics(self, request: Request) -> Response:
        self._operator.check(request.headers)
        text = await (self._own_numbers() if self._numbers is None else self._numbers.all())
        return Response(text, media_type="text/plain; version=0.0.4")

    async def _own_numbers(self) -> str:
        gauges = {
            "elfer_connections": len(self.sockets.clients),
            "elfer_rooms": len(self.house.rooms),
            "elfer_tables_overdue": self.house.clockwork.overdue(),
            "elfer_decisions_waiting": self.house.bots.waiting,
            "elfer_storage_up": await self.house.can_write(),
        }
        return self.metrics.text(gauges)


def _json(text: bytes) -> Response:
    return Response(text, media_type="application/json")


async def _not_found(request: Request, error: Exception) -> Response:
    """A page with a way on for whoever looks at it, a problem as JSON for programs."""
    lang = _language(request)
    if "text/html" not in request.headers.get("accept", ""):
        return problem(Declined("no-such-page"), lang)
    if INDEX.exists():
        return FileResponse(INDEX, 404)
    return HTMLResponse(lost_page(lang), 404)


async def _declined(request: Request, error: Exception) -> Response:
    assert isinstance(error, Declined)
    return problem(error, _language(request))


def _language(request: Request) -> str:
    try:
        return language_of(request)
    except Declined:  # a language that is not there is no reason to say nothing
        return DEFAULT
