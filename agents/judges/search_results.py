"""What a search or a tool returned, as the results that are in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeGuard

from data_base.schemas.passage import ADDRESSES, Passage, first_name, is_web_address

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.messages import ToolMessage

_USUAL = ("raw_content", "markdown", "content", "text", "page_content", "body", "snippet")
TEXTS = (*_USUAL, "snippets", "highlights", "summary", "abstract", "description")
"""Fields of a search result that may have its text, the fullest first."""
_DEEPEST = 3
"""Mappings in which the results of a response may be: ``{"data": {"pages": {"value": [...]}}}``."""
_BLOCKS = frozenset({"text", "resource", "resource_link", "file", "image", "image_url", "audio", "video"})
"""Types of the content blocks that a tool returns, of MCP and LangChain."""
_GOES_ON = (" ", ",", ".", ";", ":", ")", "，", "。", "；", "：", "、")


def search_results(found: object) -> Sequence[Any] | None:
    """The results of a search, one by one; None if it is something else, such as one text.

    Args:
        found: what a tool returned, or a message with it: a list of documents, a search service's response,
            one result with an address, or content blocks, whose texts are results where there are several.
            A text may be the JSON of the results. Mappings without a field for a text, such as rows of a
            table, are no results.
    """
    if is_tool_message(found):
        in_artifact = search_results(found.artifact) if found.artifact else None
        return search_results(found.content) if in_artifact is None else in_artifact
    if isinstance(found, str):
        found = _json_of(found)
    if isinstance(found, list) and found and all(map(_is_block, found)):
        return _in_blocks(found)
    if isinstance(found, Mapping):
        found = [found] if _is_whole(found) else _in_response(found)
    if isinstance(found, tuple) and is_pair(found) and is_web_address(found[0]):
        found = [found]
    if not isinstance(found, list | tuple) or not all(map(_is_result, found)):
        return None
    return found


def results_of_response(response: Mapping[str, Any], depth: int = _DEEPEST) -> list[Any] | None:
    """The results in a search service's response: its ``results``, or else all lists of texts with addresses.

    None if it has no such list.
    """
    if isinstance(response.get("results"), list | tuple):
        return list(response["results"])
    if has_text(response):
        return None
    found = [
        each for each in response.values() if isinstance(each, list) and each and all(map(_is_whole, each))
    ]
    inner = [each for each in response.values() if isinstance(each, Mapping)] if depth > 1 else []
    lists = [*found, *filter(None, (results_of_response(each, depth - 1) for each in inner))]
    return list(chain.from_iterable(lists)) if lists else None


def text_of(found: object) -> str:
    """The text of a message or of a field: a string, or content blocks, of which each is a paragraph."""
    content = found.content if is_tool_message(found) else found
    if isinstance(content, str):
        return content
    if not isinstance(content, list) or not all(map(_is_block, content)):
        return ""
    return "\n\n".join(each if isinstance(each, str) else text_in(each) for each in _results(content))


def text_in(fields: Mapping[str, Any]) -> str:
    """The text of a search result, empty if it has none."""
    return next(filter(str.strip, (text_of(fields[key]) for key in TEXTS if key in fields)), "")


def has_text(found: Mapping[str, Any]) -> bool:
    """Whether a mapping has a field for a text. A row of a table may have a description, but no address."""
    return not found.keys().isdisjoint(TEXTS if "title" in found and _has_address(found) else _USUAL)


def is_document(given: object) -> TypeGuard[Document]:
    """Whether it is a document of LangChain, or made like one."""
    return hasattr(given, "page_content") and isinstance(getattr(given, "metadata", None), Mapping)


def is_tool_message(given: object) -> TypeGuard[ToolMessage]:
    """Whether it is a tool's message, or made like one."""
    return hasattr(given, "content") and hasattr(given, "tool_call_id")


def is_pair(given: object) -> TypeGuard[tuple[str, str]]:
    """Whether it is a name or an address and a text."""
    return isinstance(given, tuple | list) and [type(each) for each in given] == [str, str]


def without_score(given: object) -> object:
    """A document without the score that a vector store's search gives with it."""
    if isinstance(given, tuple | list) and len(given) == 2 and isinstance(given[1], int | float):  # noqa: PLR2004  (a pair)
        return given[0]
    return given


def _json_of(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_result(found: object) -> bool:
    found = without_score(found)
    if isinstance(found, Mapping):
        return has_text(found)
    if is_pair(found):
        return is_web_address(found[0])
    return isinstance(found, str | Passage) or is_document(found)


def _is_whole(found: object) -> bool:
    """Whether it is a result with a text and a web address."""
    return isinstance(found, Mapping) and has_text(found) and _has_address(found)


def _has_address(found: Mapping[str, Any]) -> bool:
    return any(is_web_address(first_name(found, key)) for key in ADDRESSES)


def _in_response(found: Mapping[Any, Any]) -> list[Any] | None:
    """The results of a response, or of texts by their addresses."""
    pairs = list(found.items())
    if pairs and all(is_pair(each) and is_web_address(each[0]) for each in pairs):
        return pairs
    return results_of_response(found)


def _is_block(given: object) -> bool:
    return isinstance(given, str) or (isinstance(given, Mapping) and given.get("type") in _BLOCKS)


def _in_blocks(blocks: list[Any]) -> Sequence[Any] | None:
    """The results in content blocks: of several each is one, and may be the JSON of results itself."""
    results = list(_results(blocks))
    texts = [each for each in results if isinstance(each, str)]
    whole = search_results("".join(texts)) if len(texts) == len(results) else None
    if whole is not None or (len(results) == 1 and texts):
        return whole
    in_each = ([each] if not isinstance(each, str) else _one_by_one(each) for each in results)
    return list(chain.from_iterable(in_each))


def _one_by_one(text: str) -> Sequence[Any]:
    results = search_results(text)
    return [text] if results is None else results


def _results(blocks: Sequence[str | Mapping[str, Any]]) -> Iterator[str | Mapping[str, Any]]:
    """Texts and results in content blocks; a text that goes on within a sentence is one with the next."""
    before: str | None = None
    for read in map(_read, blocks):
        if isinstance(read, str) and before is not None and _go_on(before, read):
            before += read
            continue
        if before is not None:
            yield before
        before = read if isinstance(read, str) else None
        if isinstance(read, Mapping):
            yield read
    if before is not None:
        yield before


def _go_on(before: str, text: str) -> bool:
    return before.endswith(" ") or text.startswith(_GOES_ON)


def _read(block: str | Mapping[str, Any]) -> str | Mapping[str, Any] | None:
    """A content block's text, or its fields where it has an address; None where nothing can be read."""
    if isinstance(block, str):
        return block if block.strip() else None
    inner = block.get("resource")
    fields = inner if isinstance(inner, Mapping) else block
    text = text_in(fields)
    if not text.strip():
        return None
    return {**fields, "text": text} if first_name(fields, *ADDRESSES) else text
