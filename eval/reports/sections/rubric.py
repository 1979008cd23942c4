"""What scores and “passes” mean in an arena, as its judge was instructed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from data_base.schemas_deep_research import Weighing
from prompts.registry import rubric_of
from prompts.rubric import Band, bands

if TYPE_CHECKING:
    from data_base.schemas.judgement import JudgeMode
    from data_base.schemas.key_point import KeyPointFinding
    from eval.arena.result import ArenaResult, CaseResult

_PROMPTS: Mapping[JudgeMode, str] = {"no_documents": "judge_without_documents"}


@dataclass(frozen=True, slots=True)
class Rubric:
    """How scores are made."""

    passing: float
    """Accuracy (1-10) from which an answer passes."""
    musts: bool
    """Whether there are key points that must hold, too."""
    weights: Mapping[str, float]
    """Dimension to its share of the score, 0 to 1."""
    bands: Mapping[str, tuple[Band, ...]]
    """Dimension to what each range of scores means; empty for a rubric that is not written so."""
    text: str
    """A rubric of the user's own that has no such ranges, else empty."""
    own: bool
    """Whether the rubric or the weights are the user's own."""


def rubric(result: ArenaResult) -> Rubric:
    """The rubric of an arena's judge: the shipped one in English unless its settings have another."""
    stated = result.manifest.settings.get("judge")
    stated = stated if isinstance(stated, Mapping) else {}
    weighing = Weighing.stated(result.manifest.settings)
    text = _text(stated) or rubric_of(_PROMPTS.get(result.summary.mode, "judge_with_documents"), "en")
    found = bands(text)
    return Rubric(
        passing=weighing.passing_accuracy,
        musts=any(point.must for case in result.items for point in _judged_points(case)),
        weights=weighing.shares,
        bands=found,
        text="" if found else text,
        own=bool({"rubric", "weights", "dimensions"} & stated.keys()),
    )


def _judged_points(case: CaseResult) -> Iterator[KeyPointFinding]:
    return (point for item in case.items if item.evaluation for point in item.evaluation.key_points)


def _text(stated: Mapping[str, Any]) -> str:
    own = stated.get("rubric")
    texts = [text for text in own.values() if isinstance(text, str)] if isinstance(own, Mapping) else []
    return texts[0] if texts else ""
