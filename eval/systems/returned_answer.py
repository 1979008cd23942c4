"""What a system from elsewhere returns, read as an answer: a text, or an object with one."""

from collections.abc import Mapping

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, model_validator

from data_base.schemas.answer import Answer, Citation
from data_base.schemas.passage import Passage, citable
from data_base.schemas.usage import TokenUsage
from eval.files.json_lines import field_and_reason

_TEXTS = ("answer", "text", "response", "content")
_FIELDS = ("passages", "evidence", "citations", "model", "usage")


class UnusableAnswerError(Exception):
    """A system returned something that is no answer; the message says what."""


class _Loose(BaseModel):
    """Fields that are not known here are passed over: a system may return more than is asked."""

    model_config = ConfigDict(extra="ignore", frozen=True, from_attributes=True)

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
    passages: tuple[_Passage, ...] = Field(default=(), validation_alias=AliasChoices("passages", "evidence"))
    citations: tuple[_Citation, ...] = ()
    model: str | None = None
    usage: _Usage | None = None


def read_answer(value: object, *, latency_ms: float | None = None) -> Answer:
    """Read what a system returned.

    Args:
        value: an :class:`.Answer`; a text; or a mapping or an object with a text in ``answer``, ``text``,
            ``response`` or ``content`` and, where there are any, ``passages`` or ``evidence`` (``text``,
            ``doc_id``, ``page``, ``id``), ``citations`` (``quote``, ``page``, ``passage_id``; the quote is
            kept as the citation's sentence), ``model`` and ``usage`` (``input_tokens``, ``output_tokens``).
            Of an object that is no mapping, only the text, the passages and the citations are read.
        latency_ms: how long it took; an Answer that says so itself keeps its own.

    Raises:
        UnusableAnswerError: it is none of these. An empty text is an answer that says nothing.
    """
    answer = _read(value)
    return answer if answer.latency_ms is not None else answer.model_copy(update={"latency_ms": latency_ms})


def _read(value: object) -> Answer:
    if isinstance(value, Answer):
        return value
    if isinstance(value, str):
        return Answer(text=value)
    fields = value if isinstance(value, Mapping) else _attributes(value)
    texts = [fields[name] for name in _TEXTS if isinstance(fields.get(name), str)]
    if not texts:
        raise UnusableAnswerError(
            f'expected a text, or an object with a text in "answer" or "text"; found {type(value).__name__}'
        )
    return _of_fields({"answer": texts[0], **{name: fields[name] for name in _FIELDS if name in fields}})


def _attributes(value: object) -> Mapping[str, object]:
    """What is read of an object: a library's own ``model`` or ``usage`` may be anything."""
    found = {name: getattr(value, name, None) for name in (*_TEXTS, "passages", "evidence", "citations")}
    return {name: part for name, part in found.items() if isinstance(part, str | list | tuple)}


def _of_fields(fields: Mapping[str, object]) -> Answer:
    try:
        reply = _Reply.model_validate(fields)
    except ValidationError as error:
        raise UnusableAnswerError(field_and_reason(error)) from error
    passages = {p.id: p for p in (p.passage(n) for n, p in enumerate(reply.passages, start=1))}
    usage = TokenUsage(**reply.usage.model_dump(), calls=1) if reply.usage else TokenUsage()
    return Answer(
        text=reply.answer,
        citations=tuple(cited.citation() for cited in reply.citations),
        passages=tuple(passages.values()),
        model_id=reply.model,
        usage=usage,
    )
