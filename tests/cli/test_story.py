"""What happened is told as a person at the table would say it, of whole rounds, to everyone, in every language."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from elfer import all_games, game
from elfer.cli.story import Deed, Teller, tell
from elfer.match.setup import Setup
from elfer.table import notation
from elfer.table.events import Moved
from elfer.table.game import Game
from elfer.table.view import View, view
from elfer.words import LANGUAGES, Words
from elfer.words.rulebook import at_table

FIXTURES = Path(__file__).parents[2] / "web/fixtures"
NAMES = ["Ada", "Ben", "Cleo"]
LABEL = "@"
"""Stands for the names of zones, so that one is found wherever it is used as a name. Whoever wrote a sentence may
call a pile a pile; the label of a zone has no place in one."""
BAD = re.compile(r"→|\{|\}|\bms\b|@|>|\(|  |^$|\bvon dich\b|\bà vous\b|[^.]$|^[^A-ZÄÖÜÉ]| ,| \.")
"""An arrow, a gap, milliseconds, the label of a zone, a way, a bracket, a wrong case, or no sentence at all."""

every_game = pytest.mark.parametrize("name", sorted(all_games()))


@cache
def maker() -> ModuleType:
    """What writes the recorded rounds."""
    spec = spec_from_file_location("make", FIXTURES / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def setups(name: str) -> list[Setup]:
    seats = all_games()[name].seats
    players = 3 if 3 in seats else seats[0]
    return [Setup.choose(name, players, options) for options in ({}, *maker().STORIES.get(name, ()))]


@cache
def rounds(name: str) -> list[tuple[Game[Any], View, int]]:
    """All that happens in whole rounds, as each seat and a bystander see it, and who acted."""
    out: dict[Any, tuple[Game[Any], View, int]] = {}
    for setup in setups(name):
        for state, actor in maker().happened(setup):
            for viewer in (None, *range(setup.players)):
                shown = view(setup.game, state, viewer)
                key = (setup.code, viewer, shown.events)
                out.setdefault(key, (setup.game, shown, actor))
    return [*out.values()]


def told(words: Words, game: Game[Any], shown: View, actor: int | None) -> list[str]:
    names = [words.say("seat.you") if seat == shown.seat else who for seat, who in enumerate(NAMES)]
    return tell(words, Teller(words, game, names).deeds(shown, actor), names)


def unlabelled(lang: str, game: Game[Any]) -> Words:
    """The words of a game, in which no zone has a name that could pass for part of a sentence."""
    words = at_table(Words(lang), game.id)
    words.entries.update({f"zone.{zone.name}": LABEL for zone in game.layout.zones})
    return words


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_rounds_are_told_in_sentences(name: str, lang: str) -> None:
    words = unlabelled(lang, game(name, setups(name)[0].players))
    labels = at_table(Words(lang), name)
    phrases = {said for zone in rounds(name)[0][0].layout.zones if " " in (said := labels.zone(zone.name))}
    lines = {line for at, shown, actor in rounds(name) for line in told(words, at, shown, actor)}
    assert len(lines) > 5
    assert [line for line in lines if BAD.search(line)] == []
    assert [line for line in lines if any(phrase in line for phrase in phrases)] == []


@pytest.mark.parametrize(
    "line",
    [
        "1 Karte: @ → Stapel.",
        "Ben ruft nach 64 ms.",
        "Ben legt {what}.",
        "ben passt.",
        "Ben legt",
        "Ben nimmt (@).",
        "",
    ],
)
def test_what_is_no_sentence_is_found(line: str) -> None:
    assert BAD.search(line)


@every_game
def test_what_is_recorded_for_the_browser_is_what_is_told_now(name: str) -> None:
    recorded = (FIXTURES / "stories" / f"{name}.json").read_bytes()
    assert msgspec.json.decode(recorded) == msgspec.json.decode(msgspec.json.encode(maker().stories(name))), (
        "make fixtures"
    )


@every_game
def test_everybody_is_told_of_whatever_all_saw(name: str) -> None:
    """Bystanders are told as much as players: the same seats in the same order."""
    words = at_table(Words("en"), name)
    for setup in setups(name):
        for state, actor in maker().happened(setup):
            if len({view(setup.game, state, viewer).events for viewer in (None, *range(setup.players))}) > 1:
                continue
            seats = []
            for viewer in (None, *range(setup.players)):
                deeds = Teller(words, setup.game, NAMES).deeds(view(setup.game, state, viewer), actor)
                seats.append([*dict.fromkeys(deed.seat for deed in deeds)])
            assert all(one == seats[0] for one in seats)


NOBODY_MENTIONS = {
    "brettspiel": set(),
    "farbensammeln": {"drawn>hand"},
    "hawaiki": {"hand>shown"},
    "mogeln": {"hand>laid", "laid>pile", "shown>pile"},
    "ratefix": {"stack>middle"},
    "schlafmuetze": {"given>lying", "hand>lying"},
    "schnipp-schnapp": {"open>stack"},
    "ueberall": {"open>stack"},
    "was-liegt-wo": {"up>grid"},
    "zweikampf": {"open>stack"},
}
"""The ways of cards that go without saying, at least at times: own cards that are sorted in, taken back or turned
over, and what a saying has told already. In the row games that is the card just drawn."""


@every_game
def test_only_that_goes_untold_which_nobody_would_mention(name: str) -> None:
    words, untold = at_table(Words("en"), name), set()
    for at, shown, actor in rounds(name):
        for text in shown.events:
            event = notation.read_event(at.layout, text)
            alone = msgspec.structs.replace(shown, events=(*(t for t in shown.events if ":" in t), text))
            if isinstance(event, Moved) and not _tells(words, at, alone, actor):
                untold.add("{}>{}".format(*(at.layout.zones[zone].name for zone in (event.src, event.dst))))
    assert untold == NOBODY_MENTIONS.get(name, {"drawn>hand"} if "drawn" in _zones(name) else set())


def _tells(words: Words, at: Game[Any], alone: View, actor: int) -> bool:
    """Whether the last event of a view is told, beside what was said."""
    said = msgspec.structs.replace(alone, events=alone.events[:-1])
    teller = Teller(words, at, NAMES)
    return len(teller.deeds(alone, actor)) > len(teller.deeds(said, actor))


def _zones(name: str) -> set[str]:
    return {zone.name for zone in setups(name)[0].game.layout.zones}


def stepped(name: str, events: tuple[str, ...], viewer: int | None, lang: str, actor: int | None = 1) -> list[str]:
    at = setups(name)[-1].game
    shown = msgspec.structs.replace(view(at, at.deal(bytes(32)), viewer), events=events)
    return told(at_table(Words(lang), name), at, shown, actor)


ASKED = ("1: ask 0 r2", "hand0>hand1 r2", *(f"hand1>quartets1 {c}2" for c in "rygb"))
LAID_DOWN = ("2: call down 485", "1: call down 629", "hand1>lying1 r3", "hand2>lying2 y1")
ACCUSED = ("2: call gemogelt 640", "laid0>pile ?", "pile>shown b1", "shown>pile b1", "pile>hand0 ?", "pile>hand0 ?")


@pytest.mark.parametrize(
    ("name", "events", "viewer", "lang", "lines"),
    [
        ("quartett", ASKED, 0, "de", ["Ben bittet dich um die rote 2, bekommt sie und legt das Quartett ab."]),
        ("quartett", ASKED, 0, "en", ["Ben asks you for red 2, gets it and lays down the quartet."]),
        ("quartett", ASKED, 0, "fr", ["Ben vous demande le 2 rouge, le reçoit et pose le carré."]),
        ("quartett", ASKED, None, "fr", ["Ben demande le 2 rouge à Ada, le reçoit et pose le carré."]),
        ("quartett", ("hand1>hand2 r2",), 1, "fr", ["Cleo reçoit le 2 rouge de votre part."]),
        (
            "schlafmuetze",
            LAID_DOWN,
            1,
            "de",
            ["Cleo merkt es und legt die Karten auch hin.", "Du merkst es und legst die Karten auch hin."],
        ),
        ("schlafmuetze", ("hand1>lying1 r3", "given1>lying1 b3"), 0, "de", ["Ben legt die Karten hin."]),
        (
            "mogeln",
            ACCUSED,
            0,
            "de",
            ["Cleo ruft „Gemogelt!“.", "Es war die blaue 1.", "Du nimmst den ganzen Stapel."],
        ),
        ("mogeln", ("hand1>laid1 ?", "1: announce one"), 0, "en", ["Ben lays a card face down and says “One!”."]),
        ("mogeln", ("hand1>laid1 ?",), 0, "en", ["Ben lays a card face down."]),
        ("hawaiki", ("1: name 0",), 0, "fr", ["Ben vous fait piocher."]),
        ("hawaiki", ("1: name 0 2",), 0, "fr", ["Ben fait piocher vous et Cleo."]),
        (
            "hawaiki",
            ("a>stock v1", "b>stock v2", "shuffle stock"),
            0,
            "en",
            ["The cards that were laid are shuffled again."],
        ),
        ("hawaiki", ("a>stock v1",), 1, "en", ["You slide violet 1 under the stock."]),
        ("schnipp-schnapp", ("1: call schnapp 431",), 0, "fr", ["Ben crie «\u202fSchnapp\u202f!\u202f»."]),
        ("elfer", ("stock>hand1 ?", "stock>hand1 ?"), 0, "de", ["Ben zieht 2 Karten."]),
        ("brettspiel", ("hand1>hand2 ?",), 0, "de", ["Cleo bekommt ein Plättchen von Ben."]),
        ("zweikampf", ("open0>stack1 r1",), 0, "fr", ["Ben vous prend le 1 rouge."]),
    ],
)
def test_moments(name: str, events: tuple[str, ...], viewer: int | None, lang: str, lines: list[str]) -> None:
    assert stepped(name, events, viewer, lang) == lines


def test_how_many_is_not_told_where_nobody_can_count() -> None:
    at = Setup.choose("mogeln", 3, {"counts": "hidden"}).game
    words = Words("en")  # without the words of the game, which have no number
    shown = msgspec.structs.replace(view(at, at.deal(bytes(32)), 1), events=("pile>hand0 ?", "pile>hand0 ?"))
    assert told(words, at, shown, 1) == ["Ada draws some cards."]


def test_who_turned_a_card_up_on_the_table_is_told_only_if_it_is_known() -> None:
    assert stepped("was-liegt-wo", ("grid>up r1",), 0, "en") == ["Ben turns up red 1."]
    assert stepped("was-liegt-wo", ("grid>up r1",), 0, "en", actor=None) == []


def test_many_cards_are_counted_and_few_are_named() -> None:
    cards = [f"open0>stack1 r{n}" for n in range(1, 6)]
    assert stepped("zweikampf", (*cards[:4],), None, "en") == ["Ben wins red 1, red 2, red 3 and red 4 from Ada."]
    assert stepped("zweikampf", (*cards,), None, "en") == ["Ben wins 5 cards from Ada."]


def test_the_end_of_a_turn_is_marked() -> None:
    at = setups("elfer")[0].game
    shown = msgspec.structs.replace(view(at, at.deal(bytes(32)), 0), events=("1: end",))
    assert Teller(Words("en"), at, NAMES).deeds(shown, 1) == [Deed(1, "ends the turn", is_end=True)]
