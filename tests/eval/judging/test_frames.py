"""Data frames in and out, by what pandas and polars have in common with two small fakes."""

import math
import sys
from collections.abc import Iterator
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest

from data_base.errors import InputError
from data_base.schemas_deep_research import EvaluationMetrics, FineGrainedEvaluationResult
from deep_research_judge import evaluate_frame, evaluate_frame_sync
from eval.judging.frames import EvaluatedFrame
from tests.support.rows import over

ROWS: list[dict[str, Any]] = [
    {
        "id": 7,
        "question": "When did the mill open?",
        "answer": "<b>In 1978.</b>",
        "documents": ["The mill opened in 1978."],
        "tags": ["a", "b"],
        "gold_answer": None,
    },
    {
        "id": math.nan,
        "question": "Wo?",
        "answer": "Hier.",
        "documents": "Hier.",
        "tags": math.nan,
        "gold_answer": "Hier.",
    },
]


class LikePolars:
    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    def iter_rows(self, *, named: bool) -> Iterator[dict[str, Any]]:
        assert named
        return iter(self.rows)


class LikePandas:
    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        assert orient == "records"
        return self.rows


def columns(frame: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = frame
    return found


@over("kind", [LikePolars, LikePandas])
async def test_answers_of_a_frame_are_judged_in_order(kind: Any) -> None:
    found = await evaluate_frame(kind(ROWS))
    first, second = found.answers
    assert (first.id, second.id) == ("7", "1")
    assert [each.text for each in second.documents or ()] == ["Hier."]
    assert (first.tags, second.tags, second.reference_answer) == (("a", "b"), (), "Hier.")
    assert [result.scored for result in found.results] == [True, True]
    assert [summary.total for summary in found.summaries] == [2]


def test_the_evaluations_are_a_frame_again(monkeypatch: pytest.MonkeyPatch) -> None:
    library = ModuleType("polars")
    library.DataFrame = columns  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "polars", library)
    found = evaluate_frame_sync(LikePolars(ROWS))

    frame = found.to_frame("polars")

    assert frame["case_id"] == ["7", "1"]
    assert frame["answer"] == ["<b>In 1978.</b>", "Hier."]
    assert frame["weighted_score"] == [result.metrics.weighted_score for result in found.results]
    assert frame["tags"] == [["a", "b"], []]
    with pytest.raises(InputError, match="name 'pandas' or 'polars'"):
        found.to_frame("arrow")  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError, match="polars is not installed"):
        found.to_frame("polars")


async def test_a_frame_of_pandas_goes_in_and_out() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    missing = {"id": pandas.NA, "question": "q", "answer": "a", "documents": pandas.NaT, "tags": None}
    frame = pandas.DataFrame([*ROWS, missing], dtype=object)

    found = await evaluate_frame(frame)

    assert [answer.id for answer in found.answers] == ["7", "1", "2"]
    assert found.answers[2].documents is None
    out = found.to_frame("pandas")
    assert list(out["status"]) == ["scored", "scored", "failed"]
    assert list(out["case_id"]) == ["7", "1", "2"]


@over(
    "rows, said",
    [
        ([{"question": "q"}], 'the frame, row 0: the field "answer" is missing'),
        ([{"question": "q", "answer": "a", "score": Decimal(1)}], 'row 0: unknown field "score"'),
        ([{"question": "q", "answer": "a", "answerable": "perhaps"}], 'row 0, column "answerable"'),
        ([], "has no rows"),
    ],
)
async def test_what_cannot_be_judged_is_named(rows: list[dict[str, Any]], said: str) -> None:
    with pytest.raises(InputError, match=said):
        await evaluate_frame(LikePandas(rows))


async def test_what_is_no_frame_is_refused() -> None:
    with pytest.raises(InputError, match="str is no frame of pandas or polars"):
        await evaluate_frame("answers.csv")


async def test_a_notebook_shows_small_tables_in_which_nothing_takes_effect() -> None:
    hostile = "<script>alert(1)</script>" + "x" * 10_000
    rows = [{**ROWS[0], "id": str(number), "question": hostile} for number in range(60)]
    found = await evaluate_frame(LikePandas(rows))
    failed = FineGrainedEvaluationResult(
        metrics=EvaluationMetrics.weigh(1, 1, 1),
        reason=hostile,
        suggestion="",
        is_passing=False,
        status="failed",
        parse_method="default",
        mode="documents",
        model_id="m",
    )
    shown = [
        found._repr_html_(),
        failed._repr_html_(),
        found.results[0]._repr_html_(),
        EvaluatedFrame((), ())._repr_html_(),
    ]
    assert all("<script" not in each and len(each) < 100_000 for each in shown)
    assert "… and 10 more" in shown[0]
    assert "unscored" in shown[1]
    assert "1.00" not in shown[1]
