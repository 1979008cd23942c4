"""A schema on its way to OpenAI's SDK, which copies what it knows the type of, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.language_models import BaseChatModel


def uncopied(llm: BaseChatModel, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call with the schema in ``extra_body``, which the SDK sends as it is.

    Copying a judge's schema takes as long as the rest of the request. Only for ``langchain_openai`` and chat
    completions: the Responses API calls the schema something else.

    Args:
        llm: the model.
        arguments: what ``with_structured_output`` binds it to.
    """
    given = dict(arguments)
    schema = given.get("response_format")
    if not type(llm).__module__.startswith("langchain_openai.") or not isinstance(schema, dict):
        return given
    try:
        answers_elsewhere = llm._use_responses_api({**llm._default_params, **given})  # type: ignore[attr-defined]  # noqa: SLF001
    except (AttributeError, TypeError):
        return given
    if answers_elsewhere:
        return given
    del given["response_format"]
    return {**given, "extra_body": {**(getattr(llm, "extra_body", None) or {}), "response_format": schema}}


def merged(arguments: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Both; ``more`` first, but for the fields of ``extra_body``, of which each keeps its own."""
    bodies = [each["extra_body"] for each in (arguments, more) if each.get("extra_body")]
    whole = {**arguments, **more}
    return {**whole, "extra_body": {k: v for body in bodies for k, v in body.items()}} if bodies else whole
