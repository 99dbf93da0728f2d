"""What an operator can set, by flags or by the environment (`ELFER_…`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct


class BadSetting(ValueError):
    """A setting that cannot be."""


class StorageInUse(BadSetting):
    """An SQLite file that another process serves from already."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is in use by another process; stop that one, or use PostgreSQL for several")
        self.path = path


class Settings(Struct, frozen=True, kw_only=True):
    """How the server runs. Each field is a flag of `elfer serve` and a variable `ELFER_…` of the environment."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8011
    lan: bool = False
    """Listen on all addresses of this machine, and print one for others to type."""
    storage: str = "sqlite:elfer.db"
    hub: str = ""
    public_url: str = ""
    """What others reach the server by, if that is not its own address."""
    origins: tuple[str, ...] = ()
    """Pages from elsewhere that may use the server."""
    bot_pause_ms: Annotated[int, Meta(ge=0, le=60_000)] = 700
    """How long a bot waits before it acts, so that people can follow."""
    bot_seconds: Annotated[float, Meta(gt=0, le=60)] = 5.0
    """How long a bot may think; then it does the first thing that is allowed."""
    bot_workers: Annotated[int, Meta(ge=1, le=64)] = 1
    rate: Annotated[float, Meta(gt=0)] = 30.0
    """Messages a second that one connection may send; for a moment twice as many."""
    idle_rooms: Annotated[int, Meta(ge=0)] = 500
    """Matches that nobody is at are kept in memory up to this number."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def bind(self) -> str:
        return "0.0.0.0" if self.lan else self.host


PREFIX = "ELFER_"


def settings_from(flags: Mapping[str, Any], environ: Mapping[str, str]) -> Settings:
    """The settings: flags first, then the environment, then the defaults. Raises `BadSetting`.

    >>> settings_from({"port": None, "lan": True}, {"ELFER_PORT": "9000"}).port
    9000
    """
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        given = flags.get(field.name)
        if given is None or given is False:
            given = environ.get(PREFIX + field.name.upper())
        if given is None:
            continue
        if field.name == "origins" and isinstance(given, str):
            given = given.split()
        try:
            values[field.name] = msgspec.convert(given, field.type, strict=False)
        except msgspec.ValidationError as error:
            raise BadSetting(f"{field.name}: {error}") from None
    return Settings(**values)
