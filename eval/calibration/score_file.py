"""The project's own format for people's scores: one answer a line, as JSON (``docs/calibration.md``)."""

from __future__ import annotations

import math
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from data_base.documents.reader import read_documents
from data_base.errors import InputError
from eval.calibration.gold import GoldFile, GoldItem
from eval.files.json_lines import json_lines
from eval.judging.answer_file import read_passages
from scoring.rubric import HIGHEST, LOWEST

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from data_base.schemas.passage import Passage

DIMENSIONS = ("accuracy", "completeness", "clarity")
_FIELDS = ("id", "question", "answer", "passages", "documents", "scores", "rater", "reasons", "note")
_UNNAMED = "unnamed"


def read_gold(path: Path) -> GoldFile:
    """Read a file of people's scores.

    Lines with the same id are several people's scores of one answer; their mean is what the judge is
    compared with.

    Raises:
        InputError: naming file, line and field; also for a file without scores.
    """
    reader = _Reader(path)
    lines: dict[str, list[_Line]] = {}
    for number, fields in json_lines(path):
        line = reader.line(fields, f"{path}, line {number}")
        lines.setdefault(line.id, []).append(line)
        _require_same_answer(lines[line.id])
    if not lines:
        raise InputError(f"{path} holds no scores; write one JSON object a line.")
    return GoldFile(
        kind="scores",
        items=tuple(_item(same) for same in lines.values()),
        judged_as={name: name for name in DIMENSIONS},
    )


class _Line:
    """One person's scores of one answer."""

    def __init__(
        self, place: str, fields: Mapping[str, object], passages: tuple[Passage, ...] | None
    ) -> None:
        self.place = place
        self.id = _text(fields, "id", place)
        self.question = _text(fields, "question", place)
        self.answer = _text(fields, "answer", place, may_be_empty=True)
        self.rater = _text(fields, "rater", place) if "rater" in fields else _UNNAMED
        self.scores = _scores(fields.get("scores"), place)
        self.passages = passages


class _Reader:
    """Reads lines; a document that many lines name is read once."""

    def __init__(self, path: Path) -> None:
        self._folder = path.parent
        self._read: dict[tuple[str, ...], tuple[Passage, ...]] = {}

    def line(self, fields: Mapping[str, object], place: str) -> _Line:
        unknown = sorted(set(fields) - set(_FIELDS))
        if unknown:
            raise InputError(f'{place}: unknown field "{unknown[0]}"; the fields are {", ".join(_FIELDS)}.')
        return _Line(place, fields, self._passages(fields, place))

    def _passages(self, fields: Mapping[str, object], place: str) -> tuple[Passage, ...] | None:
        names = fields.get("documents")
        if names is None:
            return read_passages(fields, "passages", place)
        if fields.get("passages") is not None:
            raise InputError(f'{place}: give "passages" or "documents", not both.')
        if not isinstance(names, list) or not names or not all(map(_is_below, names)):
            raise InputError(
                f'{place}: the field "documents" must be a list of files, named by their paths below '
                f"{self._folder}; correct it."
            )
        key = tuple(names)
        if key not in self._read:
            try:
                self._read[key] = tuple(read_documents([self._folder / name for name in key]))
            except InputError as error:
                raise InputError(f"{place}: {error}") from error
        return self._read[key]


def _is_below(name: object) -> bool:
    return isinstance(name, str) and not Path(name).is_absolute() and ".." not in Path(name).parts


def _text(fields: Mapping[str, object], name: str, place: str, *, may_be_empty: bool = False) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not (may_be_empty or value.strip()):
        raise InputError(f'{place}: the field "{name}" must be a text; write it there.')
    return value


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
        if not plain or not LOWEST <= score <= HIGHEST:
            raise InputError(f'{place}: "scores", {name}: must be a number from 1 to 10; correct it.')
    return {name: float(score) for name, score in value.items()}


def _require_same_answer(lines: Sequence[_Line]) -> None:
    first, last = lines[0], lines[-1]
    if (first.question, first.answer, first.passages) != (last.question, last.answer, last.passages):
        raise InputError(
            f"{last.place}: the id {last.id!r} already stands for another answer ({first.place}); "
            "make ids unique."
        )
    if len(lines) > 1 and last.rater in {line.rater for line in lines[:-1]}:
        raise InputError(
            f"{last.place}: a second line by the rater {last.rater!r} for {last.id!r}; keep one."
        )


def _item(lines: Sequence[_Line]) -> GoldItem:
    ratings = {
        name: given
        for name in DIMENSIONS
        if (given := tuple(line.scores[name] for line in lines if name in line.scores))
    }
    first = lines[0]
    return GoldItem(
        id=first.id,
        question=first.question,
        answers=(first.answer,),
        passages=first.passages,
        people={name: fmean(given) for name, given in ratings.items()},
        ratings=ratings,
    )
