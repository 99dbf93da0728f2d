"""Settings: flags, the environment, a file and the defaults; what is wrong is named, and no secret is shown."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from elfer.cli import main
from elfer.server.config import HIDDEN, masked
from elfer.server.settings import Settings, Spoken, settings_from, sourced
from elfer.words import LANGUAGES

FIELDS = msgspec.structs.fields(Settings)


def filed(tmp_path: Path, text: str) -> str:
    path = tmp_path / "elfer.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_flags_win_over_the_environment_over_the_file_over_the_defaults(tmp_path: Path) -> None:
    config = filed(tmp_path, 'port = 1\nrate = 2\nbot_workers = 3\norigins = ["https://a"]\nlan = true\n')
    flags = {"config": config, "port": "9", "lan": None}
    environ = {"ELFER_PORT": "8", "ELFER_RATE": "7.5"}
    found = {one.name: (one.value, one.source, one.where) for one in sourced(flags, environ)}
    assert found["port"] == (9, "flag", "--port")
    assert found["rate"] == (7.5, "environment", "ELFER_RATE")
    assert found["bot_workers"] == (3, "file", config)
    assert found["origins"] == (("https://a",), "file", config)
    assert found["idle_rooms"] == (Settings().idle_rooms, "default", "")
    settings = settings_from(flags, environ)
    assert (settings.port, settings.rate, settings.bot_workers, settings.lan) == (9, 7.5, 3, True)
    assert settings_from({}, {"ELFER_CONFIG": config}).port == 1
    other = tmp_path / "other.toml"
    other.write_text("port = 2\n")
    assert settings_from({"config": str(other)}, {"ELFER_CONFIG": config}).port == 2


@pytest.mark.parametrize(
    ("text", "key", "told"),
    [
        ("prot = 1\n", "error.config-unknown-near", {"key": "prot", "near": "port"}),
        ("bot-pause-ms = 1\n", "error.config-unknown-near", {"key": "bot-pause-ms", "near": "bot_pause_ms"}),
        ("[quite]\ndifferent = 1\n", "error.config-unknown", {"key": "quite"}),
        ('port = "8011"\n', "error.config-wrong", {"key": "port", "reason": "Expected `int`, got `str`"}),
        ("port = 70000\n", "error.config-wrong", {"key": "port", "reason": "Expected `int` <= 65535"}),
        ('origins = "https://a"\n', "error.config-wrong", {"key": "origins"}),
        ("lan = 1\n", "error.config-wrong", {"key": "lan", "reason": "Expected `bool`, got `int`"}),
        ("port = \n", "error.config-no-toml", {"reason": "Invalid value (at line 1, column 8)"}),
    ],
)
def test_what_is_wrong_in_a_file_is_named(tmp_path: Path, text: str, key: str, told: dict[str, str]) -> None:
    config = filed(tmp_path, text)
    with pytest.raises(Spoken) as why:
        settings_from({"config": config}, {})
    facts = {name: str(fact) for name, fact in why.value.facts.items()}
    assert why.value.key == key
    assert {"file": config, **told}.items() <= facts.items()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_operator_reads_the_file_the_key_and_what_was_expected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    config = filed(tmp_path, "idle_romos = 5\n")
    assert main(["serve", "--config", config, "--lang", lang]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    first, _ = err.splitlines()
    assert all(part in first for part in (config, "idle_romos", "idle_rooms"))
    assert main(["serve", "--config", str(tmp_path / "none.toml"), "--lang", lang]) == 2
    assert str(tmp_path / "none.toml") in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("token", ["short", "with spaces in between", "fünfzehn-und-mehr"])
def test_a_token_that_cannot_be_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str, token: str
) -> None:
    config = filed(tmp_path, f'operator_token = "{token}"\n')
    flags = {
        "--operator-token": ["--operator-token", token],
        config: ["--config", config],
        "ELFER_OPERATOR_TOKEN": [],
    }
    for where, given in flags.items():
        if not given:
            monkeypatch.setenv("ELFER_OPERATOR_TOKEN", token)
        assert main(["serve", *given, "--lang", lang]) == 2
        first, _ = capsys.readouterr().err.splitlines()
        assert (where in first, "16" in first) == (True, True)
        assert not any(part in first for part in (token, "regex", "[!-~]"))


SECRET = "hunter2-very-secret"


def test_the_settings_in_force_are_shown_without_their_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("ELFER_HUB", f"valkey://:{SECRET}@hub:6379/0")
    config = filed(tmp_path, f'storage = "postgresql://elfer:{SECRET}@db/elfer?sslpassword={SECRET}"\n')
    assert main(["serve", "--config", config, "--port", "9000", "--show-settings", "--lang", "en"]) == 0
    out, err = capsys.readouterr()
    assert (SECRET in out, err) == (False, "")
    lines = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    assert {field.name for field in FIELDS} <= lines.keys()
    assert "postgresql://elfer:" in lines["storage"]
    assert "@db/elfer" in lines["storage"]
    assert f"file {config}" in lines["storage"]
    assert "environment ELFER_HUB" in lines["hub"]
    assert ("9000" in lines["port"], "flag --port" in lines["port"]) == (True, True)
    assert "default" in lines["rate"]


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("hub", f"valkey://:{SECRET}@h:1/0", f"valkey://:{HIDDEN}@h:1/0"),
        ("hub", f"redis://u:{SECRET}@{SECRET}@h", f"redis://u:{HIDDEN}@h"),
        (
            "storage",
            f"postgresql://h/db?user=u&password={SECRET}&x=1",
            f"postgresql://h/db?user=u&password={HIDDEN}&x=1",
        ),
        ("storage", "sqlite:elfer.db", "sqlite:elfer.db"),
        ("public_url", "https://elfer.example", "https://elfer.example"),
        ("operator_token", SECRET, HIDDEN),
        ("operator_token", "", ""),
        ("origins", (f"https://u:{SECRET}@a",), (f"https://u:{HIDDEN}@a",)),
        ("port", 8011, 8011),
    ],
)
def test_secrets_are_masked(name: str, value: Any, shown: Any) -> None:
    assert masked(name, value) == shown


@pytest.mark.parametrize("flag", ["--storage", "--hub"])
def test_an_address_that_cannot_be_is_told_without_its_password(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, flag: str
) -> None:
    assert main(["serve", flag, f"mysql://u:{SECRET}@h/x", "--lang", "en"]) == 2
    err = capsys.readouterr().err
    assert (SECRET in err, "mysql://u:" in err) == (False, True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_example_file_has_every_setting_and_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    assert main(["admin", "settings", "--lang", lang]) == 0
    text = capsys.readouterr().out
    assert tomllib.loads(text) == {}
    assert settings_from({"config": filed(tmp_path, text)}, {}) == Settings()
    lines = text.splitlines()
    filled = [line.removeprefix("# ") for line in lines if line.removeprefix("# ").split(" = ")[0] in _NAMES]
    assert [line.split(" = ")[0] for line in filled] == [field.name for field in FIELDS]
    assert settings_from({"config": filed(tmp_path, "\n".join(filled))}, {}) == Settings()
    assert all(line.startswith("# ") or not line for line in lines)


_NAMES = {field.name for field in FIELDS}


def test_a_storage_may_stand_in_the_file_for_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = filed(tmp_path, f'storage = "sqlite:{tmp_path / "e.db"}"\n')
    assert main(["export", "--config", config, str(tmp_path / "out"), "--lang", "en"]) == 0
    assert (tmp_path / "e.db").exists()
    capsys.readouterr()
    assert main(["admin", "tables", "--config", config, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
