"""The numbers of several server processes: whichever is asked asks the others, and tells them all.

Each process counts for itself. It answers its siblings through a socket in a folder that nobody else can look into,
so there is one address for whoever watches the server, and no sum that forgets what a dead process had counted: every
line says which process it is of.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

PATIENCE = 2.0
"""Seconds; a sibling that takes longer is left out."""

Own = Callable[[], Awaitable[str]]


class Numbers:
    """Those of one process, and the way to those of its siblings."""

    def __init__(self, folder: str, number: int) -> None:
        self._folder, self._number = Path(folder), number
        self._server: asyncio.Server | None = None

    async def start(self, own: Own) -> None:
        """Answer siblings from now on."""

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                writer.write((await own()).encode())
                await writer.drain()
                writer.close()

        path = self._folder / str(self._number)
        path.unlink(missing_ok=True)  # of one that was killed
        self._server = await asyncio.start_unix_server(answer, path)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()

    async def all(self) -> str:
        """The numbers of all processes that answer."""
        names = sorted((path.name for path in self._folder.iterdir()), key=int)
        texts = await asyncio.gather(*map(self._ask, names))
        return merged({name: text for name, text in zip(names, texts, strict=True) if text})

    async def _ask(self, name: str) -> str:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_unix_connection(self._folder / name)
                try:
                    return (await reader.read()).decode()
                finally:
                    writer.close()
        return ""


def merged(texts: Mapping[str, str]) -> str:
    """Several texts in Prometheus's format as one, each sample labelled with its process.

    >>> print(merged({"0": "# TYPE a counter\\na 1\\n", "1": '# TYPE a counter\\na{b="c"} 2\\n'}), end="")
    # TYPE a counter
    a{process="0"} 1
    a{process="1",b="c"} 2
    """
    families: dict[str, list[str]] = {}
    for process, text in texts.items():
        head = ""
        for line in text.splitlines():
            if line.startswith("#"):
                head = line.split()[2]
                lines = families.setdefault(head, [])
                if line not in lines:
                    lines.append(line)
            else:
                families[head].append(_labelled(line, process))
    return "".join(f"{line}\n" for lines in families.values() for line in lines)


def _labelled(sample: str, process: str) -> str:
    name, value = sample.rsplit(" ", 1)
    name, _, labels = name.partition("{")
    return f'{name}{{process="{process}"{"," + labels if labels else "}"} {value}'
