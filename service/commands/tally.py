"""What has come of a run so far: items, tokens and dollars."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from data_base.usage import TokenUsage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from data_base.run import RunItem
    from data_base.schemas_deep_research import DeepResearchResult, FineGrainedEvaluationResult

Spent = tuple[str | None, TokenUsage]
"""A model's name, None where it is not known, and what its calls used."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What has come of a run so far.

    Attributes:
        done: items that came to their end.
        failed: those without an answer.
        unscored: those with an answer and without a score.
        tokens: tokens they used.
        cost_usd: US dollars they cost; None once something in it has no known price.
    """

    done: int = 0
    failed: int = 0
    unscored: int = 0
    tokens: int = 0
    cost_usd: float | None = 0.0

    def with_item(self, item: RunItem) -> Tally:
        """The tally with one more item of a run."""
        answered = item.answer is not None
        scored = item.score_card is not None and item.score_card.scored
        return replace(
            self,
            done=self.done + 1,
            failed=self.failed + (not answered),
            unscored=self.unscored + (answered and not scored),
        ).with_spent(_spent_on(item))

    def with_evaluation(self, evaluation: FineGrainedEvaluationResult) -> Tally:
        """The tally with one more judged answer."""
        return replace(
            self, done=self.done + 1, unscored=self.unscored + evaluation.evaluation_failed
        ).with_spent([(evaluation.model_id, evaluation.usage)])

    def with_judged(self, usage: TokenUsage, cost_usd: float | None, *, failed: bool) -> Tally:
        """The tally with one more judged item whose cost is known already, or known to be unknown."""
        total = None if self.cost_usd is None or cost_usd is None else self.cost_usd + cost_usd
        return replace(
            self,
            done=self.done + 1,
            unscored=self.unscored + failed,
            tokens=self.tokens + usage.total_tokens,
            cost_usd=total,
        )

    def with_spent(self, spent: Iterable[Spent]) -> Tally:
        """The tally with further calls, no further item."""
        calls = list(spent)
        costs = [self.cost_usd, *(_cost(model, usage) for model, usage in calls)]
        known = [cost for cost in costs if cost is not None]
        return replace(
            self,
            tokens=self.tokens + sum(usage.total_tokens for _, usage in calls),
            cost_usd=sum(known) if len(known) == len(costs) else None,
        )

    def __str__(self) -> str:
        cost = "cost unknown" if self.cost_usd is None else f"${self.cost_usd:.2f}"
        return f"{self.failed} failed, {self.unscored} unscored, {self.tokens:,} tokens, {cost}"


def _spent_on(item: RunItem) -> Iterator[Spent]:
    if item.research is not None:
        yield from _spent_on_research(item.research)
    elif item.answer is not None:
        yield item.answer.model_id, item.answer.usage
    if item.evaluation is not None:
        yield item.evaluation.model_id, item.evaluation.usage


def _spent_on_research(research: DeepResearchResult) -> Iterator[Spent]:
    """The judge inside the loop apart from the model that plans, refines and writes."""
    judged = [attempt.evaluation for attempt in research.attempts if attempt.evaluation is not None]
    yield from ((evaluation.model_id, evaluation.usage) for evaluation in judged)
    judging = sum((evaluation.usage for evaluation in judged), TokenUsage())
    rest = TokenUsage(
        input_tokens=max(0, research.usage.input_tokens - judging.input_tokens),
        output_tokens=max(0, research.usage.output_tokens - judging.output_tokens),
    )
    yield research.answer.model_id, rest


def _cost(model: str | None, usage: TokenUsage) -> float | None:
    from agents.calls.prices.table import price_table

    if not usage.total_tokens:
        return 0.0
    return None if model is None else price_table().cost_usd(model, usage)
