"""Exact facts: ``0.7 * exact_match + 0.3 * citation_correctness``."""

import math
from collections.abc import Mapping, Sequence

from data_base.errors import InputError
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.text.quotes import contains_text
from scoring.legal.answer import CitedPlace, read_answer
from scoring.legal.facts import FIELDS, states
from scoring.legal.question import Required, read_question
from scoring.legal.quotes import pages_of

_EXACT, _CITED = 0.7, 0.3


def score_fact_exact(
    question: Mapping[str, object],
    answer: object,
    *,
    document: Sequence[Mapping[str, object]] | None = None,
    findings: Sequence[object] | None = None,  # noqa: ARG001  (the three scorers are called alike)
) -> ScoreCard:
    """Score an answer that has to state facts.

    ``exact_match`` is the share of the fields of ``expected`` that the answer states. A citation is correct
    if its page is one of the required evidence and its quote is in the document there, or, without the
    document, contains that evidence's ``must_include``. ``citation_required: false`` grants the second term.

    Args:
        question: as it is in its file; ``expected``, ``required_evidence`` and ``scoring`` are read.
        answer: see :func:`scoring.legal.answer.read_answer`.
        document: its pages, ``page`` and ``text`` each.
        findings: not used.

    Returns:
        A card with ``exact_match`` and ``citation_correctness``; it passes at 1.

    Raises:
        InputError: the question or the answer cannot be read; the sentence says where.
    """
    given, wanted = read_answer(answer), read_question(question)
    expected, scoring = wanted.expected, wanted.scoring
    known = [name for name in FIELDS if name in expected]
    if not known or len(known) < len(expected):
        unknown = ", ".join(name for name in expected if name not in known) or "nothing"
        raise InputError(
            f"question {question.get('id', '?')!r}: expected contains {unknown}; use {', '.join(FIELDS)}."
        )
    missed = [name for name in known if not states(name, expected[name], given.text, scoring)]
    exact = (len(known) - len(missed)) / len(known)
    cited = _correctness(given.citations, wanted.evidence, document)
    earned = cited if scoring.citation_required else 1.0
    score = math.fsum((_EXACT * exact, _CITED * earned))
    return ScoreCard(
        primary_score=min(1.0, score),
        passed=exact == 1 and earned == 1,
        sub_scores={"exact_match": exact, "citation_correctness": cited},
        error_tags=_tags(missed, given.citations, earned),
        explain=f"Not stated: {', '.join(missed)}." if missed else "Every expected field is stated.",
    )


def _correctness(
    citations: Sequence[CitedPlace],
    required: Sequence[Required],
    document: Sequence[Mapping[str, object]] | None,
) -> float:
    """Correct citations over given ones; 0 where none is given."""
    if not citations:
        return 0.0
    pages = None if document is None else pages_of(document)
    return sum(_is_correct(place, required, pages) for place in citations) / len(citations)


def _is_correct(cited: CitedPlace, required: Sequence[Required], pages: Mapping[int, str] | None) -> bool:
    here = [one for one in required if one.page == cited.page]
    if not here:
        return False
    if pages is None:
        return any(contains_text(cited.text, one.must_include) for one in here)
    return contains_text(pages.get(here[0].page, ""), cited.text)


def _tags(missed: Sequence[str], citations: Sequence[CitedPlace], earned: float) -> tuple[ErrorTag, ...]:
    tags = [ErrorTag.MISSING_ITEM] if missed else []
    if earned < 1:
        tags.append(ErrorTag.WRONG_CITATION if citations else ErrorTag.MISSING_CITATION)
    return tuple(tags)
