"""Ctrl-C stops cleanly and says how to go on; the same command then pays for nothing twice."""

import json
import os
import signal
import subprocess
import threading
from collections import Counter
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from agents.calls.fence import blank_nonce, find_nonce
from tests.service.conftest import VARIABLES, Command
from tests.service.test_bad_input import ARENA, JUDGE, ROOT
from tests.support.embedded_replies import embedded_reply
from tests.support.interruptible import interruptible
from tests.support.long_proofs import short_or_long
from tests.support.openai_server import Message, openai_server

KINDS: dict[str, type[BaseMessage]] = {"system": SystemMessage, "user": HumanMessage, "assistant": AIMessage}
PREFLIGHT = "What is 1 + 1?"
QUESTION = "How many ships did the harbour of Velm handle in 2023?"


class Desk:
    """Replies as the embedded model does, and stops in the middle of one request until it is let go."""

    def __init__(self, stop_at: int) -> None:
        self.asked: list[str] = []
        self.stop_at: int | None = stop_at
        self.stopped, self.go = threading.Event(), threading.Event()

    def reply(self, messages: list[Message]) -> str:
        prompt = "\n".join(message["content"] for message in messages)
        nonce = find_nonce(prompt)
        self.asked.append(blank_nonce(prompt, nonce) if nonce else prompt)
        if len(self.asked) == self.stop_at:
            self.stopped.set()
            self.go.wait(timeout=30)
        return embedded_reply([KINDS[message["role"]](message["content"]) for message in messages])


def arguments_of(command: str, folder: Path, documents: Path) -> list[str]:
    model = ["--model", "openai:some"]
    lines = [{"question": QUESTION, "answer": f"{n} ships", "documents": ["4 ships"]} for n in range(4)]
    (folder / "answers.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    questions = [{"question": QUESTION}, {"question": "How many ships were there in 2022?"}]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    own = ["--documents", str(documents)]
    return {
        "run_arena.py": [
            "--questions",
            "questions.jsonl",
            *own,
            "--concurrency",
            "1",
            "--out",
            "out",
            *model,
        ],
        "evaluate": ["evaluate", "answers.jsonl", "--concurrency", "1", "--judge", "openai:some"],
        "research": ["research", QUESTION, *own, *model],
    }[command]


STOPS = [
    ("run_arena.py", 8, "What was answered and judged is kept; the same command goes on from there."),
    ("evaluate", 4, "What was judged is kept; the same command goes on from there."),
    ("research", 4, "Finished steps are kept; the same command goes on from there."),
]


@pytest.mark.parametrize(
    "stop",
    short_or_long(STOPS[1:], STOPS),
)
@pytest.mark.slow
def test_nothing_is_paid_for_twice(
    judge: Command,
    tmp_path: Path,
    documents: Path,
    monkeypatch: pytest.MonkeyPatch,
    stop: tuple[str, int, str],
) -> None:
    command, stop_at, advice = stop
    desk = Desk(stop_at)
    arguments = arguments_of(command, tmp_path, documents)
    with openai_server(desk.reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        environment = {name: value for name, value in os.environ.items() if name not in VARIABLES[2:]}
        with interruptible():
            process = subprocess.Popen(
                [*(ARENA if command == "run_arena.py" else JUDGE), *arguments],
                cwd=tmp_path,
                env=environment | {"PYTHONPATH": str(ROOT), "OPENAI_BASE_URL": server.base_url},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        assert desk.stopped.wait(timeout=30), process.communicate(timeout=30)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        desk.go.set()
        assert process.returncode == 130, said
        assert said.splitlines()[-1].startswith("Stopped. ")
        assert said.splitlines()[-1].endswith(advice)
        assert "Traceback" not in said
        answered = Counter(desk.asked[: stop_at - 1])
        first, desk.stop_at = len(desk.asked), None
        words = ["run_arena.py", *arguments] if command == "run_arena.py" else arguments
        code, out, err = judge(*words)
        assert code == 0, err
        resumed = Counter(desk.asked[first:])
        uninterrupted = _asked_in_one_go(desk, judge, words, monkeypatch)
        twice = answered + resumed - uninterrupted
        assert [prompt for prompt in twice if PREFLIGHT not in prompt] == []
        assert uninterrupted - answered - resumed == Counter()
        if command == "evaluate":
            # A finished run is made anew, from the replies that are kept.
            second = len(desk.asked)
            code, same, err = judge(*words)
            assert code == 0, err
            assert same.partition("\nRun ")[0] == out.partition("\nRun ")[0]
            assert len(desk.asked) == second


def _asked_in_one_go(
    desk: Desk, judge: Command, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> Counter[str]:
    """What the same command asks where nothing was kept."""
    before = len(desk.asked)
    elsewhere = ["elsewhere" if word == "out" else word for word in words]
    with monkeypatch.context() as patch:
        if words[0] == "evaluate":
            patch.setenv("JUDGE_CACHE", "elsewhere/replies.sqlite")
        patch.setenv("JUDGE_CHECKPOINTS", "elsewhere/checkpoints.sqlite")
        assert judge(*elsewhere)[0] == 0
    return Counter(desk.asked[before:])


def _begun(command: str, folder: Path, documents: Path, server_url: str, *more: str) -> subprocess.Popen[str]:
    """A command under way in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES[2:]}
    with interruptible():
        return subprocess.Popen(
            [
                *(ARENA if command == "run_arena.py" else JUDGE),
                *arguments_of(command, folder, documents),
                *more,
            ],
            cwd=folder,
            env=environment | {"PYTHONPATH": str(ROOT), "OPENAI_BASE_URL": server_url},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.mark.slow
@pytest.mark.parametrize("stop", short_or_long(STOPS[1:2], STOPS))
def test_sigterm_stops_a_command_as_ctrl_c_does(
    tmp_path: Path, documents: Path, stop: tuple[str, int, str]
) -> None:
    command, stop_at, advice = stop
    desk = Desk(stop_at)
    with openai_server(desk.reply) as server:
        process = _begun(command, tmp_path, documents, server.base_url)
        assert desk.stopped.wait(timeout=30), process.communicate(timeout=30)
        process.terminate()
        _, said = process.communicate(timeout=30)
        desk.go.set()
    assert (process.returncode, said.splitlines()[-1]) == (143, f"Stopped. {advice}")
    assert "Traceback" not in said


@pytest.mark.slow
def test_a_second_command_that_would_do_the_same_is_refused_at_its_start(
    judge: Command, tmp_path: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, out = Desk(4), ("--out", "r.jsonl")
    with openai_server(desk.reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        process = _begun("evaluate", tmp_path, documents, server.base_url, *out)
        assert desk.stopped.wait(timeout=30), process.communicate(timeout=30)
        asked = len(desk.asked)
        words = arguments_of("evaluate", tmp_path, documents)
        for more, refusal in (
            (out, "r.jsonl: another run is at work on this file; wait for it or name another --out."),
            ((), "another command is at work on the run evaluate-"),
        ):
            code, _, err = judge(*words, *more)
            assert (code, refusal in err, len(desk.asked)) == (2, True, asked), err
        # One of its own does not wait.
        assert judge(*words, "--fresh")[0] == 0
        desk.go.set()
        _, said = process.communicate(timeout=30)
    assert process.returncode == 0, said
    left = {path.name for path in tmp_path.rglob("*") if path.suffix in {".lock", ".partial"}}
    assert left == set()
