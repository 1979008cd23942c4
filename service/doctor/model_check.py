"""One model, really asked: a smallest completion, and a smallest one in a given shape."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from langchain_core.messages import HumanMessage

from agents.calls.complete import complete
from agents.calls.refusals import OBJECT_FORMAT, SCHEMA_FORMAT
from agents.calls.runtime import ModelRuntime
from agents.calls.settings import CallSettings
from agents.errors import CutOffError, ModelCallError, UnusableResponseError
from agents.models.langchain_model import asked_model
from agents.models.names import EMBEDDED, chat_model, model_id, models_in
from agents.models.request import OutputSchema
from data_base.errors import InputError
from service.doctor.finding import Finding, attention, missing, ok

if TYPE_CHECKING:
    from collections.abc import Iterator

    from langchain_core.language_models import BaseChatModel

    from agents.calls.capabilities import Capabilities
    from agents.calls.complete import Completion

TIMEOUT = 120.0
"""Seconds that a model has, unless its option ``timeout`` says otherwise: some think about anything."""
_PLAIN = [HumanMessage("Reply with the word yes.")]
_SHAPED = [HumanMessage('Reply with this JSON object and nothing else: {"answer": "yes"}')]
_SHAPE = OutputSchema(
    "reply",
    {
        "type": "object",
        "properties": {"answer": {"type": "string"}},
        "required": ["answer"],
        "additionalProperties": False,
    },
)
_LOOK = "see what the server says, and its own log"
_KEY_REFUSED, _UNKNOWN, _LIMITED = frozenset({401, 403}), 404, 429


def model_findings(name: str) -> Iterator[Finding]:
    """Ask a model twice and say what came of it; a panel's or a cascade's models one by one.

    Args:
        name: as it is given to ``--model``, options behind it included.
    """
    try:
        models = models_in(chat_model(name))
    except InputError as error:
        yield _lack("model", str(error), "correct the name or what it needs, and ask again")
        return
    for model in models:
        if model_id(model) == EMBEDDED:
            yield _good("model", "embedded: a program in this process; there is no server to ask")
        else:
            yield _good("model", f"{model_id(model)} at {_server(model)}")
            yield from asyncio.run(_asked(model))


async def _asked(llm: BaseChatModel) -> list[Finding]:
    runtime = ModelRuntime()
    timeout = getattr(llm, "timeout", None) or TIMEOUT
    settings = CallSettings(timeout=timeout, attempts=1, hedging=False, runtime=runtime)
    try:
        plain = await complete(llm, _PLAIN, settings=settings)
    except (ModelCallError, InputError) as error:
        return list(_failure("completion", error))
    findings = [_good("reachable", "yes"), _good("key", "accepted"), _served(plain)]
    findings.append(_good("completion", _measured(plain)))
    try:
        shaped = await complete(llm, _SHAPED, settings=settings, schema=_SHAPE)
    except (ModelCallError, InputError) as error:
        return [
            *findings,
            _lack("structured output", str(error), _LOOK),
        ]
    known = runtime.capabilities(model_id(llm), asked_model(llm).server)
    return [*findings, _structured(known, shaped), _dropped(known)]


def _failure(asked: str, error: ModelCallError | InputError) -> Iterator[Finding]:
    """What a call that failed says of the server, the key and the model."""
    status = error.status if isinstance(error, ModelCallError) else None
    said = str(error)
    if isinstance(error, InputError):
        yield _lack(asked, said, "correct that and ask again")
    elif isinstance(error, CutOffError):
        yield _lack(asked, said, "do as it says")
    elif isinstance(error.__cause__, UnusableResponseError):
        yield _lack(
            asked, said, "check that the address is that of a model server, with /v1 at its end for most"
        )
    elif status is None:
        yield _lack("reachable", said, "check that the server runs, its address, and the network between")
    else:
        yield _good("reachable", "yes")
        if status in _KEY_REFUSED:
            yield _lack("key", said, "set the provider's key to one that the server accepts")
        elif status == _UNKNOWN:
            yield _lack("model name", said, "check the model's name, and the server's address")
        elif status == _LIMITED:
            yield _lack("limits", said, "a limit of the account is used up: wait, or raise it")
        else:
            yield _lack(asked, said, _LOOK)


def _served(reply: Completion) -> Finding:
    if reply.model_served is None:
        return _good("served model", "the server does not say")
    prints = f", fingerprint {reply.system_fingerprint}" if reply.system_fingerprint else ""
    return _good("served model", f"{reply.model_served}{prints}")


def _structured(known: Capabilities, reply: Completion) -> Finding:
    taken = {SCHEMA_FORMAT: "yes, by a JSON schema", OBJECT_FORMAT: "yes, as JSON without a schema"}
    how = next((said for form, said in taken.items() if known.accepts(form)), "no, asked by the prompt alone")
    if _is_shaped(reply.text):
        return _good("structured output", f"{how}; {_measured(reply)}")
    return attention(
        "structured output",
        f"{how}; the reply was not of the shape asked for; {_measured(reply)}",
        "such replies are repaired or asked for again, which costs calls; try judge stability",
        needed=True,
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


def _server(llm: BaseChatModel) -> str:
    parts = urlsplit(asked_model(llm).server or "")
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else "the provider's server"


def _good(name: str, detail: str) -> Finding:
    return ok(name, detail, needed=True)


def _lack(name: str, detail: str, advice: str) -> Finding:
    return missing(name, detail, advice, needed=True)
