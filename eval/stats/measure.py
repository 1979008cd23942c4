"""A measure of agreement with its interval, and how that is drawn: the values."""

from pydantic import Field

from data_base.schemas.frozen import Frozen
from eval.stats.paired import BootstrapSettings

RESAMPLES = 1_000


class Measure(Frozen):
    """A measure of agreement with its interval."""

    value: float | None = None
    """None where it is not defined."""
    low: float | None = None
    """Lower end of the interval.

    None with fewer than two questions, or where the measure is undefined in more than half of the resamples.
    """
    high: float | None = None
    """Upper end."""


class ClusterSettings(BootstrapSettings):
    """As :class:`.BootstrapSettings`, with fewer resamples: each measure is worked out in each."""

    resamples: int = Field(default=RESAMPLES, ge=100)
    """How many samples are drawn with replacement."""
