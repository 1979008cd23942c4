"""What a program that works until it is stopped makes of SIGTERM and Ctrl+C."""

import signal
from collections.abc import Callable
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def on_stop_signal(stop: Callable[[], object]) -> None:
    """Have a function called at the first signal; a second one ends the process at once."""

    def received(_number: int, _frame: FrameType | None) -> None:
        end_at_once_next_time()
        stop()

    for each in _SIGNALS:
        signal.signal(each, received)


def end_at_once_next_time() -> None:
    """Have the next signal end the process at once; leases run out by themselves."""
    for each in _SIGNALS:
        signal.signal(each, signal.SIG_DFL)
