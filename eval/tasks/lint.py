"""A data file checked before it is used: what would count twice, cannot be scored, or cannot be won."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from data_base.errors import InputError
from data_base.text.han_variants import fold_variants
from data_base.text.normalise import squeeze
from eval.files.columns import ColumnUse, columns_of
from eval.files.rows import FileRow, read_rows
from eval.tasks.data import Fields, Sample, iter_samples
from eval.tasks.near_duplicates import near_duplicates
from eval.tasks.score import TaskScorer
from eval.tasks.task import Task

GOLD = ("gold_answer", "ground_truth", "reference", "expected_output")
_NOT_ASKED = frozenset({"id", "parsed", "weight", "evidence", "tags", "language", *GOLD})
_Found = tuple["LintRule", str]
_EMPTY: tuple[object, ...] = (None, "", [], {})


class LintRule(StrEnum):
    """What can be wrong with a line of a data file."""

    DUPLICATE_ID = "duplicate_id"
    DUPLICATE = "duplicate"
    NEAR_DUPLICATE = "near_duplicate"
    OVERLAP = "overlap"
    NEAR_OVERLAP = "near_overlap"
    EMPTY_GOLD = "empty_gold"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True)
class LintFinding:
    """Something wrong with a line."""

    fault: LintRule
    """The rule that the line breaks."""
    place: str
    """The file and line."""
    detail: str
    """The rest of the sentence."""


class _Line(NamedTuple):
    """A row of one of the two files; ``file`` is None for the file that is checked."""

    row: FileRow
    file: Path | None = None

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def fields(self) -> Fields:
        return self.row.fields

    @property
    def name(self) -> str:
        return f"{self.row.unit} {self.number}" + (f" of {self.file}" if self.file else "")


def lint(path: Path, *, against: Path | None = None, task: Task | None = None) -> Iterator[LintFinding]:
    """Check a data or question file.

    - ``duplicate``, ``near_duplicate``: a question that came before, in one spelling or nearly
      (:data:`eval.tasks.near_duplicates.NEARLY`); without a ``question`` all fields that are asked count.
    - ``overlap``, ``near_overlap``: a question of ``path`` that is in ``against`` too, as where a set to
      tune on is part of the set to measure on.
    - ``empty_gold``: a field of the truth (``gt_*``, ``gold_answer`` …) is there and empty.
    - ``unreachable``: with a task, a line on which the truth itself, given as the answer, does not pass.

    Raises:
        InputError: a file that cannot be read, or with a task a line without its truth.
    """
    columns = columns_of(ColumnUse.EVAL)
    own = [_Line(row) for row in read_rows(path, columns)]
    others = [] if against is None else [_Line(row, against) for row in read_rows(against, columns)]
    if not own:
        raise InputError(f"{path} has no lines or rows; write a sample in each.")
    repeated_ids = dict(_repeated_ids(own))
    repeated = _repeated([*others, *own])
    for line in own:
        place = line.row.place
        found = [*repeated_ids.get(line.number, ()), *repeated.get(line.number, ()), *_empty(line.fields)]
        yield from (LintFinding(fault, place, detail) for fault, detail in found)
    # A task refuses ids that come twice; the finding is out already.
    if task is not None and not repeated_ids:
        scorer = TaskScorer(task)
        for sample in iter_samples(task, path):
            yield from _unreachable(task, scorer, sample)


def _asked(fields: Fields) -> str:
    question = fields.get("question", fields.get("user_input", fields.get("input")))
    if isinstance(question, str) and question.strip():
        return question
    asked = {
        name: value
        for name, value in fields.items()
        if name not in _NOT_ASKED and not name.startswith(("gt_", "pred_"))
    }
    return "\n".join(f"{name}: {asked[name]}" for name in sorted(asked))


def _repeated_ids(lines: Sequence[_Line]) -> Iterator[tuple[int, list[_Found]]]:
    first: dict[str, _Line] = {}
    for line in lines:
        name = str(line.fields.get("id", line.number))
        if (known := first.setdefault(name, line)) is not line:
            yield line.number, [(LintRule.DUPLICATE_ID, f"the id {name!r} is already in {known.name}")]


def _repeated(lines: Sequence[_Line]) -> dict[int, list[_Found]]:
    """Number of a line to what it repeats: the first line that asks the same, or else nearly the same."""
    found: dict[int, list[_Found]] = {}
    first: dict[str, _Line] = {}
    different: list[tuple[_Line, str]] = []
    for line in lines:
        if not (asked := _asked(line.fields)).strip():
            continue
        same = first.setdefault(fold_variants(squeeze(asked)), line)
        if same is line:
            different.append((line, asked))
        elif line.file is None:
            fault = LintRule.OVERLAP if same.file else LintRule.DUPLICATE
            found[line.number] = [(fault, f"asks what {same.name} asks")]
    for earlier, later, likeness in near_duplicates([asked for _, asked in different]):
        (near, _), (line, _) = different[earlier], different[later]
        if line.file is None and line.number not in found:
            fault = LintRule.NEAR_OVERLAP if near.file else LintRule.NEAR_DUPLICATE
            found[line.number] = [(fault, f"asks nearly what {near.name} asks (likeness {likeness:.2f})")]
    return found


def _empty(fields: Fields) -> Iterator[_Found]:
    for name, value in fields.items():
        if (name.startswith("gt_") or name in GOLD) and _is_empty(value):
            yield LintRule.EMPTY_GOLD, f'the field "{name}" has no answer'


def _is_empty(value: object) -> bool:
    if isinstance(value, str):
        return not value.strip()
    if isinstance(value, dict):
        main = [value[name] for name in ("value", "items", "final_answer") if name in value]
        return not value or (bool(main) and all(_is_empty(part) for part in main))
    return value in _EMPTY


def _unreachable(task: Task, scorer: TaskScorer, sample: Sample) -> Iterator[LintFinding]:
    card = scorer.card(sample, scorer.truth_of(sample))
    if card.primary_score is None:
        yield LintFinding(LintRule.UNREACHABLE, sample.place, f"cannot be scored: {card.unscored_reason}")
    elif not card.passed:
        yield LintFinding(
            LintRule.UNREACHABLE,
            sample.place,
            f"the truth itself scores {card.primary_score:.2f} and does not pass {task.task}: {card.explain}",
        )
