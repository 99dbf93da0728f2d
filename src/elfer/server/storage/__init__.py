"""Storage: where logs, accounts and chat are kept. One small interface, with SQLite and PostgreSQL behind it.

Nothing is acknowledged before `append` has returned: then it is on disk. Whatever is asked to be appended while a
commit runs goes into the next one together (`batch`), so that a busy server does not wait for the disk at every move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from elfer.server.config import masked
from elfer.server.settings import BadSetting
from elfer.server.storage.batch import Tail


class Kept(Struct, frozen=True):
    """What is kept of a match beside its log."""

    id: str
    code: str
    secret: bytes
    opened_ms: int


Statement = tuple[str, tuple[Any, ...]]
"""SQL, and its parameters."""

Appended = Callable[[bool | Exception], None]
"""Is told whether entries were the first with their numbers, or why nobody knows."""


class Standing(Struct, frozen=True):
    """How far a match has come, by its rows alone: no rule of a game is needed to tell."""

    id: str
    code: str
    opened_ms: int
    number: int
    last: bytes
    """The last entry."""
    started: bool
    over: bool
    account: bool
    """Whether somebody with an account has played."""
    imported: bool
    """Whether it came from a record: nobody has opened it."""


class AccountRow(Struct, frozen=True):
    """An account, as the operator sees it."""

    name: str
    made_ms: int
    matches: int
    last_ms: int | None
    """When the newest of these matches began."""


class Account(Struct, frozen=True):
    """A person who has chosen a name and a passphrase."""

    id: str
    name: str
    passphrase: str
    """As argon2 hashed it."""
    made_ms: int


class Played(Struct, frozen=True):
    """One seat of one match, for a person's history."""

    match: str
    code: str
    seat: int
    person: str
    setup: str
    """The table code."""
    game: str
    started_ms: int
    points: int | None = None
    place: int | None = None
    """`None` until the match is over."""


class Outcome(Struct, frozen=True):
    """How a match ended for a person."""

    game: str
    points: int
    place: int
    people: bool
    """Whether another seat of it was a person's; else all others were bots."""


class Chatted(Struct, frozen=True):
    """Something said at a table."""

    match: str
    at_ms: int
    name: str
    text: str
    seat: int | None = None
    emote: bool = False


class Storage(Protocol):
    """All that the server needs to keep."""

    def claim(self) -> None:
        """Take it for this process, where only one may have it. Raises `StorageInUse`. `start` does it too."""

    async def start(self) -> None:
        """Connect, and bring the schema up to date."""

    async def attach(self) -> None:
        """Connect beside a server that may be running. Raises `NoStorage` where there is none to connect to."""

    async def attach_alone(self) -> bool:
        """Connect, and keep servers out if none is running; false if one is, or if nobody can tell."""

    async def stop(self) -> None:
        """Finish writing, and close."""

    async def secret(self, name: str, proposed: bytes) -> bytes:
        """A secret of this installation; the first time it is the proposed one."""

    # --- matches ---

    async def found(self, kept: Kept, first: bytes) -> bool:
        """A new match with its first entry, number 1; false if the code is taken."""

    async def append(self, match: str, number: int, bodies: Sequence[bytes]) -> bool:
        """Add entries from that number on, all or none; false if somebody else was first."""

    def append_then(self, match: str, number: int, bodies: Sequence[bytes], then: Appended) -> None:
        """`append`, for whoever does not wait: `then` is called later, with what came of it."""

    async def tail(self, match: str, number: int) -> list[bytes]:
        """The entries from that number on."""

    async def tails(self, asked: Sequence[Tail]) -> list[list[bytes]]:
        """`tail`, of many matches at once."""

    async def numbers(self, matches: Iterable[str]) -> dict[str, int]:
        """The last number of each of these matches."""

    async def by_code(self, code: str) -> Kept | None: ...

    async def by_id(self, match: str) -> Kept | None: ...

    async def matches(self) -> list[Kept]:
        """All of them, oldest first."""

    # --- what is kept how long ---

    async def to_look_at(self, now_ms: int, most: int) -> list[Standing]:
        """Matches that are due to be looked at, by when that is; a new one is at once."""

    async def look_again(self, when: Mapping[str, int]) -> None:
        """When to look at each of these matches again."""

    async def look_at_all(self) -> None:
        """All matches are due to be looked at."""

    async def standing(self, after: str, most: int) -> list[Standing]:
        """Matches in the order of their ids, from that one on."""

    async def remove(self, match: str) -> bool:
        """Delete a match that is closed, with all that belongs to it; false if somebody else has."""

    async def remove_chat(self, before_ms: int) -> int: ...

    async def old_chat(self, before_ms: int) -> int:
        """How many lines `remove_chat` would remove."""

    async def remove_ended(self, before_ms: int) -> int:
        """Sessions that ended before then; what is known of people with accounts or matches stays."""

    async def remove_processes(self, before_ms: int) -> int: ...

    # --- for the operator ---

    async def accounts(self) -> list[AccountRow]:
        """All of them, the oldest first."""

    async def set_passphrase(self, account: str, hashed: str) -> None: ...

    async def counts(self) -> dict[str, int]:
        """How many rows each table has."""

    async def size(self) -> int:
        """In bytes, on the disk."""

    async def shrink(self) -> None:
        """Give the disk back what deleted rows have left, if that is not done by itself."""

    async def version(self) -> int:
        """Of the schema."""

    # --- people ---

    async def add_account(self, account: Account) -> bool:
        """False if the name is taken; capitals do not matter. Cookies that the person had as a guest end."""

    async def account(self, name: str) -> Account | None: ...

    async def end(self, what: str, now_ms: int) -> None:
        """A session, or all that a person had so far, has ended."""

    async def ended(self, *what: str) -> dict[str, int]:
        """Which of these sessions and people have ended, and how often."""

    async def ended_since(self, since_ms: int) -> set[str]:
        """The sessions and people that have ended since then."""

    async def note_played(self, rows: Sequence[Played]) -> None:
        """Remember who played, and how it ended; what was noted before is replaced."""

    async def history(self, person: str, most: int) -> list[Played]:
        """The newest first."""

    async def outcomes(self, person: str) -> list[Outcome]:
        """Of all matches that are over, the oldest first."""

    async def note_chat(self, chatted: Chatted) -> None:
        """Keep it; the oldest lines of a table that has too many go."""

    async def chat(self, match: str, most: int) -> list[Chatted]:
        """What was said last, the oldest first."""

    # --- processes ---

    async def beat(self, process: str, now_ms: int) -> None:
        """This process is alive."""

    async def alive(self, since_ms: int) -> set[str]:
        """The processes that have given a sign since then."""


def storage_for(url: str) -> Storage:
    """The storage behind a URL: `sqlite:PATH` or `postgresql://…`. Raises `BadSetting` if it is neither."""
    if url.startswith("sqlite:"):
        from elfer.server.storage.sqlite import SqliteStorage

        return SqliteStorage(url.removeprefix("sqlite:"))
    if url.startswith(("postgresql:", "postgres:")):
        try:
            from elfer.server.storage.postgres import PostgresStorage
        except ModuleNotFoundError:
            raise BadSetting("storage: PostgreSQL needs more: pip install 'elfer[cluster]'") from None
        return PostgresStorage(url)
    raise BadSetting(f"“{masked('storage', url)}” is no storage; expected sqlite:PATH or postgresql://…")
