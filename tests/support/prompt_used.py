"""The prompt that an evaluation names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_base.schemas.judgement import PromptRef
    from data_base.schemas_deep_research import FineGrainedEvaluationResult


def prompt_used(result: FineGrainedEvaluationResult) -> PromptRef:
    """The prompt; fails for a judge that read none."""
    assert result.prompt is not None
    return result.prompt
