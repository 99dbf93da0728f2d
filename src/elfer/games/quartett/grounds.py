"""Which rule of `quartett` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "QU-2": "hand>quartets",
        "QU-3": "ask, ask-another, you-have-it, number-not-held",
        "QU-4": "give, hand>hand, not-your-turn, answer-first, asked-for-other, nobody-asked",
        "QU-5": "deny, not-offered",
        "QU-6": "over, round-over",
        "QU-7": "asked-has-none",
    }
)
