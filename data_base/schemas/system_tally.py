"""What a run contains of one system, in figures."""

from pydantic import Field

from data_base.schemas.frozen import Frozen


class SystemTally(Frozen):
    """What a run contains of one system."""

    system: str
    """The contestant."""
    items: int = Field(ge=0)
    """Its cases, each counted once."""
    scored: int = Field(ge=0)
    """Those with a score."""
    mean_score: float | None = None
    """Mean primary score of those, 0 to 1; None where none is scored."""
