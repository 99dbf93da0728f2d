"""People: guests need nothing but a name; an account, with a passphrase, keeps history and statistics."""

from __future__ import annotations

import time

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from elfer.server.declined import Declined
from elfer.server.messages import Credentials
from elfer.server.names import everybodys, folded, name_from, sought
from elfer.server.sitting import Sitting
from elfer.server.storage import Account, Storage
from elfer.server.tries import Hashing, Tries
from elfer.server.who import NOBODY, Person, Signer, Who, generation_of, new_id


async def known(signer: Signer, storage: Storage, cookie: str | None) -> Person:
    """The person of a cookie; nobody, if it is not ours, or if they have signed out since."""
    person = signer.person(cookie)
    return NOBODY if person.id and await has_ended(storage, person) else person


async def has_ended(storage: Storage, person: Person) -> bool:
    """Whether the person has signed out since the cookie was made: on this device, or everywhere."""
    ended = await storage.ended(person.id, person.session)
    return person.session in ended or ended.get(person.id, 0) != person.generation


async def still_good(storage: Storage, signer: Signer, sitting: Sitting, who: Who) -> Who:
    """Somebody, with those of their keys that open a seat now: whose person has not signed out everywhere since."""
    opened = signer.opened(sitting, who.keys)
    if not opened:
        return Who(who.person)
    ended = await storage.ended(*{sitting.chairs[seat].person for seat, _ in opened})
    good = (key for seat, key in opened if generation_of(key) == ended.get(sitting.chairs[seat].person, 0))
    return Who(who.person, frozenset(good))


async def is_free(storage: Storage, name: str, person: str) -> bool:
    """Whether a person may be called so: by a name that no account has, or by that of their own."""
    if folded(name) in everybodys():
        return True
    account = await storage.account(name)
    return account is None or account.id == person


class People:
    """Guests and accounts."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._hasher = PasswordHasher()
        self._hashing, self._tries = Hashing(), Tries()
        self._decoy = ""

    async def guest(self, name: str, before: Person) -> Person:
        """Somebody by name; who was here before stays the same person. Raises `Declined` if an account has it."""
        if before.account:
            raise Declined("has-account", "DELETE /api/me")
        name = name_from(name)
        if not await is_free(self._storage, name, before.id):
            raise Declined("name-taken", name=name)
        return Person(before.id or new_id(), name, False, before.session or new_id(), before.generation)

    async def join(self, wanted: Credentials, before: Person, host: str | None = None) -> Person:
        """A new account. What a guest has played stays theirs, but none of the guest's cookies is good any more.

        Raises `Declined` if the name is taken.
        """
        if before.account:
            raise Declined("has-account", "DELETE /api/me")
        name = name_from(wanted.name)
        if folded(name) in everybodys():
            raise Declined("name-taken", name=name)
        hashed = await self._hashing.run(host, self._hasher.hash, wanted.passphrase)
        account = Account(before.id or new_id(), name, hashed, int(1000 * time.time()))
        if not await self._storage.add_account(account):
            raise Declined("name-taken", name=name)
        return await self._signed_in(account)

    async def login(self, given: Credentials, host: str | None = None) -> Person:
        """The person of an account. Raises `Declined`; not even the time it takes tells whether there is the name."""
        name = sought(given.name)
        self._tries.begin(folded(name), host)
        try:
            account = await self._storage.account(name)
            hashed = "" if account is None else account.passphrase
            right = await self._hashing.run(host, self._is_right, hashed, given.passphrase)
        except Declined:  # too many wait, or storage is down: nothing was tried
            self._tries.take_back(folded(name), host)
            raise
        if account is None or not right:
            raise Declined("wrong-passphrase")
        self._tries.right(folded(name), host)
        return await self._signed_in(account)

    async def _signed_in(self, account: Account) -> Person:
        ended = await self._storage.ended(account.id)
        return Person(account.id, account.name, True, new_id(), ended.get(account.id, 0))

    async def sign_out(self, person: Person, everywhere: bool = False) -> None:
        """The cookie counts no more; everywhere: none that the person has on any device."""
        if person.id:
            # Cookies of earlier versions have no session of their own.
            await self._storage.end(person.id if everywhere else person.session or person.id, int(1000 * time.time()))

    def _is_right(self, hashed: str, passphrase: str) -> bool:
        """In the thread that hashes. Where there is nothing to compare with, as much is done as if there were."""
        if not hashed and not self._decoy:
            self._decoy = self._hasher.hash(new_id())
        try:
            return self._hasher.verify(hashed or self._decoy, passphrase)
        except (VerificationError, InvalidHashError):
            return False

    def stop(self) -> None:
        self._hashing.stop()
