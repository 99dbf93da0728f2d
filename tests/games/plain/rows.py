"""The row games a second time, straight from the rule text: plain lists of cards, slow, and easy to compare with it.

Nothing here uses the engine. A model is given the dealt hands and the stock (its top is the last card) and decides
everything else itself. Actions are written in notation: `r11`, `draw`, `take`, `end`, `pass`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Card = tuple[str, int]
"""A colour and a number."""

COLOURS = ("red", "yellow", "green", "blue")
MOST_DRAWN = 3  # EL-10, EK-5


def name(card: Card) -> str:
    """A card in notation."""
    colour, number = card
    return f"{colour[0]}{number}"


def card_of(text: str) -> Card:
    """The card that a notation means."""
    [colour] = [colour for colour in COLOURS if colour[0] == text[0]]
    return colour, int(text[1:])


def colours_in_play(game: str, deck: int, without: str = "blue") -> list[str]:
    """EL-15: one colour is out; EK-1: 60 is red, yellow and green. In the order of the colours."""
    out = without if game == "elfer" else "blue"
    return [colour for colour in COLOURS if deck == 80 or colour != out]


def cards_shuffled(game: str, deck: int, without: str = "blue", prelaid: str = "off") -> list[Card]:
    """All cards that are shuffled; FA-3: prelaid 1s and 20s are not among them."""
    numbers = range(2, 20) if prelaid == "on" else range(1, 21)
    return [(colour, number) for colour in colours_in_play(game, deck, without) for number in numbers]


def hand_size(game: str, players: int, shuffled: int) -> int:
    """How many cards each player is dealt."""
    if game == "elfer":  # EL-1
        return {2: 20, 3: 20, 4: 15, 5: 12, 6: 10}[players]
    return 3 * shuffled // 4 // players  # EK-2


def direction(game: str) -> int:
    """EL-2: clockwise; EK-3: to the right."""
    return 1 if game == "elfer" else -1


def dealer(game: str, players: int, number: int) -> int:
    """Seat 0 deals round 0; then the deal moves one seat in the direction of play."""
    return number * direction(game) % players


def opening_cards(game: str, colours: Sequence[str]) -> list[Card]:
    """The cards one of which must open the game, the first that was dealt; none where others decide."""
    if game in ("elfer", "elfer-1210"):  # EL-3
        return [(colour, 11) for colour in colours]
    if game == "falscher-anfang":  # FA-2
        return [(colour, number) for colour in colours for number in (20, 1)]
    return []


class Illegal(Exception):
    """An action that the rules do not allow now."""


@dataclass
class PlainRows:
    """A round of a row game."""

    game: str
    hands: list[list[Card]]
    stock: list[Card]
    laid: list[Card]
    turn: int
    blocking: str = "none"
    opening_number: int | None = None
    """AL-2."""
    opening_card: Card | None = None
    """EL-3, FA-2."""
    could_lay: bool = False
    """Whether the player could lay when the turn began."""
    drawn: list[Card] = field(default_factory=list)
    """The cards drawn one by one in this turn."""
    laid_now: list[Card] = field(default_factory=list)
    """The cards laid in this turn."""
    over: bool = False

    @staticmethod
    def begin(
        game: str,
        hands: Sequence[Sequence[Card]],
        stock: Sequence[Card],
        *,
        deck: int = 80,
        without: str = "blue",
        blocking: str = "none",
        prelaid: str = "off",
        number: int = 0,
        lot: int | None = None,
    ) -> PlainRows:
        """The start of round `number`; `lot` is who was drawn to begin (AL-1)."""
        players = len(hands)
        colours = colours_in_play(game, deck, without)
        laid = [(colour, end) for colour in colours for end in (1, 20)] if prelaid == "on" else []  # FA-3
        beginner = (dealer(game, players, number) + direction(game)) % players  # ZW-2, FA-3
        opening_card = None
        if game == "auslosen":  # AL-1
            assert lot is not None
            beginner = lot
        elif game != "zahlenwechsel" and prelaid == "off":  # EL-3, FA-2
            dealt = [card for card in opening_cards(game, colours) if any(card in hand for hand in hands)]
            assert dealt, "nobody can open: this should have been dealt again"
            opening_card = dealt[0]
            [beginner] = [seat for seat in range(players) if opening_card in hands[seat]]
        return PlainRows(
            game, [list(hand) for hand in hands], list(stock), laid, -1, blocking, opening_card=opening_card
        ).begin_turn(beginner)

    def copy(self) -> PlainRows:
        """A model that goes its own way from here."""
        return PlainRows(
            self.game,
            [list(hand) for hand in self.hands],
            list(self.stock),
            list(self.laid),
            self.turn,
            self.blocking,
            self.opening_number,
            self.opening_card,
            self.could_lay,
            list(self.drawn),
            list(self.laid_now),
            self.over,
        )

    def begin_turn(self, seat: int) -> PlainRows:
        """It is the seat's turn."""
        self.turn, self.drawn, self.laid_now = seat, [], []
        self.could_lay = any(self.fits(card) for card in self.hands[seat])
        return self

    def next_turn(self) -> None:
        """The next player is up."""
        self.begin_turn((self.turn + direction(self.game)) % len(self.hands))

    # --- which cards fit -------------------------------------------------------------------------------------

    def fits(self, card: Card) -> bool:
        """Whether a card that is not on the table yet has its place there."""
        colour, number = card
        if self.opening_card is not None and not self.laid:  # EL-3, FA-2
            return card == self.opening_card
        if self.game == "auslosen" and not self.laid:  # AL-2
            return True
        row = [n for c, n in self.laid if c == colour]  # EL-7: only its own colour
        beside_a_laid_card = number - 1 in row or number + 1 in row  # EL-7, ZW-3, AL-4, FA-1: no number is skipped
        return beside_a_laid_card or self.opens_row(number, row)

    def opens_row(self, number: int, row: list[int]) -> bool:
        """Whether a card of this number opens its row, in which these numbers lie."""
        if self.game == "falscher-anfang":  # FA-1: each half on its own
            return number in (1, 20)
        if row:
            return False
        if self.game == "zahlenwechsel":  # ZW-1
            return number in (10, 11, 12)
        if self.game == "auslosen":  # AL-2, AL-4
            return number == self.opening_number
        return number == 11  # EL-6

    # --- what may be done ------------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """What the player whose turn it is may do."""
        if self.over:
            return []
        if self.laid_now:
            return self.after_laying()
        if self.drawn:
            return self.after_drawing()
        return self.at_the_start()

    def after_laying(self) -> list[str]:
        """More cards may follow, or the turn is ended; nobody else is told whether more would fit."""
        cards = [card for card in self.hands[self.turn] if self.fits(card)]  # EL-5
        if self.game != "elfer":
            cards = [card for card in cards if card[0] == self.laid_now[0][0]]  # EK-4, EK-6, AL-3
        return [*map(name, cards), "end"]

    def after_drawing(self) -> list[str]:
        """A card was drawn, nothing was laid."""
        last = self.drawn[-1]
        if not self.could_lay and self.fits(last):
            return [name(last)]  # EL-9, EK-5
        lay = [name(last)] if self.fits(last) else []  # EK-8, draw-to-fit: a fitting one may be kept
        enough = len(self.drawn) == MOST_DRAWN or not self.stock  # EL-10, EL-11
        return [*lay, "end" if enough else "draw"]

    def at_the_start(self) -> list[str]:
        """Nothing was drawn or laid in this turn."""
        fitting = [name(card) for card in self.hands[self.turn] if self.fits(card)]
        if fitting:  # EL-5, EL-8
            opened = bool(self.laid)  # EK-8: the opening card must be laid
            if opened and self.stock and self.blocking == "take-three":  # EK-8
                return [*fitting, "take"]
            if opened and self.stock and self.blocking == "draw-to-fit":  # EK-8
                return [*fitting, "draw"]
            return fitting
        return ["draw"] if self.stock else ["pass"]  # EL-9, EL-11

    # --- doing it --------------------------------------------------------------------------------------------

    def play(self, action: str) -> None:
        """The player whose turn it is does this."""
        if action not in self.legal():
            raise Illegal(f"{action}: legal are {self.legal()}")
        if action == "draw":
            self.draw()
        elif action == "take":  # EK-8
            for _ in range(min(3, len(self.stock))):
                self.hands[self.turn].append(self.stock.pop())
            self.next_turn()
        elif action in ("end", "pass"):
            self.next_turn()
        else:
            self.lay(card_of(action))

    def draw(self) -> None:
        """Draw one card. The turn ends by itself when no more can be done, unless that would tell something."""
        card = self.stock.pop()
        self.hands[self.turn].append(card)
        self.drawn.append(card)
        enough = len(self.drawn) == MOST_DRAWN or not self.stock  # EL-10, EL-11
        if enough and not self.fits(card) and self.blocking != "draw-to-fit":
            self.next_turn()

    def lay(self, card: Card) -> None:
        """Lay a card; it may end the round or the turn."""
        opens = not self.laid
        self.hands[self.turn].remove(card)
        self.laid.append(card)
        self.laid_now.append(card)
        if opens and self.game == "auslosen":  # AL-2
            self.opening_number = card[1]
        opening_is_all = opens and self.game != "auslosen"  # EL-4, EK-9, ZW-5; not AL-3
        drawn_is_all = bool(self.drawn) and self.game == "elfer"  # EL-9; not EK-6
        if not self.hands[self.turn]:  # EL-12
            self.over = True
        elif opening_is_all or drawn_is_all:
            self.next_turn()

    def points(self) -> list[int]:
        """EL-13."""
        return [sum(number for _, number in hand) for hand in self.hands]


# --- the text form of positions, to compare with ---------------------------------------------------------------


def cards_of(text: str) -> list[Card]:
    """The cards of a zone, as `elfer.dump` writes them."""
    return [card_of(label) for label in text.split()]


def hands_in(zones: dict[str, str], players: int) -> list[list[Card]]:
    """All hands; a card just drawn may lie in a zone of its own, but belongs to the hand."""
    return [cards_of(zones[f"hand{seat}"]) + cards_of(zones.get(f"drawn{seat}", "")) for seat in range(players)]


# --- the tables at which the games can be played ---------------------------------------------------------------

Options = dict[str, str | int]


def tables() -> list[tuple[str, int, Options]]:
    """Every game, with every number of players and every combination of its options but the number of rounds."""
    out: list[tuple[str, int, Options]] = [("elfer", players, {}) for players in range(2, 7)]
    out += [("elfer", 2, {"deck": 60, "without": colour}) for colour in COLOURS]  # EL-15
    for players in range(2, 9):
        for deck in (80, 60):  # EK-1
            for blocking in ("none", "take-three", "draw-to-fit"):  # EK-8
                options: Options = {"deck": deck, "blocking": blocking}
                out += [(game, players, options) for game in ("elfer-1210", "zahlenwechsel", "auslosen")]
                out += [("falscher-anfang", players, options | {"prelaid": prelaid}) for prelaid in ("off", "on")]
    return out


def called(game: str, players: int, options: Options) -> str:
    """A name for a table."""
    return "-".join(map(str, (game, players, *options.values())))
