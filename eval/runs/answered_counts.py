"""How many answers say what was asked, and how many key points they cover."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, get_args

from data_base.schemas.judgement import Answered
from data_base.schemas.key_point import KeyPointFinding, KeyPointVerdict
from data_base.schemas_deep_research import FineGrainedEvaluationResult

NameT = TypeVar("NameT")
_WORDS: Mapping[KeyPointVerdict, str] = {
    "partial": "covered in part",
    "missing": "missing",
    "contradicted": "contradicted",
    "blocked": "from a blocked source",
    "not_applicable": "not applicable",
}


def answered_counts(results: Iterable[FineGrainedEvaluationResult]) -> dict[Answered, int]:
    """``yes``, ``partly`` and ``no`` to the number of answers; of those whose judge says."""
    return in_order(Counter(result.answered for result in results), get_args(Answered))


def key_point_counts(findings: Iterable[KeyPointFinding]) -> dict[KeyPointVerdict, int]:
    """Verdict to the number of key points that have it, without penalties, whose verdicts mean faults."""
    found = Counter(finding.verdict for finding in findings if not finding.is_penalty)
    return in_order(found, get_args(KeyPointVerdict))


def in_order(found: Mapping[Any, int], names: Iterable[NameT]) -> dict[NameT, int]:
    """The counts of these names in their order, without those that there are none of."""
    return {name: found[name] for name in names if found.get(name)}


def answered_line(counts: Mapping[Answered, int]) -> str:
    """The counts of answers in words, empty where there are none: ``10 yes, 1 no``."""
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def key_points_line(counts: Mapping[KeyPointVerdict, int]) -> str:
    """The counts of key points in words, empty where there are none: ``3 of 5 covered, 2 missing``."""
    if not counts:
        return ""
    whole = f"{counts.get('covered', 0)} of {sum(counts.values())} covered"
    return ", ".join([whole, *(f"{counts[name]} {said}" for name, said in _WORDS.items() if name in counts)])
