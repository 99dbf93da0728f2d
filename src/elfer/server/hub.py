"""The hub: tells the other server processes that a match has gone on. What happened they read from storage.

A word that is lost would leave somebody's table standing still, so none is: what could not be published is tried
again until it could, and after every reconnection all matches that are open here are read again.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
from collections.abc import Callable
from typing import Any, Protocol

from elfer.server.config import masked
from elfer.server.settings import BadSetting

Heard = Callable[[str, bytes], None]
"""Called with the match that has gone on; or with a match and something to pass on that is not in its log."""

_log = logging.getLogger(__name__)


class Hub(Protocol):
    """Passes the word between processes."""

    shared: bool
    """Whether others may write to the same matches."""

    async def start(self, heard: Heard) -> None: ...

    async def stop(self) -> None: ...

    def publish(self, match: str, word: bytes = b"") -> None:
        """The match has gone on; an own word, such as a chat line, is passed on as it is (once, if at all)."""

    def subscribe(self, match: str) -> None:
        """From now on tell when it goes on; tells once as soon as that is sure."""

    def unsubscribe(self, match: str) -> None: ...


class LocalHub:
    """One process: everybody who must hear of it is here."""

    shared = False

    async def start(self, heard: Heard) -> None:
        pass

    async def stop(self) -> None:
        pass

    def publish(self, match: str, word: bytes = b"") -> None:
        pass

    def subscribe(self, match: str) -> None:
        pass

    def unsubscribe(self, match: str) -> None:
        pass


class ValkeyHub:
    """Publish and subscribe through Valkey or Redis. Needs the extra `cluster`."""

    shared = True
    PREFIX = "elfer:"
    FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0

    def __init__(self, url: str, process: str) -> None:
        self.url, self.process = url, process.encode()
        self._matches: set[str] = set()
        self._unpublished: dict[str, None] = {}
        self._words: list[tuple[str, bytes]] = []
        self._wake_publisher, self._wake_listener = asyncio.Event(), asyncio.Event()
        self._changes: list[tuple[bool, str]] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, heard: Heard) -> None:
        self._heard = heard
        self._tasks = [asyncio.create_task(self._again(run)) for run in (self._publish_all, self._listen)]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def publish(self, match: str, word: bytes = b"") -> None:
        if word:
            self._words.append((match, word))
        else:
            self._unpublished[match] = None
        self._wake_publisher.set()

    def subscribe(self, match: str) -> None:
        if match not in self._matches:
            self._matches.add(match)
            self._changes.append((True, match))
            self._wake_listener.set()

    def unsubscribe(self, match: str) -> None:
        if match in self._matches:
            self._matches.discard(match)
            self._changes.append((False, match))
            self._wake_listener.set()

    async def _again(self, run: Callable[[Any], Any]) -> None:
        """Run with a connection; when it breaks, wait a little, longer each time, and run again."""
        import redis.asyncio as valkey

        wait = self.FIRST_WAIT
        while True:
            client = valkey.Redis.from_url(self.url, socket_connect_timeout=5, health_check_interval=0)
            started = asyncio.get_running_loop().time()
            try:
                await run(client)
            except (valkey.RedisError, OSError) as error:
                _log.warning("hub lost", extra={"error": str(error)})
            finally:
                with contextlib.suppress(Exception):
                    await client.aclose()
            if asyncio.get_running_loop().time() - started > self.LONGEST_WAIT:
                wait = self.FIRST_WAIT
            await asyncio.sleep(wait)
            wait = min(2 * wait, self.LONGEST_WAIT)

    async def _publish_all(self, client: Any) -> None:
        while True:
            await self._wake_publisher.wait()
            self._wake_publisher.clear()
            words, self._words = self._words, []
            matches, self._unpublished = self._unpublished, {}
            async with client.pipeline(transaction=False) as pipe:
                for match in matches:
                    pipe.publish(self.PREFIX + match, self.process + b" ")
                for match, word in words:
                    pipe.publish(self.PREFIX + match, self.process + b" " + word)
                try:
                    await pipe.execute()
                except BaseException:
                    self._unpublished.update(matches)
                    self._wake_publisher.set()
                    raise

    async def _listen(self, client: Any) -> None:
        async with client.pubsub() as pubsub:
            self._changes.clear()
            # Without any channel the connection would not be read; this one is never written to.
            await pubsub.subscribe(self.PREFIX, *(self.PREFIX + match for match in self._matches))
            changing = asyncio.create_task(self._change(pubsub))
            try:
                async for message in pubsub.listen():
                    self._hear(message)
            finally:
                changing.cancel()
                await asyncio.gather(changing, return_exceptions=True)

    async def _change(self, pubsub: Any) -> None:
        """Pass on what is to be listened to, as it changes."""
        while True:
            self._wake_listener.clear()
            while self._changes:
                added, match = self._changes.pop(0)
                await (pubsub.subscribe if added else pubsub.unsubscribe)(self.PREFIX + match)
            await self._wake_listener.wait()

    def _hear(self, message: dict[str, Any]) -> None:
        match = message["channel"].decode().removeprefix(self.PREFIX)
        if not match:
            return
        if message["type"] == "subscribe":  # also after a reconnection: whatever was missed is read now
            self._heard(match, b"")
        elif message["type"] == "message":
            sender, _, word = message["data"].partition(b" ")
            if sender != self.process:
                self._heard(match, word)


async def announce(url: str, match: str) -> None:
    """Say once that a match has gone on, from outside of any server. Raises `BadSetting` and `OSError`."""
    hub = hub_for(url, "operator")
    if not isinstance(hub, ValkeyHub):
        return
    import redis.asyncio as valkey

    client = valkey.Redis.from_url(hub.url, socket_connect_timeout=5)
    try:
        await client.publish(hub.PREFIX + match, hub.process + b" ")
    except valkey.RedisError as error:
        raise ConnectionError(str(error)) from None
    finally:
        await client.aclose()


def hub_for(url: str, process: str) -> Hub:
    """The hub behind a URL; none is needed for one process. Raises `BadSetting` if it is of no known kind."""
    if not url:
        return LocalHub()
    if url.startswith(("redis:", "rediss:", "valkey:", "valkeys:", "unix:")):
        if importlib.util.find_spec("redis") is None:
            raise BadSetting("hub: Valkey needs more: pip install 'elfer[cluster]'")
        return ValkeyHub(f"redis{url.removeprefix('valkey')}" if url.startswith("valkey") else url, process)
    raise BadSetting(f"“{masked('hub', url)}” is no hub; expected valkey://… or redis://…")
