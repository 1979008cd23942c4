"""The parse ladder: strict, extracted, repaired, regex; the first rung that reads a reply is taken."""

import re
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from agents.reply_parser.objects import FoundObject, complete_objects, decode, objects
from agents.reply_parser.prose import prose_contradicts, read_labels, tables_as_lines
from agents.reply_parser.shape import Shape, shape_of
from agents.reply_parser.values import named_items
from data_base.marks.thinking import mentions_thinking, without_thinking

Rung = Literal["strict", "extracted", "repaired", "regex"]
Schema = TypeVar("Schema", bound=BaseModel)
_FENCE_LINE = re.compile(r"^[ \t]{0,20}(?:```|~~~)[\w-]{0,20}[ \t]{0,20}$", re.MULTILINE)
_ESCAPED = re.compile(r'[^{]*\{(?:\s|\\n)*\\"|[^{]*\{\s*\\n')
_MOST_ENCODINGS = 3
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
"""Characters that are not shown; between a name and its figure they hide the figure."""


@dataclass(frozen=True)
class ParsedReply(Generic[Schema]):
    """What a reply says."""

    value: Schema | None
    """An instance of the schema, None where the reply gives none."""
    rung: Rung | None
    """Which rung read it, None where none did."""
    error: str | None
    """One sentence on why there is no value, None where there is one."""


def parse_reply(text: str, schema: type[Schema]) -> ParsedReply[Schema]:
    """Read a model's reply as an instance of a schema.

    The last complete object that satisfies the schema wins, unless one before it gives another verdict and
    fills more of the schema: the later one is a quotation then. Prose that gives another verdict than the
    object leaves none. A figure is what its own field says: values out of range, bools, NaN, other
    denominators and half-filled replies are no verdict. Never raises on any text, and the work is bounded
    for any text.

    Args:
        text: the reply as it came.
        schema: any pydantic model. ``json_schema_extra={"labels": […]}`` on a field declares the names it
            goes by in prose, ``{"pattern": …}`` a regular expression that reads it there by its first group.
    """
    shape = shape_of(schema)
    try:
        value, rung = _climb(text, shape)
    except ValueError as error:
        seen = _UNSEEN.sub("", text)
        if seen == text:
            return ParsedReply(None, None, str(error))
        read = parse_reply(seen, schema)
        return replace(read, rung="repaired") if read.rung in {"strict", "extracted"} else read
    assert isinstance(value, schema)  # noqa: S101  (for the type checker; build() made it)
    return ParsedReply(value, rung, None)


def _climb(text: str, shape: Shape) -> tuple[BaseModel, Rung]:
    if (strict := _strict(text.strip().lstrip("\ufeff"), shape)) is not None:
        return strict, "strict"
    if thinks := mentions_thinking(text):
        text = without_thinking(text, [(item.start, item.end) for item in complete_objects(text)])
    if not text.strip():
        raise ValueError("the reply contains only thinking" if thinks else "the reply is empty")
    if (unfenced := _strict(_FENCE_LINE.sub("", text).strip(), shape)) is not None:
        return unfenced, "extracted"
    if _ESCAPED.match(text):
        text = text.replace("\\n", "\n").replace('\\"', '"')
    found = list(objects(text, shape))
    if (chosen := _chosen(found, shape)) is not None:
        if prose_contradicts(tables_as_lines(_around(text, found), shape), chosen[0], shape):
            raise ValueError("the reply gives one verdict as an object and another in prose")
        return chosen
    if refusal := _refusal(found, shape):
        raise ValueError(refusal)
    return read_labels(tables_as_lines(text, shape), shape), "regex"


def _strict(text: str, shape: Shape) -> BaseModel | None:
    """The reply is one JSON value, or a JSON string that contains one."""
    try:
        raw = decode(text)
        for _ in range(_MOST_ENCODINGS):
            if isinstance(raw, str):
                raw = decode(raw)
    except ValueError:
        return None
    try:
        if isinstance(raw, dict):
            return None if shape.recasts(raw) else shape.build(raw)
        return _from_list(raw, shape)
    except ValueError:
        return None


def _from_list(raw: object, shape: Shape) -> BaseModel | None:
    """A bare list: where the schema needs nothing but a list, or of named scores."""
    if not isinstance(raw, list):
        return None
    if _needs_a_list(shape):
        return shape.build({shape.needed[0].name: raw})
    named = named_items(raw)
    return shape.build(named) if named and shape.names_any(named) else None


def _needs_a_list(shape: Shape) -> bool:
    return len(shape.needed) == 1 and shape.needed[0].kind == "list"


def _chosen(found: list[FoundObject], shape: Shape) -> tuple[BaseModel, Rung] | None:
    """The last object that satisfies the schema, or a fuller one before it that differs.

    A judge that quotes what the answer says of itself after its verdict quotes scores alone.

    Raises:
        ValueError: two differ and one of them is damaged; nothing shows which of the two is the verdict and
            which a draft or a quotation.
    """
    read = [(value, item) for item in found if (value := _built(item, shape)) is not None]
    if not read:
        return None
    best, last = read[-1]
    if any(
        item.start > last.start and not item.complete and _contradicts(item, best, shape) for item in found
    ):
        raise ValueError("the reply gives two verdicts, one of them damaged")
    for value, item in reversed(read[:-1]):
        if not _differ(value, best, shape):
            continue
        fuller = _fullness(value) > _fullness(best)
        if item.complete != last.complete and (fuller or item.complete):
            raise ValueError("the reply gives two verdicts, one of them damaged")
        if fuller and item.complete:
            best = value
    is_whole = last.complete and not shape.recasts(last.data)
    return best, "extracted" if is_whole else "repaired"


def _contradicts(item: FoundObject, verdict: BaseModel, shape: Shape) -> bool:
    """Whether an object that is no verdict gives a needed field another value, or one that cannot be read."""
    try:
        said = shape.coerced(item.data)
    except ValueError:
        return True
    given = [field for field in shape.needed if field.key in said]
    if not given:
        return shape.speaks_of(item.data)
    return any(said[field.key] != getattr(verdict, field.name) for field in given)


def _differ(one: BaseModel, other: BaseModel, shape: Shape) -> bool:
    return any(getattr(one, field.name) != getattr(other, field.name) for field in shape.needed)


def _fullness(value: BaseModel) -> int:
    return len(value.model_fields_set & type(value).model_fields.keys())


def _around(text: str, found: list[FoundObject]) -> str:
    """The prose before, between and behind the objects."""
    pieces: list[str] = []
    position = 0
    for item in found:
        pieces.append(text[position : item.start])
        position = max(position, item.end) if item.closed else len(text)
    return "\n".join([*pieces, text[position:]])


def _built(item: FoundObject, shape: Shape) -> BaseModel | None:
    try:
        return shape.build(item.data)
    except ValueError:
        return None


def _refusal(found: list[FoundObject], shape: Shape) -> str | None:
    """Why an object that names needed fields is no verdict; prose around it must not speak for it."""
    for item in reversed(found):
        try:
            shape.build(item.data)
        except ValueError as error:
            if not item.closed or shape.speaks_of(item.data):
                return str(error)
    return None
