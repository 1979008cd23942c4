"""What is asked of a comparison."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from data_base.schemas.frozen import Frozen
from eval.compare.settings import GateSettings

_REPEATS = 20
RunName = Annotated[str, Field(min_length=1, max_length=500)]


def _each_once(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise ValueError("a run is named twice; name each once.")
    return names


Repeats = Annotated[tuple[RunName, ...], Field(min_length=1, max_length=_REPEATS), AfterValidator(_each_once)]


class ComparisonRequest(Frozen):
    """Two runs of the project, and how far the candidate may fall behind."""

    base: Repeats
    """The baseline's run; several are repeats."""
    candidate: Repeats
    """The candidate's run; several are repeats."""
    base_system: RunName | None = None
    """Compare only this system of the baseline."""
    candidate_system: RunName | None = None
    """Compare only this system of the candidate."""
    settings: GateSettings = GateSettings()
    """How far the candidate may fall behind the baseline."""
