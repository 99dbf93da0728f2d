"""The actions of all games: one small vocabulary.

Each declares its verb: how people read and type it, and what screens need to know of it (`elfer.table.verbs`).
"""

from __future__ import annotations

from msgspec import Struct

from elfer.table.cards import Card, Place
from elfer.table.verbs import verb


@verb("{card}", home=True, role="lays")
class Lay(Struct, frozen=True, gc=False, tag="lay"):
    """Lay a card where it belongs: `r11`."""

    card: Card


@verb("{card}@{place}", like="lay")
class LayAt(Struct, frozen=True, gc=False, tag="lay-at"):
    """Lay a card that can lie on several places on one of them: `j@b7`."""

    card: Card
    at: Place


@verb("{card}@{place}<{via}", "connect-at", like="lay")
@verb("{card}<{via}", home=True, like="lay")
class Connect(Struct, frozen=True, gc=False, tag="connect"):
    """Lay a card on a place that a connection from another place leads to: `b9<y9`, `j@b7<y7`."""

    card: Card
    at: Place
    via: Place


@verb("swap {card}", home=True)
class Swap(Struct, frozen=True, gc=False, tag="swap"):
    """Put a card where a joker stands for it, and take the joker: `swap b7`."""

    card: Card


@verb("give {card}")
class Give(Struct, frozen=True, gc=False, tag="give"):
    """Hand a card on to the neighbour, face down: `give r5`."""

    card: Card


@verb("draw", role="instead", source="stock", rote=True, button=6)
class Draw(Struct, frozen=True, gc=False, tag="draw"):
    """Draw the top card of the stock: `draw`."""


@verb("take", like="draw", source="stock", button=7)
class Take(Struct, frozen=True, gc=False, tag="take"):
    """Take the cards that the rules give for not laying: `take`."""


@verb("end", role="ends", rote=True, button=9)
class End(Struct, frozen=True, gc=False, tag="end"):
    """End the turn: `end`."""


@verb("pass", role="instead", rote=True, button=10)
class Pass(Struct, frozen=True, gc=False, tag="pass"):
    """Let the turn, or an offer, go by: `pass`."""


@verb("take {pile}")
class TakeFrom(Struct, frozen=True, gc=False, tag="take-from"):
    """Take the top card of one of several piles: `take b`."""

    at: Place


@verb("pull {number}", source="held")
class Pull(Struct, frozen=True, gc=False, tag="pull"):
    """Draw a card that somebody holds out, by its place in that hand, counted from 1: `pull 3`."""

    place: int


@verb("offer", button=4)
class Offer(Struct, frozen=True, gc=False, tag="offer"):
    """Hold out the hand, for the neighbour to draw from: `offer`."""


@verb("shift {card} {number}")
class Shift(Struct, frozen=True, gc=False, tag="shift"):
    """Put a card of your hand to another place in it, counted from 1: `shift r5 3`."""

    card: Card
    place: int


@verb("turn", source="own", rote=True, button=5)
class Turn(Struct, frozen=True, gc=False, tag="turn"):
    """Turn up the top card of your stack: `turn`."""


@verb("turn {place}")
class TurnAt(Struct, frozen=True, gc=False, tag="turn-at"):
    """Turn up the card on a place: `turn 17`."""

    at: Place


@verb("slip {card}")
class Slip(Struct, frozen=True, gc=False, tag="slip"):
    """Secretly lay a card under the one that will be laid: `slip r5`."""

    card: Card


@verb("hide {card}")
class Hide(Struct, frozen=True, gc=False, tag="hide"):
    """Choose the card that nobody else sees: `hide v3`."""

    card: Card


@verb("bury {pile}")
class Bury(Struct, frozen=True, gc=False, tag="bury"):
    """Put the top card of a pile under the stock: `bury b`."""

    at: Place


@verb("ask {seat} {card}")
class Ask(Struct, frozen=True, gc=False, tag="ask"):
    """Ask a seat for a card: `ask 2 r5`."""

    seat: int
    card: Card


@verb("deny", button=3)
class Deny(Struct, frozen=True, gc=False, tag="deny"):
    """Say that one does not have what was asked for: `deny`."""


@verb("name {seats}", button=8, main=False)
class Name(Struct, frozen=True, gc=False, tag="name"):
    """Name the seats that something happens to: `name 2`, `name 1 3`."""

    seats: tuple[int, ...]


@verb("announce {word}", button=2)
class Announce(Struct, frozen=True, gc=False, tag="announce"):
    """Say, in your turn, a word that the rules give a meaning: `announce straight`."""

    word: str


@verb("guess {number}")
class Guess(Struct, frozen=True, gc=False, tag="guess"):
    """Guess a number: `guess 42`."""

    number: int


@verb("call {word}[ {after}]", button=1)
class Call(Struct, frozen=True, gc=False, tag="call"):
    """Call out a word in a window, or put something down at once: `call schnapp 431`, after so many milliseconds.

    Quickness counts, but the engine has no clock (LIVE-5): whoever reports a call says how long it took. Without a
    time (`call schnapp`) it is as quick as can be; that is how it is offered and numbered.
    """

    word: str
    after: int = 0


@verb("silent", role="quiet", button=11, main=False)
class Silent(Struct, frozen=True, gc=False, tag="silent"):
    """Answer nothing in a window: `silent`."""


_OfACard = Lay | LayAt | Connect | Swap | Give | Shift | Slip | Hide
_WithoutOne = Draw | Take | TakeFrom | Pull | Offer | Turn | TurnAt | Bury | End | Pass
_Said = Ask | Deny | Name | Announce | Guess | Call | Silent
Action = _OfACard | _WithoutOne | _Said

DRAW, TAKE, END, PASS, OFFER, TURN, DENY, SILENT = Draw(), Take(), End(), Pass(), Offer(), Turn(), Deny(), Silent()
