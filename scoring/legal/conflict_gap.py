"""Conflicts and gaps: ``0.4 * correct_abstention + 0.4 * no_hallucination + 0.2 * quote_included``."""

import math
from collections.abc import Mapping, Sequence

from data_base.errors import InputError
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.text.sentences import sentences
from scoring.abstention import abstains
from scoring.legal.answer import LegalAnswer, read_answer
from scoring.legal.ignorance import admits_ignorance
from scoring.legal.inventions import find_inventions
from scoring.legal.quotes import IN_QUOTES, pages_of, quotes
from scoring.legal.required_evidence import is_required, name_of, part_of, required_evidence

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
        question: ``should_abstain``, ``required_quote``, ``additional_quotes``, ``scoring`` are read.
        answer: see :func:`scoring.legal.answer.read_answer`.
        document: its pages, ``page`` and ``text`` each.
        findings: invented details that somebody found, empty for none. None: the embedded checker
            (:func:`scoring.legal.inventions.find_inventions`) looks for them, in the document or, without
            it, in the question's own quotes and evidence.

    Returns:
        A card with ``correct_abstention``, ``no_hallucination`` and ``quote_included``, and next to the score
        ``additional_quotes`` (share of them that is quoted; 1 where there are none). A switch that is false
        (``abstention_required``, ``quote_required``) grants its term. It passes at 1.

    Raises:
        InputError: the question or the answer cannot be read; the sentence says where.
    """
    given = read_answer(answer)
    scoring = part_of(question, "scoring")
    found = _inventions(question, given, document) if findings is None else list(findings)
    abstained = _abstained_rightly(question, given)
    quoted = _quoted(given, _quotes(question, "required_quote"))
    should = question.get("should_abstain", True)
    earned = {
        ErrorTag.MISSING_ABSTENTION if should else ErrorTag.WRONG_ABSTENTION: (
            abstained or not is_required(scoring, "abstention_required")
        ),
        ErrorTag.HALLUCINATION: not found,
        ErrorTag.MISSING_QUOTE: quoted == 1 or not is_required(scoring, "quote_required"),
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
            "additional_quotes": _quoted(given, _quotes(question, "additional_quotes")),
        },
        error_tags=tuple(tag for tag, term in earned.items() if not term),
        explain=_explained(question, found),
    )


def declines(text: str) -> bool:
    """Whether some clause of an answer says, in its own words and not in a quote, that it is not known."""
    own = IN_QUOTES.sub("", text)
    if not any(sign.isalpha() for sign in own):
        own = text
    return any(map(admits_ignorance, sentences(own)))


def _abstained_rightly(question: Mapping[str, object], given: LegalAnswer) -> bool:
    should = question.get("should_abstain", True)
    if not isinstance(should, bool):
        raise InputError(f"{name_of(question)}: should_abstain must be true or false.")
    if not given.text.strip():
        return False
    return declines(given.text) if should else not abstains(given.text)


def _inventions(
    question: Mapping[str, object], given: LegalAnswer, document: Sequence[Mapping[str, object]] | None
) -> list[str]:
    asked = str(question.get("question", ""))
    if document is not None:
        return find_inventions(given.text, list(pages_of(document).values()), asked)
    known = [*_quotes(question, "required_quote"), *_quotes(question, "additional_quotes")]
    known += [one.must_include for one in required_evidence(question)]
    return find_inventions(given.text, known, asked)


def _quotes(question: Mapping[str, object], name: str) -> list[str]:
    value = question.get(name) or []
    found = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise InputError(f"{name_of(question)}: {name} must be a text or a list of texts.")
    return found


def _quoted(given: LegalAnswer, wanted: Sequence[str]) -> float:
    """The share of quotes that an answer gives; 1 where there is nothing to quote."""
    if not wanted:
        return 1.0
    return sum(quotes(given.text, given.citations, one) for one in wanted) / len(wanted)


def _explained(question: Mapping[str, object], found: Sequence[object]) -> str:
    if not found:
        return "Nothing invented was found."
    penalty = question.get("hallucination_penalty", "medium")
    return f"Invented (penalty {penalty}): {'; '.join(map(str, found))}"
