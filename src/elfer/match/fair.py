"""A fair deal that anyone can check: the server binds itself before it deals, and players may stir.

1. When a table opens, the server draws a secret of 32 bytes and shows its **commitment**, the SHA-256 of the secret
   (64 hexadecimal digits). From then on it cannot choose another one.
2. Until the match starts every player may add **entropy**, a short text that everyone sees.
3. The **seed of the match** is ``HMAC-SHA-256(key = secret, message)``, where the message is ``match`` and then, for
   each entropy in its order, a line feed and the text in UTF-8. So nobody alone decides the deal.
4. After the match the secret is revealed. Its SHA-256 must be the commitment, the seed must follow from it, and the
   deal from the seed (docs/shuffle.md).

>>> secret = bytes(range(32))
>>> commitment(secret)[:16], match_seed(secret, ["hello"]).hex()[:16]
('630dcd2966c43366', 'f6bc85443444fdd3')
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from elfer.table.seed import derived

LONGEST_ENTROPY = 64


def commitment(secret: bytes) -> str:
    """What is shown of a secret before the deal."""
    return sha256(secret).hexdigest()


def match_seed(secret: bytes, entropy: Iterable[str]) -> bytes:
    """The seed of a match, from the server's secret and what the players added. No entropy holds a line feed."""
    return derived(secret, "\n".join(("match", *entropy)))
