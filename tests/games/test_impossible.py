"""What no position of a game can be: a fault for each thing that a game expects, and the sentence that it gets."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from elfer import BadPosition, Game, dump, game, load, seed_from

Plain = dict[str, Any]
Damage = Callable[[Plain], None]


def facts(**values: Any) -> Damage:
    """Fields get these values; `+` before a text adds to a set."""

    def damage(plain: Plain) -> None:
        for name, value in values.items():
            old = plain["facts"][name]
            added = isinstance(value, str) and value.startswith("+")
            plain["facts"][name] = f"{old} {value[1:]}".strip() if added else value

    return damage


def moved(cards: str | int, src: str, dst: str, at: int | None = None) -> Damage:
    """Cards by their names, or so many from the end of a zone, go to another, there on the place `at`."""

    def damage(plain: Plain) -> None:
        zones = plain["zones"]
        lying = zones[src].split()
        names = cards.split() if isinstance(cards, str) else [card for card in lying if card != "-"][-cards:]
        for name in names:
            where = lying.index(name)
            lying[where : where + 1] = ["-"] if "-" in lying or src == "grid" else []
        zones[src] = " ".join(lying)
        into = zones[dst].split()
        if at is None:
            into += names
        else:
            into[at : at + len(names)] = names
        zones[dst] = " ".join(into)

    return damage


def all_of(src: str, dst: str) -> Damage:
    return moved(80, src, dst)


def window(*asked: int, seconds: int = 4) -> Damage:
    """A window is open, in which nobody has answered."""

    def damage(plain: Plain) -> None:
        answers = [None] * len(plain["private"])
        plain["window"] = {"asked": asked, "answers": answers, "seconds": seconds}

    return damage


def shut(plain: Plain) -> None:
    """The window is shut."""
    del plain["window"]


def whole(**values: Any) -> Damage:
    """Other parts of the position get these values."""
    return lambda plain: plain.update(values)


def answered(*answers: str | None) -> Damage:
    """These are the answers in the open window."""
    return lambda plain: plain["window"].update(answers=answers)


def zones(**contents: str) -> Damage:
    """These zones hold these cards, and nobody remembers anything."""

    def damage(plain: Plain) -> None:
        plain["zones"].update(contents)
        plain.update(public="", private=[""] * len(plain["private"]), lacks={}, doubts=[])

    return damage


ROWS: Game[Any] = game("elfer-1210", 3, deck=60)
MASTER: Game[Any] = game("master", 3, first="seat-0", rows="standard")
BOARD: Game[Any] = game("brettspiel", 3, first="seat-0")
HAWAIKI: Game[Any] = game("hawaiki", 3, first="seat-0")
STRICT: Game[Any] = game("hawaiki", 3, first="seat-0", speech="strict")
HIDDEN: Game[Any] = game("hawaiki", 3, first="seat-0", one_hidden="on")
MOGELN: Game[Any] = game("mogeln", 3, goal="last")
COLOURS: Game[Any] = game("farbensammeln", 3)
QUARTETT: Game[Any] = game("quartett", 3)
RATEFIX: Game[Any] = game("ratefix", 3)
SLEEPY: Game[Any] = game("schlafmuetze", 3)
SNAP: Game[Any] = game("schnipp-schnapp", 3)
PETER: Game[Any] = game("schwarzer-peter", 3)
JOIN: Game[Any] = game("ueberall", 3)
UNHELPED: Game[Any] = game("ueberall", 3, help="off")
GRID: Game[Any] = game("was-liegt-wo", 2)
DUEL: Game[Any] = game("zweikampf", 2)

QUARTETS = " ".join(f"{colour}{number}" for number in range(3, 21) for colour in "rygb")
FEW = zones(hand0="", hand1="r1 y1 r2 y2", hand2="g1 b1 g2 b2", quartets0=QUARTETS, quartets1="", quartets2="")


def peter(*hands: str) -> Damage:
    """These are the hands of Schwarzer Peter, and all other cards were laid off."""
    held = " ".join(hands).split()
    laid_off = " ".join(card for n in range(1, 21) for card in (f"r{n}", f"y{n}") if card not in held)
    named = {f"hand{seat}": hand for seat, hand in enumerate(hands)}
    return zones(**named, pairs0=laid_off, pairs1="", pairs2="", away="")


TWINS = peter("r1 r2", "y1", "y2")
LARGE = peter(" ".join(f"r{number}" for number in range(1, 16)), "y1", "y2")

CASES: list[tuple[Game[Any], list[Damage], str]] = [
    (ROWS, [moved("b1", "box", "stock")], "expected in the box"),
    (ROWS, [facts(fits="+b1")], "in fits are expected cards in play"),
    (ROWS, [facts(offer="r1")], "and in offer some of them"),
    (ROWS, [facts(laid=True, drawn=1)], "cards were laid and drawn in one turn"),
    (ROWS, [facts(drawn=4)], "drawn is 4"),
    (ROWS, [facts(seat=0, drawn=1)], "one card was expected apart before seat 0"),
    (ROWS, [moved(1, "stock", "drawn1")], "no card was expected apart before seat 1"),
    (ROWS, [facts(seat=-1)], "expected a hand that is empty"),
    (ROWS, [facts(seat=0), all_of("hand0", "stock")], "the turn of seat 0; expected one whose hand is not empty"),
    (ROWS, [whole(seed="00")], "the seed has 1 bytes; expected 32"),
    (ROWS, [whole(private=["", ""])], "private is known by 2 seats; expected 3"),
    (ROWS, [whole(doubts=[{}])], "doubts has 1 seats; expected none or 3"),
    (ROWS, [window(0, 1)], "nobody is ever asked anything in elfer-1210"),
    (MASTER, [moved("c", "connections0", "hand0")], "hand0 holds a card that never lies there"),
    (MASTER, [moved(1, "stock", "won0")], "won0 holds a card that never lies there"),
    (MASTER, [moved(1, "bonus", "box")], "box holds a card that never lies there"),
    (MASTER, [facts(order=[0, 0, 1, 2])], "expected the numbers 0 to 3, each once"),
    (MASTER, [facts(order=[0, 1, 2])], "order has 3 numbers; expected 4"),
    (MASTER, [facts(wild="r11")], "a card or a joker at most"),
    (MASTER, [moved("r11", "rows", "stock")], "on those of the 11s one of them"),
    (MASTER, [moved("c", "connections0", "links", at=0)], "a connection card leads to a free place"),
    (MASTER, [facts(passes=3)], "all have passed"),
    (MASTER, [facts(seat=-1)], "expected a hand that is empty"),
    (MASTER, [facts(wild="r5")], "wild is r5; expected empty, as follows"),
    (MASTER, [facts(fits="r10")], "fits is r10; expected r10 r12"),
    (MASTER, [facts(reach="r1")], "reach is r1; expected"),
    (BOARD, [moved("r1", "hand1", "board", at=5)], "a field that is not its own"),
    (BOARD, [facts(taken="r1", open="+r1")], "open: expected only fields without a tile"),
    (BOARD, [facts(fresh="r1")], "fresh: expected only fields with a tile"),
    (BOARD, [moved(1, "bag", "box")], "expected only symbol tiles in the box"),
    (BOARD, [moved("b5", "hand1", "bonus")], "one joker or symbol tile is expected at most"),
    (BOARD, [moved("j7' j17", "hand0", "bonus")], "one joker or symbol tile is expected at most"),
    (BOARD, [facts(laid=1, drawn=1)], "tiles were laid and drawn in one turn"),
    (BOARD, [facts(free=True, drawn=1)], "tiles were laid and drawn in one turn"),
    (BOARD, [facts(drawn=1)], "one card was expected apart"),
    (BOARD, [facts(seat=-1)], "expected a hand that is empty"),
    (BOARD, [facts(taken="y12")], "taken is y12; expected empty, as follows"),
    (BOARD, [facts(fits="r11")], "fits is r11; expected"),
    (HAWAIKI, [facts(announced=3)], "announced is 3"),
    (HAWAIKI, [facts(due=16)], "due is 16"),
    (HAWAIKI, [all_of("a", "stock")], "expected a card on each pile"),
    (HAWAIKI, [moved(1, "hand0", "shown0")], "to lie open only where one card is hidden"),
    (HAWAIKI, [facts(markers=[11, 10, 10])], "markers: expected for each seat between 0"),
    (HAWAIKI, [facts(markers=[-1, 10, 10])], "markers: expected for each seat between 0"),
    (HAWAIKI, [facts(markers=[10, 10])], "markers has 2 numbers; expected one for each seat"),
    (HAWAIKI, [facts(winner=1)], "winner is 1"),
    (HAWAIKI, [all_of("hand1", "stock")], "somebody has no cards"),
    (HAWAIKI, [facts(thanks=1)], "until what a card brings is settled"),
    (HAWAIKI, [facts(forgotten=1)], "until what a card brings is settled"),
    (HAWAIKI, [facts(winner=0)], "until what a card brings is settled"),
    (HAWAIKI, [facts(due=8)], "due is 8; expected a straight or a flush to choose about"),
    (HAWAIKI, [facts(due=1)], "due is 1; expected a straight or a flush to choose about"),
    (HAWAIKI, [facts(announced=1)], "an announcement is expected only before a card is laid, in strict speech"),
    (STRICT, [facts(announced=1, due=2)], "an announcement is expected only before a card is laid"),
    (HAWAIKI, [facts(bare=True)], "bare is expected only where one card is hidden"),
    (HAWAIKI, [facts(double=1)], "double is expected only where there is a second chance"),
    (HAWAIKI, [facts(buried=8)], "buried is 8; expected a set of the seats 0 to 2"),
    (HAWAIKI, [window(1, 2)], "a window with a clock only in strict speech"),
    (STRICT, [window(1)], "and the others asked"),
    (STRICT, [window(0, 1), facts(thanks=1)], "and the others asked"),
    (STRICT, [window(0, 1, 2, seconds=0)], "a window without a clock only at the start"),
    (HIDDEN, [moved(1, "hand0", "shown0")], "a window without a clock only at the start"),
    (STRICT, [facts(seat=-1), window(1, 2)], "the round is over (seat is -1): expected no window"),
    (MOGELN, [facts(wanted="r2")], "wanted is r2; expected r1 y1 g1 b1, as follows"),
    (MOGELN, [facts(lays=[0, -1, 0])], "expected no negative numbers"),
    (MOGELN, [facts(away=[0, -1, 0])], "expected no negative numbers"),
    (MOGELN, [facts(passes=3)], "passes is 3; expected fewer"),
    (MOGELN, [facts(seat=-1)], "seat is -1; expected the seat whose turn it is"),
    (MOGELN, [facts(moves=2000)], "expected -1, as the round is over"),
    (MOGELN, [moved(1, "hand1", "shown")], "no card lies shown"),
    (MOGELN, [moved(1, "hand0", "laid0")], "seat 0 has laid cards, though it is not its turn"),
    (MOGELN, [facts(holds=[0, 27, 27])], "holds: expected 0 for seat 0 if and only if"),
    (MOGELN, [window(0, 2)], "a window is open: expected a card that was laid"),
    (MOGELN, [moved(1, "hand1", "laid1"), window(0, 2, seconds=0)], "and seconds to object"),
    (MOGELN, [moved(1, "hand1", "laid1"), window(0, 1)], "asked are expected only others"),
    (COLOURS, [all_of("stock", "hand1")], "seat 0 is to act, but there is nothing that it could do"),
    (COLOURS, [facts(seat=-1)], "expected a loser, and nothing taken"),
    (COLOURS, [facts(seat=-1, loser=1, taken=1)], "expected a loser, and nothing taken"),
    (COLOURS, [facts(loser=1)], "the round goes on: expected nobody as loser"),
    (COLOURS, [facts(ringed=1)], "the round goes on: expected nobody as loser"),
    (COLOURS, [facts(left=0)], "at least one turn left"),
    (COLOURS, [facts(caller=0)], "expected a caller only who has taken from a pile"),
    (COLOURS, [facts(safe=True)], "expected a caller only who has taken from a pile"),
    (COLOURS, [facts(caller=1, safe=True, taken=2)], "expected a caller only who has taken from a pile"),
    (COLOURS, [facts(taken=1)], "one card was expected apart before seat 0"),
    (QUARTETT, [moved(1, "hand0", "quartets0")], "expected whole quartets laid off"),
    (QUARTETT, [all_of("hand0", "hand1")], "expected no quartet in a hand"),
    (QUARTETT, [facts(seat=-1)], "seat is -1; expected the seat whose turn it is"),
    (QUARTETT, [FEW, facts(seat=0)], "seat is 0; expected one that has cards"),
    (QUARTETT, [facts(wanted="r1")], "a card that is wanted if and only if somebody is asked"),
    (QUARTETT, [facts(asked=0)], "a card that is wanted if and only if somebody is asked"),
    (QUARTETT, [facts(asked=0, wanted="r1")], "asked: expected another seat with cards"),
    (QUARTETT, [facts(denied=[0, 1, 80])], "denied: expected for each denial who asked"),
    (QUARTETT, [facts(denied=[0, 1])], "denied has 2 numbers; expected 3 in each row"),
    (QUARTETT, [facts(denied=[0, 3, 5])], "denied is 3; expected a seat from 0 to 2"),
    (QUARTETT, [facts(denied=[-1, 1, 5])], "denied: expected a seat, not -1"),
    (QUARTETT, [facts(seekers=[8] * 20)], "seekers is 8; expected a set of the seats"),
    (QUARTETT, [facts(seekers=[0] * 19)], "seekers has 19 numbers; expected 20"),
    (RATEFIX, [window(0, 0, seconds=0)], "expected seats from 0 to 2, each once"),
    (RATEFIX, [window(0, 1, 2, seconds=-1)], "open for -1 seconds"),
    (RATEFIX, [answered("silent", "silent", "silent")], "all have answered"),
    (RATEFIX, [answered("draw", None, None)], "the answer of seat 0 is Draw(); expected one that it is offered"),
    (RATEFIX, [facts(turn=0)], "turn is 0"),
    (RATEFIX, [facts(turn=14)], "turn is 14; expected one from 1 to 13"),
    (RATEFIX, [moved(1, "stack0", "rest")], "in each stack at least as many cards are expected"),
    (RATEFIX, [moved(1, "middle", "rest")], "in the middle is expected a card of each player"),
    (RATEFIX, [all_of("middle", "rest"), shut], "expected a window without a clock"),
    (RATEFIX, [window(0, 1, seconds=0)], "in which all are asked"),
    (RATEFIX, [window(0, 1, 2)], "expected a window without a clock"),
    (SLEEPY, [facts(seat=-1, back=True)], "expected nothing to be given back"),
    (SLEEPY, [facts(caps=[1, 0, 0])], "expected no caps"),
    (SLEEPY, [facts(exchanges=401)], "exchanges is 401"),
    (SLEEPY, [window(0, 2)], "expected a quartet before one player, and all others asked"),
    (SLEEPY, [moved(4, "hand0", "lying0"), window(2)], "expected a quartet before one player"),
    (SLEEPY, [moved(4, "hand0", "lying0"), window(1, 2, seconds=0)], "expected a quartet before one player"),
    (SLEEPY, [moved(4, "hand0", "lying0")], "expected no cards before a player"),
    (SLEEPY, [facts(back=True)], "one card was expected apart before seat 2"),
    (SLEEPY, [moved(1, "hand0", "hand1")], "hand0 holds 3 cards; expected 4"),
    (SLEEPY, [facts(back=True), moved(1, "hand0", "given2")], "hand0 holds 3 cards; expected 4"),
    (SNAP, [facts(barred=[1, 0, 0])], "barred: expected 1 only for players without cards"),
    (SNAP, [facts(barred=[0, -1, 0])], "barred: expected 1 only for players without cards"),
    (SNAP, [facts(turned=-1)], "turned is -1"),
    (SNAP, [facts(seat=0), all_of("stack0", "stack1")], "the turn of seat 0, which has no cards"),
    (SNAP, [window(0)], "asked are expected all who are not barred"),
    (SNAP, [window(0, 1, 2, seconds=0)], "only where all who have cards turn up together"),
    (PETER, [facts(seat=-1)], "expected a Black Peter, and no cards in hands"),
    (PETER, [facts(drawer=1)], "and the next one with cards as drawer"),
    (PETER, [peter("r1 r2", "", ""), facts(seat=0, drawer=0)], "and the next one with cards as drawer"),
    (PETER, [facts(peter=1)], "expected no Black Peter yet"),
    (PETER, [moved(1, "away", "peter")], "expected no Black Peter yet"),
    (PETER, [TWINS], "expected a card whose twin is in no hand"),
    (PETER, [LARGE], "a hand is too large; expected 14 cards at most"),
    (PETER, [facts(shifts=20)], "shifts is 20; expected fewer"),
    (PETER, [facts(shifts=-1)], "shifts is -1"),
    (JOIN, [facts(seat=-1)], "seat is -1; expected the seat whose turn it is"),
    (JOIN, [moved(2, "stack2", "turned")], "expected one card turned up at most"),
    (JOIN, [facts(done=[1, 0, 0])], "done: expected a place for seat 0"),
    (JOIN, [facts(done=[4, 0, 0]), all_of("stack0", "stack1")], "done: expected a place for seat 0"),
    (JOIN, [window(0, 1)], "with help expected no window"),
    (JOIN, [moved(1, "stack2", "turned")], "a choice of piles for a card that lies turned up"),
    (JOIN, [facts(choice="1")], "choice: expected the piles of other players"),
    (UNHELPED, [moved(1, "stack2", "turned"), facts(choice="1")], "choice: expected the piles of other players"),
    (UNHELPED, [window(0, 2)], "asked are expected only others"),
    (UNHELPED, [window(0, 1)], "a window is open: expected events"),
    (UNHELPED, [window(0, 1), whole(events=["stack2>middle r1"])], "expected seconds, and a card in the middle"),
    (GRID, [moved(1, "grid", "won0")], "of each number an even number of cards"),
    (GRID, [moved("r1 y2 r3", "grid", "up", at=0)], "expected two cards at most"),
    (GRID, [moved("r1 y1", "grid", "up", at=0)], "and a pair to be won"),
    (GRID, [moved("r1", "grid", "up", at=0)], "two cards lie on one place"),
    (GRID, [facts(seat=-1)], "seat is -1; expected the seat whose turn it is"),
    (GRID, [facts(up="3")], "up is 3; expected empty, as follows"),
    (GRID, [facts(free="1")], "free is 1; expected"),
    (DUEL, [moved(2, "stack0", "open0")], "expected equally many open cards"),
    (DUEL, [moved(1, "stack0", "open0"), all_of("stack1", "stack0")], "of a player who can turn one up"),
    (DUEL, [facts(compared=-1)], "compared is -1"),
]


@pytest.mark.parametrize(
    ("table", "damages", "sentence"), CASES, ids=[f"{n}-{case[0].id}-{case[2]}" for n, case in enumerate(CASES)]
)
def test_what_cannot_be_is_refused_with_what_was_expected(
    table: Game[Any], damages: list[Damage], sentence: str
) -> None:
    plain = json.loads(dump(table, table.deal(seed_from("7"))))
    for damage in damages:
        damage(plain)
    with pytest.raises(BadPosition) as refused:
        load(table, json.dumps(plain))
    assert sentence in str(refused.value)


def test_a_set_has_no_cards_that_the_deck_has_not() -> None:
    state = ROWS.deal(seed_from("7"))
    with pytest.raises(BadPosition, match="fits is no set of the 80 cards"):
        ROWS.check(replace(state, fits=1 << 80))
