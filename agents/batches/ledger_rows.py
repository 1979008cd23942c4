"""What the ledger of batches contains of a request."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

FILLED, CREATING, RUNNING = "filled", "creating", "running"
"""How far a batch came: its lines are chosen; it may have been sent; the provider has said its id."""


class BatchedRequest(NamedTuple):
    """One request."""

    id: str
    """Says what is asked, 40 hexadecimal digits."""
    key: str
    """The key of the reply, see :func:`agents.calls.reply_key.reply_key`."""
    run: str
    """The run that it is asked for."""
    case_id: str
    """The case that pays for it."""
    attempts: int
    """Times that it was worked on, the one under way among them."""
    batch: str | None
    """Our id of the batch that it is in flight in, None where it is in none."""
    sent_at: float | None
    """When it was last put into a batch, in seconds since 1970."""
    answered_at: float | None
    """When its reply was read."""
    answered_in: str | None
    """The provider's id of the batch that it came in."""
    status: int | None
    """200 for a reply, the HTTP status of an error, 0 for an error without one; None until then."""
    reply: str | None
    """The reply or the error as JSON."""

    @property
    def content(self) -> Any:  # noqa: ANN401  (whatever JSON the provider sent)
        """The reply or the error, decoded."""
        return None if self.reply is None else json.loads(self.reply)
