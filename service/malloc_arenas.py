"""How many places the C library takes memory from."""

import ctypes
from contextlib import suppress

_ARENA_MAX = -8  # M_ARENA_MAX of glibc's mallopt
_ARENAS = 2


def share_memory_between_threads() -> None:
    """Have all threads take memory from two places, where the C library is glibc.

    Otherwise up to eight for each processor are filled, one after the other, by whichever thread serves a
    large request, and each keeps what it once had: the memory of a server grows for hours.
    """
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)
