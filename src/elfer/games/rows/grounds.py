"""Which rule of a row game lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

SHARED = resting(
    {
        "EL-3": "opening-card, hand>rows first",
        "EL-5": "lay, end, hand>rows, already-laid",
        "EL-7": "does-not-fit",
        "EL-8": "can-lay, nothing-laid",
        "EL-11": "pass, must-pass, stock-empty",
        "EL-12": "over, round-over",
    }
)

BOOKLET = SHARED | resting(
    {
        "EK-3": "not-your-turn",
        "EK-4": "one-colour",
        "EK-5": "draw, stock>drawn, drawn>hand, drawn>rows, must-draw, must-lay-drawn, drawn-enough",
        "EK-8": "take, stock>hand, stock-empty take, lay-or-draw, lay-drawn-card, must-end",
    }
)
