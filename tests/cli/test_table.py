"""What the terminal draws: by shape, for any game, and nothing that a seat may not know."""

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest
from rich.console import Console

from elfer.bots import decide, usual
from elfer.cli import board, cells, table
from elfer.cli.replay import opened
from elfer.cli.story import Deed, Teller, tell
from elfer.games.rows import RowGame
from elfer.match.match import Match
from elfer.match.registry import games
from elfer.match.setup import Setup
from elfer.table.cards import COLOURS, Deck, rows_deck
from elfer.table.game import Game, State
from elfer.table.guess import guess
from elfer.table.layout import Layout
from elfer.table.notation import taken_apart
from elfer.table.seed import Stream, seed_from
from elfer.table.table import EMPTY
from elfer.table.view import View, view
from elfer.table.zones import Shape, Sight, Zone, hands
from elfer.words import LANGUAGES, Words, parse
from elfer.words.rulebook import at_table

EN = Words("en")
CODES = ["elfer.4", "elfer.2.01", "elfer-1210.3.002", "zahlenwechsel.8", "auslosen.5.001", "falscher-anfang.4.0001"]


def picture(game: Game[Any], shown: View, words: Words = EN) -> str:
    seats = table.Seats([f"Seat {n}" for n in range(game.players)])
    return table.draw(words, game, shown, seats, "Title").plain


def moments(code: str) -> Iterator[tuple[Match, int, str, Match]]:
    """A seeded round played by bots: before each action, who does what, and after it."""
    match = Match.start(Setup.read(code), seed_from(code))
    bot = usual(match.game)
    while match.to_act:
        seat = match.to_act[0]
        action = decide(bot, match.game, match.state, seat, Stream(match.seed, f"{match.steps}"))
        before, match = match, match.apply(seat, action)
        yield before, seat, match.game.write(action), match


@pytest.mark.parametrize("code", CODES)
def test_what_is_drawn_and_told_does_not_depend_on_hidden_cards(code: str) -> None:
    for n, (_, seat, done, after) in enumerate(moments(code)):
        if after.round_over:  # then the hands are laid open
            continue
        game, other = after.game, guess(after.game, after.state, 0, Stream(after.seed, f"guess {n}"))
        real, guessed = view(game, after.state, 0), view(game, other, 0)
        assert picture(game, real) == picture(game, guessed)
        if done in ("draw", "take") and seat != 0:
            names = ["You", *(f"Bot {n}" for n in range(1, 9))]
            said = tell(EN, Teller(EN, game, names).deeds(real, seat), names)
            assert said[0] in (f"Bot {seat} draws a card.", f"Bot {seat} draws 3 cards.")


@pytest.mark.rule("ALL-3")
@pytest.mark.parametrize("game", games())
def test_the_story_names_only_cards_that_the_person_could_see(game: str) -> None:
    """The action of another player may name a card that only that player knows: laid, given or slipped face down."""
    players = max(3, games()[game].seats[0]) if games()[game].seats[-1] > 2 else 2
    names = ["You", *(f"Bot {n}" for n in range(1, players))]
    for before, seat, done, after in moments(f"{game}.{players}"):
        shown = view(after.game, after.state, 0)
        told = Teller(EN, after.game, names).deeds(shown, seat)
        if shown == view(before.game, before.state, 0):
            continue  # nobody is told of it at all
        seen = {token for event in shown.events for token in re.split(r"[ @<]", event)}
        seen |= {name for part, name in taken_apart(done)[1].items() if part in ("place", "via")}
        for card in set(after.game.layout.deck.names) - seen if seat else ():
            word = re.compile(rf"\b{re.escape(EN.card(card))}\b")
            assert not any(word.search(deed.did) for deed in told), f"{done}: {told}"


@pytest.mark.parametrize("code", CODES)
def test_the_own_hand_is_drawn_and_what_can_be_laid_stands_in_brackets(code: str) -> None:
    for match, _, _, _ in moments(code):
        shown = view(match.game, match.state, 0)
        drawn: list[str] = []
        marked: list[str] = []
        for line in table.hands(EN, match.game, shown, table.Seats([""] * 8), shown.legal):
            sign = line.plain.strip()[:1]
            colour = next((c for c, s in cells.SIGNS.items() if s == sign), None)
            if colour is not None:
                row = line.plain[cells.HEAD :]
                drawn += [
                    f"{colour[0]}{n}" for n in row.replace("[", " ").replace("|", " ").replace("]", " ").split()
                ]
                marked += [
                    f"{colour[0]}{n.split(']')[0]}" for n in row.replace("|", "[").replace(" ", "").split("[")[1:]
                ]
        mine = [card for zone in shown.zones if zone.owner == 0 for card in zone.cards or ()]
        assert sorted(drawn) == sorted(mine)
        assert sorted(marked) == sorted(action for action in shown.legal if parse(action))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_four_players_fit_on_a_small_screen(game: str, lang: str) -> None:
    players = min(4, games()[game].seats[-1])
    for _, _, _, after in moments(f"{game}.{players}"):
        lines = picture(after.game, view(after.game, after.state, 0), Words(lang)).split("\n")
        # Rows leave nine lines for the story, the choices and the prompt; boards with things between rows, five.
        assert len(lines) <= (15 if isinstance(after.game, RowGame) else 19)
        assert {len(line) for line in lines} == {cells.WIDTH}


def test_rows_gaps_and_open_places() -> None:
    game = Setup.read("elfer.4").game
    state = game.deal(seed_from("7"))
    for action in ("r11", "r12"):
        [seat] = game.to_act(state)
        if game.read(action) in game.legal(state, seat):
            state = game.apply(state, seat, game.read(action))
    red = picture(game, view(game, state)).split("\n")[4]
    assert red.split()[:2] == ["♦", "red"]
    assert "·[10]11[12] ·" in red or "·[10]11 12[13] ·" in red


def test_rows_stand_in_the_order_in_which_they_lie() -> None:
    game = Setup.read("master.2").game
    drawn = []
    for seed in ("1", "2", "3"):
        state = game.deal(seed_from(seed))
        shown = picture(game, view(game, state))
        rows = re.findall(r"[♦●▲■] (red|yellow|green|blue) +·", shown)
        assert rows == [COLOURS[row] for row in view(game, state).facts["order"]]
        drawn.append(rows)
    assert drawn[0] != drawn[1] or drawn[1] != drawn[2]


def test_what_joins_rows_stands_between_them() -> None:
    game = Setup.read("brettspiel.2").game
    drawn = picture(game, view(game, game.deal(seed_from("1"))))
    joins = next(zone.joins for zone in game.layout.zones if zone.joins)
    earn = sum(join.bonus for join in joins)
    assert 0 < earn < len(joins)
    assert (drawn.count(board.BONUS), drawn.count(board.JOIN)) == (earn, len(joins) - earn)


def test_cards_that_connect_rows_lie_between_them() -> None:
    most = 0
    for _, _, _, after in moments("master.2"):
        shown = view(after.game, after.state)
        links = [zone for zone in shown.zones if zone.name == "links"]
        laid = sum(map(bool, links[0].cards or ()))
        assert picture(after.game, shown).count(board.JOIN) == laid
        most = max(most, laid)
    assert most > 2


def test_sets_of_cards_among_the_facts_are_drawn_with_their_signs() -> None:
    game = Setup.read("mogeln.3").game
    words = at_table(EN, "mogeln")
    drawn = picture(game, view(game, game.deal(seed_from("1")), 0), words)
    assert "♦1 ●1 ▲1 ■1" in drawn


@pytest.mark.parametrize("code", ["elfer.4", "master.2", "brettspiel.2"])
def test_the_middle_of_a_row_is_its_11(code: str) -> None:
    layout = Setup.read(code).game.layout
    [zone] = [zone for zone in layout.zones if zone.middle]
    middles = [layout.places[start + zone.middle - 1] for start in range(0, len(layout.places), zone.columns)]
    assert sorted(middles) == ["b11", "g11", "r11", "y11"]


def test_colours_that_are_not_in_play_have_no_row() -> None:
    game = Setup.choose("elfer", 2, {"deck": 60, "without": "yellow"}).game
    drawn = picture(game, view(game, game.deal(seed_from("1"))))
    assert "Not in play: ● 1–20" in drawn
    assert "● yellow" not in drawn


def test_a_replay_shows_all_hands() -> None:
    game = Setup.read("elfer.4").game
    state = game.deal(seed_from("1"))
    drawn = picture(game, opened(game, state))
    assert [f"Seat {n} · hand:" in drawn for n in range(4)] == [True] * 4
    assert "Seat 0 · hand" not in picture(game, view(game, state))


def test_turns_are_told_in_one_line_each() -> None:
    deeds = [
        Deed(0, "lays red 11"),
        Deed(0, "ends the turn", True),
        Deed(1, "ends the turn", True),
        Deed(0, "passes"),
    ]
    assert tell(EN, deeds, ["A", "B"]) == ["A lays red 11.", "B ends the turn.", "A passes."]


# --- a table that no game of ours has -------------------------------------------------------------------------


def strange() -> tuple[Game[Any], State]:
    deck = Deck([*rows_deck(3).names, "j", "j"], [*rows_deck(3).values, 0, 0])
    zones = [
        *hands(2),
        Zone("board", Shape.PLACES, Sight.OPEN, columns=3, size=6),
        Zone("pile", Shape.STACK, Sight.OPEN),
        Zone("secret", Shape.STACK, Sight.CLOSED, counted=False),
        Zone("won", Shape.BANK, Sight.OPEN, 1),
        Zone("kept", Shape.BANK, Sight.OWNER, 1),
    ]
    layout = Layout(deck, 2, zones)
    board = (deck.card("b3"), EMPTY, EMPTY, EMPTY, deck.card("j"), EMPTY)
    contents: dict[int, Any] = {0: deck.read("r1 r3 j'"), 1: deck.read("y1 y2"), 2: board}
    contents |= {3: (3, 6), 4: (7,), 5: deck.read("b1"), 6: deck.read("b2 g3")}

    class Strange:
        players = 2

        def __init__(self) -> None:
            self.layout = layout
            self.actions = self

        def to_act(self, state: State) -> tuple[int, ...]:
            return (1,)

        def allowed(self, state: State, seat: int) -> int:
            return 0b11 if seat == 0 else 0

        def listed(self, actions: int) -> tuple[str, ...]:
            return ("r3", "j@b2") if actions else ()

        def write_all(self, actions: tuple[str, ...]) -> tuple[str, ...]:
            return actions

    return cast(Game[Any], Strange()), State(layout.laid(contents, bytes(32)))


def test_any_game_is_drawn_by_the_shape_of_its_zones() -> None:
    game, state = strange()
    drawn = [line.rstrip() for line in picture(game, view(game, state, 0)).split("\n")]
    assert drawn[0].endswith("pile: 2 ▲1   secret: ?")
    assert drawn[1] == " ▶ Seat 1 2 cards"
    assert [line.split() for line in drawn[3:6]] == [["1", "2", "3"], ["■3", "·", "·"], ["·", "j", "·"]]
    assert drawn[6] == " Seat 1 · won: ■ 1   kept: 2 cards"
    assert [line.split() for line in drawn[9:]] == [["♦", "red", "1", "[", "3]"], ["[", "j]"]]


# --- colours ---------------------------------------------------------------------------------------------------


def test_colours_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Setup.read("elfer.4").game
    text = table.draw(EN, game, view(game, game.deal(seed_from("1")), 0), table.Seats(["A"] * 4), "Title")

    def printed() -> str:
        console = Console(force_terminal=True, color_system="truecolor", width=80)
        with console.capture() as capture:
            console.print(text)
        return capture.get()

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "38;2;" in printed()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "38;2;" not in printed()
