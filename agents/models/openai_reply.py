"""What a server of the OpenAI protocol replies, read as LangChain's."""

import json
import re
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.messages.ai import InputTokenDetails, OutputTokenDetails, UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult

from agents.errors import UnusableResponseError
from agents.models.langchain_model import WROTE, is_withheld, kind_of_block
from agents.models.server_errors import reported_error, shortened

_SHOWN_BYTES = 800
_TAG = re.compile(r"<[^<>]*>")
_TEXT_BLOCKS = (None, "text", "output_text")
# What servers give in addition to the text or in its place.
_FIELDS = ("reasoning_content", "reasoning", "thinking", "tool_calls", "function_call")


def decoded(response: Any) -> object:  # noqa: ANN401  (an HTTP response, its library not imported)
    """The response's JSON.

    Raises:
        UnusableResponseError: it contains none.
    """
    try:
        decoded: object = json.loads(response.content)
    except (ValueError, RecursionError):
        kind = response.headers.get("content-type") or "no content type"
        # Of a page its words are quoted, as a browser would show them.
        words = _TAG.sub(" ", response.content[:_SHOWN_BYTES].decode("utf-8", "replace"))
        begins = shortened(" ".join(words.split()))
        raise UnusableResponseError(
            f"the server's response is no JSON ({kind}: {begins or 'nothing'})"
        ) from None
    return decoded


def chat_result(completion: object) -> ChatResult:
    """A decoded completion as LangChain's.

    Raises:
        ReportedError: the server reports an error in its place, or for its choice.
        UnusableResponseError: what came back is no chat completion.
    """
    try:
        choice: dict[str, Any] = completion["choices"][0]  # type: ignore[index]
        finish = choice.get("finish_reason")
        # Azure leaves the message of a choice that its filter withheld out.
        said = choice.get("message", {} if finish and is_withheld(str(finish)) else None)
        text, refusal, wrote = _read_content(said.get("content"))  # type: ignore[union-attr]
        refusal = said.get("refusal") or refusal  # type: ignore[union-attr]
        wrote |= {kind_of_block(name) for name in _FIELDS if said.get(name)}  # type: ignore[union-attr]
        usage = completion.get("usage")  # type: ignore[attr-defined]
        about = {name: completion.get(name) for name in ("model", "system_fingerprint")}  # type: ignore[attr-defined]
    except (TypeError, KeyError, IndexError, AttributeError):
        begins = shortened(json.dumps(completion, ensure_ascii=False))
        unusable = UnusableResponseError(f"the server's response is no chat completion: {begins}")
        raise reported_error(completion) or unusable from None
    if choice.get("error") and (fault := reported_error({"error": choice["error"]})) is not None:
        raise fault
    message = AIMessage(
        content=text,
        additional_kwargs={"refusal": refusal} if isinstance(refusal, str) and refusal else {},
        usage_metadata=_usage(usage),
        response_metadata={
            "model_name": about["model"],
            "system_fingerprint": about["system_fingerprint"],
            "finish_reason": finish,
            WROTE: sorted(wrote),
        },
    )
    return ChatResult(generations=[ChatGeneration(message=message)])


def _read_content(content: object) -> tuple[str, str, set[str]]:
    """The text of a message's content, a refusal in it, and what is in it besides.

    Raises:
        TypeError: it is neither a text nor a block, nor a list of them.
    """
    if content is None or isinstance(content, str):
        return content or "", "", set()
    refusal = ""
    texts: list[str] = []
    wrote: set[str] = set()
    for block in content if isinstance(content, list) else [content]:
        if isinstance(block, str):
            texts.append(block)
        elif not isinstance(block, dict):
            raise TypeError
        elif (kind := block.get("type")) in _TEXT_BLOCKS:
            text = block.get("text")
            text = text.get("value") if isinstance(text, dict) else text
            if not isinstance(text, str):
                raise TypeError
            texts.append(text)
        elif kind == "refusal":
            refusal = str(block.get("refusal") or "")
        else:
            wrote.add(kind_of_block(str(kind)))
    return "".join(texts), refusal, wrote


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
            # DeepSeek counts them under a name of its own.
            cache_read=_tokens(usage.get("prompt_tokens_details"), "cached_tokens")
            or _tokens(usage, "prompt_cache_hit_tokens")
        ),
        output_token_details=OutputTokenDetails(
            reasoning=_tokens(usage.get("completion_tokens_details"), "reasoning_tokens")
        ),
    )


def _tokens(usage: object, name: str) -> int:
    count = usage.get(name) if isinstance(usage, dict) else None
    return count if isinstance(count, int) and count > 0 else 0
