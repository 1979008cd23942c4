"""Replies that come later than they are asked for: whoever defers calls makes them in a way of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from agents.calls.paid_call import PaidCall


class Deferred(Exception):  # noqa: N818  (nothing went wrong)
    """A reply is still to come; what needs it is done again once it is here."""


class Deferral(Protocol):
    """Where calls are noted whose replies come later."""

    def call(self, call: PaidCall, key: str, *, shared: bool) -> PaidCall:
        """The call as it is made instead; it may raise :class:`Deferred`.

        Args:
            call: as it would be made at once.
            key: of its reply, see :func:`agents.calls.reply_key.reply_key`.
            shared: whether other cases and runs may use the reply, too, since replies are cached.
        """
        ...


_deferral: ContextVar[Deferral | None] = ContextVar("deferral", default=None)


@contextmanager
def deferring(deferral: Deferral) -> Iterator[None]:
    """Have the calls made inside, by tasks begun inside too, deferred."""
    token = _deferral.set(deferral)
    try:
        yield
    finally:
        _deferral.reset(token)


def current_deferral() -> Deferral | None:
    """What defers calls here; None where they are made at once."""
    return _deferral.get()
