"""Words and numbers of a turn of `farbensammeln`."""

from __future__ import annotations

from elfer.table.actions import Announce

PILES = ("a", "b", "c", "d")
TURNS_EACH, TURNS_AFTER_STOCK = 30, 2
"""How many turns each player has at most, and how many more once the stock is empty (FS-10)."""
NOTHING, FROM_STOCK, FROM_PILE = range(3)
"""What was taken in a turn."""
SCHLUSS, NO_RISK = Announce("schluss"), Announce("schluss-ohne-risiko")
