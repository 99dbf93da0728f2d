"""A game that is small enough for algorithms that walk through all of it."""

from elfer.table.actions import PASS, Lay, Pass
from elfer.table.cards import rows_deck
from elfer.table.events import Said
from elfer.table.game import NOBODY, Actions, ActionSet, Deal, Dealing, Game, Layout, SeatNumber, State
from elfer.table.zones import Shape, Sight, Zone, hands

CARDS, EACH = 5, 2


class DuelState(State, frozen=True):
    seat: SeatNumber
    passed: bool


class Duel(Game[DuelState]):
    """Two have two of five cards each. In turn each lays one or, once in the round, passes; the higher card of the
    two that lie at the end wins as many points as the lower one counts."""

    id, seats, state = "duel", range(2, 3), DuelState
    bounds = (-CARDS, CARDS)

    def setup(self) -> None:
        lies = [Zone("lies", Shape.STACK, Sight.OPEN, seat) for seat in range(2)]
        self.layout = Layout(
            rows_deck(CARDS, ["red"]), 2, [*hands(2), *lies, Zone("away", Shape.STACK, Sight.CLOSED)]
        )
        self.actions = Actions([*map(Lay, range(CARDS)), PASS])

    def dealing(self, number: int = 0) -> Dealing:
        return Dealing(range(CARDS), each=EACH, rest=4)

    def begin(self, deal: Deal[DuelState]) -> DuelState:
        return DuelState(deal.table(), 0, False)

    def choices(self, state: DuelState, seat: int) -> ActionSet:
        hand: int = state.table.zones[seat]
        return hand if state.passed else hand | self.actions.just(PASS)

    def do_lay(self, state: DuelState, seat: int, lay: Lay) -> DuelState:
        table = self.layout.move(state.table, lay.card, seat, 2 + seat)
        over = all(table.zones[2 + each] for each in range(2))
        return DuelState(table, NOBODY if over else 1 - seat, state.passed)

    def do_pass(self, state: DuelState, seat: int, action: Pass) -> DuelState:
        return DuelState(self.layout.say(state.table, (Said(seat, action),)), 1 - seat, True)

    def points(self, state: DuelState) -> tuple[int, ...]:
        one, other = (max(state.table.zones[2 + seat], default=-1) for seat in range(2))
        won = 1 + min(one, other)
        return (won, -won) if one > other else (-won, won)
