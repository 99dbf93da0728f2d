"""`elfer play`: a person at the table with bots, or bots among themselves."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from textwrap import wrap
from types import TracebackType
from typing import BinaryIO

import msgspec
from msgspec import Struct
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from elfer.bots import Level, decide
from elfer.bots.advice import Advice, advised
from elfer.bots.cast import Character, drawn, playing_as
from elfer.bots.pace import USUAL_MS, answer_share, share, thinking
from elfer.cli import keys, table
from elfer.cli.ask import Leave, Talk
from elfer.cli.cells import WIDTH
from elfer.cli.hint import hinted
from elfer.cli.offers import Offers
from elfer.cli.results import points, winners
from elfer.cli.rules import print_rulebook
from elfer.cli.story import Deed, Teller, tell
from elfer.match.match import Match
from elfer.match.record import header, lines
from elfer.match.setup import Setup
from elfer.table.actions import Action
from elfer.table.guess import guess
from elfer.table.refusal import Refused, named
from elfer.table.seed import Quick, Stream, derived
from elfer.table.view import View, view
from elfer.table.windows import IDLE_SECONDS, NO_ANSWER, QUICKEST, believed, timed, untimed
from elfer.words import Words
from elfer.words.questions import question
from elfer.words.rulebook import at_table, rulebook

CHANCE = 1.5
"""Seconds in which something can be done out of turn."""
MOST_STORY = 9
"""Lines of what happened that leave room for the table."""
LEAST_STORY = 2
"""Lines of what happened that are shown however full the screen is."""


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
    level: Level = Level.NORMAL
    """Of the bots."""


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
        self.cast = company(self.game.players, self.seat, wishes.seed)
        self.names = [one.name if one else words.say("seat.you") for one in self.cast]
        self.bots = [playing_as(one, self.game, wishes.level) for one in self.cast]
        self.teller = Teller(words, self.game, self.names)
        self.deeds: list[Deed] = []
        self.animated = console.is_terminal and not wishes.fast
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
        """One action: the person's, if the person is to act, else a bot's."""
        acting, seat = self.match.to_act, self.seat
        if seat is not None and seat in acting:
            window = self.match.state.table.window
            self.do(seat, self.react(seat) if window and window.seconds else self.choose(seat))
            return
        beside = [s for s in range(self.game.players) if s not in acting and self.match.legal(s)]
        if seat in beside and (action := self.beside(seat)) is not None:
            self.do(seat, action)
            return
        self.let_bot(next((s for s in beside if s != seat), acting[0]))

    def let_bot(self, seat: int) -> None:
        # The label names the moment, so that a decision does not depend on what was decided elsewhere.
        moment = f"{self.match.number} {self.match.steps} {seat}"
        stream, told, asked = Stream(derived(self.match.seed, "bots"), moment), len(self.deeds), time.monotonic()
        action = decide(self.bots[seat], self.game, self.match.state, seat, stream)
        pause = self.pause(seat, action, Stream(derived(self.match.seed, "pace"), moment))
        self.do(seat, action)
        if self.animated and len(self.deeds) > told and not self.deeds[-1].is_end:
            time.sleep(max(0.0, pause - (time.monotonic() - asked)))
            self.show()

    def pause(self, seat: int, action: Action, stream: Stream) -> float:
        """How many seconds a bot takes for an action."""
        if self.match.state.table.window is not None:
            return USUAL_MS / 1000 * answer_share(1.0, stream)
        who, thinks = self.cast[seat], thinking(self.game, self.wishes.level)
        return USUAL_MS / 1000 * share(action, who.tempo if who else 1.0, stream, thinks)

    def do(self, seat: int, action: Action) -> None:
        """Play an action, note it in the record and in the story."""
        text, before, seen = self.game.write(action), self.match, self.view()
        self.match = before.apply(seat, action)
        self.record.write(lines(seat, text, self.match))
        answer = before.state.table.window is not None
        unheard = answer and self.match.state.table.events is before.state.table.events
        # Nothing is told of an answer before all have answered, nor of what only that player could notice.
        if not unheard and self.view() != seen:
            self.narrate(seat, seen, answer=answer)

    def narrate(self, seat: int, seen: View, *, answer: bool) -> None:
        """Go on with the story. It goes back to the person's last turn; for a bystander it is the turn of now."""
        if not answer and self.seat in (seat, None):
            own = takewhile(lambda deed: deed.seat == seat, reversed(self.deeds))
            self.deeds = [*own][::-1]
        told = self.teller.deeds(self.view(), seat, seen)
        self.deeds = [*self.deeds, *told]
        if self.seat is None and not self.animated:
            for line in tell(self.words, [deed for deed in told if not deed.is_end], self.names):
                self.console.print(Text(line))

    # --- what the person sees --------------------------------------------------------------------------------

    def view(self) -> View:
        return view(self.game, self.match.state, self.seat)

    def show(self, below: int = 1) -> None:
        """The table and what happened since the person's last turn; so many lines will be printed below."""
        picture = self.picture()
        if self.console.is_terminal:
            self.console.clear()
        self.console.print(picture)
        story = [row for line in tell(self.words, self.deeds, self.names)[-MOST_STORY:] for row in _folded(line)]
        space = max(LEAST_STORY, self.space(picture) - below)
        if len(story) > space:  # what happened last is the most important
            story = [f" … {story[-space].strip()}", *story[1 - space :]]
        for row in story:
            self.console.print(Text(row))

    def space(self, picture: Text) -> int:
        """How many lines the screen has left under the table."""
        rows = self.console.height if self.console.is_terminal else sys.maxsize
        return rows - len(picture.split())

    def picture(self) -> Text:
        """The table as the person sees it."""
        several = self.game.rounds > 1
        title = rulebook(self.game.id, self.words.lang).title
        if several:
            title += " · " + self.words.say("table.round", number=self.match.number + 1, rounds=self.game.rounds)
            if self.seat is not None:
                total = self.words.say("count.points-short", n=self.match.totals[self.seat])
                title += f" · {self.names[self.seat]} {total}"
        seats = table.Seats(self.names, self.match.totals if several else None)
        return table.draw(self.words, self.game, self.view(), seats, title)

    # --- what the person does --------------------------------------------------------------------------------

    def choose(self, seat: int) -> Action:
        """Ask until the answer is something that can be done."""
        offers = self.present(seat)
        while True:
            answer = self.talk.ask(self.words.say("ask.only" if len(offers.legal) == 1 else "ask.action"))
            action = None
            try:
                action = self.understood(answer, offers)
                if action is not None:
                    self.match.apply(seat, action)  # refused here, before anything is noted
                    return action
            except Refused as refused:
                rule = self.game.ground(refused.code, named(action) if action else "")
                self.talk.complain(f"{self.words.refusal(refused)} ({rule})" if rule else self.words.refusal(refused))

    def present(self, seat: int) -> Offers:
        """Show the table and what can be done, so that both fit on the screen."""
        around = LEAST_STORY + 2  # the title and the question
        room = self.space(self.picture()) - around
        offers = Offers(self.words, self.game, self.match.legal(seat), self.names, room)
        self.show(offers.lines + 2)
        self.offer(offers)
        return offers

    def react(self, seat: int) -> Action:
        """A quick moment: the first key counts, with the time it took; no key is silence (LIVE-1, LIVE-2)."""
        if not keys.at_hand():
            action = self.choose(seat)
            return timed(action, QUICKEST) if untimed(action) == action else action
        window, legal = self.match.state.table.window, self.match.legal(seat)
        seconds = window.seconds if window else 0
        answers = [action for action in legal if action != NO_ANSWER]
        self.show()
        if not answers:
            return NO_ANSWER
        hints = [*self.key_hints(answers), self.words.say("ask.key-silent")]
        asks = question(self.words, map(self.game.write, legal), self.names)
        quick = self.words.say("ask.quick", question=asks, keys="   ".join(hints), seconds=seconds)
        self.console.print(Text(f" {quick}", "bold"))
        found = self.pressed(IDLE_SECONDS if self.game.idle(self.match.state) else seconds, len(answers))
        if found is None:
            return NO_ANSWER
        action, after = answers[found[0]], found[1]
        return timed(action, min(believed(after, after), 1000 * seconds))

    def beside(self, seat: int) -> Action | None:
        """Something that can be done though it is not the person's turn; `None` to let the others go on."""
        legal = self.match.legal(seat)
        self.show()
        self.console.print(Text(f" {self.words.say('turn.beside')} {'   '.join(self.key_hints(legal))}", "bold"))
        if keys.at_hand():
            found = self.pressed(CHANCE, len(legal))
            return legal[found[0]] if found else None
        answer = self.talk.ask(self.words.say("ask.go-on"))
        return legal[int(answer) - 1] if answer.isdecimal() and 1 <= int(answer) <= len(legal) else None

    def key_hints(self, actions: Sequence[Action]) -> list[str]:
        spelt = [self.words.offer(self.game.write(action), self.names) for action in actions]
        return [f"[{n}] {text}" for n, text in enumerate(spelt, 1)]

    def pressed(self, seconds: float, choices: int) -> tuple[int, int] | None:
        """Which of the choices was taken, and after how many milliseconds. The space bar is the first."""
        digits = "123456789"[:choices]
        try:
            found = keys.pressed(seconds, f" {digits}\r\n")
        except EOFError:
            raise Leave from None
        if found is None or found[0] in "\r\n":
            return None
        return max(0, digits.find(found[0])), found[1]

    def offer(self, offers: Offers) -> None:
        self.console.print(Text(f" {offers.title(self.match.state.table.window is not None)}", "bold"))
        if offers.form is not None:
            self.console.print(Text(f" {offers.form}"))
            return
        numbered = [Text(f" {n} {text}") for n, text in enumerate(offers.shown, 1)]
        self.console.print(Columns(numbered, padding=(0, 2), width=max(len(text) for text in numbered)))

    def understood(self, answer: str, offers: Offers) -> Action | None:
        """The action that an answer means; `None` if it was a command or nothing that can be chosen."""
        match self.talk.command(answer):
            case "help":
                self.console.print(self.words.say("help.play"))
            case "rules":
                print_rulebook(self.words, self.console, self.game.id)
                self.talk.wait("ask.back")
                self.show(offers.lines + 2)
                self.offer(offers)
            case "hand":
                seats = table.Seats(self.names)
                shown = self.view()
                for line in table.hands(self.words, self.game, shown, seats, shown.legal):
                    self.console.print(line)
            case "hint":
                for line in hinted(self.words, self.game, self.advice(), self.names):
                    self.console.print(line)
            case "quit":
                self.talk.confirm_leaving(self.record.path is not None)
            case _ if answer == "" or answer.isdecimal():
                action = offers.numbered(answer)
                if action is None:
                    self.talk.complain(offers.form or self.words.say("ask.number", last=len(offers.legal)))
                return action
            case _:
                return self.game.read(answer)
        return None

    def advice(self) -> Advice:
        """What a bot would do in the person's place, by what the person knows."""
        assert self.seat is not None
        # By what the person sees, not by the number of actions: that counts what others did in secret.
        seed = derived(self.match.seed, f"hint {msgspec.json.encode(self.view()).decode()}")
        return advised(self.game, guess(self.game, self.match.state, self.seat, Quick(seed)), self.seat, Quick(seed))

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
        again += [] if self.wishes.level is Level.NORMAL else ["--level", self.wishes.level.value]
        out(f" {say('result.again', command=shlex.join(again))}", soft_wrap=True)


def _folded(line: str) -> list[str]:
    """A sentence of the story on as many lines as it needs, the first one less indented."""
    room = WIDTH - len(" … ")  # so that one from which the beginning is cut off fits too
    return wrap(line, room, initial_indent=" ", subsequent_indent="   ")


def company(players: int, person: int | None, seed: bytes) -> list[Character | None]:
    """Who sits where: the person on their seat, and characters on all others."""
    out: list[Character | None] = []
    for seat in range(players):
        taken = [one.name for one in out if one is not None]
        out.append(None if seat == person else drawn(Stream(derived(seed, "cast"), str(seat)), taken))
    return out
