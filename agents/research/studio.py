"""The graph by the name that ``langgraph.json`` names: LangGraph Studio draws it and runs it from here.

Studio hands a graph plain values. The nodes are those of every run; what they work with is made of the values
here. Everything else is started by :class:`agents.deep_research.DeepResearchService`.
"""

import asyncio
import functools
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from agents.deep_research import DeepResearchService
from agents.research.context import ResearchContext
from agents.research.graph import compiled_graph
from agents.research.node_spans import GraphNode
from agents.research.settings import ResearchSettings
from agents.research.state import first_state, require_question
from data_base.documents.reader import read_documents
from data_base.passage_index import PassageIndex


@dataclass(frozen=True, slots=True)
class StudioContext:
    """What Studio asks for in addition to the question."""

    documents: str = "benchmark/golden/documents"
    """The folder or file to answer from."""
    model: str = "embedded"
    """Plans, refines, writes and judges: embedded, openai:…, google:…."""
    threshold: float = 8.0
    """Accuracy (1-10) below which a draft is researched again."""
    max_attempts: int = 4
    """Attempts in all."""


def deep_research() -> CompiledStateGraph[Any, StudioContext, Any, Any]:
    """The compiled research loop; its input is ``{"question": "…"}``."""
    return compiled_graph(StudioContext, _bound)


def _bound(node: GraphNode) -> GraphNode:
    """The node, its context made of Studio's values; the first one begins the state, too."""

    @functools.wraps(node)
    async def run(state: dict[str, Any], runtime: Runtime[Any]) -> object:
        context = await asyncio.to_thread(_context, runtime.context or StudioContext())
        runtime = replace(runtime, context=context)
        return await _begun(node, state, runtime) if node.__name__ == "plan" else await node(state, runtime)

    return run


async def _begun(node: GraphNode, state: dict[str, Any], runtime: Runtime[ResearchContext]) -> Command[Any]:
    question = str(state.get("question", ""))
    require_question(question)
    start = first_state(question, "studio", {})
    command: Command[Any] = await node(start, runtime)
    return replace(command, update={**start, **dict(command.update or {})})


@functools.lru_cache(maxsize=8)
def _context(studio: StudioContext) -> ResearchContext:
    """The parts of a run; documents are read once, for every node asks."""
    index = PassageIndex.from_passages(read_documents([Path(studio.documents)]))
    settings = ResearchSettings(
        threshold=studio.threshold, max_attempts=studio.max_attempts, checkpoints=None
    )
    return DeepResearchService(studio.model, retriever=index, settings=settings).context
