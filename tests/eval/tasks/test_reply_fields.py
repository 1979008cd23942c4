"""A reply's marks are no part of what a task scores, whichever way the answer came."""

from typing import Any

from data_base.schemas.answer import Answer
from eval.tasks.data import Sample
from eval.tasks.reply_fields import read_reply
from eval.tasks.score import TaskScorer
from eval.tasks.task import Task
from tests.support.rows import over, table


@over("metric, truth, said, score", table(__file__, "test_an_answer_scores_by_what_it_says"))
def test_an_answer_scores_by_what_it_says(metric: str, truth: Any, said: str, score: float) -> None:
    task = Task.model_validate({"task": "t", "metrics": [{"metric": metric, "field": "x"}]})
    scorer = TaskScorer(task)
    asked = Sample(id="1", fields={"gt_x": truth}, place="f:1")
    recorded = Sample(id="1", fields={"gt_x": truth, "pred_x": said}, place="f:1")
    assert scorer.card(asked, read_reply(task, Answer(text=said))).primary_score == score
    assert scorer.card(recorded).primary_score == score
