"""The Elfer raus! family of card games: exact rules for players and programs.

>>> import elfer
>>> match = elfer.Match.start(elfer.Setup.choose("elfer", players=4), elfer.seed_from("7"))
>>> match.to_act
(1,)
"""

from collections.abc import Mapping
from typing import Any

from elfer.arena.trouble import Trouble
from elfer.match.match import Match
from elfer.match.record import BadRecord, replay
from elfer.match.registry import UnknownGame
from elfer.match.registry import games as all_games
from elfer.match.setup import BadCode, Setup
from elfer.table.encode import encode
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.options import BadOption
from elfer.table.position import BadPosition, dump, load
from elfer.table.refusal import Refused
from elfer.table.seed import Quick, Stream, seed_from
from elfer.table.view import View, view

__all__ = [
    "BadCode",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "Match",
    "Quick",
    "Refused",
    "Setup",
    "State",
    "Stream",
    "UnknownGame",
    "View",
    "all_games",
    "dump",
    "encode",
    "game",
    "guess",
    "load",
    "replay",
    "seed_from",
    "view",
]


def game(name: str, players: int, **options: Any) -> Game[Any]:
    """A game at a table of so many players, with these options.

    >>> game("elfer", players=2, deck=60, without="red").layout.names
    ('hand0', 'hand1', 'rows', 'stock', 'box', 'drawn0', 'drawn1')
    """
    values: Mapping[str, Any] = options
    return Setup.choose(name, players, values).game


def _in_english(code: str) -> str:
    """The sentence of a refusal. Words are loaded only when somebody reads one: most who import this never do."""
    from elfer.words.rulebook import in_english

    return in_english(code)


Refused.in_english = _in_english


def _said(key: str, **facts: object) -> str:
    """The same for what cannot be played in the arena."""
    from elfer.words import Words

    return Words().say(key, **facts)


Trouble.spoken = staticmethod(_said)
