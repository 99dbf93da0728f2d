"""Golden records: a whole round as text, with all legal actions and the view of every seat at every step.

Any change in what the rules allow, or in what anyone is shown, changes the text. To keep it short, a line of a
view is written only when it differs from the same line one step before.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from elfer.match.match import Match
from elfer.match.setup import Setup
from elfer.table.seed import derived
from elfer.table.view import View, ZoneView, view


def playthrough(setup: Setup, seed: bytes) -> str:
    """The golden record of a round played at random from this seed."""
    return "\n".join(_steps(setup, seed)) + "\n"


def _steps(setup: Setup, seed: bytes) -> Iterator[str]:
    match, random = Match.start(setup, seed), Random(derived(seed, "choices"))
    game = match.game
    yield f"table {setup.code}  seed {seed.hex()}"
    before: dict[str, str] = {}
    while True:
        for seat in (None, *range(game.players)):
            name = "bystander" if seat is None else f"seat {seat}"
            now = {f"  {name}, {what}": text for what, text in _lines(view(game, match.state, seat))}
            yield from (f"{what}: {text}" for what, text in now.items() if before.get(what) != text)
            before |= now
        if not match.to_act:
            break
        seat = random.choice(match.to_act)
        legal = [game.write(action) for action in match.legal(seat)]
        text = random.choice(legal)
        yield f"{match.steps}. seat {seat} of {match.to_act} plays {text}, out of: {' '.join(legal)}"
        match = match.apply(seat, game.read(text))
    yield f"points {match.scores[-1]}  places {match.places}"


def _lines(seen: View) -> Iterator[tuple[str, str]]:
    for zone in seen.zones:
        owner = "" if zone.owner is None else zone.owner
        yield f"{zone.name}{owner}", _content(zone)
    yield "facts", " ".join(f"{name}={value!r}" for name, value in seen.facts.items())
    yield "legal", " ".join(seen.legal)
    yield "events", ", ".join(seen.events)
    yield "points", str(seen.points)


def _content(zone: ZoneView) -> str:
    cards = "hidden" if zone.cards is None else " ".join(card or "-" for card in zone.cards)
    return f"({zone.count}) {cards}"
