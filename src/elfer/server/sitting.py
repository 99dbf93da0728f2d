"""A sitting: people at a table and the match they play, at one moment, as the log tells it.

Like a state it never changes: `after` gives the sitting with one more entry, or says why that cannot be. Who may add
what is decided in `elfer.server.moves`; here is only what would be wrong whoever did it.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from elfer.bots import Level
from elfer.bots.cast import Character, character
from elfer.bots.sayings import QUIET, Saying, course, said
from elfer.match.fair import match_seed
from elfer.match.match import Match
from elfer.match.setup import Setup
from elfer.server import judging, log
from elfer.server.declined import Declined
from elfer.server.manner import Manner
from elfer.table.beats import duration, staged
from elfer.table.secrecy import secret
from elfer.table.seed import Stream, seed_from
from elfer.table.view import Views


class Phase(Enum):
    """How far a sitting has come."""

    GATHERING = "gathering"
    PLAYING = "playing"
    BETWEEN = "between"
    """A round is over, and another one follows."""
    OVER = "over"
    CLOSED = "closed"
    """The operator, or time, has put an end to it. Nothing can follow."""


class Chair(Struct, frozen=True, gc=False):
    """A seat: empty, a bot's, or a person's."""

    name: str = ""
    person: str = ""
    level: Level | None = None
    character: str = ""
    """As whom a bot plays; nothing for one that plays as nobody in particular."""
    process: str = ""
    """The server process to which the person is connected."""
    away_at: int = 0
    """Since when the person is not connected."""
    rekeyed: int = 0
    """How often the private link of this seat was made anew, by whoever sat there."""

    @property
    def empty(self) -> bool:
        return not self.person and self.level is None

    @property
    def away(self) -> bool:
        return bool(self.person) and not self.process

    @property
    def played_by(self) -> Character | None:
        """The character of the bot that sits there."""
        return character(self.character)

    @property
    def called(self) -> str:
        """The name of whoever sits there; empty if there is none."""
        return self.name or ((played := self.played_by) and played.name) or ""


class Sitting(Struct, frozen=True, gc=False):
    """Everything that the log says so far."""

    id: str
    code: str
    """What people type to join."""
    secret: bytes
    """Nobody sees it before the match is over."""
    setup: Setup
    opened: log.Opened
    manner: Manner
    chairs: tuple[Chair, ...]
    number: int = 1
    """Of the last entry; the first is 1."""
    shown: int = 1
    """How many entries everyone may know of. What a seat does in secret (`elfer.table.secrecy`) is not counted, and
    never will be."""
    entropy: tuple[str, ...] = ()
    match: Match | None = None
    turn_at: int = 0
    """Since when those who are to act are to act: from when everyone has been shown what happened before."""
    told_at: int = 0
    """When that was told. Secret answers leave it as it is, so nobody learns of them by when a bot acts."""
    saying: Saying | None = None
    """What a bot says to the last action that everyone knows of."""
    said_at: int = -QUIET
    """What `shown` was when a bot last said something."""
    acted: tuple[int, ...] = ()
    """By seat: what `shown` was when it last acted."""
    secretly: tuple[int, ...] = ()
    """By seat: what `shown` was when it last did something in secret. Only for those who hold the seat."""
    revealed: bool = False
    rematch: str = ""
    closed: bool = False
    asides: int = 0
    """How many entries are about the table rather than the game: sitting down, names, arrangements, entropy."""
    comings: int = 0
    """How often somebody has come or gone since the last action that everyone knows of."""
    at: int = 0

    @staticmethod
    def open(id: str, code: str, secret: bytes, opened: log.Opened) -> Sitting:
        """The first entry."""
        setup = _setup(opened.setup)
        chairs, never = (Chair(),) * setup.players, (0,) * setup.players
        return Sitting(id, code, secret, setup, opened, opened.manner, chairs, acted=never, secretly=never)

    @property
    def phase(self) -> Phase:
        if self.closed:
            return Phase.CLOSED
        if self.match is None:
            return Phase.GATHERING
        if not self.match.round_over:
            return Phase.PLAYING
        return Phase.OVER if self.match.over else Phase.BETWEEN

    @property
    def done(self) -> bool:
        """Whether nobody has to be waited for any more."""
        return self.phase in (Phase.OVER, Phase.CLOSED)

    @property
    def host(self) -> str:
        return self.opened.host

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person holds."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if person and chair.person == person)

    def admits(self, person: str, seats: tuple[int, ...]) -> bool:
        """Whether somebody with these seats may see what happens here. The host may; before the match everybody."""
        return bool(seats) or self.manner.spectators or self.match is None or "" != person == self.host

    def chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            last = len(self.chairs) - 1
            raise Declined("no-such-seat", f"0–{last}", seat=seat, last=last)
        return self.chairs[seat]

    # --- one entry more ---------------------------------------------------------------------------------------

    def after(self, entry: log.AnyEntry) -> Sitting:
        """The sitting with that entry added. Raises `Declined`, and `Refused` where the rules say so."""
        if self.closed:
            raise Declined("table-closed")
        if isinstance(entry, log.Acted):  # nearly all entries
            return self._acted(entry)
        return replace(self._changed(entry), number=self.number + 1, shown=self.shown + 1, at=entry.at)

    def _acted(self, entry: log.Acted) -> Sitting:
        if (match := self.match) is None:
            raise Declined("not-started", "begin")
        self.chair(entry.seat)
        after = match.apply(entry.seat, self.setup.game.read(entry.do))
        number, at = self.number + 1, entry.at
        if secret(self.setup.game, match.state, after.state, entry.seat):
            secretly = _with_one(self.secretly, entry.seat, self.shown)
            return replace(self, match=after, number=number, secretly=secretly, at=at)
        shown, acted = self.shown + 1, _with_one(self.acted, entry.seat, self.shown + 1)
        lasts, saying = self._staged(match, after, entry.seat)
        return replace(
            self,
            match=after,
            number=number,
            shown=shown,
            acted=acted,
            turn_at=at + self.manner.pace.lasts(lasts),
            told_at=at,
            saying=saying,
            said_at=self.said_at if saying is None else shown,
            comings=0,
            at=at,
        )

    def _staged(self, before: Match, after: Match, seat: int) -> tuple[int, Saying | None]:
        """How long everyone is shown what the action did, and what a bot says to it: both as a bystander sees it, so
        that neither tells anything."""
        game = self.setup.game
        speaks = self.manner.sayings and any(map(_CHARACTER, self.chairs))
        if not speaks and not game.has_beats and after.scores == before.scores:
            return 0, None
        was, now = Views(game, before.state), Views(game, after.state)
        beats = staged(was, now, None)
        if not speaks:
            return duration(beats), None
        actor = seat if judging.window(before.state) is None else None  # who answered last is nobody's business
        cast, stream = [chair.played_by for chair in self.chairs], Stream(self._public_seed, f"saying {self.shown}")
        return duration(beats), said(course(was, now, beats, actor), cast, stream, self.shown - self.said_at)

    @property
    def _public_seed(self) -> bytes:
        """For what may follow from nothing but what everyone knows."""
        return seed_from(f"table {self.opened.commitment}")

    def _changed(self, entry: log.AnyEntry) -> Sitting:
        # Both are counted by what everyone is told, so what they bound says nothing about secret answers.
        if isinstance(entry, _ASIDES):
            return replace(self._put(entry), asides=self.asides + 1)
        if isinstance(entry, (log.Here, log.Away)):
            return replace(self._put(entry), comings=self.comings + 1)
        return replace(self._put(entry), comings=0)

    def _put(self, entry: log.AnyEntry) -> Sitting:
        """The sitting after an entry about the table as a whole, or about one seat."""
        match entry:
            case log.Arranged(manner=manner):
                return replace(self, manner=manner)
            case log.Stirred(entropy=entropy):
                return replace(self._gathering(), entropy=(*self.entropy, entropy))
            case log.Started(seed=seed):
                return self._started(entry.at, seed)
            case log.Dealt():
                if self.match is None:
                    raise Declined("not-started", "begin")
                return replace(self, match=self.match.next_round(), turn_at=entry.at, told_at=entry.at)
            case log.Revealed():
                return replace(self, revealed=True)
            case log.Rematched(code=code):
                return replace(self, rematch=code)
            case log.Closed():
                return replace(self, closed=True)
        return self._seated(entry)

    def _seated(self, entry: log.AnyEntry) -> Sitting:
        """The sitting after an entry about one seat."""
        match entry:
            case log.Sat(seat=seat, person=person, name=name):
                return self._free(seat)._with(seat, self._new(seat, name=name, person=person, away_at=entry.at))
            case log.Staffed(seat=seat, level=level, character=character):
                return self._for_bot(seat)._with(seat, self._new(seat, level=level, character=character))
            case log.Stood(seat=seat, character=character):
                kept_by = None if self.match is None else self.manner.level
                return self._with(seat, self._new(seat, level=kept_by, character=character))
            case log.Renamed(seat=seat, name=name):
                return self._with(seat, replace(self.chair(seat), name=name))
            case log.Rekeyed(seat=seat):
                return self._with(seat, replace(self.chair(seat), rekeyed=self.chair(seat).rekeyed + 1))
            case log.Here(seat=seat, process=process):
                return self._with(seat, replace(self.chair(seat), process=process))
            case log.Away(seat=seat):
                return self._with(seat, replace(self.chair(seat), process="", away_at=entry.at))
        raise TypeError(f"{type(entry).__name__} cannot follow")

    def _gathering(self) -> Sitting:
        if self.match is not None:
            raise Declined("already-started")
        return self

    def _free(self, seat: int) -> Sitting:
        if not self.chair(seat).empty:
            raise Declined("seat-taken", ", ".join(str(n) for n, chair in enumerate(self.chairs) if chair.empty))
        return self

    def _for_bot(self, seat: int) -> Sitting:
        """Before the match a bot may take the place of another."""
        return self if self.match is None and self.chair(seat).level is not None else self._free(seat)

    def _started(self, at: int, seed: str) -> Sitting:
        """The deal. Empty seats get bots; only at a match from elsewhere they wait for somebody."""
        self._gathering()
        chairs = self.chairs
        if not seed:
            chairs = tuple(replace(chair, level=self.manner.level) if chair.empty else chair for chair in chairs)
        match = Match.start(self.setup, bytes.fromhex(seed) or match_seed(self.secret, self.entropy))
        return replace(self, chairs=chairs, match=match, turn_at=at, told_at=at)

    def _new(self, seat: int, **who: Any) -> Chair:
        """Somebody else, or nobody, on that seat. Keys that were made anew stay so, whoever sits there again."""
        return Chair(rekeyed=self.chair(seat).rekeyed, **who)

    def _with(self, seat: int, chair: Chair) -> Sitting:
        self.chair(seat)
        return replace(self, chairs=(*self.chairs[:seat], chair, *self.chairs[seat + 1 :]))


_CHARACTER = attrgetter("character")
_ASIDES = (log.Sat, log.Stood, log.Renamed, log.Staffed, log.Arranged, log.Stirred)


def _with_one(numbers: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


SETUPS = 64
"""So many setups are kept, those used last. A game keeps what it has listed and written before, up to some megabytes;
this is what bounds the memory of a server at which people play with many options."""


@lru_cache(maxsize=SETUPS)
def _setup(code: str) -> Setup:
    """One setup, and so one game, for all tables with one code: what it works out beforehand is worked out once."""
    return Setup.read(code)
