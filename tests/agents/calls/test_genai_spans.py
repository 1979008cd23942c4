"""Spans and events of OpenTelemetry, and LangChain callbacks on every call."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableLambda

from agents.calls.runtime import ModelRuntime
from agents.deep_research import DeepResearchService
from agents.evaluator import RAGEvaluator
from agents.judges.judge_spec import JudgeSpec
from agents.models.registry import chat_model
from agents.research.settings import ResearchSettings
from data_base.passage_index import PassageIndex
from data_base.schemas.passage import Passage
from tests.support.openai_server import Fault, openai_server
from tests.support.scripted_chat_model import ScriptedChatModel

pytest.importorskip("opentelemetry.sdk", reason="the group providers is not installed")
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

DOCUMENTS = [Passage(id="n#1", doc_id="n", text="The plant made 41 GWh in 2021.")]
QUESTION, ANSWER = "What did the plant make in 2021?", "It made 41 GWh."
REPLY = json.dumps(
    {"analysis": "", "accuracy": 8, "completeness": 6, "clarity": 9, "reason": "so", "suggestion": "plant"}
)


@pytest.fixture
def exporter(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    yield kept
    provider.shutdown()


def named(exporter: InMemorySpanExporter, operation: str) -> list[ReadableSpan]:
    return [
        span
        for span in exporter.get_finished_spans()
        if (span.attributes or {}).get("gen_ai.operation.name") == operation
    ]


async def evaluated(llm: Any, **settings: Any) -> Any:
    return await RAGEvaluator(llm, cache=None, **settings).evaluate_fine_grained(QUESTION, ANSWER, DOCUMENTS)


async def test_a_judgement_is_a_span_over_its_calls(exporter: InMemorySpanExporter) -> None:
    await evaluated(ScriptedChatModel(["no JSON", REPLY], name_shown="openai:some"))
    first, second = named(exporter, "chat")
    (whole,) = named(exporter, "evaluate")
    assert (first.name, whole.name) == ("chat some", "evaluate some")
    assert first.attributes == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "some",
        "gen_ai.usage.input_tokens": 10,
        "gen_ai.usage.output_tokens": 5,
        "judge.requests": 1,
        "judge.cached": False,
    }
    assert first.parent == second.parent == whole.context


async def test_an_event_a_dimension(exporter: InMemorySpanExporter) -> None:
    await evaluated(ScriptedChatModel([REPLY]))
    (whole,) = named(exporter, "evaluate")
    assert [(event.name, dict(event.attributes or {})) for event in whole.events] == [
        (
            "gen_ai.evaluation.result",
            {
                "gen_ai.evaluation.name": "accuracy",
                "gen_ai.evaluation.score.value": 8.0,
                "gen_ai.evaluation.score.label": "pass",
            },
        ),
        (
            "gen_ai.evaluation.result",
            {"gen_ai.evaluation.name": "completeness", "gen_ai.evaluation.score.value": 6.0},
        ),
        (
            "gen_ai.evaluation.result",
            {"gen_ai.evaluation.name": "clarity", "gen_ai.evaluation.score.value": 9.0},
        ),
    ]


async def test_a_failed_evaluation_has_no_score(exporter: InMemorySpanExporter) -> None:
    await evaluated(ScriptedChatModel([RuntimeError("broken")]))
    (whole,) = named(exporter, "evaluate")
    (call,) = named(exporter, "chat")
    assert [dict(event.attributes or {}) for event in whole.events] == [
        {"gen_ai.evaluation.name": name, "error.type": "unscored"}
        for name in ("accuracy", "completeness", "clarity")
    ]
    assert not whole.status.is_ok
    assert (call.attributes or {})["error.type"] == "ModelCallError"
    assert not call.events


async def test_a_call_that_was_given_up_tells_its_requests(exporter: InMemorySpanExporter) -> None:
    with openai_server("", faults=[Fault(status=503)] * 2) as server:
        llm = chat_model("openai:some", base_url=server.base_url)
        await evaluated(llm, attempts=2, first_wait=0)
    (call,) = named(exporter, "chat")
    assert dict(call.attributes or {}) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "some",
        "judge.requests": 2,
        "error.type": "503",
    }


async def test_every_call_of_a_panel_lies_in_one_evaluation(exporter: InMemorySpanExporter) -> None:
    models = [ScriptedChatModel([REPLY], name_shown=name) for name in ("openai:a", "google:b")]
    await evaluated(models)
    (whole,) = named(exporter, "evaluate")
    calls = named(exporter, "chat")
    assert whole.name == "evaluate openai:a,google:b"
    assert dict(whole.attributes or {}) == {
        "gen_ai.operation.name": "evaluate",
        "gen_ai.request.model": "openai:a,google:b",
    }
    assert {(call.attributes or {})["gen_ai.provider.name"] for call in calls} == {"openai", "gcp.gemini"}
    assert [call.parent for call in calls] == [whole.context] * 2
    assert len(whole.events) == 3


async def test_a_cascade_names_both_and_the_call_to_its_model(exporter: InMemorySpanExporter) -> None:
    with openai_server(REPLY) as server:
        judge = JudgeSpec.of("embedded+openai:some+", base_url=server.base_url)
        evaluator = RAGEvaluator(judge, cache=None)
        await evaluator.evaluate_fine_grained("Why was it built?", "Because people wanted light.")
    (whole,) = named(exporter, "evaluate")
    assert whole.name == "evaluate embedded+openai:some+"
    assert [(call.attributes or {})["gen_ai.request.model"] for call in named(exporter, "chat")] == ["some+"]


async def test_the_embedded_judge_makes_no_call_and_tells_its_scores(exporter: InMemorySpanExporter) -> None:
    await evaluated("embedded")
    (whole,) = named(exporter, "evaluate")
    assert (whole.attributes or {})["gen_ai.provider.name"] == "embedded"
    assert named(exporter, "chat") == []
    assert [(event.attributes or {})["gen_ai.evaluation.name"] for event in whole.events] == [
        "accuracy", "completeness", "clarity",
    ]  # fmt: skip


async def test_texts_stay_here_unless_asked_for(
    exporter: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evaluated(ScriptedChatModel([REPLY.replace('"so"', '"the reason told"')]))
    told = "".join(span.to_json() for span in exporter.get_finished_spans())
    assert not [text for text in (QUESTION, ANSWER, "41 GWh", "the reason told") if text in told]
    monkeypatch.setenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
    await evaluated(ScriptedChatModel([REPLY.replace('"so"', '"the reason told"')]))
    assert "the reason told" in "".join(span.to_json() for span in exporter.get_finished_spans())


class Listener(AsyncCallbackHandler):
    """Counts the calls it hears of."""

    def __init__(self) -> None:
        self.prompts: list[str] = []
        self.open: set[UUID] = set()

    async def on_chat_model_start(
        self, serialized: dict[str, Any], messages: list[list[BaseMessage]], *, run_id: UUID, **kwargs: Any
    ) -> None:
        self.prompts.append(str(messages[0][0].text))
        self.open.add(run_id)

    async def on_llm_end(self, response: Any, *, run_id: UUID, **kwargs: Any) -> None:
        self.open.discard(run_id)

    async def on_llm_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        self.open.discard(run_id)


async def test_a_models_own_callbacks_hear_every_call() -> None:
    listener = Listener()
    llm = ScriptedChatModel(["no JSON", "none", REPLY], callbacks=[listener])
    await evaluated(llm)
    assert len(listener.prompts) == len(llm.prompts) == 3


async def test_the_callbacks_of_the_surrounding_run_hear_every_call_of_a_panel() -> None:
    listener = Listener()
    llm = ScriptedChatModel([REPLY.replace('"accuracy": 8', '"accuracy": 7')])
    step = RunnableLambda(lambda _: None, afunc=lambda _: evaluated(llm, panel="adaptive"))
    await step.ainvoke(None, config={"callbacks": [listener]})
    assert len(listener.prompts) == len(llm.prompts) == 3


@pytest.mark.parametrize("own", [True, False], ids=["own", "surrounding"])
@pytest.mark.parametrize(
    ("replies", "faults", "settings"),
    [
        (["no JSON", REPLY], [], {}),
        ([REPLY], [Fault(status=400)], {}),
        ([REPLY], [Fault(status=500)], {}),
        ([REPLY], [Fault(hang=True)], {"timeout": 0.3}),
        ([REPLY] * 30, [*[None] * 25, Fault(hang=True)], {}),
    ],
    ids=["repaired", "refused the schema", "tried again", "timed out", "hedged"],
)
async def test_callbacks_hear_every_request_and_its_end(
    *, own: bool, replies: list[str], faults: list[Fault | None], settings: dict[str, Any]
) -> None:
    listener, left = Listener(), list(replies)
    runtime = ModelRuntime()
    with openai_server(lambda _: left.pop(0) if len(left) > 1 else left[0], faults=faults) as server:
        llm = chat_model("openai:told", base_url=server.base_url, callbacks=[listener] if own else None)

        async def judged(_: object) -> None:
            for _ in range(max(1, len(faults))):
                await evaluated(llm, first_wait=0, attempts=2, runtime=runtime, **settings)

        step = RunnableLambda(lambda _: None, afunc=judged)
        await step.ainvoke(None, config={} if own else {"callbacks": [listener]})
        # A hedge may be cancelled before it has reached the server.
        assert len(listener.prompts) >= len(server.requests) > len(faults)
    assert listener.open == set()


async def test_the_callbacks_of_the_surrounding_run_hear_every_call_of_the_loop() -> None:
    listener = Listener()

    def script(messages: list[BaseMessage]) -> str:
        return REPLY if "accuracy" in str(messages[0].text) else "It made 41 GWh [n#1]."

    llm = ScriptedChatModel(script)
    settings = ResearchSettings(checkpoints=None, max_attempts=2)
    service = DeepResearchService(llm, retriever=PassageIndex.from_passages(DOCUMENTS), settings=settings)
    step = RunnableLambda(lambda _: None, afunc=lambda _: service.run(QUESTION))
    await step.ainvoke(None, config={"callbacks": [listener]})
    assert len(listener.prompts) == len(llm.prompts) >= 3
