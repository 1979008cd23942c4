"""What a system from elsewhere gives, read as an answer: a text, JSON with an answer, an object with one."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from data_base.schemas.answer import Answer, Citation
from data_base.schemas.passage import Passage, citable
from data_base.schemas.usage import TokenUsage

_TEXT_ATTRIBUTES = ("answer", "text", "response", "content")


class UnusableAnswerError(Exception):
    """A system gave something that is no answer; the message says what."""


class _Loose(BaseModel):
    """Fields that are not known here are passed over: a system may tell more than is asked."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, fields: object) -> object:
        # Other programs write an optional field that is left out as null.
        if not isinstance(fields, Mapping):
            return fields
        return {name: value for name, value in fields.items() if value is not None}


class _Passage(_Loose):
    text: str
    id: str | None = None
    doc_id: str = Field(default="document", min_length=1)
    page: int | None = Field(default=None, ge=1)

    def passage(self, ordinal: int) -> Passage:
        where = f"p{self.page}.{ordinal}" if self.page else str(ordinal)
        name = citable(self.id or f"{self.doc_id}#{where}")
        return Passage(id=name, doc_id=self.doc_id, page=self.page, text=self.text)


class _Usage(_Loose):
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)


class _Citation(_Loose):
    quote: str
    page: int | None = Field(default=None, ge=1)
    passage_id: str = Field(default="")

    def citation(self) -> Citation:
        return Citation(sentence=self.quote, passage_id=self.passage_id, page=self.page)


class _Reply(_Loose):
    answer: str
    passages: tuple[_Passage, ...] = ()
    citations: tuple[_Citation, ...] = ()
    model: str | None = None
    usage: _Usage | None = None


def read_answer(value: object, *, latency_ms: float | None = None) -> Answer:
    """Read what a system gave.

    Args:
        value: an :class:`.Answer`; a text; a mapping with ``answer`` and, where there are
            any, ``passages`` (``text``, ``doc_id``, ``page``, ``id``), ``citations`` (``quote``, ``page``,
            ``passage_id``; the quote is kept as the citation's sentence), ``model`` and ``usage``
            (``input_tokens``, ``output_tokens``); or an object with a text in ``answer``, ``text``,
            ``response`` or ``content``.
        latency_ms: how long it took; an Answer that says so itself keeps its own.

    Raises:
        UnusableAnswerError: it is none of these, or the text is empty.
    """
    answer = _read(value)
    if not answer.text.strip():
        raise UnusableAnswerError("the answer is empty")
    return answer if answer.latency_ms is not None else answer.model_copy(update={"latency_ms": latency_ms})


def _read(value: object) -> Answer:
    if isinstance(value, Answer):
        return value
    if isinstance(value, str):
        return Answer(text=value)
    if isinstance(value, Mapping):
        return _of_mapping(value)
    texts = (getattr(value, name, None) for name in _TEXT_ATTRIBUTES)
    text = next((text for text in texts if isinstance(text, str)), None)
    if text is None:
        raise UnusableAnswerError(f'expected a text or an object with "answer", found {type(value).__name__}')
    return Answer(text=text)


def _of_mapping(value: Mapping[object, object]) -> Answer:
    try:
        reply = _Reply.model_validate({name: value[name] for name in _Reply.model_fields if name in value})
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise UnusableAnswerError(f'field "{field}": {first["msg"]}') from error
    passages = {p.id: p for p in (p.passage(n) for n, p in enumerate(reply.passages, start=1))}
    usage = TokenUsage(**reply.usage.model_dump(), calls=1) if reply.usage else TokenUsage()
    return Answer(
        text=reply.answer,
        citations=tuple(cited.citation() for cited in reply.citations),
        passages=tuple(passages.values()),
        model_id=reply.model,
        usage=usage,
    )
