"""Reasoning: is the final answer right, and how good are the steps and claims that lead to it?"""

from collections.abc import Iterator

from data_base.schemas.canonical_answer import ReasonedClaim, ReasoningAnswer, ReasoningValue
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.answers.choice import names_one_of
from scoring.answers.coverage import Wording
from scoring.answers.reasoning_steps import best_match, share_said, step_scores
from scoring.answers.scoring_options import ScoringTerms

SUPPORTED_FROM = 0.5
"""Evidence supports a claim when it contains this share of its content words and all its figures."""


def score_reasoning(answer: ReasoningAnswer, terms: ScoringTerms) -> ScoreCard:
    """``exact_match`` of the final answer; the way to it is described by sub-scores and changes no score.

    A sub-score is there only where it can be determined: those of the steps need steps in the truth, those of
    the claims claims or evidence in it. They are documented at
    :func:`scoring.answers.reasoning_steps.step_scores` and :func:`claim_scores`.
    """
    truth = answer.ground_truth
    right = truth.final_answer.value
    if right is None or not right.strip():
        return ScoreCard.unscored("the ground truth has no final answer")
    prediction = answer.prediction or ReasoningValue()
    said = prediction.final_answer.value or ""
    score = float(bool(said.strip()) and names_one_of(said, [right], terms))
    scores = {"exact_match": score, **step_scores(prediction, truth, terms)}
    scores |= claim_scores(prediction, truth, terms)
    tags = (*_final_tags(said, score), *claim_tags(prediction, truth, terms))
    return terms.card(score, scores, _explain(said, right, prediction), tags)


def _final_tags(said: str, score: float) -> tuple[ErrorTag, ...]:
    if not said.strip():
        return (ErrorTag.NO_ANSWER,)
    return () if score else (ErrorTag.WRONG_CHOICE,)


def _explain(said: str, right: str, prediction: ReasoningValue) -> str:
    way = f"{len(prediction.steps)} steps, {len(prediction.claims)} claims"
    if not said.strip():
        return f"no final answer; {way}"
    return f"final answer {said!r}, right is {right!r}; {way}"


def claim_scores(said: ReasoningValue, truth: ReasoningValue, terms: ScoringTerms) -> dict[str, float]:
    """What can be said of the claims.

    - ``claim_coverage``: share of the truth's claims that are made
      (:func:`scoring.answers.reasoning_steps.best_match`).
    - ``evidence_citation_rate``: share of the claims made that name any evidence.
    - ``claim_evidence_overlap``: mean over the truth's claims with evidence of the Jaccard index of the
      ids named there and by the claim that makes it; 0 for a claim that is not made.
    - ``claim_verifiability``: share of the claims made that are checked and right: all the evidence they
      name is known (an id in ``terms.evidence`` or in the truth), there is some, and where its text is
      known that text supports the claim (:data:`SUPPORTED_FROM`).

    Where the truth has claims and none is made, all of these are 0.
    """
    if not said.claims and not truth.claims:
        return {}
    scores = {}
    if truth.claims:
        made = _made(said, truth)
        scores["claim_coverage"] = sum(claim is not None for claim in made) / len(made)
        overlaps = [
            _jaccard(claim, wanted)
            for claim, wanted in zip(made, truth.claims, strict=True)
            if wanted.evidence
        ]
        if overlaps:
            scores["claim_evidence_overlap"] = sum(overlaps) / len(overlaps)
    scores["evidence_citation_rate"] = _share([bool(claim.evidence) for claim in said.claims])
    if known := _known(truth, terms):
        scores["claim_verifiability"] = _share(
            [_named_rightly(claim, known) and _is_supported(claim, terms) for claim in said.claims]
        )
    return scores


def claim_tags(said: ReasoningValue, truth: ReasoningValue, terms: ScoringTerms) -> tuple[ErrorTag, ...]:
    """What is wrong with the evidence that the claims name, where evidence is known at all."""
    known = _known(truth, terms)
    return tuple(_tags(said, known, terms)) if known else ()


def _tags(said: ReasoningValue, known: frozenset[str], terms: ScoringTerms) -> Iterator[ErrorTag]:
    if any(not claim.evidence for claim in said.claims):
        yield ErrorTag.MISSING_CITATION
    if any(not known.issuperset(claim.evidence) for claim in said.claims):
        yield ErrorTag.WRONG_CITATION
    if any(claim.evidence and not _is_supported(claim, terms) for claim in said.claims):
        yield ErrorTag.UNSUPPORTED_CLAIM


def _made(said: ReasoningValue, truth: ReasoningValue) -> list[ReasonedClaim | None]:
    """For each of the truth's claims the claim that makes it."""
    wordings = [Wording(claim.text) for claim in said.claims]
    places = [best_match(claim.text, wordings) for claim in truth.claims]
    return [said.claims[place] if place is not None else None for place in places]


def _known(truth: ReasoningValue, terms: ScoringTerms) -> frozenset[str]:
    return frozenset(terms.evidence).union(*(claim.evidence for claim in truth.claims))


def _jaccard(claim: ReasonedClaim | None, wanted: ReasonedClaim) -> float:
    named = set(claim.evidence) if claim else set()
    return len(named & set(wanted.evidence)) / len(named | set(wanted.evidence))


def _named_rightly(claim: ReasonedClaim, known: frozenset[str]) -> bool:
    return bool(claim.evidence) and known.issuperset(claim.evidence)


def _is_supported(claim: ReasonedClaim, terms: ScoringTerms) -> bool:
    """Whether the texts of the named evidence, as far as they are known, bear the claim."""
    texts = [terms.evidence[name] for name in claim.evidence if terms.evidence.get(name)]
    if not texts:
        return True
    return share_said(claim.text, Wording("\n".join(texts))) >= SUPPORTED_FROM


def _share(verdicts: list[bool]) -> float:
    return sum(verdicts) / len(verdicts) if verdicts else 0.0
