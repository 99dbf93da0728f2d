"""The claim to an SQLite file: one process serves from it, its owner alone reads it, and what is wrong is said."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from elfer.server.settings import StorageInUse, UnusableStorage

if sys.platform == "linux":
    import fcntl

OWNER_ONLY = 0o600
_BESIDE = ("", "-wal", "-shm", ".lock")
_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_NOT_WRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH)


class Claim:
    """Held as long as a process serves from the file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: int | None = None
        self._beside: sqlite3.Connection | None = None

    def take(self) -> None:
        """Nothing tells two processes on one file of each other's moves, so the second one is refused.

        One lock lies on a file beside it, which every system and every version of the program knows. The other lies
        on the file itself, whatever names it has; SQLite and whoever reads or copies the data do not mind it. Both go
        with the process. Raises `UnusableStorage`.
        """
        if self._beside is not None:
            return
        with said_plainly(self.path):
            real = Path(self.path).resolve()
            real.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(real, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
            try:
                self._lock_file(self._file)
                os.close(os.open(f"{real}.lock", os.O_RDWR | os.O_CREAT, OWNER_ONLY))
                _close_to_others(real)
                self._beside = self._locked_beside(f"{real}.lock")
            except BaseException:
                self.release()
                raise

    def _lock_file(self, file: int) -> None:
        # Elsewhere such a lock would keep SQLite itself out.
        if sys.platform == "linux":
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StorageInUse(self.path) from None
            except OSError:  # a file system that knows no locks; the other one remains
                pass

    def _locked_beside(self, path: str) -> sqlite3.Connection:
        beside = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            beside.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            beside.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise StorageInUse(self.path) from None
        return beside

    def release(self) -> None:
        """Only when SQLite has closed the file: closing it here drops the locks that SQLite has on it."""
        if self._beside is not None:
            self._beside.close()
        if self._file is not None:
            os.close(self._file)
        self._file = self._beside = None


def _close_to_others(real: Path) -> None:
    """In the file are passphrases' hashes, the key that signs cookies, and cards. What SQLite makes beside it has the
    same rights."""
    for end in _BESIDE:
        path = Path(f"{real}{end}")
        with suppress(FileNotFoundError, PermissionError):  # not there yet; or somebody else's, who has to see to it
            if path.stat().st_mode & 0o777 & ~OWNER_ONLY:
                path.chmod(OWNER_ONLY)


@contextmanager
def said_plainly(path: str) -> Iterator[None]:
    """Whatever is wrong with the file becomes an `UnusableStorage`."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise UnusableStorage(_why(error), path, str(error)) from None
    except OSError as error:
        unwritable = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
        raise UnusableStorage("read-only" if unwritable else "failed", path, error.strerror or str(error)) from None


def _why(error: sqlite3.DatabaseError) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest says more closely which
    if code in _BROKEN:
        return "broken"
    if code in _NOT_WRITABLE:
        return "read-only"
    return "in-use" if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else "failed"
