"""The balance of a game: what the figures say, and the page on which they stand."""

import re
from html.parser import HTMLParser

import pytest

from elfer.arena import rounds
from elfer.arena.balance import Report, Sample, Trials, balance, measured, variants
from elfer.arena.figures import Figure
from elfer.arena.players import seated
from elfer.arena.report import bars, histogram, page
from elfer.arena.standings import won
from elfer.arena.workers import Here, workers
from elfer.match.match import round_seed
from elfer.match.setup import Setup
from elfer.table.seed import derived, seed_from
from tests.arena.toys import nearest

TOYS = "tests.arena.toys"


def report(setup: Setup, player: str, boards: int = 24) -> Report:
    return balance(setup, player, boards, "balance", Here())


def test_where_nobody_decides_anything_the_deal_does() -> None:
    usual = report(Setup.choose("zweikampf", 2), "random", 8).usual
    assert usual.deal.mean == pytest.approx(1)
    assert usual.deal.error == pytest.approx(0)
    assert [each.mean for each in usual.skill] == [0.5, 0.5, 0.5]


def test_who_decides_alike_is_in_the_hands_of_the_deal_and_who_decides_anyhow_is_not() -> None:
    sure = report(nearest(3), f"{TOYS}:good").usual
    anyhow = report(nearest(3), "random", 60).usual
    assert sure.deal.mean == pytest.approx(1)
    assert anyhow.deal.high < 0.7
    assert sum(each.mean for each in sure.positions) == pytest.approx(1)
    assert sure.length.all == [3] * 48
    assert sure.skill[0].low > 1 / 3


def test_how_many_processes_measure_does_not_matter() -> None:
    with workers(2) as team:
        assert balance(nearest(), f"{TOYS}:good", 8, "balance", team) == report(nearest(), f"{TOYS}:good", 8)


def test_positions_are_counted_from_whoever_acts_first() -> None:
    setup = Setup.choose("elfer", 3)
    trials = Trials(setup, "random", (), "seats")
    firsts = set()
    for board in range(1, 16):
        seed = derived(seed_from("seats"), f"board {board}")
        who = [seated(setup.game, "random")] * 3
        outcome = rounds.play(setup.game, seed, who, luck=derived(seed, "again 0"))
        [first] = setup.game.to_act(setup.game.deal(round_seed(seed, 0)))
        firsts.add(first)
        wins = won(outcome.points, lowest_wins=True)
        assert trials.play(board).wins[0] == (wins[first], wins[(first + 1) % 3], wins[(first + 2) % 3])
    assert firsts == {0, 1, 2}


def samples(*wins: tuple[tuple[float, float], tuple[float, float]]) -> list[Sample]:
    return [Sample(n, both, (10, 20), (1.0,)) for n, both in enumerate(wins)]


TRIALS = Trials(nearest(), "random", ("random",), "1")


def test_an_advantage_of_the_seat_is_no_luck_of_the_deal() -> None:
    always_first = measured("", TRIALS, samples(*[((1.0, 0.0), (1.0, 0.0))] * 8))
    assert [each.mean for each in always_first.positions] == [1, 0]
    assert always_first.deal == Figure(0, 0)


def test_what_comes_back_with_the_same_cards_is_luck_of_the_deal() -> None:
    alike = [((1.0, 0.0), (1.0, 0.0)), ((0.0, 1.0), (0.0, 1.0))]
    other = [((1.0, 0.0), (0.0, 1.0)), ((0.0, 1.0), (1.0, 0.0))]
    assert measured("", TRIALS, samples(*alike * 10)).deal.mean == pytest.approx(1)
    assert measured("", TRIALS, samples(*(alike + other) * 10)).deal.mean == pytest.approx(0)
    mixed = measured("", TRIALS, samples(*(3 * alike + other) * 10)).deal
    assert mixed.mean == pytest.approx(0.5)
    assert mixed.low > 0
    assert measured("", TRIALS, samples(*alike)).length.mean == Figure(15, 0)


def test_each_option_is_changed_by_itself_and_what_it_needs_with_it() -> None:
    assert [what for what, _ in variants(Setup.choose("elfer", 2))] == [
        "",
        "deck=60",
        "without=red, deck=60",
        "without=yellow, deck=60",
        "without=green, deck=60",
    ]
    assert [what for what, _ in variants(Setup.choose("elfer", 4))] == [""]  # that deck is for two
    small = Setup.choose("elfer", 2, {"deck": 60})
    assert [(what, setup.options.deck) for what, setup in variants(small)][:2] == [  # type: ignore[attr-defined]
        ("", 60),
        ("deck=80", 80),
    ]


def test_what_an_option_changes_is_measured() -> None:
    found = report(Setup.choose("ratefix", 2), "random", 8)
    [small] = found.options
    assert small.what == "deck=60"
    assert small.length.mean.mean < found.usual.length.mean.mean
    assert (len(small.skill), len(found.usual.skill)) == (1, 3)


# --- the page --------------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Notes the text of a page, and whether every element is closed that must be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Closes itself."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    tags.close()
    assert tags.open == []
    return tags


def test_the_page_has_everything_in_it_and_needs_nothing_else() -> None:
    found = report(nearest(3), f"{TOYS}:good")
    tags = read(page(found))
    for said in ("The balance of nearest with 3 players", "Who acts first", "3.0 ± 0.0 actions", "100.0 ± 0.0 %"):
        assert said in tags.text
    assert tags.addresses == []
    assert "//" not in page(found)
    assert "What options change" not in tags.text


def test_the_page_says_which_options_change_something() -> None:
    usual = measured("", TRIALS, samples(*[((1.0, 0.0), (0.0, 1.0))] * 8))
    other = measured("deck=<60>", TRIALS, samples(*[((1.0, 0.0), (1.0, 0.0))] * 8))
    html = page(Report("nearest", "<b>:bot", ("random",), 8, "<1>", usual, [other]))
    assert "<th scope=row>deck=&lt;60&gt;</th><td class=clear>100.0 ± 31.2 %</td><td>15.0" in html
    assert "<th scope=row>as usual</th><td>50.0 ± 0.0 %</td><td>15.0" in html
    assert "<b>:bot" not in html
    assert "first (100.0" not in html
    assert "deck=<60>" in read(html).text


def test_plots_stay_inside_their_frame() -> None:
    drawn = bars(["a", "b"], [Figure(0.9, 0.4), Figure(0.0, None)], 0.5, "title")
    assert drawn.count("<rect") == 2
    assert drawn.count('class="error"') == 1
    many = histogram([*range(1000), 5, 5], "title")
    assert 1 < many.count("<rect") <= 24
    assert histogram([7, 7, 7], "title").count("<rect") == 1
    for picture in (drawn, many):
        assert_inside(picture)


def assert_inside(picture: str) -> None:
    boxes = re.findall(r'<rect[^>]* y="([0-9.-]+)"[^>]* height="([0-9.-]+)"', picture)
    assert boxes
    for y, height in boxes:
        assert 0 <= float(y) <= float(y) + float(height) <= 190
    lines = re.findall(r'd="M[0-9.]+ ([0-9.-]+)V([0-9.-]+)"', picture)
    assert all(0 <= float(end) <= 190 for line in lines for end in line)
