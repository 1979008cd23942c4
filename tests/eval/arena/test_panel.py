"""An adaptive panel in the arena: in the scoring and in the loop, counted, kept, and paid for once."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from eval.arena.request import ArenaRequest
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from eval.reports.arena_folder import write_all
from prompts.registry import identify
from tests.support.openai_server import Message, OpenAIServer, openai_server

QUESTION = "How many looms does the mill of Sorn have?"
GUESS = "I believe that there are about 12 looms."


class Replies:
    """Accuracies by who asks: the loop's judge, and the scoring one for either side.

    The first verdict of each is as given, any further one a point lower.
    """

    def __init__(self, loop: float, pure: float, research: float) -> None:
        self.accuracies = {"loop": loop, "pure": pure, "research": research}
        self.given = dict.fromkeys(self.accuracies, 0)
        self.server: OpenAIServer | None = None

    def __call__(self, messages: Sequence[Message]) -> str:
        template = identify(messages[0]["content"])
        assert template is not None
        if template.id == "plan":
            return json.dumps({"sub_questions": [QUESTION]})
        if template.id == "answer_without_documents":
            return GUESS
        if template.id == "answer_with_documents":
            return "73 looms [1]."
        assert template.id == "judge_with_documents"
        assert self.server is not None
        who = "pure" if GUESS in messages[1]["content"] else "research"
        who = "loop" if self.server.requests[-1]["model"] == "loop" else who
        accuracy = self.accuracies[who] - min(1, self.given[who])
        self.given[who] += 1
        scores = {"accuracy": accuracy, "completeness": 9, "clarity": 9}
        return json.dumps({"analysis": "", **scores, "reason": "so", "suggestion": "", "issues": []})


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("JUDGE_CACHE", raising=False)
    (tmp_path / "q.jsonl").write_text(json.dumps({"id": "s", "question": QUESTION}), encoding="utf-8")
    (tmp_path / "mill.md").write_text("# Sorn\n\nThe mill of Sorn has 73 looms.\n", encoding="utf-8")
    (tmp_path / "out").mkdir()
    return tmp_path


def request_in(folder: Path, *, adaptive: bool) -> ArenaRequest:
    return ArenaRequest(
        questions=folder / "q.jsonl",
        documents=(folder / "mill.md",),
        model="openai:answering",
        judge="openai:scoring",
        loop_judge="openai:loop",
        out=folder / "out",
        concurrency=1,
        panel="adaptive" if adaptive else None,
    )


@pytest.mark.slow
async def test_close_verdicts_take_two_more_in_the_loop_and_in_the_scoring(
    inputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Near the loop's threshold of 8, far from passing at 7, near it.
    replies = Replies(loop=8.5, pure=3, research=7.5)
    with openai_server(replies) as server:
        replies.server = server
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        request = request_in(inputs, adaptive=True)
        result = await run_arena(prepare_arena(request))
        asked = [(each["model"], "accuracy" in each["messages"][0]["content"]) for each in server.requests]
        again = await run_arena(prepare_arena(request))
        assert len(server.requests) == len(asked)
    assert again.items == result.items
    pure, research = result.items[0].items
    assert pure.evaluation is not None
    assert research.evaluation is not None
    assert research.research is not None
    assert (pure.evaluation.panel, pure.evaluation.usage.calls) == (None, 1)
    panel = research.evaluation.panel
    assert panel is not None
    assert sorted(each.accuracy or 0 for each in panel.members) == [6.5, 6.5, 7.5]
    assert (research.evaluation.metrics.accuracy, research.evaluation.is_passing) == (6.5, False)
    looked_at = research.research.attempts[0].evaluation
    assert looked_at is not None
    assert looked_at.panel is not None
    assert sorted(each.accuracy or 0 for each in looked_at.panel.members) == [7.5, 7.5, 8.5]
    judged = [model for model, judging in asked if judging]
    counted = sum(
        attempt.evaluation.usage.calls for attempt in research.research.attempts if attempt.evaluation
    )
    assert judged.count("loop") == counted >= 3
    assert judged.count("scoring") == 1 + 3 == pure.evaluation.usage.calls + research.evaluation.usage.calls
    assert result.manifest.settings["panel"] == "adaptive"
    report = write_all(result, inputs / "out").read_text(encoding="utf-8")
    assert "6.5" in report


async def test_it_is_off_unless_asked_for_and_another_run(
    inputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies = Replies(loop=8.5, pure=7, research=7)
    with openai_server(replies) as server:
        replies.server = server
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        plain = prepare_arena(request_in(inputs, adaptive=False))
        result = await run_arena(plain)
        judged = [each["model"] for each in server.requests if "accuracy" in each["messages"][0]["content"]]
    assert sorted(judged) == ["loop", "scoring", "scoring"]
    evaluations = [item.evaluation for item in result.items[0].items]
    assert [each.panel for each in evaluations if each] == [None, None]
    assert prepare_arena(request_in(inputs, adaptive=True)).manifest.run_id != plain.manifest.run_id
