"""`elfer replay`: goes through a record step by step, with all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from elfer.cli import table
from elfer.cli.ask import Leave, Talk
from elfer.cli.results import points, winners
from elfer.match import record
from elfer.match.record import Step
from elfer.table.game import Game, State
from elfer.table.view import View, view
from elfer.words import Words
from elfer.words.rulebook import at_table, rulebook


def load(path: Path) -> tuple[list[Step], list[str]]:
    """The steps of a record and the names of its seats. Raises `BadRecord` and `OSError`."""
    lines = [line for line in path.read_bytes().splitlines() if line.strip()]
    steps = list(record.replay(lines))
    return steps, list(record.names(lines))


def run(words: Words, console: Console, path: Path, *, check_only: bool, everything: bool) -> int:
    """Check a record, or show it. Raises `BadRecord` and `OSError`."""
    return check(words, console, path) if check_only else replay(words, console, path, everything=everything)


def check(words: Words, console: Console, path: Path) -> int:
    """Say whether a record is as the rules have it."""
    steps, _ = load(path)
    actions, totals = sum(step.do is not None for step in steps), steps[-1].match.totals
    console.print(words.say("replay.ok", n=actions, totals=", ".join(map(str, totals))))
    return 0


def replay(words: Words, console: Console, path: Path, *, everything: bool = False) -> int:
    """Show a record, step by step or all at once."""
    steps, names = load(path)
    show = Show(words, console, steps, names)
    if everything:
        for n in range(len(steps)):
            show.step(n)
        return 0
    with suppress(Leave):
        show.walk()
    return 0


class Show:
    """A record on the screen."""

    def __init__(self, words: Words, console: Console, steps: Sequence[Step], names: Sequence[str]) -> None:
        words = at_table(words, steps[0].match.setup.name)
        self.words, self.console, self.steps = words, console, steps
        self.talk = Talk(words, console)
        self.names = named(words, names, steps[0].match.setup.players)

    def walk(self) -> None:
        """Go where the person wants until they leave."""
        at, last = 0, len(self.steps) - 1
        self.step(at)
        while True:
            answer = self.talk.ask(self.words.say("replay.ask", at=at, last=last)).lower()
            there = self.target(answer, at, last)
            if there is None:
                self.talk.complain(self.words.say("replay.keys", last=last))
            elif there != at:
                at = there
                self.step(at)
            else:
                self.talk.complain(self.words.say("replay.edge"))

    def target(self, answer: str, at: int, last: int) -> int | None:
        """The step that an answer asks for; `None` if it asks for none."""
        if self.talk.command(answer) == "quit" or answer == "q":
            raise Leave
        if answer.isdecimal():
            return min(int(answer), last)
        return {"": min(at + 1, last), "b": max(at - 1, 0), "e": last}.get(answer)

    def step(self, n: int) -> None:
        """One step: the table, who did what, and the points where a round ends."""
        step, words = self.steps[n], self.words
        match, game = step.match, step.match.game
        if self.console.is_terminal:
            self.console.clear()
        title = f"{rulebook(game.id, words.lang).title} · {n}/{len(self.steps) - 1}"
        if several := game.rounds > 1:
            title += " · " + words.say("table.round", number=match.number + 1, rounds=game.rounds)
        seats = table.Seats(self.names, match.totals if several else None)
        self.console.print(table.draw(words, game, opened(game, match.state), seats, title))
        if step.seat is None or step.do is None:
            self.console.print(Text(f" {words.say('replay.deal')}", "bold"))
        else:
            self.console.print(Text(f" {self.names[step.seat]}: {words.offer(step.do)}", "bold"))
        if match.round_over:
            self.console.print(points(words, match, self.names))
        if match.over:
            self.console.print(Text(f" {winners(words, match, self.names)}", "bold"))
        elif n == len(self.steps) - 1:
            self.console.print(f" {words.say('replay.unfinished')}")


def named(words: Words, names: Sequence[str], players: int) -> list[str]:
    """What the seats of a record are called."""
    # Whoever wrote the record chose the names: nothing in them may steer the terminal.
    clean = ["".join(c for c in name if c.isprintable())[:20] for name in names]
    return [*clean, *(words.say("seat.number", number=n) for n in range(len(clean), players))][:players]


def opened(game: Game[Any], state: State) -> View:
    """The table with every hand as its owner sees it: only for after the game."""
    shown = view(game, state)
    zones = [
        zone if zone.owner is None else view(game, state, zone.owner).zones[n] for n, zone in enumerate(shown.zones)
    ]
    return replace(shown, zones=tuple(zones))
