"""Which rule of `farbensammeln` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "FS-2": "not-your-turn",
        "FS-3": (
            "draw, take-from, stock>drawn, a>drawn, b>drawn, c>drawn, d>drawn, drawn>hand, "
            "take-a-card-first, card-taken-already, just-taken-stays"
        ),
        "FS-4": "lay-at, hand>a, hand>b, hand>c, hand>d, new-pile-comes-first, no-open-card-there",
        "FS-6": "announce schluss, hand-not-one-colour",
        "FS-9": "announce schluss-ohne-risiko, stock-not-used-up, last-card-from-stock, called-so-put-away",
        "FS-10": "over, round-over, stock-empty",
    }
)
