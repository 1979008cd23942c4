"""A data file checked before it is used: what would count twice, cannot be scored, or cannot be won."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from data_base.errors import InputError
from data_base.text.han_variants import fold_variants
from data_base.text.normalise import squeeze
from eval.files.json_lines import json_lines
from eval.tasks.data import Fields, iter_samples
from eval.tasks.near_duplicates import NearDuplicates
from eval.tasks.score import TaskScorer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from eval.tasks.data import Sample
    from eval.tasks.task import Task

GOLD = ("gold_answer", "ground_truth", "reference", "expected_output")
_NOT_ASKED = frozenset({"id", "parsed", "weight", "evidence", "tags", "language", *GOLD})
_EMPTY: tuple[object, ...] = (None, "", [], {})


class Fault(StrEnum):
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
    """Something wrong with a line.

    Attributes:
        fault: what.
        place: file and line.
        detail: the rest in a sentence.
    """

    fault: Fault
    place: str
    detail: str


class _Seen:
    """The ids and questions of the files so far, kept on a disk, so that memory stays flat."""

    def __init__(self, scratch: sqlite3.Connection) -> None:
        self._scratch = scratch
        self._near = NearDuplicates(scratch)
        self.lines = self.ids = self._kept = 0
        scratch.execute("CREATE TABLE ids (id TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID")
        scratch.execute(
            "CREATE TABLE questions (number INTEGER PRIMARY KEY, digest BLOB UNIQUE, own, line INTEGER)"
        )

    def line_of_id(self, name: str, line: int) -> int | None:
        """The line that has the id already; where none has, this one does from now on."""
        self.lines += 1
        known = self._one("SELECT line FROM ids WHERE id = ?", name)
        if known is None:
            self.ids += 1
            self._scratch.execute("INSERT INTO ids VALUES (?, ?)", (name, line))
        return None if known is None else int(known[0])

    def same(self, digest: bytes) -> tuple[bool, int] | None:
        """Whether it stands in the file itself, and in which line, of the question with this digest."""
        known = self._one("SELECT own, line FROM questions WHERE digest = ?", digest)
        return None if known is None else (bool(known[0]), int(known[1]))

    def near(self, asked: str) -> tuple[bool, int, float] | None:
        """The same, and the likeness, of the first question that this one nearly repeats."""
        for number, likeness in self._near.add(asked):
            own, line = self._one("SELECT own, line FROM questions WHERE number = ?", number) or (True, 0)
            return bool(own), int(line), likeness
        return None

    def keep(self, digest: bytes, *, own: bool, line: int) -> None:
        """Remember the question that :meth:`near` was last asked about."""
        self._scratch.execute("INSERT INTO questions VALUES (?, ?, ?, ?)", (self._kept, digest, own, line))
        self._kept += 1

    def _one(self, query: str, value: object) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._scratch.execute(query, (value,)).fetchone()
        return row


def lint(path: Path, *, against: Path | None = None, task: Task | None = None) -> Iterator[LintFinding]:
    """Check a data or question file, a line at a time.

    - ``duplicate``, ``near_duplicate``: a question that came before, in one spelling or nearly
      (:data:`eval.tasks.near_duplicates.NEARLY`); without a ``question`` all fields that are asked count.
    - ``overlap``, ``near_overlap``: a question of ``path`` that ``against`` holds too, as where a set to
      tune on is part of the set to measure on.
    - ``empty_gold``: a field of the truth (``gt_*``, ``gold_answer`` …) is there and holds nothing.
    - ``unreachable``: with a task, a line on which the truth itself, given as the answer, does not pass.

    Raises:
        InputError: a file that cannot be read, or with a task a line without its truth.
    """
    # A database without a name is a temporary file, of which no more than its cache is in memory.
    with closing(sqlite3.connect("", isolation_level=None)) as scratch:
        scratch.execute("PRAGMA journal_mode = OFF")
        scratch.execute("BEGIN")
        seen = _Seen(scratch)
        if against is not None:
            for number, fields in json_lines(against):
                list(_repeated(seen, _asked(fields), number, own=False, place="", against=against))
        for number, fields in json_lines(path):
            place = f"{path}, line {number}"
            yield from _repeated_id(seen, fields, number, place)
            yield from _repeated(seen, _asked(fields), number, own=True, place=place, against=against)
            yield from _empty(fields, place)
        repeated = seen.ids < seen.lines
    if not seen.lines:
        raise InputError(f"{path} holds no lines; write one JSON object a line.")
    # A task refuses ids that come twice; the finding is out already.
    if task is not None and not repeated:
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


def _repeated_id(seen: _Seen, fields: Fields, number: int, place: str) -> Iterator[LintFinding]:
    name = str(fields.get("id", number))
    line = seen.line_of_id(name, number)
    if line is not None:
        yield LintFinding(Fault.DUPLICATE_ID, place, f"the id {name!r} already stands in line {line}")


def _repeated(
    seen: _Seen, asked: str, number: int, *, own: bool, place: str, against: Path | None
) -> Iterator[LintFinding]:
    if not asked.strip():
        return
    digest = hashlib.blake2b(fold_variants(squeeze(asked)).encode(), digest_size=16).digest()
    if (same := seen.same(digest)) is not None:
        other_own, line = same
        fault = Fault.DUPLICATE if other_own else Fault.OVERLAP
        yield LintFinding(fault, place, f"asks what line {line}{_of(against, own=other_own)} asks")
        return
    if (near := seen.near(asked)) is not None:
        other_own, line, likeness = near
        fault = Fault.NEAR_DUPLICATE if other_own else Fault.NEAR_OVERLAP
        where = f"line {line}{_of(against, own=other_own)}"
        yield LintFinding(fault, place, f"asks nearly what {where} asks (likeness {likeness:.2f})")
    seen.keep(digest, own=own, line=number)


def _of(against: Path | None, *, own: bool) -> str:
    return "" if own else f" of {against}"


def _empty(fields: Fields, place: str) -> Iterator[LintFinding]:
    for name, value in fields.items():
        if (name.startswith("gt_") or name in GOLD) and _holds_nothing(value):
            yield LintFinding(Fault.EMPTY_GOLD, place, f'the field "{name}" holds no answer')


def _holds_nothing(value: object) -> bool:
    if isinstance(value, str):
        return not value.strip()
    if isinstance(value, dict):
        main = [value[name] for name in ("value", "items", "final_answer") if name in value]
        return not value or (bool(main) and all(_holds_nothing(part) for part in main))
    return value in _EMPTY


def _unreachable(task: Task, scorer: TaskScorer, sample: Sample) -> Iterator[LintFinding]:
    card = scorer.card(sample, scorer.truth_of(sample))
    if card.primary_score is None:
        yield LintFinding(Fault.UNREACHABLE, sample.place, f"cannot be scored: {card.unscored_reason}")
    elif not card.passed:
        yield LintFinding(
            Fault.UNREACHABLE,
            sample.place,
            f"the truth itself scores {card.primary_score:.2f} and does not pass {task.task}: {card.explain}",
        )
