"""One model, asked once: a smallest reply in a given shape."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage

from agents.calls.complete import complete
from agents.calls.runtime import ModelRuntime
from agents.calls.settings import CallSettings
from agents.errors import CutOffError, ModelCallError, UnusableResponseError
from agents.judges.judge_spec import JudgeSpec
from agents.models.caller_models.caller_model_adapter import asked_model
from agents.models.refused_parameters import OBJECT_FORMAT, SCHEMA_FORMAT
from agents.models.registry import EMBEDDED, model_id, models_in
from agents.models.request import OutputSchema
from data_base.errors import InputError
from service.doctor.finding import Finding, attention, missing, ok
from service.doctor.providers import host

if TYPE_CHECKING:
    from agents.calls.accepted_parameters import Capabilities
    from agents.calls.complete import Completion

TIMEOUT = 120.0
"""Seconds that a model has, unless its option ``timeout`` says otherwise: some reason about anything."""
_PROMPT = [HumanMessage('Reply with this JSON object and nothing else: {"answer": "yes"}')]
_SHAPE = OutputSchema(
    "reply",
    {
        "type": "object",
        "properties": {"answer": {"type": "string"}},
        "required": ["answer"],
        "additionalProperties": False,
    },
)
_KEY_REFUSED = ("key", "set the provider's key to one that the server accepts")
_ADVICE = {
    401: _KEY_REFUSED,
    403: _KEY_REFUSED,
    404: ("model name", "check the model's name, and the server's address"),
    402: ("limits", "the account has no credit left: add some"),
    429: ("limits", "a limit of the account is used up: wait, or raise it"),
}


def model_findings(name: str) -> Iterator[Finding]:
    """Ask a model once and report the result; a panel's or a cascade's models one by one.

    Args:
        name: as in ``--model``, with its options.
    """
    try:
        models = models_in(JudgeSpec.of(name))
    except InputError as error:
        yield _lack("model", str(error), "correct the name or what it needs, and ask again")
        return
    for model in models:
        if model_id(model) == EMBEDDED:
            yield _good("model", "embedded: a program in this process; there is no server to ask")
        else:
            yield _good("model", f"{model_id(model)} at {host(asked_model(model).server or '')}")
            yield from asyncio.run(_asked(model))


async def _asked(llm: BaseChatModel) -> list[Finding]:
    runtime = ModelRuntime()
    timeout = getattr(llm, "timeout", None) or TIMEOUT
    settings = CallSettings(timeout=timeout, attempts=1, hedging=False, runtime=runtime)
    try:
        reply = await complete(llm, _PROMPT, settings=settings, schema=_SHAPE)
    except (ModelCallError, InputError) as error:
        return [failure(error)]
    known = runtime.capabilities(model_id(llm), asked_model(llm).server)
    return [_good("reply", _measured(reply)), _served(reply), _structured(known, reply), _dropped(known)]


def failure(error: ModelCallError | InputError) -> Finding:
    """What a call that failed says, and what to do about it."""
    status = error.status if isinstance(error, ModelCallError) else None
    said = str(error)
    if isinstance(error, (InputError, CutOffError)) or error.concerns == "machine":
        return _lack("reply", said, "correct that and ask again")
    if status is None and isinstance(error.__cause__, UnusableResponseError):
        return _lack("reply", said, "check the address: most model servers need /v1 at its end")
    if status is None:
        return _lack("server", said, "check that the server runs, its address, and the network between")
    name, advice = _ADVICE.get(status, ("reply", "see what the server says, and its own log"))
    return _lack(name, said, advice)


def _served(reply: Completion) -> Finding:
    if reply.model_served is None:
        return _good("served model", "the server does not say")
    prints = f", fingerprint {reply.system_fingerprint}" if reply.system_fingerprint else ""
    return _good("served model", f"{reply.model_served}{prints}")


def _structured(known: Capabilities, reply: Completion) -> Finding:
    taken = {SCHEMA_FORMAT: "yes, by a JSON schema", OBJECT_FORMAT: "yes, as JSON without a schema"}
    how = next((said for form, said in taken.items() if known.accepts(form)), "no, asked by the prompt alone")
    if _is_shaped(reply.text):
        return _good("structured output", how)
    return attention(
        "structured output",
        f"{how}; the reply was not in the requested shape",
        "such replies are repaired or asked for again, which costs calls; try judge stability",
    )


def _dropped(known: Capabilities) -> Finding:
    said = "; ".join(f"{name} ({words})" for name, words in known.refused.items())
    return _good("parameters", f"refused, and asked in another way: {said}" if said else "none is refused")


def _is_shaped(text: str) -> bool:
    try:
        reply = json.loads(text)
    except ValueError:
        return False
    return isinstance(reply, dict) and isinstance(reply.get("answer"), str)


def _measured(reply: Completion) -> str:
    usage = reply.usage
    reasoning = f", {usage.reasoning_tokens} of them reasoning" if usage.reasoning_tokens else ""
    cost = "cost unknown" if usage.cost_usd is None else f"${usage.cost_usd:.6f}"
    tokens = f"{usage.input_tokens} tokens sent, {usage.output_tokens} received{reasoning}"
    return f"{tokens}, {cost}, {reply.latency_ms:.0f} ms"


def _good(name: str, detail: str) -> Finding:
    return ok(name, detail, needed=True)


def _lack(name: str, detail: str, advice: str) -> Finding:
    return missing(name, detail, advice, needed=True)
