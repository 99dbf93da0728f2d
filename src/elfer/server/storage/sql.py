"""What both databases share: the statements. A storage says how to run them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import msgspec

from elfer.server.names import folded
from elfer.server.storage import Account, Appended, Chatted, Kept, Outcome, Played, Statement
from elfer.server.storage.batch import Append, Group, Tail
from elfer.server.storage.keeping import Keeping

_PLAYED = "match, code, seat, person, table_code, game, started_ms, points, place"


class SqlStorage(Keeping):
    """Parameters are written `$1`, `$2`, …"""

    def __init__(self) -> None:
        self._group: Group[Append, bool] = Group(self._commit)
        """Commits: a busy server does not wait for the disk at every move."""

    @abstractmethod
    def claim(self) -> None: ...

    @abstractmethod
    async def start(self) -> None: ...

    @abstractmethod
    async def attach(self) -> None: ...

    @abstractmethod
    async def attach_alone(self) -> bool: ...

    @abstractmethod
    async def stop(self) -> None: ...

    @abstractmethod
    async def _commit(self, batch: list[Append]) -> list[bool]:
        """Add all these entries in one transaction."""

    @abstractmethod
    async def _rows(self, sql: str, *args: Any) -> Sequence[Sequence[Any]]:
        """Read."""

    @abstractmethod
    async def _write(self, *statements: Statement) -> list[int]:
        """Run them in one transaction; gives how many rows each has changed."""

    async def secret(self, name: str, proposed: bytes) -> bytes:
        await self._write(("INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", (name, proposed)))
        [row] = await self._rows("SELECT value FROM secrets WHERE name = $1", name)
        return bytes(row[0])

    # --- matches ----------------------------------------------------------------------------------------------

    async def found(self, kept: Kept, first: bytes) -> bool:
        match = (
            "INSERT INTO matches (id, code, secret, opened_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            (kept.id, kept.code, kept.secret, kept.opened_ms),
        )
        # The first entry only if the match was new.
        entry = (
            "INSERT INTO entries (match, number, body) SELECT id, 1, $2 FROM matches WHERE id = $1 "
            "ON CONFLICT DO NOTHING",
            (kept.id, first.decode()),
        )
        return all(await self._write(match, entry))

    def append_then(self, match: str, number: int, bodies: Sequence[bytes], then: Appended) -> None:
        self._group.ask(Append(match, number, bodies), then)

    async def append(self, match: str, number: int, bodies: Sequence[bytes]) -> bool:
        return await self._group.add(Append(match, number, bodies))

    async def tail(self, match: str, number: int) -> list[bytes]:
        rows = await self._rows(
            "SELECT body FROM entries WHERE match = $1 AND number >= $2 ORDER BY number", match, number
        )
        return [row[0].encode() for row in rows]

    async def tails(self, asked: Sequence[Tail]) -> list[list[bytes]]:
        return [await self.tail(match, number) for match, number in asked]

    async def by_code(self, code: str) -> Kept | None:
        return await self._kept("code", code)

    async def by_id(self, match: str) -> Kept | None:
        return await self._kept("id", match)

    async def _kept(self, column: str, value: str) -> Kept | None:
        rows = await self._rows(f"SELECT id, code, secret, opened_ms FROM matches WHERE {column} = $1", value)
        return Kept(rows[0][0], rows[0][1], bytes(rows[0][2]), rows[0][3]) if rows else None

    async def matches(self) -> list[Kept]:
        rows = await self._rows("SELECT id, code, secret, opened_ms FROM matches ORDER BY opened_ms, id")
        return [Kept(row[0], row[1], bytes(row[2]), row[3]) for row in rows]

    @abstractmethod
    async def numbers(self, matches: Iterable[str]) -> dict[str, int]: ...

    # --- people -----------------------------------------------------------------------------------------------

    async def add_account(self, account: Account) -> bool:
        row = (account.id, account.name, folded(account.name), account.passphrase, account.made_ms)
        made = "INSERT INTO accounts (id, name, folded, passphrase, made_ms) VALUES ($1, $2, $3, $4, $5)"
        # In the same breath: a guest's cookie must not be one of the account for a moment.
        ended = (
            "INSERT INTO ended SELECT id, 1, $2 FROM accounts WHERE id = $1 AND folded = $3 "
            "ON CONFLICT (what) DO UPDATE SET times = ended.times + 1, at_ms = excluded.at_ms"
        )
        what = (account.id, account.made_ms, folded(account.name))
        return (await self._write((f"{made} ON CONFLICT DO NOTHING", row), (ended, what)))[0] == 1

    async def account(self, name: str) -> Account | None:
        # Earlier versions folded names in a simpler way; whoever has one of theirs goes on being found by it.
        sql = """SELECT id, name, passphrase, made_ms FROM accounts WHERE folded IN ($1, $2)
                 ORDER BY CASE WHEN folded = $2 THEN 0 ELSE 1 END"""
        rows = await self._rows(sql, folded(name), name.strip().casefold())
        return Account(*rows[0]) if rows else None

    async def end(self, what: str, now_ms: int) -> None:
        sql = (
            "INSERT INTO ended VALUES ($1, 1, $2) "
            "ON CONFLICT (what) DO UPDATE SET times = ended.times + 1, at_ms = excluded.at_ms"
        )
        await self._write((sql, (what, now_ms)))

    async def ended(self, *what: str) -> dict[str, int]:
        marks = ", ".join(f"${n}" for n, _ in enumerate(what, 1))
        rows = await self._rows(f"SELECT what, times FROM ended WHERE what IN ({marks})", *what)
        return {row[0]: row[1] for row in rows}

    async def ended_since(self, since_ms: int) -> set[str]:
        return {row[0] for row in await self._rows("SELECT what FROM ended WHERE at_ms >= $1", since_ms)}

    async def note_played(self, rows: Sequence[Played]) -> None:
        if not rows:
            return
        values = [msgspec.structs.astuple(row) for row in rows]
        numbers = iter(range(1, 1 + sum(map(len, values))))
        marks = ", ".join(f"({', '.join(f'${next(numbers)}' for _ in row)})" for row in values)
        sql = (
            f"INSERT INTO played ({_PLAYED}) VALUES {marks} "
            "ON CONFLICT (match, seat) DO UPDATE SET person = excluded.person, points = excluded.points, "
            "place = excluded.place"
        )
        await self._write((sql, tuple(chain.from_iterable(values))))

    async def history(self, person: str, most: int) -> list[Played]:
        sql = f"SELECT {_PLAYED} FROM played WHERE person = $1 ORDER BY started_ms DESC, seat LIMIT $2"
        return [Played(*row) for row in await self._rows(sql, person, most)]

    async def outcomes(self, person: str) -> list[Outcome]:
        sql = """SELECT game, points, place, EXISTS (
                     SELECT 1 FROM played AS other WHERE other.match = own.match AND other.seat <> own.seat
                 ) FROM played AS own WHERE person = $1 AND place IS NOT NULL ORDER BY started_ms, match, seat"""
        rows = await self._rows(sql, person)
        return [Outcome(game, points, place, bool(people)) for game, points, place, people in rows]

    async def note_chat(self, chatted: Chatted) -> None:
        row = (chatted.match, chatted.at_ms, chatted.name, chatted.text, chatted.seat, int(chatted.emote))
        sql = "INSERT INTO chat (match, at_ms, name, text, seat, emote) VALUES ($1, $2, $3, $4, $5, $6)"
        await self._write((sql, row), self._bounded_chat(chatted.match))

    async def chat(self, match: str, most: int) -> list[Chatted]:
        sql = "SELECT match, at_ms, name, text, seat, emote FROM chat WHERE match = $1 ORDER BY at_ms DESC LIMIT $2"
        rows = await self._rows(sql, match, most)
        return [
            Chatted(at, when, who, text, seat, bool(emote)) for at, when, who, text, seat, emote in reversed(rows)
        ]

    # --- processes --------------------------------------------------------------------------------------------

    async def beat(self, process: str, now_ms: int) -> None:
        sql = "INSERT INTO processes VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms"
        await self._write((sql, (process, now_ms)))

    async def alive(self, since_ms: int) -> set[str]:
        return {row[0] for row in await self._rows("SELECT id FROM processes WHERE seen_ms >= $1", since_ms)}
