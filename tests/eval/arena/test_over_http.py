"""The arena against a server that speaks the OpenAI protocol, over real HTTP."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

from agents.calls.fence import unfence
from data_base.store.run_store import RunStore
from eval.arena.request import ArenaRequest
from eval.arena.result import ArenaResult
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from eval.reports.arena_folder import write_all
from prompts.registry import identify
from scoring.evaluation_score_card import score_card_of
from tests.support.in_process import judge_in_process
from tests.support.openai_server import Message, OpenAIServer, openai_server

ROOT = Path(__file__).resolve().parents[3]
FIGURES = {"Sorn": "73", "Tavel": "118", "Ullo": "256", "渭川": "41"}
QUESTIONS = [
    {"id": "sorn", "question": "How many looms does the mill of Sorn have?"},
    {"id": "tavel", "question": "How many looms does the mill of Tavel have?"},
    {"id": "ullo", "question": "Сколько станков на фабрике Ullo?", "language": "ru"},
    {"id": "weichuan", "question": "渭川的工廠有多少台織機？", "language": "zh-Hant"},
]
DOCUMENT = "\n\n".join(f"The mill of {name} ({name}) has {count} looms." for name, count in FIGURES.items())
GUESS = "I do not know how many looms there are."
COMMAND = (
    *("run_arena.py", "--out", "out", "--questions", "q.jsonl", "--documents", "mills.md"),
    *("--model", "openai:x", "--judge", "openai:x"),
)
PLAN, WITH, WITHOUT = "plan", "answer_with_documents", "answer_without_documents"
JUDGE = "judge_with_documents"


def prompt_of(messages: list[Message]) -> str:
    template = identify(messages[0]["content"])
    assert template is not None
    return template.id


def data(messages: list[Message], name: str) -> str:
    return next(section.text for section in unfence(messages[1]["content"]) if section.name == name)


def reply(messages: list[Message]) -> str:
    """What an honest model that reads the passages would say to each of the prompts."""
    prompt, question = prompt_of(messages), data(messages, "question")
    figure = next((count for name, count in FIGURES.items() if name in question), "2")
    if prompt == PLAN:
        return json.dumps({"sub_questions": [question]}, ensure_ascii=False)
    if prompt == WITHOUT:
        return GUESS
    if prompt == WITH:
        return f"{figure} looms [1]."
    assert prompt == JUDGE
    score = 9 if figure in data(messages, "answer") else 3
    scores = dict.fromkeys(("accuracy", "completeness", "clarity"), score)
    return json.dumps({"analysis": "read", **scores, "reason": "so", "suggestion": "", "issues": []})


def asked(server: OpenAIServer) -> list[tuple[str, str, str]]:
    """Model, prompt and data of every request so far; the fence's random code is no part of them."""
    requests = []
    for request in list(server.requests):
        system, user, *_ = request["messages"]
        template = identify(system["content"])
        shown = [(section.name, section.text) for section in unfence(user["content"])]
        requests.append((request["model"], template.id if template else "", repr(shown)))
    return requests


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    lines = (json.dumps(question, ensure_ascii=False) for question in QUESTIONS)
    (tmp_path / "q.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "mills.md").write_text(DOCUMENT, encoding="utf-8")
    return tmp_path


def environment(server: OpenAIServer) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("JUDGE_")}
    return own | {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "none"}


def started(folder: Path, server: OpenAIServer, *more: str) -> "subprocess.Popen[str]":
    script, *arguments = COMMAND
    return subprocess.Popen(
        [sys.executable, str(ROOT / script), *arguments, *more],
        cwd=folder,
        env=environment(server),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_all_is_scored_and_the_report_written(inputs: Path) -> None:
    with openai_server(reply) as server:
        ended = judge_in_process(*COMMAND, cwd=inputs, env=environment(server))
        assert ended.returncode == 0, ended.stderr
        requests = asked(server)
    assert "Report: out/report.html" in ended.stdout.splitlines()
    assert "weichuan" in (inputs / "out" / "report.html").read_text(encoding="utf-8")
    result = ArenaResult.model_validate_json((inputs / "out" / "arena.json").read_bytes())
    assert [side.scored for side in result.summary.sides] == [4, 4]
    assert [side.means["accuracy"].mean for side in result.summary.sides] == [3, 9]
    assert result.summary.pairs[0].outcomes.wins == 4
    for question in result.items:
        for item in question.items:
            assert item.evaluation is not None
            assert item.score_card == score_card_of(item.evaluation)
            assert item.score_card.scored
    prompts = Counter(prompt for _, prompt, _ in requests)
    # A plan more than there are questions: the small question that is asked before anything else.
    assert prompts == {PLAN: 5, WITHOUT: 4, WITH: 4, JUDGE: 12}


def test_an_arena_in_which_nothing_is_scored_ends_with_1(inputs: Path) -> None:
    def never_scored(messages: list[Message]) -> str:
        return "I would rather not say." if prompt_of(messages) == JUDGE else reply(messages)

    with openai_server(never_scored) as server:
        ended = judge_in_process(*COMMAND, "--limit", "1", cwd=inputs, env=environment(server))
    assert ended.returncode == 1, ended.stderr
    assert "Report: out/report.html" in ended.stdout.splitlines()
    assert "2 answers of 2 are unscored (the first: [sorn] How many looms" in ended.stderr


@pytest.mark.slow
def test_a_killed_arena_asks_nothing_again_that_was_answered(inputs: Path) -> None:
    """Killed while the server thinks about a request for the third question; all else had been answered."""
    reached, killed = threading.Event(), threading.Event()

    def slow(messages: list[Message]) -> str:
        request = server.requests[-1]
        here = (request["model"], prompt_of(messages)) == ("scoring", JUDGE)
        if here and "Ullo" in data(messages, "question") and not killed.is_set():
            reached.set()
            killed.wait()
        return reply(messages)

    more = ("--concurrency", "1", "--judge", "openai:scoring", "--loop-judge", "openai:loop")
    with openai_server(slow) as server:
        first = started(inputs, server, *more)
        try:
            assert reached.wait(timeout=100)
        finally:
            before = asked(server)
            first.send_signal(signal.SIGKILL)
            first.communicate()
            killed.set()
        assert not (inputs / "out" / "report.html").exists()
        again = judge_in_process(*COMMAND, *more, cwd=inputs, env=environment(server))
        assert again.returncode == 0, again.stderr
        requests = asked(server)
    *answered, in_flight = before
    assert len(answered) > 10
    assert Counter(requests) == Counter(set(requests)) + Counter([in_flight])
    result = ArenaResult.model_validate_json((inputs / "out" / "arena.json").read_bytes())
    assert [side.scored for side in result.summary.sides] == [4, 4]
    assert len(RunStore(inputs / ".judge" / "runs.sqlite").runs()) == 1


@pytest.mark.slow
async def test_a_failed_judgement_is_shown_left_out_of_the_means_and_made_again(
    inputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = True

    def sometimes(messages: list[Message]) -> str:
        is_scoring = server.requests[-1]["model"] == "scoring" and prompt_of(messages) == JUDGE
        if broken and is_scoring and data(messages, "answer").startswith("118 looms"):
            return "I would rather not say."
        return reply(messages)

    with openai_server(sometimes) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        request = ArenaRequest(
            questions=inputs / "q.jsonl",
            documents=(inputs / "mills.md",),
            model="openai:x",
            judge="openai:scoring",
            loop_judge="openai:loop",
            out=inputs / "out",
            concurrency=1,
        )
        first = await run_arena(prepare_arena(request))
        report = write_all(first, request.out).read_text(encoding="utf-8")
        before = asked(server)
        broken = False
        second = await run_arena(prepare_arena(request))
        later = asked(server)[len(before) :]
    unjudged = first.items[1].items[1]
    assert unjudged.answer is not None
    assert unjudged.score_card is not None
    assert unjudged.score_card.primary_score is None
    assert unjudged.evaluation is not None
    assert unjudged.score_card == score_card_of(unjudged.evaluation)
    assert 'class="chip warn">unscored<' in report
    pure, research = first.summary.sides
    assert (pure.scored, pure.not_judged, research.scored, research.not_judged) == (4, 0, 3, 1)
    assert (research.means["accuracy"].n, research.means["accuracy"].mean) == (3, 9)
    assert first.summary.pairs[0].pairs == 3
    assert [(model, prompt) for model, prompt, _ in later] == [("scoring", JUDGE)]
    assert "118 looms" in later[0][2]
    assert [side.scored for side in second.summary.sides] == [4, 4]
    judged = second.items[1].items[1]
    assert (judged.answer, judged.research) == (unjudged.answer, unjudged.research)
