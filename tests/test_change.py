"""Changes: whoever holds a view and gets the change holds the next view, and was told nothing else."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from elfer.match.match import Match
from elfer.match.registry import games
from elfer.table.change import Change, change, changed
from elfer.table.seed import seed_from
from elfer.table.view import View, view
from elfer.testing.setups import some_setups


@pytest.mark.rule("ALL-3")
@pytest.mark.parametrize("name", sorted(games()))
def test_views_follow_from_changes(name: str) -> None:
    random = Random(name)
    for setup in list(some_setups(games()[name]))[:4]:
        match = Match.start(setup, seed_from(name))
        seats = (None, *range(setup.players))
        screens = {seat: view(match.game, match.state, seat) for seat in seats}
        while not match.round_over:
            seat = random.choice(match.to_act)
            before = match.state
            match = match.apply(seat, random.choice(match.legal(seat)))
            for who in seats:
                shown = view(match.game, match.state, who)
                assert view(match.game, match.state, who, (before, screens[who])) == shown
                told = change(screens[who], shown)
                wire = msgspec.json.decode(msgspec.json.encode(told), type=Change)
                assert changed(screens[who], told) == shown
                assert through_json(changed(screens[who], wire)) == through_json(shown)
                for n, zone in (told.zones or {}).items():
                    assert zone == shown.zones[n] != screens[who].zones[n]
                screens[who] = shown


def through_json(shown: View) -> View:
    return msgspec.json.decode(msgspec.json.encode(shown), type=View)
