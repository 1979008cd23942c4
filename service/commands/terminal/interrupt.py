"""What happens on Ctrl-C, and where something else ends the command (SIGTERM)."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import typer

INTERRUPTED, TERMINATED = 130, 143


@contextmanager
def stops_with(advice: str) -> Iterator[None]:
    """Turn Ctrl-C into a sentence on stderr and exit code 130, and SIGTERM into the same and 143.

    Args:
        advice: what is kept, and how to go on.
    """
    with _sigterm_as_interrupt() as was_terminated:
        try:
            yield
        except KeyboardInterrupt:
            typer.echo(f"\nStopped. {advice}", err=True)
            raise typer.Exit(TERMINATED if was_terminated() else INTERRUPTED) from None


@contextmanager
def _sigterm_as_interrupt() -> Iterator[Callable[[], bool]]:
    """Have SIGTERM do what Ctrl-C does, an event loop's own way of stopping included.

    Yields:
        Whether there was a SIGTERM.
    """
    received = False

    def interrupt(_number: int, frame: FrameType | None) -> None:
        nonlocal received
        received = True
        # A shell has its background commands ignore Ctrl-C, and so there may be nothing to call.
        handler = signal.getsignal(signal.SIGINT)
        (handler if callable(handler) else signal.default_int_handler)(signal.SIGINT, frame)

    try:
        before = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:
        # Only the main thread hears of signals.
        yield lambda: False
        return
    try:
        yield lambda: received
    finally:
        signal.signal(signal.SIGTERM, before)
