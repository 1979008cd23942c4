"""A node of the graph within a span of its own."""

import functools
from collections.abc import Awaitable, Callable
from typing import Any

from agents.calls.genai_spans import step_span

GraphNode = Callable[..., Awaitable[Any]]


def traced(node: GraphNode) -> GraphNode:
    """The node; where spans are taken, each time it is gone through is one, with the attempt's number."""

    @functools.wraps(node)
    async def run(state: Any, runtime: Any) -> Any:  # noqa: ANN401  (as LangGraph calls it)
        with step_span(node.__name__, (state.get("turn") or {}).get("number")):
            return await node(state, runtime)

    return run
