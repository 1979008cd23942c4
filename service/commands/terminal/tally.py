"""What has come of a run so far: items, tokens and dollars."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from data_base.schemas.usage import TokenUsage
from eval.runs.resumed_items import is_read_back

if TYPE_CHECKING:
    from agents.models.registry import ModelOrJudge
    from data_base.schemas.run import RunItem
    from data_base.schemas_deep_research import FineGrainedEvaluationResult


_NONE = TokenUsage()


@dataclass(frozen=True, slots=True)
class Tally:
    """What has come of a run so far."""

    done: int = 0
    """Items that are done."""
    failed: int = 0
    """Those without an answer."""
    unscored: int = 0
    """Those with an answer and without a score."""
    read_back: int = 0
    """Those that an earlier process made, or whose replies were all kept: they took no time."""
    usage: TokenUsage = _NONE
    """Tokens and cost; the cost is None once something in it has no known price."""

    @classmethod
    def of(cls, models: Iterable[ModelOrJudge]) -> Self:
        """Nothing done yet by these models; the cost is unknown from the start where a price is.

        Raises:
            InputError: the file that ``JUDGE_PRICES`` names is no price file.
        """
        from agents.calls.prices import has_price
        from agents.models.caller_models.caller_model_adapter import asked_model
        from agents.models.registry import model_id, models_in

        parts = [part for model in models for part in models_in(model)]
        known = all(has_price(model_id(part), server=asked_model(part).server) for part in parts)
        return cls(usage=TokenUsage(cost_usd=0.0 if known else None))

    def with_item(self, item: RunItem) -> Tally:
        """The tally with one more item of a run."""
        answered = item.answer is not None
        scored = item.score_card is not None and item.score_card.scored
        spent = _spent_on(item)
        return replace(
            self,
            done=self.done + 1,
            failed=self.failed + (not answered),
            unscored=self.unscored + (answered and not scored),
            read_back=self.read_back + (is_read_back() or (spent.cached > 0 and not spent.calls)),
        ).with_spent(spent)

    def with_evaluation(self, evaluation: FineGrainedEvaluationResult) -> Tally:
        """The tally with one more judged answer."""
        return self.with_judged(evaluation.usage, failed=evaluation.evaluation_failed)

    def with_judged(self, usage: TokenUsage, *, failed: bool) -> Tally:
        """The tally with one more judged item."""
        return replace(self, done=self.done + 1, unscored=self.unscored + failed, usage=self.usage + usage)

    def with_spent(self, usage: TokenUsage) -> Tally:
        """The tally with further calls, no further item."""
        return replace(self, usage=self.usage + usage)

    def __str__(self) -> str:
        cost = "cost unknown" if self.usage.cost_usd is None else f"${self.usage.cost_usd:.2f}"
        usage = self.usage
        known = ((usage.cached_input_tokens, "from prompt caches"), (usage.reasoning_tokens, "reasoning"))
        parts = ", ".join(f"{count:,} {what}" for count, what in known if count)
        tokens = f"{usage.total_tokens:,} tokens{f' ({parts})' if parts else ''}"
        return f"{self.failed} failed, {self.unscored} unscored, {tokens}, {cost}"


def _spent_on(item: RunItem) -> TokenUsage:
    answering = item.research.usage if item.research else item.answer.usage if item.answer else TokenUsage()
    return answering + (item.evaluation.usage if item.evaluation else TokenUsage())
