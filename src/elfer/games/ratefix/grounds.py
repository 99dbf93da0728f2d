"""Which rule of `ratefix` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "RA-2": "guess, silent, stack>middle, no-answer",
        "RA-3": "middle>won, middle>rest",
        "RA-4": "middle>kept, kept>won",
        "RA-5": "over, round-over",
    }
)
