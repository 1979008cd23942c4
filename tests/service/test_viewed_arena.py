"""An arena's folder that is looked at: its figures go with what people have rated since."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

pytest.importorskip("fastapi", reason="the extra 'service' is not installed")

from data_base.schemas.case import Case
from data_base.schemas.rating import Rating
from data_base.store.run_store import RunStore
from eval.arena.rating_corrections import people
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.score_aggregation import summarise
from eval.stats.paired import BootstrapSettings
from service.http.context import ServerContext, arena_of
from tests.support.arena import evaluation, item, manifest


def rating(case: str) -> Rating:
    scores = dict.fromkeys(("accuracy", "completeness", "clarity"), 6.0)
    return Rating(case_id=case, system="A", rater="ana", scores=scores, created_at="")


def test_ratings_given_after_the_file_was_written_count(tmp_path: Path) -> None:
    """They did not, once the file had any."""
    results = [
        CaseResult(case=Case(id=case, question="q?"), items=(item("A", case, evaluation(8)),))
        for case in "1234"
    ]
    summary = summarise(
        results, BootstrapSettings(), questions_in_file=4, people=people(results, [rating("1")])
    )
    shown = ArenaResult(manifest=manifest("held"), summary=summary, items=tuple(results))
    with RunStore(tmp_path / "runs.sqlite") as store:
        store.create(manifest("held"))
        for case in "123":
            store.rate("held", rating(case))
        context = cast("ServerContext", SimpleNamespace(shown_arena=shown, runs=store))
        found = arena_of(context, "held", "default")
    assert found.summary.people is not None
    assert found.summary.people.ratings == 3
