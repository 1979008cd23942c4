"""What a gate asks of the candidate's citations and sources; what is not known is never a pass."""

from typing import Any

import pytest

from data_base.errors import InputError
from data_base.schemas.claim_table import ClaimShares
from data_base.schemas.score_card import ScoreCard
from eval.compare.comparison import compare
from eval.compare.markdown import markdown
from eval.compare.result import Comparison
from eval.compare.settings import GateSettings
from eval.compare.sides import read_side
from eval.runs.run_file import RunFile, RunResult
from tests.support.rows import over

OTHERS = "1 answer cites no source that was read; 1 answer has no claim table"


def answer(
    name: str, precision: float | None = None, system: str = "A", weight: float = 1.0, **sources: int
) -> RunResult:
    shares = ClaimShares(
        claims=4,
        cited=4,
        citation_precision=precision,
        effective_citations=1,
        sources=sources,
        listed_not_cited=0,
        cited_not_listed=0,
    )
    return plain(name, system).model_copy(
        update={"weight": weight, "score_card": ScoreCard(primary_score=0.5, claims=shares)}
    )


def plain(name: str, system: str = "A") -> RunResult:
    return RunResult(id=name, system=system, score=0.5, score_card=ScoreCard(primary_score=0.5))


def gated(*results: RunResult, repeats: tuple[RunResult, ...] = (), **settings: Any) -> Comparison:
    runs = [RunFile.of_results(None, each).stream() for each in (results, repeats) if each]
    base = read_side([("base", RunFile.of_results(None, map(_without_claims, results)).stream())])
    return compare(base, read_side([("cand", each) for each in runs]), GateSettings.model_validate(settings))


def _without_claims(result: RunResult) -> RunResult:
    return plain(result.id, result.system or "A").model_copy(update={"weight": result.weight})


def checks(result: Comparison) -> dict[str, tuple[bool, str]]:
    named = ("citation_precision", "dead_sources")
    return {each.name: (each.passed, each.detail) for each in result.checks if each.name.startswith(named)}


@over(
    "results, settings, told",
    [
        (
            (answer("a", 1.0, read=2), answer("b", 0.5, weight=3.0, read=1)),
            {"min_citation_precision": 0.625},
            {"citation_precision": (True, "0.625 over 2 answers; at least 0.625 is asked")},
        ),
        (
            (answer("a", 1.0, read=1), answer("b", read=1), plain("c")),
            {"min_citation_precision": 1.0},
            {"citation_precision": (True, f"1 over 1 answer; at least 1 is asked; {OTHERS}")},
        ),
        (
            (answer("a", 1.0, read=1), answer("a", 0.5, "B", read=1)),
            {"min_citation_precision": 0.8},
            {
                "citation_precision of A": (True, "1 over 1 answer; at least 0.8 is asked"),
                "citation_precision of B": (False, "0.5 over 1 answer; at least 0.8 is asked"),
            },
        ),
        (
            (answer("a", read=2, dead=1, never_opened=2), answer("b", dead=1)),
            {"max_dead_sources": 1},
            {"dead_sources": (False, "2 of 6 sources dead (allowed: 1); 2 never opened")},
        ),
        (
            (answer("a"), plain("b")),
            {"max_dead_sources": 0},
            {"dead_sources": (True, "0 of 0 sources dead (allowed: 0); 1 answer has no claim table")},
        ),
        ((answer("a", 0.0, dead=9),), {}, {}),
    ],
)
def test_precision_and_dead_sources_are_gated_where_asked(
    results: tuple[RunResult, ...], settings: dict[str, Any], told: dict[str, tuple[bool, str]]
) -> None:
    found = gated(*results, **settings)
    assert checks(found) == told
    assert (found.verdict == "passed") == all(passed for passed, _ in told.values())


@over(
    "results, settings, said",
    [
        ((plain("a"),), {"min_citation_precision": 0.1}, "claim table.*--claims"),
        ((plain("a"),), {"max_dead_sources": 0}, "claim table.*--claims"),
        (
            (answer("a", 1.0), plain("a", "B")),
            {"min_citation_precision": 0.1},
            "answer of B in the candidate",
        ),
        ((answer("a", never_opened=3),), {"min_citation_precision": 0.1}, "was read.*--sources"),
        ((answer("a", never_opened=3, missing=1),), {"max_dead_sources": 0}, "was opened.*--sources"),
    ],
)
def test_what_is_not_known_gives_no_verdict(
    results: tuple[RunResult, ...], settings: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        gated(*results, **settings)


def test_the_worst_repeat_counts_for_dead_sources_and_the_mean_for_precision() -> None:
    first, again = answer("a|b", 1.0, read=2), answer("a|b", 0.5, read=1, dead=1)
    told = gated(first, repeats=(again,), min_citation_precision=0.75, max_dead_sources=0)
    assert {name: passed for name, (passed, _) in checks(told).items()} == {
        "citation_precision": True,
        "dead_sources": False,
    }
    assert told.checks[-1].failing == ("a|b: 1 of 2 sources",)
    assert "a&#124;b&#58; 1 of 2 sources" in markdown(told)


def test_the_shares_are_figures_that_can_be_gated_against_the_baseline() -> None:
    run = RunFile.of_results(None, [answer("a", 0.5, dead=1)])
    worse = RunFile.of_results(None, [answer("a", 0.25, dead=2)])
    settings = GateSettings.model_validate(
        {"sub_scores": [{"name": "citation_precision", "tolerance": 0.25}, {"name": "dead_sources"}]}
    )
    told = compare(read_side([("b", run.stream())]), read_side([("c", worse.stream())]), settings)
    assert [check.passed for check in told.checks[-2:]] == [True, False]
