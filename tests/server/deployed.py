"""Reads the files of `deploy/`, so that tests can do what they say without a container engine."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from dockerfile_parse import DockerfileParser

from elfer.server.settings import PREFIX, Settings
from tests.release.packages import ROOT

DEPLOY = ROOT / "deploy"
CONTAINERFILE = DEPLOY / "Containerfile"
COMPOSE = DEPLOY / "compose.yaml"
UNIT = DEPLOY / "elfer.service"
KNOWN = {PREFIX + name.upper() for name in ("config", *Settings.__struct_fields__)}
"""Variables of the environment that are settings of the server."""
_VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")


class Instruction(NamedTuple):
    """One instruction of the Containerfile."""

    name: str
    value: str


def stages() -> list[list[Instruction]]:
    """The instructions of the Containerfile, by stages; each begins with its `FROM`."""
    out: list[list[Instruction]] = []
    with CONTAINERFILE.open("rb") as file:
        for found in DockerfileParser(fileobj=_Reading(file.read())).structure:
            if found["instruction"] == "FROM":
                out.append([])
            if found["instruction"] != "COMMENT":
                out[-1].append(Instruction(found["instruction"], found["value"]))
    return out


class _Reading:
    """A file that the parser can read but not change."""

    def __init__(self, content: bytes) -> None:
        self._lines = content.splitlines(keepends=True)

    def seek(self, at: int) -> None:
        assert at == 0

    def readlines(self) -> list[bytes]:
        return self._lines

    def truncate(self) -> None:
        raise AssertionError("the Containerfile is only read")


def values(stage: list[Instruction], name: str) -> list[str]:
    """What the instructions of that name say."""
    return [instruction.value for instruction in stage if instruction.name == name]


def words(text: str) -> list[str]:
    """A command in the form that no shell reads: `["elfer"]`."""
    found = json.loads(text)
    assert isinstance(found, list), text
    return found


def image_environment(stage: list[Instruction]) -> dict[str, str]:
    """All that `ENV` sets."""
    return dict(pair(word) for value in values(stage, "ENV") for word in shlex.split(value))


def pair(text: str) -> tuple[str, str]:
    """`NAME=value` taken apart."""
    name, _, value = text.partition("=")
    return name, value


def filled_in(text: str, variables: Mapping[str, str]) -> str:
    """What Compose makes of `${NAME}`, `${NAME:-default}` and `${NAME:?why it must be set}`. Raises `KeyError`."""

    def value(found: re.Match[str]) -> str:
        name, kind, more = found[1], found[2], found[3]
        if given := variables.get(name):
            return given
        if kind == "-":
            return more
        raise KeyError(f"{name}: {more}")

    return _VARIABLE.sub(value, text)


def compose(variables: Mapping[str, str]) -> dict[str, Any]:
    """The compose file as Compose reads it with these variables."""
    found: dict[str, Any] = yaml.safe_load(filled_in(COMPOSE.read_text(), variables))
    return found


def example_variables() -> dict[str, str]:
    """What `env.example` sets."""
    lines = (line for line in (DEPLOY / "env.example").read_text().splitlines() if line and not line.startswith("#"))
    return dict(map(pair, lines))


def unit(path: Path = UNIT) -> dict[str, list[str]]:
    """The settings of the systemd unit, all sections together; each may be given several times."""
    out: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        if line and line[0] not in "#[":
            name, value = line.split("=", 1)
            out.setdefault(name, []).append(value)
    return out
