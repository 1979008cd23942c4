"""A run of judgements is named by what it uses."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agents.evaluator import RAGEvaluator
from data_base.schemas.embedded_caveat import EMBEDDED_VERSION
from data_base.schemas.run import RunItem
from eval.judging.answer_file import RecordedAnswer, iter_answers
from eval.judging.judging_request import JudgingRequest
from eval.judging.run import judge_all, prepare
from eval.runs import terms
from prompts.registry import available, load
from tests.support.openai_server import openai_server

REPLY = json.dumps(
    {
        "analysis": "a",
        "accuracy": 9,
        "completeness": 9,
        "clarity": 9,
        "reason": "so",
        "suggestion": "",
        "issues": [],
    }
)
DATED = re.compile(r"<<<as_of \S+>>>\n(\S+)\n")
EVERY = tuple(load(*each).ref for each in available())


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")


def request(folder: Path, **more: Any) -> JudgingRequest:
    file = folder / "answers.jsonl"
    rows = [
        {"id": f"a{n}", "question": f"How high is {n}?", "answer": f"{n} m.", "documents": ["1 m."]}
        for n in range(3)
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return JudgingRequest(answers=file, store=str(folder / "runs.sqlite"), **more)


def ids(run: object) -> set[str]:
    return {ref.id for ref in run.manifest.prompts}  # type: ignore[attr-defined]


async def test_what_an_older_version_left_unfinished_begins_anew_with_replies_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with openai_server(REPLY) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        judging = prepare(request(tmp_path, judge="openai:m", cache=tmp_path / "replies.sqlite"))
        manifest = judging.manifest.model_copy(update={"prompts": EVERY})
        manifest = manifest.model_copy(update={"run_id": terms.run_id("evaluate", terms.shaping(manifest))})

        def ended(item: RunItem) -> None:
            if item.case_id == "a2":
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            await judge_all(replace(judging, manifest=manifest), watch=ended)
        asked = len(server.requests)
        found = await judge_all(judging)
        assert (found.scored, len(server.requests) - asked) == (3, 0)
        assert found.run_id == judging.manifest.run_id != manifest.run_id


def test_a_run_names_the_prompts_of_its_judge_and_no_others(tmp_path: Path) -> None:
    judging = prepare(request(tmp_path, judge="openai:m", evaluator={"language": "ru"}))
    own = {"judge_with_documents", "judge_without_documents", "judge_key_points", "repair_reply"}
    assert ids(judging) == own
    judges = {ref.language for ref in judging.manifest.prompts if ref.id == "judge_with_documents"}
    assert judges == {"ru"}
    assert not prepare(request(tmp_path)).manifest.prompts


def test_the_version_of_the_embedded_judge_is_a_term_of_its_runs_alone(tmp_path: Path) -> None:
    assert prepare(request(tmp_path)).manifest.settings["embedded_version"] == EMBEDDED_VERSION
    assert "embedded_version" not in prepare(request(tmp_path, judge="openai:m")).manifest.settings


def test_a_rubric_and_a_template_of_ones_own_are_among_the_prompts(tmp_path: Path) -> None:
    plain, own = RAGEvaluator("openai:m"), RAGEvaluator("openai:m", rubric={"en": "10: all right"})
    assert not {ref.sha256 for ref in own.pair_prompts if ref.id == "judge_pair"} & {
        ref.sha256 for ref in plain.pair_prompts
    }
    template = tmp_path / "mine" / "en.yaml"
    template.parent.mkdir()
    shipped = Path("prompts/templates/judge_with_documents/en.yaml").read_text(encoding="utf-8")
    template.write_text(shipped.replace("judge_with_documents", "mine"), encoding="utf-8")
    assert "mine" in {ref.id for ref in RAGEvaluator("openai:m", prompt_file=template).prompts}


@pytest.mark.parametrize(("few", "times"), [(3, 1), (2, 2)])
async def test_answers_that_are_few_are_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int, times: int
) -> None:
    read: list[bool] = []

    def counted(*given: Any, again: bool = False, **named: Any) -> Iterator[RecordedAnswer]:
        read.append(again)
        return iter_answers(*given, again=again, **named)

    monkeypatch.setattr("eval.judging.run._FEW", few)
    monkeypatch.setattr("eval.judging.run.iter_answers", counted)
    assert (await judge_all(prepare(request(tmp_path)))).scored == 3
    assert read == [False, True][:times]


async def test_a_run_of_today_is_resumed_as_of_the_day_on_which_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The id does not change by the day, and what is judged on a later day is judged as the rest was."""
    with openai_server(REPLY) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        asked = request(tmp_path, judge="openai:m", evaluator={"as_of": "today"}, concurrency=1)
        judging = prepare(asked)
        begun = judging.manifest.model_copy(update={"created_at": datetime(2026, 3, 4, 23, 30, tzinfo=UTC)})

        def ended(item: RunItem) -> None:
            if item.case_id == "a1":
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            await judge_all(replace(judging, manifest=begun), watch=ended)
        found = await judge_all(prepare(asked))
        again = await judge_all(prepare(asked))
    asked_of = "".join(body["messages"][-1]["content"] for body in server.requests)
    today = str(datetime.now(UTC).date())
    assert DATED.findall(asked_of) == ["2026-03-04"] * 3 + [today] * 3
    assert (found.run_id, again.run_id) == (begun.run_id, f"{begun.run_id}-2")
    assert prepare(asked).manifest.settings["judge"]["as_of"] == "today"  # type: ignore[index,call-overload]
