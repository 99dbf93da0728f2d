"""The files of `deploy/` are linted, and done here what they say, as far as that goes without a container engine."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
import yaml

from elfer.cli import flags
from elfer.server.metrics import HELP
from elfer.server.settings import PREFIX
from elfer.words import Words
from tests.release.packages import PAGE, ROOT, clean_copy, look_around, outside, run
from tests.server.deployed import (
    COMPOSE,
    CONTAINERFILE,
    DEPLOY,
    KNOWN,
    UNIT,
    Instruction,
    compose,
    example_variables,
    image_environment,
    stages,
    unit,
    values,
    words,
)
from tests.server.services import Valkey, dies_with_us, free_port, wait_until

SECRETS = {"ELFER_DOMAIN": "play.example.org", "POSTGRES_PASSWORD": "secret", "ELFER_OPERATOR_TOKEN": "operator" * 3}
METRIC = re.compile(r"\belfer_[a-z_]+")


def tool(name: str) -> Path:
    """A program of this environment."""
    return Path(sys.executable).parent / name


# --- the image -----------------------------------------------------------------------------------------------


def test_the_containerfile_is_well_written() -> None:
    assert run(tool("hadolint"), CONTAINERFILE) == ""


def test_the_image_runs_as_nobody_in_particular_and_finds_its_data() -> None:
    last = stages()[-1]
    [user], [folder], [volume], [port] = (values(last, name) for name in ("USER", "WORKDIR", "VOLUME", "EXPOSE"))
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", user)
    copied = [shlex.split(value) for value in values(last, "COPY")]
    assert ["--from=build", f"--chown={user}", folder, folder] in copied
    environ = image_environment(last)
    assert volume == folder == environ["HOME"]
    assert environ["ELFER_STORAGE"].startswith(f"sqlite:{folder}/")
    assert environ["ELFER_PORT"] == port
    assert {name for name in environ if name.startswith(PREFIX)} <= KNOWN


def built(at: Path) -> Path:
    """Do in a folder what the first stage of the Containerfile does; gives what stands for `/opt/elfer`."""
    context = clean_copy(at / "context")
    if (
        ROOT / PAGE
    ).is_dir():  # as when the image is built in a checkout; a page that is not up to date is built anew
        shutil.copytree(ROOT / PAGE, context / PAGE)
    first = stages()[0]
    [inside] = values(first, "WORKDIR")
    for instruction in first:
        if instruction.name == "COPY":
            copy_into(context, at / inside.strip("/"), instruction)
        elif instruction.name == "RUN":
            here = instruction.value.replace("/opt/elfer", str(at / "opt/elfer")).replace("/data", str(at / "data"))
            environ = {**outside(), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
            run("sh", "-ec", here, cwd=at / inside.strip("/"), env=environ)
    return at / "opt/elfer"


def copy_into(context: Path, folder: Path, instruction: Instruction) -> None:
    *sources, to = shlex.split(instruction.value)
    folder.mkdir(parents=True, exist_ok=True)
    for name in sources:
        if (context / name).is_dir():
            shutil.copytree(context / name, folder / to)
        else:
            shutil.copy2(context / name, folder / to)


@contextlib.contextmanager
def process(elfer: Path, folder: Path, environ: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """One container: the image's command with this environment, in a folder that stands for `/data`."""
    last = stages()[-1]
    [entry], [command] = values(last, "ENTRYPOINT"), values(last, "CMD")
    program, *more = [*words(entry), *words(command)]
    with (
        (folder / "log").open("ab") as output,
        subprocess.Popen(
            [*dies_with_us("TERM"), str(elfer / "bin" / program), *more],
            cwd=folder,
            env={**environ, "PATH": f"{elfer}/bin:/usr/bin:/bin"},
            stdout=output,
            stderr=output,
            text=True,
        ) as server,
    ):
        try:
            yield server
            server.send_signal(signal.SIGTERM)
            assert server.wait(60) in (0, -signal.SIGTERM)
        finally:
            server.kill()


def healthy(elfer: Path, environ: Mapping[str, str]) -> bool:
    """What the image's health check says, run as it stands there."""
    [check] = values(stages()[-1], "HEALTHCHECK")
    command = words(check.split(" CMD ", 1)[1])
    environ = {**environ, "PATH": f"{elfer}/bin:/usr/bin:/bin"}
    return (
        subprocess.run([elfer / "bin" / command[0], *command[1:]], env=environ, capture_output=True).returncode == 0
    )


async def made_for_elfer(url: str) -> None:
    """What the PostgreSQL image does with its settings."""
    db = await asyncpg.connect(url)
    await db.execute("CREATE ROLE elfer LOGIN")
    await db.execute("CREATE DATABASE elfer OWNER elfer")
    await db.close()


def test_the_image_serves_alone_and_as_the_compose_file_says(
    tmp_path: Path, postgres_url: str, valkey_server: Valkey
) -> None:
    elfer = built(tmp_path)
    data = tmp_path / "data"
    last = stages()[-1]
    alone = {name: text.replace("/data", str(data)) for name, text in image_environment(last).items()}
    alone["ELFER_PORT"] = str(free_port())
    assert not healthy(elfer, alone)
    with process(elfer, data, alone):
        wait_until(lambda: healthy(elfer, alone), "the server in its image")
        look_around(f"http://127.0.0.1:{alone['ELFER_PORT']}")
    assert (data / "elfer.db").is_file()

    asyncio.run(made_for_elfer(postgres_url))
    service = compose(SECRETS)["services"]["elfer"]
    assert "command" not in service, "the image's own command is used"
    places = {
        "@db:5432/": "@" + postgres_url.split("@")[1].split("/")[0] + "/",
        "hub:6379": f"127.0.0.1:{valkey_server.port}",
    }
    together = {**alone, **service["environment"]}
    for name in ("ELFER_STORAGE", "ELFER_HUB"):
        [(there, here)] = [(there, here) for there, here in places.items() if there in together[name]]
        together[name] = together[name].replace(there, here)
    served = [{**together, "ELFER_PORT": str(free_port())} for _ in range(int(service["deploy"]["replicas"]))]
    with contextlib.ExitStack() as stack:
        for environ in served:
            stack.enter_context(process(elfer, data, environ))
        for environ in served:
            wait_until(lambda environ=environ: healthy(elfer, environ), "the server of the compose file")  # type: ignore[misc]
        urls = [f"http://127.0.0.1:{environ['ELFER_PORT']}" for environ in served]
        look_around(urls[0])
        assert table_of_one_is_known_to_all(urls, service["environment"]["ELFER_PUBLIC_URL"])


def table_of_one_is_known_to_all(urls: list[str], public: str) -> bool:
    """Open a table at the first process as a page of the public address does, and ask all for it."""
    with httpx.Client(base_url=urls[0], headers={"origin": public}, timeout=60) as browser:
        known = browser.post("/api/me", json={"name": "Anna"}).raise_for_status().headers["set-cookie"].split(";")[0]
        # A browser has the cookie through the proxy, by https; here it is handed on as the proxy does.
        asked = browser.post("/api/tables", json={"setup": "elfer.2"}, headers={"cookie": known})
        opened = asked.raise_for_status().json()
    assert opened["link"].startswith(public)
    return all(httpx.get(f"{url}/api/tables/{opened['code']}", timeout=60).status_code == 200 for url in urls)


# --- compose -------------------------------------------------------------------------------------------------


def test_the_compose_file_keeps_to_the_specification() -> None:
    run(tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", COMPOSE)


def test_the_compose_file_holds_together() -> None:
    found = compose(SECRETS)
    services: dict[str, dict[str, Any]] = found["services"]
    for name, service in services.items():
        assert service["restart"] == "unless-stopped", name
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}, name
        assert "build" in service or re.search(r":\d+$", service["image"]), f"{name} is not pinned"
        assert set(service["networks"]) <= found["networks"].keys(), name
        assert service.get("depends_on", {}).keys() <= services.keys(), name
        mounted = {mount.split(":")[0] for mount in service.get("volumes", ())}
        assert {volume for volume in mounted if not volume.startswith(".")} <= found["volumes"].keys(), name
        assert all((DEPLOY / path).is_file() for path in mounted if path.startswith(".")), name
        for waited in service.get("depends_on", ()):
            assert waited == "elfer" or "healthcheck" in services[waited], (
                f"nothing tells whether {waited} is healthy"
            )
    # Only the proxy can be reached from outside, and only from its network an address is taken on trust.
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    [front] = found["networks"]["front"]["ipam"]["config"]
    settings = services["elfer"]["environment"]
    assert {name for name in settings if name.startswith(PREFIX)} <= KNOWN
    assert settings["ELFER_PROXIES"] == front["subnet"]
    assert [name for name, service in services.items() if "front" in service["networks"]] == ["elfer", "proxy"]
    assert found["networks"]["back"]["internal"]
    build = services["elfer"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == CONTAINERFILE


def test_what_must_be_set_is_asked_for_and_stands_in_the_example() -> None:
    for name in SECRETS:
        with pytest.raises(KeyError, match=r"set it in deploy/\.env"):
            compose({**SECRETS, name: ""})
    used = set(re.findall(r"\$\{(\w+)", COMPOSE.read_text()))
    assert used == example_variables().keys()
    assert not any(example_variables()[name] for name in ("POSTGRES_PASSWORD", "ELFER_OPERATOR_TOKEN"))
    assert ".env" in (ROOT / ".gitignore").read_text().split()


def test_the_proxy_leads_to_the_service() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    upstream = dict(re.findall(r"\{\$(\w+):(\w+)\}", text))
    assert upstream["ELFER_UPSTREAM"] in compose(SECRETS)["services"]
    assert [upstream["ELFER_PORT"]] == values(stages()[-1], "EXPOSE")


@pytest.mark.skipif(not shutil.which("caddy"), reason="there is no Caddy here")
def test_caddy_takes_its_file(tmp_path: Path) -> None:
    environ = {**outside(), "HOME": str(tmp_path), "ELFER_DOMAIN": SECRETS["ELFER_DOMAIN"]}
    run("caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile", env=environ)


# --- systemd -------------------------------------------------------------------------------------------------


def test_the_unit_starts_a_command_that_exists() -> None:
    settings = unit()
    [started] = settings["ExecStart"]
    program, *args = shlex.split(started)
    parsed = flags.parser(Words("en"), args).parse_args(args)
    assert parsed.command == "serve"
    [state], [folder] = settings["StateDirectory"], settings["WorkingDirectory"]
    assert folder == f"/var/lib/{state}"
    assert parsed.storage.startswith(f"sqlite:{folder}/")
    assert f"{Path(program).parent}/pip install" in UNIT.read_text()
    given = {text.split("=")[0] for text in settings["Environment"]}
    assert {name for name in given if name.startswith(PREFIX)} <= KNOWN
    [file] = settings["EnvironmentFile"]
    assert file.removeprefix("-") in UNIT.read_text().split("[Unit]")[0]


def test_the_unit_shuts_the_service_in() -> None:
    settings = unit()
    for name in ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "PrivateDevices", "RestrictSUIDSGID"):
        assert settings[name] == ["yes"], name
    assert settings["ProtectSystem"] == ["strict"]
    assert settings["Restart"] == ["on-failure"]
    assert int(settings["LimitNOFILE"][0]) > 10_000


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    text = UNIT.read_text().replace("/opt/elfer/bin/elfer", shutil.which("true") or "")
    (tmp_path / "elfer.service").write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / "elfer.service"], capture_output=True, text=True, check=False
    )
    assert [line for line in done.stderr.splitlines() if "elfer.service" in line] == []
    assert done.returncode == 0


# --- what to watch -------------------------------------------------------------------------------------------


def expressions(found: Any) -> Iterator[str]:
    """All queries in a dashboard or in rules."""
    if isinstance(found, dict):
        for name, value in found.items():
            if name in ("expr", "query", "definition") and isinstance(value, str):
                yield value
            else:
                yield from expressions(value)
    elif isinstance(found, list):
        for value in found:
            yield from expressions(value)


def metrics_of(texts: list[str]) -> set[str]:
    """The metrics that queries name; a histogram goes by the name that is declared."""
    names = {name for text in texts for name in METRIC.findall(text)}
    return {re.sub(r"_(bucket|sum|count)$", "", name) if name not in HELP else name for name in names}


def test_dashboard_and_alerts_name_metrics_that_exist() -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    alerts = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())
    shown, watched = (metrics_of(list(expressions(found))) for found in (dashboard, alerts))
    assert watched <= HELP.keys()
    assert shown <= HELP.keys()
    assert shown >= HELP.keys(), "the dashboard shows everything that is counted"
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


def test_prometheus_asks_the_service_with_the_rules_beside_it() -> None:
    config = yaml.safe_load((DEPLOY / "prometheus.yaml").read_text())
    assert [(DEPLOY / name).is_file() for name in config["rule_files"]] == [True]
    [job] = config["scrape_configs"]
    [asked] = job["dns_sd_configs"]
    assert asked["names"] == ["elfer"]
    assert [str(asked["port"])] == values(stages()[-1], "EXPOSE")
    alerts = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())
    jobs = {name for text in expressions(alerts) for name in re.findall(r'job="(\w+)"', text)}
    assert jobs == {job["job_name"]}
