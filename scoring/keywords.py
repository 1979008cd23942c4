"""The answer-quality harness's score: what must and must not be in an answer, and a page reference."""

from collections.abc import Mapping
from typing import Any

from data_base.marks.bare_answer import bare_answer
from data_base.marks.thinking import spoken
from data_base.schemas.score_card import ROUNDING, ErrorTag, ScoreCard
from data_base.text.language import Language
from data_base.text.numbers.marked_numbers import with_minus
from data_base.text.page_references import has_page_reference
from scoring.keyword_question import KeywordRules, read_rules
from scoring.text_in_answer import MatchableText

INCLUDE_SHARE, SAFE_SHARE = 0.7, 0.3
CITATION_PENALTY = 0.2
FORMULA = (
    "question_score = max(0, 0.7 * include_rate + 0.3 * safe_ok - citation_penalty); "
    "weighted_score = sum(question_score * weight) / sum(weight)"
)
"""As it is in the summary of a run."""


def score_answer(question: Mapping[str, Any], answer: str) -> ScoreCard:
    """Score an answer by what its question expects.

    ``include_rate`` is the share of the groups of ``must_include`` and ``must_include_any`` that the answer
    has, 1 where there are none; ``safe_ok`` is 1 where it has nothing of ``must_not_include``, else 0.
    ``base_score = 0.7 * include_rate + 0.3 * safe_ok``, and 0.2 less where ``require_citation`` is set and
    the answer refers to no page; never below 0. Citation marks, Markdown and thinking are no part of the
    answer, unless a mark is what is expected. Matching is that of
    :class:`scoring.text_in_answer.MatchableText`.

    Args:
        question: ``question``, ``must_include``, ``must_include_any``, ``must_not_include``,
            ``require_citation``; see :class:`scoring.keyword_question.KeywordRules`.
        answer: the answer's text.

    Returns:
        A card whose primary score is the question's score. Sub-scores: ``include_rate``, ``include_hits``,
        ``include_total``, ``safe_ok``, ``citation_ok``, ``citation_penalty``, ``base_score``,
        ``question_score``. It passes with the full score alone.

    Raises:
        InputError: naming the field of the question that cannot be used.
    """
    return score_by_rules(read_rules(question), answer)


def score_by_rules(rules: KeywordRules, answer: str) -> ScoreCard:
    """As :func:`score_answer`, by rules that have been read."""
    language = rules.language
    answer = spoken(answer)
    bare, whole = bare_answer(answer), MatchableText.of(with_minus(answer), language)
    text = whole if bare == answer else MatchableText.of(with_minus(bare), language)

    def says(expected: str) -> bool:
        return _contains(whole if _is_mark(expected) else text, expected, language)

    missed = [group for group in rules.groups if not any(map(says, group))]
    forbidden = [each for each in rules.must_not_include if says(each)]
    uncited = rules.require_citation and not has_page_reference(answer)
    total = len(rules.groups)
    hits = total - len(missed)
    include_rate = hits / total if total else 1.0
    safe_ok = 0.0 if forbidden else 1.0
    penalty = CITATION_PENALTY if uncited else 0.0
    base = INCLUDE_SHARE * include_rate + SAFE_SHARE * safe_ok
    score = max(0.0, base - penalty)
    return ScoreCard(
        primary_score=score,
        passed=score >= 1 - ROUNDING,
        sub_scores={
            "include_rate": include_rate,
            "include_hits": hits,
            "include_total": total,
            "safe_ok": safe_ok,
            "citation_ok": 0.0 if uncited else 1.0,
            "citation_penalty": penalty,
            "base_score": base,
            "question_score": score,
        },
        error_tags=_tags(answer, missed, forbidden, uncited=uncited),
        explain=_explain(missed, forbidden, uncited=uncited),
    )


def _is_mark(expected: str) -> bool:
    """Whether what is expected is a mark, alone or behind a word: who expects "[1]" or "p. 3" means it."""
    forms = (expected.strip(), f"x {expected}".strip())
    return has_page_reference(expected) or any(bare_answer(form) != form for form in forms)


def _contains(text: MatchableText, expected: str, language: Language) -> bool:
    forms = dict.fromkeys((expected, with_minus(expected)))
    return any(text.contains(MatchableText.of(form, language)) for form in forms)


def _tags(
    answer: str, missed: list[tuple[str, ...]], forbidden: list[str], *, uncited: bool
) -> tuple[ErrorTag, ...]:
    found = (
        (not answer.strip(), ErrorTag.NO_ANSWER),
        (bool(missed), ErrorTag.MISSING_ITEM),
        (bool(forbidden), ErrorTag.FORBIDDEN_TEXT),
        (uncited, ErrorTag.MISSING_CITATION),
    )
    return tuple(tag for applies, tag in found if applies)


def _explain(missed: list[tuple[str, ...]], forbidden: list[str], *, uncited: bool) -> str:
    said = [f"missing: {' or '.join(map(repr, group))}" for group in missed]
    said += [f"must not appear there: {text!r}" for text in forbidden]
    said += ["no page reference"] if uncited else []
    return "; ".join(said) or "all that is asked is there"
