"""When a bot does what it has decided. Nobody learns more from the moment than from the action itself."""

from __future__ import annotations

from elfer.bots.pace import LEAST, answer_share, share
from elfer.match.match import Match
from elfer.server.judging import unnoticed, window
from elfer.server.sitting import Sitting
from elfer.table.seed import Stream, derived


def pause_ms(sitting: Sitting, seat: int, do: str, usual_ms: int) -> int:
    """How long after its turn began a bot does this on a seat; `usual_ms` is usual at the normal pace.

    What nobody notices it does at once: whatever is noticed afterwards comes when it would have come anyway.
    """
    match = sitting.match
    assert match is not None
    action = match.game.read(do)
    if window(match.state) is not None:
        return _lasting(sitting, usual_ms, answer_share(_stream(sitting, match)))
    if unnoticed(match.game, match.state, seat, action):
        return 0
    who = sitting.chairs[seat].played_by
    return _lasting(sitting, usual_ms, share(action, 1.0 if who is None else who.tempo, _stream(sitting, match)))


def deal_ms(sitting: Sitting, usual_ms: int) -> int:
    """How long bots among themselves look at the points of a round."""
    return sitting.manner.pace.lasts(usual_ms)


def _lasting(sitting: Sitting, usual_ms: int, share: float) -> int:
    lasts = sitting.manner.pace.lasts(round(usual_ms * share))
    return max(lasts, round(usual_ms * LEAST)) if share >= LEAST else lasts


def _stream(sitting: Sitting, match: Match) -> Stream:
    """Named after the moment as everyone knows it: it counts nothing that happened in secret."""
    return Stream(derived(sitting.secret, "pace"), f"{match.number} {sitting.shown}")
