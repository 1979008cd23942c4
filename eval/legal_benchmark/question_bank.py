"""Question files of the legal benchmark, and the documents next to them."""

import functools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from data_base.errors import InputError
from eval.files.json_lines import json_value

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmark"
SCHEMA = BENCHMARK / "schema.json"
SHIPPED = BENCHMARK / "legal"
RECORDED = SHIPPED / "answers_careful.jsonl"
TYPES = ("fact_exact", "evidence_set", "conflict_gap")
Page = dict[str, Any]
_SHOWN = 200


class LegalQuestion(NamedTuple):
    """A question with its document."""

    id: str
    """The question's id, unique in a bank."""
    type: str
    """One of :data:`TYPES`."""
    fields: dict[str, Any]
    """The question as it is written."""
    document: tuple[Page, ...] | None
    """The document's pages, ``page`` and ``text`` each; None if there is no document."""
    difficulty: str
    """``easy``, ``medium``, ``hard``, or empty if it is not known."""

    @property
    def text(self) -> str:
        """What is asked."""
        return str(self.fields["question"])

    @property
    def tags(self) -> tuple[str, ...]:
        """Its type, its difficulty and its own tags."""
        own = self.fields.get("metadata", {}).get("tags", ())
        return tuple(dict.fromkeys(filter(None, (self.type, self.difficulty, *own))))


def bank_files(path: Path) -> list[Path]:
    """The question file itself, or those of a folder."""
    return sorted(path.glob("*.json")) if path.is_dir() else [path]


def read_bank(path: Path) -> list[LegalQuestion]:
    """All questions of a file, or of every file of a folder (``*.json``, sorted by name).

    Raises:
        InputError: naming file, question and field.
    """
    files = bank_files(path)
    if not files:
        raise InputError(f"{path} has no *.json files; name a question file or a folder of them.")
    questions = [question for file in files for question in _read(file)]
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise InputError(f"{path}: the id {question.id!r} comes twice; use unique ids.")
        seen.add(question.id)
    return questions


def check_file(value: object, name: str) -> None:
    """Check a question file against the schema.

    Raises:
        InputError: naming the place that breaks it first.
    """
    error = best_match(_validator().iter_errors(value))
    if error is not None:
        place = ".".join(str(step) for step in error.absolute_path) or "file"
        # The message may quote the whole value.
        said = error.message if len(error.message) <= _SHOWN else f"…{error.message[-_SHOWN:]}"
        raise InputError(f"{name}: {place}: {said}; see benchmark/schema.json.")


def of_type(questions: Sequence[LegalQuestion], question_type: str | None) -> list[LegalQuestion]:
    """The questions of a type, all where it is None.

    Raises:
        InputError: there is no such type, or no question of it.
    """
    if question_type is not None and question_type not in TYPES:
        raise InputError(f"{question_type!r} is no type of question; use one of {', '.join(TYPES)}.")
    chosen = [one for one in questions if question_type in {None, one.type}]
    if not chosen:
        raise InputError(f"The bank has no questions of the type {question_type}.")
    return chosen


def _read(file: Path) -> list[LegalQuestion]:
    value = json_value(file)
    check_file(value, str(file))
    document = _document(file.parent / "documents", str(value["document"]))
    return [_question(fields, value["benchmark_type"], document) for fields in value["questions"]]


def _question(fields: dict[str, Any], default: str, document: tuple[Page, ...] | None) -> LegalQuestion:
    difficulty = fields.get("metadata", {}).get("difficulty", "")
    return LegalQuestion(fields["id"], fields.get("type", default), fields, document, difficulty)


def _document(folder: Path, name: str) -> tuple[Page, ...] | None:
    file = folder / Path(name).name
    if not file.is_file() or file.suffix != ".json":
        return None
    value = json_value(file)
    pages = value.get("pages") if isinstance(value, dict) else None
    good = isinstance(pages, list) and all(
        isinstance(page, dict) and isinstance(page.get("page"), int) and isinstance(page.get("text"), str)
        for page in pages
    )
    if not good:
        raise InputError(f'{file}: must have "pages", each with a "page" number and its "text".')
    return tuple(value["pages"])


@functools.cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
