"""What a gate asks of the candidate's key points: a floor for each group, and those that must hold."""

from typing import Any

import pytest

from data_base.errors import InputError
from data_base.schemas.key_point import KeyPointFinding
from eval.compare.comparison import compare
from eval.compare.junit import junit
from eval.compare.markdown import markdown
from eval.compare.result import Comparison
from eval.compare.settings import GateSettings
from eval.compare.sides import read_side
from eval.runs.run_file import RunFile, RunResult
from tests.support.arena import evaluation


def answer(name: str, *verdicts: Any, system: str = "A", must: bool = False) -> RunResult:
    points = tuple(
        KeyPointFinding(text="x", group="facts", verdict=verdict, must=must, id=f"p{number}")
        for number, verdict in enumerate(verdicts, start=1)
    )
    return RunResult(id=name, system=system, score=0.5, evaluation=evaluation(key_points=points))


def gated(*results: RunResult, repeats: tuple[RunResult, ...] = (), **settings: Any) -> Comparison:
    runs = [RunFile.of_results(None, each).stream() for each in (results, repeats) if each]
    base = read_side([("base", RunFile.of_results(None, results).stream())])
    return compare(base, read_side([("cand", each) for each in runs]), GateSettings.model_validate(settings))


def checks(result: Comparison) -> dict[str, bool]:
    return {check.name: check.passed for check in result.checks if check.name[:2] in {"gr", "mu"}}


@pytest.mark.parametrize(("least", "passed"), [(0.75, True), (0.76, False)])
def test_a_group_has_to_reach_its_share(least: float, passed: bool) -> None:
    told = gated(
        answer("a", "covered", "covered"),
        answer("b", "covered", "missing"),
        min_groups=[{"name": "facts", "least": least}],
    )
    assert checks(told) == {"group facts": passed}
    assert told.checks[-1].detail == f"0.75 over 2 answers; at least {least} is asked"
    assert (told.verdict == "passed") == passed


def test_each_system_has_to_reach_it() -> None:
    told = gated(
        answer("a", "covered"),
        answer("a", "missing", system="B"),
        min_groups=[{"name": "facts", "least": 0.6}],
    )
    assert checks(told) == {"group facts of A": True, "group facts of B": False}


def test_a_group_that_no_answer_has_is_refused() -> None:
    with pytest.raises(InputError, match=r"'fact'.*groups: facts"):
        gated(answer("a", "covered"), min_groups=[{"name": "fact", "least": 0.6}])


@pytest.mark.parametrize(("allowed", "passed"), [(0, False), (1, True)])
def test_an_answer_without_a_must_fails_the_gate_and_is_named(allowed: int, passed: bool) -> None:
    told = gated(
        answer("a<b>", "covered", "missing", must=True),
        answer("b", "covered", must=True),
        max_must_failed=allowed,
    )
    assert checks(told) == {"must_failed": passed}
    assert told.checks[-1].failing == ("a<b>: p2",)
    assert told.checks[-1].detail == f"key points that must hold fail in 1 of 2 answers (allowed: {allowed})"
    assert "a&#60;b&#62;&#58; p2" in markdown(told)
    assert ("a&lt;b&gt;: p2" in junit(told)) == (not passed)


def test_a_must_that_fails_in_one_repeat_fails() -> None:
    held, failed = answer("a", "covered", must=True), answer("a", "missing", must=True)
    assert checks(gated(held, repeats=(failed,))) == {"must_failed": False}


def test_a_must_without_a_verdict_is_said() -> None:
    told = gated(answer("a", "missing", must=True), answer("b", "covered", None, must=True))
    assert told.checks[-1].detail == (
        "key points that must hold fail in 1 of 2 answers (allowed: 0); without a verdict in 1 more"
    )


def test_nothing_is_said_of_musts_where_there_are_none() -> None:
    assert checks(gated(answer("a", "missing"))) == {}
