"""What was used last is kept in memory, as much of it as may be."""

from __future__ import annotations

import math
from typing import Generic, TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


class RecentlyUsed(Generic[_K, _V]):
    """Values by keys; a further one takes the place of what was used longest ago. No threads may share it."""

    def __init__(self, most: float, size: float = math.inf) -> None:
        """Keep none yet.

        Args:
            most: values at most.
            size: of all values at most, in whatever unit they are kept with; one is kept, whatever it has.
        """
        self._most, self._largest = most, size
        self._kept: dict[_K, tuple[_V, int]] = {}
        self._size = 0

    def __contains__(self, key: _K) -> bool:
        """Whether a value is kept; this is no use of it."""
        return key in self._kept

    def __len__(self) -> int:
        """How many values are kept."""
        return len(self._kept)

    def get(self, key: _K) -> _V | None:
        """The value of a key, None if none is kept; it was used last now."""
        if key not in self._kept:
            return None
        kept = self._kept[key] = self._kept.pop(key)
        return kept[0]

    def keep(self, key: _K, value: _V, size: int = 0) -> _V:
        """Keep a value, which was used last now, in place of what the key had; the value."""
        self.forget(key)
        self._kept[key] = value, size
        self._size += size
        while len(self._kept) > 1 and (len(self._kept) > self._most or self._size > self._largest):
            self.forget(next(iter(self._kept)))
        return value

    def forget(self, key: _K) -> None:
        """Keep no value of a key."""
        if key in self._kept:
            self._size -= self._kept.pop(key)[1]

    def items(self) -> list[tuple[_K, _V]]:
        """All keys and values, those used last first; this is no use of them."""
        return [(key, value) for key, (value, _) in reversed(self._kept.items())]
