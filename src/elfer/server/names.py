"""What people and seats may be called, and what may be said in the chat.

A name stands beside others on everybody's screen. So it shows what it is: nothing in it steers the screen, turns the
writing round or cannot be seen, and no guest goes by the name of an account.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from elfer.server.declined import Declined
from elfer.words import LANGUAGES, Words

LONGEST_NAME = 24
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e007a]{1,6}\U000e007f")
"""The flag of a part of a country is spelt in characters that are invisible elsewhere."""
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U000e0000-\U000e0fff]")
"""Letters, marks and signs that show nothing, though Unicode does not count them as formats."""
_SELECTORS = "\ufe0e\ufe0f"
_STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_VIRAMA = 9
"""The combining class of the sign in Indian scripts that takes a letter's vowel away."""
ZWNJ, ZWJ = "\u200c", "\u200d"


def name_from(text: str) -> str:
    """A name as it is kept. Raises `Declined`.

    >>> name_from("  Ju\u0308rgen   B. ")
    'Jürgen B.'
    """
    shown = _spaced(unicodedata.normalize("NFC", text))
    if len(shown) > LONGEST_NAME or not _is_plain(shown) or not _is_visible(shown):
        raise Declined("bad-name", f"1–{LONGEST_NAME}", most=LONGEST_NAME)
    return shown


def sought(text: str) -> str:
    """A name to look for; it may be of an account that was made when more was allowed. Raises `Declined`."""
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in text):
        raise Declined("bad-name", f"1–{LONGEST_NAME}", most=LONGEST_NAME)
    return _spaced(unicodedata.normalize("NFC", text))


def tidied(text: str) -> str:
    """A name from elsewhere, such as a record, without what cannot be in one; empty if nothing is left.

    >>> tidied("An\\u202ena\\0")
    'Anna'
    """
    shown = unicodedata.normalize("NFC", text)
    kept = "".join(char for n, char in enumerate(shown) if _may_stand(shown, n))
    kept = _spaced(_spaced(kept)[:LONGEST_NAME])
    return kept if _is_visible(kept) else ""


def chat_from(text: str) -> str:
    """Something said, as it is kept: lines and all scripts may be in it. Raises `Declined`."""
    bad = any(unicodedata.category(char) in ("Cc", "Cs") and char not in "\n\t" for char in text)
    if bad or _TURNING.search(text) or not _is_visible(text):
        raise Declined("bad-text")
    return text


def folded(name: str) -> str:
    """Names that fold alike are one name: capitals do not matter, nor do letters of another width.

    >>> folded("ＡＮＮＡ") == folded("anna")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


@lru_cache
def everybodys() -> frozenset[str]:
    """Names that nobody can have alone, folded: guests who have not said what they are called have them."""
    return frozenset(folded(Words(lang).say("web.guest")) for lang in LANGUAGES)


def _spaced(text: str) -> str:
    """With one plain space wherever there are spaces of any width, and none around."""
    plain = "".join(" " if unicodedata.category(char) == "Zs" else char for char in text)
    return re.sub(" +", " ", plain).strip(" ")


def _is_plain(text: str) -> bool:
    text = _FLAG.sub("\U0001f3f4", text)
    return all(_may_stand(text, n) for n in range(len(text)))


def _is_visible(text: str) -> bool:
    return any(unicodedata.category(char)[0] in "LNPSC" and not _BLANK.match(char) for char in _without_formats(text))


def _without_formats(text: str) -> str:
    return "".join(char for char in text if unicodedata.category(char) not in _STEERING)


def _may_stand(text: str, at: int) -> bool:
    char, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if char in (ZWJ, ZWNJ):
        return _joins(before, char, after)
    if char in _SELECTORS:
        return before != "" and unicodedata.category(before) in ("So", "Sm", "Nd", "Po", "Pd", "Ll")
    return unicodedata.category(char) not in _STEERING and not _BLANK.match(char) and not "\ufe00" <= char <= "\ufe0d"


def _joins(before: str, char: str, after: str) -> bool:
    """Whether a joiner has something to do there: in Indian and Arabic writing, or between the parts of an emoji."""
    if not before or not after:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if char == ZWNJ:
        return unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    part = unicodedata.category(before) in ("So", "Sk") or before in _SELECTORS
    return part and unicodedata.category(after) == "So"
