"""An SQLite file: for one process whatever its names, for its owner's eyes, and with plain words when it is unfit."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from elfer.cli import main
from elfer.server.settings import StorageInUse, UnusableStorage
from elfer.server.storage import storage_for
from elfer.words import LANGUAGES, Words
from tests.server.play import play, serving

BESIDE = ("", "-wal", "-shm", ".lock")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A storage with something in it."""
    path = tmp_path_factory.mktemp("storage") / "elfer.db"

    async def fill() -> None:
        storage = storage_for(f"sqlite:{path}")
        await storage.start()
        for n in range(200):
            await storage.secret(f"secret {n}", os.urandom(200))
        await storage.stop()

    asyncio.run(fill())
    return path


# --- one process ----------------------------------------------------------------------------------------------


def symlink(path: Path) -> Path:
    other = path.with_name("symlink.db")
    other.symlink_to(path)
    return other


def linked_folder(path: Path) -> Path:
    (path.parent / "folder").symlink_to(path.parent)
    return path.parent / "folder" / path.name


def hard_link(path: Path) -> Path:
    other = path.with_name("hard.db")
    other.hardlink_to(path)
    return other


def relative(path: Path) -> Path:
    return Path(os.path.relpath(path))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the name is locked")
@pytest.mark.parametrize("other", [symlink, linked_folder, hard_link, relative])
def test_another_name_is_the_same_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], other: Callable[[Path], Path]
) -> None:
    path = tmp_path / "elfer.db"

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            name = other(path)
            with pytest.raises(StorageInUse, match="is in use by another process"):
                await storage_for(f"sqlite:{name}").start()
            for command in (["serve", "--port", "0"], ["export", str(tmp_path / "out")]):
                arguments = [*command, "--storage", f"sqlite:{name}", "--lang", "fr"]
                assert await asyncio.to_thread(main, arguments) == 2
                assert Words("fr").say("error.storage-in-use", path=name) in capsys.readouterr().err
            assert not (tmp_path / "out").exists()
            await house.app.house.storage.beat("still there", 1)

    play(scenario)
    asyncio.run(opened_and_closed(other(path) if other is relative else path))  # free again


def test_a_server_of_an_earlier_version_is_noticed(tmp_path: Path, database: Path) -> None:
    """It locks only a file beside the database."""
    path = tmp_path / "elfer.db"
    shutil.copy(database, path)
    earlier = sqlite3.connect(f"{path}.lock", isolation_level=None)
    earlier.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StorageInUse):
        asyncio.run(opened_and_closed(path))
    earlier.close()
    asyncio.run(opened_and_closed(path))


async def opened_and_closed(path: Path) -> None:
    storage = storage_for(f"sqlite:{path}")
    await storage.start()
    await storage.stop()


# --- its owner alone ------------------------------------------------------------------------------------------


def rights(path: Path) -> dict[str, int]:
    files = {end: Path(f"{path}{end}") for end in BESIDE}
    return {end: stat.S_IMODE(file.stat().st_mode) for end, file in files.items() if file.exists()}


@pytest.mark.parametrize("umask", [0o022, 0o000])
def test_only_the_owner_reads_a_new_file(tmp_path: Path, umask: int) -> None:
    async def scenario() -> None:
        async with serving(tmp_path):
            assert rights(tmp_path / "elfer.db") == dict.fromkeys(BESIDE, 0o600)

    before = os.umask(umask)
    try:
        play(scenario)
    finally:
        os.umask(before)


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path, database: Path) -> None:
    path = tmp_path / "elfer.db"
    shutil.copy(database, path)
    Path(f"{path}.lock").touch()
    for end in ("", ".lock"):
        Path(f"{path}{end}").chmod(0o666)

    async def scenario() -> None:
        async with serving(tmp_path):
            assert rights(path) == dict.fromkeys(BESIDE, 0o600)

    play(scenario)


def test_what_was_left_beside_it_is_closed_to_others_too(tmp_path: Path, database: Path) -> None:
    path = tmp_path / "elfer.db"
    shutil.copy(database, path)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("INSERT INTO secrets VALUES ('new', 'x')")
        db.commit()
        Path(f"{path}-wal").chmod(0o644)
        Path(f"{path}-shm").chmod(0o644)
        storage = storage_for(f"sqlite:{path}")
        storage.claim()
        assert set(rights(path).values()) == {0o600}
        storage._claim.release()  # type: ignore[attr-defined]
    db.close()


# --- unfit ----------------------------------------------------------------------------------------------------


def garbage(path: Path) -> None:
    path.write_bytes(b"this is no database at all, but long enough to be taken for one" * 50)


def truncated(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2 // 1024 * 1024])


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:50])


def wrecked(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:100] + bytes(len(data) - 100))


def from_the_future(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO schema_version VALUES (99)")
    db.close()


def run(path: Path, command: str, lang: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says, which must be two lines and no more."""
    more = {"serve": ["--port", "0"], "export": [str(path.parent / "out")], "import": [str(path)]}[command]
    capsys.readouterr()
    code = main([command, *more, "--storage", f"sqlite:{path}", "--lang", lang])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 2
    return err.splitlines()[0]


@pytest.mark.parametrize("command", ["serve", "export", "import"])
@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (garbage, "broken"),
        (truncated, "broken"),
        (cut_off, "broken"),
        (wrecked, "broken"),
        (from_the_future, "too-new"),
    ],
)
def test_an_unfit_database_is_named_with_what_to_do(
    tmp_path: Path,
    database: Path,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[Path], None],
    why: str,
    command: str,
) -> None:
    path = tmp_path / "elfer.db"
    shutil.copy(database, path)
    damage(path)
    before = path.read_bytes()
    for lang in LANGUAGES:
        said = run(path, command, lang, capsys)
        begun, _, rest = Words(lang).entries[f"error.storage-{why}"].partition("{path}")  # type: ignore[union-attr]
        assert said.startswith(f"elfer {command}: {begun}{path}{rest.split('{')[0]}")
    assert path.read_bytes() == before
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_places_where_no_database_can_be(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path, tmp_path / "file" / "elfer.db"):
        said = run(place, "serve", lang, capsys)
        assert f"{place}" in said
        assert "--storage sqlite:" in said


def without_rights(command: list[str]) -> list[str]:
    """The command, for which file rights count even if root runs it."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner,-chown", *command]


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root may write everything")
@pytest.mark.parametrize("what", ["file", "folder", "no folder"])
@pytest.mark.parametrize("command", ["serve", "export"])
def test_what_cannot_be_written_is_named_with_what_to_do(
    tmp_path: Path, database: Path, what: str, command: str
) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    path = folder / "elfer.db"
    if what == "no folder":
        path = folder / "more" / "elfer.db"
    else:
        shutil.copy(database, path)
    if what == "file":
        path.chmod(0o400)
    else:
        folder.chmod(0o500)
    more = {"serve": ["--port", "0"], "export": [str(tmp_path / "out")]}[command]
    words = [sys.executable, "-m", "elfer", command, *more, "--storage", f"sqlite:{path}", "--lang", "en"]
    done = subprocess.run(without_rights(words), capture_output=True, text=True, timeout=60, check=False)
    folder.chmod(0o700)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith(f"elfer {command}: {path} cannot be written (")
    assert "choose another place: --storage sqlite:FILE" in done.stderr
    assert len(done.stderr.splitlines()) == 2


def test_a_postgres_that_is_not_there_is_named_without_its_password(capsys: pytest.CaptureFixture[str]) -> None:
    from tests.server.services import free_port

    place = f"127.0.0.1:{free_port()}/cards"
    url = f"postgresql://elfer:very-secret@{place}?sslmode=disable"
    for command in (["serve", "--port", "0"], ["export", "out"]):
        assert main([*command, "--storage", url, "--lang", "en"]) == 2
        err = capsys.readouterr().err
        assert f"postgresql://{place} cannot be reached" in err
        assert "very-secret" not in err
        assert len(err.splitlines()) == 2


def test_every_reason_has_a_sentence() -> None:
    error = UnusableStorage("broken", "x.db", "is damaged", found=1, known=2)
    for lang in LANGUAGES:
        keys = [key for key in Words(lang).entries if key.startswith("error.storage-")]
        assert len(keys) == 6
        for key in keys:
            assert "x.db" in Words(lang).say(key, **error.facts)
