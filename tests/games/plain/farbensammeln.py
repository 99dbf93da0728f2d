"""Farbensammeln once more, told plainly: cards are words, piles are lists. Written from the rules alone."""

from __future__ import annotations

from collections.abc import Sequence

PLACES = "abcd"


def colour_sums(hand: Sequence[str]) -> dict[str, int]:
    out: dict[str, int] = {}
    for card in hand:
        out[card[0]] = out.get(card[0], 0) + int(card[1:])
    return out


class Plain:
    """A round."""

    def __init__(self, order: Sequence[str], players: int, first: int = 0) -> None:
        """From the shuffled cards: hands first, seat after seat; the last card is the top of the stock."""
        each = 1
        while each * players * 2 <= len(order):
            each += 1
        self.players = players
        self.hands = [list(order[each * seat : each * seat + each]) for seat in range(players)]
        self.stock = list(order[each * players :])
        self.piles: dict[str, list[str]] = {place: [] for place in PLACES}
        self.seat: int | None = first
        self.turns = 0
        self.turns_without_stock = 0
        self.taken = ""
        self.from_pile = False
        self.stock_was_empty = False
        self.without_risk = False
        self.caller: int | None = None
        self.sums: list[int] = []
        self.loser: int | None = None
        self.ringed: int | None = None

    def actions(self) -> set[str]:
        if self.seat is None:
            return set()
        if not self.taken:
            takes = {f"take {place}" for place, pile in self.piles.items() if pile}
            return takes | ({"draw"} if self.stock else set())
        hand = self.hands[self.seat]
        out = {f"{card}@{place}" for card in hand for place in self.open_places()}
        if self.without_risk:
            out |= {f"{self.taken}@{place}" for place in self.open_places()}
        else:
            if len({card[0] for card in hand}) == 1:
                out.add("announce schluss")
            if self.from_pile and not self.stock:
                out.add("announce schluss-ohne-risiko")
        return out

    def open_places(self) -> list[str]:
        free = [place for place in PLACES if not self.piles[place]]
        return free[:1] or list(PLACES)

    def do(self, action: str) -> None:
        assert self.seat is not None
        word, _, what = action.partition(" ")
        if word == "draw":
            self.stock_was_empty = False
            self.taken, self.from_pile = self.stock.pop(), False
        elif word == "take":
            self.stock_was_empty = not self.stock
            self.taken, self.from_pile = self.piles[what].pop(), True
        elif word == "announce":
            self.caller = self.seat
            self.without_risk = what != "schluss"
            if not self.without_risk:
                self.count()
        else:
            card, _, place = action.partition("@")
            self.put_away(card, place)

    def put_away(self, card: str, place: str) -> None:
        assert self.seat is not None
        hand = self.hands[self.seat]
        hand.append(self.taken)
        hand.remove(card)
        self.piles[place].append(card)
        if self.without_risk:
            self.count()
            return
        self.taken = ""
        self.turns += 1
        self.turns_without_stock += self.stock_was_empty
        if self.turns == 30 * self.players or self.turns_without_stock == 2 * self.players:
            self.count()
        else:
            self.seat = (self.seat + 1) % self.players

    def count(self) -> None:
        assert self.seat is not None
        last, self.seat = self.seat, None
        self.sums = [max(colour_sums(hand).values()) for hand in self.hands]
        with_risk = self.caller is not None and not self.without_risk
        if with_risk and self.taken[0] == self.hands[last][0][0]:
            self.sums[last] += int(self.taken[1:])
        if with_risk and self.sums[last] < max(self.sums):
            self.loser = self.ringed = last
            return
        seats = [(last + n) % self.players for n in range(1, self.players + 1)]
        self.loser = next(seat for seat in seats if self.sums[seat] == min(self.sums))

    def points(self) -> list[int]:
        return [0 if seat == self.ringed else points for seat, points in enumerate(self.sums)]
