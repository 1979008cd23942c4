"""A research run of all kinds of steps whose model calls are counted in a file, and which can be killed.

As a script it runs in a process of its own and is killed, by SIGKILL, when a node's work is done and not
yet kept: ``python counted_run.py CHECKPOINTS CALLS NODE NTH [found]``.
"""

from __future__ import annotations

import asyncio
import functools
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from agents.research import graph as nodes
from agents.research.queries import FollowUpProposal
from agents.research.settings import ResearchSettings
from agents.research.writer import Unchanged
from data_base.schemas.answer import Answer, Citation
from tests.support.research import (
    StubEvaluator,
    StubPlanner,
    StubWriter,
    TableRetriever,
    evaluation,
    passage,
    research_service,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from agents.deep_research import DeepResearchService
    from data_base.schemas.passage import Passage

QUESTION = "Who looks after the park in which the most trees stand?"
THREAD = "the-run"
TABLE = {
    QUESTION: [passage("a"), passage("b")],
    "Which park has the most trees?": [passage("b"), passage("c")],
    "Alder Park keeper": [passage("d")],
    "register": [passage("f")],
    "register again": [passage("f")],
    "census": [passage("e")],
}
FOUND = FollowUpProposal(
    queries=(),
    status="found",
    known={2: "the city"},
    answer=Answer(
        text="The city [a#1].",
        citations=(Citation(sentence="The city.", passage_id="a#1", doc_id="a"),),
        passages=(passage("a"),),
    ),
)
REFINED = ("register", "register again", "census")


def counted_service(
    checkpoints: Path | str | None, calls: Path, *, found: bool = False
) -> DeepResearchService:
    """Plans a part and a follow-up; a draft is left as it is, a search is in vain, the next passes.

    Where the follow-up is found already, the first draft comes with it.
    """
    service = research_service(
        planner=StubPlanner(
            parts={QUESTION: ("Which park has the most trees?",)},
            follow_ups={QUESTION: ("Who looks after #1?",)},
            followed=lambda follow_up, passages: FOUND if found else ("Alder Park keeper",),
            refined=lambda question, suggestion, tried: next(each for each in REFINED if each not in tried),
        ),
        writer=StubWriter(draft=_drafted),
        evaluator=StubEvaluator([]),
        final_judge=StubEvaluator([]),
        retriever=TableRetriever(table=TABLE),
        settings=ResearchSettings(checkpoints=checkpoints),
    )
    context = service._context
    for part, names in (
        (context.planner, ("propose_plan", "propose_follow_up", "propose_query")),
        (context.writer, ("write",)),
    ):
        for name in names:
            setattr(part, name, _counting(getattr(part, name), calls))
    context.evaluator.evaluate_fine_grained = _counting(_judged, calls)  # type: ignore[method-assign, assignment]
    assert context.final_judge is not None
    final = context.final_judge.evaluator
    final.evaluate_fine_grained = _counting(_finally_judged, calls)  # type: ignore[method-assign, assignment]
    return service


def _drafted(passages: Sequence[Passage]) -> str | Unchanged:
    names = {passage.doc_id for passage in passages}
    return Unchanged() if "f" in names and "e" not in names else f"It is so, say {len(passages)}."


async def _judged(question: str, answer: str, documents: Any = None) -> Any:
    """Judged by what is before the judge alone, so that a resumed run is judged as an uncut one."""
    return evaluation(9 if any(item.id == "e#1" for item in documents) else 3)


async def _finally_judged(question: str, answer: str, documents: Any = None) -> Any:
    """As the other judge judges, but two points lower."""
    return evaluation(7 if any(item.id == "e#1" for item in documents) else 1)


def _counting(call: Callable[..., Awaitable[Any]], calls: Path) -> Callable[..., Awaitable[Any]]:
    async def counted(*args: Any, **kwargs: Any) -> Any:
        with calls.open("a", encoding="utf-8") as file:
            file.write(f"{getattr(call, '__name__', 'call')} {args[1:2]}\n")
        return await call(*args, **kwargs)

    return counted


def calls_in(path: Path) -> Counter[str]:
    """How often each call was made, by what was asked."""
    return Counter(path.read_text(encoding="utf-8").splitlines())


def kill_in(node: str, nth: int) -> None:
    """Have the process killed at the end of a node's nth turn, before anything of it is kept."""
    work = getattr(nodes, node)
    turns = 0

    @functools.wraps(work)
    async def killed(*args: Any, **kwargs: Any) -> Any:
        nonlocal turns
        outcome = await work(*args, **kwargs)
        turns += 1
        if turns == nth:
            os.kill(os.getpid(), signal.SIGKILL)
        return outcome

    setattr(nodes, node, killed)


if __name__ == "__main__":
    place, counted, node_name, turn, *rest = sys.argv[1:]
    kill_in(node_name, int(turn))
    where = place if "://" in place else Path(place)
    service = counted_service(where, Path(counted), found=bool(rest))
    asyncio.run(service.run(QUESTION, thread_id=THREAD))
