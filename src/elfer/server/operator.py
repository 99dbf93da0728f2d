"""The operator: whoever shows the token of the settings. Nobody else reads numbers that tell what others do."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from elfer.server.declined import Declined

SCHEME = "Bearer "


class Operator:
    """Knows the token."""

    def __init__(self, token: str) -> None:
        self._expected = (SCHEME + token).encode() if token else b""

    def check(self, headers: Mapping[str, str]) -> None:
        """Raises `Declined` unless the request is the operator's. How long that takes tells nothing of the token."""
        given = headers.get("authorization", "").encode()
        if not self._expected or not hmac.compare_digest(given, self._expected):
            raise Declined("operators-only", "Authorization: Bearer …")
