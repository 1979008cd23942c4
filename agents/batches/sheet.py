"""Within which case and run a model is asked by batch; outside, every call is made at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from agents.batches.book import BatchBook
    from agents.batches.provider import BatchProvider


class Deferred(Exception):  # noqa: N818  (nothing went wrong)
    """A reply is still to come from a batch; what needs it is done again once it is here."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One case's page in the book, for one pass over it.

    Attributes:
        book: what has been asked.
        run: the run's id.
        case_id: the case's.
        provider: gives a model's batch interface.
        live: whether what the book does not contain is asked at once, in place of :class:`Deferred`.
        met: how often each reply has been asked for in this pass.
    """

    book: BatchBook
    run: str
    case_id: str
    provider: Callable[[BaseChatModel], BatchProvider]
    live: bool = False
    met: Counter[str] = field(default_factory=Counter)

    def key(self, key: str, *, shared: bool) -> str:
        """What a reply is noted under: as without a batch, who asks twice for one asks anew.

        Args:
            key: the reply's, see :func:`agents.calls.reply_key.reply_key`.
            shared: whether other cases and runs may use it, too, since replies are cached.
        """
        number = self.met[key]
        self.met[key] += 1
        own = key if shared else f"{key} {self.run} {self.case_id}"
        return own if not number else f"{own} {number}"

    def owns(self, key: str) -> bool:
        """Whether this case pays for what is noted under a key; a run that left it unused does not."""
        tries = self.book.tries(key)
        if tries and tries[0].run != self.run:
            self.book.take_over(key, run=self.run, case_id=self.case_id)
            return True
        return bool(tries) and tries[0].case_id == self.case_id


_sheet: ContextVar[Sheet | None] = ContextVar("batch_sheet", default=None)


@contextmanager
def deferring(sheet: Sheet) -> Iterator[None]:
    """Have the calls made inside, by tasks begun inside too, asked by batch."""
    token = _sheet.set(sheet)
    try:
        yield
    finally:
        _sheet.reset(token)


def current_sheet() -> Sheet | None:
    """The sheet that calls are noted on; None where they are made at once."""
    return _sheet.get()
