"""What a moment asks: the question above a choice, in the words of its game.

A question is named by the verb that the choice is mostly about, and by what is still open of it: `ask-seat` asks for
the seat, once the card is known. Games bring their own (`[questions]` in a rulebook); the catalogues have one for
each verb. The browser finds questions in the same way (`web/src/table/question.ts`).

>>> question(Words("en"), ["name 1", "name 2"])
'Whom do you name?'
>>> question(Words("en"), ["ask 1 r5", "ask 2 r5"], ["Ada", "Ben", "Cleo"])
'Whom do you ask for red 5?'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from elfer.table.notation import taken_apart
from elfer.table.verbs import VERBS, Verb
from elfer.words import Words, parse

Taken = tuple[Verb, Mapping[str, str]]


def question(words: Words, actions: Iterable[str], who: Sequence[str] = ()) -> str:
    """The question of a choice between these actions, in notation; `who` are the names of the seats."""
    taken = [(VERBS[verb], named) for verb, named in map(taken_apart, actions)]
    key, about = asked(taken)
    if f"question.{key}" not in words.entries:
        key = about[0][0].family
    cards = {named["card"] for _, named in about if "card" in named}
    return words.say(f"question.{key}", n=len(cards), **_known(words, about, who))


def asked(taken: Sequence[Taken]) -> tuple[str, Sequence[Taken]]:
    """The name of a question, and the actions that it is about."""
    heard = [one for one in taken if one[0].role != "quiet"] or taken
    lead = min(heard, key=lambda one: _rank(one[0]))[0].family
    about = [one for one in heard if one[0].family == lead]
    if len(about) == len(heard):
        return "-".join([lead, *_open(about)[:1]]), about
    # Several things can be done, all of them with one card: that it is this card is known already.
    cards = {named.get("card") for _, named in heard}
    return ("what" if len(cards) == 1 and None not in cards else lead), about


def _rank(verb: Verb) -> tuple[int, bool, str]:
    """What needs a touch comes before what is done with a button, and laying a card before all else."""
    return verb.button, verb.role != "lays", verb.family


def _open(about: Sequence[Taken]) -> list[str]:
    """What is still to be chosen, in the order in which it is asked for."""
    parts = [_parts(verb, named) for verb, named in about]
    every = ("rank", "card", "place", "seats", "seat", "number", "word")
    return [part for part in every if len({own.get(part) for own in parts}) > 1]


def _parts(verb: Verb, named: Mapping[str, str]) -> dict[str, str | None]:
    """What an action is about. Whether one seat is named or several is asked before which."""
    card, seats = named.get("card"), named.get("seats")
    numbered = parse(card) if card else None
    return {
        "rank": str(numbered[1]) if numbered else None,
        "card": card,
        "place": named.get("place") or named.get("pile") or (card if verb.home else None),
        "seats": str(len(seats.split())) if seats else None,
        "seat": named.get("seat") or seats,
        "number": named.get("number"),
        "word": named.get("word"),
    }


def _known(words: Words, about: Sequence[Taken], who: Sequence[str]) -> dict[str, str]:
    """What all these actions name alike, for people."""
    first = about[0][1]
    known = {part: name for part, name in first.items() if all(named.get(part) == name for _, named in about)}
    ranks = {_parts(verb, named)["rank"] for verb, named in about}
    rank = {"rank": ranks.pop() or ""} if len(ranks) == 1 else {}
    return words.named(known, who) | rank
