"""`elfer serve` in a world where a day lasts a second: what is kept for days can be seen to go."""

from __future__ import annotations

import sys

from elfer.cli import main
from elfer.server import retention

SECOND_MS = 1000


def hurry() -> None:
    """Let time pass quickly for everything that is kept for days."""
    retention.DAY_MS = retention.LOOK_AGAIN_MS = retention.PROCESS_MS = SECOND_MS
    retention.HOUR_MS = retention.CLOSED_FOR_MS = 2 * SECOND_MS
    retention.FIRST_SECONDS, retention.EVERY_SECONDS = 2.0, 3.0


if __name__ == "__main__":
    hurry()
    sys.exit(main())
