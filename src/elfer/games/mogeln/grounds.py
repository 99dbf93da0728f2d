"""Which rule of `mogeln` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "MO-1": "not-your-turn",
        "MO-2": "lay, announce, hand>laid, laid>pile",
        "MO-3": "pass",
        "MO-4": "pile>aside",
        "MO-5": "call gemogelt, silent, pile>hand, pile>shown, shown>pile, nothing-laid-to-call",
        "MO-7": "slip, call more-than-one, nothing-on-top, slipped-so-lay",
        "MO-10": "over, round-over",
    }
)
