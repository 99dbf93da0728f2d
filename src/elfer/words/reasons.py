"""Why one would do something, in a sentence made of what the evaluation saw.

A reason is named by what stood out (`elfer.bots.reasons`). Its words are a predicate of which the action is the
subject: “keeps {row} closed for the next player”. Games bring their own (`[reasons]` in a rulebook); the catalogues
have those of the general plan. Words can name what the action names: `{card}`, `{the}` with its article, `{colour}`,
`{row}`, `{seat}`, `{number}`. Where the action names no such thing, the words of the same key with `-alone` at its
end are said, or else nothing. The browser finds the same words (`Words.reason` in `web/src/words/words.ts`).

>>> reason(Words("en", {"reason.shut": "keeps {row} closed"}), "shut", "g9")
'keeps the green row closed'
>>> reason(Words("en", {"reason.shut": "keeps {row} closed"}), "shut", "draw")
"""

from __future__ import annotations

import string
from collections.abc import Sequence

from elfer.table.notation import taken_apart
from elfer.words import Words, parse

ALONE = "-alone"
"""At the end of the key of words for an action that does not name what the others speak of."""
CAN_NAME = ("card", "the", "colour", "row", "rank", "seat", "seats", "number", "place", "pile", "word")


def reason(words: Words, key: str | None, action: str, who: Sequence[str] = ()) -> str | None:
    """Why one would do that action, in notation; nothing if there is nothing to say."""
    facts = _facts(words, action, who)
    for entry in (words.entries.get(f"reason.{key}"), words.entries.get(f"reason.{key}{ALONE}")):
        if isinstance(entry, str) and spoken_of(entry) <= facts.keys():
            return entry.format(**facts)
    return None


def spoken_of(words: str) -> set[str]:
    """What words name of an action."""
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


def _facts(words: Words, action: str, who: Sequence[str]) -> dict[str, str]:
    _, named = taken_apart(action)
    facts = words.named(named, who)
    if (card := parse(named.get("card", ""))) is not None:
        colour, rank = card
        facts |= {"colour": words.say(f"colour.{colour}"), "row": words.say(f"row.{colour}"), "rank": str(rank)}
    return facts
