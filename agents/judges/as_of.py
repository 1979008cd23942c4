"""The date that answers are judged as of: a fixed one, or the day on which a run began."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator

_run_begun: ContextVar[datetime | None] = ContextVar("run_begun", default=None)


def _read(given: object) -> object:
    # Python's own reader takes 20261128 and weeks, pydantic's seconds since 1970, a time of midnight too.
    if isinstance(given, str) and given != "today":
        try:
            day = date.fromisoformat(given)
        except ValueError:
            day = None
        if day is None or given != day.isoformat():
            raise ValueError("is no date; write it as 2026-11-28, or today")
        return day
    if given is not None and not isinstance(given, str) and type(given) is not date:
        raise ValueError("is no date; write it as 2026-11-28, or today")
    return given


AsOf = Annotated[date | Literal["today"], BeforeValidator(_read)]
"""A date, or ``today``: the day (UTC) on which the run began, that of the call where there is no run."""


@contextmanager
def in_run_begun(at: datetime) -> Iterator[None]:
    """Have ``today`` mean the day on which a run began, however often it is resumed.

    Args:
        at: when it began, with its time zone.
    """
    token = _run_begun.set(at)
    try:
        yield
    finally:
        _run_begun.reset(token)


def judged_as_of(chosen: date | Literal["today"] | None) -> date | None:
    """The date that an answer is judged as of; None where none was chosen."""
    if chosen != "today":
        return chosen
    return (_run_begun.get() or datetime.now(UTC)).astimezone(UTC).date()
