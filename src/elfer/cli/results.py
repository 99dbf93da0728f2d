"""Points and places, as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table

from elfer.match.match import Match
from elfer.words import Words


def points(words: Words, match: Match, names: Sequence[str]) -> Table:
    """The points of the round that has ended and the totals, the best first."""
    several = len(match.scores) > 1
    listing = Table(box=SIMPLE_HEAD, pad_edge=True)
    listing.add_column(words.say("result.place"))
    listing.add_column(words.say("result.player"))
    listing.add_column(words.say("result.round", number=match.number + 1), justify="right")
    if several:
        listing.add_column(words.say("result.total"), justify="right")
    for seat in sorted(range(len(names)), key=match.places.__getitem__):
        place = match.places[seat]
        shared = match.places.count(place) > 1
        cells = [
            words.say("result.shared-place" if shared else "result.own-place", n=place),
            names[seat],
            str(match.scores[-1][seat]),
        ]
        listing.add_row(*cells, *([str(match.totals[seat])] if several else []), style="bold" if place == 1 else "")
    return listing


def winners(words: Words, match: Match, names: Sequence[str], person: int | None = None) -> str:
    """Who has won the match."""
    best = [seat for seat, place in enumerate(match.places) if place == 1]
    if best == [person]:
        return words.say("result.you-won")
    who = words.listed(names[seat] for seat in best)
    return words.say("result.won" if len(best) == 1 else "result.shared", who=who)
