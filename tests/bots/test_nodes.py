"""How much is thought is bounded by what was played, so that it is the same on every machine."""

from __future__ import annotations

from elfer import game, seed_from
from elfer.bots import usual
from elfer.bots.search import Search, counted, values
from elfer.table.seed import Quick


def test_no_guess_is_begun_when_enough_was_played() -> None:
    table = game("elfer", players=2)
    state = table.deal(seed_from("nodes"))
    while len(table.legal(state, table.to_act(state)[0])) < 2:
        [seat] = table.to_act(state)
        state = table.step(state, seat, table.legal(state, seat)[0])
    [seat] = table.to_act(state)
    legal = table.legal(state, seat)[:2]
    _, length = counted(table, table.forgetful(state), usual(table), Quick(1))
    search = Search(samples=500, nodes=20 * length, race=False)
    found = values(table, state, seat, legal, usual(table), search, Quick(1))
    times = {len(value.results) for value in found}
    assert len(times) == 1
    assert 4 < times.pop() < 40
    most = values(table, state, seat, legal, usual(table), Search(samples=12, race=False), Quick(1))
    assert [len(value.results) for value in most] == [12, 12]
