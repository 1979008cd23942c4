"""What a run contains of one system, in figures."""

from pydantic import Field

from data_base.schemas.frozen import Frozen


class SystemTally(Frozen):
    """What a run contains of one system.

    Attributes:
        system: the contestant.
        items: its cases, each counted once.
        scored: those with a score.
        mean_score: mean primary score of those, 0 to 1; None where none is scored.
    """

    system: str
    items: int = Field(ge=0)
    scored: int = Field(ge=0)
    mean_score: float | None = None
