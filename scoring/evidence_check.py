"""Checks a judge's evidence against the texts: quotes, numbers and dates, without a model."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from data_base.cancellation import go_on
from data_base.marks.citation_marks import strip_citations
from data_base.schemas.judgement import FigureNotInPassages, Issue, IssueDoubt
from data_base.text.folding import spaces_as_groups
from data_base.text.quotes import contains_text, is_quoted
from data_base.text.sentences import sentence_spans
from data_base.text_cache import reading
from scoring.figure_search import is_stated, sentences_with
from scoring.values.arithmetic import is_derived, operands
from scoring.values.mentions import Mention, mentions
from scoring.words.passage_words import sense
from scoring.words.terms import terms

# A judge may shorten a claim; this share of its words must be the answer's.
_OWN_WORDS = 0.6
# A sentence that contains a claim's figures and this share of its words supports it.
_SAME_WORDS = 0.75
# Characters on either side of a figure that are shown with it.
_ABOUT = 200
_NUMBER, _DIGIT = re.compile(r"\d{1,5}"), re.compile(r"\d")
_ITEM = re.compile(r"^[ \t]*\(?\d{1,2}[.)、](?=\s)", re.MULTILINE)
_MOST_OF_A_CLAIM, _MOST_OF_AN_ANSWER = 100, 500
"""Different figures that are looked for; each is held against all that are like it in the passages."""
_MOST_ISSUES = 200
"""Issues of a reply that are checked; further ones are kept as they are."""
_MOST_SENTENCES = 200
"""Sentences in which a claim is looked for as a whole."""


@reading()
def check_issues(
    issues: Iterable[Issue], answer: str, passages: Mapping[str, str], by_number: Mapping[int, str]
) -> tuple[Issue, ...]:
    """The issues with their doubts, and with the ids of the passages that they name by number.

    The first 200 are checked; more are no judge's, and each costs as much as its figures are looked for.

    Args:
        issues: what the judge listed.
        answer: the answer it judged.
        passages: id to text of every passage.
        by_number: their ids by the numbers that name them, too.
    """
    checked = []
    waiting = iter(issues)
    for issue in islice(waiting, _MOST_ISSUES):
        go_on()
        named = None if issue.passage_id is None else passage_named(issue.passage_id, passages, by_number)
        doubts = tuple(_doubts(issue, named, answer, passages))
        checked.append(issue.model_copy(update={"passage_id": named or issue.passage_id, "doubts": doubts}))
    return (*checked, *waiting)


@reading()
def figures_not_in_passages(
    question: str, answer: str, passages: Sequence[str]
) -> tuple[FigureNotInPassages, ...]:
    """Numbers and months of the answer that are in no passage and follow from none.

    A figure counts as found in whatever unit, scale or script it is written, rounded, or computed from two
    that are found; what merely repeats the question does not count. Of an answer with more than 500
    different figures the first ones are looked for.
    """
    answer = _ITEM.sub(lambda number: " " * len(number[0]), strip_citations(answer))
    said, texts = mentions(spaces_as_groups(answer)), (question, *passages)
    different = _different(said, _MOST_OF_AN_ANSWER)
    found = {key: each for key, each in different.items() if is_stated(each, texts)}
    known = operands(found.values())
    underived = {key for key, each in different.items() if key not in found and not is_derived(each, known)}
    missing = [each for each in said if sense(each) in underived]
    return tuple(
        FigureNotInPassages(figure=answer[each.start : each.end], claim=_around(each, answer))
        for each in missing
    )


def _doubts(
    issue: Issue, named: str | None, answer: str, passages: Mapping[str, str]
) -> Iterator[IssueDoubt]:
    if issue.verdict != "missing" and not is_said(issue.claim, answer):
        yield "claim_not_in_answer"
    if issue.verdict == "inconsistent":
        # Both are words of the answer.
        if issue.quote and not is_quoted(issue.quote, [answer]):
            yield "claim_not_in_answer"
        return
    if issue.passage_id is not None and named is None:
        yield "no_such_passage"
    texts = list(passages.values()) if named is None else [passages[named]]
    if issue.quote and not is_quoted(issue.quote, texts):
        yield "quote_not_in_passage"
    if issue.verdict == "supported" and not _contains_figures(issue.claim, texts):
        yield "figure_not_in_passage"
    if issue.verdict in {"unsupported", "contradicted"} and _is_supported(issue.claim, texts):
        yield "supported_by_passages"


def is_said(claim: str, answer: str) -> bool:
    """Whether the answer says it: word for word, or with its figures and most of its words."""
    if contains_text(answer, claim):
        return True
    if not all(is_stated(each, [answer]) for each in _different(mentions(claim)).values()):
        return False
    words, own = terms(claim), set(terms(answer))
    return not words or sum(word in own for word in words) >= len(words) * _OWN_WORDS


def passage_named(said: str, known: Container[str], by_number: Mapping[int, str]) -> str | None:
    """The id of the passage that an id or a number names, as a judge writes it; None where there is none.

    Args:
        said: what the judge wrote.
        known: the ids there are.
        by_number: ids of passages by their numbers; one that is not known is not meant.
    """
    wanted = said.strip().strip("[]【】()（）「」'\"")
    if wanted in known:
        return wanted
    wanted = wanted.removeprefix("#")
    named = by_number.get(int(wanted)) if _NUMBER.fullmatch(wanted) else None
    return named if named is not None and named in known else None


def _around(figure: Mention, text: str) -> str:
    """The sentence it is in; of one as long as a table, the words around it."""
    first, last = max(0, figure.start - _ABOUT), min(len(text), figure.end + _ABOUT)
    spans = ((first + start, first + end) for start, end in sentence_spans(text[first:last]))
    start, end = next(((a, b) for a, b in spans if a <= figure.start < b), (first, last))
    cut_before = start == first and first > 0
    cut_behind = end == last and last < len(text)
    return f"{'…' * cut_before}{text[start:end]}{'…' * cut_behind}"


def _contains_figures(claim: str, texts: Sequence[str]) -> bool:
    """Whether the passages contain every figure of a claim, or it follows from those that they contain."""
    said = _different(mentions(strip_citations(claim)))
    found = {key: each for key, each in said.items() if is_stated(each, texts)}
    known = operands(found.values())
    return all(key in found or is_derived(each, known) for key, each in said.items())


def _is_supported(claim: str, texts: Sequence[str]) -> bool:
    """Whether one sentence contains the claim's figures and most of its words; words alone decide nothing."""
    figures = _different(mentions(strip_citations(claim))).values()
    said = [each for each in figures if len(_DIGIT.findall(each.raw)) > 1]
    if not said or not all(is_stated(each, texts) for each in said):
        return False
    words = frozenset(terms(strip_citations(claim)))
    rarest = max(said, key=lambda each: len(_DIGIT.findall(each.raw)))
    near = dict.fromkeys(sentence for text in texts for sentence in sentences_with(rarest, text))
    return any(
        len(words & frozenset(terms(sentence))) >= len(words) * _SAME_WORDS
        and all(is_stated(each, [sentence]) for each in said)
        for sentence in islice(near, _MOST_SENTENCES)
    )


def _different(said: Sequence[Mention], most: int = _MOST_OF_A_CLAIM) -> dict[tuple[object, ...], Mention]:
    """The first of each figure and date that is said, by what it has in common with the others."""
    found: dict[tuple[object, ...], Mention] = {}
    for each in said:
        if len(found) == most:
            break
        found.setdefault(sense(each), each)
    return found
