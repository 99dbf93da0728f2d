"""`auslosen`: Auslosen (booklet, rule 3)."""

from collections.abc import Sequence

from elfer.games.rows import LENGTH, RowGame, Start
from elfer.games.rows.refusals import BOOKLET
from elfer.table.cards import Card, Cards
from elfer.table.seed import Stream


class Auslosen(RowGame):
    id = "auslosen"
    rests = BOOKLET | {"AL-2": "opening-card, hand>rows first"}
    on_after_opening = True  # AL-3

    def openers(self) -> Cards:
        return self.in_play  # AL-2

    def start(self, hands: Sequence[Cards], number: int, stream: Stream) -> Start:
        return Start(stream.below(self.players), self.in_play)  # AL-1

    def opened_by(self, card: Card) -> Cards:
        return self.numbered(card % LENGTH + 1)  # AL-2
