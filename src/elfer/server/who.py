"""Who sends a message: a person, known by a signed cookie, and the seats that private links have opened to them.

Cookies and links carry their own proof (HMAC-SHA-256 with a key of this installation), so any server process can
check them. What is stored is only which sessions have ended (`elfer.server.people`).
"""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
import time
from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, astuple

from elfer.server.sitting import Sitting

COOKIE = "elfer"
COOKIE_DAYS = 400
FIRST_DAY = 20_775
"""Since 1970; cookies of earlier versions do not say when they were made, and count as made on this day."""
CODE_LENGTH = 5
_ID_BYTES = 9
# No vowels, so that no word comes out; no letters that look alike.
_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
_MAC_BYTES = 16


class Person(Struct, frozen=True, array_like=True):
    """Somebody, by cookie."""

    id: str = ""
    """Nobody in particular: may look on."""
    name: str = ""
    account: bool = False
    session: str = ""
    """What ends when somebody signs out on one device."""
    generation: int = 0
    """How often they had signed out everywhere when the cookie was made."""


NOBODY = Person()


class _Dated(Person, frozen=True, array_like=True):
    """What is in a cookie. It is good for as long as a browser keeps it and no longer, wherever a copy may lie."""

    day: int = FIRST_DAY


class Who(Struct, frozen=True):
    """The sender of a message."""

    person: Person = NOBODY
    keys: frozenset[str] = frozenset()

    def seats(self, sitting: Sitting, signer: Signer) -> tuple[int, ...]:
        """The seats they act for."""
        own = sitting.seats_of(self.person.id)
        if not self.keys:
            return own
        return tuple(sorted({*own, *(seat for seat, _ in signer.opened(sitting, self.keys))}))

    def key(self, sitting: Sitting, seat: int, signer: Signer) -> str:
        """The key of one of their seats: the one they have it by, if it is not theirs by right."""
        if sitting.chairs[seat].person == self.person.id:
            return signer.seat_key(sitting, seat, self.person.generation)
        return next((key for opened, key in signer.opened(sitting, self.keys) if opened == seat), "")


class Signer:
    """Signs cookies and private links."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def _mac(self, purpose: str, text: bytes) -> bytes:
        return hmac.digest(self._key, purpose.encode() + b"\0" + text, "sha256")[:_MAC_BYTES]

    def cookie(self, person: Person) -> str:
        text = msgspec.json.encode(_Dated(**asdict(person), day=_today()))
        return _b64(self._mac("person", text) + text)

    def person(self, cookie: str | None) -> Person:
        """The person of a cookie; nobody, if it is not ours or too old."""
        try:
            raw = base64.urlsafe_b64decode((cookie or "") + "==")
            mac, text = raw[:_MAC_BYTES], raw[_MAC_BYTES:]
            if hmac.compare_digest(mac, self._mac("person", text)):
                dated = msgspec.json.decode(text, type=_Dated)
                return Person(*astuple(dated)[:-1]) if _today() - dated.day <= COOKIE_DAYS else NOBODY
        except (binascii.Error, ValueError, msgspec.MsgspecError):
            pass
        return NOBODY

    def seat_key(self, sitting: Sitting, seat: int, generation: int) -> str:
        """The key of a seat's private link, for a person who has signed out everywhere so many times.

        It is good until somebody else sits there, or the person makes it anew or signs out everywhere once more.
        """
        chair = sitting.chairs[seat]
        text = f"{sitting.id} {seat} {chair.person} {generation} {chair.rekeyed}"
        return f"{generation}.{_b64(self._mac('seat', text.encode()))}"

    def opened(self, sitting: Sitting, keys: Iterable[str]) -> list[tuple[int, str]]:
        """The seats that these keys open, each with its key; whether a person has signed out is not looked at."""
        held = [seat for seat, chair in enumerate(sitting.chairs) if chair.person]
        return [
            (seat, key)
            for key in keys
            if (generation := generation_of(key)) is not None
            for seat in held
            if hmac.compare_digest(key.encode(), self.seat_key(sitting, seat, generation).encode())
        ]


def generation_of(key: str) -> int | None:
    """How often its person had signed out everywhere when a key was made; `None` if it is no key.

    >>> generation_of("2.xyz"), generation_of("xyz")
    (2, None)
    """
    number, dot, _ = key.partition(".")
    return int(number) if dot and number.isascii() and number.isdecimal() and len(number) < 10 else None


def new_id() -> str:
    """For a person, a match, a process."""
    return _b64(secrets.token_bytes(_ID_BYTES))


def new_code(length: int = CODE_LENGTH) -> str:
    """For a table: what people type to join."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def _today() -> int:
    return int(time.time() // (24 * 3600))


def _b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
