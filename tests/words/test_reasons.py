"""Every reason that a bot can give for an action has its words, in all games and languages."""

from __future__ import annotations

import pytest

from elfer.bots import general
from elfer.bots.plan import plan
from elfer.bots.reasons import AHEAD, NOT, names
from elfer.match.registry import games
from elfer.words import LANGUAGES, Words, catalogue
from elfer.words.reasons import ALONE, CAN_NAME, reason, spoken_of
from elfer.words.rulebook import at_table, own_words

GENERAL = set(general.Weights.__struct_fields__)


def own_reasons(name: str, lang: str) -> dict[str, str]:
    """The words that a game and what it is built on bring along."""
    own = own_words(name, lang)
    return {key.removeprefix("reason."): str(text) for key, text in own.items() if key.startswith("reason.")}


def given(name: str) -> set[str]:
    """All reasons that can be given at tables of the game."""
    kind = games()[name]
    return {key for players in kind.seats for key in names(plan(kind(players)), players)}


@pytest.mark.parametrize("name", games())
def test_what_the_plan_of_a_game_weighs_has_words(name: str) -> None:
    for lang in LANGUAGES:
        entries = at_table(Words(lang), name).entries
        said = {key.removeprefix("reason.") for key in entries if key.startswith("reason.")}
        assert given(name) <= said, f"[reasons] of {name}/{lang}.md"


@pytest.mark.parametrize("name", games())
def test_a_game_gives_the_same_reasons_in_all_languages(name: str) -> None:
    english, weighed = own_reasons(name, "en"), {*plan(games()[name](games()[name].seats[0])).names}
    for lang in LANGUAGES:
        ours = own_reasons(name, lang)
        assert ours.keys() == english.keys()
        for key, text in ours.items():
            assert spoken_of(text) <= {*CAN_NAME}, key
            assert text.strip(". ") == text, "a predicate, without a full stop"
            assert key.removesuffix(ALONE).removesuffix(NOT) in weighed | given(name), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_general_plan_has_words_for_all_it_weighs(lang: str) -> None:
    said = {key.removeprefix("reason.") for key in catalogue(lang) if key.startswith("reason.")}
    assert GENERAL | {AHEAD} <= said <= GENERAL | {AHEAD} | {f"{name}{NOT}" for name in GENERAL}


@pytest.mark.parametrize(
    ("lang", "words", "said"),
    [
        ("en", "keeps {row} closed", "keeps the green row closed"),
        ("de", "hält {row} zu", "hält die grüne Reihe zu"),
        ("fr", "garde {row} fermée", "garde la rangée verte fermée"),
        ("de", "bringt {the} los, also {colour} und die {rank}", "bringt die grüne 9 los, also Grün und die 9"),
    ],
)
def test_reasons_name_what_the_action_names(lang: str, words: str, said: str) -> None:
    assert reason(Words(lang, {"reason.shut": words}), "shut", "g9") == said


def test_what_an_action_does_not_name_is_not_spoken_of() -> None:
    words = Words(
        "en", {"reason.shut": "keeps {row} closed", "reason.wait": "opens {row}", "reason.wait-alone": "waits"}
    )
    assert reason(words, "shut", "draw") is None
    assert reason(words, "shut", "joker") is None
    assert (reason(words, "wait", "draw"), reason(words, "wait", "b8")) == ("waits", "opens the blue row")
    assert (reason(words, None, "draw"), reason(words, "unheard-of", "draw")) == (None, None)


def test_seats_are_called_by_their_names() -> None:
    words = Words("en", {"reason.sure": "asks {seat}, who holds {the}"})
    assert reason(words, "sure", "ask 1 r5", ["Ada", "Ben"]) == "asks Ben, who holds red 5"
