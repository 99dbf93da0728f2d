"""What must hold in every game (ALL-1 … ALL-6), checked on random play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from elfer.bots import at_random, decide, usual
from elfer.bots.reactions import timed
from elfer.match.match import Match, places
from elfer.match.record import header, lines, replay
from elfer.match.setup import Setup
from elfer.table.actions import Action, Connect, Give, Lay, LayAt, Swap
from elfer.table.cards import Cards, Places, each
from elfer.table.encode import encode
from elfer.table.events import Event, Moved
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.position import dump, load
from elfer.table.refusal import Refused
from elfer.table.seed import Stream, derived, seed_from
from elfer.table.table import EMPTY, Content, as_set, count_of
from elfer.table.view import field_types, seen_events, view
from elfer.table.windows import untimed
from elfer.testing.setups import all_setups


class Broken(AssertionError):
    """A game does not keep what every game must."""


def check_game(kind: type[Game[Any]], rounds: int = 3, seed: str = "conformance") -> None:
    """Check a game with every number of players and all options."""
    for setup in all_setups(kind):
        check_setup(setup, rounds, seed)


def check_setup(setup: Setup, rounds: int = 3, seed: str = "conformance") -> None:
    """Play random rounds of one setup, with a close look at some of their moments."""
    declares_what_is_drawn(setup.game)
    for number in range(rounds):
        check_round(setup, derived(seed_from(seed), f"{setup.code} {number}"), closely=0.1)


def check_round(setup: Setup, seed: bytes, closely: float = 0.0) -> int:
    """Play one random round and check every moment of it; that share of them closely. Returns its length.

    Raises `Broken`, naming the table code and the seed, with which it can be seen again.
    """
    with _named(setup, seed):
        return _Round(setup, seed, closely).play()


def check_without_memory(setup: Setup, seed: bytes) -> int:
    """Play one random round both checked and, as search does, with unchecked steps at a table without memory.

    Returns its length; raises `Broken` if they part.
    """
    with _named(setup, seed):
        return in_step_without_memory(setup.game, Match.start(setup, seed).state, Random(seed))


@contextmanager
def _named(setup: Setup, seed: bytes) -> Iterator[None]:
    try:
        yield
    except Broken as broken:
        raise Broken(f"{setup.code}, seed {seed.hex()}: {broken}") from broken


_WILD: tuple[Action, ...] = (
    *(Lay(card) for card in (-1, 10**9)),
    *(LayAt(0, place) for place in (-1, 10**9)),
    *(Connect(card, place, -place) for card in (0, -1) for place in (0, 10**9)),
    *(verb(card) for verb in (Swap, Give) for card in (-1, 10**9)),
)
"""Actions of no game."""
_OUT_OF_TURN = 0.05
_LESS = 0.8
"""After every close look the next is less likely, so that a long round does not take for ever."""
_REPLAYED = 20
"""So many times as many rounds are played again as moments are looked at closely."""


def _must(holds: object, claim: str) -> None:
    if not holds:
        raise Broken(claim)


class _Round:
    """One random round. The states are followed without a match, which costs time; `Match` and records are gone
    through again at the end, of every round that is looked at closely."""

    def __init__(self, setup: Setup, seed: bytes, closely: float) -> None:
        self.setup, self.seed, self.game = setup, seed, setup.game
        self.random = Random(seed)
        self.closely = closely
        self.kept: list[tuple[State, bytes]] = []
        self.done: list[tuple[int, Action]] = []

    def play(self) -> int:
        game, random = self.game, self.random.random
        state = Match.start(self.setup, self.seed).state
        ledger = Ledger(game, state)
        while (seats := game.to_act(state)) and len(self.done) < game.longest_round:
            if random() < self.closely * _LESS ** len(self.kept):
                self.look_closely(state)
            seat = seats[int(random() * len(seats))]
            if random() < _OUT_OF_TURN:  # somebody might have something to do beside the turn
                seat = next((s for s in range(game.players) if s not in seats and game.legal(state, s)), seat)
            legal = game.legal(state, seat)
            _must(legal, f"seat {seat} is to act and has nothing to do")
            action = self.answered_in_time(legal[int(random() * len(legal))], state)
            after = game.apply(state, seat, action)
            ledger.follow(state, after)
            self.done.append((seat, action))
            state = after
        self.ended(state)
        if random() < _REPLAYED * self.closely:
            self.play_again(state)
        return len(self.done)

    def answered_in_time(self, action: Action, state: State) -> Action:
        window = state.table.window
        return timed(action, self.random.randint(0, 1000 * window.seconds), window) if window else action

    def look_closely(self, state: State) -> None:
        game, random = self.game, self.random
        self.kept.append((state, dump(game, state)))
        game.check(state)
        only_legal_accepted(game, state, random)
        text_round_trips(game, state)
        stream_seed = random.randbytes(32)
        for seat in (None, *range(game.players)):
            tells_only_what_is_known(game, state, seat, stream_seed)

    def ended(self, state: State) -> None:
        game = self.game
        points = game.points(state)
        _must(len(points) == game.players, f"there are points for {len(points)} seats")
        ranks = places(points, lowest_wins=game.lowest_wins)
        _must(1 in ranks and max(ranks) <= game.players, f"ALL-6: places {ranks}")
        for kept, before in self.kept:
            _must(dump(game, kept) == before, "a state has changed after it was left")
        if game.to_act(state):
            return  # ALL-5: it was stopped, and is counted as it stands
        for seat in range(game.players):
            _must(not game.legal(state, seat), f"the round is over, but seat {seat} may go on")
            _must(_refused_by(game, state, seat, game.actions[0]), "the round is over, but an action is accepted")

    def play_again(self, state: State) -> None:
        """ALL-2: as a match, and once more from its record."""
        match = Match.start(self.setup, self.seed)
        record = header(match)
        for seat, action in self.done:
            match = match.apply(seat, action)
            record += lines(seat, self.game.write(action), match)
        _must(match.round_over and match.scores == (self.game.points(state),), "ALL-2: a match counts otherwise")
        _must(dump(self.game, match.state) == dump(self.game, state), "ALL-2: the same actions led elsewhere")
        again = list(replay(record.splitlines(), type(self.game)))[-1].match
        _must(dump(self.game, again.state) == dump(self.game, state), "ALL-2: the record leads elsewhere")
        plays_the_same_without_memory(self.game, Match.start(self.setup, self.seed).state, self.done)


def declares_what_is_drawn(game: Game[Any]) -> None:
    """What zones say about how they are drawn can be read in every view."""
    kind: type[State] = game.state
    known = field_types(kind)
    for zone in game.layout.zones:
        if zone.open_places:
            _must(known.get(zone.open_places) in (Cards, Places), f"{zone}: {zone.open_places} is no set of places")
        if zone.wanted:
            _must(known.get(zone.wanted) == Cards, f"{zone}: {zone.wanted} is no set of cards")
        _must(not zone.row_order or zone.row_order in known, f"{zone}: the state has no {zone.row_order}")
        _must(0 <= zone.middle <= zone.columns, f"{zone}: column {zone.middle} is none of {zone.columns}")


def plays_the_same_without_memory(game: Game[Any], state: State, done: list[tuple[int, Action]]) -> None:
    """Unchecked steps at a table without memory, as search makes them, lead where the game led."""
    forgetful = game.forgetful(state)
    for seat, action in done:
        state, forgetful = game.step(state, seat, action), game.step(forgetful, seat, action)
        _alike_without_memory(game, state, forgetful)


def in_step_without_memory(game: Game[Any], state: State, random: Random) -> int:
    """A random round, played checked and with unchecked steps without memory at once: how many actions it has."""
    forgetful = game.forgetful(state)
    for actions in range(game.longest_round):
        _alike_without_memory(game, state, forgetful)
        if not (seats := game.to_act(state)):
            return actions
        seat = random.choice(seats)
        among = game.choices(forgetful, seat)
        action, window = game.actions.pick(among, random.randrange(among.bit_count())), state.table.window
        if window:
            action = timed(action, random.randint(0, 1000 * window.seconds), window)
        state, forgetful = game.apply(state, seat, action), game.step(forgetful, seat, action)
    return game.longest_round


def _alike_without_memory(game: Game[Any], state: State, forgetful: State) -> None:
    """With and without memory all may do the same, and the same lies on the table and is counted."""
    _must(forgetful.table.memory is game.layout.forgotten, "something was remembered at a table without memory")
    _must(game.to_act(forgetful) == game.to_act(state), "without memory somebody else is to act")
    for seat in range(game.players):
        same = game.allowed(forgetful, seat) == game.allowed(state, seat)
        _must(same, f"without memory seat {seat} may do something else")
    same = forgetful.table.zones == state.table.zones or _kinds(game, forgetful) == _kinds(game, state)
    _must(same, "without memory other cards have moved")
    _must(game.points(forgetful) == game.points(state), "without memory it is counted otherwise")


def _kinds(game: Game[Any], state: State) -> list[list[int]]:
    """By zone the kinds of its cards: which of two that look alike was moved depends on what is remembered."""
    kind = dict(enumerate(game.layout.deck.kind)) | {EMPTY: EMPTY}
    return [
        sorted(kind[card] for card in each(content)) if isinstance(content, int) else [kind[card] for card in content]
        for content in state.table.zones
    ]


class Ledger:
    """Which cards are in which zone, as the events tell it. Each moves one card: none is lost or doubled (ALL-1)."""

    def __init__(self, game: Game[Any], state: State) -> None:
        self.game = game
        self.bits = game.layout.deck.bits
        self.sets = [as_set(content) for content in state.table.zones]
        seen = 0
        for cards, content in zip(self.sets, state.table.zones, strict=True):
            _must(self.holds(content, cards) and not seen & cards, "ALL-1: a card lies twice")
            seen |= cards
        _must(seen == game.layout.deck.all, "ALL-1: a card is missing from the deal")

    def holds(self, content: Content, cards: Cards) -> bool:
        """Whether a content is these cards, each once."""
        if isinstance(content, int):
            return content == cards
        return count_of(content) == cards.bit_count() and as_set(content) == cards

    def follow(self, before: State, after: State) -> None:
        """Whoever moves cards as the events say arrives at the new table. An answer in a window is told to nobody."""
        was, now = before.table, after.table
        if was.window and now.events is was.events:
            _must(now.zones == was.zones, "something moved before the window was closed")
            return
        sets, names, touched = self.sets, self.game.layout.names, set()
        for event in _new_events(self.game, before, after):
            if isinstance(event, Moved):
                bit = self.bits[event.card]
                _must(sets[event.src] & bit, f"a card left {names[event.src]} that was not there")
                sets[event.src] ^= bit
                sets[event.dst] |= bit
                touched |= {event.src, event.dst}
        for zone, content in enumerate(now.zones):
            if content is not was.zones[zone] or zone in touched:
                _must(self.holds(content, sets[zone]), "the events do not tell all that happened")


def _new_events(game: Game[Any], before: State, after: State) -> tuple[Event, ...]:
    """The events of an action. Of what a player does in secret the others still see the action before."""
    old, new = before.table.events, after.table.events
    more = new[len(old) :]
    if not more or new[: len(old)] != old:
        return new
    return new if seen_events(game.layout, replace(after.table, events=more), None) else more


def only_legal_accepted(game: Game[Any], state: State, random: Random) -> None:
    """ALL-4: just the legal actions are accepted, the others refused with a reason; nothing changes by it."""
    before = dump(game, state)
    acting = game.to_act(state)
    for seat in (*range(game.players), -1, game.players, 99):
        legal = game.legal(state, seat)
        _must(legal or seat not in acting, f"seat {seat} is to act and has nothing to do")
        _must(not legal or seat in range(game.players), f"seat {seat} does not exist and has something to do")
        _must(len(set(legal)) == len(legal), f"seat {seat} is offered an action twice")
        _must(
            game.allowed(state, seat) == game.actions.just(*legal), "the set of what is legal is not what is listed"
        )
        for action in (*game.actions, *_WILD):
            accepted = not _refused_by(game, state, seat, action)
            _must(accepted == (action in legal), f"ALL-4: {action} of seat {seat}: accepted {accepted}")
    for _ in range(20):
        _unreadable(game, _noise(random))
    _must(dump(game, state) == before, "ALL-4: a refused action changed the state")


def _noise(random: Random) -> str:
    alphabet = random.choice(["rygb0123456789", "adeknprtw ", "\0\n\x1b\u202e😀ß<>@j{}%"])
    return "".join(random.choices(alphabet, k=random.randrange(12)))


def _unreadable(game: Game[Any], text: str) -> None:
    """A text is an action of the game that it writes the same way, or it is refused with a reason."""
    try:
        action = game.read(text)
    except Refused as refused:
        _must(len(str(refused)) > 10, "a refusal gives no reason")
    else:
        _must(game.write(action) == text.strip().lower(), f"{text!r} is read as {action}")


def _refused_by(game: Game[Any], state: State, seat: int, action: Action) -> bool:
    try:
        game.apply(state, seat, action)
    except Refused as refused:
        _must(len(str(refused)) > 10, "a refusal gives no reason")
        return True
    return False


def text_round_trips(game: Game[Any], state: State) -> None:
    """States and actions can be written and read again."""
    _must(load(game, dump(game, state)) == state, "a position is read otherwise than it was written")
    for action in game.actions:
        _must(game.read(game.write(action)) == action, f"{action} is read otherwise than it was written")


def tells_only_what_is_known(game: Game[Any], state: State, seat: int | None, seed: bytes) -> None:
    """ALL-3: exchange what a seat cannot know, and nothing that it is shown, or that its bot does, changes."""
    other = guess(game, state, seat, Stream(seed, "exchange"))
    game.layout.check(other.table)
    claim = f"ALL-3: what {'a bystander' if seat is None else f'seat {seat}'}"
    shown, shown_other = (msgspec.json.encode(view(game, s, seat)) for s in (state, other))
    _must(shown == shown_other, f"{claim} is shown depends on hidden cards")
    guessed, guessed_other = (dump(game, guess(game, s, seat, Stream(seed, "again"))) for s in (state, other))
    _must(guessed == guessed_other, f"{claim} can guess depends on hidden cards")
    if (window := state.table.window) and window.seconds:
        _must(game.idle(state) == game.idle(other), f"{claim} learns by when a window closes depends on hidden cards")
    if seat is None:
        return
    coded, coded_other = encode(game, state, seat), encode(game, other, seat)
    _must(coded == coded_other, f"{claim} is told in numbers depends on hidden cards")
    if seat in game.to_act(state):
        for bot in (usual(game), at_random):
            done, done_other = (decide(bot, game, s, seat, Stream(seed, "bot")) for s in (state, other))
            _must(done == done_other, f"{claim}'s bot does depends on hidden cards")
            legal = untimed(done) in game.legal(state, seat)
            _must(legal, f"the bot on seat {seat} wants {done}, which is not legal")
