"""The cast: characters that bots play as. A level says how well somebody plays, a character in which manner.

A manner means something in every game: leaning to the bold or to the careful, remembering much or little, being quick
or slow. Names are the same in all languages; who each is, and what they say, stands in the catalogues (`cast.…`,
`saying.…`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, get_args

from msgspec import Struct

from elfer.bots import Level, Player, player
from elfer.bots.reactions import Reflexes
from elfer.table.game import Game
from elfer.table.seed import Stream

CharacterId = Literal["ada", "bruno", "coco", "elfi", "felix", "hugo", "mira", "otto", "pip", "rosa"]


class Character(Struct, frozen=True, kw_only=True):
    """Somebody at the table, and the manner in which they play."""

    id: CharacterId
    name: str
    leans: Literal["", "bold", "careful"] = ""
    """To which side, where a plan weighs one thing against another."""
    memory: float = 1.0
    """How many of the cards that the level keeps in mind, where it does not keep all: 1 is as many."""
    reaction: float = 1.0
    """How long a reaction takes, beside the level's."""
    attention: float = 1.0
    """How seldom something is overlooked or mistaken, beside the level's."""
    tempo: float = 1.0
    """How long an action takes, beside others'."""

    def reflexes(self, level: Reflexes) -> Reflexes:
        """Those of somebody of this manner who plays at that level."""
        return Reflexes(
            least=round(level.least * self.reaction),
            spread=round(level.spread * self.reaction),
            overlooks=max(2, round(level.overlooks * self.attention)),
            errs=max(2, round(level.errs * self.attention)),
        )


CAST: tuple[Character, ...] = (
    Character(id="ada", name="Ada", leans="careful", reaction=1.1, attention=1.5, tempo=1.15),
    Character(id="bruno", name="Bruno", memory=0.8, reaction=1.25, tempo=1.2),
    Character(id="coco", name="Coco", leans="bold", memory=0.7, reaction=0.9, attention=0.7, tempo=0.8),
    Character(id="elfi", name="Elfi", leans="bold", memory=0.85, reaction=0.8, attention=0.9, tempo=0.75),
    Character(id="felix", name="Felix", leans="bold", attention=1.1, tempo=0.95),
    Character(id="hugo", name="Hugo", leans="careful", memory=0.9, reaction=1.1, attention=1.2, tempo=1.1),
    Character(id="mira", name="Mira", memory=0.9, reaction=0.8, attention=1.2),
    Character(id="otto", name="Otto", reaction=0.9, attention=1.4, tempo=0.9),
    Character(id="pip", name="Pip", memory=0.6, reaction=0.85, attention=0.7, tempo=0.8),
    Character(id="rosa", name="Rosa", leans="careful", reaction=1.25, attention=1.4, tempo=1.25),
)

_BY_ID: dict[str, Character] = {character.id: character for character in CAST}
assert tuple(_BY_ID) == get_args(CharacterId)


def character(id: str) -> Character | None:
    """The character of that id; `None` if nobody is called so, as in logs from before there was a cast.

    >>> character("rosa").tempo, character("")
    (1.25, None)
    """
    return _BY_ID.get(id)


def playing_as(who: Character | None, game: Game[Any], level: Level) -> Player:
    """Somebody who plays this game at a level, in the manner of a character."""
    if who is None:
        return player(game, level)
    plain = player(game, level, who.leans)
    memory = None if plain.memory is None else round(plain.memory * who.memory)
    return Player(plain.bot, who.reflexes(plain.reflexes), memory)


def drawn(stream: Stream, names: Collection[str]) -> Character:
    """Somebody from the cast who is called like none of these, if there is anybody left."""
    taken = {name.casefold() for name in names}
    free = [one for one in CAST if one.name.casefold() not in taken]
    return (free or CAST)[stream.below(len(free or CAST))]
