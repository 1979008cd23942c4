"""The question set: a JSON array of questions, each with the object that is expected."""

import hashlib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from data_base.errors import InputError, unreadable
from eval.files.json_lines import field_and_reason, json_value


class _Open(BaseModel):
    """Further keys are kept and passed over."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)


class AnswerExample(_Open):
    """The target fields.

    Attributes:
        target_audience: whom the passage is for.
        main_topic: the wider topic.
        sub_topic: the narrower one.
        detailed_description: what it says, a point each.
        original_evidence: words of the source.
        predicted_questions: what readers will ask.
    """

    target_audience: str
    main_topic: str
    sub_topic: str
    detailed_description: list[str]
    original_evidence: str
    predicted_questions: list[str]


class SourceRef(_Open):
    """A place in a source file.

    Attributes:
        file: its name, as in the contexts' ``source_path``.
        anchors: words that are there.
        page: a page's number or label, where the file has pages.
        sheet: name or number of a sheet, where it has sheets.
        row: a row there.
    """

    file: str = Field(min_length=1)
    anchors: list[str]
    page: int | str | None = None
    sheet: int | str | None = None
    row: int | str | None = None


class SourceEntry(_Open):
    """Where a part of the answer comes from.

    Attributes:
        part: which part.
        refs: the places.
    """

    part: str
    refs: list[SourceRef]


class ExpectedObject(_Open):
    """What is expected of a question.

    Attributes:
        answer_example: the target fields.
        source_map: where they come from; it plays no part in the score.
    """

    answer_example: AnswerExample
    source_map: list[SourceEntry] = []


class ObjectQuestion(_Open):
    """A question of the set.

    Attributes:
        id: unique in the set.
        question: as a user asks it.
        expected: what a perfect output contains.
    """

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    expected: ExpectedObject

    @property
    def tags(self) -> tuple[str, ...]:
        """What runs group it by: whom its passage is for, and its topic."""
        example = self.expected.answer_example
        return tuple(dict.fromkeys(filter(None, (example.target_audience, example.main_topic))))


class ModelOutput(_Open):
    """What a model has to write for a question: one JSON object, further keys allowed.

    Attributes:
        target_audience: whom the passage is for.
        main_topic: the wider topic.
        sub_topic: the narrower one.
        detailed_description: what it says, a point each; at most 8 are asked for.
        original_evidence: words of the source.
        source_map: where it comes from.
        predicted_questions: what readers will ask; at most 5 are asked for.
    """

    target_audience: str
    main_topic: str
    sub_topic: str
    detailed_description: list[str]
    original_evidence: str
    source_map: list[Any]
    predicted_questions: list[str]


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
                raise InputError(f"{path}: the id {question.id!r} comes twice; make ids unique.")
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
