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

import msgspec
from msgspec import Struct

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
        """The match has gone on; a word with it, such as a chat line, is passed on as it is (once, if at all)."""

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


class News(Struct, frozen=True, array_like=True):
    """What a process tells all others at once."""

    process: str
    gone_on: list[str]
    """Matches."""
    words: list[tuple[str, bytes]]


class ValkeyHub:
    """Publish and subscribe through Valkey or Redis. Needs the extra `cluster`.

    All processes listen to one channel. Whatever comes up while something is being published is published together,
    next: so under load one message tells of many moves.
    """

    shared = True
    CHANNEL = "elfer:news"
    FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0

    def __init__(self, url: str, process: str) -> None:
        self.url, self.process = url, process
        self._matches: set[str] = set()
        self._unpublished: dict[str, None] = {}
        self._words: list[tuple[str, bytes]] = []
        self._wake_publisher = asyncio.Event()
        self._listening = False
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
            if self._listening:  # what was published while it was being loaded nobody here has heard
                asyncio.get_running_loop().call_soon(self._heard, match, b"")

    def unsubscribe(self, match: str) -> None:
        self._matches.discard(match)

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
            except Exception:  # without a hub, tables would go on only when somebody looks
                _log.exception("hub failed")
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
            news = msgspec.msgpack.encode(News(self.process, list(matches), words))
            try:
                await client.publish(self.CHANNEL, news)
            except BaseException:
                self._unpublished.update(matches)
                self._wake_publisher.set()
                raise

    async def _listen(self, client: Any) -> None:
        try:
            async with client.pubsub() as pubsub:
                await pubsub.subscribe(self.CHANNEL)
                async for message in pubsub.listen():
                    self._hear(message)
        finally:
            self._listening = False

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":  # also after a reconnection: whatever was missed is read now
            self._listening = True
            for match in list(self._matches):
                self._heard(match, b"")
        elif message["type"] == "message":
            news = msgspec.msgpack.decode(message["data"], type=News)
            if news.process != self.process:
                for match in news.gone_on:
                    self._heard(match, b"")
                for match, word in news.words:
                    self._heard(match, word)


async def announce(url: str, match: str) -> None:
    """Say once that a match has gone on, from outside of any server. Raises `BadSetting` and `OSError`."""
    hub = hub_for(url, "operator")
    if not isinstance(hub, ValkeyHub):
        return
    import redis.asyncio as valkey

    client = valkey.Redis.from_url(hub.url, socket_connect_timeout=5)
    try:
        await client.publish(hub.CHANNEL, msgspec.msgpack.encode(News(hub.process, [match], [])))
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
