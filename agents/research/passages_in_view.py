"""Which of the evidence is in view: what a draft is written from and judged on, what the next step reads.

Kept in view is what the last draft cites and what the plan's steps were answered from. After that come the
passages by rank; behind the best, hits of the latest search that no draft has seen take turns with the rest,
so that what a draft is sent back for has a place. Texts that say the same take one.

Whether a hit has to do with its query is for the writer to say, who may leave the draft as it is. Shares of a
query's words, and its names, cannot tell: over HotpotQA and MuSiQue (93 questions) rules of both kinds that
took away a tenth of the other passages took away as many of the supporting ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.research.passages_found import LEADING, in_turns, plain, that_fit
from data_base.documents.repeated_passages import without_repeats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agents.research.passages_found import Evidence
    from agents.research.settings import ResearchSettings
    from agents.research.state import Turn
    from data_base.schemas.answer import Answer
    from data_base.schemas.passage import Passage
    from data_base.schemas_deep_research import Attempt


def draft_passages(
    turn: Turn,
    attempts: Sequence[Attempt],
    evidence: Evidence,
    bearing: Sequence[str],
    settings: ResearchSettings,
) -> tuple[Passage, ...]:
    """What the attempt in hand is written from, best first: of all evidence, or of what it found itself.

    A draft that is rewritten has what the draft before it had, for the judge's quotes are from there.

    Args:
        turn: the attempt in hand.
        attempts: those before it.
        evidence: all that was found.
        bearing: ids of the passages that the plan's steps were answered from.
        settings: the loop's.
    """
    if turn.rewritten:
        return attempts[-1].answer.passages
    if not settings.carry_over:
        evidence = evidence.of_last(turn.searches)
    ranked, passages = [each.id for each in evidence.best_first()], evidence.by_id()
    unseen = [each for each in turn.found if each not in _seen(attempts)]
    if attempts:
        rest = [each for each in ranked[LEADING:] if each not in unseen]
        ranked = list(dict.fromkeys((*ranked[:LEADING], *in_turns([unseen, rest]))))
    shown = _in_order([passages[each] for each in ranked], [*_cited(attempts), *bearing])
    return that_fit(
        [plain(each) for each in shown],
        limit=settings.writer_passages,
        token_budget=settings.writer_tokens,
    )


def as_draft(answer: Answer, settings: ResearchSettings) -> Answer | None:
    """An answer with as many of its passages as a draft is written from, those that it cites first.

    Returns:
        The answer; None where it cites none, or more than a draft is written from.
    """
    passages = {passage.id: passage for passage in answer.passages}
    cited = {each.passage_id for each in answer.citations if each.passage_id in passages}
    shown = that_fit(
        sorted(answer.passages, key=lambda passage: passage.id not in cited),
        limit=settings.writer_passages,
        token_budget=settings.writer_tokens,
    )
    holds = bool(cited) and cited <= {passage.id for passage in shown}
    return answer.model_copy(update={"passages": shown}) if holds else None


def next_step_passages(evidence: Evidence, bearing: Sequence[str]) -> tuple[Passage, ...]:
    """What the next step of the plan is asked of: what the steps before it were answered from comes first."""
    return _in_order(evidence.latest_first(), bearing)


def brings_more(turn: Turn, shown: Sequence[Passage], attempts: Sequence[Attempt]) -> bool:
    """Whether a search was worth another draft: it has brought a passage into view that no draft has seen.

    Args:
        turn: the attempt in hand, with what was found.
        shown: what it would be written from.
        attempts: the drafts so far.
    """
    in_view = {passage.id for passage in shown}.intersection(turn.found)
    return not in_view <= _seen(attempts)


def _seen(attempts: Sequence[Attempt]) -> set[str]:
    """Ids of the passages that drafts were written from."""
    return {passage.id for attempt in attempts for passage in attempt.answer.passages}


def _cited(attempts: Sequence[Attempt]) -> list[str]:
    """Ids that the last draft cites, in order."""
    last = attempts[-1].answer if attempts else None
    shown = {passage.id for passage in last.passages} if last else set()
    return [each.passage_id for each in last.citations if each.passage_id in shown] if last else []


def _in_order(ranked: Sequence[Passage], kept: Sequence[str]) -> tuple[Passage, ...]:
    """The passages with those to be kept in front; of texts that say the same the first alone."""
    passages = {passage.id: passage for passage in ranked}
    first = [passages[each] for each in dict.fromkeys(kept) if each in passages]
    rest = [passage for passage in ranked if passage.id not in set(kept)]
    places = without_repeats([passage.text for passage in (*first, *rest)])
    return (*first, *(rest[place - len(first)] for place in places if place >= len(first)))
