"""`elfer play`: a person at the table with bots, or bots among themselves."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from msgspec import Struct
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from elfer.bots import decide, simple
from elfer.cli import table
from elfer.cli.ask import Leave, Talk
from elfer.cli.cells import WIDTH
from elfer.cli.results import points, winners
from elfer.cli.rules import print_rulebook
from elfer.cli.story import Deed, deed, tell
from elfer.match.match import Match
from elfer.match.record import header, lines
from elfer.match.setup import Setup
from elfer.table.actions import Action
from elfer.table.refusal import Refused
from elfer.table.seed import Stream, derived
from elfer.table.view import View, view
from elfer.words import Words, taken_apart
from elfer.words.rulebook import at_table, rulebook

MOST_LINES = 4
"""Of choices in full words."""
PAUSE = 0.6
"""Seconds between two actions of bots, so that people can follow."""


class Record:
    """Writes a match down as it goes, line by line: whatever happens, what was played is there."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._file: BinaryIO | None = None

    def __enter__(self) -> Record:
        if self.path is not None:
            self._file = self.path.open("xb")  # an older record is never overwritten
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, text: bytes) -> None:
        if self._file is not None:
            self._file.write(text)
            self._file.flush()


class Wishes(Struct, frozen=True):
    """What was asked for beside the table itself."""

    setup: Setup
    seed: bytes
    seed_text: str
    seat: int | None
    """Where the person sits; `None`: bots play alone."""
    record: Path | None
    fast: bool


def play(words: Words, console: Console, wishes: Wishes) -> int:
    """Play a match to its end, or until the person leaves. Gives the exit code."""
    with Record(wishes.record) as record:
        host = Host(words, console, wishes, record)
        try:
            host.run()
            code = 0
        except Leave:
            code = 0
        except KeyboardInterrupt:
            code = 130
        host.goodbye()
    return code


class Host:
    """Runs the match: shows the table, asks the person, lets the bots play."""

    def __init__(self, words: Words, console: Console, wishes: Wishes, record: Record) -> None:
        self.console, self.wishes, self.record = console, wishes, record
        self.words = words = at_table(words, wishes.setup.name)
        self.talk = Talk(words, console)
        self.seat = wishes.seat
        self.match = Match.start(wishes.setup, wishes.seed)
        self.game = self.match.game
        self.names = names(words, self.match.setup.players, self.seat)
        self.bot = simple(self.game)
        self.deeds: list[Deed] = []
        self.live = console.is_terminal and not wishes.fast
        record.write(header(self.match, self.names))

    def run(self) -> None:
        while True:
            while not self.match.round_over:
                self.turn()
            self.show()
            self.console.print(points(self.words, self.match, self.names))
            if self.match.over:
                return
            if self.seat is not None:
                self.talk.wait("ask.next-round")
            self.match, self.deeds = self.match.next_round(), []

    def turn(self) -> None:
        if self.seat in self.match.to_act:
            self.do(self.seat, self.choose(self.seat))
            return
        seat = self.match.to_act[0]
        # The label names the moment, so that a decision does not depend on what was decided elsewhere.
        stream = Stream(derived(self.match.seed, "bots"), f"{self.match.number} {self.match.steps} {seat}")
        self.do(seat, decide(self.bot, self.game, self.match.state, seat, stream))
        if self.live and not self.deeds[-1].is_end:
            self.show()
            time.sleep(PAUSE)

    def do(self, seat: int, action: Action) -> None:
        """Play an action, note it in the record and in the story."""
        text, before = self.game.write(action), self.match
        self.match = before.apply(seat, action)
        self.record.write(lines(seat, text, self.match))
        # The story goes back to the person's last turn; for a bystander it is the turn of now.
        if seat == self.seat or self.seat is None:
            self.deeds = [deed for deed in self.deeds if self.deeds[-1].seat == seat]
        self.deeds.append(deed(self.words, self.game, self.view(), seat, text))
        if self.seat is None and not self.live and not self.deeds[-1].is_end:
            self.console.print(Text(tell(self.words, self.deeds[-1:], self.names)[0]))

    # --- what the person sees --------------------------------------------------------------------------------

    def view(self) -> View:
        return view(self.game, self.match.state, self.seat)

    def show(self) -> None:
        """The table and what happened since the person's last turn."""
        if self.console.is_terminal:
            self.console.clear()
        several = self.game.rounds > 1
        title = rulebook(self.game.id, self.words.lang).title
        if several:
            title += " · " + self.words.say("table.round", number=self.match.number + 1, rounds=self.game.rounds)
            if self.seat is not None:
                total = self.words.say("count.points-short", n=self.match.totals[self.seat])
                title += f" · {self.names[self.seat]} {total}"
        seats = table.Seats(self.names, self.match.totals if several else None)
        self.console.print(table.draw(self.words, self.game, self.view(), seats, title))
        for line in tell(self.words, self.deeds, self.names):
            self.console.print(Text(f" {line}"))

    def choose(self, seat: int) -> Action:
        """Ask until the answer is something that can be done."""
        legal = self.game.legal(self.match.state, seat)
        self.show()
        self.offer(legal)
        while True:
            answer = self.talk.ask(self.words.say("ask.only" if len(legal) == 1 else "ask.action"))
            try:
                action = self.understood(answer, legal)
                if action is not None:
                    self.match.apply(seat, action)  # refused here, before anything is noted
                    return action
            except Refused as refused:
                self.talk.complain(self.words.refusal(refused))

    def offer(self, legal: Sequence[Action]) -> None:
        offers = [self.game.write(action) for action in legal]
        named = (taken_apart(offer) for offer in offers)
        fit = len({names["card"] for verb, names in named if verb.startswith(("lay", "connect"))})
        said = self.words.say("turn.fitting", n=fit) if fit else self.words.say("turn.none")
        self.console.print(Text(f" {said}", "bold"))
        spelt = [self.words.offer(offer) for offer in offers]
        # Many choices, as with jokers, are listed in notation, or they would push the table off the screen.
        shown = spelt if _lines_of(spelt) <= MOST_LINES else offers
        numbered = [Text(f" {n} {text}") for n, text in enumerate(shown, 1)]
        self.console.print(Columns(numbered, padding=(0, 2), width=max(len(text) for text in numbered)))

    def understood(self, answer: str, legal: Sequence[Action]) -> Action | None:
        """The action that an answer means; `None` if it was a command or nothing that can be chosen."""
        match self.talk.command(answer):
            case "help":
                self.console.print(self.words.say("help.play"))
            case "rules":
                print_rulebook(self.words, self.console, self.game.id)
                self.talk.wait("ask.back")
                self.show()
                self.offer(legal)
            case "hand":
                seats = table.Seats(self.names)
                shown = self.view()
                for line in table.hands(self.words, shown, seats, shown.legal):
                    self.console.print(line)
            case "quit":
                self.talk.confirm_leaving(self.record.path is not None)
            case _ if answer == "" and len(legal) == 1:
                return legal[0]
            case _ if answer.isdecimal() and 1 <= int(answer) <= len(legal):
                return legal[int(answer) - 1]
            case _ if answer == "" or answer.isdecimal():
                self.talk.complain(self.words.say("ask.number", last=len(legal)))
            case _:
                return self.game.read(answer)
        return None

    def goodbye(self) -> None:
        """Who won, if it came to that, and how to see or play it again."""
        say, out = self.words.say, self.console.print
        if self.match.over:
            out(Text(f" {winners(self.words, self.match, self.names, self.seat)}", "bold"))
        else:
            out(f" {say('result.left')}")
        if self.record.path is not None:
            command = shlex.join(["elfer", "replay", str(self.record.path)])
            out(f" {say('result.record', command=command)}", soft_wrap=True)
        again = ["elfer", "play", self.match.setup.code, "--seed", self.wishes.seed_text]
        again += ["--seat", str(self.seat)] if self.seat else ["--watch"] if self.seat is None else []
        out(f" {say('result.again', command=shlex.join(again))}", soft_wrap=True)


def _lines_of(offers: Sequence[str]) -> int:
    """How many lines so many numbered choices take."""
    widest = max(map(len, offers)) + len(str(len(offers))) + 4
    return -(-len(offers) // max(1, WIDTH // widest))


def names(words: Words, players: int, person: int | None) -> list[str]:
    """What the seats are called: the person, and bots numbered round the table from the person on."""
    start = 0 if person is None else person
    out = [""] * players
    for n in range(players):
        out[(start + n) % players] = words.say("seat.bot", number=n + (person is None))
    if person is not None:
        out[person] = words.say("seat.you")
    return out
