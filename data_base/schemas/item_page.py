"""A page of a run's items, and which items are wanted on it."""

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.run import ItemStatus, RunItem


class ItemFilter(Frozen):
    """Which of a run's items are wanted: those that match everything that is set here.

    Attributes:
        status: how far the item came.
        score_min: least primary score, 0 to 1; leaves out what has none.
        score_max: greatest primary score, 0 to 1; leaves out what has none.
        language: the case's language tag.
        tag: one of the case's tags.
        system: the contestant.
        contradicted_min: least number of claims that the judge found contradicted; leaves out what no judge
            scored.
    """

    status: ItemStatus | None = None
    score_min: float | None = Field(default=None, ge=0, le=1)
    score_max: float | None = Field(default=None, ge=0, le=1)
    language: str | None = None
    tag: str | None = None
    system: str | None = None
    contradicted_min: int | None = Field(default=None, ge=0)


class ItemPage(Frozen):
    """Some of a run's items.

    Attributes:
        items: in the order in which they were written.
        after: what to ask for the next page with; None where this is the last.
    """

    items: tuple[RunItem, ...]
    after: int | None = None
