"""Laws of the comparison, over any two runs."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from data_base.errors import InputError
from data_base.schemas.context_use import ContextUse
from eval.compare.comparison import compare
from eval.compare.result import Comparison
from eval.compare.settings import GateSettings
from eval.compare.sides import read_side
from eval.runs.run_file import RunFile, RunResult
from eval.stats.paired import BootstrapSettings
from tests.support.arena import evaluation

LAW = settings(deadline=None)
QUICK = BootstrapSettings(resamples=100)
SCORES = st.one_of(st.none(), st.sampled_from([0.0, 0.1, 0.3, 0.1 + 0.2, 0.5, 1.0]), st.floats(0, 1))
RUNS = st.dictionaries(st.sampled_from("abcdefgh"), SCORES, min_size=1)


def run(scores: dict[str, float | None], system: str | None = None) -> RunFile:
    return RunFile.of_results(None, [RunResult(id=n, system=system, score=s) for n, s in scores.items()])


def compared(base: RunFile, cand: RunFile, **settings: object) -> Comparison:
    given = GateSettings.model_validate({"min_scored": 0.0, "bootstrap": QUICK, **settings})
    return compare(read_side([("base", base.stream())]), read_side([("cand", cand.stream())]), given)


def scored(scores: dict[str, float | None]) -> dict[str, float]:
    return {name: score for name, score in scores.items() if score is not None}


@LAW
@given(RUNS)
def test_a_run_passes_against_itself_with_nothing_to_say(scores: dict[str, float | None]) -> None:
    assume(scored(scores))
    found = compared(run(scores), run(scores, "by another name"))
    assert found.verdict == "passed"
    assert (found.regressions, found.missing, found.extra, found.delta) == ((), (), (), 0.0)
    assert found.pairs == len(scores)


@LAW
@given(RUNS, RUNS)
def test_the_gate_passes_exactly_where_nothing_fell(
    before: dict[str, float | None], after: dict[str, float | None]
) -> None:
    ours, theirs = scored(before), scored(after)
    both = ours.keys() & theirs.keys()
    assume(both)
    found = compared(run(before), run(after))
    fell = {name for name in both if theirs[name] < ours[name] - 1e-9} | (before.keys() - after.keys())
    delta = sum(theirs.values()) / len(theirs) - sum(ours.values()) / len(ours)
    assume(abs(delta + 1e-9) > 1e-12)
    assert {regression.id for regression in found.regressions} == fell
    assert (found.verdict == "passed") == (not fell and delta >= -1e-9)
    assert found.exit_code == int(found.verdict == "failed")


@LAW
@given(RUNS, RUNS)
def test_no_item_is_dropped_without_a_word(
    before: dict[str, float | None], after: dict[str, float | None]
) -> None:
    assume(scored(before).keys() & scored(after).keys())
    found = compared(run(before), run(after))
    missing, extra = {item.id for item in found.missing}, {item.id for item in found.extra}
    assert missing == before.keys() - after.keys()
    assert extra == after.keys() - before.keys()
    assert found.pairs == len(before.keys() & after.keys())
    unscored = {(item.side, item.id) for item in found.unscored}
    assert unscored == {("base", n) for n in before.keys() - scored(before).keys()} | {
        ("cand", n) for n in after.keys() - scored(after).keys()
    }


@LAW
@given(RUNS, RUNS)
def test_the_order_of_the_results_changes_no_verdict(
    before: dict[str, float | None], after: dict[str, float | None]
) -> None:
    assume(scored(before).keys() & scored(after).keys())
    turned = dict(reversed(after.items()))
    one, other = compared(run(before), run(after)), compared(run(before), run(turned))
    assert (one.verdict, one.regressions) == (other.verdict, other.regressions)


@LAW
@given(RUNS, RUNS, st.integers(0, 8))
def test_a_looser_gate_lets_through_whatever_a_stricter_one_does(
    before: dict[str, float | None], after: dict[str, float | None], allowed: int
) -> None:
    assume(scored(before).keys() & scored(after).keys())
    strict = compared(run(before), run(after), max_regressions=allowed)
    loose = compared(run(before), run(after), max_regressions=allowed + 1, min_delta=-0.1)
    assert strict.exit_code >= loose.exit_code


def test_of_equal_drops_the_baselines_order_holds_and_the_largest_comes_first() -> None:
    found = compared(run({"c": 1.0, "a": 1.0, "b": 1.0}), run({"a": 0.5, "b": 0.0, "c": 0.5}))
    assert [regression.id for regression in found.regressions] == ["b", "c", "a"]
    assert [
        regression.id for regression in found.model_copy(update={"settings": GateSettings(top=1)}).worst
    ] == ["b"]


def test_repeats_with_an_item_in_one_only_are_noted() -> None:
    side = read_side([("one", run({"a": 1.0, "b": 0.5}).stream()), ("two", run({"a": 0.5}).stream())])
    assert side.ref.weighted_score == (0.75 + 0.5) / 2
    assert [entry.score for entry in side.entries.values()] == [0.75, 0.5]
    assert "'b' first" in side.notes[0]


def test_the_interval_is_weighted_as_the_mean_is() -> None:
    # Differences -0.5 and +0.5 with weights 3 and 1: (-1.5 + 0.5) / 4.
    def weighted(a: float, b: float) -> RunFile:
        results = (RunResult(id="a", score=a, weight=3.0), RunResult(id="b", score=b))
        return RunFile.of_results(None, results)

    found = compared(weighted(1.0, 0.0), weighted(0.5, 0.5))
    assert found.difference.mean == found.delta == -0.25


def test_weights_of_zero_give_nothing_to_compare() -> None:
    nothing = RunFile.of_results(None, [RunResult(id="a", score=1.0, weight=0.0)])
    with pytest.raises(InputError, match="no scored result"):
        compared(nothing, nothing)


@pytest.mark.slow
def test_very_many_pairs_take_fewer_resamples_and_say_so() -> None:
    many = run({str(number): number % 2 / 2 for number in range(20_000)})
    found = compared(many, many, bootstrap=BootstrapSettings(seed=3))
    assert (found.bootstrap.seed, found.bootstrap.resamples, found.settings.bootstrap.resamples) == (
        3,
        1_000,
        10_000,
    )


def test_what_a_judge_says_was_answered_is_shown_in_shares_and_can_be_gated() -> None:
    def judged(**said: Any) -> RunFile:
        found = {
            name: evaluation(answered=answered, context=ContextUse(precision=0.5))
            if answered
            else evaluation()
            for name, answered in said.items()
        }
        results = [RunResult(id=name, score=0.5, evaluation=each) for name, each in found.items()]
        return RunFile.of_results(None, results)

    base, cand = judged(a="yes", b="yes", c="partly", d=None), judged(a="yes", b="no", c="partly", d="no")
    drift = {each.name: (each.pairs, each.base, each.cand) for each in compared(base, cand).drift}
    assert drift == {
        "answered_yes": (3, pytest.approx(2 / 3), pytest.approx(1 / 3)),
        "answered_partly": (3, pytest.approx(1 / 3), pytest.approx(1 / 3)),
        "answered_no": (3, 0, pytest.approx(1 / 3)),
        "context_precision": (3, 0.5, 0.5),
    }
    gate = {"name": "answered_no", "lower_is_better": True}
    assert compared(base, cand, sub_scores=(gate,)).verdict == "failed"
    assert compared(base, base, sub_scores=(gate,)).verdict == "passed"


def arena(*contestants: dict[str, float]) -> RunFile:
    return RunFile.of_results(
        None,
        [
            RunResult(id=question, system=name, score=score)
            for name, own in zip("ABCDE", contestants, strict=False)
            for question, score in own.items()
        ],
    )


def test_a_further_contestant_fails_no_gate() -> None:
    """The gate went by the mean over all contestants, which two weak ones more had lowered."""
    one, other = ({str(i): start + i / 40 for i in range(12)} for start in (0.5, 0.6))
    weak = {str(i): 0.1 for i in range(12)}
    found = compared(arena(one, other), arena(one, other, weak, weak))
    assert (found.verdict, found.delta) == ("passed", 0.0)
    assert [check.name for check in found.checks] == [
        "weighted_score of A",
        "weighted_score of B",
        "regressions",
    ]
    assert len(found.extra) == 24
    assert found.base_score == found.cand_score == pytest.approx(0.55 + 5.5 / 40)


def test_a_contestant_is_compared_on_the_items_that_both_runs_scored() -> None:
    hard = {str(i): 0.1 for i in range(12, 20)}
    easy = {str(i): 0.9 for i in range(12)}
    found = compared(arena(easy, easy), arena(easy | hard, easy))
    assert found.verdict == "passed"
    assert {group.system: (group.base_score, group.cand_score) for group in found.groups} == {
        "A": pytest.approx((0.9, 0.9)),
        "B": pytest.approx((0.9, 0.9)),
    }


def test_each_contestant_s_change_has_an_interval_over_questions() -> None:
    """There was one interval, for all together, as if their answers to a question were independent."""
    rises = {str(i): 0.2 + 0.3 * (i % 2) for i in range(20)}
    base = dict.fromkeys(rises, 0.2)
    found = compared(arena(base, base), arena(rises, base))
    gains = {group.system: group.difference for group in found.groups}
    assert gains["A"].mean == pytest.approx(0.15)
    assert gains["A"].low is not None
    assert gains["A"].low > 0
    assert (gains["B"].low, gains["B"].high) == (0, 0)
    assert "paired, interval" in found.checks[0].detail
    # Five contestants who gain the same on each question know no more than one.
    together = compared(arena(*[base] * 5), arena(*[rises] * 5)).difference
    assert (together.n, together.low, together.high) == (20, gains["A"].low, gains["A"].high)


def test_a_fall_too_small_to_be_seen_says_that_it_is_one() -> None:
    names = [str(number) for number in range(12)]
    found = compared(run(dict.fromkeys(names, 0.5)), run(dict.fromkeys(names, 0.5 - 1e-6)))
    assert found.verdict == "failed"
    assert "(a fall of 1.0e-06 too many on the scale of 0 to 1)" in found.checks[0].detail


def test_a_notebook_shows_a_comparison_in_which_nothing_takes_effect() -> None:
    base, cand = (read_side([("<script>", run({"a": score}).stream())]) for score in (0.5, 0.25))
    shown = compare(base, cand)._repr_html_()
    assert "Gate failed" in shown
    assert "0.5" in shown
    assert "<script" not in shown
