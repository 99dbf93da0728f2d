"""The bot of an earlier checkout as one of ours, so that the arena can seat the two at one table. In this folder:

    git worktree add /tmp/earlier e980ea8
    ELFER_EARLIER=/tmp/earlier PYTHONPATH=. elfer arena master normal earlier:simple --players 2 --boards 100

The earlier code runs in a process of its own: it is told a position as a line of text, and answers with an action.
"""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from elfer.table import position
from elfer.table.actions import Action
from elfer.table.game import Game, State
from elfer.table.options import options_of
from elfer.table.seed import Chance

THERE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from elfer import bots, game
from elfer.table import position
from elfer.table.seed import Stream, seed_from
for line in sys.stdin:
    name, players, options, text, seat, luck = json.loads(line)
    table = game(name, players=players, **options)
    stream = Stream(seed_from(str(luck)), "bot")
    print(table.write(bots.decide(bots.simple(table), table, position.load(table, text), seat, stream)), flush=True)
"""


def simple(game: Game[Any], state: State, seat: int, chance: Chance) -> Action:
    """What the bot of the earlier checkout does there. `state` is a guess, from which it guesses anew."""
    there = _process(os.environ["ELFER_EARLIER"])
    assert there.stdin
    assert there.stdout
    options = {option.name: getattr(game.options, option.name) for option in options_of(type(game).Options)}
    asked = [game.id, game.players, options, position.dump(game, state).decode(), seat, chance.below(1 << 30)]
    there.stdin.write(json.dumps(asked) + "\n")
    there.stdin.flush()
    return game.read(there.stdout.readline().strip())


@cache
def _process(checkout: str) -> Popen[str]:
    return Popen([sys.executable, "-P", "-c", THERE, str(Path(checkout, "src"))], stdin=PIPE, stdout=PIPE, text=True)
