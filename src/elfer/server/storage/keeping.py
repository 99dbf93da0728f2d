"""What is kept how long, as statements: which matches are due to be looked at, and taking away what is too old.

Deleting goes in small transactions, so that no move waits long for one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from elfer.server.storage import AccountRow, Standing, Statement

MOST_CHAT = 200
"""Lines of chat that are kept of one table; the oldest go."""
CHUNK = 200
"""So many rows are deleted at once."""
TABLES = ("matches", "entries", "chat", "accounts", "played", "ended", "processes")

# An entry's kind stands first in it, and quotation marks inside of names are escaped: nothing else can look like it.
_STANDING = """SELECT id, code, opened_ms,
        (SELECT MAX(number) FROM entries WHERE match = id),
        (SELECT body FROM entries WHERE match = id ORDER BY number DESC LIMIT 1),
        EXISTS (SELECT 1 FROM entries WHERE match = id AND body LIKE '{"kind":"started"%'),
        EXISTS (SELECT 1 FROM entries WHERE match = id AND body LIKE '{"kind":"revealed"%'),
        EXISTS (SELECT 1 FROM played JOIN accounts ON accounts.id = played.person WHERE played.match = matches.id),
        EXISTS (SELECT 1 FROM entries WHERE match = id AND number = 1 AND body LIKE '%"host":""%')
    FROM matches"""


class Keeping(ABC):
    """The part of a storage that an operator and the cleaning need."""

    @abstractmethod
    async def _rows(self, sql: str, *args: Any) -> Sequence[Sequence[Any]]: ...

    @abstractmethod
    async def _write(self, *statements: Statement) -> list[int]: ...

    @abstractmethod
    async def size(self) -> int: ...

    @abstractmethod
    async def shrink(self) -> None: ...

    # --- matches ----------------------------------------------------------------------------------------------

    async def to_look_at(self, now_ms: int, most: int) -> list[Standing]:
        rows = await self._rows(f"{_STANDING} WHERE look_ms <= $1 ORDER BY look_ms, id LIMIT $2", now_ms, most)
        return [_standing(row) for row in rows]

    async def standing(self, after: str, most: int) -> list[Standing]:
        rows = await self._rows(f"{_STANDING} WHERE id > $1 ORDER BY id LIMIT $2", after, most)
        return [_standing(row) for row in rows]

    async def look_again(self, when: Mapping[str, int]) -> None:
        if when:
            sql = "UPDATE matches SET look_ms = $2 WHERE id = $1"
            await self._write(*((sql, row) for row in when.items()))

    async def look_at_all(self) -> None:
        await self._write(("UPDATE matches SET look_ms = 0 WHERE look_ms > 0", ()))

    async def remove(self, match: str) -> bool:
        while (await self._write(self._some_entries(match)))[0] == CHUNK:
            pass
        gone = [(f"DELETE FROM {table} WHERE match = $1", (match,)) for table in ("entries", "chat", "played")]
        return (await self._write(*gone, ("DELETE FROM matches WHERE id = $1", (match,))))[-1] == 1

    @staticmethod
    def _some_entries(match: str) -> Statement:
        """The next ones after the first; the last stays to the end, since it says that nothing may follow."""
        sql = """DELETE FROM entries WHERE match = $1 AND number IN (
            SELECT number FROM entries WHERE match = $1 AND number > 1
                AND number < (SELECT MAX(number) FROM entries WHERE match = $1) ORDER BY number LIMIT $2)"""
        return sql, (match, CHUNK)

    # --- the rest ---------------------------------------------------------------------------------------------

    async def remove_chat(self, before_ms: int) -> int:
        return await self._remove_before("chat", "at_ms", before_ms)

    async def old_chat(self, before_ms: int) -> int:
        return int((await self._rows("SELECT COUNT(*) FROM chat WHERE at_ms < $1", before_ms))[0][0])

    async def remove_ended(self, before_ms: int) -> int:
        # How often a person has signed out everywhere still counts for the keys of seats, so those rows stay.
        lasting = "SELECT 1 FROM accounts WHERE id = what UNION ALL SELECT 1 FROM played WHERE person = what"
        return await self._remove_before("ended", "at_ms", before_ms, f"AND NOT EXISTS ({lasting})")

    async def remove_processes(self, before_ms: int) -> int:
        return await self._remove_before("processes", "seen_ms", before_ms)

    async def _remove_before(self, table: str, column: str, before_ms: int, also: str = "") -> int:
        """Rows older than that, the oldest first; gives how many."""
        # Neither database deletes a number of rows in words that the other knows, but a time bounds them too.
        sql = f"SELECT {column} FROM {table} WHERE {column} < $1 {also} ORDER BY {column} LIMIT 1 OFFSET $2"
        total = 0
        while True:
            rows = await self._rows(sql, before_ms, CHUNK - 1)
            until = rows[0][0] + 1 if rows else before_ms
            total += (await self._write((f"DELETE FROM {table} WHERE {column} < $1 {also}", (until,))))[0]
            if not rows:
                return total

    @staticmethod
    def _bounded_chat(match: str) -> Statement:
        sql = """DELETE FROM chat WHERE match = $1 AND at_ms <= (
            SELECT at_ms FROM chat WHERE match = $1 ORDER BY at_ms DESC LIMIT 1 OFFSET $2)"""
        return sql, (match, MOST_CHAT)

    # --- for the operator -------------------------------------------------------------------------------------

    async def accounts(self) -> list[AccountRow]:
        sql = """SELECT accounts.name, made_ms, COUNT(DISTINCT played.match), MAX(started_ms)
            FROM accounts LEFT JOIN played ON played.person = accounts.id
            GROUP BY accounts.id, accounts.name, made_ms ORDER BY made_ms, accounts.name"""
        return [AccountRow(*row) for row in await self._rows(sql)]

    async def set_passphrase(self, account: str, hashed: str) -> None:
        await self._write(("UPDATE accounts SET passphrase = $2 WHERE id = $1", (account, hashed)))

    async def counts(self) -> dict[str, int]:
        return {table: (await self._rows(f"SELECT COUNT(*) FROM {table}"))[0][0] for table in TABLES}

    async def version(self) -> int:
        return int((await self._rows("SELECT MAX(version) FROM schema_version"))[0][0])


def _standing(row: Sequence[Any]) -> Standing:
    id, code, opened_ms, number, last, started, over, account, imported = row
    body = b"" if last is None else last.encode()
    return Standing(id, code, opened_ms, number or 0, body, bool(started), bool(over), bool(account), bool(imported))
