"""Which rule of `was-liegt-wo` lies behind a refusal, an action, or a move of cards."""

from elfer.table.grounds import resting

GROUNDS = resting(
    {
        "WL-2": "turn-at, grid>up, up>grid, up>won, not-your-turn, lies-face-up, card-is-taken",
        "WL-4": "over, round-over",
    }
)
