"""What is next to the passages that a draft cites: a piece may begin in the middle of a story."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from agents.research.best_attempt import answered
from agents.research.review import lacks_something, nothing_is_left

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agents.research.context import ResearchContext
    from agents.research.passages_found import Evidence
    from data_base.schemas.passage import Passage
    from data_base.schemas_deep_research import Attempt

# Of so many of the cited passages, those cited first.
_CITED = 3


async def nearby_passages(last: Attempt, evidence: Evidence, context: ResearchContext) -> list[Passage]:
    """The neighbours of what a draft cites that are not yet found, where something is missing from it.

    None are fetched where the judge says that nothing is left to find.
    A retriever that knows the order of its passages has a method ``neighbours`` that takes the id of one, as
    :class:`data_base.passage_index.PassageIndex` does; none are fetched of another.
    """
    neighbours = getattr(context.retriever, "neighbours", None)
    if neighbours is None or not context.settings.carry_over:
        return []
    if nothing_is_left(last) or (answered(last) == "yes" and not lacks_something(last)):
        return []
    found = evidence.by_id()
    cited = dict.fromkeys(each.passage_id for each in last.answer.citations if each.passage_id in found)
    fetched = await asyncio.to_thread(_fetched, neighbours, list(cited)[:_CITED])
    return [passage for passage in fetched if passage.id not in found]


def _fetched(neighbours: Callable[[str], Sequence[Passage]], ids: Sequence[str]) -> list[Passage]:
    return list({passage.id: passage for each in ids for passage in neighbours(each)}.values())
