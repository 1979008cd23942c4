"""The embedded judge on the golden set: within one point of the people's scores, for every item and scale.

The set is small and the rules were made with its misses in view, so that this shows no skill on new answers;
it shows that none of what these items stand for was lost.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agents.passage_choice import choose_passages
from data_base.documents.reader import read_documents
from data_base.passage import Passage
from scoring.judging import judge_answer

GOLDEN = Path(__file__).resolve().parents[2] / "benchmark" / "golden"
ITEMS: list[dict[str, Any]] = [
    json.loads(line) for line in (GOLDEN / "gold.jsonl").read_text(encoding="utf-8").splitlines()
]


@cache
def _passages(name: str) -> tuple[Passage, ...]:
    return tuple(read_documents(GOLDEN / name))


@pytest.mark.parametrize("item", [pytest.param(item, id=item["id"]) for item in ITEMS])
def test_the_embedded_judge_scores_like_people(item: dict[str, Any]) -> None:
    passages = [passage for name in item["documents"] for passage in _passages(name)]
    shown = choose_passages(item["question"], item["answer"], passages, token_budget=6000).shown
    verdict = judge_answer(item["question"], item["answer"], [passage.text for passage in shown])
    scores = (verdict.accuracy, verdict.completeness, verdict.clarity)
    people = tuple(item["scores"][name] for name in ("accuracy", "completeness", "clarity"))
    assert scores == pytest.approx(people, abs=1)
