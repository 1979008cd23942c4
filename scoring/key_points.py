"""Which of the key points an answer says, and the verdict by them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from heapq import nlargest

from data_base.schemas.key_point import KeyPoint, KeyPointFinding, KeyPointVerdict
from data_base.text.lacking import what_is_lacking
from data_base.text.names import chinese_names, names
from data_base.text.sentences import sentences
from scoring.abstention import abstains, is_abstaining
from scoring.completeness import coverage
from scoring.embedded.lexicon import fold, words
from scoring.embedded.verdict import EmbeddedVerdict, lowered
from scoring.grounding import check_claim
from scoring.values.agreement import agrees
from scoring.values.digit_index import DigitIndex, leads_of
from scoring.values.mentions import Mention, mentions
from scoring.words.passage_words import sense
from scoring.words.support_features import without
from scoring.words.terms import scripts, terms

_QUOTED, _MOST_SENTENCES, _MOST_ALIKE = 300, 30, 40
"""Characters of evidence; sentences that may say a point, and figures like its own, compared with it."""
_OF_ABSENCE: dict[str, KeyPointVerdict] = {"covered": "missing", "partial": "partial", "missing": "covered"}
_CONTRADICTED = 4.0
"""The accuracy of an answer that contradicts a key point, at most."""


def find_key_points(
    points: Sequence[KeyPoint], question: str, answer: str, *, declines: bool = False
) -> Iterator[KeyPointFinding]:
    """A verdict on each point, with the answer's words that come nearest to it.

    A point is contradicted where the answer says it with another figure of the kind, that of no other point.
    That something is not said, or that sources disagree, may be said in other words than the point's.

    Args:
        points: what a complete answer says.
        question: the question as it was asked.
        answer: the answer without citation marks.
        declines: whether the answer says that the documents do not say.
    """
    known = _indexed([value for point in points for value in mentions(point.text)])
    named = {term for point in points for term in terms(point.text)} | {*terms(question)}
    for point in points:
        if point.is_penalty and (lacking := what_is_lacking(point.text)):
            # The fault is there where what is lacking is not.
            figures = check_claim(lacking, [answer], question=question).wrong_figures
            there = "missing" if figures else _covered(lacking, question, answer)
            yield KeyPointFinding(**point.model_dump(), verdict=_OF_ABSENCE[there])
            continue
        checked = check_claim(point.text, [answer], question=question)
        verdict = _covered(point.text, question, answer)
        if is_abstaining(point.text):
            verdict = "covered" if declines or abstains(answer) else "missing"
        elif words("conflict").find(fold(point.text)) and not mentions(point.text):
            verdict = "covered" if words("conflict").find(fold(answer)) else verdict
        elif wrong := [value for value in mentions(point.text) if value.raw in checked.wrong_figures]:
            verdict = _with_other_values(point.text, wrong, question, answer, known)
        elif _says_another_name(point.text, question, answer, named):
            verdict = "contradicted"
        if point.is_penalty and (checked.wrong_figures or verdict == "contradicted"):
            verdict = "missing"  # a fault with another figure than its own is not there
        evidence = checked.evidence[:_QUOTED] if verdict != "missing" else ""
        yield KeyPointFinding(
            **point.model_dump(), verdict=verdict, words=evidence or None, words_found=bool(evidence) or None
        )


def by_key_points(
    verdict: EmbeddedVerdict, points: Sequence[KeyPointFinding], question: str
) -> EmbeddedVerdict:
    """The verdict with key points, if any: they say what is missing; a contradicted one makes it wrong."""
    if not points:
        return verdict
    verdict = replace(verdict, missed=())
    if all((point.verdict == "covered") != point.is_penalty for point in points):
        return replace(verdict, issues=tuple(each for each in verdict.issues if each.verdict != "missing"))
    denied = (point.text for point in points if point.verdict == "contradicted" and not point.is_penalty)
    if wrong := next(denied, None):
        verdict = lowered(verdict, _CONTRADICTED, ("contradicts", wrong), question)
    return replace(verdict, suggestion=verdict.suggestion or question)


def _with_other_values(
    point: str, wrong: Sequence[Mention], question: str, answer: str, known: DigitIndex[Mention]
) -> KeyPointVerdict:
    """A point some of whose values are not said: contradicted where others are given in their place."""
    rest, said = without(point, wrong), {*terms(question), *terms(answer)}
    speaks = _covered(rest, question, answer) == "covered"
    if (speaks or said.issuperset(terms(rest))) and _says_another(
        wrong, mentions(_nearest(rest, answer)), known
    ):
        return "contradicted"
    # One side of a contradiction, or some of several values.
    asked, given = _indexed(mentions(question)), _indexed(mentions(answer))
    own = [each for each in mentions(point) if not each.is_year and not _agrees_any(each, asked)]
    some = any(_agrees_any(each, given) for each in own)
    return "partial" if speaks or some else _covered(point, question, answer)


def _says_another_name(point: str, question: str, answer: str, named: Collection[str]) -> bool:
    """Whether an answer says a point with another name, one that no point and no question has."""
    text = without(point, mentions(point))
    own = [name for name in _names(text) if not set(terms(name)) & {*terms(question), *terms(answer)}]
    if not own or not scripts(point) & scripts(answer):
        return False
    rest = reduce(lambda left, name: left.replace(name, " "), own, text)
    near = _nearest(rest, answer)
    others = [name for name in _names(without(near, mentions(near))) if not set(terms(name)) & {*named}]
    return bool(others) and _covered(rest, question, answer) == "covered"


def _names(text: str) -> list[str]:
    return [*names(text), *chinese_names(text)]


def _nearest(point: str, answer: str) -> str:
    """The sentence of an answer that says most of a point; of many, among those with most of its words."""
    said, own = sentences(answer), {*terms(point)}
    if len(said) > _MOST_SENTENCES:
        said = nlargest(_MOST_SENTENCES, said, key=lambda sentence: len(own & {*terms(sentence)}))
    return max(said, key=lambda sentence: coverage(point, sentence).score, default="")


def _says_another(wrong: Sequence[Mention], given: Sequence[Mention], known: DigitIndex[Mention]) -> bool:
    """Whether a value of the kind of a wrong one is given that no point has, be it rounded."""
    others = [value for value in given if not _agrees_any(value, known)]
    return not {value.kind for value in wrong}.isdisjoint(value.kind for value in others)


def _indexed(values: Sequence[Mention]) -> DigitIndex[Mention]:
    return DigitIndex(((v, v, leads_of(v)) for v in {sense(v): v for v in values}.values()), _MOST_ALIKE)


def _agrees_any(value: Mention, others: DigitIndex[Mention]) -> bool:
    return any(agrees(each, value) or agrees(value, each) for each in others.alike(value, leads_of(value)))


def _covered(point: str, question: str, answer: str) -> KeyPointVerdict:
    verdict = coverage(point, answer, topic=question).verdict
    return "partial" if verdict == "partly" else verdict
