"""The project's own format for people's scores: one answer per line, as JSON (``docs/choose_a_judge.md``)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from data_base.documents.reader import read_documents
from data_base.errors import InputError
from data_base.rubric_entries import read_blocked, read_key_points
from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE
from eval.calibration.gold_file import GoldFile, GoldItem
from eval.files.columns import ColumnUse, columns_of, names_of
from eval.files.gold_field_names import GOLD_NAMES
from eval.files.rows import read_rows
from eval.judging.answer_file import (
    RecordedAnswer,
    read_answerable,
    read_labels,
    read_passages,
    read_reference,
    read_text,
    refuse_unknown,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from data_base.schemas.passage import Passage

    Reader = Callable[[tuple[str, ...]], tuple[Passage, ...]]

DIMENSIONS = ("accuracy", "completeness", "clarity")
_FIELDS = names_of(ColumnUse.CALIBRATE)
_UNNAMED = "unnamed"


@dataclass(frozen=True, slots=True)
class _Line:
    """One person's scores of one answer."""

    place: str
    answer: RecordedAnswer
    rater: str
    scores: Mapping[str, float]


def read_gold(path: Path) -> GoldFile:
    """Read a file of people's scores.

    Lines with the same id are several people's scores of one answer; their mean is what the judge is
    compared with.

    Raises:
        InputError: naming file, line and field; also for a file without scores.
    """

    @cache
    def read(names: tuple[str, ...]) -> tuple[Passage, ...]:
        return tuple(read_documents([path.parent / name for name in names]))

    lines: dict[str, list[_Line]] = {}
    for row in read_rows(path, columns_of(ColumnUse.CALIBRATE)):
        line = _line(row.fields, row.place, path.parent, read)
        same = lines.setdefault(line.answer.id, [])
        _require_same_answer(line, same)
        same.append(line)
    if not lines:
        raise InputError(f"{path} contains no scores; write those of an answer in each row.")
    return GoldFile(
        kind="scores",
        items=tuple(_item(same) for same in lines.values()),
        judged_as={name: name for name in DIMENSIONS},
    )


def _line(fields: Mapping[str, object], place: str, folder: Path, read: Reader) -> _Line:
    refuse_unknown(fields, _FIELDS, place, also=GOLD_NAMES)
    language, tags = read_labels(fields, place)
    question = read_text(fields, "question", place)
    scores = _scores(_scores_in(fields, place), place)
    answer = RecordedAnswer(
        id=read_text(fields, "id", place),
        question=question,
        answer=read_text(fields, "answer", place),
        documents=_passages(fields, place, folder, read),
        reference_answer=read_reference(fields, question, place),
        key_points=read_key_points(fields.get("key_points") or [], f'{place}: the field "key_points"'),
        blocked=read_blocked(fields.get("blocked") or [], f'{place}: the field "blocked"'),
        language=language,
        tags=tags,
        answerable=read_answerable(fields, place),
    )
    rater = read_text(fields, "rater", place) if "rater" in fields else _UNNAMED
    return _Line(place, answer, rater, scores)


def _passages(
    fields: Mapping[str, object], place: str, folder: Path, read: Reader
) -> tuple[Passage, ...] | None:
    names = fields.get("documents")
    if names is None:
        return read_passages(fields, "passages", place)
    if fields.get("passages") is not None:
        raise InputError(f'{place}: give "passages" or "documents", not both.')
    if not isinstance(names, list) or not names or not all(map(_is_below, names)):
        raise InputError(
            f'{place}: the field "documents" must be a list of files, named by their paths below {folder}.'
        )
    try:
        return read(tuple(names))
    except InputError as error:
        raise InputError(f'{place}: {error} "documents" names files; write texts as "passages".') from error


def _is_below(name: object) -> bool:
    return isinstance(name, str) and not Path(name).is_absolute() and ".." not in Path(name).parts


def _scores_in(fields: Mapping[str, object], place: str) -> object:
    """The scores, as an object or as a column each."""
    columns = {name: fields[name] for name in DIMENSIONS if fields.get(name) is not None}
    if columns and fields.get("scores") is not None:
        raise InputError(f'{place}: give "scores" or a column for each of them, not both.')
    return columns or fields.get("scores")


def _scores(value: object, place: str) -> dict[str, float]:
    if not isinstance(value, dict) or not value:
        raise InputError(
            f'{place}: the field "scores" must be an object with one or more of {", ".join(DIMENSIONS)}; '
            "write it there."
        )
    for name, score in value.items():
        if name not in DIMENSIONS:
            raise InputError(f'{place}: "scores": no such dimension: {name}; take {", ".join(DIMENSIONS)}.')
        plain = isinstance(score, (int, float)) and not isinstance(score, bool) and math.isfinite(score)
        if not plain or not LOWEST_SCORE <= score <= HIGHEST_SCORE:
            raise InputError(f'{place}: "scores", {name}: must be a number from 1 to 10.')
    return {name: float(score) for name, score in value.items()}


def _require_same_answer(line: _Line, same: Sequence[_Line]) -> None:
    """Make sure that a line and those before it with its id score the same answer, each by another rater."""
    if not same:
        return
    if line.answer != same[0].answer:
        raise InputError(
            f"{line.place}: the id {line.answer.id!r} is that of another answer already ({same[0].place}); "
            "use unique ids."
        )
    if line.rater in {each.rater for each in same}:
        raise InputError(
            f"{line.place}: a second line by the rater {line.rater!r} for {line.answer.id!r}; keep one."
        )


def _item(lines: Sequence[_Line]) -> GoldItem:
    ratings = {
        name: given
        for name in DIMENSIONS
        if (given := {line.rater: line.scores[name] for line in lines if name in line.scores})
    }
    answer = lines[0].answer
    return GoldItem(
        id=answer.id,
        question=answer.question,
        answers=(answer.answer,),
        passages=answer.documents,
        people={name: fmean(given.values()) for name, given in ratings.items()},
        ratings=ratings,
        points=answer.key_points,
        blocked=answer.blocked,
        reference=answer.reference_answer,
        language=answer.language,
        tags=answer.tags,
    )
