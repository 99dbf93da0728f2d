"""Which rule of `brettspiel` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "BR-2": "lay-at, not-yours",
        "BR-5": "not-your-turn",
        "BR-6": "opening-card, hand>board first",
        "BR-8": "lay, end, hand>board, already-laid, three-laid, can-lay, nothing-laid",
        "BR-9": "does-not-fit, field-closed, field-taken",
        "BR-11": "bag>bonus, bonus>board, bag>board, lay-bonus",
        "BR-13": "give, hand>hand, no-pair",
        "BR-14": "draw, bag>drawn, drawn>board, drawn>hand, must-draw, drawn-fits",
        "BR-15": "pass, must-pass, stock-empty",
        "BR-16": "over, round-over",
        "BR-18": "not-offered",
    }
)
