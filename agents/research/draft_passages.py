"""Which of the evidence a draft is written from, and judged on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.research.passages_found import plain, that_fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agents.research.passages_found import Evidence
    from agents.research.settings import ResearchSettings
    from agents.research.state import Turn
    from data_base.schemas.passage import Passage
    from data_base.schemas_deep_research import Attempt

# So many of the passages that a draft was sent back for come first.
_LEADING = 3


def draft_passages(
    turn: Turn, attempts: Sequence[Attempt], evidence: Evidence, settings: ResearchSettings
) -> tuple[Passage, ...]:
    """What the attempt in hand is written from, best first: of all evidence, or of what it found itself.

    A draft that is sent back has first what it was sent back for: the best that no draft has seen. One that
    is rewritten has what the draft before it had, for the judge's quotes are from there.
    """
    if turn.rewritten:
        return attempts[-1].answer.passages
    if not settings.carry_over:
        evidence = evidence.of_last(len(turn.queries))
    passages = evidence.by_id()
    leading = unseen(turn.found, attempts)[:_LEADING] if attempts else []
    order = dict.fromkeys([*leading, *(passage.id for passage in evidence.best_first())])
    return that_fit(
        [plain(passages[passage_id]) for passage_id in order],
        limit=settings.writer_passages,
        token_budget=settings.writer_tokens,
    )


def brings_more(found: Sequence[str], new: Sequence[str], attempts: Sequence[Attempt]) -> bool:
    """Whether a search was worth another draft: with new passages, or among its best one no draft has seen.

    Args:
        found: ids of what it found, best first.
        new: those that were not found before.
        attempts: the drafts so far.
    """
    return bool(new or unseen(found[:_LEADING], attempts))


def unseen(found: Sequence[str], attempts: Sequence[Attempt]) -> list[str]:
    """Ids of the passages that no draft was written from, in order."""
    seen = {passage.id for attempt in attempts for passage in attempt.answer.passages}
    return [passage_id for passage_id in found if passage_id not in seen]
