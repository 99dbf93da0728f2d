"""What people may do at a table: each message becomes the entries it adds to the log, or is declined.

All are pure: the same message on the same sitting gives the same entries. So when another process was quicker, the
message is simply looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from elfer.bots.cast import CAST, drawn
from elfer.match.fair import LONGEST_ENTROPY
from elfer.server import log
from elfer.server import messages as m
from elfer.server.declined import Declined
from elfer.server.log import AnyEntry
from elfer.server.sitting import Phase, Sitting
from elfer.server.who import Who
from elfer.table.seed import Stream, derived

MOST_ENTROPY = 32
"""Pieces of entropy at one table."""
MOST_ASIDES = 500
"""How often people may sit down, stand up, rename and arrange at one table: more than any company needs."""
MOST_COMINGS = 200
"""How often it is noted, between two actions, that somebody came or went. A connection that comes and goes for ever
would fill the log; beyond this the person counts as away until acting, which is always noted."""


class Mover:
    """Decides for one sender, on one sitting."""

    __slots__ = ("at", "process", "seats", "sitting", "who")

    def __init__(self, sitting: Sitting, who: Who, seats: tuple[int, ...], at: int, process: str) -> None:
        self.sitting, self.who, self.seats, self.at, self.process = sitting, who, seats, at, process

    def entries(self, message: m.ClientMessage) -> list[AnyEntry]:
        """What the message adds. Raises `Declined`; `Sitting.after` may refuse more."""
        if self.sitting.closed:
            raise Declined("table-closed")
        if self.sitting.asides >= MOST_ASIDES and isinstance(message, _ASIDES):
            raise Declined("changed-enough", "begin" if self.sitting.match is None else "act", most=MOST_ASIDES)
        return _PLANS[type(message)](self, message)

    # --- who may ----------------------------------------------------------------------------------------------

    def _own(self, seat: int) -> None:
        if seat not in self.seats:
            self.sitting.chair(seat)
            raise Declined("not-your-seat", ", ".join(map(str, self.seats)), seat=seat)

    def _host(self) -> None:
        if not self.who.person.id or self.who.person.id != self.sitting.host:
            raise Declined("only-host")

    def _seated(self) -> None:
        if not self.seats:
            raise Declined("not-seated", "sit")

    # --- before the match -------------------------------------------------------------------------------------

    def sit(self, message: m.Sit) -> list[AnyEntry]:
        person = self.who.person
        if not person.id:
            raise Declined("who-are-you", "POST /api/me")
        free = [seat for seat, chair in enumerate(self.sitting.chairs) if chair.empty]
        seat = message.seat if message.seat is not None else next(iter(free), None)
        if seat is not None:
            self.sitting.chair(seat)
        if seat not in free:
            raise Declined("seat-taken", ", ".join(map(str, free)))
        return [
            log.Sat(at=self.at, seat=seat, person=person.id, name=message.name or person.name),
            log.Here(at=self.at, seat=seat, process=self.process),
        ]

    def stand(self, message: m.Stand) -> list[AnyEntry]:
        chair = self.sitting.chair(message.seat)
        if chair.empty:
            raise Declined("seat-empty")
        if self.sitting.phase is not Phase.GATHERING or self.who.person.id != self.sitting.host:
            self._own(message.seat)
        character = "" if self.sitting.match is None else cast_for(self.sitting, [message.seat])[0]
        return [log.Stood(at=self.at, seat=message.seat, character=character)]

    def rename(self, message: m.Rename) -> list[AnyEntry]:
        self._own(message.seat)
        return [log.Renamed(at=self.at, seat=message.seat, name=message.name)]

    def rekey(self, message: m.Rekey) -> list[AnyEntry]:
        # Not for whoever has the seat by its link only: that one may be the very reason.
        if self.who.person.id == "" or self.sitting.chair(message.seat).person != self.who.person.id:
            own = self.sitting.seats_of(self.who.person.id)
            raise Declined("not-your-seat", ", ".join(map(str, own)), seat=message.seat)
        return [log.Rekeyed(at=self.at, seat=message.seat)]

    def staff(self, message: m.Staff) -> list[AnyEntry]:
        self._host()
        chair = self.sitting.chair(message.seat)
        if chair.person or (self.sitting.match is not None and not chair.empty):
            raise Declined("seat-taken")
        character = self._character(message, chair.character)
        return [log.Staffed(at=self.at, seat=message.seat, level=message.level, character=character)]

    def _character(self, message: m.Staff, sits: str) -> str:
        """Who comes to the seat on which that one sits now."""
        if message.character is None:
            return sits or cast_for(self.sitting, [message.seat])[0]
        others = {chair.character for n, chair in enumerate(self.sitting.chairs) if n != message.seat}
        if message.character in others:
            free = ", ".join(one.id for one in CAST if one.id not in others)
            name = next(one.name for one in CAST if one.id == message.character)
            raise Declined("character-taken", free, name=name)
        return message.character

    def arrange(self, message: m.Arrange) -> list[AnyEntry]:
        self._host()
        # Once the match runs, nobody's time or opponents change; what is said may be switched off at any time.
        # Whoever plays alone waits for nobody, so the pace is theirs.
        now, wanted = self.sitting.manner, message.manner
        pace = wanted.pace if len({chair.person for chair in self.sitting.chairs if chair.person}) < 2 else now.pace
        open_ = replace(now, chat=wanted.chat, emotes=wanted.emotes, sayings=wanted.sayings, pace=pace)
        if self.sitting.match is not None and wanted != open_:
            raise Declined("already-started", "chat, emotes, sayings")
        return [log.Arranged(at=self.at, manner=wanted)]

    def stir(self, message: m.Stir) -> list[AnyEntry]:
        self._seated()
        if len(self.sitting.entropy) >= MOST_ENTROPY:
            raise Declined("stirred-enough", f"≤ {MOST_ENTROPY} × {LONGEST_ENTROPY}", most=MOST_ENTROPY)
        return [log.Stirred(at=self.at, entropy=message.entropy)]

    def begin(self, message: m.Begin) -> list[AnyEntry]:
        self._host()
        free = [seat for seat, chair in enumerate(self.sitting.chairs) if chair.empty]
        level = self.sitting.manner.level
        bots = [
            log.Staffed(at=self.at, seat=seat, level=level, character=character)
            for seat, character in zip(free, cast_for(self.sitting, free), strict=True)
        ]
        return [*bots, log.Started(at=self.at)]

    # --- during the match -------------------------------------------------------------------------------------

    def act(self, message: m.Act) -> list[AnyEntry]:
        self._own(message.seat)
        sitting, seat = self.sitting, message.seat
        if sitting.match is None:
            raise Declined("not-started", "begin")
        if not sitting.acted[seat] <= message.seen <= sitting.shown:
            raise Declined("out-of-order", f"seen: {sitting.shown}", seen=message.seen, number=sitting.shown)
        return [*self._here(seat), log.Acted(at=self.at, seat=seat, do=message.do)]

    def onward(self, message: m.Onward) -> list[AnyEntry]:
        self._seated()
        return [log.Dealt(at=self.at)]

    def back(self, message: m.Back) -> list[AnyEntry]:
        self._seated()
        entries = [entry for seat in self.seats for entry in self._here(seat)]
        if entries and self.sitting.comings >= MOST_COMINGS:
            raise Declined("came-too-often", "act")
        return entries

    def _here(self, seat: int) -> list[AnyEntry]:
        """Whoever acts is back."""
        return [log.Here(at=self.at, seat=seat, process=self.process)] if self.sitting.chairs[seat].away else []


_PLANS: dict[type, Callable[..., list[AnyEntry]]] = {
    m.Sit: Mover.sit,
    m.Stand: Mover.stand,
    m.Rename: Mover.rename,
    m.Rekey: Mover.rekey,
    m.Staff: Mover.staff,
    m.Arrange: Mover.arrange,
    m.Stir: Mover.stir,
    m.Begin: Mover.begin,
    m.Act: Mover.act,
    m.Onward: Mover.onward,
    m.Back: Mover.back,
}


# Standing up is not among them: whoever wants to go may, and nobody stands up who has not sat down.
_ASIDES = (m.Sit, m.Rename, m.Rekey, m.Staff, m.Arrange, m.Stir)


def cast_for(sitting: Sitting, seats: Iterable[int]) -> list[str]:
    """For each of these seats a character who is not at the table yet. It follows from the secret, and so tells
    nothing."""
    names, found = {chair.called for chair in sitting.chairs}, list[str]()
    for seat in seats:
        one = drawn(Stream(derived(sitting.secret, "cast"), f"{sitting.asides} {seat}"), names)
        names.add(one.name)
        found.append(one.id)
    return found


class Transition(Struct, frozen=True, gc=False):
    """One entry, with the sitting before and after it."""

    before: Sitting
    entry: AnyEntry
    after: Sitting

    def ends_round(self) -> bool:
        """Whether the points of a round were noted."""
        before, after = self.before.match, self.after.match
        return before is not None and after is not None and after.scores is not before.scores


def transitions(sitting: Sitting, entries: Iterable[AnyEntry]) -> list[Transition]:
    """The entries, one after the other. Raises `Declined` and `Refused`."""
    out: list[Transition] = []
    for entry in entries:
        out.append(Transition(sitting, entry, sitting := sitting.after(entry)))
    return out


def with_ending(taken: list[Transition]) -> list[Transition]:
    """The transitions; after the last action of a match the secret is revealed too."""
    last = taken[-1] if taken else None
    if last and isinstance(last.entry, log.Acted) and last.after.match and last.after.match.over:
        return [*taken, *transitions(last.after, [log.Revealed(at=last.entry.at, secret=last.after.secret.hex())])]
    return taken
