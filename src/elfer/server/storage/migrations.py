"""The migrations of the schema. One that has been released is never changed; a new one is added at the end.

`{blob}` and `{int}` stand for the few words in which the two databases differ.
"""

from __future__ import annotations

from elfer.server.settings import UnusableStorage

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, value {blob} NOT NULL)",
        """CREATE TABLE matches (
            id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, secret {blob} NOT NULL, opened_ms {int} NOT NULL
        )""",
        # The key that makes lost and doubled moves impossible.
        """CREATE TABLE entries (
            match TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, number)
        )""",
        """CREATE TABLE accounts (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, passphrase TEXT NOT NULL,
            made_ms {int} NOT NULL
        )""",
        """CREATE TABLE played (
            match TEXT NOT NULL, code TEXT NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL,
            table_code TEXT NOT NULL, game TEXT NOT NULL, started_ms {int} NOT NULL, points INTEGER, place INTEGER,
            PRIMARY KEY (match, seat)
        )""",
        "CREATE INDEX played_by_person ON played (person, started_ms)",
        """CREATE TABLE chat (
            match TEXT NOT NULL, at_ms {int} NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, seat INTEGER,
            emote INTEGER NOT NULL
        )""",
        "CREATE INDEX chat_by_match ON chat (match, at_ms)",
        "CREATE TABLE processes (id TEXT PRIMARY KEY, seen_ms {int} NOT NULL)",
    ),
    # Who has signed out: a session, or a person everywhere, and how often.
    ("CREATE TABLE ended (what TEXT PRIMARY KEY, times INTEGER NOT NULL, at_ms {int} NOT NULL)",),
    # What is kept how long. `look_ms` is when a match is next looked at; 0, as in all that were there before, is now.
    # A time of the last change would have to be written at every move; the log has it already.
    (
        "ALTER TABLE matches ADD COLUMN look_ms {int} NOT NULL DEFAULT 0",
        "CREATE INDEX matches_to_look_at ON matches (look_ms)",
        "CREATE INDEX chat_by_time ON chat (at_ms)",
        "CREATE INDEX ended_by_time ON ended (at_ms)",
    ),
)


def migrations(**words: str) -> list[list[str]]:
    """The statements of each version, in the words of one database."""
    return [[statement.format(**words) for statement in migration] for migration in MIGRATIONS]


class TooNew(UnusableStorage):
    """The storage was written by a newer version of the program."""

    def __init__(self, found: int, path: str) -> None:
        reason = f"has schema version {found}; this program knows versions up to {len(MIGRATIONS)}"
        super().__init__("too-new", path, reason, found=found, known=len(MIGRATIONS))
