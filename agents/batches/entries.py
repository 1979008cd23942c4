"""What the book of batches contains of a request."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

FILLED, CREATING, RUNNING = "filled", "creating", "running"
"""How far a batch came: its lines are chosen; it may have been sent; the provider has said its id."""


class Line(NamedTuple):
    """One request.

    Attributes:
        id: says what is asked, 40 hexadecimal digits.
        key: of the reply, see :func:`agents.calls.reply_key.reply_key`.
        run: the run that it is asked for.
        case_id: the case that pays for it.
        attempts: times that it was worked on, the one under way among them.
        batch: our id of the batch that it is in flight in, None where it is in none.
        sent_at: when it was last put into a batch, in seconds since 1970.
        answered_at: when its reply was read.
        answered_in: the provider's id of the batch that it came in.
        status: 200 for a reply, the HTTP status of an error, 0 for an error without one; None until then.
        reply: the reply or the error as JSON.
    """

    id: str
    key: str
    run: str
    case_id: str
    attempts: int
    batch: str | None
    sent_at: float | None
    answered_at: float | None
    answered_in: str | None
    status: int | None
    reply: str | None

    @property
    def content(self) -> Any:  # noqa: ANN401  (whatever JSON the provider sent)
        """The reply or the error, decoded."""
        return None if self.reply is None else json.loads(self.reply)
