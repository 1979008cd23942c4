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
# LangChain's words for a response without anything in it.
_EMPTY = re.compile(r"^No (?:data|generations) .*stream")
# What asyncio says where a model object that was asked in one loop is asked in another.
_ENDED_LOOP = "Event loop is closed"
_FIRST_STATUS = 100


def field_of(kind: type[BaseChatModel], *names: str) -> str | None:
    """The first of these names that a chat model has a field by, or an alias of one."""
    known = {*kind.model_fields, *(field.alias for field in kind.model_fields.values())}
    return next((name for name in names if name in known), None)


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


def require_end(llm: BaseChatModel, message: BaseMessage) -> None:
    """Let a reply pass that came to its end: Ollama's package gives half a stream as if it were whole.

    Raises:
        UnusableResponseError: it broke off.
    """
    if llm._llm_type == "chat-ollama" and not message.response_metadata.get("done"):  # noqa: SLF001  (LangChain's door for this)
        raise UnusableResponseError("the server's response broke off")
