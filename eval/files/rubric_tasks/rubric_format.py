"""How a benchmark writes its tasks, and what of them are fields of a question."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from data_base.schemas.case import Case

Row = Mapping[str, object]


class RubricTool(StrEnum):
    """Whose tasks are read and written."""

    DRB2 = "drb2"
    """DeepResearch Bench II, ``tasks_and_rubrics.jsonl``."""
    HEALTHBENCH = "healthbench"
    RACE = "race"
    """DeepResearch Bench, ``criteria.jsonl``."""


@dataclass(frozen=True, slots=True)
class RubricFormat:
    """The tasks of one benchmark, of which only what a question has a field for is read."""

    label: str
    """Its name in messages."""
    marks: frozenset[str]
    """Fields that every task of it has."""
    mapping: Mapping[str, str]
    """A field of a task to that of a question."""
    question_of: Callable[[Row], dict[str, object]]
    """The fields of a question that a task gives; a task of another shape is a ``ValidationError``."""
    task_of: Callable[[Case], dict[str, object]]
    """The task that a question gives; a ``ValueError`` says what of it cannot be in one."""
    number: str | None = None
    """The field with a task's number; a task without it has the number of its row."""


class TaskPart(BaseModel):
    """A part of another benchmark's task; fields that are not named are left alone."""

    model_config = ConfigDict(strict=True, frozen=True)


def _with_words(text: str) -> str:
    if not text.strip():
        raise ValueError("is empty")
    return text


Words = Annotated[str, AfterValidator(_with_words)]
"""A text that is not blank."""
Group = Annotated[str, Field(min_length=1, max_length=200)]
"""A name that key points can have as their group."""
