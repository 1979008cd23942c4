"""What a server of the OpenAI protocol replies, read as LangChain's."""

import json
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.messages.ai import InputTokenDetails, OutputTokenDetails, UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult

from agents.errors import UnusableResponseError


def decoded(response: Any) -> object:  # noqa: ANN401  (an HTTP response, its library not imported)
    """The response's JSON.

    Raises:
        UnusableResponseError: it contains none.
    """
    try:
        decoded: object = json.loads(response.content)
    except ValueError:
        raise UnusableResponseError("the server's response is no JSON") from None
    return decoded


def chat_result(completion: object) -> ChatResult:
    """A decoded completion as LangChain's.

    Raises:
        UnusableResponseError: what came back is no chat completion.
    """
    try:
        choice: dict[str, Any] = completion["choices"][0]  # type: ignore[index]
        content = choice["message"].get("content")
        usage = completion.get("usage")  # type: ignore[attr-defined]
        said = {name: completion.get(name) for name in ("model", "system_fingerprint")}  # type: ignore[attr-defined]
        finish = choice.get("finish_reason")
    except (TypeError, KeyError, IndexError, AttributeError):
        raise UnusableResponseError("the server did not return a chat completion") from None
    message = AIMessage(
        content=content if isinstance(content, str) else "",
        usage_metadata=_usage(usage),
        response_metadata={
            "model_name": said["model"],
            "system_fingerprint": said["system_fingerprint"],
            "finish_reason": finish,
        },
    )
    return ChatResult(generations=[ChatGeneration(message=message)])


def _usage(usage: object) -> UsageMetadata | None:
    if not isinstance(usage, dict):
        return None
    sent, received = _tokens(usage, "prompt_tokens"), _tokens(usage, "completion_tokens")
    # Some servers count reasoning apart, and in the total alone.
    received = max(received, _tokens(usage, "total_tokens") - sent)
    return UsageMetadata(
        input_tokens=sent,
        output_tokens=received,
        total_tokens=sent + received,
        input_token_details=InputTokenDetails(
            cache_read=_tokens(usage.get("prompt_tokens_details"), "cached_tokens")
        ),
        output_token_details=OutputTokenDetails(
            reasoning=_tokens(usage.get("completion_tokens_details"), "reasoning_tokens")
        ),
    )


def _tokens(usage: object, name: str) -> int:
    count = usage.get(name) if isinstance(usage, dict) else None
    return count if isinstance(count, int) and count > 0 else 0
