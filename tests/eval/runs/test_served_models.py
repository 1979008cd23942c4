"""Which models served a run, and whether two runs were served by the same."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from data_base.errors import InputError
from data_base.schemas.run import RunManifest
from data_base.schemas.usage import TokenUsage
from eval.runs.served_models import (
    changes,
    differences,
    require_same,
    served_in,
    served_in_research,
    summed_up,
)
from tests.support.arena import evaluation, item, research_result


def manifest(models: dict[str, str], **served: dict[str, int]) -> RunManifest:
    return RunManifest(
        run_id="r",
        task="t",
        models=models,
        models_served={name.replace("_", ":"): counts for name, counts in served.items()},
        scorer_version="1",
        created_at=datetime(2030, 1, 1, tzinfo=UTC),
    )


def test_answers_and_evaluations_are_counted_those_inside_research_too() -> None:
    judged = evaluation().model_copy(update={"model_id": "openai:j", "model_served": "j-1"})
    research = research_result("q", "t")
    drafts = tuple(
        attempt.model_copy(
            update={
                "answer": attempt.answer.model_copy(update={"model_id": "openai:w", "model_served": "w-1"}),
                "evaluation": judged,
                "usage": TokenUsage(),
            }
        )
        for attempt in research.attempts
    )
    research = research.model_copy(update={"attempts": drafts})
    inside = {"openai:j": {"j-1": len(drafts)}, "openai:w": {"w-1": len(drafts)}}
    assert served_in_research(research) == inside
    whole = item("A", "1", None).model_copy(update={"research": research, "evaluation": judged})
    assert served_in([whole])["openai:j"] == {"j-1": len(drafts) + 1}


def test_a_change_within_a_run_and_between_two_is_said() -> None:
    both = summed_up([{"openai:m": {"a": 3}}, {"openai:m": {"b": 1}, "openai:n": {"n": 1}}])
    assert both == {"openai:m": {"a": 3, "b": 1}, "openai:n": {"n": 1}}
    assert list(changes(both)) == [
        "openai:m was served by different models within this run: a (3 times), b (1 times)."
    ]
    assert list(differences({"openai:m": {"a": 3}}, {"openai:m": {"a": 9}})) == []
    assert len(list(differences({"openai:m": {"a": 3}}, both))) == 1


def test_the_same_model_is_asked_only_of_models_at_a_server() -> None:
    embedded = manifest({"judge": "embedded", "pure_llm": "recorded answers"})
    require_same([embedded], [embedded])
    hosted = manifest({"judge": "embedded+openai:m"}, openai_m={"a": 1})
    require_same([hosted], [hosted])
    with pytest.raises(InputError, match="the candidate does not say which model served openai:m"):
        require_same([hosted], [manifest({"judge": "openai:m"})])
    with pytest.raises(InputError, match="served by a in the baseline and by b in the candidate"):
        require_same([hosted], [manifest({"judge": "openai:m"}, openai_m={"b": 1})])
