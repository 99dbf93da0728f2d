"""`auslosen`: Auslosen (booklet, rule 3)."""

from elfer.games.rows import Begins, RowGame
from elfer.games.rows.refusals import BOOKLET


class Auslosen(RowGame):
    id = "auslosen"
    rests = BOOKLET | {"AL-2": "opening-card, hand>rows first"}
    any_opens = True  # AL-2
    on_after_opening = True  # AL-3

    def begins(self) -> Begins:
        return Begins.LOT  # AL-1
