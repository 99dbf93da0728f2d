"""When a bot does what it has decided. Nobody learns more from the moment than from the action itself."""

from __future__ import annotations

from elfer.bots.pace import answer_share, share, thinking
from elfer.server.judging import window
from elfer.server.sitting import Sitting
from elfer.table.secrecy import unnoticed
from elfer.table.seed import Stream, derived


def pause_ms(sitting: Sitting, seat: int, do: str, usual_ms: int) -> int:
    """How long after its turn began a bot does this on a seat; `usual_ms` is usual at the normal pace.

    What nobody notices it does at once: whatever is noticed afterwards comes when it would have come anyway.
    """
    match = sitting.match
    assert match is not None
    # Named after the moment as everyone knows it: it counts nothing that happened in secret.
    stream = Stream(derived(sitting.secret, "pace"), f"{match.number} {sitting.shown}")
    tempo, open_ = sitting.manner.pace.tempo, window(match.state)
    if open_ is not None:
        return round(usual_ms * answer_share(tempo, stream, sum(_thinking(sitting, one) for one in open_.asked)))
    action = match.game.read(do)
    if unnoticed(match.game, match.state, seat, action):
        return 0
    who = sitting.chairs[seat].played_by
    return round(usual_ms * share(action, tempo * (who.tempo if who else 1), stream, _thinking(sitting, seat)))


def deal_ms(sitting: Sitting, usual_ms: int) -> int:
    """How long bots among themselves look at the points of a round."""
    return sitting.manner.pace.lasts(usual_ms)


def _thinking(sitting: Sitting, seat: int) -> float:
    chair = sitting.chairs[seat]
    level = sitting.manner.level if chair.away else chair.level
    return 0.0 if level is None else thinking(sitting.setup.game, level)
