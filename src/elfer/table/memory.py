"""What players remember: of every card that went out of their sight, as much as the rules of looking tell them.

`Minds` follows what an operation of the table does to memory: who saw a card go, who can follow it, who can no longer
tell it from others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import xor

from msgspec import Struct

from elfer.table.cards import Cards
from elfer.table.fields import changed
from elfer.table.zones import Sight, Zone


class Memory(Struct, frozen=True, gc=False):
    """What players know beyond the cards they see now.

    `public` and `private` win over `lacks` and `doubts`, and sight wins over all: a card that can be placed is
    nowhere else anyway.
    """

    public: Cards
    """Cards that everyone can place. The table itself says where they lie."""
    private: tuple[Cards, ...]
    """By seat: cards that this seat can place beyond those."""
    lacks: tuple[Cards, ...]
    """By zone: cards that are not there, as everyone can tell ("who must draw holds nothing that fits")."""
    doubts: tuple[tuple[Cards, ...], ...] = ()
    """By seat and zone: the same, for what only this seat can tell. `()` as long as there is nothing."""


Remember = Callable[[Memory, Cards, Cards, Cards], Memory]
"""Memory after a card (as a set), which might have been any of those before, was moved; `none_of` these it is."""


class Minds:
    def __init__(self, deck: Cards, players: int, zones: Sequence[Zone]) -> None:
        self.deck, self.players, self.size = deck, players, len(zones)
        # Bit s stands for seat s, the bit after the last seat for a bystander.
        self.everyone = (1 << players + 1) - 1
        self.sees = tuple(self._seers(zone) for zone in zones)
        self.secret = tuple(_hiding_place(zone, zones) for zone in zones)
        """By zone: those among which cards can be moved without anybody noticing, if there are any."""
        self._handed_on = tuple(zone.is_set and zone.sight is Sight.OWNER for zone in zones)
        """By zone: whether it is a hand, from which cards are handed on face down."""
        self.oblivion = Memory(0, (0,) * players, (0,) * len(zones))
        self.forgotten = Memory(0, (0,) * players, (0,) * len(zones))
        """This very memory, not one that equals it, is of a table at which nobody remembers anything."""

    def _seers(self, zone: Zone) -> int:
        if zone.sight is Sight.OPEN:
            return self.everyone
        return 1 << zone.owner if zone.sight is Sight.OWNER and zone.owner is not None else 0

    # --- one card from zone to zone --------------------------------------------------------------------------

    def along(self, src: int, dst: int) -> Remember | None:
        """What is remembered of a card on its way; `None`: nothing that is not seen anyway."""
        if self.sees[dst] == self.everyone or dst in self.secret[src]:
            return None
        if self.secret[src] or self.secret[dst]:
            return lambda memory, bit, before, none_of: self._among_secrets(memory, bit, src, dst, none_of)
        if self.sees[src] == self.everyone:
            return lambda memory, bit, before, none_of: self.told(memory, bit)
        if not self.sees[src] & ~self.sees[dst]:  # whoever saw it still does
            return self._still_seen(src, dst)
        if self._handed_on[src] and self._handed_on[dst]:
            return self._face_down(src, dst)
        return self._unseen(src, dst)

    def _unseen(self, src: int, dst: int) -> Remember:
        def unseen(memory: Memory, bit: Cards, before: Cards, none_of: Cards) -> Memory:
            return self._follow(memory, bit, before, src, dst, none_of)

        return unseen

    def _still_seen(self, src: int, dst: int) -> Remember:
        unseen = self._unseen(src, dst)

        def still_seen(memory: Memory, bit: Cards, before: Cards, none_of: Cards) -> Memory:
            if before != bit:
                return unseen(memory, bit, before, none_of)
            lacks, doubts = memory.lacks, memory.doubts
            if (lacking := lacks[dst]) and lacking & ~(lacks[src] | none_of) and not memory.public & bit:
                (lacks,) = spread((lacks,), src, dst, none_of)
            elif not doubts:
                return memory
            return Memory(memory.public, memory.private, lacks, spread(doubts, src, dst, none_of))

        return still_seen

    def _face_down(self, src: int, dst: int) -> Remember:
        """From one owner's hand into another's: the others no longer know what is where."""
        unseen, nothing = self._unseen(src, dst), ((0,) * self.size,) * self.players
        giver, seers = self.sees[src].bit_length() - 1, self.sees[src] | self.sees[dst]
        blind = [0 if seers >> seat & 1 else self.deck for seat in range(self.players)]

        def face_down(memory: Memory, bit: Cards, before: Cards, none_of: Cards) -> Memory:
            lacks, private, doubts = memory.lacks, [*memory.private], memory.doubts
            if memory.public & before or lacks[dst] & ~lacks[src] or none_of or before == bit:
                return unseen(memory, bit, before, none_of)
            rows, altered = [], False
            for seat, row in enumerate(doubts or nothing):
                gone, left = private[seat] & before & blind[seat], row[dst] & row[src]
                if gone or left != row[dst]:
                    out = [cards | gone for cards in row] if gone else [*row]
                    out[src] ^= gone
                    out[dst] = left & ~gone
                    private[seat] ^= gone
                    row, altered = tuple(out), True
                rows.append(row)
            private[giver] |= bit
            return Memory(memory.public, tuple(private), lacks, tuple(rows) if altered else doubts)

        return face_down

    # --- several cards at once, and what is told -------------------------------------------------------------

    def lifted(self, memory: Memory, cards: Cards, src: int, dst: int) -> Memory:
        """A whole stack went from zone to zone, and everyone can tell that nothing is left of it."""
        if memory is self.forgotten:
            return memory
        if self.secret[src] or self.secret[dst]:
            memory = self._among_secrets(memory, cards, src, dst, 0)
        elif self.sees[dst] != self.everyone:
            memory = self._follow(memory, cards, cards, src, dst, 0, whole=True)
        return memory if self.secret[src] else self.lacking(memory, src, self.deck)

    def told(self, memory: Memory, cards: Cards) -> Memory:
        """Everyone can place these cards from now on."""
        if memory is self.forgotten:
            return memory
        return Memory(memory.public | cards, memory.private, memory.lacks, memory.doubts)

    def lacking(self, memory: Memory, zone: int, cards: Cards) -> Memory:
        """From now on everyone can tell that these cards, and no others, are not in that zone."""
        if memory is self.forgotten:
            return memory
        return Memory(memory.public, memory.private, changed(memory.lacks, zone, cards), memory.doubts)

    def _among_secrets(self, memory: Memory, moved: Cards, src: int, dst: int, none_of: Cards) -> Memory:
        """What players remember after cards went into or out of secret zones, or from one to the other.

        No card in a secret zone is ever remembered to be just there: it is in one of the zones beside it.
        """
        if dst in self.secret[src]:
            return memory  # nobody else noticed
        if not self.secret[dst]:
            return self._follow(memory, moved, moved, src, dst, none_of, whole=True)
        public, lacks, here = memory.public, memory.lacks, self.secret[dst]
        lost = moved if self.sees[src] == self.everyone else public & moved
        seen = lacks[dst] if moved == lost else none_of  # what all can place tells nothing of other cards
        private, doubts = memory.private, memory.doubts
        gone = [known & moved for known in private]
        gone[self.sees[dst].bit_length() - 1] = 0  # the owner sees them
        if doubts or any(gone):
            rows = doubts or ((0,) * self.size,) * self.players
            doubts = tuple(
                [_among(row, cards, lost, src, dst, here, none_of) for row, cards in zip(rows, gone, strict=True)]
            )
            private = tuple(map(xor, private, gone))
        return Memory(public ^ public & lost, private, _among(lacks, lost, 0, src, dst, here, seen), doubts)

    def _follow(
        self, memory: Memory, bit: Cards, before: Cards, src: int, dst: int, none_of: Cards, whole: bool = False
    ) -> Memory:
        """What players remember after a card, or a whole stack, went into a zone that not all can see."""
        seers, left, traceable = self.sees[src] | self.sees[dst], self.sees[src], before == bit
        public, private, lacks, doubts = memory.public, memory.private, memory.lacks, memory.doubts
        if seers == self.everyone:
            public |= bit
        else:
            if doubts:
                empty = self.deck if whole and lacks[dst] == self.deck else 0  # nothing lay there, as everyone knew
                doubts = spread(doubts, src, dst, none_of, empty)
            if not traceable or bit & public != bit:
                (lacks,) = spread((lacks,), src, dst, none_of)
            if left and left != self.sees[dst]:  # the owner saw it go and sees it no more
                owner = left.bit_length() - 1
                private = changed(private, owner, private[owner] | bit)
        memory = Memory(public, private, lacks, doubts)
        return memory if traceable else self.blur(memory, before, (src, dst), seers)

    def blur(self, memory: Memory, cards: Cards, here: Sequence[int], seers: int) -> Memory:
        """Who is not among the seers can no longer place these cards, only tell that they are `here` (zones)."""
        if seers == self.everyone or memory is self.forgotten:
            return memory
        known = memory.public
        for own in memory.private:
            known |= own
        if not known & cards:
            return memory
        lost = memory.public & cards
        lacks = _only(memory.lacks, lost, here)
        if not (seers or memory.doubts or any(memory.private)):
            return Memory(memory.public ^ lost, memory.private, lacks)
        private, doubts = list(memory.private), list(memory.doubts)
        for seat, known in enumerate(private):
            if seers >> seat & 1:
                private[seat] |= lost
            elif (gone := known & cards) or (doubts and lost):
                private[seat] ^= gone
                doubts = doubts or [(0,) * self.size] * self.players
                # Old doubts about what was public meanwhile no longer hold either.
                doubts[seat] = _only(doubts[seat], gone | lost, here)
        return Memory(memory.public ^ lost, tuple(private), lacks, tuple(doubts))


def _hiding_place(zone: Zone, zones: Sequence[Zone]) -> tuple[int, ...]:
    """Whoever cannot count the cards of several zones of one owner cannot tell in which of them a card is."""
    if zone.counted or zone.sight is not Sight.OWNER:
        return ()
    return tuple(
        number
        for number, other in enumerate(zones)
        if other.owner == zone.owner and other.sight is Sight.OWNER and not other.counted
    )


def spread(
    rows: tuple[tuple[Cards, ...], ...], src: int, dst: int, none_of: Cards, before: Cards = 0
) -> tuple[tuple[Cards, ...], ...]:
    """An unseen card, but none of these, went from `src` to `dst`: what neither can hold is still ruled out.

    `before` are cards that everyone knew not to be in `dst` until now.
    """
    out = []
    for row in rows:
        known = row[dst] | before
        if known and (left := known & (row[src] | none_of)) != row[dst]:
            row = changed(row, dst, left)
        out.append(row)
    return tuple(out)


def _among(
    rows: tuple[Cards, ...], cards: Cards, told: Cards, src: int, dst: int, here: Sequence[int], none_of: Cards
) -> tuple[Cards, ...]:
    """Unseen cards, but none of some, went from `src` to `dst`: they, and these, are in one of the zones `here`.

    So are those that are `told` of elsewhere; it is enough not to rule them out.
    """
    inside, away = rows[dst], cards | told
    if inside:
        inside &= rows[src] | none_of
        inside ^= inside & away
    if inside == rows[dst] and not cards:
        return rows
    out = [row | cards for row in rows]
    for zone in here:
        out[zone] = inside
    return tuple(out)


def _only(rows: tuple[Cards, ...], cards: Cards, here: Sequence[int]) -> tuple[Cards, ...]:
    """These cards are in one of the zones `here`, and in no other."""
    if not cards:
        return rows
    out = [row | cards for row in rows]
    for zone in here:
        out[zone] ^= cards
    return tuple(out)
