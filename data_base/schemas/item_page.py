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
    """Which of a run's items are wanted: those that match everything that is set here.

    Attributes:
        status: how far the item came.
        score_min: least primary score, 0 to 1; leaves out what has none.
        score_max: greatest primary score, 0 to 1; leaves out what has none.
        language: the case's language tag.
        tag: one of the case's tags.
        document: one of the documents that the case's answer is in.
        answerable: whether the documents contain the answer; leaves out cases that do not say.
        system: the contestant.
        contradicted_min: least number of claims that the judge found contradicted; leaves out what no judge
            scored.
        decided_min: least share of claims that the judge could decide, 0 to 1; leaves out what has none.
        decided_max: greatest such share; leaves out what has none.
        error_tag: what is wrong with the answer.
        text: occurs in the item as it is kept: its names, question, answer, passages or evaluation.
    """

    status: ItemStatus | None = None
    score_min: float | None = Field(default=None, ge=0, le=1)
    score_max: float | None = Field(default=None, ge=0, le=1)
    language: str | None = None
    tag: str | None = None
    document: str | None = None
    answerable: bool | None = None
    system: str | None = None
    contradicted_min: int | None = Field(default=None, ge=0, le=10**9)
    decided_min: float | None = Field(default=None, ge=0, le=1)
    decided_max: float | None = Field(default=None, ge=0, le=1)
    error_tag: ErrorTag | None = None
    text: str | None = Field(default=None, min_length=1, max_length=500)


class PagedItem(Frozen):
    """An item on a page.

    Attributes:
        number: its place in the order in which the run's items first came; greater than those before, with
            gaps.
        difference: how far the scores of the case's systems are apart; None where fewer than two are scored.
        item: the item.
    """

    number: int
    difference: float | None = None
    item: RunItem


class ItemPage(Frozen):
    """Some of a run's items.

    Attributes:
        items: in the order that was asked for; items without what is sorted by come last.
        after: what to ask for the next page with; None where this is the last.
    """

    items: tuple[PagedItem, ...]
    after: str | None = None


class ItemPlace(Frozen):
    """Names an item of a run.

    Attributes:
        case_id: the case.
        system: the contestant that answered.
    """

    case_id: str
    system: str


class ItemNeighbours(Frozen):
    """What comes before and after an item in a list; None where nothing does."""

    previous: ItemPlace | None = None
    following: ItemPlace | None = None
