"""An item without a score, and why, as a command's closing sentence names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from data_base.schemas.run import RunItem


class Unscored(NamedTuple):
    """An item without a score."""

    id: str
    """The case's id."""
    question: str
    """The question, empty if it is not known."""
    reason: str
    """Why there is no score."""

    @classmethod
    def of(cls, item: RunItem, question: str = "") -> Self:
        """An item of a run that has no score."""
        card = item.score_card
        return cls(
            item.case_id, question, item.error or (card and card.unscored_reason) or "it was not scored"
        )
