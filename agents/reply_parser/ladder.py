"""The parse ladder: strict, extracted, repaired, regex; the first rung that holds is taken."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from pydantic import BaseModel

from agents.reply_parser.labels import read_labels
from agents.reply_parser.objects import FoundObject, complete_objects, decode, objects
from agents.reply_parser.shape import Shape, shape_of
from agents.reply_parser.thinking import mentions_thinking, without_thinking

if TYPE_CHECKING:
    from collections.abc import Callable

Rung = Literal["strict", "extracted", "repaired", "regex"]
Schema = TypeVar("Schema", bound=BaseModel)
_FENCE_LINE = re.compile(r"^[ \t]{0,20}(?:```|~~~)[\w-]{0,20}[ \t]{0,20}$", re.MULTILINE)
_MAX_LITERAL_CHARS = 20_000


@dataclass(frozen=True)
class ParsedReply(Generic[Schema]):
    """What a reply says.

    Attributes:
        value: an instance of the schema, None where the reply gives none.
        rung: which rung read it, None where none did.
        error: one sentence on why there is no value, None where there is one.
    """

    value: Schema | None
    rung: Rung | None
    error: str | None


def parse_reply(text: str, schema: type[Schema]) -> ParsedReply[Schema]:
    """Read a model's reply as an instance of a schema.

    The last complete object that satisfies the schema wins. A figure is what its own field says: values out
    of range, bools, NaN, other denominators and half-filled replies are no verdict. Never raises on any
    text, and the work is bounded for any text.

    Args:
        text: the reply as it came.
        schema: any pydantic model. ``json_schema_extra={"labels": […]}`` on a field declares the names it
            goes by in prose, ``{"pattern": …}`` a regular expression that reads it there by its first group.
    """
    shape = shape_of(schema)
    try:
        value, rung = _climb(text, shape)
    except ValueError as error:
        return ParsedReply(None, None, str(error))
    assert isinstance(value, schema)  # noqa: S101  (for the type checker; build() made it)
    return ParsedReply(value, rung, None)


def _climb(text: str, shape: Shape) -> tuple[BaseModel, Rung]:
    if (strict := _strict(text.strip().lstrip("\ufeff"), shape)) is not None:
        return strict, "strict"
    if mentions_thinking(text):
        text = without_thinking(text, [(item.start, item.end) for item in complete_objects(text)])
    if not text.strip():
        raise ValueError("the reply is empty")
    if (listed := _bare_list(text, shape)) is not None:
        return listed
    found = list(objects(text, shape))
    if (last := _last_satisfying(found, shape)) is not None:
        return last
    if refusal := _refusal(found, shape):
        raise ValueError(refusal)
    return read_labels(text, shape), "regex"


def _strict(text: str, shape: Shape) -> BaseModel | None:
    """The reply is one JSON value, or a JSON string that holds one."""
    try:
        raw = decode(text)
        if isinstance(raw, str):
            raw = decode(raw)
    except ValueError:
        return None
    try:
        return shape.build(raw) if isinstance(raw, dict) else _from_list(raw, shape)
    except ValueError:
        return None


def _from_list(raw: object, shape: Shape) -> BaseModel | None:
    """A bare list, where the schema needs nothing but a list."""
    if not isinstance(raw, list) or len(shape.needed) != 1 or shape.needed[0].kind != "list":
        return None
    return shape.build({shape.needed[0].name: raw})


def _bare_list(text: str, shape: Shape) -> tuple[BaseModel, Rung] | None:
    inner = _FENCE_LINE.sub("", text).strip()
    if not inner.startswith("[") or len(inner) > _MAX_LITERAL_CHARS:
        return None
    if len(shape.needed) != 1 or shape.needed[0].kind != "list":
        return None
    readers: tuple[tuple[Callable[[str], object], Rung], ...] = (
        (decode, "extracted"),
        (ast.literal_eval, "repaired"),
    )
    for read, rung in readers:
        try:
            value = _from_list(read(inner), shape)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if value is not None:
            return value, rung
    return None


def _last_satisfying(found: list[FoundObject], shape: Shape) -> tuple[BaseModel, Rung] | None:
    """The last object that satisfies the schema.

    Raises:
        ValueError: it is a damaged one that contradicts a complete one before it; nothing tells which of
            the two is the verdict and which a draft or a quotation.
    """
    read = [(value, item) for item in found if (value := _built(item, shape)) is not None]
    if not read:
        return None
    value, last = read[-1]
    if last.complete:
        return value, "extracted"
    names = [field.name for field in shape.needed]
    if any(
        getattr(other, name) != getattr(value, name)
        for other, item in read
        if item.complete
        for name in names
    ):
        raise ValueError("the reply gives two verdicts, the last of them damaged")
    return value, "repaired"


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
            if not item.closed or shape.holds_any(item.data):
                return str(error)
    return None
