"""How far a run has come: a bar on a terminal, now and then a plain line elsewhere."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from data_base.run import RunItem

_LINES = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """What has come of a run so far.

    Attributes:
        done: items that came to their end.
        failed: those without an answer.
        unscored: those with an answer and without a score.
        tokens: tokens they cost.
    """

    done: int = 0
    failed: int = 0
    unscored: int = 0
    tokens: int = 0

    def with_item(self, item: RunItem) -> Tally:
        """The tally with one more item."""
        answered = item.answer is not None
        scored = item.score_card is not None and item.score_card.scored
        return replace(
            self,
            done=self.done + 1,
            failed=self.failed + (not answered),
            unscored=self.unscored + (answered and not scored),
            tokens=self.tokens + _tokens(item),
        )

    def __str__(self) -> str:
        return f"{self.failed} failed, {self.unscored} unscored, {self.tokens} tokens"


def _tokens(item: RunItem) -> int:
    answering = item.research.usage if item.research else item.answer.usage if item.answer else None
    judging = item.evaluation.usage if item.evaluation else None
    return sum(usage.total_tokens for usage in (answering, judging) if usage)


@contextmanager
def progress(task: str, *, total: int) -> Iterator[Callable[[RunItem], None]]:
    """Show the progress of a run on stderr.

    Args:
        task: what is going on.
        total: items there will be.

    Yields:
        A function that is to be told of every item that came to its end.
    """
    show = _bar(task, total) if sys.stderr.isatty() else _lines(task, total)
    with show as tell:
        tally = Tally()

        def watch(item: RunItem) -> None:
            nonlocal tally
            tally = tally.with_item(item)
            tell(tally)

        yield watch


@contextmanager
def _lines(task: str, total: int) -> Iterator[Callable[[Tally], None]]:
    step = max(1, total // _LINES)

    def tell(tally: Tally) -> None:
        if tally.done % step == 0 or tally.done == total:
            sys.stderr.write(f"{task}: {tally.done} of {total} done, {tally}\n")
            sys.stderr.flush()

    yield tell


@contextmanager
def _bar(task: str, total: int) -> Iterator[Callable[[Tally], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[tally]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as shown:
        bar = shown.add_task(task, total=total, tally="")

        def tell(tally: Tally) -> None:
            shown.update(bar, completed=tally.done, tally=str(tally))

        yield tell
