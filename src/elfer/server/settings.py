"""What an operator can set: by flags, by the environment (`ELFER_…`), or in a file."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo

from elfer.bots.pace import USUAL_MS


class BadSetting(ValueError):
    """A setting that cannot be."""


class Spoken(BadSetting):
    """Something that cannot be, for which the catalogues have a sentence under this key."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.facts = key, facts


class UnusableStorage(Spoken):
    """A storage that cannot be served from; `error.storage-…` in the catalogues says why, and what to do."""

    def __init__(self, why: str, path: str, reason: str, **facts: object) -> None:
        super().__init__(f"error.storage-{why}", path=path, reason=reason, **facts)

    def __str__(self) -> str:
        return "{path} {reason}".format_map(self.facts)


class StorageInUse(UnusableStorage):
    """An SQLite file that another process serves from already."""

    def __init__(self, path: str) -> None:
        super().__init__("in-use", path, "is in use by another process; stop that one, or use PostgreSQL for several")


class BadFile(Spoken):
    """Settings in a file that cannot be read."""


class BadToken(Spoken):
    """A token of the operator that could be guessed, or not be sent in a header. It is not repeated."""

    def __init__(self, where: str) -> None:
        super().__init__("error.bad-token", where=where)


class NoStorage(Spoken):
    """An SQLite file that is not there, or is something else."""

    def __init__(self, path: str, reason: str = "") -> None:
        super().__init__("error.not-a-storage" if reason else "error.no-storage", path=path, reason=reason)


class LonelyProcesses(Spoken):
    """Several processes that nothing would tell of each other's moves."""

    def __init__(self, processes: int) -> None:
        super().__init__("error.processes-apart", n=processes)


Token = Annotated[str, Meta(pattern=r"^(|[!-~]{16,})$")]
"""Empty: there is none."""
Days = Annotated[int, Meta(ge=0, le=36_500)]
"""0 is for ever."""


class Settings(Struct, frozen=True, kw_only=True):
    """How the server runs. Each field is a flag of `elfer serve` and a variable `ELFER_…` of the environment."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8011
    lan: bool = False
    """Listen on all addresses of this machine, and print one for others to type."""
    storage: str = "sqlite:elfer.db"
    hub: str = ""
    processes: Annotated[int, Meta(ge=1, le=64)] = 1
    """Server processes behind the one address; more than one need PostgreSQL and a hub."""
    public_url: str = ""
    """What others reach the server by, if that is not its own address."""
    origins: tuple[str, ...] = ()
    """Pages from elsewhere that may use the server."""
    bot_pause_ms: Annotated[int, Meta(ge=0, le=60_000)] = USUAL_MS
    """How long a bot takes for what it has to think about, at the normal pace; all other times follow from it."""
    bot_seconds: Annotated[float, Meta(gt=0, le=60)] = 5.0
    """How long a bot may think; then it does the first thing that is allowed."""
    bot_workers: Annotated[int, Meta(ge=0, le=64)] = 0
    """Processes in which bots decide at once, and as many in which others look ahead. 0: as many as there are cores,
    shared out among the server processes."""
    rate: Annotated[float, Meta(gt=0)] = 30.0
    """Messages a second that one connection may send; for a moment twice as many."""
    connections_per_address: Annotated[int, Meta(ge=0)] = 250
    """Connections that one address may have, so that nobody takes all; a school may sit behind one. 0: any number."""
    request_seconds: Annotated[float, Meta(gt=0, le=3600)] = 10.0
    """How long a request may take to arrive: its head, and then its body."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that are believed when they say for whom they ask."""
    operator_token: Token = ""
    """What a bearer must show to read `/metrics`; without it there are none."""
    idle_rooms: Annotated[int, Meta(ge=0)] = 500
    """Matches that nobody is at are kept in memory up to this number."""
    keep_guest_days: Days = 90
    """How long a match that is over is kept if nobody with an account has played; all these from the last change."""
    keep_unfinished_days: Days = 400
    """How long a match that was left in its midst waits for its people: as long as their cookies do."""
    keep_unbegun_days: Days = 14
    """How long a table waits for its match to begin."""
    keep_chat_days: Days = 30
    keep_all: bool = False
    """Nothing is ever removed, whatever the other settings say."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def bind(self) -> str:
        return "0.0.0.0" if self.lan else self.host

    @property
    def workers(self) -> int:
        """How many processes bots decide in."""
        return self.bot_workers or max(1, _cores() // self.processes)


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


PREFIX = "ELFER_"


class Sourced(NamedTuple):
    """A setting, and where it comes from."""

    name: str
    value: Any
    source: Literal["flag", "environment", "file", "default"]
    where: str = ""
    """The flag, the variable or the file."""


def settings_from(flags: Mapping[str, Any], environ: Mapping[str, str]) -> Settings:
    """The settings: flags first, then the environment, then the file, then the defaults. Raises `BadSetting`.

    >>> settings_from({"port": None, "lan": True}, {"ELFER_PORT": "9000"}).port
    9000
    """
    return Settings(**{name: value for name, value, *_ in sourced(flags, environ)})


def sourced(flags: Mapping[str, Any], environ: Mapping[str, str]) -> list[Sourced]:
    """Every setting with its source. The file is the one that `--config` or `ELFER_CONFIG` names."""
    config = flags.get("config") or environ.get(PREFIX + "CONFIG")
    filed = read_file(Path(config)) if config else {}
    return [_sourced(field, flags, environ, filed, str(config)) for field in msgspec.structs.fields(Settings)]


def _sourced(
    field: FieldInfo, flags: Mapping[str, Any], environ: Mapping[str, str], filed: Mapping[str, Any], config: str
) -> Sourced:
    name, variable = field.name, PREFIX + field.name.upper()
    if (given := flags.get(name)) is not None and given is not False:
        flag = "--" + name.replace("_", "-")
        return Sourced(name, _read(field, given, flag), "flag", flag)
    if (given := environ.get(variable)) is not None:
        return Sourced(name, _read(field, given, variable), "environment", variable)
    if name in filed:
        return Sourced(name, filed[name], "file", config)
    return Sourced(name, field.default, "default")


def _read(field: FieldInfo, given: Any, where: str) -> Any:
    """What a text on the command line or in the environment means."""
    if field.type == tuple[str, ...] and isinstance(given, str):
        given = given.split()
    try:
        return msgspec.convert(given, field.type, strict=False)
    except msgspec.ValidationError as error:
        if field.type == Token:  # else the operator would be shown a regular expression
            raise BadToken(where) from None
        raise BadSetting(f"{field.name}: {error}") from None


def read_file(path: Path) -> dict[str, Any]:
    """The settings in a TOML file, checked. Raises `BadFile`, which names the file and the key."""
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile("error.config-no-toml", file=path, reason=error) from None
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    for name, value in values.items():
        if name not in fields:
            near = get_close_matches(name.replace("-", "_"), fields, 1)
            raise BadFile(
                "error.config-unknown-near" if near else "error.config-unknown",
                file=path,
                key=name,
                near="".join(near),
            )
        try:
            values[name] = msgspec.convert(value, fields[name].type)
        except msgspec.ValidationError as error:
            if fields[name].type == Token and isinstance(value, str):
                raise BadToken(f"{path}: {name}") from None
            raise BadFile("error.config-wrong", file=path, key=name, reason=error) from None
    return values
