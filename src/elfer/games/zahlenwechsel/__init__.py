"""`zahlenwechsel`: Zahlenwechsel (booklet, rule 2)."""

from collections.abc import Sequence

from elfer.games.rows import RowGame, Start
from elfer.games.rows.refusals import BOOKLET
from elfer.table.cards import Cards
from elfer.table.seed import Stream


class Zahlenwechsel(RowGame):
    id = "zahlenwechsel"
    rests = BOOKLET | {"ZW-2": "opening-card, hand>rows first, drawn>rows first"}
    one_opener = True  # ZW-3

    def openers(self) -> Cards:
        return self.numbered(10, 11, 12)  # ZW-1

    def start(self, hands: Sequence[Cards], number: int, stream: Stream) -> Start:
        return Start(self.after_dealer(number), self.first_fits)  # ZW-2; no redeal, ZW-4
