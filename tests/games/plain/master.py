"""`master` a second time, straight from the rule text: plain lists, slow, and easy to compare with it.

Nothing here uses the engine. The model is given the dealt hands, the stock (its top is the last card), the order of
the rows and who begins, and decides everything else itself. Cards and actions are written in notation.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

COLOURS = "rygb"
NUMBERS = range(1, 22)
NUMBER_CARDS = [f"{colour}{number}" for colour in COLOURS for number in NUMBERS]  # MA-1
HAND_SIZES = {2: 20, 3: 20, 4: 15, 5: 12, 6: 12}  # MA-4
CONNECTION_CARDS = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2}  # MA-2
LOWER, UPPER = range(1, 11), range(12, 22)


def shuffled_cards() -> list[str]:
    """MA-4: all number cards but the 11s, and the jokers."""
    return [card for card in NUMBER_CARDS if not card.endswith("11")] + ["j"] * 4


class Illegal(Exception):
    """An action that the rules do not allow now."""


@dataclass
class PlainMaster:
    """A round."""

    hands: list[list[str]]
    stock: list[str]
    order: str
    """The colours from top to bottom."""
    turn: int
    lying: dict[str, str] = field(default_factory=dict)
    """By place: the card or joker on it."""
    connections: list[int] = field(default_factory=list)
    connected: list[set[str]] = field(default_factory=list)
    bonus: int = 7
    won: list[int] = field(default_factory=list)
    laid_now: int = 0
    exchanged_now: bool = False
    passed: int = 0
    """How many have passed one after the other."""
    over: bool = False

    @staticmethod
    def begin(hands: Sequence[Sequence[str]], stock: Sequence[str], order: str, first: int) -> PlainMaster:
        players = len(hands)
        model = PlainMaster([list(hand) for hand in hands], list(stock), order, first)
        model.lying = {f"{colour}11": f"{colour}11" for colour in COLOURS}  # MA-3
        model.connections = [CONNECTION_CARDS[players]] * players
        model.won = [0] * players
        return model

    def copy(self) -> PlainMaster:
        return deepcopy(self)

    # --- where a card can go -----------------------------------------------------------------------------------

    def has_neighbour(self, place: str) -> bool:
        """MA-6: one lower or one higher lies in its row."""
        colour, number = place[0], int(place[1:])
        return f"{colour}{number - 1}" in self.lying or f"{colour}{number + 1}" in self.lying

    def above_and_below(self, place: str) -> list[str]:
        """MA-15: the same number in the rows directly above and below."""
        row = self.order.index(place[0])
        return [f"{self.order[r]}{place[1:]}" for r in (row - 1, row + 1) if r in range(4)]

    def ways_to_lay(self, hand: Sequence[str]) -> list[str]:
        """MA-6, MA-10, MA-14: all that can be laid now from such a hand."""
        out = []
        for place in NUMBER_CARDS:
            if place in self.lying:  # MA-18
                continue
            written = ([place] if place in hand else []) + ([f"j@{place}"] if "j" in hand else [])
            if self.has_neighbour(place):
                out += written
            if self.connections[self.turn]:
                sources = [via for via in self.above_and_below(place) if via in self.lying]
                out += [f"{card}<{via}" for via in sources for card in written]
        return out

    def exchanges(self) -> list[str]:
        """MA-11, MA-12."""
        hand, out = self.hands[self.turn], []
        for card in hand:
            if self.lying.get(card) != "j":
                continue
            then = [other for other in hand if other != card] + ["j"]
            if self.laid_now or self.ways_to_lay(then):
                out.append(f"swap {card}")
        return out

    # --- what may be done --------------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        if self.over:
            return []
        hand = self.hands[self.turn]
        out = self.exchanges()
        if self.laid_now < 4:  # MA-5, MA-17
            out += self.ways_to_lay(hand)
        if self.laid_now:
            return [*out, "end"]
        if self.exchanged_now:  # MA-12
            return out
        if self.stock:  # MA-7
            return [*out, "draw"]
        must = any(card not in self.lying and self.has_neighbour(card) for card in hand if card != "j")  # MA-8
        return out if must else [*out, "pass"]

    # --- doing it ----------------------------------------------------------------------------------------------

    def play(self, action: str) -> None:
        """The player whose turn it is does this."""
        if action not in self.legal():
            raise Illegal(f"{action}: legal are {self.legal()}")
        hand = self.hands[self.turn]
        if action == "draw":
            hand.append(self.stock.pop())
            self.next_turn()
        elif action == "end":
            self.next_turn()
        elif action == "pass":
            self.passed += 1
            self.over = self.passed == len(self.hands)  # MA-22
            if not self.over:
                self.next_turn()
        elif action.startswith("swap "):
            card = action.removeprefix("swap ")
            hand[hand.index(card)] = "j"
            self.lying[card] = card
            self.exchanged_now = True
        else:
            self.lay(action)

    def next_turn(self) -> None:
        self.turn = (self.turn + 1) % len(self.hands)  # MA-4
        self.laid_now, self.exchanged_now = 0, False

    def lay(self, action: str) -> None:
        laid, _, via = action.partition("<")
        card, _, place = laid.partition("@")
        place = place or card
        if via:
            self.connections[self.turn] -= 1
            self.connected.append({via, place})
        self.hands[self.turn].remove(card)
        self.lying[place] = card
        self.laid_now += 1
        self.passed = 0
        half = LOWER if int(place[1:]) in LOWER else UPPER
        if self.bonus and all(f"{place[0]}{number}" in self.lying for number in half):  # MA-19
            self.bonus -= 1
            self.won[self.turn] += 1
        self.over = not self.hands[self.turn]  # MA-20

    def points(self) -> list[int]:
        """MA-21."""
        cost = [sum(11 if card == "j" else int(card[1:]) for card in hand) for hand in self.hands]
        return [11 * bonus - lost for bonus, lost in zip(self.won, cost, strict=True)]
