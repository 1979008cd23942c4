"""What is asked of a comparison."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from data_base.schemas.frozen import Frozen
from eval.compare.settings import GateSettings

_REPEATS = 20
RunName = Annotated[str, Field(min_length=1, max_length=500)]


class ComparisonRequest(Frozen):
    """Two runs of the project, and how far the candidate may fall behind.

    Attributes:
        base: the baseline's run; several are repeats.
        candidate: the candidate's run; several are repeats.
        base_system: of the baseline, only this system.
        candidate_system: of the candidate, only this system.
        settings: what the gate allows.
    """

    base: tuple[RunName, ...] = Field(min_length=1, max_length=_REPEATS)
    candidate: tuple[RunName, ...] = Field(min_length=1, max_length=_REPEATS)
    base_system: RunName | None = None
    candidate_system: RunName | None = None
    settings: GateSettings = GateSettings()
