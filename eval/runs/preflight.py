"""A first small question to every model, before anything large is paid for."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from urllib.parse import urlsplit

from langchain_core.language_models import BaseChatModel

from agents.calls.complete import CallSettings, complete
from agents.calls.prompt_messages import render, text_section
from agents.errors import CutOffError, ModelCallError, is_refused, to_fix
from agents.evaluator import RAGEvaluator
from agents.models.caller_models.caller_model_adapter import asked_model
from agents.models.registry import EMBEDDED, ModelOrJudge, model_id, model_identity, models_in
from data_base.errors import InputError
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.run import RunItem
from prompts.registry import load

ModelCheck = Callable[[Iterable[RunItem]], Awaitable[None]]
"""Checks, given the items that are kept already, that a system can be asked."""
_SETTINGS = CallSettings(attempts=2)
_ADDRESSES = {
    "openai": "OPENAI_BASE_URL",
    "google": "GOOGLE_GEMINI_BASE_URL",
    "anthropic": "ANTHROPIC_BASE_URL",
    "ollama": "OLLAMA_HOST",
}


async def ready(_items: Iterable[RunItem]) -> None:
    """Nothing has to be checked before a system is asked."""


async def require_answers(models: Iterable[ModelOrJudge]) -> None:
    """Make sure that each model can be reached and lets us in.

    A judge whose key is refused would otherwise only be noticed when all research had been paid for.

    Raises:
        InputError: naming the model and what is wrong; other errors of a server may pass and are let be.
    """
    parts = {model_identity(part): part for model in models for part in models_in(model)}
    for name in sorted(set(parts) - {EMBEDDED}):
        await _require_answer(parts[name])


async def require_judge(llm: ModelOrJudge, evaluator: RAGEvaluator, first: JudgeRequest) -> None:
    """Make sure that a judge answers, unless its reply to the first request is kept.

    Raises:
        InputError: as of :func:`require_answers`.
    """
    if model_id(llm) != EMBEDDED and await evaluator.asks_a_model(first):
        await require_answers([llm])


def unheard(models: Iterable[ModelOrJudge], items: Iterable[RunItem]) -> list[BaseChatModel]:
    """The models without a reply in any item of a run; the others have shown that they can be reached."""
    heard = {name for item in items for name in _heard_in(item)}
    parts = [part for model in models for part in models_in(model)]
    return [part for part in parts if model_id(part) not in heard]


async def _require_answer(model: BaseChatModel) -> None:
    prompt = render(load("plan", "en"), {"question": [text_section("question", "What is 1 + 1?")]})
    try:
        await complete(model, prompt, settings=_SETTINGS)
    except CutOffError:
        # It answers; whether its limit is too low for the real prompts is seen there.
        return
    except ModelCallError as error:
        if is_refused(error):
            raise to_fix(error) from error
        if error.status is None:
            raise InputError(f"{str(error).rstrip('.')}; {_where_to_look(model)}.") from error


def _heard_in(item: RunItem) -> Iterator[str | None]:
    if item.answer is not None:
        yield item.answer.model_id
    attempts = item.research.attempts if item.research else ()
    for evaluation in (item.evaluation, *(attempt.evaluation for attempt in attempts)):
        if evaluation is not None and evaluation.scored:
            yield evaluation.model_id


def _where_to_look(model: BaseChatModel) -> str:
    """What to check where a server cannot be talked to; without what may be secret in its address."""
    again = "and run the same command again"
    variable = _ADDRESSES.get(model_id(model).partition(":")[0])
    if variable is None:
        return f"fix this {again}"
    server = asked_model(model).server
    if not server:
        return f"check the network, or set {variable} to another server, {again}"
    return f"check that {_server(server)} runs and that {variable} is its address, {again}"


def _server(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return "the server"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else "the server"
