"""The actions of a game, numbered, and sets of them.

Like every other set of the kernel a set of actions is one integer, in which bit *n* stands for action *n*: what a
seat may do, whether that contains an action, and the mask that a learner wants are the same number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Annotated

from elfer.table.actions import Action
from elfer.table.cards import lister

ActionSet = Annotated[int, "actions"]
"""A set of actions of a game, as an integer."""
NOTHING: ActionSet = 0
"""Nothing to do."""

_MOST_KEPT = 1 << 13
"""So many lists are kept, since many come again soon."""
_FEW = 2
"""Up to a few actions are stripped off a set one by one; past more of them its digits are searched."""


class Actions(tuple[Action, ...]):
    """All actions that a game can ever offer. The place of an action in this order is its number.

    >>> from elfer.table.actions import DRAW, END, Lay
    >>> actions = Actions([*map(Lay, range(5)), DRAW, END])
    >>> bin(actions.just(DRAW, END)), actions.listed(0b0101 | actions.just(DRAW))
    ('0b1100000', (Lay(card=0), Lay(card=2), Draw()))
    >>> [actions.pick(0b1000101, n) for n in range(3)]
    [End(), Lay(card=2), Lay(card=0)]
    """

    numbers: dict[Action, int]
    """The number of each action."""
    bits: dict[Action, ActionSet]
    """Each action as a set of one."""
    all: ActionSet
    """The set of all of them."""
    listed: Callable[[ActionSet], tuple[Action, ...]]
    """The actions of a set, in order."""
    pick: Callable[[ActionSet, int], Action]
    """Action `n` of a set, counted from 0 and from the last one, without listing the set: for search."""

    def __new__(cls, actions: Iterable[Action]) -> Actions:
        out = super().__new__(cls, actions)
        out.numbers = {action: number for number, action in enumerate(out)}
        out.bits = {action: 1 << number for number, action in enumerate(out)}
        out.all = (1 << len(out)) - 1
        listed = lister(tuple(out))
        out.listed = lru_cache(_MOST_KEPT)(lambda among: tuple(listed(among)))
        out.pick = _picker(out)
        return out

    def each(self, *actions: Action) -> tuple[ActionSet, ...]:
        """Each of these as a set of its own."""
        return tuple(self.bits[action] for action in actions)

    def just(self, *actions: Action) -> ActionSet:
        """The set of these actions."""
        return sum(self.bits[action] for action in actions)


def _picker(actions: Sequence[Action]) -> Callable[[ActionSet, int], Action]:
    highest = dict(enumerate(actions, 1))
    """By the length of a set, as a number: the last action in it."""
    bit = {length: 1 << length - 1 for length in highest}

    def pick(among: ActionSet, n: int) -> Action:
        try:
            if n > _FEW:
                digits = bin(among)
                return highest[len(digits) - digits.replace("1", "0", n).index("1")]
            while n:
                among ^= bit[among.bit_length()]
                n -= 1
            return highest[among.bit_length()]
        except (KeyError, ValueError):
            raise IndexError("the set has no action in that place") from None

    return pick
