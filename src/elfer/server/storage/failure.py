"""When the storage cannot be used: one kind of failure, whatever database lies behind it."""

from __future__ import annotations

from typing import Literal

from elfer.server.declined import Declined

Code = Literal["storage-full", "storage-locked", "storage-read-only", "storage-unreachable", "storage-down"]


class StorageFailed(Declined):
    """The storage cannot be used just now; the code says why, as far as that is known.

    What was being written may or may not be there: only reading tells.
    """

    def __init__(self, code: Code = "storage-down") -> None:
        super().__init__(code)
