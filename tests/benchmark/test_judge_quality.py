"""The script that measures a judge on people's verdicts draws the same answers and counts as it says."""

import json
from pathlib import Path
from typing import Any

from data_base.schemas_deep_research import FineGrainedEvaluationResult
from tests.support.arena import evaluation, failed_evaluation
from tests.support.rows import over
from tools.with_people.judge_quality import DRAWN, drawn_rows, figures, request_of

ROWS = [
    {
        "set": name,
        "id": f"{name}-{label}-{n}",
        "label": label,
        "question": "q",
        "answer": "a",
        "documents": ["d"],
    }
    for name, label in DRAWN
    for n in range(30)
]


def judged(*scores: tuple[str, float | None]) -> list[tuple[dict[str, Any], FineGrainedEvaluationResult]]:
    return [
        ({"label": label}, failed_evaluation() if score is None else evaluation(score, 5, 5))
        for label, score in scores
    ]


def test_equal_seeds_draw_equal_answers_and_long_ones_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "answers_real.jsonl"
    long = {**ROWS[0], "id": "long", "answer": "a" * 9_000}
    path.write_text("".join(json.dumps(row) + "\n" for row in [long, *ROWS]), encoding="utf-8")
    drawn = [drawn_rows(path, seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len({row["id"] for row in drawn[0]}) == len(drawn[0]) == sum(DRAWN.values()) == 100
    assert all("long" not in {row["id"] for row in rows} for rows in drawn)


def test_the_measures_are_those_of_a_worked_example() -> None:
    given = judged(("true", 9), ("true", 7), ("elsewhere", 2), ("elsewhere", 8), ("true", None))
    assert figures(given) == {"auroc": 0.75, "f1": 0.5, "kappa": 0, "scored": 4}
    right = judged(("grounded", 9), ("hallucinated", 6))
    assert figures(right) == {"auroc": 1, "f1": 1, "kappa": 1, "scored": 2}


@over("reference", [True, False])
def test_the_gold_answer_is_handed_in_only_where_it_is_asked_for(reference: bool) -> None:
    request = request_of({**ROWS[0], "gold_answer": "g"}, reference=reference)
    assert request.reference_answer == ("g" if reference else None)
