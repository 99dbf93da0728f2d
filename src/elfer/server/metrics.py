"""Numbers for Prometheus. They count; they never tell a card."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping

HELP = {
    "elfer_connections": "WebSockets that are open.",
    "elfer_rooms": "Matches in memory.",
    "elfer_tables_overdue": "Tables that somebody is at and that should have gone on by themselves long ago.",
    "elfer_decisions_waiting": "Decisions of bots that wait for a worker.",
    "elfer_storage_up": "Whether the storage can be written to.",
    "elfer_tables_opened_total": "Tables that were opened.",
    "elfer_rooms_loaded_total": "Matches that were replayed from their logs.",
    "elfer_entries_total": "Log entries that were made durable.",
    "elfer_conflicts_total": "Appends that came second, and were tried again.",
    "elfer_storage_failures_total": "Writes that storage did not confirm.",
    "elfer_messages_total": "Messages from clients, by type.",
    "elfer_refusals_total": "Messages that were not done, by code.",
    "elfer_bot_decisions_total": "Decisions that were asked of bots.",
    "elfer_bots_late_total": "Decisions that a bot did not make in time.",
    "elfer_lagging_total": "Clients that could not keep up for a moment.",
    "elfer_requests_total": "HTTP requests, by status.",
    "elfer_cleaned_total": "Rows and matches that were too old and were removed, by what they were.",
    "elfer_act_seconds": "From the arrival of an action until it is durable and everyone here was told.",
}
BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


class Metrics:
    """Counters, and one histogram."""

    def __init__(self) -> None:
        self._counts: defaultdict[tuple[str, str], float] = defaultdict(float)
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def count(self, name: str, by: float = 1, label: str = "") -> None:
        self._counts[name, label] += by

    def took(self, seconds: float) -> None:
        self._buckets[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def text(self, gauges: Mapping[str, float]) -> str:
        """All of them, in Prometheus's text format."""
        return "\n".join(self._lines(gauges)) + "\n"

    def _lines(self, gauges: Mapping[str, float]) -> Iterator[str]:
        for name, value in gauges.items():
            yield f"# HELP {name} {HELP[name]}"
            yield f"# TYPE {name} gauge"
            yield f"{name} {value:g}"
        last = ""
        for (name, label), value in sorted(self._counts.items()):
            if name != last:
                yield f"# HELP {name} {HELP[name]}"
                yield f"# TYPE {name} counter"
                last = name
            yield f"{name}{{{label}}} {value:g}" if label else f"{name} {value:g}"
        name, total = "elfer_act_seconds", 0
        yield f"# HELP {name} {HELP[name]}"
        yield f"# TYPE {name} histogram"
        for bound, n in zip((*map(str, BOUNDS), "+Inf"), self._buckets, strict=True):
            total += n
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self._sum:g}"
        yield f"{name}_count {total}"
