"""The right answer of a request is read under every name that data files give it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eval.files.gold_field_names import GOLD_NAMES
from service.http.bodies.arenas import QuestionRequest
from service.http.bodies.evaluations import AnswerRequest, BatchItem, EvaluationRequest
from service.http.bodies.pairs import PairEvaluationRequest
from tests.support.http_service import running_service
from tests.support.rows import over

if TYPE_CHECKING:
    from pathlib import Path

ASKED = {"question": "Where is the dam?"}
ANSWER = ASKED | {"answer": "It is in Utah."}
PAIR = ASKED | {"first": "In Ohio.", "second": "In Utah."}


@over("name", GOLD_NAMES)
def test_requests_read_the_right_answer_under_every_name(name: str) -> None:
    gold = {name: "In Ohio."}
    kinds: tuple[type[AnswerRequest], ...] = (AnswerRequest, EvaluationRequest, BatchItem)
    for kind in kinds:
        assert kind.model_validate(ANSWER | gold).reference_answer == "In Ohio."
    assert PairEvaluationRequest.model_validate(PAIR | gold).reference_answer == "In Ohio."
    assert QuestionRequest.model_validate(ASKED | gold).gold_answer == "In Ohio."


def test_of_several_names_the_one_that_is_filled_in_counts() -> None:
    asked = EvaluationRequest.model_validate(ANSWER | {"reference_answer": None, "gold_answer": "In Ohio."})
    assert asked.reference_answer == "In Ohio."
    assert "gold_answer" not in asked.model_dump()


def test_a_gold_answer_is_what_the_answer_is_judged_by(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        found = [
            service.client.post("/v1/evaluations", json=ANSWER | gold)
            for gold in ({"gold_answer": "It is in Ohio."}, {"reference_answer": "It is in Ohio."})
        ]
    assert [each.status_code for each in found] == [200, 200]
    first, second = (each.json()["evaluation"]["metrics"] for each in found)
    assert first == second
