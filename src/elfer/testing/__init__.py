"""Tests that every game must pass, for our games and for yours.

>>> from elfer.testing import check_setup
>>> from elfer import Setup
>>> check_setup(Setup.choose("elfer", 3), rounds=2)

`check_game` does this for every number of players and all options; `playthrough` writes a golden record; `rule_ids`
and `named_rules` tell which rules no test names yet. `python -m elfer.testing` runs many rounds with progress.
"""

from elfer.testing.conformance import Broken, check_game, check_round, check_setup, check_without_memory
from elfer.testing.golden import GOLDEN_SEED, golden_setup, playthrough
from elfer.testing.rules import named_rules, rule_ids
from elfer.testing.setups import all_setups, paired_setups, some_setups

__all__ = [
    "GOLDEN_SEED",
    "Broken",
    "all_setups",
    "check_game",
    "check_round",
    "check_setup",
    "check_without_memory",
    "golden_setup",
    "named_rules",
    "paired_setups",
    "playthrough",
    "rule_ids",
    "some_setups",
]
