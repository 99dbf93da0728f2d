"""Which rule of `schwarzer-peter` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "SP-3": "offer, pull, hand>hand, not-your-turn, hand-not-held-out, pull-a-card, so-many-held-out",
        "SP-4": "hand>pairs",
        "SP-5": "over, round-over, hand>peter",
        "SP-6": "shift, places-in-hand, lies-there-already, shifted-enough",
    }
)
