"""When the loop goes on, and what its end is called."""

from __future__ import annotations

from typing import Any

import pytest

from agents.research.settings import ResearchSettings
from agents.research.stop_rules import (
    HEADROOM,
    Spent,
    causes,
    is_only_unclear,
    is_plateau,
    is_soft,
    reason_nothing_is_left,
    reason_to_stop,
)
from data_base.schemas.judgement import PanelReport
from data_base.schemas.usage import TokenUsage
from tests.support.research import attempt, evaluation, failed_evaluation
from tests.support.rows import over, table

SETTINGS = ResearchSettings(checkpoints=None)
LOW, GOOD = evaluation(3, 3, 3), evaluation(9, 9, 9)


def test_low_accuracy_is_the_only_cause_named_below_the_threshold() -> None:
    low = attempt(1, evaluation(7.99, 2), abstained=True)
    assert causes(low, SETTINGS) == ("low_accuracy",)
    assert not is_soft(low, SETTINGS)


@over(
    "said, abstained, expected",
    table(__file__, "test_soft_causes"),
)
def test_soft_causes(said: dict[str, Any], abstained: bool, expected: tuple[str, ...]) -> None:
    draft = attempt(1, evaluation(8, **said), abstained=abstained)
    assert causes(draft, SETTINGS) == expected
    assert is_soft(draft, SETTINGS)
    assert is_only_unclear(draft, SETTINGS) == (expected == ("unclear",))
    assert causes(draft, SETTINGS.model_copy(update={"retry_on": frozenset()})) == ()


def test_what_was_written_anew_is_unclear_no_more() -> None:
    draft = attempt(2, evaluation(9, 5, 2)).model_copy(update={"rewritten": True})
    assert causes(draft, SETTINGS) == ("incomplete",)


def test_an_unjudged_attempt_has_no_causes_to_name() -> None:
    with pytest.raises(ValueError, match="without scores"):
        causes(attempt(1, failed_evaluation()), SETTINGS)


def test_first_low_score_goes_on() -> None:
    assert reason_to_stop([attempt(1, LOW)], Spent(), SETTINGS) is None


@over("threshold", [1.0, 9.5])
def test_threshold_is_a_setting(threshold: float) -> None:
    settings = SETTINGS.model_copy(update={"threshold": threshold})
    expected = "passed" if threshold <= 9 else None
    assert reason_to_stop([attempt(1, GOOD)], Spent(), settings) == expected


def test_a_failed_judge_ends_the_run_whatever_came_before() -> None:
    assert reason_to_stop([attempt(1, LOW), attempt(2, failed_evaluation())], Spent(), SETTINGS) == (
        "judge_failed"
    )


def test_attempts_run_out() -> None:
    ledger = [attempt(n, LOW, new=[f"p{n}"]) for n in range(1, 5)]
    assert reason_to_stop(ledger[:3], Spent(), SETTINGS) is None
    assert reason_to_stop(ledger, Spent(), SETTINGS) == "max_attempts"


class TestPlateau:
    def test_two_flat_attempts_in_a_row(self) -> None:
        ledger = [attempt(1, LOW, new=["a"]), attempt(2, LOW), attempt(3, LOW)]
        assert not is_plateau(ledger[:2])
        assert is_plateau(ledger)
        assert reason_to_stop(ledger, Spent(), SETTINGS) == "plateau"

    def test_a_new_passage_is_progress(self) -> None:
        assert not is_plateau([attempt(1, LOW), attempt(2, LOW, new=["a"]), attempt(3, LOW)])

    def test_a_better_score_is_progress(self) -> None:
        assert not is_plateau([attempt(1, LOW), attempt(2, LOW), attempt(3, evaluation(4, 3, 3))])

    def test_climbing_out_of_a_dip_is_none(self) -> None:
        dip = [attempt(1, evaluation(5, 5, 5)), attempt(2, evaluation(2, 2, 2)), attempt(3, LOW)]
        assert is_plateau(dip)

    def test_the_first_attempt_is_not_flat(self) -> None:
        assert not is_plateau([attempt(1, LOW), attempt(2, LOW)])


class TestBudgets:
    DEAR = TokenUsage(input_tokens=900, output_tokens=100, calls=3)

    @over("budget, reason", [(2249, "token_budget"), (2250, None)])
    def test_tokens_are_kept_for_a_whole_attempt(self, budget: int, reason: str | None) -> None:
        settings = SETTINGS.model_copy(update={"token_budget": budget})
        ledger = [attempt(1, LOW, usage=self.DEAR)]
        assert HEADROOM * 1000 + 1000 == 2250
        assert reason_to_stop(ledger, Spent(tokens=1000), settings) == reason

    @over("seconds, reason", [(2.2, "time_budget"), (2.25, None)])
    def test_time_is_kept_for_a_whole_attempt(self, seconds: float, reason: str | None) -> None:
        settings = SETTINGS.model_copy(update={"time_budget_s": seconds})
        ledger = [attempt(1, LOW, elapsed_ms=1000)]
        assert reason_to_stop(ledger, Spent(elapsed_ms=1000), settings) == reason

    @over("budget, reason", [(2499, "token_budget"), (2500, None)])
    def test_tokens_are_kept_for_the_judgements_that_may_follow(
        self, budget: int, reason: str | None
    ) -> None:
        settings = SETTINGS.model_copy(update={"token_budget": budget})
        ledger = [attempt(1, LOW, usage=self.DEAR)]  # 100 of its 1000 tokens are the judge's
        assert HEADROOM * (1000 + 2 * 100) + 1000 == 2500
        assert reason_to_stop(ledger, Spent(tokens=1000), settings, further_judgements=2) == reason

    def test_judgements_that_were_made_are_not_kept_for_again(self) -> None:
        settings = SETTINGS.model_copy(update={"token_budget": 2250, "time_budget_s": 2.25})
        panelled = LOW.model_copy(update={"panel": PanelReport(members=()), "latency_ms": 500})
        ledger = [attempt(1, panelled, usage=self.DEAR, elapsed_ms=1000)]
        spent = Spent(tokens=1000, elapsed_ms=1000)
        assert reason_to_stop(ledger, spent, settings, further_judgements=2) is None

    @over("seconds, reason", [(2.8, "time_budget"), (2.875, None)])
    def test_time_is_kept_for_the_judgements_that_may_follow(
        self, seconds: float, reason: str | None
    ) -> None:
        settings = SETTINGS.model_copy(update={"time_budget_s": seconds})
        ledger = [attempt(1, LOW.model_copy(update={"latency_ms": 500}), elapsed_ms=1000)]
        assert reason_to_stop(ledger, Spent(elapsed_ms=1000), settings, further_judgements=2) == reason

    def test_passing_is_named_before_a_spent_budget(self) -> None:
        settings = SETTINGS.model_copy(update={"token_budget": 1})
        assert reason_to_stop([attempt(1, GOOD)], Spent(tokens=5000), settings) == "passed"


@over(
    "accuracy, answered, evidence, reason",
    table(__file__, "test_when_nothing_is_left_to_try"),
)
def test_when_nothing_is_left_to_try(accuracy: float, answered: Any, evidence: bool, reason: str) -> None:
    last = attempt(1, evaluation(accuracy, answered=answered))
    assert reason_nothing_is_left(last, SETTINGS, evidence=evidence) == reason
