"""What is asked of lists of runs and of items."""

from __future__ import annotations

from typing import Literal, cast

from pydantic import Field

from data_base.schemas.runs.item_page import ItemFilter, ItemKey
from data_base.schemas.runs.run_page import RunFilter, RunKey

ItemSort = Literal[
    "number",
    "-number",
    "score",
    "-score",
    "accuracy",
    "-accuracy",
    "completeness",
    "-completeness",
    "clarity",
    "-clarity",
    "difference",
    "-difference",
    "decided_share",
    "-decided_share",
    "contradicted",
    "-contradicted",
]
RunSort = Literal[
    "created_at", "-created_at", "finished_at", "-finished_at", "run_id", "-run_id", "kind", "-kind"
]


class ItemQuery(ItemFilter):
    """Which of a run's items are wanted, in which order."""

    sort: ItemSort = "number"
    """The field that the items are sorted by; with `-` before it the greatest come first."""
    after: str | None = Field(default=None, max_length=5000)
    """The cursor of the page, as the page before gives it."""
    limit: int = Field(default=50, ge=1, le=200)
    """The most items on the page."""

    @property
    def filter(self) -> ItemFilter:
        """Which are wanted."""
        return ItemFilter(**self.model_dump(include=set(ItemFilter.model_fields)))

    @property
    def key(self) -> ItemKey:
        """What they are sorted by."""
        return cast("ItemKey", self.sort.removeprefix("-"))

    @property
    def descending(self) -> bool:
        """Whether the greatest come first."""
        return self.sort.startswith("-")


class RunQuery(RunFilter):
    """Which runs are wanted, in which order."""

    sort: RunSort = "-created_at"
    """The field that the runs are sorted by; with `-` before it the greatest come first."""
    after: str | None = Field(default=None, max_length=5000)
    """The cursor of the page, as the page before gives it."""
    limit: int = Field(default=50, ge=1, le=200)
    """The most runs on the page."""

    @property
    def filter(self) -> RunFilter:
        """Which are wanted."""
        return RunFilter(**self.model_dump(include=set(RunFilter.model_fields)))

    @property
    def key(self) -> RunKey:
        """What they are sorted by."""
        return cast("RunKey", self.sort.removeprefix("-"))

    @property
    def descending(self) -> bool:
        """Whether the greatest come first."""
        return self.sort.startswith("-")
