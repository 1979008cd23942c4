"""Arguments of a model's calls, put into what the model makes of itself: bound to tools, or to a schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableBinding, RunnableParallel, RunnableSequence

from agents.models.caller_models.openai_structure import merged


def with_arguments(
    chain: Runnable[Any, Any], llm: BaseChatModel, arguments: Mapping[str, Any]
) -> Runnable[Any, Any]:
    """The chain, in which each call of the model has further arguments; those it has already come first.

    LangChain's own ``bind`` reaches the first step of a chain alone, and no model that is one of several
    parts (``include_raw``).

    Args:
        chain: as ``bind_tools`` and ``with_structured_output`` make it.
        llm: the model.
        arguments: as ``bind`` takes them.
    """
    if chain is llm:
        return llm.bind(**arguments)
    if isinstance(chain, RunnableBinding):
        if chain.bound is llm:
            return chain.model_copy(update={"kwargs": merged(arguments, chain.kwargs)})
        return chain.model_copy(update={"bound": with_arguments(chain.bound, llm, arguments)})
    if isinstance(chain, RunnableSequence):
        steps = (with_arguments(step, llm, arguments) for step in chain.steps)
        return RunnableSequence(*steps, name=chain.name)
    if isinstance(chain, RunnableParallel):
        parts = chain.steps__.items()
        return RunnableParallel({name: with_arguments(part, llm, arguments) for name, part in parts})
    return chain
