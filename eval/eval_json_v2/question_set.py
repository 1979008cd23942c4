"""The question set: a JSON array of questions, each with the object that is expected."""

import hashlib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from data_base.errors import InputError, unreadable
from eval.files.json_lines import field_and_reason, json_value


class _Open(BaseModel):
    """Further keys are kept and passed over."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True, use_attribute_docstrings=True)


class AnswerExample(_Open):
    """The target fields."""

    target_audience: str
    """Whom the passage is for."""
    main_topic: str
    """The wider topic."""
    sub_topic: str
    """The narrower topic."""
    detailed_description: list[str]
    """What the passage says, one point per entry."""
    original_evidence: str
    """Words quoted from the source."""
    predicted_questions: list[str]
    """Questions that readers will ask."""


class SourceRef(_Open):
    """A place in a source file."""

    file: str = Field(min_length=1)
    """The file's name, as in the contexts' ``source_path``."""
    anchors: list[str]
    """Words that occur at the place."""
    page: int | str | None = None
    """The page's number or label, if the file has pages."""
    sheet: int | str | None = None
    """The sheet's name or number, if the file has sheets."""
    row: int | str | None = None
    """The row in the sheet."""


class SourceEntry(_Open):
    """Where a part of the answer comes from."""

    part: str
    """The part of the answer."""
    refs: list[SourceRef]
    """The places that it comes from."""


class ExpectedObject(_Open):
    """What is expected of a question."""

    answer_example: AnswerExample
    """The target fields."""
    source_map: list[SourceEntry] = []
    """Where the fields come from; it plays no part in the score."""


class ObjectQuestion(_Open):
    """A question of the set."""

    id: str = Field(min_length=1)
    """The question's id, unique in the set."""
    question: str = Field(min_length=1)
    """The question as a user asks it."""
    expected: ExpectedObject
    """What a perfect output contains."""

    @property
    def tags(self) -> tuple[str, ...]:
        """What runs group it by: whom its passage is for, and its topic."""
        example = self.expected.answer_example
        return tuple(dict.fromkeys(filter(None, (example.target_audience, example.main_topic))))


class ModelOutput(_Open):
    """What a model has to write for a question: one JSON object, further keys allowed."""

    target_audience: str
    """Whom the passage is for."""
    main_topic: str
    """The wider topic."""
    sub_topic: str
    """The narrower topic."""
    detailed_description: list[str]
    """What the passage says, one point per entry; the prompt asks for 8 at most."""
    original_evidence: str
    """Words quoted from the source."""
    source_map: list[Any]
    """Where the fields come from."""
    predicted_questions: list[str]
    """Questions that readers will ask; the prompt asks for 5 at most."""


class QuestionSet:
    """A question set as in its file.

    Attributes:
        path: the file.
        version: ``name@<sha1>`` of the file's bytes.
        questions: in the file's order.
        raw: the same as they were written.
    """

    def __init__(self, path: Path) -> None:
        """Read the file.

        Raises:
            InputError: it is no question set; the sentence names the item and the field.
        """
        self.path = path
        self.version = f"{path.stem}@{file_sha1(path)}"
        self.raw = json_value(path)
        if not isinstance(self.raw, list) or not self.raw:
            raise InputError(f"{path}: must be a JSON array of questions that is not empty.")
        self.questions = [_question(item, f"{path}, item {n}") for n, item in enumerate(self.raw, start=1)]
        seen: set[str] = set()
        for question in self.questions:
            if question.id in seen:
                raise InputError(f"{path}: the id {question.id!r} comes twice; use unique ids.")
            seen.add(question.id)


def file_sha1(path: Path) -> str:
    """Sha1 of a file's bytes.

    Raises:
        InputError: it cannot be read.
    """
    try:
        return hashlib.sha1(path.read_bytes(), usedforsecurity=False).hexdigest()
    except OSError as error:
        raise unreadable(path, error) from error


def _question(item: object, place: str) -> ObjectQuestion:
    try:
        return ObjectQuestion.model_validate(item)
    except ValidationError as error:
        raise InputError(f"{place}: {field_and_reason(error)}; correct this field.") from error
