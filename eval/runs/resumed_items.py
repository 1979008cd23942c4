"""Whether an item was made by an earlier process: it took no time here."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_read_back: ContextVar[bool] = ContextVar("read_back", default=False)


def is_read_back() -> bool:
    """Whether the item that a watch is called with was made by an earlier process."""
    return _read_back.get()


@contextmanager
def reading_back(*, kept: bool) -> Iterator[None]:
    """Have watches that are called within know whether the item was kept."""
    token = _read_back.set(kept)
    try:
        yield
    finally:
        _read_back.reset(token)
