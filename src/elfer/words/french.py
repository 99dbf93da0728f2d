"""French elision: “de” and “que” lose their vowel before a name that begins with one.

Which names people have is known only when a sentence is said, so it is done there, for every sentence alike. The
browser does the same (`web/src/words/french.ts`).

>>> elided("reçoit {what} de {who}", {"what": "le 5 rouge", "who": "Anna"})
'reçoit {what} d’{who}'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

_BEFORE = re.compile(r"\b([cdjlmnst]|(?:jus|lors|puis|quoi)?qu)(?:e|(?<=l)a) \{(\w+)\}", re.IGNORECASE)
"""A word that can lose its vowel, before something that is put in."""
_ELIDING = re.compile(
    r"(?!onz|oui\b)[aeiouœæ]"
    r"|y[b-df-hj-np-tv-xz]"  # Yves, but not Yann
    r"|h(?:adr|e(?!i)|i|ono|orte|u[bg]|y)"  # Hélène and Hugo, but not Hans, Heidi or Holger
)


def elided(sentence: str, facts: Mapping[str, Any]) -> str:
    """The sentence, its gaps still open, as it is with these facts."""

    def without_vowel(found: re.Match[str]) -> str:
        return f"{found[1]}’{{{found[2]}}}" if elides(str(facts.get(found[2], ""))) else found[0]

    return _BEFORE.sub(without_vowel, sentence)


def elides(word: str) -> bool:
    """Whether the word before this one loses its vowel.

    >>> [elides(name) for name in ("Élodie", "Ben", "Yves", "Yann", "Hélène", "Hans", "onze")]
    [True, False, True, False, True, False, False]
    """
    plain = unicodedata.normalize("NFD", word.lower())
    return _ELIDING.match("".join(c for c in plain if not unicodedata.combining(c))) is not None
