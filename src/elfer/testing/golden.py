"""Golden records: a whole round as text, with all legal actions and the view of every seat at every step.

Any change in what the rules allow, or in what anyone is shown, changes the text. To keep it short, a line of a
view is written only when it differs from the same line one step before.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from elfer.bots.reactions import timed
from elfer.match.match import Match
from elfer.match.setup import Setup
from elfer.table.game import Game
from elfer.table.seed import derived, seed_from
from elfer.table.view import View, ZoneView, view

GOLDEN_SEED = seed_from("golden")
GOLDEN_STEPS = 300
"""So many actions are enough, where a round is long."""


def golden_setup(kind: type[Game[Any]]) -> Setup:
    """The setup whose playthrough is kept: three players where that is possible, all options at their defaults."""
    return Setup.of(kind, min(3, kind.seats[-1]), {})


def playthrough(setup: Setup, seed: bytes) -> str:
    """The golden record of a round played at random from this seed."""
    return "\n".join(_steps(setup, seed)) + "\n"


def _steps(setup: Setup, seed: bytes) -> Iterator[str]:
    match, random = Match.start(setup, seed), Random(derived(seed, "choices"))
    game = match.game
    yield f"table {setup.code}  seed {seed.hex()}"
    before: dict[str, str] = {}
    while True:
        now = _all_views(match)
        yield from (f"  {what}: {text}" for what, text in now.items() if before.get(what) != text)
        before = now
        if not match.to_act:
            break
        if match.steps == GOLDEN_STEPS:
            yield "… and so on"
            return
        seat = random.choice(match.to_act)
        legal = [game.write(action) for action in match.legal(seat)]
        text = random.choice(legal)
        window = match.state.table.window
        if window and window.seconds:  # a call takes its time
            text = game.write(timed(game.read(text), random.randrange(1000 * window.seconds), window))
        yield f"{match.steps}. seat {seat} of {match.to_act} plays {text}, out of: {' '.join(legal)}"
        match = match.apply(seat, game.read(text))
    yield f"points {match.scores[-1]}  places {match.places}"


def _all_views(match: Match) -> dict[str, str]:
    """The lines of all views; a line that is the same for all stands once."""
    views = [dict(_lines(view(match.game, match.state, seat))) for seat in (*range(match.game.players), None)]
    out: dict[str, str] = {}
    for what, text in views[-1].items():
        if all(seen[what] == text for seen in views):
            out[f"all, {what}"] = text
        else:
            out |= {f"seat {seat}, {what}": seen[what] for seat, seen in enumerate(views[:-1])}
            out[f"bystander, {what}"] = text
    return out


def _lines(seen: View) -> Iterator[tuple[str, str]]:
    for zone in seen.zones:
        owner = "" if zone.owner is None else zone.owner
        yield f"{zone.name}{owner}", _content(zone)
    yield "facts", " ".join(f"{name}={value!r}" for name, value in (*seen.facts.items(), *seen.by_seat.items()))
    yield "legal", " ".join(seen.legal)
    yield "events", ", ".join(seen.events)
    yield "points", str(seen.points)
    if seen.window is not None:
        yield "window", f"{seen.window.asked} for {seen.window.seconds} s, answered: {seen.window.answered}"


def _content(zone: ZoneView) -> str:
    cards = "hidden" if zone.cards is None else " ".join(card or "-" for card in zone.cards)
    return f"({zone.count}) {cards}"
