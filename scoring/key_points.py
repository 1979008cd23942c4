"""Which of the key points an answer says."""

from collections.abc import Iterator, Sequence

from data_base.schemas.key_point import KeyPoint, KeyPointFinding, KeyPointVerdict
from scoring.completeness import coverage
from scoring.grounding import check_claim

_QUOTED = 300


def find_key_points(points: Sequence[KeyPoint], question: str, answer: str) -> Iterator[KeyPointFinding]:
    """A verdict on each point, with the answer's words that come nearest to it.

    A point is contradicted where the answer says it with other figures.
    """
    for point in points:
        checked = check_claim(point.text, [answer], question=question)
        verdict = _covered(point.text, question, answer)
        if checked.verdict == "contradicted":
            rest = point.text
            for figure in checked.wrong_figures:
                rest = rest.replace(figure, " ")
            verdict = "contradicted" if _covered(rest, question, answer) == "covered" else verdict
        words = checked.evidence[:_QUOTED] if verdict != "missing" else ""
        yield KeyPointFinding(
            **point.model_dump(), verdict=verdict, words=words or None, words_found=bool(words) or None
        )


def _covered(point: str, question: str, answer: str) -> KeyPointVerdict:
    verdict = coverage(point, answer, topic=question).verdict
    return "partial" if verdict == "partly" else verdict
