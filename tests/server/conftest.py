"""Real parts for the server's tests: databases in temporary folders, started once for each test process."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.server.services import Valkey, postgres, valkey
from tests.server.worlds import Theatre

_numbers = count()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[Valkey]:
    with valkey() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def storage_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty storage of each kind."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'elfer.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return empty_schema(url)


def empty_schema(url: str) -> str:
    """An empty schema of its own in a database."""
    import asyncio

    import asyncpg

    name = f"test{next(_numbers)}"

    async def make() -> None:
        db = await asyncpg.connect(url)
        await db.execute(f"CREATE SCHEMA {name}")
        await db.close()

    asyncio.run(make())
    return f"{url}?search_path={name}"


@pytest.fixture
def theatre(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Theatre:
    return Theatre(tmp_path, monkeypatch)
