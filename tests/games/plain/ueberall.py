"""Überall anschließen once more, told plainly.

Cards are words, piles are lists, and nothing is kept that can be looked up. Written from the rules alone, to be
played in lockstep with the engine.
"""

from __future__ import annotations


def number(card: str) -> int:
    return int(card[1:])


def joins(card: str, pile: list[str]) -> bool:
    """UA-3."""
    return bool(pile) and number(card) == number(pile[-1]) % 20 + 1


class Plain:
    """A round. The top of a stack, as of any pile, is its last card. Piles are named `m` and by seat."""

    def __init__(self, hands: list[list[str]], *, helped: bool) -> None:
        self.players, self.helped = len(hands), helped
        self.stacks = hands
        self.piles: dict[str, list[str]] = {"m": [], **{str(seat): [] for seat in range(self.players)}}
        self.turned: list[str] = []
        self.done: dict[int, int] = {}
        self.seat: int | None = self.players - 1
        self.answers: dict[int, int | None] | None = None
        self.mistake = self.turn_over = False

    # --- what can be done

    @property
    def own(self) -> list[str]:
        return self.piles[str(self.seat)]

    def joined(self, card: str) -> list[str]:
        """The piles of others, and the middle, that a card joins."""
        return [name for name, pile in self.piles.items() if name != str(self.seat) and joins(card, pile)]

    def right(self, card: str) -> list[str]:
        where = self.joined(card)
        return ["m"] if "m" in where else where

    def at_hand(self) -> str:
        return (self.turned or self.own or [""])[-1]

    def to_act(self) -> set[int]:
        if self.answers is not None:
            return (
                {seat for seat in range(self.players) if seat not in self.done} - {self.seat or 0} - set(self.answers)
            )
        return set() if self.seat is None else {self.seat}

    def words(self, seat: int) -> set[str]:
        if seat not in self.to_act():
            return set()
        if self.answers is not None:
            return {"call falsch", "silent"}
        card = self.at_hand()
        if self.helped:
            places = self.right(card) if card else []
            return {f"{card}@{name}" for name in places} if len(places) > 1 else {"turn"}
        lays = {f"{card}@{name}" for name in self.joined(card)} if card else set()
        return lays | {f"{card}@{seat}"} if self.turned else lays | {"turn"}

    # --- doing it

    def do(self, action: str) -> None:
        assert self.seat is not None
        if action != "turn":
            card, name = action.split("@")
            self.mistake = name not in self.right(card) and bool(self.right(card))
            self.turn_over = name == str(self.seat)
            (self.turned or self.own).remove(card)
            self.piles[name].append(card)
        elif not self.piles["m"]:  # UA-2
            self.piles["m"].append(self.stacks[self.seat].pop())
            self.next_seat()
            return
        else:
            top = self.own[-1:]
            self.mistake, self.turn_over = any(self.joined(card) for card in top), False
            self.turn_up()
        if self.helped:
            self.settle()
        elif len(self.done) == self.players - 1:
            self.close(None)
        else:
            self.answers = {}

    def turn_up(self) -> None:
        assert self.seat is not None
        if not self.stacks[self.seat]:  # UA-7
            self.stacks[self.seat] = self.own[::-1]
            self.own.clear()
        self.turned.append(self.stacks[self.seat].pop())

    def settle(self) -> None:
        """With help all that must happen happens."""
        while self.seat is not None:
            if not self.turned and not self.own and not self.stacks[self.seat]:
                self.done[self.seat] = len(self.done) + 1
                self.next_seat()
                return
            card = self.at_hand()
            places = self.right(card) if card else []
            if len(places) > 1:
                return
            if places:
                self.piles[places[0]].append((self.turned or self.own).pop())
            elif self.turned:
                self.own.append(self.turned.pop())
                self.next_seat()
                return
            else:
                return

    def next_seat(self) -> None:
        assert self.seat is not None
        order = [(self.seat - n) % self.players for n in range(1, self.players + 1)]
        self.seat = next((seat for seat in order if seat not in self.done), None)
        if self.helped:
            self.settle()

    # --- calling

    def answer(self, seat: int, time: int | None) -> None:
        assert self.answers is not None
        self.answers[seat] = time
        if not self.to_act():
            times = {seat: time for seat, time in self.answers.items() if time is not None}
            self.answers = None
            quick = [seat for seat, time in times.items() if time < min(times.values()) + 15]
            self.close(next((seat for seat in self.others() if seat in quick), None))

    def others(self) -> list[int]:
        return [((self.seat or 0) - n) % self.players for n in range(1, self.players)]

    def close(self, caller: int | None) -> None:
        assert self.seat is not None
        if caller is not None and self.mistake:  # UA-8
            for other in self.others():
                self.give(other, self.seat)
            self.own.extend(self.turned)
            self.turned, self.turn_over = [], True
        elif caller is not None:  # UA-9
            self.give(self.seat, caller)
        without = [s for s in range(self.players) if not self.stacks[s] and not self.piles[str(s)]]
        if not self.turned:
            place = len(self.done) + 1
            self.done |= {seat: place for seat in without if seat not in self.done}  # UA-10
        if self.turn_over or self.seat in self.done:
            self.next_seat()

    def give(self, giver: int, taker: int) -> None:
        if self.stacks[giver]:
            self.stacks[taker].insert(0, self.stacks[giver].pop(0))
