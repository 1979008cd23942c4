"""What the drill-down loop costs beside a bare graph of as many nodes, both with SQLite checkpoints.

Models and retriever answer at once, so that only the loop's own work is left. Run from anywhere::

    python benchmark/performance/loop_overhead.py [--runs 60] [--attempts 2]

Printed are medians of milliseconds a run, the arms taking turns: the bare graph and the loop, each without
checkpoints and with a file of them, and the ratio of the two loops to their bare graphs. The bare graph
passes a small dictionary through as many steps and does nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, TypedDict

from langchain_core.documents import Document
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.retrievers import BaseRetriever
from langgraph.graph import START, StateGraph

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from agents.checkpoints import keep_last, open_checkpoints  # noqa: E402
from agents.deep_research import DeepResearchService  # noqa: E402
from agents.queries import FollowUpProposal, PlanProposal, QueryProposal  # noqa: E402
from agents.research_settings import ResearchSettings  # noqa: E402
from data_base.answer import Answer  # noqa: E402
from data_base.judgement import JudgementTrace, PromptRef, ScoredJudgement  # noqa: E402
from data_base.schemas_deep_research import FineGrainedEvaluationResult  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from langgraph.graph.state import CompiledStateGraph

TEXT = "The mill of Orrin ground seventy-three tonnes of rye in that year, and more in the next. " * 10
PASSAGES = 10
# plan and finish; of every attempt: refine (but for the first), search, gather, answer, evaluate.
STEPS, STEPS_PER_ATTEMPT = 2, 5


class Instant:
    """Planner, writer and judge that answer at once; no draft passes."""

    model_id = "instant"

    async def propose_plan(self, question: str) -> PlanProposal:
        """A single question."""
        return PlanProposal(sub_questions=(question,))

    async def propose_follow_up(self, *_: object, **__: object) -> FollowUpProposal:
        """None."""
        return FollowUpProposal(queries=())

    async def propose_query(self, *_: object, tried: Any, **__: object) -> QueryProposal:  # noqa: ANN401
        """A new one."""
        return QueryProposal(query=f"query {len(tried)}")

    async def write(self, *_: object, **__: object) -> Answer:
        """A draft."""
        return Answer(text="It ground 73 tonnes of rye.")

    async def evaluate_fine_grained(self, *_: object, **__: object) -> FineGrainedEvaluationResult:
        """A low score."""
        prompt = PromptRef(id="judge_with_documents", version="1", language="en", sha256="0" * 64)
        return FineGrainedEvaluationResult.from_judgement(
            ScoredJudgement(
                trace=JudgementTrace(mode="documents", model_id="instant", prompt=prompt),
                rung="strict",
                analysis="",
                accuracy=3,
                completeness=3,
                clarity=3,
                reason="so it is",
                suggestion="look for more",
            )
        )


class Shelf(BaseRetriever):
    """Finds new passages for every query."""

    def _get_relevant_documents(self, query: str, **_: object) -> list[Document]:
        return [
            Document(page_content=f"{query} {n}: {TEXT}", metadata={"source": query}) for n in range(PASSAGES)
        ]


def loop(checkpoints: Path | None, attempts: int) -> Callable[[str], Awaitable[None]]:
    """A run of the loop by its name."""
    settings = ResearchSettings(checkpoints=checkpoints, max_attempts=attempts)
    instant = Instant()
    service = DeepResearchService(
        FakeListChatModel(responses=["never asked"]), retriever=Shelf(), evaluator=instant, settings=settings
    )
    service._context = replace(service._context, planner=instant, writer=instant)  # noqa: SLF001

    async def run(name: str) -> None:
        await service.run("How much rye?", thread_id=name)

    return run


class Bag(TypedDict):
    """The state of the bare graph."""

    count: int


def bare(checkpoints: Path | None, attempts: int) -> Callable[[str], Awaitable[None]]:
    """A run of the bare graph by its name."""
    graph = _chain(STEPS + STEPS_PER_ATTEMPT * attempts - 1)

    async def run(name: str) -> None:
        async with open_checkpoints(checkpoints) as saver:
            own = graph.copy({"checkpointer": saver})
            await own.ainvoke({"count": 0}, {"configurable": {"thread_id": name}}, durability="sync")
            await keep_last(saver, name)

    return run


def _chain(steps: int) -> CompiledStateGraph[Bag, None, Bag, Bag]:
    graph = StateGraph(Bag)

    async def step(state: Bag) -> Bag:
        return {"count": state["count"] + 1}

    for number in range(steps):
        graph.add_node(str(number), step)
        graph.add_edge(str(number - 1) if number else START, str(number))
    return graph.compile()


async def measure(runs: int, attempts: int) -> dict[str, float]:
    """Median milliseconds a run of every arm, the arms taking turns."""
    with tempfile.TemporaryDirectory() as folder:
        arms = {
            "bare graph": bare(None, attempts),
            "the loop": loop(None, attempts),
            "bare graph, SQLite": bare(Path(folder) / "bare.sqlite", attempts),
            "the loop, SQLite": loop(Path(folder) / "loop.sqlite", attempts),
        }
        times: dict[str, list[float]] = {name: [] for name in arms}
        for number in range(runs + 1):
            for name, run in arms.items():
                start = time.perf_counter()
                await run(str(number))
                times[name].append(1000 * (time.perf_counter() - start))
    # The first run of each pays for imports and the making of the file.
    return {name: median(taken[1:]) for name, taken in times.items()}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--attempts", type=int, default=2)
    arguments = parser.parse_args()
    times = asyncio.run(measure(arguments.runs, arguments.attempts))
    steps = STEPS + STEPS_PER_ATTEMPT * arguments.attempts - 1
    print(f"{arguments.runs} runs of {arguments.attempts} attempts, {steps} steps")
    for name, taken in times.items():
        print(f"  {name:<20} {taken:7.1f} ms")
    for kind in ("", ", SQLite"):
        print(f"  ratio{kind:<15} {times[f'the loop{kind}'] / times[f'bare graph{kind}']:7.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
