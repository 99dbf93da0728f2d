"""Which rule of `schnipp-schnapp` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "SS-2": "turn, stack>open, not-your-turn, no-call-now",
        "SS-3": "call schnapp, silent, open>stack",
        "SS-4": "call schnipp, open>schnipp, schnipp>stack",
        "SS-9": "over, round-over",
    }
)
