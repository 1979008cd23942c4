"""What a reply is kept under: everything that shapes it, and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from agents.calls.fence import blank_nonce, find_nonce
from agents.models.registry import model_id
from agents.models.request import AskedModel, OutputSchema, ReplyRequirements

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

_VERSION = 1
# Fields of any chat model that shape no reply.
_SHAPELESS = frozenset(
    {"cache", "callbacks", "custom_get_token_ids", "metadata", "name", "profile", "rate_limiter", "tags"}
    | {"timeout", "request_timeout", "max_retries", "verbose", "server_named"}
)


def identity_of(llm: BaseChatModel) -> str:
    """A model with its parameters as one line of JSON; it contains no key and no secret."""
    if (parts := getattr(llm, "identity_parts", None)) is not None:
        models, kwargs = parts
        inside = [identity_of(model) for model in models]
        return inside[0] if len(inside) == 1 and not kwargs else _json([inside, kwargs])
    own = {
        name: value
        for name in type(llm).model_fields
        if _shapes(name) and _is_plain(value := getattr(llm, name))
    }
    # A class of ours may move to another module, and its replies stay what they are.
    is_ours = isinstance(getattr(llm, "model_id", None), str)
    kind = "" if is_ours else f"{type(llm).__module__}.{type(llm).__qualname__}"
    content = [kind, model_id(llm), _without_secrets(llm._identifying_params), own]  # noqa: SLF001  (LangChain's door for this)
    return _json(content)


def identity_with(identity: str, schema: OutputSchema | None, asked: AskedModel) -> str:
    """What a reply's key says of the model: with a schema it is asked for another reply than without."""
    if schema is None or not asked.request(ReplyRequirements(schema), {}).formats:
        return identity
    return f"{identity} schema {schema.sha256}"


def reply_key(identity: str, messages: Sequence[BaseMessage], draw: int = 0) -> str:
    """The key of a reply, 64 hexadecimal digits.

    The nonces of fences are blanked: they are new in every process and say nothing.

    Args:
        identity: the model (see :func:`identity_of`).
        messages: the whole prompt.
        draw: distinguishes several replies to the same prompt.
    """
    prompt = [[message.type, _blanked(message.content)] for message in messages]
    text = json.dumps([_VERSION, identity, prompt, draw], ensure_ascii=False, default=repr)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, sort_keys=True, default=repr)


def _blanked(content: object) -> object:
    if not isinstance(content, str) or (nonce := find_nonce(content)) is None:
        return content
    return blank_nonce(content, nonce)


def _shapes(name: str) -> bool:
    return name not in _SHAPELESS and not name.endswith(("key", "secret", "password"))


def _is_plain(value: object) -> bool:
    return isinstance(value, (str, int, float, bool)) and value not in {"", False}


def _without_secrets(params: Any) -> dict[str, Any]:  # noqa: ANN401  (a provider's own)
    return {str(name): value for name, value in dict(params).items() if not isinstance(value, SecretStr)}
