"""Free texts: does the text say what it should?"""

from collections.abc import Sequence

from data_base.schemas.canonical_answer import TextAnswer
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.answers.coverage import Wording, content_words_of
from scoring.answers.rouge import rouge
from scoring.answers.scoring_options import ScoringTerms, some
from scoring.answers.short_answer_form import respelled


def score_text(answer: TextAnswer, terms: ScoringTerms) -> ScoreCard:
    """``keyword_coverage``: the share of what should be said that is said.

    That is the task's keywords, else the content words of the gold text. It comes with ``exact_match``
    (1 where the texts differ in spelling only), ``rouge1`` and ``rougeL``, and ``semantic_similarity``
    where the task has a measure for it. A text compared as written (``normalize: none``) must contain each
    keyword, or each blank-separated piece of the gold text, letter by letter.
    """
    gold = answer.ground_truth.value or ""
    if not gold.strip() and not terms.keywords:
        return ScoreCard.unscored("the text in the ground truth is empty and the task has no keywords")
    said = (answer.prediction and answer.prediction.value) or ""
    if not said.strip():
        return terms.card(0.0, {"keyword_coverage": 0.0}, "not said: anything", [ErrorTag.NO_ANSWER])
    as_written = answer.ground_truth.normalize == "none"
    wanted, missing = _missing(gold, said, terms.keywords, as_written=as_written)
    if not wanted:
        return ScoreCard.unscored("the text in the ground truth has no words")
    scores = _further_scores(gold, said, terms, as_written=as_written)
    coverage = 1 - len(missing) / len(wanted)
    tags = [ErrorTag.LOW_COMPLETENESS] if coverage < terms.threshold else []
    explain = f"not said: {some(missing)}" if missing else "everything that was asked for is said"
    return terms.card(coverage, {"keyword_coverage": coverage, **scores}, explain, tags)


def _missing(
    gold: str, said: str, keywords: Sequence[str], *, as_written: bool
) -> tuple[Sequence[str], list[str]]:
    """What should be said, and what of it is not."""
    if as_written:
        wanted = list(dict.fromkeys(keywords or gold.split()))
        return wanted, [word for word in wanted if word not in said]
    wording = Wording(said)
    if keywords:
        return keywords, [word for word in keywords if not wording.says(word)]
    wanted = content_words_of(gold)
    return wanted, [word for word in wanted if not wording.share_of([word])]


def _further_scores(gold: str, said: str, terms: ScoringTerms, *, as_written: bool) -> dict[str, float]:
    if not gold.strip():
        return {}
    same = gold == said if as_written else gold == said or respelled(gold) == respelled(said)
    scores = {"exact_match": float(same), **rouge(gold, said, as_written=as_written)}
    if terms.similarity is not None:
        scores["semantic_similarity"] = min(max(terms.similarity(gold, said), 0.0), 1.0)
    return scores
