"""Starting processes that Ctrl-C interrupts, wherever the tests run."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[None]:
    """Processes started within do not ignore SIGINT, as those of a job in a shell's background would."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
