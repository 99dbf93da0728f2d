"""`elfer serve`, `verify`, `export` and `import`, as an operator uses them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec
import pytest

from elfer.cli import main
from elfer.match import record
from elfer.server.settings import Settings
from elfer.words import LANGUAGES, Words
from tests.server.play import Player, close_all, play, seated, serving


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A storage with one match that is over and one that is not; and their codes."""
    folder, codes = tmp_path_factory.mktemp("played"), []

    async def scenario() -> None:
        async with serving(folder) as house:
            for moves in (10_000, 12):
                players = await seated(house, "elfer.2", 2)
                await players[0].ask(type="stir", entropy="salt")
                await players[0].ask(type="begin")
                code = players[0].table["code"]
                codes.append(code)
                [room] = [room for room in house.app.house.rooms.values() if room.sitting.code == code]
                for _ in range(moves):
                    assert room.sitting.match is not None
                    if room.sitting.match.over:
                        break
                    [seat] = room.sitting.match.to_act
                    await players[seat].caught_up(room.sitting.shown)
                    await players[seat].act(seat, players[seat].views[seat].legal[0])
                await close_all(players)

    play(scenario)
    return folder / "elfer.db", codes[0], codes[1]


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main([*args, "--lang", "en"])
    out, err = capsys.readouterr()
    return code, out, err


def test_matches_are_exported_verified_and_imported(
    played: tuple[Path, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, over, unfinished = played
    code, out, _ = run(capsys, "export", "--storage", f"sqlite:{database}", str(tmp_path / "out"))
    assert (code, out.startswith("2 matches written")) == (0, True)
    files = {path.stem: path for path in (tmp_path / "out").iterdir()}
    assert files.keys() == {over, unfinished}
    code, out, _ = run(capsys, "verify", str(files[over]))
    assert code == 0
    assert "all allowed" in out
    assert "Fair: the secret belongs to the commitment" in out
    assert "and 1 pieces of entropy" in out
    assert "The match is over" in out
    assert run(capsys, "verify", str(files[unfinished]))[1].rstrip().endswith("The match is not over.")

    new = f"sqlite:{tmp_path / 'new.db'}"
    code, out, _ = run(capsys, "import", "--storage", new, *map(str, files.values()))
    assert code == 0
    codes = dict(re.findall(r"(\w+)\.jsonl: table (\w+)", out))
    run(capsys, "export", "--storage", new, str(tmp_path / "again"))
    for old, imported in codes.items():
        assert (tmp_path / "again" / f"{imported}.jsonl").read_bytes() == files[old].read_bytes()

    async def played_on() -> None:
        """A match that was not over can be played on by whoever sits down."""
        async with serving(tmp_path, storage=new) as house:
            player = await Player(house, "Anna").be()
            scene = await player.enter(codes[unfinished])
            assert [seat["name"] for seat in scene["table"]["seats"]] == ["Player 0", "Player 1"]
            for seat in range(2):
                await player.ask(type="sit", seat=seat)
            [acting] = [seat for seat, view in player.views.items() if seat is not None and view.legal]
            assert (await player.act(acting, player.views[acting].legal[0]))["type"] == "moved"
            await player.close()

    play(played_on)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("commitment", "00" * 32, "the commitment belongs to another secret"),
        ("entropy", ["pepper"], "the seed does not follow"),
        ("secret", "00", "the commitment belongs to another secret"),
        ("secret", "xy", "hexadecimal"),
        ("secret", "", "cannot be verified"),
    ],
)
def test_an_unfair_deal_is_found_out(
    played: tuple[Path, str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    field: str,
    value: object,
    message: str,
) -> None:
    run(capsys, "export", "--storage", f"sqlite:{played[0]}", str(tmp_path))
    path = tmp_path / f"{played[1]}.jsonl"
    first, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([json.dumps({**json.loads(first), field: value}).encode() + b"\n", *rest]))
    code, _, err = run(capsys, "verify", str(path))
    assert code == 2
    assert message in err


def test_old_records_stay_as_they_were() -> None:
    from elfer.match.match import Match
    from elfer.match.setup import Setup

    match = Match.start(Setup.read("elfer.2"), bytes(32))
    head = json.loads(record.header(match, ["A", "B"]))
    assert head.keys() == {"elfer", "table", "seed", "names"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_explains_every_setting(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["serve", "--help", "--lang", lang])
    out = capsys.readouterr().out
    for field in msgspec.structs.fields(Settings):
        assert f"--{field.name.replace('_', '-')}" in out
    assert "ELFER_BOT_PAUSE_MS" in out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["serve", "--port", "many"], "port: "),
        (["serve", "--storage", "mysql://x"], "expected sqlite:PATH or postgresql"),
        (["serve", "--hub", "amqp://x"], "expected valkey"),
        (["serve", "--log-level", "loud"], "log_level: "),
        (["export", "--storage", "nope", "/tmp/x"], "expected sqlite:PATH or postgresql"),
        (["verify", "/nowhere.jsonl"], "/nowhere.jsonl: No such file"),
    ],
)
def test_bad_settings_are_answered_in_two_lines(
    capsys: pytest.CaptureFixture[str], args: list[str], message: str
) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 2


def test_serving_and_stopping_gracefully(tmp_path: Path) -> None:
    environ = {
        **os.environ,
        "ELFER_PORT": "0",
        "ELFER_STORAGE": f"sqlite:{tmp_path / 'e.db'}",
        "PYTHONUNBUFFERED": "1",
    }
    command = [sys.executable, "-m", "elfer", "serve", "--lang", "en", "--bot-pause-ms", "0"]
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        line = server.stdout.readline()
        assert line.startswith("elfer is running: http://127.0.0.1:")
        url = line.rsplit(" ", 1)[1].strip()
        assert httpx.get(f"{url}/health").json()["status"] == "ok"

        class Running:
            def __init__(self) -> None:
                self.url, self.ws = url, url.replace("http", "ws", 1) + "/ws"

        async def scenario() -> None:
            player = await Player(Running(), "Anna").be()  # type: ignore[arg-type]
            await player.enter(await player.open(setup="elfer.3"))
            await player.ask(type="sit", seat=0)
            await player.ask(type="begin")
            server.send_signal(signal.SIGTERM)
            assert (await player.until(lambda m: m["type"] == "goodbye"))["after_ms"] > 0
            assert player.socket is not None
            await player.socket.wait_closed()
            assert player.socket.close_code == 1012
            await player.close()

        play(scenario)
        server.wait(60)
        logged = server.stderr.read()
    for line in logged.splitlines():
        assert json.loads(line)["level"] in ("info", "warning"), line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_second_server_on_one_sqlite_file_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    database = tmp_path / "e.db"
    environ = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "elfer", "serve", "--port", "0", "--storage", f"sqlite:{database}"]
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as first:
        assert first.stdout is not None
        first.stdout.readline()
        for words in (["serve", "--port", "0"], ["export", str(tmp_path / "out")]):
            code = main([*words, "--storage", f"sqlite:{database}", "--lang", lang])
            out, err = capsys.readouterr()
            assert (code, out) == (2, "")
            assert Words(lang).say("error.storage-in-use", path=database) in err
        assert not (tmp_path / "out").exists()
        first.kill()
    # Whoever was killed holds nothing any more.
    assert main(["export", "--storage", f"sqlite:{database}", str(tmp_path / "out")]) == 0


def test_on_the_lan_the_address_and_a_qr_code_are_printed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "elfer", "serve", "--lan", "--port", "0", "--lang", "de"]
    command += ["--storage", f"sqlite:{tmp_path / 'e.db'}"]
    environ = {**os.environ, "PYTHONUTF8": "1"}
    with subprocess.Popen(
        command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        lines: list[str] = []
        while not lines or "Strg-C" not in lines[-1]:
            lines.append(server.stdout.readline())
        server.send_signal(signal.SIGINT)
        server.wait(60)
    assert re.match(r"elfer läuft: http://127\.0\.0\.1:\d+", lines[0])
    assert re.match(r"Im eigenen Netz: http://[\d.]+:\d+", lines[1])
    assert sum("█" in line or "▀" in line or "▄" in line for line in lines) > 10
