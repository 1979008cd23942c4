"""The script that measures a judge on people's preferences counts as it says."""

from typing import Any

import pytest

from agents.evaluator import RAGEvaluator
from tools.with_people.pair_quality import figures, verdicts

QUESTION, GOLD = "How many ships did the port handle?", "The port handled 4,812 ships."
RIGHT, WRONG = "It handled 4,812 ships.", "It handled 9,999 ships."


def row(number: int, first: str, second: str, *labels: int) -> dict[str, Any]:
    people = [{"overall_label": label} for label in labels]
    texts = {"model1": {"response": first}, "model2": {"response": second}, "gt_answer": GOLD}
    return {
        "instance_id": number,
        "dataset": "d",
        "query_id": str(number),
        "query": QUESTION,
        "human": people,
    } | texts


async def test_a_worked_example() -> None:
    rows = [
        row(1, RIGHT, WRONG, -2, -1),
        row(2, WRONG, RIGHT, 2, 0),
        row(3, RIGHT, RIGHT, -1, 1),
        # People see it the other way, and then see a difference where the judge sees none.
        row(4, RIGHT, WRONG, 1, 1),
        row(5, WRONG, WRONG, -1, -1),
    ]
    found = await verdicts(rows, RAGEvaluator("embedded"))
    given = figures(rows, found)
    assert (given["pairs"], given["judged"], given["inconsistent"], given["ties"]) == (5, 5, 0, 2)
    assert given["first shown preferred"] == 0.5
    assert given["with people"]["same side"][0] == 2 / 4
    assert given["with people, where decided"]["same side"][0] == pytest.approx(2 / 3, abs=0.001)
    assert given["one person with the other"]["same side"][0] == 3 / 4
    one_sided = [each.model_copy(update={"verdict": "first_better"}) for each in found]
    given = figures(rows, [*one_sided[:8], one_sided[9].model_copy(update=FAILED)])
    assert (given["judged"], given["inconsistent"], given["first shown preferred"]) == (4, 4, 1)


FAILED = {"verdict": None, "error": "no reply", "parse_method": None, "reason": "", "evidence": ()}
