"""Runs that are cut off: what is kept, what is done again, and what is refused."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from agents.graphs.search_sources import GuardedRetriever
from agents.research.events import Finished, ResearchEvent, RunStarted
from agents.research.settings import ResearchSettings
from data_base.errors import InputError
from tests.support.research import (
    StubEvaluator,
    StubPlanner,
    StubWriter,
    TableRetriever,
    evaluation,
    passage,
    research_service,
)
from tests.support.rows import table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from data_base.schemas.passage import Passage
    from data_base.schemas_deep_research import DeepResearchResult

QUESTION = "How many trees stand in Alder Park, and how many benches?"
TABLE = {
    QUESTION: [passage("a")],
    "trees?": [passage("b")],
    "benches?": [passage("c")],
    "census": [passage("d")],
}


class CutOffError(Exception):
    """The power fails."""


class Parts:
    """Planner, writer, judge and retriever that are cut off once, at the nth call of one of them."""

    def __init__(self, who: str = "", nth: int = 1) -> None:
        self.who, self.nth = who, nth
        self.calls: dict[str, int] = dict.fromkeys(("plan", "search", "write", "judge", "refine"), 0)
        parts = self

        class Planner(StubPlanner):
            async def propose_plan(self, question: str, **rest: Any) -> Any:
                parts.count("plan")
                return await super().propose_plan(question, **rest)

            async def propose_query(self, question: str, suggestion: str, **rest: Any) -> Any:
                parts.count("refine")
                return await super().propose_query(question, suggestion, **rest)

        class Writer(StubWriter):
            async def write(
                self, question: str, passages: Sequence[Passage], earlier: Any = None, **rest: Any
            ) -> Any:
                parts.count("write")
                return await super().write(question, passages, earlier, **rest)

        class Judge(StubEvaluator):
            async def evaluate_fine_grained(self, question: str, answer: str, documents: Any = None) -> Any:
                parts.count("judge")
                return await super().evaluate_fine_grained(question, answer, documents)

        class Retriever(GuardedRetriever):
            async def find(self, query: str) -> Any:
                parts.count("search")
                return [found.to_document() for found in TABLE.get(query, [])]

        self.planner = Planner(parts={QUESTION: ("trees?", "benches?")}, refined=lambda q, s, t: "census")
        self.writer = Writer()
        self.evaluator = Judge([evaluation(3), evaluation(9)])
        self.retriever = Retriever(label="", fingerprint="", inner=TableRetriever(table={}))

    def count(self, who: str) -> None:
        self.calls[who] += 1
        if who == self.who and self.calls[who] == self.nth:
            raise CutOffError(who)

    def service(self, path: Path | None) -> Any:
        return research_service(
            planner=self.planner,
            writer=self.writer,
            evaluator=self.evaluator,
            retriever=self.retriever,
            settings=ResearchSettings(checkpoints=path),
        )


def without_times(result: DeepResearchResult) -> DeepResearchResult:
    attempts = tuple(item.model_copy(update={"elapsed_ms": 0}) for item in result.attempts)
    return result.model_copy(update={"attempts": attempts, "elapsed_ms": 0})


UNCUT = {"plan": 1, "search": 4, "write": 2, "judge": 2, "refine": 1}


@pytest.mark.parametrize(
    ("who", "nth"),
    table(__file__, "test_a_run_goes_on_where_it_was_cut_off"),
)
async def test_a_run_goes_on_where_it_was_cut_off(tmp_path: Path, who: str, nth: int) -> None:
    uncut = await Parts().service(None).run(QUESTION, thread_id="t")

    parts = Parts(who, nth)
    with pytest.raises(CutOffError):
        await parts.service(tmp_path / "runs.sqlite").run(QUESTION, thread_id="t")
    resumed = await parts.service(tmp_path / "runs.sqlite").run(QUESTION, thread_id="t")

    assert without_times(resumed) == without_times(uncut)
    assert parts.calls == {**UNCUT, who: UNCUT[who] + 1}


async def test_the_resumed_run_says_so_and_tells_the_rest(tmp_path: Path) -> None:
    parts = Parts("judge")
    with pytest.raises(CutOffError):
        await parts.service(tmp_path / "runs.sqlite").run(QUESTION, thread_id="t")
    service = parts.service(tmp_path / "runs.sqlite")
    events = [event async for event in service.stream(QUESTION, thread_id="t")]
    assert isinstance(events[0], RunStarted)
    assert events[0].resumed
    assert [event.kind for event in events[1:4]] == [
        "model_call_started",
        "model_call_ended",
        "attempt_judged",
    ]


async def test_an_error_names_the_thread_it_leaves_behind(tmp_path: Path) -> None:
    with pytest.raises(CutOffError) as caught:
        await Parts("write").service(tmp_path / "runs.sqlite").run(QUESTION, thread_id="my-thread")
    assert any("my-thread" in note for note in caught.value.__notes__)


async def test_a_finished_run_is_returned_and_nothing_is_asked(tmp_path: Path) -> None:
    parts = Parts()
    service = parts.service(tmp_path / "runs.sqlite")
    first = await service.run(QUESTION, thread_id="t")
    events = [event async for event in service.stream(QUESTION, thread_id="t")]
    assert [event.kind for event in events] == ["run_started", "finished"]
    assert isinstance(events[-1], Finished)
    assert events[-1].result == first
    assert parts.calls == UNCUT


async def test_every_run_without_a_name_is_a_new_one(tmp_path: Path) -> None:
    parts = Parts()
    service = parts.service(tmp_path / "runs.sqlite")
    first, second = await service.run(QUESTION), await service.run(QUESTION)
    assert first.thread_id != second.thread_id
    assert parts.calls["plan"] == 2


async def test_a_thread_of_another_question_or_other_settings_is_refused(tmp_path: Path) -> None:
    parts = Parts()
    service = parts.service(tmp_path / "runs.sqlite")
    await service.run(QUESTION, thread_id="t")
    with pytest.raises(InputError, match="another question"):
        await service.run("Another question?", thread_id="t")
    changed = research_service(
        retriever=parts.retriever,
        settings=ResearchSettings(checkpoints=tmp_path / "runs.sqlite", max_attempts=2),
    )
    with pytest.raises(InputError, match="other settings"):
        await changed.run(QUESTION, thread_id="t")


async def test_a_thread_of_an_earlier_graph_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = Parts("write")
    with monkeypatch.context() as before:
        before.setattr("agents.research.settings.GRAPH_VERSION", "2")
        with pytest.raises(CutOffError):
            await parts.service(tmp_path / "runs.sqlite").run(QUESTION, thread_id="t")
    with pytest.raises(InputError, match="another version"):
        await parts.service(tmp_path / "runs.sqlite").run(QUESTION, thread_id="t")


def test_the_thread_id_follows_all_that_shapes_a_run(tmp_path: Path) -> None:
    retriever = TableRetriever(table={})

    def name(label: str = "", **options: Any) -> str:
        options = {"checkpoints": None, **options}
        service = research_service(retriever=retriever, settings=ResearchSettings(**options))
        return service.thread_id(QUESTION, label=label)

    assert name() == name() == name(checkpoints=tmp_path / "elsewhere.sqlite")
    assert name(retry_on=frozenset({"unclear", "unanswered", "incomplete"})) == name()
    others = [name(label="b"), name(max_attempts=2), name(threshold=7), name(retry_on=frozenset())]
    assert len({name(), *others}) == 5


async def test_cancelling_leaves_a_state_to_resume(tmp_path: Path) -> None:
    parts = Parts()
    reached, never = asyncio.Event(), asyncio.Event()

    async def hang(question: str, answer: str, documents: Any = None) -> Any:
        reached.set()
        await never.wait()

    judge = parts.evaluator.evaluate_fine_grained
    parts.evaluator.evaluate_fine_grained = hang  # type: ignore[method-assign]
    task = asyncio.create_task(parts.service(tmp_path / "runs.sqlite").run(QUESTION, thread_id="t"))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    parts.evaluator.evaluate_fine_grained = judge  # type: ignore[method-assign]
    result = await parts.service(tmp_path / "runs.sqlite").run(QUESTION, thread_id="t")
    assert result.stop_reason == "passed"
    assert parts.calls == UNCUT


async def test_cancelling_at_any_moment_leaves_the_file_free(tmp_path: Path) -> None:
    for moment in range(15):
        service = Parts().service(tmp_path / f"{moment}.sqlite")
        task = asyncio.create_task(service.run(QUESTION, thread_id="t"))
        await asyncio.sleep(moment / 500)
        task.cancel()
        await asyncio.wait([task])
        assert (await service.run(QUESTION, thread_id="t")).stop_reason == "passed"


async def test_a_listener_that_goes_away_leaves_a_state_to_resume(tmp_path: Path) -> None:
    parts = Parts()
    stream = parts.service(tmp_path / "runs.sqlite").stream(QUESTION, thread_id="t")
    async for event in stream:
        if event.kind == "answer_drafted":
            break
    await stream.aclose()
    await parts.service(tmp_path / "runs.sqlite").run(QUESTION, thread_id="t")
    assert parts.calls["plan"] == 1


async def test_many_runs_at_once_share_one_file(tmp_path: Path) -> None:
    services = [Parts().service(tmp_path / "runs.sqlite") for _ in range(12)]
    results = await asyncio.gather(*(service.run(QUESTION) for service in services))
    assert {result.stop_reason for result in results} == {"passed"}
    assert len({result.thread_id for result in results}) == 12


async def test_waiting_inside_a_running_loop(tmp_path: Path) -> None:
    result = Parts().service(tmp_path / "runs.sqlite").run_sync(QUESTION)
    assert result.stop_reason == "passed"


def test_waiting_twice_without_a_loop(tmp_path: Path) -> None:
    service = Parts().service(tmp_path / "runs.sqlite")
    assert service.run_sync(QUESTION, thread_id="t") == service.run_sync(QUESTION, thread_id="t")


async def test_an_empty_question_is_refused() -> None:
    with pytest.raises(InputError, match="empty"):
        await Parts().service(None).run("  \n")


async def test_the_state_is_plain_data(tmp_path: Path) -> None:
    """What a checkpoint contains can be read by a serialiser that builds no type."""
    from agents.research.checkpoints import open_checkpoints

    parts = Parts("judge", 2)
    with pytest.raises(CutOffError):
        await parts.service(tmp_path / "runs.sqlite").run(QUESTION, thread_id="t")
    async with open_checkpoints(tmp_path / "runs.sqlite") as saver:
        kept = await saver.aget_tuple({"configurable": {"thread_id": "t", "checkpoint_ns": ""}})
    assert kept is not None
    values = {k: v for k, v in kept.checkpoint["channel_values"].items() if not k.startswith("__")}
    assert plain(values)


def plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and plain(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(plain, value))
    return value is None or type(value) in {str, int, float, bool}


def test_events_read_back_from_json() -> None:
    from pydantic import TypeAdapter

    adapter: TypeAdapter[ResearchEvent] = TypeAdapter(ResearchEvent)

    async def all_events() -> list[ResearchEvent]:
        return [event async for event in Parts().service(None).stream(QUESTION)]

    for event in asyncio.run(all_events()):
        assert adapter.validate_json(adapter.dump_json(event)) == event
