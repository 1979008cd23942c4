"""The worked example that ships: whole, judged throughout, and only about itself."""

import gzip
import re
from pathlib import Path

import pytest

from data_base.schemas.rating import MODEL_RATER
from eval.arena.example import RECORDING, example_arena
from eval.arena.result import ArenaResult
from eval.compare.named_run import run_in_file
from eval.runs.terms import EXAMPLE_NOTE

MODEL = "openai:example"
# Folders, addresses and vendors: the recording names nothing but its own documents.
FOREIGN = re.compile(
    r"(?<![\w.])/(?:tmp|home|root|Users|work|var)/|127\.0\.0\.1|localhost|mailbox|claude|anthropic|gemini"
    r"|\bgpt|chatgpt|mistral|llama|qwen|deepseek",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> ArenaResult:
    found = run_in_file(example_arena(tmp_path_factory.mktemp("example"))).arena
    assert found is not None
    return found


def test_it_is_small_and_names_nothing_of_elsewhere() -> None:
    assert RECORDING.stat().st_size < 3_000_000
    assert FOREIGN.findall(gzip.decompress(RECORDING.read_bytes()).decode()) == []


def test_it_says_what_it_is(arena: ArenaResult) -> None:
    assert EXAMPLE_NOTE in arena.manifest.notes
    assert set(arena.manifest.models.values()) == {MODEL}
    assert arena.manifest.created_at.year >= 2026
    assert all(prompt.version for prompt in arena.manifest.prompts)


def test_every_answer_is_scored_by_the_model_in_four_languages(arena: ArenaResult) -> None:
    assert len(arena.items) >= 24
    assert {case.case.language for case in arena.items} == {"en", "ru", "zh-Hant", "zh-Hans"}
    items = [item for case in arena.items for item in case.items]
    assert {item.system for item in items} == {"Pure LLM", "Deep Research"}
    evaluations = [item.evaluation for item in items if item.evaluation]
    assert len(evaluations) == len(items)
    assert {each.model_id for each in evaluations} == {MODEL}
    assert all(each.scored and each.prompt for each in evaluations)
    assert any(point.verdict for each in evaluations for point in each.key_points)
    assert any(item.research and len(item.research.attempts) > 1 for item in items)
    assert len(list(arena.pairs)) >= 2 * 24


def test_its_ratings_are_a_model_s_and_in_no_figure_of_people_s(arena: ArenaResult) -> None:
    assert len(arena.ratings) >= 12
    assert {rating.rater for rating in arena.ratings} == {MODEL_RATER}
    assert arena.summary.people is None


def test_the_recording_is_described_beside_it() -> None:
    assert "CC0-1.0" in (Path(RECORDING).parent / "README.md").read_text(encoding="utf-8")
