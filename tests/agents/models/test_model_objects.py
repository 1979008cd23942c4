"""Chat models that a caller built: as LangChain wraps them, and called from many loops."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest
from langchain_core.caches import InMemoryCache
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.rate_limiters import BaseRateLimiter
from langchain_core.runnables import ConfigurableField
from pydantic import BaseModel, Field

from agents.calls.complete import complete
from agents.calls.reply_key import identity_of
from agents.evaluator import RAGEvaluator
from agents.models.caller_models.background_copy import background_copy
from agents.models.http_transport import http
from agents.models.registry import chat_model, model_id
from data_base.errors import InputError
from tests.support.embedded_replies import JUDGEMENT
from tests.support.openai_server import openai_server
from tests.support.scripted_chat_model import ScriptedChatModel

ASKED = ("When did it open?", "In 1978.", ["The mill opened in 1978."])


class RecordingModel(ScriptedChatModel):
    """Notes what each call was bound to."""

    calls: list[dict[str, Any]] = Field(default_factory=list)

    async def ainvoke(self, input: Any, config: Any = None, **kwargs: Any) -> Any:  # noqa: A002  (LangChain's)
        self.calls.append({"kwargs": kwargs, "tags": sorted((config or {}).get("tags", []))})
        return await super().ainvoke(input, config, **kwargs)


WRAPPED: list[tuple[Callable[[Any], Any], dict[str, Any], list[str]]] = [
    (lambda llm: llm.bind(temperature=0), {"temperature": 0}, []),
    (lambda llm: llm.with_config(tags=["mine"]), {}, ["mine"]),
    (lambda llm: llm.with_retry(), {}, []),
    (lambda llm: llm.bind(top_p=1).with_config(tags=["a"]).with_retry(), {"top_p": 1}, ["a"]),
    (lambda llm: llm.configurable_fields(name_shown=ConfigurableField(id="n")), {}, []),
]


@pytest.mark.parametrize(("wrap", "kwargs", "tags"), WRAPPED)
async def test_a_wrapped_model_judges_with_what_it_was_bound_to(
    wrap: Callable[[Any], Any], kwargs: dict[str, Any], tags: list[str]
) -> None:
    llm = RecordingModel(script=[JUDGEMENT])
    result = await RAGEvaluator(wrap(llm)).evaluate_fine_grained(*ASKED)
    assert (result.metrics.accuracy, result.model_id) == (9, "scripted")
    assert llm.calls == [{"kwargs": kwargs, "tags": [*tags, "nostream"]}]


async def test_fallbacks_judge_when_the_first_model_fails() -> None:
    first, second = ScriptedChatModel([ValueError("no")]), ScriptedChatModel([JUDGEMENT])
    result = await RAGEvaluator(first.with_fallbacks([second.with_retry()])).evaluate_fine_grained(*ASKED)
    assert (result.metrics.accuracy, len(first.prompts), len(second.prompts)) == (9, 1, 1)


async def test_a_configurable_model_is_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    init = pytest.importorskip("langchain.chat_models").init_chat_model
    pytest.importorskip("langchain_anthropic")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-of-a-test")
    llm = init("anthropic:claude-x", configurable_fields=("temperature",)).with_config(tags=["mine"])
    assert model_id(chat_model(llm)) == "anthropic-chat:claude-x"
    assert RAGEvaluator(llm).model_id == "anthropic-chat:claude-x"
    with pytest.raises(InputError, match="needs a default"):
        RAGEvaluator(init(configurable_fields=("model",)))


def test_a_configurable_model_whose_default_cannot_be_built_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for a judge's method built it, outside of what names such a fault."""
    init = pytest.importorskip("langchain.chat_models").init_chat_model
    from agents.graphs.middleware import JudgeMiddleware

    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    llm = init("openai:gpt-x", configurable_fields=("temperature",))
    for accept in (RAGEvaluator, JudgeMiddleware):
        with pytest.raises(InputError, match="the configurable model's default cannot be built"):
            accept(llm)


def test_our_own_models_take_bound_options() -> None:
    with openai_server(JUDGEMENT) as server:
        llm: Any = chat_model("openai:m", base_url=server.base_url)
        RAGEvaluator(llm.bind(temperature=0).with_retry()).evaluate_fine_grained_sync(*ASKED)
        with pytest.raises(InputError, match=r"openai:m cannot be bound to stop"):
            RAGEvaluator(llm.bind(stop=["x"]))
    assert server.requests[0]["temperature"] == 0


@pytest.mark.parametrize(
    ("judge", "words"),
    [
        (
            ScriptedChatModel,
            r"ScriptedChatModel is a class.*ScriptedChatModel\(…\).*deep_research_judge.testing",
        ),
        (MagicMock(), r"a MagicMock is not a model or judge.*deep_research_judge.testing"),
        (AsyncMock(spec=BaseChatModel), "an AsyncMock is not a model"),
        (ScriptedChatModel() | StrOutputParser(), "RunnableSequence"),
        ((ScriptedChatModel() | StrOutputParser()).with_retry(), "pass the chat model itself"),
    ],
)
def test_what_only_looks_like_a_model_is_rejected(judge: Any, words: str) -> None:
    for accept in (RAGEvaluator, chat_model):
        with pytest.raises(InputError, match=words):
            accept(judge)


def test_what_a_model_is_bound_to_shapes_the_key_of_its_replies() -> None:
    llm: Any = ScriptedChatModel()
    keys = [identity_of(chat_model(each)) for each in (llm, llm.with_retry(), llm.bind(temperature=0))]
    assert keys[0] == keys[1] != keys[2]


def partner_model(address: str) -> BaseChatModel:
    package = pytest.importorskip("langchain_anthropic")
    llm: BaseChatModel = package.ChatAnthropic(model="m", api_key="x", base_url=address, max_retries=0)
    return llm


async def mixed(evaluator: RAGEvaluator, llm: BaseChatModel, number: int) -> Sequence[Any]:
    for _ in range(2):
        assert (await llm.ainvoke("hm")).text == JUDGEMENT
        threads = (asyncio.to_thread(evaluator.evaluate_fine_grained_sync, *ASKED) for _ in range(number))
        here = (evaluator.evaluate_fine_grained(*ASKED) for _ in range(number))
        found = await asyncio.gather(*threads, *here)
    return found


PARTNERS = ["langchain_anthropic", "langchain_openai"]


@contextmanager
def partner(package: str, **behaviour: Any) -> Iterator[tuple[Any, BaseChatModel]]:
    """A server, and the chat model of a provider's package that calls it."""
    installed = pytest.importorskip(package)
    if package == "langchain_anthropic":
        from tests.support.anthropic_server import anthropic_server

        with anthropic_server(JUDGEMENT, **behaviour) as server:
            yield server, partner_model(server.base_url)
    else:
        with openai_server(JUDGEMENT, **behaviour) as server:
            kwargs: Any = {"model": "m", "api_key": "x", "base_url": server.base_url, "max_retries": 0}
            yield server, installed.ChatOpenAI(**kwargs)


@pytest.mark.parametrize("package", PARTNERS)
def test_a_model_object_never_fails_for_being_used_in_several_loops(package: str) -> None:
    """It did: 69 of 100 judgements, with an event of another loop; and the host's own calls."""
    with partner(package, delay=0.01) as (_, llm), ThreadPoolExecutor(8) as pool:
        evaluator = RAGEvaluator(llm, attempts=1)
        found = list(pool.map(lambda _: asyncio.run(evaluator.evaluate_fine_grained(*ASKED)), range(24)))
        found += asyncio.run(mixed(evaluator, llm, 8))
    assert [each.reason for each in found if each.evaluation_failed] == []
    assert len(found) == 24 + 16


@pytest.mark.parametrize("bound", [{}, {"extra_body": {"top_k": 3}}])
async def test_openais_schema_is_sent_as_it_is(bound: dict[str, Any]) -> None:
    """The SDK copied it field by field, which took as long as the rest of the request."""
    with partner("langchain_openai") as (server, llm):
        result = await RAGEvaluator(llm.bind(**bound)).evaluate_fine_grained(*ASKED)
    assert result.metrics.accuracy == 9
    (body,) = server.requests
    assert body["response_format"]["type"] == "json_schema"
    assert "accuracy" in body["response_format"]["json_schema"]["schema"]["properties"]
    assert body.get("top_k") == bound.get("extra_body", {}).get("top_k")


async def test_callbacks_of_a_partner_model_run_in_the_callers_loop() -> None:
    from langchain_core.callbacks import AsyncCallbackHandler

    from tests.support.anthropic_server import anthropic_server

    heard: list[Any] = []

    class Handler(AsyncCallbackHandler):
        async def on_chat_model_start(self, serialized: Any, messages: Any, **more: Any) -> None:
            heard.append((asyncio.get_running_loop(), serialized["id"][-1], more["name"], more["tags"]))

    with anthropic_server(JUDGEMENT) as server:
        llm: Any = partner_model(server.base_url)
        await RAGEvaluator(llm.with_config(callbacks=[Handler()])).evaluate_fine_grained(*ASKED)
    assert heard == [(asyncio.get_running_loop(), "ChatAnthropic", "judge", ["nostream"])]


async def test_a_class_of_the_callers_own_stays_in_its_loop() -> None:
    loops: list[Any] = []

    def reply(_: Any) -> str:
        loops.append(asyncio.get_running_loop())
        return "yes"

    for _ in range(2):
        await complete(ScriptedChatModel(reply), [HumanMessage("hm")])
    assert loops == [asyncio.get_running_loop()] * 2


async def test_a_structure_is_made_once_for_each_model() -> None:
    """It was made twice a call, for 6 ms."""
    from tests.support.anthropic_server import anthropic_server

    made: list[object] = []
    with anthropic_server(JUDGEMENT) as server:
        kind: Any = type(partner_model(server.base_url))

        class Counted(kind):  # type: ignore[misc]
            def with_structured_output(self, *args: Any, **more: Any) -> Any:
                made.append(1)
                return super().with_structured_output(*args, **more)

        evaluator = RAGEvaluator(Counted(model="m", api_key="x", base_url=server.base_url))
        results = [await evaluator.evaluate_fine_grained(*ASKED) for _ in range(3)]
    assert ([each.metrics.accuracy for each in results], len(made)) == ([9, 9, 9], 1)


class CountingLimiter(BaseRateLimiter):
    """Lets every call through, and counts them."""

    def __init__(self) -> None:
        self.asked = 0

    def acquire(self, *, blocking: bool = True) -> bool:
        self.asked += 1
        return True

    async def aacquire(self, *, blocking: bool = True) -> bool:
        return self.acquire(blocking=blocking)


async def test_a_partner_models_own_limiter_and_cache_are_kept() -> None:
    """They were dropped with the clients: the host's limit did not hold for the judge."""
    limiter = CountingLimiter()
    with partner("langchain_openai") as (server, llm):
        limited = llm.model_copy(update={"rate_limiter": limiter, "cache": InMemoryCache()})
        for _ in range(2):
            await complete(chat_model(limited), [HumanMessage("hm")])
    assert (limiter.asked, len(server.requests)) == (1, 1)


async def test_langchains_cache_holds_a_reply_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The adapter looked into it, too, and kept what the model had kept."""
    kept: list[str] = []

    class Noted(InMemoryCache):
        def update(self, prompt: str, llm_string: str, return_val: Any) -> None:
            kept.append(llm_string)
            super().update(prompt, llm_string, return_val)

    monkeypatch.setattr("langchain_core.globals._llm_cache", Noted())
    with partner("langchain_openai") as (_, llm):
        wrapped: list[Any] = [llm, llm.with_fallbacks([llm])]
        for model in map(chat_model, wrapped):
            model.invoke("hm")
            await complete(model, [HumanMessage("hi")])
    assert len(kept) == 2


def test_models_of_the_same_settings_share_a_copy_and_others_do_not() -> None:
    kind = pytest.importorskip("langchain_openai").ChatOpenAI
    settings: dict[str, Any] = {"model": "m", "api_key": "x", "base_url": "http://127.0.0.1:9/v1"}
    limiter, other = CountingLimiter(), CountingLimiter()
    each = [
        settings,
        {**settings, "api_key": "y"},
        {**settings, "model": "n"},
        {**settings, "temperature": 0.5},
        {**settings, "timeout": 7},
        {**settings, "rate_limiter": limiter},
        {**settings, "rate_limiter": other},
        {**settings, "http_socket_options": ()},
    ]
    copies, again = ([background_copy(kind(**one)) for one in each] for _ in range(2))
    assert [copy is not None and copy is same for copy, same in zip(copies, again, strict=True)] == [True] * 8
    assert len(set(map(id, copies))) == len(each)
    assert background_copy(kind(**settings, http_async_client=http.AsyncClient())) is None


class Opened(BaseModel):
    """When it opened."""

    year: int


USES: list[Callable[[Any], Any]] = [
    lambda llm: llm,
    lambda llm: llm.bind_tools([Opened]),
    lambda llm: llm.with_structured_output(Opened, method="json_schema"),
    lambda llm: llm.with_structured_output(Opened, include_raw=True),
]
WRAPS: list[Callable[[Any], Any]] = [
    lambda llm: llm.bind(temperature=0),
    lambda llm: chat_model(llm.bind(temperature=1)).bind(temperature=0),
    lambda llm: llm.bind(temperature=0).with_fallbacks([llm]),
]


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("wrap", WRAPS)
async def test_a_host_uses_the_model_of_its_object_with_what_that_was_bound_to(
    wrap: Callable[[Any], Any], use: Callable[[Any], Any]
) -> None:
    kind = pytest.importorskip("langchain_openai").ChatOpenAI
    with openai_server('{"year": 1978}') as server:
        async with http.AsyncClient() as client:
            more = {"base_url": server.base_url, "max_retries": 0, "http_async_client": client}
            llm = kind(model="m", api_key="x", **more)
            used, plain = use(chat_model(wrap(llm))), use(llm)
            replies = [used.invoke("hm"), await used.ainvoke("hm")]
            expected = plain.invoke("hm")
    *bodies, body = server.requests
    assert [each.pop("temperature") for each in bodies] == [0, 0]
    assert bodies == [body, body]
    assert [type(each) for each in replies] == [type(expected)] * 2


async def test_fallbacks_reply_to_a_host_when_the_first_model_fails() -> None:
    for asked in (lambda llm: llm.invoke("hm"), lambda llm: asyncio.run(llm.ainvoke("hm"))):
        first, second = ScriptedChatModel([ValueError("no")]), ScriptedChatModel(["yes"])
        pair: Any = first.with_fallbacks([second], exceptions_to_handle=(ValueError,))
        assert (await asyncio.to_thread(asked, chat_model(pair))).text == "yes"
        unhandled: Any = first.with_fallbacks([second], exceptions_to_handle=(KeyError,))
        with pytest.raises(ValueError, match="no"):
            await asyncio.to_thread(asked, chat_model(unhandled))
        assert len(first.prompts) == 2
