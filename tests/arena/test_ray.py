"""The arena on a cluster: the same totals. Ray is large and slow to start, so it is tried where it is installed."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed (extra “arena”)")

ARENA = "--players 2 --boards 12 --seed ray --json --jobs 2"


def arena(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "elfer", "arena", "elfer", "easy", *args, *ARENA.split()],
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_two_workers_of_a_cluster_come_to_the_same() -> None:
    cluster = arena("random", "--ray", "local")
    assert cluster.returncode == 0, cluster.stderr
    assert cluster.stdout == arena("random").stdout


def test_trouble_comes_back_from_the_cluster() -> None:
    failed = arena("tests.arena.toys:stranger", "--ray", "local")
    assert failed.returncode == 2
    assert "the bot “tests.arena.toys:stranger” did “draw” in elfer" in failed.stderr
