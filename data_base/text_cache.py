"""What was read of texts, kept for who asks next, and never more of it than a number of characters.

A plain ``lru_cache`` counts entries: a few texts as long as a client may send would fill the memory for good.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar, cast

from data_base.cancellation import go_on

_P = ParamSpec("_P")
_R = TypeVar("_R")

_ENTRY = 64
"""Characters that an entry counts for on top of its texts: what keeping an empty one takes."""
_OTHER = 8
"""Characters that a number, or another argument that is no text, counts for."""
_LONGEST = 20_000
"""Texts of more characters are forgotten with the reading that asked for them, unless a cache says more."""
_long: ContextVar[dict[Any, Any] | None] = ContextVar("long_texts", default=None)


@contextmanager
def reading() -> Generator[None]:
    """Texts too long to be kept are read once until this ends; inside of another one, until that ends.

    Also a decorator, for what asks for the same long texts again and again.
    """
    if _long.get() is not None:
        yield
        return
    token = _long.set({})
    try:
        yield
    finally:
        _long.reset(token)


def text_cache(characters: int, longest: int = _LONGEST) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Keeps the results of a function of texts, those asked for last, as :func:`functools.lru_cache` does.

    Arguments are given by position. A result that is many times as large as its text wants a low limit.

    Args:
        characters: of the arguments of all results that are kept; an entry counts for some more.
        longest: characters of arguments whose result is kept at most, and a quarter of all.
    """

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        kept = KeptResults(cast("Callable[..., _R]", function), characters, longest)

        @wraps(function)
        def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            return kept[args] if not kwargs else function(*args, **kwargs)

        return call

    return decorate


class KeptResults(dict[tuple[Any, ...], _R], Generic[_R]):
    """Results by arguments in two generations: what is asked for again outlives the older one.

    Attributes:
        limit: characters in both generations at most.
    """

    def __init__(self, function: Callable[..., _R], limit: int, longest: int = _LONGEST) -> None:
        """Keep none yet."""
        super().__init__()
        self.limit, self._longest = limit, min(longest, limit // 4)
        self._function = function
        self._older: dict[tuple[Any, ...], _R] = {}
        self._characters = 0
        self._lock = threading.Lock()

    @property
    def texts(self) -> list[tuple[Any, ...]]:
        """The arguments whose results are kept."""
        with self._lock:
            return [*self, *(key for key in self._older if key not in self)]

    def __missing__(self, key: tuple[Any, ...]) -> _R:
        length = sum(map(_length, key))
        if length > self._longest:
            return self._read_long(key)
        older = self._older
        if key in older:
            found = older[key]
        else:
            go_on()
            found = self._function(*key)
        with self._lock:
            # Another thread may have read it meanwhile.
            if key not in self:
                self._characters += length + _ENTRY
                if self._characters > self.limit // 2:
                    self._older = dict(self)
                    self.clear()
                    self._characters = length + _ENTRY
                self[key] = found
        return found

    def _read_long(self, key: tuple[Any, ...]) -> _R:
        long = _long.get()
        go_on()
        if long is None:
            return self._function(*key)
        mine = self._function, key
        if mine not in long:
            long[mine] = self._function(*key)
        return cast("_R", long[mine])


def _length(part: object) -> int:
    if isinstance(part, tuple):
        return sum(map(_length, part))
    return len(part) if isinstance(part, str) else _OTHER
