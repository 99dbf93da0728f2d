"""`elfer review`: who could hope to win when, drawn in a line for each seat, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.text import Text

from elfer.bots.review import Review, TurningPoint, reviews
from elfer.cli.replay import load, named
from elfer.match.record import Step
from elfer.table.options import BadOption
from elfer.words import Words
from elfer.words.reasons import reason
from elfer.words.rulebook import at_table

if TYPE_CHECKING:
    from elfer.cli.flags import Parser

HEIGHTS = "▁▂▃▄▅▆▇█"


def add_commands(words: Words, command: Callable[[str], Parser], number: Callable[[str], int]) -> None:
    """What can be asked for."""
    say, group = words.say, command("review").general
    group.add_argument("file", type=Path, metavar=say("cli.file"), help=say("cli.replay-file"))
    group.add_argument("--seat", type=number, metavar="N", help=say("cli.review-seat"))


def run(words: Words, console: Console, path: Path, seat: int | None) -> int:
    """Review a record. Raises `BadRecord`, `BadOption` and `OSError`."""
    steps, names = load(path)
    setup = steps[0].match.setup
    if seat is not None and seat not in range(setup.players):
        raise BadOption(words.say("error.seat", seat=seat, last=setup.players - 1))
    words = at_table(words, setup.name)
    who = named(words, names, setup.players)
    found = _thought(words, console, steps, range(setup.players) if seat is None else [seat])
    for line in told(words, found, who):
        console.print(Text(line), soft_wrap=True)
    return 0


def _thought(words: Words, console: Console, steps: Sequence[Step], seats: Sequence[int]) -> Review:
    """The review; meanwhile, how far it has come."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task, found = progress.add_task(words.say("web.reviewing"), total=1.0), Review(done=0.0)
        for found in reviews(steps, seats):
            progress.update(task, completed=found.done)
    return found


def told(words: Words, review: Review, who: Sequence[str]) -> list[str]:
    """The review in lines."""
    say, wide = words.say, max(map(len, who))
    out = [f" {say('web.chances')}"]
    for seat, name in enumerate(who):
        chances = [outlook.chances[seat] for outlook in review.outlooks]
        ends = f"{_percent(chances[0])} → {_percent(chances[-1])}" if chances else ""
        out.append(f" {name:{wide}} {drawn(chances)} {ends}".rstrip())
    if review.outlooks:
        points = _points(max(outlook.error for outlook in review.outlooks))
        out.append(f" {say('web.how-sure', points=points)}")
    out += ["", f" {say('web.turning-points')}"]
    out += [f" {_sentence(words, point, who)}" for point in review.turns]
    return out if review.turns else [*out, f" {say('web.no-turning-points')}"]


def drawn(chances: Sequence[float]) -> str:
    """Chances as a line of bars.

    >>> drawn([0, 0.1, 0.5, 1])
    '▁▁▄█'
    """
    return "".join(HEIGHTS[min(len(HEIGHTS) - 1, int(chance * (len(HEIGHTS) - 0.5)))] for chance in chances)


def _sentence(words: Words, point: TurningPoint, who: Sequence[str]) -> str:
    say = words.say
    facts = {"done": words.offer(point.done, who), "better": words.offer(point.better, who)}
    chances = {"chance": _points(point.chance), "might": _points(point.might)}
    said = say("review.better", n=point.step + 1, who=who[point.seat], **facts, **chances)
    why = reason(words, point.reason, point.better, who)
    return f"{said} {say('table.because', why=why)}" if why else said


def _points(chance: float) -> str:
    return f"{100 * chance:.0f}"


def _percent(chance: float) -> str:
    return f"{_points(chance)} %"
