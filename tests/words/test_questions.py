"""Every choice says what it asks, in all games and languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from elfer.match.match import Match
from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.table.notation import taken_apart
from elfer.table.options import BadOption, Value, options_of
from elfer.table.seed import Stream, seed_from
from elfer.table.verbs import VERBS
from elfer.words import LANGUAGES, Words, catalogue
from elfer.words.questions import asked, question
from elfer.words.rulebook import at_table, rulebook
from tests.words.test_words import placeholders

MOST_STEPS = 250
WHO = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fred", "Gil", "Hans"]
ASKS = re.compile(r"\?")

Choice = tuple[str, ...]


def variants(name: str) -> Iterator[dict[str, Value]]:
    """The options as they are, each other value of each of them, and all last values together."""
    options = options_of(games()[name].Options)
    yield {}
    for option in options:
        yield from ({option.name: value} for value in option.values[:: max(1, len(option.values) - 1)])
    yield {option.name: option.values[-1] for option in options}


def setups(name: str) -> Iterator[Setup]:
    """With few players and with many; not all options go together."""
    seats = games()[name].seats
    for values in variants(name):
        for players in {seats[0], 4 if 4 in seats else seats[-1]}:
            try:
                yield Setup.choose(name, players, values)
            except BadOption:
                continue


def moments(setup: Setup) -> Iterator[Choice]:
    """All choices of a random round, of all seats."""
    seed = seed_from(setup.code)
    match, stream = Match.start(setup, seed), Stream(seed, "questions")
    for _ in range(MOST_STEPS):
        if match.round_over:
            return
        for seat in range(setup.players):
            yield tuple(map(match.game.write, match.legal(seat)))
        seat = match.to_act[stream.below(len(match.to_act))]
        legal = match.legal(seat)
        match = match.apply(seat, legal[stream.below(len(legal))])


def narrowed(choice: Choice) -> Iterator[Choice]:
    """What is left of a choice when a card, a number, a place or a seat of it is touched."""
    parts: dict[tuple[str, str], list[str]] = {}
    for text in choice:
        for part, name in taken_apart(text)[1].items():
            parts.setdefault((part, name), []).append(text)
            if part == "card" and name[1:].isdecimal():
                parts.setdefault(("rank", name[1:]), []).append(text)
    yield from map(tuple, parts.values())


@cache
def choices(name: str) -> set[Choice]:
    """Choices between several things in seeded rounds with all options, and what is left of them on the way."""
    found = {legal for setup in setups(name) for legal in moments(setup)}
    steps = {left for legal in found for left in narrowed(legal)}
    return {choice for choice in found | steps if len(choice) > 1}


@pytest.mark.parametrize("game", games())
def test_every_choice_has_a_question_in_every_language(game: str) -> None:
    found = choices(game)
    assert found or game == "zweikampf", "only this game goes by itself"
    sentences = {lang: at_table(Words(lang), game) for lang in LANGUAGES}
    for choice in found:
        said = {question(words, choice, WHO) for words in sentences.values()}
        assert len(said) == len(LANGUAGES), choice
        for text in said:
            assert ASKS.search(text), text
            assert "{" not in text, text
            assert text[0].isupper() or not text[0].isalpha(), text


@pytest.mark.parametrize("game", games())
def test_different_choices_of_a_game_have_different_questions(game: str) -> None:
    """What one would do can be told from the question alone."""
    words = at_table(Words("en"), game)
    by_text: dict[str, set[str]] = {}
    for choice in choices(game):
        taken = [(VERBS[verb], named) for verb, named in map(taken_apart, choice)]
        key, about = asked(taken)
        by_text.setdefault(question(words, choice, WHO), set()).add(key if key == "what" else about[0][0].family)
    assert {text: kinds for text, kinds in by_text.items() if len(kinds) > 1} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_verb_has_a_question_and_nothing_else_does(lang: str) -> None:
    families = {verb.family for verb in VERBS.values()}
    asked = {key.removeprefix("question.") for key in catalogue(lang) if key.startswith("question.")}
    assert families <= asked
    parts = {
        f"{family}-{part}" for family in families for part in ("rank", "card", "place", "seat", "seats", "number")
    }
    own = {key for game in games() for key in rulebook(game, lang).front.questions}
    assert (asked | own) - families - parts == {"what"}


@pytest.mark.parametrize("game", games())
def test_a_game_asks_the_same_in_all_languages(game: str) -> None:
    english = rulebook(game, "en").front.questions
    for lang in LANGUAGES:
        ours = rulebook(game, lang).front.questions
        assert ours.keys() == english.keys()
        for key, entry in english.items():
            assert placeholders(ours[key]) == placeholders(entry), key


@pytest.mark.parametrize(
    ("game", "choice", "said"),
    [
        ("hawaiki", "name 1, name 2, name 3", "Who draws a card?"),
        ("hawaiki", "name 1, name 2, name 1 2", "Who draws: one player, or two?"),
        ("hawaiki", "g4@a, g4@c", "Where do you lay green 4?"),
        ("master", "j@r10, j@r12, j@b9<y9", "Where do you lay a joker?"),
        ("master", "j@r10, j@r12, draw", "1 card fits: do you lay it?"),
        ("elfer", "r10, r12, end", "Which card do you lay? 2 fit."),
        ("quartett", "ask 1 r5, ask 2 r5, ask 1 y7, ask 2 y7", "Which number do you ask for?"),
        ("quartett", "ask 1 r5, ask 2 r5, ask 1 y5, ask 2 y5", "Which 5 do you ask for?"),
        ("quartett", "ask 1 y5, ask 2 y5", "Whom do you ask for yellow 5?"),
        ("quartett", "give b5, deny", "Do you hand the card over?"),
        ("mogeln", "r5, slip r5", "What do you do with this card?"),
        ("mogeln", "call gemogelt, call more-than-one, silent", "Do you believe that?"),
        ("ratefix", "silent, guess 8, guess 9", "How much is it altogether?"),
        ("schwarzer-peter", "offer, shift r5 2, shift r7 1", "Hold out your hand, or rearrange it first?"),
        ("schwarzer-peter", "shift r5 2, shift r5 3", "To which place do you put red 5?"),
        ("ueberall", "turn, b18@m, b18@4", "Where do you put the card?"),
    ],
)
def test_a_question_says_what_is_still_open(game: str, choice: str, said: str) -> None:
    assert question(at_table(Words("en"), game), choice.split(", "), WHO) == said
