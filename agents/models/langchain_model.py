"""What LangChain's chat models have in common: fields, keys, and what their packages raise."""

import re
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from pydantic import SecretStr

from agents.errors import UnusableResponseError
from agents.models.redaction import redacted
from agents.models.request import CONNECT_TIMEOUT

LIMITS = ("max_completion_tokens", "max_output_tokens", "max_tokens", "num_predict")
"""Fields by which chat models bound a reply's length."""
_WITHHELD = re.compile(
    r"content_?filter|safety|refus|guard_?rail|blocklist|blocked|prohibited|recitation|^language$|spii|"
    r"sensitive|toxic|moderation|model_armor|^pup_|escalation|policy",
    re.IGNORECASE,
)
# Of a choice that its provider broke off.
_BROKEN = re.compile(
    r"error|abort|cancel|insufficient_system_resource|fail|time_?out|interrupt", re.IGNORECASE
)
# Where providers say why a reply ended.
_FINISH = ("finish_reason", "stop_reason", "done_reason", "stopReason")
WROTE = "wrote"
"""Where our own models' messages say what they contain in addition to a text."""
_THINKING, _TOOL_CALL = "thinking", "a tool call"
# LangChain's words for a response without anything in it.
_EMPTY = re.compile(r"^No (?:data|generations) .*stream")
# What asyncio says where a model object that was asked in one loop is asked in another.
_ENDED_LOOP = "Event loop is closed"
_FIRST_STATUS = 100


def field_of(kind: type[BaseChatModel], *names: str) -> str | None:
    """The first of these names that a chat model has a field by, or an alias of one."""
    known = {*kind.model_fields, *(field.alias for field in kind.model_fields.values())}
    return next((name for name in names if name in known), None)


def own_name(llm: object, *fields: str) -> str | None:
    """What a model is called in the first of these fields that has a name; None where none has."""
    names = (getattr(llm, field, None) for field in fields)
    return next((name for name in names if isinstance(name, str) and name), None)


def missing_key(llm: BaseChatModel) -> str | None:
    """The variable of the one key that a model asks with and has not got; several keys are alternatives."""
    names = [name for name in type(llm).model_fields if name.endswith("_key")]
    if len(names) != 1 or names[0] not in llm.lc_secrets:
        return None
    key = getattr(llm, names[0])
    missing = key is None or (isinstance(key, SecretStr) and not key.get_secret_value())
    return llm.lc_secrets[names[0]] if missing else None


def http_settings(key: str | None, most: float) -> dict[str, Any]:
    """For a package that hands such settings on to ``httpx`` and has no fields for them."""
    from httpx import Limits, Timeout  # noqa: PLC0415  (the package's own)

    # How many connections there are is not for the client to say: who waits for one would time out.
    settings = {
        "timeout": Timeout(most, connect=min(most, CONNECT_TIMEOUT)),
        "limits": Limits(max_connections=None),
    }
    return settings if key is None else {**settings, "headers": {"Authorization": f"Bearer {key}"}}


def unusable(error: Exception, unreadable: tuple[type[Exception], ...] = ()) -> UnusableResponseError | None:
    """What the error of a package's chat model says of a response that is none; None where it says else.

    Args:
        error: as the package raised it.
        unreadable: what the package raises where the response has another shape than it expects.
    """
    said = " ".join(str(error).split())
    if isinstance(error, unreadable) or _EMPTY.search(said):
        return UnusableResponseError(f"the server's response could not be read ({type(error).__name__})")
    if isinstance(error, RuntimeError) and _ENDED_LOOP in said:
        return UnusableResponseError("the connection was one of an event loop that has ended")
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status < _FIRST_STATUS:
        return UnusableResponseError(f"the server's response ended with an error: {redacted(said)}")
    return None


def finish_of(message: BaseMessage) -> str:
    """Why a reply ended, in the provider's word; empty if it does not say."""
    said = message.response_metadata
    return str(next((said[name] for name in _FINISH if said.get(name)), ""))


def is_withheld(finish: str) -> bool:
    """Whether a reply ended because the provider or the model refused."""
    return _WITHHELD.search(finish) is not None


def is_broken_off(finish: str) -> bool:
    """Whether a reply ended because the provider failed."""
    return _BROKEN.search(finish) is not None


def kind_of_block(name: str) -> str:
    """What a block of a message is that is no text, in words for users."""
    if re.search("thinking|reasoning|thought", name):
        return _THINKING
    return _TOOL_CALL if re.search("tool|function", name) else name


def refusal_of(message: BaseMessage) -> str:
    """The words by which the model refused, in the field that a provider has for them."""
    blocks = message.content if isinstance(message.content, list) else ()
    said = [message.additional_kwargs.get("refusal")]
    said += [block.get("refusal") for block in blocks if isinstance(block, dict)]
    return " ".join(" ".join(each.split()) for each in said if isinstance(each, str))


def wrote_instead(message: BaseMessage) -> tuple[str, ...]:
    """What a message contains in addition to a text, in words for users."""
    kinds = set(message.response_metadata.get(WROTE) or ())
    if isinstance(message.content, list):
        names = (block.get("type") for block in message.content if isinstance(block, dict))
        kinds |= {kind_of_block(str(name)) for name in names if name != "text"}
    if any(message.additional_kwargs.get(name) for name in ("tool_calls", "function_call")) or any(
        getattr(message, name, None) for name in ("tool_calls", "invalid_tool_calls")
    ):
        kinds.add(_TOOL_CALL)
    details = (getattr(message, "usage_metadata", None) or {}).get("output_token_details") or {}
    if message.additional_kwargs.get("reasoning_content") or details.get("reasoning"):
        kinds.add(_THINKING)
    return tuple(sorted(kinds))


def require_end(llm: BaseChatModel, message: BaseMessage) -> None:
    """Let a reply pass that came to its end: Ollama's package gives half a stream as if it were whole.

    Raises:
        UnusableResponseError: it broke off.
    """
    if llm._llm_type == "chat-ollama" and not message.response_metadata.get("done"):  # noqa: SLF001  (LangChain's door for this)
        raise UnusableResponseError("the server's response broke off")
