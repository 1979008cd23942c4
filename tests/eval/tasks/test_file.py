from pathlib import Path

import pytest

from data_base.errors import InputError
from eval.tasks.file import read_task
from tests.support.rows import table

GOOD = """\
task: notices
metrics:
  - exact_match
  - metric: numeric_error
    field: amount
    tolerance_rel: 0.02
thresholds:
  primary_score: 0.9
  mae: 3
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "T.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_task_is_read_with_its_short_forms(tmp_path: Path) -> None:
    task = read_task(written(tmp_path, GOOD))
    assert [(metric.metric, metric.gold_field) for metric in task.metrics] == [
        ("exact_match", "gt_answer"),
        ("numeric_error", "gt_amount"),
    ]


@pytest.mark.parametrize(
    ("wrong", "right", "line", "said"),
    table(__file__, "test_what_is_wrong_is_said_with_its_line"),
)
def test_what_is_wrong_is_said_with_its_line(
    tmp_path: Path, wrong: str, right: str, line: int, said: str
) -> None:
    path = written(tmp_path, GOOD.replace(right, wrong, 1))
    with pytest.raises(InputError) as caught:
        read_task(path)
    assert said in str(caught.value)
    assert f"T.yaml, line {line}" in str(caught.value)


@pytest.mark.parametrize("text", ["", "- a\n", "just text", "\x00", "a: " * 3])
def test_what_is_no_task_at_all_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"T\.yaml"):
        read_task(written(tmp_path, text))


def test_a_missing_file_and_other_encodings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_task(tmp_path / "none.yaml")
    (tmp_path / "T.yaml").write_bytes("task: порт".encode("cp1251"))
    with pytest.raises(InputError, match="UTF-8"):
        read_task(tmp_path / "T.yaml")
