"""Which of the key points an answer says."""

from collections.abc import Iterator, Sequence
from functools import reduce

from data_base.schemas.key_point import KeyPoint, KeyPointFinding, KeyPointVerdict
from data_base.text.sentences import sentences
from scoring.abstention import abstains, is_abstaining
from scoring.completeness import coverage
from scoring.embedded.lexicon import fold, words
from scoring.grounding import check_claim
from scoring.values.agreement import agrees
from scoring.values.mentions import Mention, mentions

_QUOTED = 300


def find_key_points(
    points: Sequence[KeyPoint], question: str, answer: str, *, declines: bool = False
) -> Iterator[KeyPointFinding]:
    """A verdict on each point, with the answer's words that come nearest to it.

    A point is contradicted where the answer says it with another figure of the kind, that of no other point.
    That something is not told, or that sources disagree, may be said in other words than the point's.

    Args:
        points: what a complete answer says.
        question: the question as it was asked.
        answer: the answer without citation marks.
        declines: whether the answer says that the documents do not tell.
    """
    known = [value for point in points for value in mentions(point.text)]
    conflict = words("conflict")
    for point in points:
        checked = check_claim(point.text, [answer], question=question)
        verdict = _covered(point.text, question, answer)
        if is_abstaining(point.text):
            verdict = "covered" if declines or abstains(answer) else "missing"
        elif conflict.find(fold(point.text)) and conflict.find(fold(answer)) and not mentions(point.text):
            verdict = "covered"
        elif checked.verdict == "contradicted":
            rest = reduce(lambda text, figure: text.replace(figure, " "), checked.wrong_figures, point.text)
            if _covered(rest, question, answer) == "covered":
                wrong = [value for value in mentions(point.text) if value.raw in checked.wrong_figures]
                another = _says_another(wrong, mentions(_nearest(rest, answer)), known)
                verdict = "contradicted" if another else "partial"
        evidence = checked.evidence[:_QUOTED] if verdict != "missing" else ""
        yield KeyPointFinding(
            **point.model_dump(), verdict=verdict, words=evidence or None, words_found=bool(evidence) or None
        )


def _nearest(point: str, answer: str) -> str:
    """The sentence of an answer that says most of a point."""
    return max(sentences(answer), key=lambda sentence: coverage(point, sentence).score, default="")


def _says_another(wrong: Sequence[Mention], given: Sequence[Mention], known: Sequence[Mention]) -> bool:
    """Whether a value of the kind of a wrong one is given that no point has, be it rounded."""
    others = [
        value for value in given if not any(agrees(each, value) or agrees(value, each) for each in known)
    ]
    kinds = {value.figure.kind if value.figure else "date" for value in wrong}
    return any((value.figure.kind if value.figure else "date") in kinds for value in others)


def _covered(point: str, question: str, answer: str) -> KeyPointVerdict:
    verdict = coverage(point, answer, topic=question).verdict
    return "partial" if verdict == "partly" else verdict
