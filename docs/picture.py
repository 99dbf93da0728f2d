"""Draws docs/table.svg, the picture in the README: the terminal's table in the middle of a game."""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

from elfer import Match, Setup, Stream, seed_from, view
from elfer.bots import decide, usual
from elfer.cli.cells import WIDTH
from elfer.cli.table import Seats, draw
from elfer.words import Words

STEPS = 75


def main() -> None:
    match = Match.start(Setup.read("elfer.4"), seed_from("picture"))
    stream = Stream(seed_from("picture"), "bots")
    while match.steps < STEPS or match.to_act != (0,):
        [seat] = match.to_act
        match = match.apply(seat, decide(usual(match.game), match.game, match.state, seat, stream))
    console = Console(record=True, width=WIDTH, color_system="truecolor", file=StringIO(), force_terminal=True)
    seats = Seats(["You", "Bot 1", "Bot 2", "Bot 3"])
    console.print(draw(Words("en"), match.game, view(match.game, match.state, 0), seats, "Elevens Out"))
    svg = console.export_svg(title="elfer play", unique_id="table")
    svg = re.sub(r"\s*@font-face \{.*?\}|\s*<!--.*?-->", "", svg, flags=re.DOTALL)  # no fonts from elsewhere
    Path(__file__).with_name("table.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
