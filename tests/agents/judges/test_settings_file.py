"""A user's own weights, thresholds and rubric: what a file says, what is refused, what the judge is shown."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.settings_file import read_judge_settings
from data_base.errors import InputError
from data_base.schemas.passage import Passage
from tests.support.prompt_used import prompt_used
from tests.support.rows import table
from tests.support.scripted_chat_model import ScriptedChatModel

if TYPE_CHECKING:
    from pathlib import Path

REPLY = '{"accuracy": 6, "completeness": 10, "clarity": 10}'
PASSAGES = [Passage(id="a#1", doc_id="a", text="The ferry carried 41,200 people.")]
OWN = """
version: house-3
weights: {accuracy: 0.8, completeness: 0.1, clarity: 0.1}
passing_accuracy: 5.5
rubric:
  en: |
    - accuracy: 10 where every figure is signed off; else 1.
  zh-Hant: "- accuracy：每個數字都有簽核才給 10 分。"
loop: {threshold: 9, min_completeness: 6, min_clarity: 5, final_judge: same}
"""


def written(folder: Path, text: str, name: str = "own.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


async def test_weights_threshold_and_rubric_are_the_files(tmp_path: Path) -> None:
    path = written(tmp_path, OWN)
    own = read_judge_settings(path)
    assert own.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert own.loop == {"threshold": 9, "min_completeness": 6, "min_clarity": 5, "final_judge": "same"}
    model = ScriptedChatModel([REPLY])
    evaluator = RAGEvaluator(model, **own.evaluator)
    result = await evaluator.evaluate_fine_grained("How many people?", "41,200.", PASSAGES)
    assert result.metrics.weighted_score == pytest.approx(0.8 * 6 + 0.1 * 10 + 0.1 * 10)
    assert result.is_passing
    system = str(model.prompts[0][0].content)
    assert "every figure is signed off" in system
    assert "figures exact to the decimal" not in system
    assert "Lumen ferry" in system  # the examples stay
    assert prompt_used(result).version.endswith("+house-3")
    plain = await RAGEvaluator(ScriptedChatModel([REPLY])).evaluate_fine_grained("How?", "So.", PASSAGES)
    assert prompt_used(result).sha256 != prompt_used(plain).sha256


async def test_a_question_in_a_language_without_rubric_is_judged_by_the_first(tmp_path: Path) -> None:
    evaluator = RAGEvaluator(
        model := ScriptedChatModel([REPLY]), **read_judge_settings(written(tmp_path, OWN)).evaluator
    )
    russian = await evaluator.evaluate_fine_grained("Сколько людей перевёз паром?", "41 200.", None)
    chinese = await evaluator.evaluate_fine_grained("渡輪載了多少人？", "41,200。", None)
    assert (prompt_used(russian).language, prompt_used(chinese).language) == ("en", "zh-Hant")
    assert all("signed off" in str(p[0].content) or "簽核" in str(p[0].content) for p in model.prompts)


def test_json_says_the_same(tmp_path: Path) -> None:
    weights = {"accuracy": 0.2, "completeness": 0.2, "clarity": 0.6}
    path = written(tmp_path, json.dumps({"version": "1", "weights": weights}), "own.json")
    assert read_judge_settings(path).evaluator == {"weights": weights}


def test_the_threshold_of_a_panel_is_the_files(tmp_path: Path) -> None:
    """It could be said in code and over HTTP, and no file could have it."""
    path = written(tmp_path, 'version: "1"\npanel: samples\npanel_threshold: 9\nstructured: false')
    given = read_judge_settings(path).evaluator
    assert given == {"panel": "samples", "panel_threshold": 9, "structured": False}
    assert RAGEvaluator(ScriptedChatModel([REPLY]), **given).terms["panel_threshold"] == 9


def test_what_is_null_is_as_by_default(tmp_path: Path) -> None:
    path = written(tmp_path, 'version: "1"\nweights:\npassage_limit:\nrubric: {}')
    given = read_judge_settings(path).evaluator
    model = ScriptedChatModel([REPLY])
    assert RAGEvaluator(model, **given).terms == RAGEvaluator(model).terms


@pytest.mark.parametrize(
    ("text", "named"),
    table(__file__, "test_what_is_wrong_is_named"),
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, named: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as error:
        read_judge_settings(path)
    assert str(error.value).startswith(str(path))
    assert named in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_judge_settings(tmp_path / "none.yaml")


def test_the_embedded_judge_reads_no_rubric(tmp_path: Path) -> None:
    own = read_judge_settings(written(tmp_path, OWN))
    with pytest.raises(InputError, match="embedded judge has fixed rules"):
        RAGEvaluator("embedded", **own.evaluator)
