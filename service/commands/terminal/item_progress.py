"""A run's items counted as they come, and its progress shown on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from service.commands.terminal.progress import ProgressStyle, progress
from service.commands.terminal.tally import Tally

if TYPE_CHECKING:
    from agents.models.registry import ModelOrJudge


@contextmanager
def watched(
    task: str,
    *,
    total: int | None,
    style: ProgressStyle,
    models: Iterable[ModelOrJudge] = (),
    count: Callable[[Tally, Any], Tally] = Tally.with_item,
) -> Iterator[Callable[[Any], None]]:
    """Show the progress of a run.

    Args:
        task: what is going on.
        total: items there will be, None where that is not known.
        style: how it is shown.
        models: that take part; the cost is unknown from the start where a price is.
        count: the tally with one more item; of a run's items by default.

    Yields:
        A function to call with every item.
    """
    tally = Tally.of(models)
    with progress(task, total=total, style=style, begun=tally) as update:

        def watch(item: Any) -> None:  # noqa: ANN401  (whatever ``count`` takes)
            nonlocal tally
            tally = count(tally, item)
            update(tally)

        yield watch
