"""What a command says of a run in which some cases have no score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from agents.research.events import one_line
from data_base.counted import counted

if TYPE_CHECKING:
    from collections.abc import Sequence


class _Question(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def question(self) -> str: ...


def unscored_sentence(unscored: Sequence[_Question], total: int, noun: str) -> str | None:
    """A sentence on the cases without a score, which names the first; None where all are scored.

    Args:
        unscored: those without a score, in their order.
        total: cases in the run.
        noun: what a case is called (``answer``, ``question``).
    """
    if not unscored:
        return None
    one = len(unscored) == 1
    name = f"{unscored[0].id}: {one_line(unscored[0].question)}"
    share = f"{len(unscored):,} of {counted(total, noun)}"
    if one:
        return f"{share} is unscored ({name}); the same command asks for it again."
    return f"{share} are unscored (the first is {name}); the same command asks for them again."
