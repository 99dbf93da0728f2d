"""What docs/hosting.md tells an operator to do: commands exist, messages are said, and a backup can be restored."""

from __future__ import annotations

import argparse
import asyncio
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from elfer.cli import flags
from elfer.server.metrics import HELP
from elfer.words import Words
from tests.release.packages import ROOT, run
from tests.server.deployed import KNOWN
from tests.server.play import Player, close_all, engine_view, play, seated, serving
from tests.server.services import postgres_program

GUIDE = ROOT / "docs/hosting.md"
SPEAKING = [GUIDE, ROOT / "docs/server.md", ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
"""Documents that name commands, files and settings."""


def blocks(text: str, language: str) -> list[str]:
    """Code blocks of that language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


def commands(path: Path) -> Iterator[list[str]]:
    """All commands in the shell blocks of a document, continued lines joined, comments left out."""
    for block in blocks(path.read_text(), "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            if words := shlex.split(line, comments=True):
                yield words


def command(beginning: str) -> list[str]:
    """The one command of the guide that begins so."""
    [found] = [words for words in commands(GUIDE) if " ".join(words).startswith(beginning)]
    return found


def all_flags(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The flags of all commands."""
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                yield from all_flags(part)


# --- what it says exists -------------------------------------------------------------------------------------


def test_every_command_of_ours_is_one() -> None:
    ours = [words[1:] for words in commands(GUIDE) if words[0] == "elfer"]
    assert len(ours) >= 3
    for args in ours:
        flags.parser(Words("en"), args).parse_args(args)


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: path.name)
def test_files_settings_and_targets_that_are_named_exist(path: Path) -> None:
    text = path.read_text()
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (path.parent / link).exists(), link
    for name in re.findall(r"\bdeploy/[\w.]+\w", text):
        assert (ROOT / name).exists() or name == "deploy/.env", name
    assert set(re.findall(r"\bELFER_[A-Z_]+\b", text)) <= KNOWN | {"ELFER_DOMAIN"}
    assert set(re.findall(r"`(--[a-z][a-z-]+)[` ]", text)) <= set(all_flags(flags.parser(Words("en"), [])))
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"`make ([\w-]+)`", text)) <= targets


def test_links_into_the_guide_lead_to_its_headings() -> None:
    text = GUIDE.read_text()
    headings = {line.lstrip("# ").lower().replace(" ", "-") for line in text.splitlines() if line.startswith("#")}
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= headings


def test_metrics_that_are_named_exist() -> None:
    named = set(re.findall(r"`(elfer_\w+)`", GUIDE.read_text()))
    assert named
    assert named <= HELP.keys()


def test_messages_that_are_explained_are_said() -> None:
    sources = [path.read_text() for path in (ROOT / "src/elfer").rglob("*.py")]
    said = "\n".join([*sources, (ROOT / "src/elfer/words/en.toml").read_text()])
    rows = [
        line.split("|")[1] for line in GUIDE.read_text().split("## Trouble")[1].splitlines() if line.startswith("|")
    ]
    quoted = [text for row in rows for text in re.findall(r"`([^`]+)`", row)]
    assert len(quoted) > 8
    for text in [*quoted, "nothing happened", "task failed", "request failed"]:
        assert text in said, text


# --- backup and restore --------------------------------------------------------------------------------------


class Moment(msgspec.Struct):
    """What is compared before the backup and after the restore: the players' cookies, the table and the position."""

    cookies: list[dict[str, str]]
    code: str
    shown: int
    dump: str


async def moves(players: list[Player], count: int) -> None:
    """Make so many moves, by whoever is to act."""
    for _ in range(count):
        [acting] = [player for player in players for view in player.views.values() if view.legal]
        [seat] = acting.you
        answer = await acting.act(seat, acting.views[seat].legal[0])
        for player in players:
            await player.caught_up(answer["number"])


async def played_with_backup(folder: Path, storage: str, backup: list[str]) -> Moment:
    """A match that goes on before, while and after the backup is made."""
    async with serving(folder, storage=storage) as house:
        players = await seated(house, "elfer.2", 2)
        await players[0].ask(type="begin")
        await moves(players, 9)
        code = players[0].table["code"]
        cookies = [dict(player.http.cookies) for player in players]
        moment = Moment(cookies, code, players[0].number, repr(engine_view(house, code, 0)))
        done = await asyncio.create_subprocess_exec(*backup)
        assert await done.wait() == 0
        await moves(players, 6)
        await close_all(players)
    return moment


async def goes_on(folder: Path, storage: str, moment: Moment) -> None:
    """The players come back with their old cookies, see the position of the backup, and go on from there."""
    async with serving(folder, storage=storage) as house:
        players = [Player(house) for _ in moment.cookies]
        for seat, (player, cookies) in enumerate(zip(players, moment.cookies, strict=True)):
            player.http.cookies.update(cookies)
            assert (await player.enter(moment.code))["you"] == [seat]
        assert players[0].number >= moment.shown
        assert repr(engine_view(house, moment.code, 0)) == moment.dump
        await players[0].caught_up(players[1].number)
        await moves(players, 4)
        await close_all(players)


def test_a_backup_of_sqlite_under_play_can_be_restored(tmp_path: Path) -> None:
    here = {"/var/lib/elfer": str(tmp_path / "run"), "/backup": str(tmp_path / "backup")}
    for folder in here.values():
        Path(folder).mkdir()

    def placed(words: list[str]) -> list[str]:
        for there, local in here.items():
            words = [word.replace(there, local) for word in words]
        return [sys.executable if word == "python3" else word for word in words]

    storage = f"sqlite:{tmp_path / 'run' / 'elfer.db'}"
    found: list[Moment] = []

    async def before() -> None:
        found.append(await played_with_backup(tmp_path, storage, placed(command("python3 -c import sqlite3"))))

    async def after() -> None:
        await goes_on(tmp_path, storage, found[0])

    play(before)
    for beginning in ("rm -f", "cp /backup"):
        run(*placed(command(beginning)))
    play(after)


def test_a_backup_of_postgresql_under_play_can_be_restored(tmp_path: Path, postgres_url: str) -> None:
    run(postgres_program("psql"), "-qc", "CREATE DATABASE backed_up", postgres_url)
    storage = postgres_url.rsplit("/", 1)[0] + "/backed_up"

    def placed(words: list[str]) -> list[str]:
        program, *rest = [word.replace("postgresql://elfer@db/elfer", storage) for word in words]
        return [str(postgres_program(program)), *(word.replace("/backup", str(tmp_path)) for word in rest)]

    found: list[Moment] = []

    async def before() -> None:
        found.append(await played_with_backup(tmp_path, storage, placed(command("pg_dump"))))

    async def after() -> None:
        await goes_on(tmp_path, storage, found[0])

    play(before)
    subprocess.run(placed(command("pg_restore")), check=True)
    play(after)
