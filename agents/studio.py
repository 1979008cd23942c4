"""The graph by the door that ``langgraph.json`` names: LangGraph Studio draws it from here.

A run needs models and a retriever as its context and is started by
:class:`agents.deep_research.DeepResearchService`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.research_graph import research_graph

if TYPE_CHECKING:
    from agents.research_graph import ResearchGraph


def deep_research() -> ResearchGraph:
    """The compiled drill-down loop."""
    return research_graph()
