"""Documents of any origin as passages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from agents.judges.search_results import (
    TEXTS,
    is_document,
    is_pair,
    is_tool_message,
    results_of_response,
    text_in,
    text_of,
    without_score,
)
from data_base.errors import InputError, a_kind_of
from data_base.logs import module_logger
from data_base.schemas.passage import Passage, citable, first_name, is_web_address, paged_from_zero

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.messages import ToolMessage

    DocumentLike: TypeAlias = Document | ToolMessage | Passage | Mapping[str, Any] | tuple[str, str] | str
else:
    DocumentLike = Any  # LangChain's types take long to load; a host's state can be typed with this, too
"""What is taken as a document: a text; a passage; a LangChain document; a tool's message; a search result as
a mapping; or an address and a text."""

_REMEDY = (
    "pass a text, an object with one (a search result, a Passage, a LangChain document or tool's message) "
    "or an address and a text"
)

_LONGEST = 200
_log = module_logger(__name__)


def as_passages(
    documents: Iterable[DocumentLike],
    place: str = "documents",
    *,
    empty: Literal["refuse", "drop", "name"] = "name",
    first: int = 1,
) -> tuple[Passage, ...]:
    """A passage for each document, in order, so that its place is its number.

    What is handed in again is the same passage again. Different texts under one id get distinct ids, so that
    what the judge cites is unambiguous.

    Args:
        documents: what was handed in, read once; of a search service's response, its ``results``.
        place: what messages call it.
        empty: what becomes of a document without a text, which the log names with its fields. ``name`` has
            its name as its text, so that the others keep their numbers; ``drop`` passes it over, where nobody
            cites it by its number; ``refuse`` refuses it. Where all texts are empty, nothing was found.
        first: the number that messages give the first of them.

    Raises:
        InputError: an element is no document, none has a field for a text, or the sequence is a single
            document.
    """
    documents = _several(documents, place)
    from_zero = paged_from_zero(each for each in documents if is_document(each))
    known: dict[tuple[object, ...], Passage] = {}
    taken: set[str] = set()
    passages = []
    blank = []
    for number, document in enumerate(documents, start=1):
        read, has_id = _read(document, number, f"{place}.{number - 1 + first}", from_zero)
        if not read.text.strip():
            blank.append(number)
            if empty == "drop":
                continue
            read = read.model_copy(update={"text": read.doc_id})
        key = (read.id if has_id else None, read.doc_id, read.page, read.text)
        if key not in known:
            name = next(each for each in _ids(read, has_id=has_id) if each not in taken)
            known[key] = read.model_copy(update={"id": name})
            taken.add(name)
        passages.append(known[key])
    note_blank(documents, blank, place, refuse=empty == "refuse", first=first)
    return tuple(passages) if len(blank) < len(documents) else ()


def note_blank(
    documents: Sequence[object], blank: Sequence[int], place: str, *, refuse: bool = False, first: int = 1
) -> None:
    """Log which documents have no text, by their numbers from 1, and which fields they have instead.

    Raises:
        InputError: none has a field for a text, or ``refuse`` is set.
    """
    if not blank:
        return
    fields = [getattr(each, "metadata", each) for each in documents]
    one = fields[blank[0] - 1]
    named = f" with the fields {', '.join(map(str, one))[:_LONGEST]}" if isinstance(one, Mapping) else ""
    which = f"{place.rsplit(': ', maxsplit=1)[-1]}.{blank[0] - 1 + first}{named}"
    said = (
        f"{place}: {len(blank)} of {len(documents)} have no text, the first is {which}; a search result has "
        f"its text in {', '.join(TEXTS)}."
    )
    if refuse or all(isinstance(each, Mapping) and each.keys().isdisjoint(TEXTS) for each in documents):
        raise InputError(said)
    _log.warning("%s", said)


def _several(documents: object, place: str) -> tuple[Any, ...]:
    if isinstance(documents, Mapping):
        documents = documents if (results := results_of_response(documents)) is None else results
    if isinstance(documents, Mapping):
        raise InputError(
            f"{place}: a mapping; pass a list: [{place}] of one search result, or list({place}.items()) of "
            "texts by their addresses."
        )
    single = isinstance(documents, str | Passage) or hasattr(documents, "page_content")
    if single or not isinstance(documents, Iterable):
        raise InputError(f"{place}: a single {type(documents).__name__}; pass a list of documents.")
    return tuple(map(without_score, documents))


def _ids(read: Passage, *, has_id: bool) -> Iterator[str]:
    """Its id, then ever new ones: by an added number, or by ordinal where it has no id of its own."""
    yield read.id
    if has_id:
        mark = "#" if is_web_address(read.id) else "~"
        yield from (f"{read.id}{mark}{ordinal}" for ordinal in count(2))
    name, page = citable(read.doc_id), f"p{read.page}." if read.page else ""
    yield from (f"{name}#{page}{ordinal}" for ordinal in count(1))


def _read(document: object, number: int, place: str, from_zero: frozenset[str]) -> tuple[Passage, bool]:
    """A document as a passage, and whether it has an id of its own."""
    if isinstance(document, Passage):
        return document, True
    if isinstance(document, str):
        return Passage(id=f"document#{number}", doc_id="document", text=document), False
    fields, text, own_id = _parts(document, place)
    read = partial(Passage.from_fields, fields, text, own_id=own_id, from_zero=from_zero)
    first = read(ordinal=1)
    return first, not first.id.endswith("1") or first.id == read(ordinal=2).id


def _parts(document: object, place: str) -> tuple[Mapping[str, Any], str, str | None]:
    """What is known of a document, its text, and its own id."""
    if is_document(document):
        return document.metadata, text_of(document.page_content), getattr(document, "id", None)
    if is_tool_message(document):
        name = getattr(document, "name", None)
        own_id = document.tool_call_id or name
        return {"doc_id": name or own_id}, text_of(document), own_id
    if isinstance(document, Mapping):
        inner = document.get("metadata")
        fields = {**inner, **document} if isinstance(inner, Mapping) else dict(document)
        fields["doc_id"] = first_name(fields, "doc_id", "title")
        return fields, text_in(fields), first_name(fields, "id")
    if is_pair(document):
        return {"url": document[0]}, document[1], document[0]
    raise InputError(f"{place}: {a_kind_of(document)}; {_REMEDY}.")
