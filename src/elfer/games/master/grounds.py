"""Which rule of `master` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "MA-4": "not-your-turn",
        "MA-5": "lay, end, hand>rows, already-laid, four-laid, nothing-laid",
        "MA-6": "does-not-fit, place-not-empty",
        "MA-7": "draw, stock>hand, pass-too-early",
        "MA-8": "pass, can-lay, stock-empty",
        "MA-10": "lay-at, hand>jokers, no-joker",
        "MA-11": "swap, jokers>hand, joker-lies-there, no-joker-lies-there",
        "MA-12": "exchanged-so-lay, nothing-left-to-lay",
        "MA-14": "connect, connections>links, nothing-to-connect",
        "MA-15": "rows-apart",
        "MA-17": "no-connection-cards",
        "MA-18": "connected-already, place-not-empty connect",
        "MA-19": "bonus>won",
        "MA-20": "over, round-over",
    }
)
