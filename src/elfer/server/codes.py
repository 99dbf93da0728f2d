"""Finding a table by its code: for whoever was told the code, and not for whoever tries them all."""

from __future__ import annotations

import time

from elfer.server.address import PerAddress
from elfer.server.declined import Declined
from elfer.server.house import House
from elfer.server.room import Room
from elfer.server.who import Who

FREE_GUESSES = 20
SECONDS_EACH = 2.0


class Guesses:
    """The wrong guesses of one address: some are borne at once, and then one in so many seconds."""

    def __init__(self, free: int = FREE_GUESSES, seconds: float = SECONDS_EACH) -> None:
        self._longest, self._seconds = free * seconds, seconds
        self._forgotten = 0.0
        """When all of them will be forgotten."""

    def too_many(self) -> bool:
        return self._forgotten - time.monotonic() > self._longest - self._seconds

    def wrong(self) -> None:
        # Of those that were under way at once each one counts, however many there are.
        self._forgotten = max(self._forgotten, time.monotonic()) + self._seconds


class Codes:
    """Looks tables up; a code that there is not costs, wherever it is given."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._guesses = PerAddress(Guesses)

    async def room(self, code: str, host: str | None, who: Who) -> Room:
        """The room of a table. Raises `Declined`: if there is none, or after too many guesses from that address."""
        guesses = self._guesses.of(host)
        if guesses.too_many():
            return self._own(code, who)
        try:
            return await self._house.room_by_code(code)
        except Declined as why:
            if why.code == "no-such-table":
                guesses.wrong()
            raise

    def _own(self, code: str, who: Who) -> Room:
        """Whoever sits at a table or opened it comes back, whatever the neighbours do; all others hear the same."""
        room = self._house.open_room(code)
        if room is None or not (room.seats_of(who) or "" != who.person.id == room.sitting.host):
            raise Declined("too-many-codes")
        return room
