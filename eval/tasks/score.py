"""A sample scored by all metrics of its task, as one score card."""

import json
from collections.abc import Mapping
from dataclasses import replace

from data_base.schemas.answer import Answer
from data_base.schemas.canonical_answer import AnswerType, CanonicalAnswer
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from eval.tasks.data import Fields, Sample, canonical, said_in, truth_in
from eval.tasks.own_scorer import LoadedScorer
from eval.tasks.task import Metric, Task
from scoring.answers import ScoringTerms, score
from scoring.answers.normalised_prediction import normalised
from scoring.answers.scoring_options import Similarity

PRIMARY = "primary_score"
ORDER = "order_kendall_tau"
LOWER_IS_BETTER = frozenset({"mae"})
SUB_SCORES: Mapping[AnswerType, tuple[str, ...]] = {
    "choice": ("exact_match",),
    "number": ("within_tol", "mae"),
    "list": ("f1", "precision", "recall", ORDER),
    "text": ("keyword_coverage", "exact_match", "rouge1", "rougeL", "semantic_similarity"),
    "reasoning": (
        *("exact_match", "step_completeness", "reasoning_step_order", "reasoning_consistency"),
        *("claim_coverage", "claim_evidence_overlap", "evidence_citation_rate", "claim_verifiability"),
    ),
}
"""The sub-scores that an answer of a type may have; the first is its primary score."""


class TaskScorer:
    """Scores the samples of a task.

    The primary score is the mean of the metrics' own scores by their weights: of the answer's primary score,
    or of the sub-score of its name for what describes the reasoning. Where no metric has a weight, it is
    that of the first answer. A metric that counts and cannot be scored leaves the sample unscored, since a
    mean over what happened to be there would compare with nothing.

    A sub-score keeps its name (``f1``) for the first answer of the task that can have it; for later ones it
    is ``<field>.f1``.
    """

    def __init__(self, task: Task, similarity: Similarity | None = None) -> None:
        """Bind the task.

        Args:
            task: the task.
            similarity: how alike two texts are in meaning, for ``semantic_similarity``.
        """
        self.task = task
        self._base = ScoringTerms(synonyms=task.synonyms, similarity=similarity)
        self._names = _sub_score_names(task)
        self._in_order = _orders_required(task, self._names)
        self.own = tuple(LoadedScorer.of(metric) for metric in task.own)

    def sub_score_names(self) -> frozenset[str]:
        """Every name that a sub-score of this task may have."""
        own = (metric.own_name for metric in self.task.own)
        return frozenset([*(name for names in self._names for name in names.values()), *own])

    def truth_of(self, sample: Sample) -> Fields:
        """The truth of a sample as if a system had said it; the best that anybody can say."""
        firsts = [group[0] for group in self.task.places.values()]
        return {metric.field: truth_in(metric, sample) for metric in firsts}

    def card(self, sample: Sample, said: Fields | None = None) -> ScoreCard:
        """Score a sample.

        Args:
            sample: the line.
            said: what a system said, by field; None: it is in the line.

        Raises:
            InputError: the line lacks a ground truth; naming file, line and field.
        """
        groups = list(self.task.places.values())
        text = json.dumps(said_in(self.task, sample) if said is None else said, ensure_ascii=False)
        return self._joined(sample, groups, self._answers(groups, sample, said), Answer(text=text))

    def scored(self, item: RunItem, sample: Sample, said: Fields | None = None) -> RunItem:
        """The item with what was compared, its score card and its weight; see :meth:`card`."""
        groups = list(self.task.places.values())
        answers = self._answers(groups, sample, said)
        card = self._joined(sample, groups, answers, item.answer)
        compared = tuple(normalised(answer) for answer in answers)
        changes = {"canonical": compared, "score_card": card, "weight": sample.weight}
        return item.model_copy(update=changes)

    def _answers(
        self, groups: list[list[Metric]], sample: Sample, said: Fields | None
    ) -> list[CanonicalAnswer]:
        return [canonical(self.task, group[0], sample, said) for group in groups]

    def _joined(
        self,
        sample: Sample,
        groups: list[list[Metric]],
        answers: list[CanonicalAnswer],
        said: Answer | None,
    ) -> ScoreCard:
        cards = [
            score(answer, self._terms(group, sample)) for group, answer in zip(groups, answers, strict=True)
        ]
        sub_scores = {
            names[name]: value
            for card, names in zip(cards, self._names, strict=True)
            for name, value in card.sub_scores.items()
        }
        tags = tuple(dict.fromkeys(tag for card in cards for tag in card.error_tags))
        scored = [
            (metric, _value(metric, card))
            for group, card in zip(groups, cards, strict=True)
            for metric in group
        ]
        for scorer in self.own:
            card = scorer.card(self.task, sample, said)
            groups, cards = [*groups, [scorer.metric]], [*cards, card]
            tags = tuple(dict.fromkeys((*tags, *card.error_tags)))
            scored.append((scorer.metric, card.primary_score))
            if card.primary_score is not None:
                sub_scores[scorer.metric.own_name] = card.primary_score
        counted = [(metric, value) for metric, value in scored if metric.counts]
        reason = _missing(counted, cards, groups)
        if reason:
            return ScoreCard(unscored_reason=reason, sub_scores=sub_scores, error_tags=tags)
        primary = _mean(counted) if counted else cards[0].primary_score or 0.0
        return ScoreCard(
            primary_score=primary,
            passed=self._passes(primary, scored, sub_scores),
            sub_scores=sub_scores,
            error_tags=tags,
            explain=_explain(groups, cards),
        )

    def _terms(self, group: list[Metric], sample: Sample) -> ScoringTerms:
        keywords = sample.keywords or next((metric.keywords for metric in group if metric.keywords), ())
        if not keywords and not sample.evidence:
            return self._base
        return replace(self._base, keywords=keywords, evidence=sample.evidence)

    def _passes(
        self, primary: float, scored: list[tuple[Metric, float | None]], sub_scores: Mapping[str, float]
    ) -> bool:
        reached = [
            value is not None and value >= metric.threshold
            for metric, value in scored
            if metric.threshold is not None
        ]
        for name, wanted in self.task.thresholds.items():
            if name != PRIMARY:
                reached.append(
                    _reaches(sub_scores.get(name), wanted, lower=name.split(".")[-1] in LOWER_IS_BETTER)
                )
        reached += [sub_scores[name] >= 1 for name in self._in_order if name in sub_scores]
        return primary >= self._primary_threshold() and all(reached)

    def _primary_threshold(self) -> float:
        """1 unless the task says, or says for each metric that counts what is enough."""
        enough = [metric.threshold for metric in self.task.metrics if metric.counts]
        every = bool(enough) and None not in enough
        return self.task.thresholds.get(PRIMARY, 0.0 if every else 1.0)


def _sub_score_names(task: Task) -> list[dict[str, str]]:
    taken: set[str] = set()
    names = []
    for (answer_type, _, _), group in task.places.items():
        own = {
            name: f"{group[0].field}.{name}" if name in taken else name for name in SUB_SCORES[answer_type]
        }
        taken |= set(own.values())
        names.append(own)
    return names


def _orders_required(task: Task, names: list[dict[str, str]]) -> frozenset[str]:
    """The order scores that have to be 1: of lists that count, where the task does not say what is enough."""
    counting = (any(metric.counts for metric in group) for group in task.places.values())
    wanted = {own[ORDER] for own, counts in zip(names, counting, strict=True) if counts and ORDER in own}
    return frozenset(wanted - set(task.thresholds))


def _value(metric: Metric, card: ScoreCard) -> float | None:
    if card.primary_score is None or metric.answer_type != "reasoning":
        return card.primary_score
    return card.sub_scores.get(metric.metric)


def _missing(
    counted: list[tuple[Metric, float | None]], cards: list[ScoreCard], groups: list[list[Metric]]
) -> str | None:
    """Why the sample cannot be scored; None where it can."""
    reasons = {
        id(metric): card.unscored_reason
        for group, card in zip(groups, cards, strict=True)
        for metric in group
    }
    for metric, value in counted:
        if value is None:
            return f"{metric.field}: {reasons[id(metric)] or f'{metric.metric} has no score'}"
    return (
        f"{groups[0][0].field}: {cards[0].unscored_reason}"
        if not counted and cards[0].unscored_reason
        else None
    )


def _mean(counted: list[tuple[Metric, float | None]]) -> float:
    total = sum(metric.counts for metric, _ in counted)
    mean = sum(metric.counts * (value or 0.0) for metric, value in counted) / total
    return min(max(mean, 0.0), 1.0)


def _reaches(value: float | None, wanted: float, *, lower: bool) -> bool:
    if value is None:
        return False
    return value <= wanted if lower else value >= wanted


def _explain(groups: list[list[Metric]], cards: list[ScoreCard]) -> str:
    if len(cards) == 1:
        return cards[0].explain
    return "; ".join(
        f"{group[0].field}: {card.explain or card.unscored_reason}"
        for group, card in zip(groups, cards, strict=True)
    )
