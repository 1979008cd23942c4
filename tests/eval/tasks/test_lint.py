import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.errors import InputError
from data_base.text.normalise import squeeze
from eval.tasks.lint import LintRule, lint
from eval.tasks.near_duplicates import NEARLY, near_duplicates
from eval.tasks.task import Task

LONG = "How much grain did the harbour of Marlow Reach load in the spring of the year after the flood"


def written(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


def faults(path: Path, **more: Any) -> list[tuple[str, int]]:
    found = list(lint(path, **more))
    return [(finding.fault.value, int(finding.place.rsplit(" ", 1)[1])) for finding in found]


def test_a_clean_file_has_no_findings(tmp_path: Path) -> None:
    path = written(tmp_path / "D.jsonl", {"question": "a?", "gt_a": "x"}, {"question": "b?", "gt_a": 0})
    assert faults(path) == []


def test_duplicates_are_found_in_any_spelling(tmp_path: Path) -> None:
    path = written(
        tmp_path / "D.jsonl",
        {"id": "1", "question": "港口在哪裡？"},
        {"id": "2", "question": "港口 在哪里?"},
        {"id": "3", "question": LONG},
        {"id": "4", "question": LONG.replace("load", "store")},
        {"id": "4", "question": LONG.replace("spring", "winter of 1990 or the summer")},
    )
    assert faults(path) == [("duplicate", 2), ("near_duplicate", 4), ("duplicate_id", 5)]


def test_questions_that_differ_in_a_figure_are_different(tmp_path: Path) -> None:
    path = written(tmp_path / "D.jsonl", {"question": f"{LONG} of 1991?"}, {"question": f"{LONG} of 1992?"})
    assert faults(path) == []


def test_overlap_with_another_file_is_found(tmp_path: Path) -> None:
    full = written(tmp_path / "full.jsonl", {"question": "a?"}, {"question": LONG}, {"question": "a?"})
    dev = written(
        tmp_path / "dev.jsonl",
        {"question": "A ?"},
        {"question": LONG.replace("load", "store")},
        {"question": "new?"},
    )
    assert faults(dev, against=full) == [("overlap", 1), ("near_overlap", 2)]
    assert "line 1 of" in next(iter(lint(dev, against=full))).detail


def test_empty_golds_are_found(tmp_path: Path) -> None:
    empties: list[Any] = [
        None,
        "",
        " ",
        [],
        {},
        {"value": None},
        {"items": []},
        {"final_answer": {"value": ""}},
    ]
    path = written(
        tmp_path / "D.jsonl", *({"question": f"{n}?", "gt_a": empty} for n, empty in enumerate(empties))
    )
    assert faults(path) == [("empty_gold", n) for n in range(1, len(empties) + 1)]
    full = written(tmp_path / "E.jsonl", {"question": "a?", "gt_a": 0}, {"question": "b?", "gt_a": False})
    assert faults(full) == []


def test_scores_that_nobody_can_reach_are_found(tmp_path: Path) -> None:
    task = Task.model_validate(
        {
            "task": "t",
            "metrics": [{"metric": "reference_rouge", "field": "s", "keywords": ["grain"]}],
            "thresholds": {"primary_score": 0.9},
        }
    )
    path = written(
        tmp_path / "D.jsonl",
        {"question": "a?", "gt_s": "The grain was loaded"},
        {"question": "b?", "gt_s": "The timber was loaded"},
        {"question": "c?", "gt_s": "!"},
    )
    assert faults(path, task=task) == [("unreachable", 2), ("unreachable", 3)]


def test_bad_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no lines"):
        list(lint(written(tmp_path / "D.jsonl")))
    with pytest.raises(InputError, match="cannot be read"):
        list(lint(tmp_path / "none.jsonl"))


@given(st.lists(st.text(alphabet="abcd ", min_size=8, max_size=60), max_size=12))
def test_exactly_the_near_pairs_are_found(texts: list[str]) -> None:
    def trigrams(text: str) -> set[str]:
        plain = squeeze(text)
        return {plain[n : n + 3] for n in range(max(len(plain) - 2, 1))}

    near = {
        (one, other)
        for other in range(len(texts))
        for one in range(other)
        if len(trigrams(texts[one]) & trigrams(texts[other]))
        >= NEARLY * len(trigrams(texts[one]) | trigrams(texts[other])) - 1e-9
    }
    assert {(one, other) for one, other, _ in near_duplicates(texts)} == near


def test_every_fault_has_a_test() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert [fault for fault in LintRule if f'"{fault.value}"' not in source] == []
