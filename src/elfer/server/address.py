"""Where requests come from: the addresses that limits count by, and the proxies that may speak for others."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from elfer.server.settings import BadSetting

T = TypeVar("T")

MOST_ADDRESSES = 10_000
_ONE_LINE = 64
"""Whoever has a line to the internet has at least so many bits of IPv6 addresses to choose from."""


def place_of(host: str | None) -> str:
    """What limits count by: an IPv4 address, or the network that one line has of IPv6.

    >>> place_of("192.0.2.7"), place_of("::ffff:192.0.2.7"), place_of("2001:db8::1"), place_of(None)
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64', '')
    """
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return (host or "")[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), _ONE_LINE), strict=False))


class Proxies:
    """The proxies that the operator has named: only they are believed when they say for whom they ask."""

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        try:
            self._networks = [ipaddress.ip_network(name, strict=False) for name in names]
        except ValueError as error:
            raise BadSetting(f"proxies: {error}; expected addresses or networks, such as 10.0.0.0/8") from None

    @property
    def names(self) -> list[str]:
        """As uvicorn takes them."""
        return [str(network) for network in self._networks]

    def __contains__(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


class PerAddress(Generic[T]):
    """Something for each address. When there are too many, the one that was used longest ago is dropped."""

    def __init__(self, make: Callable[[], T], most: int = MOST_ADDRESSES) -> None:
        self._make, self._most = make, most
        self._kept: OrderedDict[str, T] = OrderedDict()

    def of(self, host: str | None) -> T:
        place = place_of(host)
        one = self._kept.pop(place, None)
        self._kept[place] = one = self._make() if one is None else one
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return one
