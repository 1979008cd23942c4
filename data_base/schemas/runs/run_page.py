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
    """Which runs are wanted: those that match everything that is set here."""

    kind: RunKind | None = None
    """What sort of run."""
    state: RunState | None = None
    """Whether it is finished."""
    model: str | None = None
    """A model that is used in any role, as it was asked for."""
    judge: str | None = None
    """The judge, as it was asked for."""
    since: Moment | None = None
    """Begun then or later."""
    until: Moment | None = None
    """Begun before then."""
    tag: str | None = None
    """A tag of one of its cases."""
    text: str | None = Field(default=None, min_length=1, max_length=500)
    """Occurs in its manifest: its name, task, models, notes or settings."""


class StoredRun(Frozen):
    """A run as it is kept."""

    manifest: RunManifest
    """Its terms."""
    project: str
    """Whose it is."""
    state: RunState
    """Whether it is finished."""
    finished_at: str | None = None
    """When it was, RFC 3339 in UTC; None where it is not."""


class RunPage(Frozen):
    """Some of the runs."""

    runs: tuple[StoredRun, ...]
    """In the order that was asked for."""
    after: str | None = None
    """What to ask for the next page with; None where this is the last."""


class RunFigures(Frozen):
    """What came of a run so far, in figures."""

    counts: Mapping[ItemStatus, int] = Field(default_factory=dict)
    """How many items came how far."""
    systems: tuple[SystemTally, ...] = ()
    """How its systems did, in the order in which they came."""
    usage: TokenUsage = TokenUsage()
    """What its model calls cost."""
    models_served: Mapping[str, Mapping[str, int]] = Field(default_factory=dict)
    """Model as asked to the models that served its calls, with their numbers."""
