"""Which rule of `ueberall` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "UA-2": "not-your-turn, stack>middle",
        "UA-3": "joins-not",
        "UA-4": "turn, lay-at, stack>turned, stack>open, turned>middle, turned>open, turn-up, other-card",
        "UA-5": "open>middle, open>open, put-away-first",
        "UA-7": "open>stack",
        "UA-8": "call falsch, silent, stack>stack, not-a-moment",
        "UA-9": "not-offered",
        "UA-10": "over, round-over",
    }
)
