"""How tests are shared out among processes."""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling


class OneBrowser(LoadScopeScheduling):  # type: ignore[misc]  # pytest-xdist has no types
    """Every test goes to whichever process is free, but those of the page all to one, which begins with them.

    Two browsers at once would only slow each other down, and each costs a server and tables of its own.
    """

    def _split_scope(self, nodeid: str) -> str:
        return "the page" if nodeid.startswith("tests/web/") else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    return OneBrowser(config, log)
