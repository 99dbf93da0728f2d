"""Asks people at the terminal."""

from __future__ import annotations

import sys
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from elfer.words import Words

with suppress(ImportError):  # where there is one, answers can be edited and called back
    import readline  # noqa: F401

COMMANDS = ("help", "rules", "hand", "hint", "quit")


class Leave(Exception):
    """The person has left."""


class Talk:
    """Questions and answers in one language."""

    def __init__(self, words: Words, console: Console) -> None:
        self.words, self.console = words, console

    def ask(self, prompt: str) -> str:
        """The answer to a question, without blanks around it. Raises `Leave` at the end of input."""
        try:
            answer = input(f" {prompt} ")
        except EOFError:
            self.console.print()
            raise Leave from None
        answer = "".join(c for c in answer if c.isprintable()).strip()  # keys that are no letters send codes
        if not sys.stdin.isatty():  # nobody sees what was typed, so the transcript says it
            self.console.print(answer)
        return answer

    def command(self, answer: str) -> str | None:
        """The command that an answer is, in English or in the person's language; `None` if it is none."""
        word = answer.lower()
        if word == "?":
            return "help"
        return next((name for name in COMMANDS if word in (name, self.words.say(f"command.{name}"))), None)

    def complain(self, reason: str) -> None:
        self.console.print(Text(f" {reason}", "bold yellow"))

    def wait(self, key: str) -> None:
        """Go on at Enter, whatever was typed before it, unless it is the command to leave."""
        if self.command(self.ask(self.words.say(key))) == "quit":
            raise Leave

    def confirm_leaving(self, recorded: bool) -> None:
        """Ask once, then leave."""
        kept = "ask.leave-kept" if recorded else "ask.leave"
        if self.ask(self.words.say(kept)).lower() in self.words.say("ask.yes").split():
            raise Leave
