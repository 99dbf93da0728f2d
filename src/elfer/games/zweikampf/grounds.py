"""Which rule of `zweikampf` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "ZK-2": "turn, stack>open, open>stack, not-your-turn",
        "ZK-4": "over, round-over",
    }
)
