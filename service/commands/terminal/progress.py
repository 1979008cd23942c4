"""How far a run has come: a bar on a terminal, a few JSON objects elsewhere, or what is asked for."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import deque
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.terminal.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress

    Update = Callable[[Tally], None]
    Sentence = Callable[[str, int | None, Tally, "ProgressRate"], str]

BAR_AFTER = 2.0
"""Seconds after which a bar appears; what is done sooner needs none."""
_LINE_COUNT = 10
_LATELY = 32
_MINUTE, _HOUR = 60, 3600
_drawn: ContextVar[Progress | None] = ContextVar("drawn", default=None)


class ProgressStyle(StrEnum):
    """How progress is shown on stderr.

    ``auto`` is a bar on a terminal; elsewhere it is about ten JSON objects, one per line. ``lines`` are
    as many plain lines. ``json`` is a JSON object for every item. ``off`` is nothing.
    """

    AUTO = "auto"
    LINES = "lines"
    JSON = "json"
    OFF = "off"


ProgressOption = Annotated[
    ProgressStyle,
    typer.Option(
        "--progress",
        envvar="JUDGE_PROGRESS",
        help="Progress display on stderr. auto: a bar in a terminal, JSON lines otherwise.",
    ),
]


class ProgressRate:
    """How fast items came lately, and so how long the rest will take."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin now."""
        self._clock = clock
        self._began = clock()
        self._marks = deque([(0, self._began)], maxlen=_LATELY)
        self._read_back = 0

    def note(self, done: int, read_back: int = 0) -> None:
        """Remember that so many items are done by now, of which some were read back and took no time."""
        self._read_back, worked_on = read_back, done - read_back
        if read_back and not worked_on:
            # What came before the first that is worked on says nothing of how long those take.
            self._marks.clear()
        if not self._marks or worked_on > self._marks[-1][0]:
            self._marks.append((worked_on, self._clock()))

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return self._clock() - self._began

    def left(self, total: int | None) -> float | None:
        """Seconds until ``total`` items are done, None where nothing has been done to judge by."""
        (before, since), (done, until) = self._marks[0], self._marks[-1]
        if total is None or done <= before:
            return None
        left = total - self._read_back - done
        return max(0.0, left * (until - since) / (done - before) - (self._clock() - until))


@contextmanager
def progress(
    task: str,
    *,
    total: int | None,
    style: ProgressStyle = ProgressStyle.AUTO,
    begun: Tally | None = None,
    bar_after: float = BAR_AFTER,
) -> Iterator[Update]:
    """Show the progress of a run on stderr.

    Args:
        task: what is going on.
        total: items there will be, None where it is not known.
        style: how it is shown.
        begun: the tally before anything is done; one with an unknown price says so from the start.
        bar_after: seconds after which a bar appears.

    Yields:
        A function to call with every new tally.
    """
    if style is ProgressStyle.AUTO and sys.stderr.isatty():
        with _bar(task, total, bar_after, begun or Tally()) as update:
            yield update
    elif style is ProgressStyle.JSON:
        yield _lines(task, total, _as_json, every=1)
    elif style is ProgressStyle.OFF or total is None:
        yield _nothing
    else:
        sentence = _as_line if style is ProgressStyle.LINES else _as_json
        yield _lines(task, total, sentence, every=max(1, total // _LINE_COUNT))


@contextmanager
def at_work(task: str, style: ProgressStyle) -> Iterator[None]:
    """A bar for work that counts nothing: shown on a terminal, if it takes long, and nowhere else."""
    only_a_bar = style if style is ProgressStyle.AUTO else ProgressStyle.OFF
    with progress(task, total=None, style=only_a_bar):
        yield


def _nothing(_tally: Tally) -> None:
    """Show nothing."""


def _lines(task: str, total: int | None, sentence: Sentence, *, every: int) -> Update:
    """A line on stderr for every so many items, and for the last one."""
    pace, last = ProgressRate(), 0

    def update(tally: Tally) -> None:
        nonlocal last
        pace.note(tally.done, tally.read_back)
        if tally.done != last and (tally.done % every == 0 or tally.done == total):
            last = tally.done
            say(sentence(task, total, tally, pace), err=True)

    return update


def _as_line(task: str, total: int | None, tally: Tally, pace: ProgressRate) -> str:
    left = "" if tally.done == total else _time_left(pace.left(total))
    return f"{task}: {tally.done} of {total} done, {tally}{left}"


def _as_json(task: str, total: int | None, tally: Tally, pace: ProgressRate) -> str:
    left = pace.left(total)
    line = {
        "kind": "progress",
        "task": task,
        "done": tally.done,
        "total": total,
        "failed": tally.failed,
        "unscored": tally.unscored,
        "read_back": tally.read_back,
        "in_flight": _in_flight(),
        "tokens": tally.usage.total_tokens,
        "cached_input_tokens": tally.usage.cached_input_tokens,
        "reasoning_tokens": tally.usage.reasoning_tokens,
        "cost_usd": None if tally.usage.cost_usd is None else round(tally.usage.cost_usd, 6),
        "elapsed_s": round(pace.elapsed, 1),
        "left_s": None if left is None else round(left, 1),
    }
    return json.dumps(line, ensure_ascii=False)


def say(line: str, *, err: bool = False) -> None:
    """Print a line, above the bar where one is drawn; echoed by typer it would end up in the bar's own line.

    Args:
        line: the line, of any length.
        err: whether it goes to stderr.
    """
    bar, stream = _drawn.get(), sys.stderr if err else sys.stdout
    if bar is not None and stream.isatty():
        bar.console.print(line, soft_wrap=True, markup=False, highlight=False, emoji=False)
    else:
        stream.write(f"{line}\n")
        stream.flush()


def _in_flight() -> int:
    from agents.calls.runtime import default_runtime

    return default_runtime().in_flight


@contextmanager
def _bar(task: str, total: int | None, after: float, begun: Tally) -> Iterator[Update]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class InFlight(ProgressColumn):
        """Looked at whenever the bar is drawn: a slow model is no standstill."""

        def render(self, _task: Task) -> Text:
            waiting = _in_flight()
            return Text(f"{waiting} in flight" if waiting else "")

    columns = [TextColumn("{task.description}", markup=False), BarColumn(bar_width=12)]
    counts = [MofNCompleteColumn(), InFlight(), TextColumn("{task.fields[tally]}", markup=False)]
    shown = Progress(
        *columns,
        *(counts if total is not None else ()),
        console=Console(stderr=True),
        transient=total is None,
        # Else what is printed to a file or a pipe would go to the terminal.
        redirect_stdout=sys.stdout.isatty(),
    )
    bar, pace = shown.add_task(task, total=total, tally=str(begun)), ProgressRate()
    timer = threading.Timer(after, shown.start)
    timer.daemon = True

    def update(tally: Tally) -> None:
        pace.note(tally.done, tally.read_back)
        left = "" if tally.done == total else _time_left(pace.left(total))
        shown.update(bar, completed=tally.done, tally=f"{tally}{left}")

    timer.start()
    token = _drawn.set(shown)
    try:
        yield update
    finally:
        _drawn.reset(token)
        timer.cancel()
        timer.join()
        shown.stop()


def _time_left(seconds: float | None) -> str:
    if seconds is None:
        return ""
    whole = round(seconds)
    if whole < _MINUTE:
        return f", {whole} s left"
    if whole < _HOUR:
        return f", {whole // _MINUTE} min left"
    return f", {whole // _HOUR} h {whole % _HOUR // _MINUTE} min left"
