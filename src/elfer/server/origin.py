"""Which pages may use the server: those that it serves itself, and those that the operator names.

Cookies are SameSite=Lax, but a WebSocket is not bound by that; so its Origin, and that of every request that changes
something, is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit


class Origins:
    """The origins that are let in."""

    def __init__(self, more: tuple[str, ...] = ()) -> None:
        self._more = {origin.rstrip("/").lower() for origin in more}

    def allowed(self, headers: Mapping[str, str]) -> bool:
        """Whether a request with these headers (in small letters) may do something."""
        origin = headers.get("origin")
        if origin is None:  # no browser: it has no cookies of somebody else to misuse
            return True
        if origin.lower() in self._more:
            return True
        try:
            return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
        except ValueError:
            return False
