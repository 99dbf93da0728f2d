"""`elfer`: Elfer raus!, the modern edition."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from elfer.games.rows import RowGame
from elfer.games.rows.refusals import SHARED
from elfer.table.cards import COLOURS
from elfer.table.options import Rounds


class Options(Struct, frozen=True, kw_only=True):
    rounds: Rounds = 1  # EL-14
    deck: Annotated[Literal[80, 60], Meta(extra={"players": [2]})] = 80  # EL-15
    without: Annotated[Literal["red", "yellow", "green", "blue"], Meta(extra={"when": {"deck": 60}})] = "blue"


class Elfer(RowGame):
    id = "elfer"
    seats = range(2, 7)
    Options = Options
    rests = SHARED | {
        "EL-2": "not-your-turn",
        "EL-8": "can-lay, nothing-laid, take",
        "EL-9": "draw, stock>drawn, drawn>rows, must-draw, must-lay-drawn",
        "EL-10": "drawn>hand, drawn-enough",
    }
    direction = 1  # EL-2
    one_colour = False  # EL-5
    on_after_drawn = False  # EL-9

    def colours(self) -> Sequence[str]:
        return [c for c in COLOURS if self.options.deck == 80 or c != self.options.without]

    def share(self, shuffled: int) -> int:
        return {2: 20, 3: 20, 4: 15, 5: 12, 6: 10}[self.players]  # EL-1
