"""`falscher-anfang`: Falscher Anfang (booklet, rule 14)."""

from collections.abc import Sequence
from typing import Literal

from elfer.games.rows import LENGTH, Begins, RowGame, RowOptions
from elfer.games.rows.refusals import BOOKLET
from elfer.table.cards import Card, Cards

ORDER = [row + place for row in range(0, 4 * LENGTH, LENGTH) for place in (LENGTH - 1, 0)]
"""Red 20, red 1, yellow 20, yellow 1 … (FA-2)."""


class Options(RowOptions, frozen=True, kw_only=True):
    prelaid: Literal["off", "on"] = "off"  # FA-3


class FalscherAnfang(RowGame):
    id = "falscher-anfang"
    rests = BOOKLET | {"FA-2": "opening-card, hand>rows first"}
    Options = Options

    def openers(self) -> Cards:
        return self.numbered(1, LENGTH)  # FA-1

    def prelaid(self) -> Cards:
        return self.openers() if self.options.prelaid == "on" else 0

    def begins(self) -> Begins:
        return Begins.AFTER_DEALER if self.prelaid() else Begins.HOLDER

    def order(self) -> Sequence[Card]:
        return ORDER  # FA-2
