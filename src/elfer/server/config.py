"""Settings, shown to an operator: those in force with their sources, and a file that explains all of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import FieldInfo

from elfer.server.settings import Settings

HIDDEN = "••••••"
_SECRET_NAMES = ("token", "secret", "password", "passphrase")
# The password before the last @ of an address, and one that is given as a parameter.
_IN_ADDRESS = re.compile(r"(?<=://)([^/?#@:]*):[^/?#]*@")
_IN_QUERY = re.compile(r"([?&][^=&#]*(?:password|token|secret)[^=&#]*=)[^&#]*", re.IGNORECASE)


def masked(name: str, value: Any) -> Any:
    """A setting without what must not be seen: passwords in addresses, and whole values that are secrets.

    >>> masked("storage", "postgresql://elfer:hunter2@db/elfer")
    'postgresql://elfer:••••••@db/elfer'
    >>> masked("operator_token", "abc"), masked("port", 8011)
    ('••••••', 8011)
    """
    if isinstance(value, (tuple, list)):
        return tuple(masked(name, one) for one in value)
    if not isinstance(value, str) or not value:
        return value
    if any(word in name for word in _SECRET_NAMES):
        return HIDDEN
    return _IN_QUERY.sub(rf"\1{HIDDEN}", _IN_ADDRESS.sub(rf"\1:{HIDDEN}@", value))


def example(about: Callable[[FieldInfo], str], head: str) -> str:
    """A file with every setting, its explanation and its default; every line is a comment until it is changed."""
    parts = [f"# {head}\n"]
    for field in msgspec.structs.fields(Settings):
        parts.append(f"# {about(field)}\n# {field.name} = {toml(field.default)}\n")
    return "\n".join(parts)


def toml(value: Any) -> str:
    """A value as TOML has it; numbers, texts and lists of them look there as in JSON."""
    return msgspec.json.encode(value).decode()
