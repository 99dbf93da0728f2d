"""Changes: whoever holds a view and gets the change holds the next view, and was told nothing else."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec import UNSET

from elfer.match.match import Match
from elfer.match.registry import games
from elfer.table.change import Change, Changes, changed
from elfer.table.seed import seed_from
from elfer.table.view import View, Views, view
from elfer.testing.setups import some_setups


@pytest.mark.rule("ALL-3")
@pytest.mark.parametrize("name", sorted(games()))
def test_views_follow_from_changes(name: str) -> None:
    random = Random(name)
    for setup in list(some_setups(games()[name]))[:4]:
        match = Match.start(setup, seed_from(name))
        seats = (None, *range(setup.players))
        screens, before = (
            {seat: view(match.game, match.state, seat) for seat in seats},
            Views(match.game, match.state),
        )
        while not match.round_over:
            seat = random.choice(match.to_act)
            match = match.apply(seat, random.choice(match.legal(seat)))
            now = Views(match.game, match.state, before)
            changes, before = Changes(before, now), now
            for who in seats:
                shown, told = view(match.game, match.state, who), changes.of(who)
                assert now.of(who) == shown
                wire = msgspec.json.decode(msgspec.json.encode(told), type=Change)
                assert changed(screens[who], told) == shown
                assert through_json(changed(screens[who], wire)) == through_json(shown)
                for n, zone in (told.zones or {}).items():
                    assert zone == shown.zones[n] != screens[who].zones[n]
                for n in [*(told.splices or ()), *(told.counts or ())]:
                    assert shown.zones[n] != screens[who].zones[n]
                    assert (shown.zones[n].cards is None) == (n in (told.counts or ()))
                for part in ("facts", "by_seat"):
                    for name, fact in (getattr(told, part) or {}).items():
                        assert fact == getattr(shown, part)[name] != getattr(screens[who], part)[name]
                for part in ("to_act", "legal", "points", "window"):
                    assert (getattr(told, part) is UNSET) == (getattr(shown, part) == getattr(screens[who], part))
                screens[who] = shown


def through_json(shown: View) -> View:
    return msgspec.json.decode(msgspec.json.encode(shown), type=View)
