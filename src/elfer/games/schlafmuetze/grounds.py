"""Which rule of `schlafmuetze` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "SM-2": "give, hand>given, given>hand, hand>hand, not-your-turn, gift-not-back",
        "SM-3": "call down, hand>lying, given>lying",
        "SM-4": "answered",
        "SM-5": "silent, no-quartet, nothing-put-down",
        "SM-6": "over, round-over",
    }
)
