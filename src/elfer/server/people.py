"""People: guests need nothing but a name; an account, with a passphrase, keeps history and statistics."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from elfer.server.declined import Declined
from elfer.server.messages import Credentials
from elfer.server.storage import Account, Storage
from elfer.server.who import NOBODY, Person, Signer, new_id

T = TypeVar("T")


async def known(signer: Signer, storage: Storage, cookie: str | None) -> Person:
    """The person of a cookie; nobody, if it is not ours, or if they have signed out since."""
    person = signer.person(cookie)
    return NOBODY if person.id and await has_ended(storage, person) else person


async def has_ended(storage: Storage, person: Person) -> bool:
    """Whether the person has signed out since the cookie was made: on this device, or everywhere."""
    ended = await storage.ended(person.id, person.session)
    return person.session in ended or ended.get(person.id, 0) != person.generation


class People:
    """Accounts. Hashing is slow on purpose, so it has a thread of its own."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._hasher = PasswordHasher()
        self._thread = ThreadPoolExecutor(1, "elfer-argon2")
        self._decoy = ""

    def guest(self, name: str, before: Person) -> Person:
        """Somebody by name; who was here before stays the same person."""
        if before.account:
            raise Declined("has-account", "DELETE /api/me")
        return Person(before.id or new_id(), name.strip(), False, before.session or new_id(), before.generation)

    async def join(self, wanted: Credentials, before: Person) -> Person:
        """A new account. What a guest has played stays theirs. Raises `Declined` if the name is taken."""
        if before.account:
            raise Declined("has-account", "DELETE /api/me")
        hashed = await self._run(self._hasher.hash, wanted.passphrase)
        account = Account(before.id or new_id(), wanted.name.strip(), hashed, int(1000 * time.time()))
        if not await self._storage.add_account(account):
            raise Declined("name-taken", name=account.name)
        return await self._signed_in(account)

    async def login(self, given: Credentials) -> Person:
        """The person of an account. Raises `Declined`; not even the time it takes tells whether there is the name."""
        account = await self._storage.account(given.name.strip())
        if account is None and not self._decoy:
            self._decoy = await self._run(self._hasher.hash, new_id())
        right = await self._run(
            self._verified, self._decoy if account is None else account.passphrase, given.passphrase
        )
        if account is None or not right:
            raise Declined("wrong-passphrase")
        return await self._signed_in(account)

    async def _signed_in(self, account: Account) -> Person:
        ended = await self._storage.ended(account.id)
        return Person(account.id, account.name, True, new_id(), ended.get(account.id, 0))

    async def sign_out(self, person: Person, everywhere: bool = False) -> None:
        """The cookie counts no more; everywhere: none that the person has on any device."""
        if person.id:
            # Cookies of earlier versions have no session of their own.
            await self._storage.end(person.id if everywhere else person.session or person.id, int(1000 * time.time()))

    def _verified(self, hashed: str, passphrase: str) -> bool:
        try:
            return self._hasher.verify(hashed, passphrase)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, do: Callable[..., T], *args: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, do, *args)

    def stop(self) -> None:
        self._thread.shutdown()
