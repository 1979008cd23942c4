"""What a job's events say of an item."""

from __future__ import annotations

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.run import RunItem


class ItemEvent(Frozen):
    """What an event says of an item that came to its end."""

    case_id: str
    """The item's case."""
    system: str
    """The system that answered."""
    status: str
    """How far the item is."""
    scores: dict[str, float] = Field(default_factory=dict)
    """Scores by dimension, on the scale 1 to 10; empty if no judge scored it."""

    @classmethod
    def of(cls, item: RunItem) -> ItemEvent:
        """The news of an item."""
        evaluation = item.judgement
        scores = evaluation.metrics.scores() if evaluation and evaluation.scored else {}
        return cls(case_id=item.case_id, system=item.system, status=item.status.value, scores=scores)
