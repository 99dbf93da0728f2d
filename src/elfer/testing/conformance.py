"""What must hold in every game (ALL-1 … ALL-6), checked on random play."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from elfer.bots import at_random, decide, simple
from elfer.bots.reactions import timed
from elfer.match.match import Match
from elfer.match.record import header, lines, replay
from elfer.match.setup import Setup
from elfer.table.actions import Action, Connect, Give, Lay, LayAt, Swap
from elfer.table.encode import encode
from elfer.table.events import Event, Moved
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.live import untimed
from elfer.table.position import dump, load
from elfer.table.refusal import Refused
from elfer.table.seed import Stream, derived, seed_from
from elfer.table.table import as_set
from elfer.table.view import seen_events, view
from elfer.testing.setups import all_setups


class Broken(AssertionError):
    """A game does not keep what every game must."""


def check_game(kind: type[Game[Any]], rounds: int = 3, seed: str = "conformance") -> None:
    """Check a game with every number of players and all options."""
    for setup in all_setups(kind):
        check_setup(setup, rounds, seed)


def check_setup(setup: Setup, rounds: int = 3, seed: str = "conformance") -> None:
    """Play random rounds of one setup, with a close look at some of their moments."""
    for number in range(rounds):
        check_round(setup, derived(seed_from(seed), f"{setup.code} {number}"), closely=0.1)


def check_round(setup: Setup, seed: bytes, closely: float = 0.0) -> int:
    """Play one random round and check every moment of it; that share of them closely. Returns its length.

    Raises `Broken`, naming the table code and the seed, with which it can be seen again.
    """
    try:
        return _Round(setup, seed, closely).play()
    except Broken as broken:
        raise Broken(f"{setup.code}, seed {seed.hex()}: {broken}") from broken


_WILD: tuple[Action, ...] = (
    *(Lay(card) for card in (-1, 10**9)),
    *(LayAt(0, place) for place in (-1, 10**9)),
    *(Connect(card, place, -place) for card in (0, -1) for place in (0, 10**9)),
    *(verb(card) for verb in (Swap, Give) for card in (-1, 10**9)),
)
"""Actions of no game."""
_OUT_OF_TURN = 0.1


def _must(holds: object, claim: str) -> None:
    if not holds:
        raise Broken(claim)


class _Round:
    def __init__(self, setup: Setup, seed: bytes, closely: float) -> None:
        self.game: Game[Any] = setup.game
        self.match = Match.start(setup, seed)
        self.random = Random(seed)
        self.closely = closely
        self.kept: list[tuple[State, bytes]] = []
        self.record = header(self.match)

    def play(self) -> int:
        game, match = self.game, self.match
        conserved(game, match.state)
        while seats := match.to_act:
            if self.random.random() < self.closely:
                self.look_closely(match.state)
            seat = self.random.choice(seats)
            if self.random.random() < _OUT_OF_TURN:  # somebody might have something to do beside the turn
                seat = next((s for s in range(game.players) if s not in seats and match.legal(s)), seat)
            legal = match.legal(seat)
            _must(legal, f"seat {seat} is to act and has nothing to do")
            action = self.answered_in_time(self.random.choice(legal), match.state)
            after = match.apply(seat, action)
            conserved(game, after.state)
            events_tell_all(game, match.state, after.state)
            if self.closely:
                self.record += lines(seat, game.write(action), after)
            match = after
        self.ended(match)
        return match.steps

    def answered_in_time(self, action: Action, state: State) -> Action:
        window = state.table.window
        return timed(action, self.random.randint(0, 1000 * window.seconds), window) if window else action

    def look_closely(self, state: State) -> None:
        game, random = self.game, self.random
        self.kept.append((state, dump(game, state)))
        game.layout.check(state.table)
        only_legal_accepted(game, state, random)
        text_round_trips(game, state)
        stream_seed = random.randbytes(32)
        for seat in (None, *range(game.players)):
            tells_only_what_is_known(game, state, seat, stream_seed)

    def ended(self, match: Match) -> None:
        game, state = self.game, match.state
        _must(match.steps <= game.longest_round, "ALL-5: the round goes on for ever")
        points = game.points(state)
        _must(len(points) == game.players, f"there are points for {len(points)} seats")
        _must(1 in match.places and max(match.places) <= game.players, f"ALL-6: places {match.places}")
        for seat in range(game.players):
            _must(not match.legal(seat), f"the round is over, but seat {seat} may go on")
            _must(_refused(match, seat, game.actions[0]), "the round is over, but an action is accepted")
        for kept, before in self.kept:
            _must(dump(game, kept) == before, "a state has changed after it was left")
        if self.closely:
            again = list(replay(self.record.splitlines(), type(game)))[-1].match
            _must(dump(game, again.state) == dump(game, state), "ALL-2: the same actions led elsewhere")


def conserved(game: Game[Any], state: State) -> None:
    """ALL-1: every card of the deck is in exactly one place."""
    seen = count = 0
    for content in state.table.zones:
        cards = as_set(content)
        seen |= cards
        count += cards.bit_count()
    _must(seen == game.layout.deck.all and count == len(game.layout.deck), "ALL-1: a card is lost, or lies twice")


def events_tell_all(game: Game[Any], before: State, after: State) -> None:
    """Whoever moves cards as the events say arrives at the new table. An answer in a window is told to nobody."""
    if before.table.window and after.table.events is before.table.events:
        _must(after.table.zones == before.table.zones, "something moved before the window was closed")
        return
    zones = [as_set(content) for content in before.table.zones]
    for event in _new_events(game, before, after):
        if isinstance(event, Moved):
            bit = 1 << event.card
            _must(zones[event.src] & bit, f"a card left {game.layout.names[event.src]} that was not there")
            zones[event.src] ^= bit
            zones[event.dst] |= bit
    _must(zones == [as_set(content) for content in after.table.zones], "the events do not tell all that happened")


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
        _must(set(legal) <= game.numbers.keys(), "an action is offered that has no number")
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


def _refused(match: Match, seat: int, action: Action) -> bool:
    try:
        match.apply(seat, action)
    except Refused:
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
    if seat is None:
        return
    coded, coded_other = encode(game, state, seat), encode(game, other, seat)
    _must(coded == coded_other, f"{claim} is told in numbers depends on hidden cards")
    if seat in game.to_act(state):
        for bot in (simple(game), at_random):
            done, done_other = (decide(bot, game, s, seat, Stream(seed, "bot")) for s in (state, other))
            _must(done == done_other, f"{claim}'s bot does depends on hidden cards")
            legal = untimed(done) in game.legal(state, seat)
            _must(legal, f"the bot on seat {seat} wants {done}, which is not legal")
