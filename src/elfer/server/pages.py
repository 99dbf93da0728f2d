"""The pages that the server writes itself: a welcome and a way back where no front end is installed, and the API."""

from __future__ import annotations

from html import escape
from typing import Any

from elfer.server import schema
from elfer.words import Words

_STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code,pre{background:#8881;border-radius:4px;padding:.1em .3em}pre{padding:1em;overflow:auto}
summary{cursor:pointer;padding:.3em 0}"""


def _page(lang: str, title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style><body>{body}</body></html>'
    )


def home_page(lang: str) -> str:
    """What the server is, and where to read on."""
    say = Words(lang).say
    body = f"<h1>elfer</h1><p>{escape(say('page.about'))}</p><p><a href='/docs'>{escape(say('page.docs'))}</a></p>"
    return _page(lang, "elfer", body)


def lost_page(lang: str) -> str:
    """That there is nothing at an address, and the way back."""
    say = Words(lang).say
    sentence, home = escape(say("declined.no-such-page")), escape(say("web.home"))
    return _page(lang, "elfer", f"<h1>elfer</h1><p>{sentence}</p><p><a href='/'>{home}</a></p>")


def docs_page(lang: str) -> str:
    """Every call of the HTTP part, as the OpenAPI document has it."""
    document = schema.openapi()
    parts = [
        f"<h1>{escape(document['info']['title'])}</h1><p>{escape(document['info']['description'])}</p>"
        '<p><a href="/openapi.json">openapi.json</a> · <a href="/messages.schema.json">messages.schema.json</a></p>'
    ]
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            parts.append(_call(method, path, call))
    return _page(lang, document["info"]["title"], "".join(parts))


def _call(method: str, path: str, call: dict[str, Any]) -> str:
    answers = "".join(
        f"<li><code>{status}</code> {escape(answer['description'])} {_kind(answer)}</li>"
        for status, answer in call["responses"].items()
    )
    body = f"<p>Body: {_kind(call['requestBody'])}</p>" if "requestBody" in call else ""
    return (
        f"<details><summary><code>{method.upper()} {escape(path)}</code> {escape(call['summary'])}</summary>"
        f"{body}<ul>{answers}</ul></details>"
    )


def _kind(part: dict[str, Any]) -> str:
    names = [
        str(content["schema"].get("$ref", content["schema"].get("type", ""))).rsplit("/", 1)[-1]
        for content in part.get("content", {}).values()
    ]
    return " ".join(f"<code>{escape(name)}</code>" for name in names if name)
