import ast
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from elfer.match.registry import games
from elfer.table.options import options_of
from elfer.table.refusal import Refused
from elfer.table.verbs import VERBS, Verb
from elfer.words import LANGUAGES, Entry, Words, catalogue, language, parse
from elfer.words.rulebook import EVERY_GAME, BadRulebook, Rule, at_table, parsed, reasons, rulebook

SOURCES = Path(__file__).parents[2] / "src" / "elfer"
# Keys that are put together at run time, by what they begin with.
COMPOSED = (
    "beat.",
    "admin.",
    "card.",
    "cast.",
    "cli.",
    "colour.",
    "command.",
    "declined.",
    "error.storage-",
    "offer.",
    "question.",
    "reason.",
    "refusal.",
    "row.",
    "saying.",
    "seat.bot",  # only the page says it, of matches from before there was a cast
    "they.",
    "web.",
    "you.",
    "zone.",
)


def placeholders(entry: Entry) -> set[str]:
    texts = (entry,) if isinstance(entry, str) else (entry.one, entry.other)
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_the_same_things(lang: str) -> None:
    ours, english = catalogue(lang), catalogue("en")
    assert ours.keys() == english.keys()
    for key, entry in english.items():
        assert isinstance(ours[key], type(entry)), key
        assert placeholders(ours[key]) == placeholders(entry), key


WAYS = {"laid", "laid-hidden", "drawn", "taken", "turned", "got", "got-from-you"}
"""What cards do that go from zone to zone, whatever the verb."""
OF_CARDS = {"n", "what", "count", "who"}
"""What a sentence can say of cards that went from zone to zone."""


@pytest.mark.parametrize("verb", VERBS.values(), ids=lambda verb: verb.name)
def test_every_verb_has_an_offer_and_sentences_say_only_what_it_names(verb: Verb) -> None:
    english = catalogue("en")
    can_say = {*verb.parts, *(("the",) if "card" in verb.parts else ())}
    assert placeholders(english[f"offer.{verb.name}"]) <= can_say
    for person in ("they", "you"):
        assert placeholders(english.get(f"{person}.{verb.name}", "")) <= can_say
        assert placeholders(english.get(f"{person}.{verb.name}-at-you", "")) <= can_say


def test_no_sentence_is_left_of_a_verb_that_is_gone() -> None:
    for key, entry in catalogue("en").items():
        section, _, name = key.partition(".")
        if section == "offer":
            assert name in VERBS
        elif section in ("they", "you") and name not in WAYS:
            assert name.removesuffix("-at-you") in VERBS
        elif section in ("they", "you"):
            assert placeholders(entry) <= OF_CARDS


@pytest.mark.parametrize("name", games())
def test_a_game_tells_its_story_alike_in_all_languages_of_zones_and_verbs_that_are_there(name: str) -> None:
    english = rulebook(name, "en").front
    zones = {zone.name for zone in games()[name](games()[name].seats[0]).layout.zones}
    for lang in LANGUAGES:
        front = rulebook(name, lang).front
        assert front.you.keys() == {key for key in front.they if not key.endswith(("-from-you", "-at-you"))}
        for own, theirs in ((front.story, english.story), (front.they, english.they), (front.you, english.you)):
            assert own.keys() == theirs.keys()
            for key, text in own.items():
                assert placeholders(text) == placeholders(theirs[key]), key
        for key, text in front.they.items():
            assert "who" not in placeholders(text) or f"{key}-from-you" in front.they
        for key in (*front.story, *front.they):
            what, *when = re.sub("-(from|at)-you$", "", key).split()
            assert {*what.split(">")} <= zones if ">" in what else {what} <= {*VERBS, *WAYS, "cards"}, key
            assert (
                {*when} <= {*VERBS, "shuffled"}
                if ">" in what
                else {f"said.{word}" for word in when}
                <= {key for key in at_table(Words(lang), name).entries if key.startswith("said.")}
            ), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_explained_while_one_plays_are_verbs_and_the_quick_ones_come_first(lang: str) -> None:
    tips = [key.removeprefix("web.tip-") for key in catalogue(lang) if key.startswith("web.tip-")]
    assert {*tips} <= {verb.family for verb in VERBS.values()}
    assert "after" in VERBS[tips[0]].parts
    assert tips == [key.removeprefix("web.tip-") for key in catalogue("en") if key.startswith("web.tip-")]
    assert tips == [key.removeprefix("web.keys-") for key in catalogue(lang) if key.startswith("web.keys-")]


def test_a_refusal_says_its_reason_in_english() -> None:
    assert str(Refused("not-in-hand", card="g4")) == "g4 is not in your hand."
    assert str(Refused("no-joker")) == "You have no joker in your hand."
    assert str(Refused("of-a-game-without-words", card="g4")) == "of-a-game-without-words"


def test_no_game_has_another_reason_for_what_every_game_refuses() -> None:
    for name in games():
        assert not {f"refusal.{code}" for code in reasons(name)} & catalogue("en").keys()


def test_the_reasons_of_a_game_stand_in_its_rulebooks() -> None:
    for name in games():
        for lang in set(LANGUAGES) - {"en"}:
            at_it = at_table(Words(lang), name).entries
            own = {key.removeprefix("refusal."): at_it[key] for key in at_it.keys() - catalogue(lang).keys()}
            for code, text in reasons(name).items():
                assert placeholders(own[code]) == placeholders(text)
            assert rulebook(name, lang).front.refusals.keys() == rulebook(name, "en").front.refusals.keys()


def said_keys() -> set[str]:
    """All sentences that the sources ask for by their full key."""
    known = {key.split(".")[0] for key in catalogue("en")}
    trees = [
        ast.parse(path.read_text("utf-8"))
        for part in ("arena", "cli", "server", "words")
        for path in (SOURCES / part).glob("*.py")
    ]
    texts = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {
        t for t in texts if isinstance(t, str) and t.count(".") == 1 and t.split(".")[0] in known and " " not in t
    }


def test_no_sentence_is_missing_and_none_is_left_over() -> None:
    whole = {key for key in said_keys() if not key.endswith((".", "-", ".md"))}
    assert whole <= catalogue("en").keys()
    assert {key for key in catalogue("en").keys() - whole if not key.startswith(COMPOSED)} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_zones_of_every_game_have_names(lang: str) -> None:
    for name, kind in games().items():
        zones = {zone.name for zone in kind(kind.seats[0]).layout.zones}
        shared = {zone for zone in zones if f"zone.{zone}" in catalogue(lang)}
        assert zones - shared == rulebook(name, lang).front.zones.keys() - shared


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_cards_of_every_game_have_names(lang: str) -> None:
    for name, kind in games().items():
        cards = {card for card in kind(kind.seats[0]).layout.deck.names if parse(card) is None}
        assert cards <= rulebook(name, lang).front.cards.keys()


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["0 cards", "1 card", "2 cards"]),
        ("de", ["0 Karten", "1 Karte", "2 Karten"]),
        ("fr", ["0 carte", "1 carte", "2 cartes"]),
    ],
)
def test_numbers(lang: str, said: list[str]) -> None:
    assert [Words(lang).say("count.cards", n=n) for n in range(3)] == said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Lay red 11", "Lay blue 9", "Draw a card", "Take three cards", "End turn", "Pass", "Lay joker"]),
        ("de", ["Die rote 11 legen", "Die blaue 9 legen", "Eine Karte ziehen", "Drei Karten nehmen", "Zug beenden"]),
        (
            "fr",
            ["Poser le 11 rouge", "Poser le 9 bleu", "Piocher une carte", "Prendre trois cartes", "Finir le tour"],
        ),
    ],
)
def test_offers(lang: str, said: list[str]) -> None:
    actions = ["r11", "b9", "draw", "take", "end", "pass", "joker"]
    assert [Words(lang).offer(action) for action in actions][: len(said)] == said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Green 4 does not fit: no card beside its place lies on the table yet."),
        ("de", "Die grüne 4 passt nicht: Neben ihrem Platz liegt noch keine Karte."),
        ("fr", "Le 4 vert ne convient pas\u202f: aucune carte n’est encore posée à côté de sa place."),
    ],
)
def test_refusals_name_the_cards(lang: str, said: str) -> None:
    assert Words(lang).refusal(Refused("does-not-fit", card="g4")) == said


def test_every_reason_can_be_said_in_every_language() -> None:
    own = {code: name for name in games() for code in reasons(name)}
    by_code: dict[str, set[str]] = {}
    for name in games():
        for code, reason in reasons(name).items():
            by_code.setdefault(code, set()).add(reason)
    assert all(len(said) == 1 for said in by_code.values())  # no two games mean different things by a code
    shared = {key.removeprefix("refusal.") for key in catalogue("en") if key.startswith("refusal.")}
    every = {code: str(catalogue("en")[f"refusal.{code}"]) for code in shared}
    every |= {code: reasons(name)[code] for code, name in own.items()}
    facts = {name: 1 for reason in every.values() for name in placeholders(reason)} | {
        "cards": "r1 y2",
        "card": "b3",
    }
    for lang in LANGUAGES:
        for code in every:
            words = at_table(Words(lang), own[code]) if code in own else Words(lang)
            said = words.refusal(Refused(code, **facts))
            assert said[0].isupper() or not said[0].isalpha()
            assert "{" not in said


def test_what_holds_in_every_game_is_written_down() -> None:
    for lang in LANGUAGES:
        rules = [*(f"ALL-{n}" for n in range(1, 7)), *(f"LIVE-{n}" for n in range(1, 6))]
        assert list(rulebook(EVERY_GAME, lang).rules) == rules


def test_lists_of_names() -> None:
    assert [Words("en").listed(names) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == [
        "A",
        "A and B",
        "A, B and C",
    ]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Anna", "d’Anna"),
        ("Émile", "d’Émile"),
        ("Yves", "d’Yves"),
        ("Yann", "de Yann"),
        ("Henri", "d’Henri"),
        ("Hans", "de Hans"),
        ("Bot 2", "de Bot 2"),
        ("Onze", "de Onze"),
    ],
)
def test_french_elides_before_a_name(name: str, told: str) -> None:
    words = Words("fr", {"x.of": "la carte de {who}", "x.that": "Parce que {who} passe", "x.grand": "grande {who}"})
    assert words.say("x.of", who=name) == f"la carte {told}"
    assert words.say("x.that", who=name) == f"Parce {told.replace('de ', 'que ').replace('d’', 'qu’')} passe"
    assert words.say("x.grand", who=name) == f"grande {name}"
    assert Words("de", {"x.of": "de {who}"}).say("x.of", who=name) == f"de {name}"


def test_unknown_cards_and_zones_keep_their_names() -> None:
    assert (parse("joker"), Words("de").card("joker"), Words("de").zone("board")) == (None, "joker", "board")


@pytest.mark.parametrize(
    ("asked", "environ", "lang"),
    [
        ("fr", {"LANG": "de_DE.UTF-8"}, "fr"),
        (None, {"LANG": "de_DE.UTF-8"}, "de"),
        (None, {"LC_ALL": "fr_CA", "LANG": "de_DE.UTF-8"}, "fr"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "de", "LANG": "fr_FR"}, "de"),
        (None, {"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LANG": "it_IT.UTF-8"}, "en"),
        (None, {}, "en"),
    ],
)
def test_the_language_comes_from_the_flag_then_from_the_environment(
    asked: str | None, environ: dict[str, str], lang: str
) -> None:
    assert language(asked, environ) == lang


# --- rulebooks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games())
def test_rulebooks_have_the_same_rules_in_all_languages(game: str) -> None:
    books = {lang: rulebook(game, lang) for lang in LANGUAGES}
    marks = {
        lang: [[(r.id, r.is_reading, r.is_option) for r in section.rules] for section in book.sections]
        for lang, book in books.items()
    }
    assert marks["de"] == marks["en"] == marks["fr"]
    assert books["en"].rules
    assert len({section.title for book in books.values() for section in book.sections}) > len(books["en"].sections)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_rulebooks_explain_every_option_and_value(game: str, lang: str) -> None:
    book, options = rulebook(game, lang), options_of(games()[game].Options)
    assert book.options.keys() == {option.name for option in options}
    for option in options:
        expected = [] if option.is_range else [str(value) for value in option.values]
        assert sorted(book.options[option.name].values) == sorted(expected)
        assert book.options[option.name].help


def told(lang: str) -> Iterator[str]:
    """Every text of a language that people read: the catalogue, and the rulebooks with all that stands above them."""
    for entry in catalogue(lang).values():
        yield from (entry,) if isinstance(entry, str) else (entry.one, entry.other)
    for name in (EVERY_GAME, *games()):
        front, sections = rulebook(name, lang).front, rulebook(name, lang).sections
        yield from (front.name, front.tagline)
        for option in front.options.values():
            yield from (option.label, option.help, *option.values.values())
        for words in (front.cards, front.zones, front.calls, front.facts, front.refusals, front.reasons):
            yield from words.values()
        for entry in (*front.questions.values(), *front.beats.values()):
            yield from (entry,) if isinstance(entry, str) else (entry.one, entry.other)
        for section in sections:
            yield from (section.title, *(part if isinstance(part, str) else part.text for part in section.parts))


QUOTES = {"de": ("„", "“"), "en": ("“", "”"), "fr": ("«", "»")}
BADLY_SPACED = re.compile("[^\u202f(\\s][;!?»]|[^\u202f\\S][;:!?»]|«[^\u202f]")
"""French signs without the narrow no-break space that belongs beside them."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(lang: str) -> None:
    opening, closing = QUOTES[lang]
    for text in told(lang):
        assert not ({*"'\"„“”«»"} - {opening, closing}) & {*text}, text
        assert text.count(opening) == text.count(closing), text


def test_french_has_narrow_spaces_beside_its_signs() -> None:
    assert all(BADLY_SPACED.search(text) for text in ("Fini!", "Fini !", "« Fini\u202f!\u202f»", "Fini\u202f! »"))
    for line in (line for text in told("fr") for line in text.splitlines()):
        if "   " not in line:  # what the keys do stands in columns
            assert not BADLY_SPACED.search(line), line


BOOK = """+++
name = "Toy"
tagline = "Just a toy."
[options.speed]
label = "Speed"
+++

# Toy

First words
on two lines.

## Play
- One **bold** rule
  goes on. {#TO-1}
- Another\u202f! {#TO-2 .option .read}
- A long one.

  It goes on, and
  on. {#TO-3}

And a word after.
"""


def test_the_structure_of_a_rulebook() -> None:
    book = parsed(BOOK)
    assert (book.title, book.tagline, book.options["speed"].label) == ("Toy", "Just a toy.", "Speed")
    intro, play = book.sections
    assert (intro.title, intro.parts) == ("", ("First words on two lines.",))
    assert play.parts == (
        Rule("TO-1", "One **bold** rule goes on."),
        Rule("TO-2", "Another\u202f!", is_reading=True, is_option=True),
        Rule("TO-3", "A long one.\nIt goes on, and on."),
        "And a word after.",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# Toy\n", "front matter"),
        ("+++\nname = 3\n+++\n", "front matter"),
        ("+++\ntagline = 'x'\n+++\n", "front matter"),
        ("hello\n+++\nname = 'x'\n+++\n", "before"),
        ("+++\nname = 'x'\n+++\n- A rule.\n", "no anchor"),
        ("+++\nname = 'x'\n+++\n- A rule. {#A-1}\n- A rule. {#A-1}\n", "twice"),
    ],
)
def test_bad_rulebooks_say_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(BadRulebook, match=message):
        parsed(text)


@pytest.mark.parametrize(("there", "found"), [(("en", "fr"), "en"), (("fr",), "fr"), ((), None)])
def test_games_from_elsewhere_bring_their_rulebooks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], found: str | None
) -> None:
    package = tmp_path / f"toy_{len(there)}"
    package.mkdir()
    (package / "__init__.py").touch()
    for lang in there:
        (package / f"{lang}.md").write_text(BOOK.replace("Toy", f"Toy {lang}", 1), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("elfer.words.rulebook.find", lambda name: SimpleNamespace(packages=lambda: [name]))
    assert rulebook(package.name, "de").title == (f"Toy {found}" if found else package.name)
    sys.modules.pop(package.name)


@pytest.mark.parametrize(
    ("lang", "red", "joker"),
    [
        ("en", "lays red 7", "lays a joker"),
        ("de", "legt die rote 7", "legt einen Joker"),
        ("fr", "pose le 7 rouge", "pose un joker"),
    ],
)
def test_a_card_has_one_article(lang: str, red: str, joker: str) -> None:
    words = at_table(Words(lang), "master")
    assert words.say("they.laid", what=words.the(["r7"])) == red
    assert words.say("they.laid", what=words.the(["j"])) == joker


def test_in_english_one_snaps_and_snips() -> None:
    words = at_table(Words("en"), "schnipp-schnapp").entries.items()
    spelt = {key for key, said in words if "Schn" in str(said)}
    assert spelt == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_has_one_title_for_its_first_game(lang: str) -> None:
    title = rulebook("elfer", lang).title
    told = catalogue(lang)
    assert str(told["web.hero"]).removesuffix("!") == title.removesuffix("!")
    assert str(told["web.play-now-more"]).startswith(title)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_players_are_not_told_of_the_engine(lang: str) -> None:
    """What holds in every game is written for those who play."""
    engine = re.compile("bis ins Kleinste|Zeitfenster|down to the last detail|short window|moindres détails|fenêtre")
    for section in rulebook(EVERY_GAME, lang).sections:
        for part in section.parts:
            text = part if isinstance(part, str) else part.text
            assert not engine.search(text), text
