import asyncio
import re
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.usage import TokenUsage
from eval.runs.runner import describe
from eval.systems.python_callable import CallableSystem, load_callable
from eval.systems.returned_answer import UnusableAnswerError, read_answer
from tests.support.rows import over, table

CASE = Case(id="a", question="Сколько стоит X?")
MODULE = """
import asyncio

def plain(question):
    return "plain: " + question

async def later(question):
    await asyncio.sleep(0)
    return {"answer": "later: " + question, "passages": [{"text": "t", "doc_id": "d.pdf", "page": 3}]}

class Rag:
    def query(self, question):
        return "rag: " + question

class AsyncRag:
    async def query(self, question):
        return "async rag: " + question

class Needy:
    def __init__(self, key): ...

rag = Rag()
number = 7
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"my_system_{re.sub(r'[^a-z0-9]', '_', tmp_path.name)}"
    (tmp_path / f"{name}.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return name


@pytest.mark.parametrize(
    ("name", "said"),
    table(__file__, "test_whatever_takes_a_question_is_asked"),
)
async def test_whatever_takes_a_question_is_asked(module: str, name: str, said: str) -> None:
    system = load_callable(f"{module}:{name}")
    answer = await system.answer(CASE)
    assert answer.text == f"{said}: Сколько стоит X?"
    assert system.name == f"{module}:{name}"
    assert system.source == Path.cwd() / f"{module}.py"
    assert answer.latency_ms is not None
    if name == "later":
        assert [(p.id, p.page) for p in answer.passages] == [("d.pdf#p3.1", 3)]


@pytest.mark.parametrize(
    ("spec", "complaint"),
    table(__file__, "test_what_cannot_be_asked_is_named"),
)
def test_what_cannot_be_asked_is_named(module: str, spec: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        load_callable(spec.format(module))


async def test_a_callable_that_takes_too_long_is_given_up_and_may_end_later() -> None:
    release = threading.Event()

    def slow(question: str) -> str:
        release.wait(30)
        return question

    try:
        with pytest.raises(TimeoutError, match=r"within 0.05 s"):
            await CallableSystem(slow, "slow", timeout=0.05).answer(CASE)
    finally:
        release.set()
    await asyncio.sleep(0.01)


async def test_a_timeout_of_the_callables_own_keeps_its_words() -> None:
    def late(question: str) -> str:
        raise TimeoutError("the index is slow")

    with pytest.raises(TimeoutError, match="the index is slow"):
        await CallableSystem(late, "late").answer(CASE)


async def test_what_a_callable_raises_is_raised() -> None:
    def broken(question: str) -> str:
        raise LookupError("no index")

    with pytest.raises(LookupError, match="no index"):
        await CallableSystem(broken, "broken").answer(CASE)

    def stopped(question: str) -> str:
        raise StopIteration

    with pytest.raises(RuntimeError, match="StopIteration"):
        await CallableSystem(stopped, "stopped").answer(CASE)


async def test_a_callable_that_asks_the_program_to_end_has_no_answer() -> None:
    def ends(question: str) -> str:
        raise SystemExit(0)

    async def ends_later(question: str) -> str:
        raise SystemExit(0)

    class Gone(BaseException): ...

    def goes(question: str) -> str:
        raise Gone("away")

    for ask, said in ((ends, "SystemExit: 0"), (ends_later, "SystemExit: 0"), (goes, "Gone: away")):
        with pytest.raises(RuntimeError, match=said):
            await CallableSystem(ask, "ends").answer(CASE)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import sys; sys.exit(0)", r"the module \w+ cannot be imported \(SystemExit: 0\)"),
        ("import sys; sys.exit()", r"the module \w+ cannot be imported \(SystemExit\)"),
        ("class Gone(BaseException): ...\nraise Gone('away')", r"\(Gone: away\)"),
        ("class System:\n    def __init__(self): exit(0)", r"the class cannot .* \(SystemExit: 0\)"),
        ("def __getattr__(name): exit(3)", r"the module \w+ gives no System \(SystemExit: 3\)"),
    ],
)
def test_a_module_that_ends_the_program_cannot_be_asked(module: str, text: str, said: str) -> None:
    Path(f"{module}_ends.py").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"callable '{module}_ends:System': .*{said}"):
        load_callable(f"{module}_ends:System")
    Path(f"{module}_stopped.py").write_text("raise KeyboardInterrupt", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        load_callable(f"{module}_stopped:System")


async def test_callables_that_are_not_asynchronous_run_side_by_side() -> None:
    both = threading.Barrier(2)

    def meet(question: str) -> str:
        both.wait(10)
        return question

    system = CallableSystem(meet, "meet", timeout=10)
    answers = await asyncio.gather(system.answer(CASE), system.answer(CASE))
    assert [answer.text for answer in answers] == [CASE.question] * 2


@dataclass
class Spoken:
    response: str


def test_answers_of_every_shape_are_read() -> None:
    assert read_answer("x", latency_ms=3).latency_ms == 3
    assert read_answer(Answer(text="x", latency_ms=1), latency_ms=3).latency_ms == 1
    assert read_answer(Spoken("x")).text == "x"
    full = {
        "answer": "x",
        "model": "m",
        "usage": {"input_tokens": 3, "output_tokens": 4, "more": 1},
        "passages": [{"text": "a"}, {"text": "b", "doc_id": "d[1].pdf", "page": 2}],
        "unknown": [1],
    }
    answer = read_answer(full)
    assert answer.model_id == "m"
    assert answer.usage == TokenUsage(input_tokens=3, output_tokens=4, calls=1)
    assert [p.id for p in answer.passages] == ["document#1", "d(1).pdf#p2.2"]


@dataclass
class Quoted:
    page: int
    quote: str


@dataclass
class Cited:
    text: str
    citations: list[Quoted]
    evidence: list[dict[str, Any]]
    model: object = len


def test_text_and_evidence_are_read_as_well_as_answer_and_passages() -> None:
    places = {"citations": [Quoted(2, "q")], "evidence": [{"page": 2, "text": "p"}]}
    told: dict[str, Any] = {"text": "x", **places}
    for value in (told, Cited(**told)):
        answer = read_answer(value)
        assert (answer.text, answer.model_id) == ("x", None)
        assert [(cited.page, cited.sentence) for cited in answer.citations] == [(2, "q")]
        assert [(passage.page, passage.text) for passage in answer.passages] == [(2, "p")]


def test_a_field_that_is_null_is_left_out() -> None:
    nulls = {"passages": [{"text": "a", "doc_id": None, "page": None}], "citations": None, "usage": None}
    answer = read_answer({"answer": "x", "model": None, **nulls})
    assert [(p.id, p.page) for p in answer.passages] == [("document#1", None)]
    assert read_answer({"answer": "x", "passages": None}).passages == ()
    usage = {"input_tokens": 3, "output_tokens": None}
    assert read_answer({"answer": "x", "usage": usage}).usage == TokenUsage(input_tokens=3, calls=1)


@over(
    "value, complaint",
    table(__file__, "test_what_is_no_answer_is_refused_in_words_without_a_class_of_ours", lists=True),
)
def test_what_is_no_answer_is_refused_in_words_without_a_class_of_ours(value: object, complaint: str) -> None:
    with pytest.raises(UnusableAnswerError, match=complaint):
        read_answer(value)
    with pytest.raises(UnusableAnswerError) as refused:
        read_answer(value)
    assert describe(refused.value) == str(refused.value)
