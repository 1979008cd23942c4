import json
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ErrorTag, ScoreCard
from eval.tasks.data import iter_samples
from eval.tasks.list_items import list_items
from eval.tasks.reply_fields import read_reply
from eval.tasks.score import TaskScorer
from eval.tasks.task import Task
from tests.support.rows import over, table


def task(*metrics: Any, **fields: Any) -> Task:
    return Task.model_validate({"task": "t", "metrics": list(metrics), **fields})


def cards(tmp_path: Path, asked: Task, *lines: dict[str, Any]) -> list[ScoreCard]:
    path = tmp_path / "D.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    scorer = TaskScorer(asked)
    return [scorer.card(sample) for sample in iter_samples(asked, path)]


def test_predictions_are_found_in_their_fields(tmp_path: Path) -> None:
    asked = task({"metric": "exact_match", "field": "label"})
    by_path = task({"metric": "exact_match", "ground_truth": "truth.label", "prediction": "reply.label"})
    named = {"gt_label": "B", "pred_label": "(B)", "parsed": {"label": "C"}}
    parsed = {"gt_label": "B", "parsed": {"label": "B"}}
    assert [card.primary_score for card in cards(tmp_path, asked, named, parsed)] == [1.0, 1.0]
    nested = {"truth": {"label": "B"}, "reply": {"label": "b"}}
    assert cards(tmp_path, by_path, nested)[0].primary_score == 1.0


def test_a_list_may_be_a_text_in_a_data_file_as_in_a_reply(tmp_path: Path) -> None:
    asked = task({"metric": "list_overlap", "field": "goods"})
    ways: list[dict[str, Any]] = [
        {"pred_goods": "ai, earnings"},
        {"pred_goods": "- ai\n- earnings"},
        {"pred_goods": '["ai", "earnings"]'},
        {"pred_goods": {"items": "ai；earnings"}},
        {"parsed": {"goods": "ai、earnings"}},
        {"pred_goods": "ai and earnings"},
        {"pred_goods": "1. **ai** [1]\n2. **earnings** [2]"},
    ]
    for truth in (["ai", "earnings"], "ai, earnings", {"items": "ai; earnings"}, '["earnings", "ai"]'):
        right = [{"gt_goods": truth, **way} for way in ways]
        assert [card.sub_scores["f1"] for card in cards(tmp_path, asked, *right)] == [1.0] * len(ways)
    empty, one = cards(tmp_path, asked, *({"gt_goods": ["ai"], "pred_goods": said} for said in (" ", "oil")))
    assert empty.error_tags[0] == ErrorTag.NO_ANSWER
    assert one.error_tags == (ErrorTag.MISSING_ITEM, ErrorTag.EXTRA_ITEM)
    (number,) = cards(tmp_path, asked, {"gt_goods": ["12"], "pred_goods": '{"items": 12}'})
    assert number.primary_score == 1.0


def test_an_ordered_list_passes_only_in_its_order_unless_the_task_says_what_is_enough(tmp_path: Path) -> None:
    metric = {"metric": "list_overlap", "field": "steps", "ordered": True}
    lines = [{"gt_steps": ["a", "b", "c"], "pred_steps": said} for said in ("a, b, c", "c, b, a", "b, a, c")]

    def passed(*metrics: Any, **thresholds: float) -> list[bool]:
        return [card.passed for card in cards(tmp_path, task(*metrics, thresholds=thresholds), *lines)]

    assert passed(metric) == [True, False, False]
    assert passed({**metric, "threshold": 0.8}) == [True, False, False]
    assert passed(metric, order_kendall_tau=0.3) == [True, False, True]
    assert passed({**metric, "ordered": False}) == [True, True, True]
    reversed_card = cards(tmp_path, task(metric), *lines)[1]
    assert (reversed_card.primary_score, reversed_card.sub_scores["order_kendall_tau"]) == (1.0, -1.0)
    assert reversed_card.explain == "3 of 3 items in another order"
    assert reversed_card.error_tags == (ErrorTag.WRONG_ORDER,)


def test_a_run_keeps_a_number_as_number_and_unit(tmp_path: Path) -> None:
    asked = task({"metric": "numeric_error", "field": "share", "tolerance_abs": 0.5})
    path = tmp_path / "D.jsonl"
    path.write_text(json.dumps({"gt_share": {"value": 12.5, "unit": "%"}, "pred_share": "12.9%"}))
    sample = next(iter_samples(asked, path))
    item = RunItem(case_id="1", system="recorded", answer=Answer(text="12.9%"))
    [kept] = TaskScorer(asked).scored(item, sample).canonical
    assert kept.model_dump(mode="json")["prediction"] == {
        "value": 12.9,
        "unit": "%",
        "tolerance_abs": 0.5,
        "tolerance_rel": None,
    }


@over(
    "metric",
    [
        {"metric": "exact_match", "field": "a"},
        {"metric": "numeric_error", "field": "a", "tolerance_abs": 1},
        {"metric": "list_overlap", "field": "a"},
        {"metric": "reasoning_consistency", "field": "a"},
    ],
)
def test_an_empty_answer_of_a_system_is_wrong(tmp_path: Path, metric: dict[str, Any]) -> None:
    """An endpoint that said nothing where it was unsure had the better mean."""
    asked, path = task(metric), tmp_path / "D.jsonl"
    path.write_text(json.dumps({"gt_a": "4"}), encoding="utf-8")
    sample = next(iter_samples(asked, path))
    answer = Answer(text=" ")
    item = RunItem(case_id="1", system="s", answer=answer)
    card = TaskScorer(asked).scored(item, sample, read_reply(asked, answer)).score_card
    assert card is not None
    assert (card.primary_score, card.error_tags[0]) == (0.0, ErrorTag.NO_ANSWER)


def test_no_reply_is_unscored_and_an_empty_or_misshapen_one_is_wrong(tmp_path: Path) -> None:
    asked = task({"metric": "list_overlap", "field": "goods"})
    none, lacking, misshapen = cards(
        tmp_path,
        asked,
        {"gt_goods": ["a"]},
        {"gt_goods": ["a"], "parsed": {}},
        {"gt_goods": ["a"], "pred_goods": {"a": 1}},
    )
    assert (none.primary_score, none.unscored_reason) == (None, "goods: there is no reply to score")
    for wrong in (lacking, misshapen):
        assert (wrong.primary_score, wrong.error_tags[0]) == (0.0, ErrorTag.NO_ANSWER)


def test_the_primary_score_is_the_weighted_mean_of_what_counts(tmp_path: Path) -> None:
    asked = task(
        {"metric": "exact_match", "field": "a", "weight": 3},
        {"metric": "numeric_error", "field": "b", "tolerance_abs": 1},
        {"metric": "reasoning_consistency", "field": "c"},
    )
    line = {
        "gt_a": "x",
        "pred_a": "x",
        "gt_b": 10,
        "pred_b": 12,
        "gt_c": "up",
        "pred_c": {"final_answer": "down", "steps": [{"text": "so it goes up"}]},
    }
    scored = cards(tmp_path, asked, line)[0]
    assert scored.primary_score == 0.75
    assert scored.sub_scores["reasoning_consistency"] == 0.0
    assert scored.sub_scores["mae"] == 2.0
    # Both the choice and the final answer have an exact_match; the first keeps the name.
    assert (scored.sub_scores["exact_match"], scored.sub_scores["c.exact_match"]) == (1.0, 0.0)


def test_a_metric_that_counts_and_cannot_be_scored_leaves_no_score(tmp_path: Path) -> None:
    asked = task({"metric": "exact_match", "field": "a"}, {"metric": "numeric_error", "field": "b"})
    scored = cards(tmp_path, asked, {"gt_a": "x", "pred_a": "x", "gt_b": "?", "pred_b": 1})[0]
    assert scored.primary_score is None
    assert scored.unscored_reason == "b: the ground truth '?' is no number"


@pytest.mark.parametrize(
    ("fields", "threshold", "passed"),
    table(__file__, "test_a_line_passes_by_the_tasks_thresholds"),
)
def test_a_line_passes_by_the_tasks_thresholds(
    tmp_path: Path, fields: dict[str, Any], threshold: float | None, passed: bool
) -> None:
    asked = task({"metric": "list_overlap", "field": "g", "threshold": threshold}, **fields)
    scored = cards(tmp_path, asked, {"gt_g": ["a"], "pred_g": ["a", "b"]})[0]
    assert scored.primary_score == pytest.approx(2 / 3)
    assert scored.passed is passed


def test_an_error_has_to_be_at_most_its_threshold(tmp_path: Path) -> None:
    metric = {"metric": "numeric_error", "field": "n", "weight": 0}
    asked = task({"metric": "exact_match", "field": "a"}, metric, thresholds={"mae": 2})
    line = {"gt_a": "x", "pred_a": "x", "gt_n": 10}
    near, far = cards(tmp_path, asked, {**line, "pred_n": 12, "id": 1}, {**line, "pred_n": 13, "id": 2})
    assert (near.passed, far.passed) == (True, False)


def test_reasoning_alone_is_scored_by_its_final_answer(tmp_path: Path) -> None:
    asked = task("claim_verifiability", "reasoning_step_order")
    line = {
        "gt_answer": {"final_answer": {"value": "up"}, "steps": [{"text": "prices rose"}]},
        "parsed": {
            "answer": {"final_answer": {"value": "up"}, "claims": [{"text": "It rained", "evidence": ["e"]}]}
        },
        "evidence": [{"id": "e", "text": "It rained."}],
    }
    scored = cards(tmp_path, asked, line)[0]
    assert scored.primary_score == 1.0
    assert (scored.sub_scores["claim_verifiability"], scored.sub_scores["reasoning_step_order"]) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("line", "said"),
    table(__file__, "test_a_bad_line_is_named"),
)
def test_a_bad_line_is_named(tmp_path: Path, line: dict[str, Any], said: str) -> None:
    good = {"gt_a": "x", "pred_a": "x"}
    with pytest.raises(InputError) as caught:
        cards(tmp_path, task({"metric": "exact_match", "field": "a"}), good, line)
    assert said in str(caught.value)
    assert "D.jsonl, line 2" in str(caught.value)


def test_a_reply_is_read_as_the_fields_of_the_task() -> None:
    two = task({"metric": "exact_match", "field": "a"}, {"metric": "numeric_error", "field": "b"})
    reply = 'Thinking of {"x": 1} … ```json\n{"a": "B", "b": "3 km"}\n``` done'
    assert read_reply(two, Answer(text=reply)) == {"a": "B", "b": "3 km"}
    assert read_reply(two, Answer(text="B, 3 km")) == {}
    goods = task({"metric": "list_overlap", "field": "goods"})
    for reply in (
        "- grain\n- timber\n",
        "The answer is: grain, timber.",
        "答案是：grain、timber",
        "1. grain\n2. timber",
    ):
        assert list_items(str(read_reply(goods, Answer(text=reply))["goods"])) == ["grain", "timber"]
    why = task("reasoning_consistency")
    read = read_reply(why, Answer(text="Prices rose. The answer is up."))
    assert read["answer"] == {
        "final_answer": {"value": "up."},
        "steps": [{"id": "s1", "text": "Prices rose."}, {"id": "s2", "text": "The answer is up."}],
        "claims": [],
    }
