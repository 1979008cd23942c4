"""A page of runs, and which runs are wanted on it."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.run import ItemStatus, RunKind, RunManifest, RunState
from data_base.schemas.system_tally import SystemTally
from data_base.schemas.usage import TokenUsage

RunKey = Literal["created_at", "finished_at", "run_id", "kind"]
"""What runs are sorted by."""


def _of_day(value: object) -> object:
    """A day as the time at which it begins in UTC."""
    return f"{value}T00:00:00Z" if isinstance(value, str) and _DAY.fullmatch(value) else value


def _in_utc(at: datetime) -> datetime:
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise ValueError("is beyond the calendar") from None


_DAY = re.compile(r"\d{4}-\d\d-\d\d")
Moment = Annotated[AwareDatetime, BeforeValidator(_of_day), AfterValidator(_in_utc)]
"""A time with its time zone, or a day."""


class RunFilter(Frozen):
    """Which runs are wanted: those that match everything that is set here.

    Attributes:
        kind: what sort of run.
        state: whether it is finished.
        model: a model that is used in any role, as it was asked for.
        judge: the judge, as it was asked for.
        since: begun then or later.
        until: begun before then.
        tag: a tag of one of its cases.
        text: occurs in its manifest: its name, task, models, notes or settings.
    """

    kind: RunKind | None = None
    state: RunState | None = None
    model: str | None = None
    judge: str | None = None
    since: Moment | None = None
    until: Moment | None = None
    tag: str | None = None
    text: str | None = Field(default=None, min_length=1, max_length=500)


class StoredRun(Frozen):
    """A run as it is kept.

    Attributes:
        manifest: its terms.
        project: whose it is.
        state: whether it is finished.
        finished_at: when it was, RFC 3339 in UTC; None where it is not.
    """

    manifest: RunManifest
    project: str
    state: RunState
    finished_at: str | None = None


class RunPage(Frozen):
    """Some of the runs.

    Attributes:
        runs: in the order that was asked for.
        after: what to ask for the next page with; None where this is the last.
    """

    runs: tuple[StoredRun, ...]
    after: str | None = None


class RunFigures(Frozen):
    """What came of a run so far, in figures.

    Attributes:
        counts: how many items came how far.
        systems: how its systems did, in the order in which they came.
        usage: what its model calls cost.
        models_served: model as asked to the models that served its calls, with their numbers.
    """

    counts: Mapping[ItemStatus, int] = Field(default_factory=dict)
    systems: tuple[SystemTally, ...] = ()
    usage: TokenUsage = TokenUsage()
    models_served: Mapping[str, Mapping[str, int]] = Field(default_factory=dict)
