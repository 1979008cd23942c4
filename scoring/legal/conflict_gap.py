"""Conflicts and gaps: ``0.4 * correct_abstention + 0.4 * no_hallucination + 0.2 * quote_included``."""

import math
from collections.abc import Mapping, Sequence

from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.text.sentences import sentences
from scoring.abstention import abstains
from scoring.legal.answer import LegalAnswer, read_answer
from scoring.legal.question import Question, read_question
from scoring.legal.quotes import IN_QUOTES, pages_of, quotes
from scoring.legal.unsupported_details import admits_ignorance, find_inventions

_ABSTAINED, _HONEST, _QUOTED = 0.4, 0.4, 0.2


def score_conflict_gap(
    question: Mapping[str, object],
    answer: object,
    *,
    document: Sequence[Mapping[str, object]] | None = None,
    findings: Sequence[object] | None = None,
) -> ScoreCard:
    """Score an answer to what the document does not say, or (its twin) to what it does.

    Abstaining and inventing are separate: an answer may decline and still invent a detail. Where the
    question must be declined, one clause that declines in the answer's own words is enough; where it must
    not, the answer is wrong if it declines as a whole, or is empty.

    Args:
        question: as it is in its file, see :class:`scoring.legal.question.Question`.
        answer: see :func:`scoring.legal.answer.read_answer`.
        document: its pages, ``page`` and ``text`` each.
        findings: invented details that somebody found, empty for none. None: the embedded checker
            (:func:`scoring.legal.unsupported_details.find_inventions`) looks for them, in the document or,
            without it, in the question's own quotes and evidence.

    Returns:
        A card with ``correct_abstention``, ``no_hallucination`` and ``quote_included``, and next to the score
        ``additional_quotes`` (share of them that is quoted; 1 where there are none). A switch that is false
        (``abstention_required``, ``quote_required``) grants its term. It passes at 1.

    Raises:
        InputError: the question or the answer cannot be read; the sentence says where.
    """
    given, wanted = read_answer(answer), read_question(question)
    found = _inventions(wanted, given, document) if findings is None else list(findings)
    abstained = _abstained_rightly(given, should=wanted.should_abstain)
    quoted = _quoted(given, wanted.required_quote)
    earned = {
        ErrorTag.MISSING_ABSTENTION if wanted.should_abstain else ErrorTag.WRONG_ABSTENTION: (
            abstained or not wanted.scoring.abstention_required
        ),
        ErrorTag.HALLUCINATION: not found,
        ErrorTag.MISSING_QUOTE: quoted == 1 or not wanted.scoring.quote_required,
    }
    score = math.fsum(
        weight * term for weight, term in zip((_ABSTAINED, _HONEST, _QUOTED), earned.values(), strict=True)
    )
    return ScoreCard(
        primary_score=min(1.0, score),
        passed=all(earned.values()),
        sub_scores={
            "correct_abstention": float(abstained),
            "no_hallucination": float(not found),
            "quote_included": float(quoted == 1),
            "additional_quotes": _quoted(given, wanted.additional_quotes),
        },
        error_tags=tuple(tag for tag, term in earned.items() if not term),
        explain=_explained(wanted, found),
    )


def declines(text: str) -> bool:
    """Whether some clause of an answer says, in its own words and not in a quote, that it is not known."""
    own = IN_QUOTES.sub("", text)
    if not any(sign.isalpha() for sign in own):
        own = text
    return any(map(admits_ignorance, sentences(own)))


def _abstained_rightly(given: LegalAnswer, *, should: bool) -> bool:
    if not given.text.strip():
        return False
    return declines(given.text) if should else not abstains(given.text)


def _inventions(
    question: Question, given: LegalAnswer, document: Sequence[Mapping[str, object]] | None
) -> list[str]:
    if document is not None:
        return find_inventions(given.text, list(pages_of(document).values()), question.question)
    known = [*question.required_quote, *question.additional_quotes]
    known += [one.must_include for one in question.required_evidence]
    return find_inventions(given.text, known, question.question)


def _quoted(given: LegalAnswer, wanted: Sequence[str]) -> float:
    """The share of quotes that an answer gives; 1 where there is nothing to quote."""
    if not wanted:
        return 1.0
    return sum(quotes(given.text, given.citations, one) for one in wanted) / len(wanted)


def _explained(question: Question, found: Sequence[object]) -> str:
    if not found:
        return "Nothing invented was found."
    return f"Invented (penalty {question.hallucination_penalty}): {'; '.join(map(str, found))}"
