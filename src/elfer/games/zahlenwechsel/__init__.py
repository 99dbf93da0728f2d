"""`zahlenwechsel`: Zahlenwechsel (booklet, rule 2)."""

from elfer.games.rows import Begins, RowGame
from elfer.games.rows.refusals import BOOKLET
from elfer.table.cards import Cards


class Zahlenwechsel(RowGame):
    id = "zahlenwechsel"
    rests = BOOKLET | {"ZW-2": "opening-card, hand>rows first, drawn>rows first"}
    one_opener = True  # ZW-3

    def openers(self) -> Cards:
        return self.numbered(10, 11, 12)  # ZW-1

    def begins(self) -> Begins:
        return Begins.AFTER_DEALER  # ZW-2; no redeal, ZW-4
