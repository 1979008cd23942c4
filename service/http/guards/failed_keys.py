"""How often an address may send keys that are none: nobody is to guess one by trying.

Keys that the store made cannot be guessed, and are looked up all the same: nobody is kept out by others at
the same address.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.recently_used import RecentlyUsed
from service.keys import key_sha256

if TYPE_CHECKING:
    from starlette.types import Scope

_AT_ONCE, _AGAIN_S = 20, 3.0
"""Misses that an address has at once, and seconds after which it has one more."""
_ADDRESSES, _KEYS = 10_000, 10_000
"""Addresses, and keys of addresses, that are remembered, those of late; memory stays bounded."""
_NETWORK = 64
"""Bits of an IPv6 address that its owner does not choose."""


@dataclass
class KeyAttempt:
    """What became of a key that is tried."""

    found: bool = False
    """Whether it is one."""


class FailedKeys:
    """Counts misses by address. A key that was found from an address may always be tried from there.

    From elsewhere it counts like any: who guesses must not learn by its being let in that it is right.

    Only the hashes of these are kept. It counts in the memory of one server.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without any miss."""
        self._clock = clock
        self._left: RecentlyUsed[str, tuple[float, float]] = RecentlyUsed(_ADDRESSES)
        self._found: RecentlyUsed[str, bool] = RecentlyUsed(_KEYS)

    def wait(self, address: str, secret: str) -> int:
        """Seconds until an address may try another key that can be guessed; 0 where it may try this one."""
        left = self._of(address)
        return 0 if left >= 1 or _key(address, secret) in self._found else math.ceil((1 - left) * _AGAIN_S)

    @contextmanager
    def trying(self, address: str | None, secret: str) -> Generator[KeyAttempt]:
        """Count what is tried in the block as a miss until it is known to be none: many may be under way.

        Where the block fails, as where the store is away, it is none: nobody learned anything.

        Args:
            address: from where; None where it is not counted.
            secret: the key.
        """
        tried = KeyAttempt()
        if address is None:
            yield tried
            return
        self._set(address, self._of(address) - 1)
        missed = False
        try:
            yield tried
            missed = not tried.found
        finally:
            if not missed:
                self._set(address, self._of(address) + 1)
        if missed:
            self._found.forget(_key(address, secret))
        else:
            self._found.keep(_key(address, secret), True)

    def _set(self, address: str, left: float) -> None:
        self._left.keep(address, (left, self._clock()))

    def _of(self, address: str) -> float:
        """How many misses an address has left."""
        now = self._clock()
        left, at = self._left.get(address) or (float(_AT_ONCE), now)
        return min(_AT_ONCE, left + (now - at) / _AGAIN_S)


def address_of(scope: Scope) -> str:
    """Whose requests count together: an IPv4 address, or the network of an IPv6 address."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address) >> (128 - _NETWORK) << (128 - _NETWORK), _NETWORK)))


def _key(address: str, secret: str) -> str:
    return f"{address} {key_sha256(secret)}"
