"""Asynchronous methods as ordinary ones: the same names, parameters and bodies, and the caller waits."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from agents.calls.run_sync import wait_for

CoreT = TypeVar("CoreT")
P = ParamSpec("P")
T = TypeVar("T")
_END = object()


class SyncWrapper(Generic[CoreT]):
    """The ordinary form of an asynchronous object; works inside a running event loop too, which it blocks."""

    def __init__(self, core: CoreT) -> None:
        self._core = core


def waited(
    method: Callable[Concatenate[CoreT, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[SyncWrapper[CoreT], P], T]:
    """A method of the core that is waited for."""

    @wraps(method)
    def call(self: SyncWrapper[CoreT], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return wait_for(lambda: method(self._core, *args, **kwargs))

    return call


def iterated(
    method: Callable[Concatenate[CoreT, P], AsyncGenerator[T]],
) -> Callable[Concatenate[SyncWrapper[CoreT], P], Iterator[T]]:
    """A method of the core whose results are waited for, each when it is asked for."""

    @wraps(method)
    def call(self: SyncWrapper[CoreT], /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        results = method(self._core, *args, **kwargs)

        async def following() -> object:
            return await anext(results, _END)

        try:
            while (found := wait_for(following)) is not _END:
                yield cast("T", found)
        finally:
            wait_for(results.aclose)

    return call
