"""Refusals: an action that is not legal is answered with the reason, and nothing changes (ALL-4)."""

from __future__ import annotations

# The English sentences stand here, so that a refusal can always say its reason; other languages are in
# `elfer.words`, under the same codes.
REASONS = {
    "round-over": "The round is over; nothing can be played any more.",
    "no-next-round": "The next round cannot begin: this one is not over, or it was the last.",
    "not-your-turn": "It is not seat {seat}’s turn; seat {turn} is to play.",
    "no-such-seat": "There is no seat {seat}; the seats are 0 to {last}.",
    "unreadable": "“{text}” is no action of this game. Examples: {examples}.",
    "not-an-action": "{action} is no action of this game.",
    "not-in-hand": "{card} is not in your hand.",
    "does-not-fit": "{card} does not fit: no card beside its place lies on the table yet.",
    "opening-card": "The game is opened with {cards}.",
    "can-lay": "You can lay a card ({cards}), so you cannot draw or pass.",
    "already-laid": "You have laid a card in this turn; lay more, or end the turn.",
    "stock-empty": "The stock is empty.",
    "nothing-laid": "You cannot end the turn before you have laid a card.",
    "must-draw": "All you can do now is draw a card.",
    "must-pass": "You cannot lay and the stock is empty: all you can do is pass.",
    "answered": "You have answered; now the others are waited for.",
    "not-asked": "Others are asked now; this is nothing for you.",
    "no-answer": "That cannot be answered now. You can answer: {answers}.",
    "too-late": "That call came too late: there were {seconds} seconds.",
    "not-offered": "This table is played without that; it is an option of the game.",
}


GAME_REASONS: dict[str, str] = {}
"""The reasons that single games have (`Game.reasons`)."""


class Refused(ValueError):
    """An action that the rules do not allow. `code` and `facts` say why, for programs; `str` says it in English."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        reason = REASONS.get(self.code) or GAME_REASONS[self.code]
        return reason.format(**self.facts)
