"""The file of a long run: a header that says what is played, then a line for everything that is done.

Whoever is interrupted goes on where they were. A line counts when it is whole; what was being written when the power
failed is dropped and done again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Generic, TypeVar

import msgspec

from elfer.arena.trouble import Trouble
from elfer.table.game import Game

L = TypeVar("L")

PLAYING = ("lineups.py", "players.py", "rounds.py", "tournament.py")
"""The modules of this package that decide how a board comes out."""


class Ledger(Generic[L]):
    """A file to which lines of one type are added, below a header that must stay the same.

    Without a path nothing is kept.
    """

    def __init__(self, path: Path | None, header: dict[str, str], line: type[L]) -> None:
        self.path, self.header = path, header
        self._decoder = msgspec.json.Decoder(line)
        self._file: BinaryIO | None = None
        self.found: list[L] = []
        """The lines that were there already."""

    def __enter__(self) -> Ledger[L]:
        if self.path is not None:
            self._open(self.path)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, line: L) -> None:
        """Note something; it is in the file when this returns."""
        if self._file is not None:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()

    def _open(self, path: Path) -> None:
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        head, *lines = whole.splitlines() or [b""]
        if head:
            self._compare(head)
            self.found = [self._read(line, n) for n, line in enumerate(lines, 2)]
        self._file = path.open("ab")
        self._file.truncate(len(whole))
        if not head:
            self._file.write(msgspec.json.encode(self.header) + b"\n")
            self._file.flush()

    def _compare(self, head: bytes) -> None:
        try:
            found = msgspec.json.decode(head, type=dict[str, str])
        except msgspec.DecodeError as error:
            raise Trouble("trouble.no-ledger", file=self.path) from error
        for key in {**self.header, **found}:
            there, here = found.get(key, "–"), self.header.get(key, "–")
            if there != here:
                raise Trouble("trouble.other-run", file=self.path, what=key, found=there, wanted=here)

    def _read(self, line: bytes, number: int) -> L:
        try:
            return self._decoder.decode(line)
        except msgspec.DecodeError as error:
            raise Trouble("trouble.bad-line", file=self.path, line=number, reason=error) from error


def fingerprint(kind: type[Game[Any]] | None = None, players: tuple[str, ...] = ()) -> str:
    """A short name for the program that plays a game, or any: with another one, boards could come out differently.

    Bots of one's own count with the file of their module.
    """
    own = [find_spec(player.partition(":")[0]) for player in players if ":" in player]
    files = [Path(spec.origin) for spec in own if spec and spec.has_location and spec.origin]
    return sha256(_program(kind) + b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


@cache
def _program(kind: type[Game[Any]] | None) -> bytes:
    digest = sha256()
    for path in _sources(kind):
        digest.update(path.read_bytes() + b"\0")
    return digest.digest()


def _sources(kind: type[Game[Any]] | None) -> Iterator[Path]:
    """What decides how boards come out; of a game its own package, what it is built on, and what all share."""
    here = Path(__file__).parent
    yield from (here / name for name in PLAYING)
    folders = [here.parent / name for name in ("bots", "match", "table")]
    if kind is None:
        folders.append(here.parent / "games")
    else:
        modules = [sys.modules[name] for name in dict.fromkeys((*kind.packages(), kind.__module__))]
        yield from (Path(module.__file__) for module in modules if module.__file__)
        folders += [Path(folder) for module in modules for folder in getattr(module, "__path__", ())]
        yield from sorted((here.parent / "games").glob("*.py"))
    for folder in folders:
        yield from (path for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".toml"))
