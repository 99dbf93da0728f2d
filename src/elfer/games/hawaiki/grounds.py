"""Which rule of `hawaiki` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "HA-3": "not-your-turn",
        "HA-4": (
            "lay-at, draw, hand>a, hand>b, hand>c, shown>a, shown>b, shown>c, stock>hand, stock>shown, "
            "top-differs, can-draw"
        ),
        "HA-6": "announce pair",
        "HA-7": "announce straight, name, name-first, names-others, nobody-to-name",
        "HA-8": "announce flush",
        "HA-9": "announce triplet",
        "HA-12": "call, silent, nothing-to-call",
        "HA-13": "not-as-announced, forms-none, announced-already",
        "HA-14": "call thanks, call many-thanks",
        "HA-15": (
            "not-offered announce pair, not-offered announce straight, not-offered announce flush, "
            "not-offered announce triplet"
        ),
        "HA-16": "over, round-over",
        "HA-19": "pass, a>stock shuffled, b>stock shuffled, c>stock shuffled, stock-empty, can-lay",
        "HA-20": "hide, hand>shown, shown>hand, hide-first, nothing-to-hide, not-in-sight",
        "HA-21": "bury, a>stock, b>stock, c>stock, single-hand-card, pile-of-one",
        "HA-22": "announce second-chance, not-the-last-card",
    }
)
