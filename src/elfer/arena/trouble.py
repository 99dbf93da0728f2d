"""What cannot be played, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar


class Trouble(ValueError):
    """Something that was asked for and cannot be; the catalogues have a sentence for it under this key."""

    spoken: ClassVar[Callable[..., str]] = staticmethod(lambda key, **facts: f"{key} {facts}")
    """How it is said where nobody has asked for a language."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.facts = key, facts

    def __reduce__(self) -> tuple[Callable[..., Trouble], tuple[str, dict[str, object]]]:
        """It comes back whole from another process."""
        return _trouble, (self.key, self.facts)

    def __str__(self) -> str:
        return type(self).spoken(self.key, **self.facts)


def _trouble(key: str, facts: dict[str, object]) -> Trouble:
    return Trouble(key, **facts)
