"""A moment as text, for whoever watches an environment: what one seat sees, zone by zone."""

from __future__ import annotations

from collections.abc import Iterator

from elfer.envs.turns import Moment, Turns
from elfer.table.game import NOBODY
from elfer.table.view import View, ZoneView, view


def drawn(turns: Turns, moment: Moment) -> str:
    """What the seat that is asked sees, or at the end everyone.

    >>> from elfer.match.setup import Setup
    >>> from elfer.table.seed import seed_from
    >>> turns = Turns(Setup.choose("zahlenwechsel", 2))
    >>> print(drawn(turns, turns.deal(seed_from("7"))).splitlines()[0])
    zahlenwechsel.2, seat 1 is asked
    """
    seat = turns.seat(moment)
    seen = view(turns.game, moment.state, None if seat == NOBODY else seat)
    asked = "the round is over" if seat == NOBODY else f"seat {seat} is asked"
    return "\n".join((f"{turns.setup.code}, {asked}", *_lines(seen), *_ended(turns, moment)))


def _lines(seen: View) -> Iterator[str]:
    for zone in seen.zones:
        owner = "" if zone.owner is None else str(zone.owner)
        yield f"  {zone.name}{owner}: {_content(zone)}"
    if seen.events:
        yield f"  happened: {', '.join(seen.events)}"
    if seen.legal:
        yield f"  may: {', '.join(seen.legal)}"


def _content(zone: ZoneView) -> str:
    if zone.cards is not None:
        return " ".join(card or "·" for card in zone.cards) or "–"
    return "hidden" if zone.count is None else f"{zone.count} hidden"


def _ended(turns: Turns, moment: Moment) -> Iterator[str]:
    if turns.over(moment):
        yield f"  points: {', '.join(map(str, turns.game.points(moment.state)))}"
