"""A page of a run's items, and which items are wanted on it."""

from typing import Literal

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.run import ItemStatus, RunItem
from data_base.schemas.score_card import ErrorTag

ItemKey = Literal[
    "number", "score", "accuracy", "completeness", "clarity", "difference", "decided_share", "contradicted"
]
"""What items are sorted by; ``number`` is the order in which they first came."""


class ItemFilter(Frozen):
    """Which of a run's items are wanted: those that match everything that is set here."""

    status: ItemStatus | None = None
    """How far the item came."""
    score_min: float | None = Field(default=None, ge=0, le=1)
    """Least primary score, 0 to 1; leaves out what has none."""
    score_max: float | None = Field(default=None, ge=0, le=1)
    """Greatest primary score, 0 to 1; leaves out what has none."""
    language: str | None = None
    """The case's language tag."""
    tag: str | None = None
    """One of the case's tags."""
    document: str | None = None
    """One of the documents that the case's answer is in."""
    answerable: bool | None = None
    """Whether the documents contain the answer; leaves out cases that do not say."""
    system: str | None = None
    """The contestant."""
    contradicted_min: int | None = Field(default=None, ge=0, le=10**9)
    """Least number of claims that the judge found contradicted; leaves out what no judge scored."""
    decided_min: float | None = Field(default=None, ge=0, le=1)
    """Least share of claims that the judge could decide, 0 to 1; leaves out what has none."""
    decided_max: float | None = Field(default=None, ge=0, le=1)
    """Greatest such share; leaves out what has none."""
    error_tag: ErrorTag | None = None
    """What is wrong with the answer."""
    text: str | None = Field(default=None, min_length=1, max_length=500)
    """Occurs in the item as it is kept: its names, question, answer, passages or evaluation."""


class PagedItem(Frozen):
    """An item on a page."""

    number: int
    """Its place in the order in which the run's items first came; greater than those before, with gaps."""
    difference: float | None = None
    """How far the scores of the case's systems are apart; None where fewer than two are scored."""
    item: RunItem
    """The item."""


class ItemPage(Frozen):
    """Some of a run's items."""

    items: tuple[PagedItem, ...]
    """In the order that was asked for; items without what is sorted by come last."""
    after: str | None = None
    """What to ask for the next page with; None where this is the last."""


class ItemPlace(Frozen):
    """Names an item of a run."""

    case_id: str
    """The case."""
    system: str
    """The contestant that answered."""


class ItemNeighbours(Frozen):
    """What comes before and after an item in a list; None where nothing does."""

    previous: ItemPlace | None = None
    """The item before."""
    following: ItemPlace | None = None
    """The item after."""
