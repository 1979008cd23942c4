"""What several requests have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AliasChoices, ConfigDict, Discriminator, Field, Tag, model_validator

from data_base.schemas.blocked_source import BlockedSources
from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPoints
from data_base.schemas.runs.run_name import RunName
from eval.files.gold_field_names import GOLD_NAMES
from service.jobs.judge_request import JudgeSettingsRequest

TEXT = 1_000_000
"""Characters of a text at most; the limit of the body comes first as a rule."""
PASSAGES = 1_000
NO_CONTROL = r"^[^\x00-\x1f\x7f]*$"
"""One line of text."""
Name = Annotated[str, Field(min_length=1, max_length=500, pattern=NO_CONTROL)]
"""A name of the caller's own, on one line."""
Text = Annotated[str, Field(max_length=TEXT)]
ID = r"^[A-Za-z0-9_-]{1,100}$"
"""What an id looks like that the server gave."""


class PassageRequest(Frozen):
    """A document that an answer is based on: a search result as it is, or a passage."""

    model_config = ConfigDict(extra="allow", coerce_numbers_to_str=True)

    text: Text | None = None
    """Its text; also read from the other fields that search results have for it, such as ``content``."""
    doc_id: Name | None = None
    """The document's name; its ``title`` or ``url`` if it is missing."""
    page: int | None = Field(default=None, ge=0, le=1_000_000)
    """The page, from 1."""
    id: Name | None = None
    """What names it in the evaluation; its ``url``, or its name with a number, if it is missing."""


class CollectionPassages(Frozen):
    """Passages of a collection of the project."""

    collection: str = Field(pattern=ID)
    """The collection's id."""
    passages: tuple[Annotated[str, Field(max_length=1_000)], ...] = Field(max_length=PASSAGES)
    """The passages' ids, as a search gives them."""


def _shape(document: object) -> str | None:
    if isinstance(document, str):
        return "a text"
    if isinstance(document, Mapping | PassageRequest):
        return "a result"
    return "a pair" if isinstance(document, list | tuple) else None


Document = Annotated[
    Annotated[Text, Tag("a text")]
    | Annotated[PassageRequest, Tag("a result")]
    | Annotated[tuple[Text, Text], Tag("a pair")],
    Discriminator(
        _shape,
        custom_error_type="document",
        custom_error_message="must be a text, an object or a pair of an address and a text",
    ),
]
"""What an answer is based on, in any of the shapes that Python takes."""
Documents = Annotated[tuple[Document, ...], Field(max_length=PASSAGES, fail_fast=True)] | CollectionPassages


class Judged(Frozen):
    """Who judges, and how."""

    judge: Name | None = None
    """The judge, one of ``GET /v1/models``; null for the server's own."""
    settings: JudgeSettingsRequest = JudgeSettingsRequest()
    """How it judges."""


class Queued(Frozen):
    """What becomes a job with a run."""

    name: RunName | None = None
    """What the run is called; its kind, subject and day if null."""
    priority: int = Field(default=0, ge=-100, le=100)
    """Jobs of the project with a greater one go first."""


def gold_names(field: str) -> AliasChoices:
    """The names that a field for the right answer is read under, its own first."""
    return AliasChoices(field, *(name for name in GOLD_NAMES if name != field))


class GoldNamed(Frozen):
    """A request with a right answer under one of its names."""

    @model_validator(mode="before")
    @classmethod
    def _one_right_answer(cls, data: Any) -> Any:  # noqa: ANN401  (raw input)
        if not isinstance(data, Mapping):
            return data
        named = [name for name in GOLD_NAMES if name in data]
        given = [name for name in named if data[name] not in (None, "")]
        if len(given) > 1:
            raise ValueError(f"{given[0]} and {given[1]} both give the right answer; keep one")
        # Of several fields of which one is filled in, the others say nothing.
        unsaid = set(named) - set(given or named[:1])
        return {name: value for name, value in data.items() if name not in unsaid} if unsaid else data


class KnownQuestion(GoldNamed):
    """A question, with what is known of its answer."""

    question: str = Field(min_length=1, max_length=TEXT, pattern=r"\S")
    """As the user asked it."""
    documents: Documents | None = None
    """What is judged on: texts, passages, or passages of a collection. null: an answer comes without
    documents and is judged on ``reference_documents``, where there are any, or on the judge's own knowledge.
    Empty: a search found nothing."""
    reference_answer: str | None = Field(
        default=None, max_length=TEXT, validation_alias=gold_names("reference_answer")
    )
    """An answer that is right, and need not be all that is right; also read as ``gold_answer`` and under the
    other names that data files give it."""
    key_points: KeyPoints = Field(default=(), max_length=200, fail_fast=True)
    """What a complete answer says, or must not say."""
    blocked: BlockedSources = Field(default=(), exclude_if=lambda sources: not sources)
    """Sources that an answer may not use: a key point that only such a source shows counts as missing."""
    answerable: bool | None = Field(default=None, exclude_if=lambda said: said is None)
    """Whether the documents contain the answer; null where it is not known. Where they do not, the judge
    knows it: declining is right, a claim to the contrary wrong."""
