"""How often a request is tried again, and how long is waited before."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from agents.models.server_errors import retry_after

if TYPE_CHECKING:
    from service.client.errors import ServiceUnavailableError

_FIRST_WAIT, _LONGEST_WAIT = 0.5, 30.0
_LONGEST_ASKED = 120.0


class RetryPolicy:
    """Counts the tries of one request."""

    def __init__(self, attempts: int) -> None:
        self._attempts, self._tries = attempts, 0

    def renew(self) -> None:
        """Begin to count anew, since the server answered."""
        self._tries = 0

    async def again(self, error: ServiceUnavailableError) -> None:
        """Wait before the next try, as long as the server asks or else longer each time.

        Raises:
            ServiceUnavailableError: the error, where no further try is left.
        """
        self._tries += 1
        if self._tries >= self._attempts:
            raise error
        longest = min(_LONGEST_WAIT, _FIRST_WAIT * 2**self._tries)
        asked = retry_after(error)
        drawn = random.uniform(longest / 2, longest)  # noqa: S311  (no secret)
        await asyncio.sleep(drawn if asked is None else min(asked, _LONGEST_ASKED))
