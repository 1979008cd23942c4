"""The page on the loop shows the graph as it is."""

import json
from pathlib import Path
from typing import cast, get_args

from agents.research.studio import StudioContext, deep_research
from data_base.schemas_deep_research import StopReason

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "loop.md").read_text(encoding="utf-8")


def test_the_picture_is_drawn_from_the_graph() -> None:
    assert deep_research().get_graph().draw_mermaid().strip() in PAGE


def test_every_node_and_every_stop_reason_is_explained() -> None:
    nodes = set(deep_research().nodes) - {"__start__"}
    assert all(f"| `{node}` |" in PAGE for node in nodes)
    assert all(f"`{reason}`" in PAGE for reason in get_args(StopReason))


def test_studio_is_shown_the_graph() -> None:
    named = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))["graphs"]["deep_research"]
    path, _, attribute = named.partition(":")
    assert (ROOT / path).is_file()
    assert attribute == deep_research.__name__
    assert deep_research().name == "deep_research"


async def test_studio_runs_the_graph(tmp_path: Path) -> None:
    (tmp_path / "mill.md").write_text("The mill of Orrin ground 73 tonnes of rye in 1911.", encoding="utf-8")
    # Plain values, as Studio sends them.
    context = cast("StudioContext", {"documents": str(tmp_path), "max_attempts": 2})
    state = await deep_research().ainvoke(
        {"question": "How much rye did the mill of Orrin grind in 1911?"},
        context=context,
        config={"configurable": {"thread_id": "1"}},
    )
    assert "73 tonnes" in state["attempts"][state["best_index"]]["answer"]["text"]
    assert state["stop_reason"] == "passed"
