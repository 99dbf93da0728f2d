"""What the server says about itself, from the types in `elfer.server.messages`: JSON schema, OpenAPI, TypeScript.

`python -m elfer.server.schema` writes all three; with `--check` it only says which of them are stale.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from elfer.server import messages as m
from elfer.server.api import CALLS, Call
from elfer.server.typescript import typescript
from elfer.words import LANGUAGES

_PROBLEMS = {
    400: "What was sent is not what was expected",
    401: "Nobody knows who you are",
    403: "The request comes from a page of another server",
    404: "There is no such thing",
    409: "That cannot be done now",
    413: "Too large",
    429: "Too many requests",
    503: "The server is stopping, or its storage is down",
}
_PARAMETERS = {
    "game": "The id of a game.",
    "setup": "A table code, such as elfer.4.",
    "code": "The join code of a table.",
    "match": "The id of a match.",
    "seat": "A seat, counted from 0.",
}


def _components(types: list[Any], template: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    schemas, components = msgspec.json.schema_components(types, ref_template=template)
    return list(schemas), dict(components)


def messages_schema() -> dict[str, Any]:
    """All messages of the WebSocket."""
    (client, server), components = _components([m.ClientMessage, m.ServerMessage], "#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of the elfer server's WebSocket",
        "properties": {"client": client, "server": server},
        "$defs": dict(sorted(components.items())),
    }


@lru_cache
def openapi() -> dict[str, Any]:
    """The HTTP part."""
    types = [call.body for call in CALLS if call.body] + [call.answer for call in CALLS if call.answer] + [m.Problem]
    schemas, components = _components(types, "#/components/schemas/{name}")
    by_type = {repr(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call, by_type)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "elfer",
            "version": version("elfer"),
            "description": "The HTTP part of the elfer server. At the table everything goes over the WebSocket /ws; "
            "its messages are in messages.schema.json.",
        },
        "paths": paths,
        "components": {"schemas": dict(sorted(components.items()))},
    }


def _operation(call: Call, by_type: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": "Done"}
    if call.answer is not None:
        answer["content"] = {call.media: {"schema": by_type[repr(call.answer)]}}
    # Any request may ask for a language that there is not.
    problems = {400, *call.problems}
    if call.method != "GET":
        problems |= {403}
    if call.body is not None:
        problems |= {413}
    if call.guarded:
        problems |= {429}
    out: dict[str, Any] = {
        "operationId": call.do.__name__,
        "summary": call.about,
        "parameters": [*_path_parameters(call.path), _language()],
        "responses": {str(call.status): answer, **{str(n): _problem(n) for n in sorted(problems)}},
    }
    if call.body is not None:
        content = {"application/json": {"schema": by_type[repr(call.body)]}}
        out["requestBody"] = {"required": True, "content": content}
    return out


def _problem(status: int) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": _PROBLEMS[status], "content": content}


def _path_parameters(path: str) -> list[dict[str, Any]]:
    names = [part.partition("}")[0] for part in path.split("{")[1:]]
    return [
        {"name": n, "in": "path", "required": True, "description": _PARAMETERS[n], "schema": {"type": "string"}}
        for n in names
    ]


def _language() -> dict[str, Any]:
    schema = {"type": "string", "enum": list(LANGUAGES)}
    return {"name": "lang", "in": "query", "required": False, "description": "The language.", "schema": schema}


def _pretty(document: dict[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


@lru_cache
def openapi_text() -> bytes:
    return _pretty(openapi())


@lru_cache
def messages_text() -> bytes:
    return _pretty(messages_schema())


def typescript_text() -> bytes:
    """The types of all messages and HTTP bodies, for the front end."""
    bodies = [call.body for call in CALLS if call.body] + [call.answer for call in CALLS if call.answer]
    types = [m.ClientMessage, m.ServerMessage, m.Problem, *bodies]
    (client, server, *_), components = _components(types, "#/$defs/{name}")
    return typescript({**components, "ClientMessage": client, "ServerMessage": server}).encode()


def files() -> dict[Path, bytes]:
    """What is written where, from the repository's root."""
    return {
        Path("docs/server/messages.schema.json"): messages_text(),
        Path("docs/server/openapi.json"): openapi_text(),
        Path("web/src/messages.ts"): typescript_text(),
    }


def main(argv: list[str]) -> int:
    stale = [path for path, text in files().items() if not path.exists() or path.read_bytes() != text]
    for path in stale:
        print(path)
        if "--check" not in argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files()[path])
    return int(bool(stale) and "--check" in argv)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
