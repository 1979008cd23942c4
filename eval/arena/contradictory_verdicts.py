"""Verdicts that do not go together: an answer that the shared passages bear out, beside one that passed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from agents.judges.pairs.support_and_abstention import gives_no_answer, has_verified_support
from data_base.schemas.run import RunItem
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from data_base.text.sentences import sentences
from data_base.text_cache import reading
from scoring.grounding import check_claim


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Two answers to a question that cannot both have been judged rightly; to be judged with both in view."""

    case_id: str
    """The case."""
    borne_out: str
    """The system whose answer the passages support."""
    other: str
    """The system whose answer passed although the first one's answer is right."""
    kind: Literal["abstains", "contradicts"]
    """``abstains``: it says that there is no answer.

    ``contradicts``: it says something else, and cites no passage that does.
    """


@dataclass(frozen=True, slots=True)
class _Judged:
    case_id: str
    system: str
    answer: str
    evaluation: FineGrainedEvaluationResult


def inconsistencies(items: Iterable[RunItem]) -> Iterator[Inconsistency]:
    """The verdicts on one question's answers that do not go together.

    An abstention or a contradiction that did not pass goes together with the rest and is none. Each answer is
    held against the best that is borne out, and no two answers come twice.

    Args:
        items: of one case, all systems, judged on the same passages.
    """
    judged = [
        _Judged(item.case_id, item.system, item.answer.text, item.evaluation)
        for item in items
        if item.answer is not None and item.evaluation is not None and item.evaluation.scored
    ]
    borne_out = sorted(
        (each for each in judged if has_verified_support(each.evaluation)),
        key=lambda each: -each.evaluation.metrics.weighted_score,
    )
    seen: set[frozenset[str]] = set()
    for other in judged:
        if not other.evaluation.is_passing:
            continue
        for right in borne_out:
            pair = frozenset((right.system, other.system))
            kind = _clash(right, other)
            if kind is not None and len(pair) > 1 and pair not in seen:
                seen.add(pair)
                yield Inconsistency(right.case_id, right.system, other.system, kind)
                break


@reading()
def _clash(right: _Judged, other: _Judged) -> Literal["abstains", "contradicts"] | None:
    if gives_no_answer(other.evaluation, other.answer):
        return "abstains"
    claims = _supported(right.evaluation)
    own = _supported(other.evaluation)
    # What a passage says is right beside another that says something else.
    open_sentences = (text for text in sentences(other.answer) if not any(claim in text for claim in own))
    denied = any(check_claim(text, claims).verdict == "contradicted" for text in open_sentences)
    return "contradicts" if denied else None


def _supported(evaluation: FineGrainedEvaluationResult) -> list[str]:
    """The claims that a quote on a passage verifiably supports."""
    return [
        issue.claim
        for issue in evaluation.issues
        if issue.verdict == "supported" and issue.quote and issue.verified
    ]
