"""Every message of the WebSocket, and the bodies of the HTTP part. The wire format is what these types say.

Messages are JSON objects whose field `type` names the kind. `python -m elfer.server.schema` makes the JSON schema,
the OpenAPI page and the TypeScript types from them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from elfer.bots import Level
from elfer.bots.cast import CharacterId
from elfer.bots.sayings import Saying
from elfer.match.fair import LONGEST_ENTROPY
from elfer.server.judging import Judged
from elfer.server.log import By, Name
from elfer.server.manner import Manner
from elfer.server.sitting import Phase
from elfer.table.change import Change
from elfer.table.view import View

Lang = Literal["de", "en", "fr"]
SeatIndex = Annotated[int, Meta(ge=0, le=15)]
Code = Annotated[str, Meta(min_length=1, max_length=16)]
"""What people type to join a table."""
Text = Annotated[str, Meta(min_length=1, max_length=400)]
Emote = Literal["hello", "well-played", "thanks", "oops", "hurry", "wow", "sorry", "good-game"]
Entropy = Annotated[str, Meta(min_length=1, max_length=LONGEST_ENTROPY, pattern=r"^[^\x00-\x1f\x7f]*$")]
Milliseconds = Annotated[int, Meta(ge=0, le=10_000_000)]
Id = Annotated[str, Meta(max_length=36)]


# --- from the client -----------------------------------------------------------------------------------------


class FromClient(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """What all messages of clients have."""

    id: Id = ""
    """Chosen by the client; the answer, or the refusal, carries it."""


class Enter(FromClient, frozen=True):
    """Go to a table: the first message. With `last`, the number of the last thing seen, only the rest is sent."""

    code: Code
    last: int | None = None
    keys: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(max_length=16)] = ()
    """Of seats that were taken over by their private links."""
    lang: Lang = "en"


class Sit(FromClient, frozen=True):
    """Take a seat: that one, or any that is free. Several seats may be taken: pass and play."""

    seat: SeatIndex | None = None
    name: Name | None = None
    """What the seat is called, if not by the person's own name."""


class Stand(FromClient, frozen=True):
    """Give a seat up. The host may also free a seat before the match."""

    seat: SeatIndex


class Rename(FromClient, frozen=True):
    """Call one of your seats something else."""

    seat: SeatIndex
    name: Name


class Rekey(FromClient, frozen=True):
    """Make the private link of one of your seats anew: whoever has an earlier one can do nothing more with it."""

    seat: SeatIndex


class Staff(FromClient, frozen=True):
    """Put a bot on an empty seat, or another one where a bot sits. Only the host may, before the match."""

    seat: SeatIndex
    level: Level = Level.NORMAL
    character: CharacterId | None = None
    """As whom it plays. Nothing: whoever sits there goes on, or somebody comes who is not at the table yet."""


class Arrange(FromClient, frozen=True):
    """Set how the table is run. Only the host may."""

    manner: Manner


class Stir(FromClient, frozen=True):
    """Add entropy before the deal."""

    entropy: Entropy


class Begin(FromClient, frozen=True):
    """Start the match; bots take the seats that are empty. Only the host may."""


class Act(FromClient, frozen=True):
    """Do something on one of your seats."""

    seat: SeatIndex
    do: Annotated[str, Meta(min_length=1, max_length=80)]
    """In notation. A call may end with the reaction time at your screen, in ms: `call schnapp 431`."""
    seen: int
    """The number of the last thing seen: what was decided before your own last action was shown does not count."""


class Watched(FromClient, frozen=True):
    """The beats of everything up to this number were seen, or tapped away: bots need not wait any longer."""

    number: int


class Onward(FromClient, frozen=True):
    """Deal the next round."""


class Back(FromClient, frozen=True):
    """I am here again: no bot stands in for me any more."""


class Say(FromClient, frozen=True):
    """Chat."""

    text: Text


class Gesture(FromClient, frozen=True):
    """Show an emote."""

    emote: Emote


class Again(FromClient, frozen=True):
    """A rematch with the same people, at a new table."""


class Pong(FromClient, frozen=True):
    """The answer to a ping, at once."""

    number: int


class Resync(FromClient, frozen=True):
    """Send me everything again."""


ClientMessage = (
    Enter
    | Sit
    | Stand
    | Rename
    | Rekey
    | Staff
    | Arrange
    | Stir
    | Begin
    | Act
    | Watched
    | Onward
    | Back
    | Say
    | Gesture
    | Again
    | Pong
    | Resync
)


# --- from the server -----------------------------------------------------------------------------------------


class FromServer(Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True, kw_only=True):
    """What all messages of the server have."""


class SeatInfo(Struct, frozen=True):
    """A seat, as everyone sees it."""

    name: str = ""
    kind: Literal["empty", "bot", "person"] = "empty"
    level: Level | None = None
    away: bool = False
    host: bool = False
    stand_in_ms: int | None = None
    """Of whoever is away from a match: how long until a bot plays for them; 0: one does now. Nothing where nobody
    stands in."""
    character: str = ""
    """The id of the character as whom a bot plays; its name is the same in all languages, and stands in `name`."""


class TableInfo(Struct, frozen=True, kw_only=True):
    """All about a table but what lies on it."""

    match: str
    code: str
    setup: str
    """The table code: game, players, options."""
    game: str
    phase: Phase
    seats: tuple[SeatInfo, ...]
    manner: Manner
    commitment: str
    """The SHA-256 of the server's secret, which is revealed after the match (docs/server.md)."""
    entropy: tuple[str, ...]
    secret: str | None
    """Once the match is over."""
    round: int
    scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    places: tuple[int, ...] | None
    """Once the match is over."""
    rematch: str | None
    """The code of the table at which the same people go on."""


class Line(Struct, frozen=True, omit_defaults=True):
    """Something said."""

    name: str
    at_ms: int
    seat: int | None = None
    text: str = ""
    emote: str = ""


class Scene(FromServer, frozen=True):
    """Everything: the table, and what lies on it as each of your seats sees it (or as a bystander does)."""

    number: int
    table: TableInfo
    you: tuple[int, ...]
    """Your seats."""
    host: bool
    """Whether you may start and arrange."""
    views: tuple[View, ...]
    left_ms: int | None = None
    """How long those who are to act may still think."""
    chat: tuple[Line, ...] = ()
    keys: tuple[str, ...] = ()
    """For each of your seats the key of its private link."""
    id: str = ""


class Changed(FromServer, frozen=True):
    """Something about the table has changed, but nothing on it."""

    number: int
    table: TableInfo
    you: tuple[int, ...]
    id: str = ""


class Advanced(FromServer, frozen=True, tag="moved"):
    """Somebody has acted; what that changed, for each of your seats in their order (or for a bystander)."""

    number: int
    seat: int | None
    """Who; nobody in particular where several answered in secret."""
    changes: tuple[Change, ...]
    by: By = "person"
    """Who chose; not told where several answered in secret."""
    scores: tuple[tuple[int, ...], ...] | None = None
    """The points of all rounds, if this one is over."""
    left_ms: int | None = None
    saying: Saying | None = None
    """What a bot says to it."""
    judged: Judged | None = None
    id: str = ""


class Noted(FromServer, frozen=True):
    """What you sent is done, and nothing else is to be told about it: something that stays secret, or `enter` with
    nothing new since."""

    number: int
    views: tuple[View, ...] = ()
    judged: Judged | None = None
    id: str = ""


class Refusal(FromServer, frozen=True):
    """What you sent was not done."""

    code: str
    sentence: str
    """In your language."""
    expected: str = ""
    rule: str = ""
    """The id of the rule that it rests on, where the rules of the game refuse it."""
    id: str = ""


class Remark(FromServer, frozen=True, tag="said"):
    """Chat or an emote."""

    line: Line


class Ping(FromServer, frozen=True):
    """To be answered at once: so the server measures the round trip."""

    number: int


class Goodbye(FromServer, frozen=True):
    """The server stops or restarts: connect again after so long. Nothing is lost."""

    after_ms: int


ServerMessage = Scene | Changed | Advanced | Noted | Refusal | Remark | Ping | Goodbye


# --- over HTTP -----------------------------------------------------------------------------------------------


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is sent with a request."""


class NewGuest(Body, frozen=True):
    """Play under this name."""

    name: Name


class Credentials(Body, frozen=True):
    """An account's name and passphrase."""

    name: Name
    passphrase: Annotated[str, Meta(min_length=8, max_length=200)]


class NewTable(Body, frozen=True):
    """Open a table: by a table code, or by a game with players and options."""

    setup: Annotated[str, Meta(max_length=60)] | None = None
    game: Annotated[str, Meta(max_length=40)] | None = None
    players: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, int | str] = {}
    manner: Manner = Manner()


class Answer(Struct, frozen=True, kw_only=True):
    """What comes back."""


class Me(Answer, frozen=True):
    """Who you are here."""

    id: str
    name: str
    account: bool


class OpenedTable(Answer, frozen=True):
    """A new table."""

    code: str
    match: str
    link: str
    """To invite others with."""
    setup: str


class TableSummary(Answer, frozen=True):
    """A table, as everyone who knows its code may see it."""

    code: str
    link: str
    table: TableInfo


class OptionInfo(Answer, frozen=True):
    """One thing that can be chosen about a game."""

    name: str
    label: str
    help: str
    values: tuple[int | str, ...]
    labels: tuple[str, ...]
    default: int | str
    range: bool
    players: tuple[int, ...]
    when: dict[str, int | str]


class GameInfo(Answer, frozen=True):
    """A game, in the language that was asked for."""

    id: str
    title: str
    tagline: str
    players: tuple[int, ...]
    options: tuple[OptionInfo, ...]
    grounds: dict[str, str]
    """The rule behind a refusal (`does-not-fit`), an action (`call schnapp`), or a card's way (`stock>hand`)."""


class ZoneInfo(Answer, frozen=True):
    """A zone of a table: what a screen needs to draw it."""

    name: str
    label: str
    shape: str
    sight: str
    owner: int | None
    homes: bool
    columns: int
    size: int
    over: str
    joins: tuple[tuple[int, int, bool], ...]
    middle: int
    row_order: str
    """The fact with the numbers of its rows from top to bottom; empty: they lie in order."""
    open_places: str
    """The fact with the places that are open; empty: that is not known to all."""
    wanted: str
    """The fact with the cards to be marked in a hand; empty: none."""


class LayoutInfo(Answer, frozen=True):
    """The zones of a game at a table, its cards and its places, with their names in words."""

    setup: str
    game: str
    title: str
    players: int
    zones: tuple[ZoneInfo, ...]
    cards: dict[str, str]
    places: tuple[str, ...]


class RuleSection(Answer, frozen=True):
    """A part of a rulebook; each item is the id of a rule (or nothing) and a text."""

    title: str
    items: tuple[tuple[str, str], ...]


class PlayedMatch(Answer, frozen=True):
    """A match of yours."""

    match: str
    code: str
    seat: int
    setup: str
    game: str
    started_ms: int
    points: int | None
    place: int | None


class HintOption(Answer, frozen=True):
    """What one of the actions is worth that a hint has compared."""

    do: str
    chance: float
    """Of winning the round, as far as the bot can tell."""
    error: float
    """The chance is no further away from that, 19 times of 20."""
    even: bool
    """Whether it is about as good as what the hint advises: the difference is within its error."""


class Hint(Answer, frozen=True):
    """What the bot would do in your place, by what your seat knows."""

    do: str
    reason: str | None = None
    """The name of what speaks for it; its words stand in the game's rulebook, and are said of `do`."""
    options: tuple[HintOption, ...] = ()
    """What it was compared with, itself first; none where there is no choice, or no time for one."""


class Score(Answer, frozen=True):
    """How you have done in some matches."""

    played: int
    won: int
    points: int
    """Of all of them together."""
    curve: tuple[int, ...]
    """The points of the last ones, the oldest first."""


class GameStatistics(Answer, frozen=True):
    """How you have done in a game: in all matches, in those with other people, in those with bots only."""

    game: str
    all: Score
    people: Score
    bots: Score


class Health(Answer, frozen=True):
    """Whether the server can do its work."""

    status: Literal["ok"]
    version: str
    process: str


class Problem(Answer, frozen=True):
    """Why a request was not done."""

    code: str
    sentence: str
    expected: str


Words = dict[str, Any]
"""All sentences of a language by their keys."""
