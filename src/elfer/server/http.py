"""How a declared call becomes a route: bodies are read and checked, answers and problems written, cookies kept."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from elfer.server.address import PerAddress
from elfer.server.api import CALLS, Api, Call, Came, Gives
from elfer.server.client import Bucket
from elfer.server.declined import Declined, sentence
from elfer.server.messages import Problem
from elfer.server.origin import Origins
from elfer.server.people import known
from elfer.server.service import words_at
from elfer.server.socket import cookie_of
from elfer.server.who import COOKIE, COOKIE_DAYS, Person
from elfer.words import DEFAULT, LANGUAGES

LARGEST_BODY = 16 * 1024

STATUS = {
    "malformed": 400,
    "not-json": 400,
    "bad-setup": 400,
    "bad-language": 400,
    "bad-name": 400,
    "who-are-you": 401,
    "wrong-passphrase": 401,
    "operators-only": 401,
    "foreign-page": 403,
    "no-such-table": 404,
    "no-such-match": 404,
    "no-such-game": 404,
    "no-such-code": 404,
    "no-such-page": 404,
    "has-account": 409,
    "name-taken": 409,
    "not-over": 409,
    "nothing-to-do": 409,
    "table-closed": 409,
    "not-your-seat": 409,
    "no-such-seat": 404,
    "bots-busy": 503,
    "sign-in-busy": 503,
    "too-large": 413,
    "too-fast": 429,
    "too-many-codes": 429,
    "too-many-tries": 429,
    "server-error": 500,
    "stopping": 503,
    "storage-down": 503,
    "storage-full": 503,
    "storage-locked": 503,
    "storage-read-only": 503,
    "storage-unreachable": 503,
}

_log = logging.getLogger(__name__)


class Http:
    """Runs the calls of the API."""

    def __init__(self, api: Api, origins: Origins, rate: float, public_url: str = "") -> None:
        self.api, self.origins, self.rate = api, origins, rate
        self.public_url = public_url.rstrip("/")
        self._buckets = PerAddress(lambda: Bucket(rate))

    def routes(self) -> list[Route]:
        """One for each path: a method that it does not have is answered as such."""
        paths: dict[str, dict[str, Call]] = {}
        for call in CALLS:
            paths.setdefault(call.path, {})[call.method] = call
        return [Route(path, self._endpoint(calls), methods=list(calls)) for path, calls in paths.items()]

    def _endpoint(self, calls: dict[str, Call]) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            call = calls["GET" if request.method == "HEAD" else request.method]
            lang = DEFAULT
            try:
                lang = language_of(request)
                response = await self._answer(call, request, lang)
            except Declined as why:
                response = problem(why, lang)
            except Exception:
                _log.exception("request failed", extra={"path": call.path})
                response = problem(Declined("server-error"), lang)
            self.api.house.metrics.count("elfer_requests_total", label=f'status="{response.status_code}"')
            return response

        return endpoint

    async def _answer(self, call: Call, request: Request, lang: str) -> Response:
        if call.method != "GET" and not self.origins.allowed(request.headers):
            raise Declined("foreign-page")
        host = request.client.host if request.client else None
        if call.guarded and not self._buckets.of(host).take(time.monotonic()):
            raise Declined("too-fast", f"≤ {self.rate:g}/s", most=f"{self.rate:g}")
        body = None if call.body is None else await _body(request, call.body)
        house, cookie = self.api.house, cookie_of(request.headers.get("cookie", ""))
        person = await known(house.signer, house.storage, cookie)
        base = self.public_url or f"{request.url.scheme}://{request.url.netloc}"
        given = await call.do(self.api, Came(request, person, lang, base, body))
        if isinstance(given, Response):
            return given
        if not isinstance(given, Gives):
            given = Gives(given)
        content = b"" if given.answer is None else msgspec.json.encode(given.answer)
        response = Response(content, call.status, media_type="application/json" if content else None)
        if given.person is not None:
            self._remember(response, given.person, base.startswith("https:") or request.url.scheme == "https")
        return response

    def _remember(self, response: Response, person: Person, https: bool) -> None:
        value = self.api.house.signer.cookie(person) if person.id else ""
        age = COOKIE_DAYS * 24 * 3600 if person.id else 0
        response.set_cookie(COOKIE, value, max_age=age, httponly=True, samesite="lax", secure=https)


async def _body(request: Request, kind: type[msgspec.Struct]) -> Any:
    """What was sent. Raises `Declined`, and says what was expected."""
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > LARGEST_BODY:
                raise Declined("too-large", f"≤ {LARGEST_BODY} B", most=LARGEST_BODY // 1024)
    except ClientDisconnect:
        raise Declined("not-json") from None
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise Declined("malformed", str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Declined("not-json", kind.__name__) from None


def language_of(request: Request) -> str:
    """The language that the address asks for, else the browser, else English. Raises `Declined`."""
    asked = request.query_params.get("lang")
    if asked is not None:
        if asked not in LANGUAGES:
            raise Declined("bad-language", ", ".join(LANGUAGES))
        return asked
    for part in request.headers.get("accept-language", "").split(","):
        lang = part.strip()[:2].lower()
        if lang in LANGUAGES:
            return lang
    return DEFAULT


def problem(why: Declined, lang: str) -> Response:
    """Why a request was not done."""
    said = Problem(code=why.code, sentence=sentence(words_at(lang, None), why), expected=why.expected)
    headers = {"retry-after": str(why.facts["seconds"])} if "seconds" in why.facts else None
    return Response(msgspec.json.encode(said), STATUS[why.code], headers, media_type="application/json")
