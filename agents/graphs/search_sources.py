"""Where documents come from besides folders: retrievers by the names of their code, and MCP servers."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Protocol

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import SkipValidation

from agents.errors import SearchError
from agents.graphs.mcp_search import McpSearch
from agents.graphs.retrievers import AsyncRetriever, MergedRetriever, as_retriever
from agents.judges.passage_conversion import note_blank
from agents.models.redaction import redacted
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.python_object import STOPPING, load_object
from data_base.schemas.passage import Passage

RETRIEVERS_VARIABLE, SEARCHES_VARIABLE = "JUDGE_RETRIEVERS", "JUDGE_SEARCHES"
"""``name=package.module:name``, and ``name=https://host/mcp#tool``, with commas between."""
_SECONDS = 90.0
"""That one try of a search may take."""
_WAITS = (1.0, 4.0)
"""Seconds before each further try."""
_LONGEST = 300


class GuardedRetriever(AsyncRetriever):
    """A retriever of others: tried again where it fails, and bounded in time and in what it returns."""

    label: str
    """What errors and ids call it."""
    fingerprint: str
    """Changes with its code or address."""
    inner: SkipValidation[BaseRetriever]
    """Searches."""
    most: tuple[int | None, int | None] = (20, 20_000)
    """Results of a search, and characters of each, that are read."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """How waiting is done."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Nothing: what it cannot read it does not say."""
        return ()

    @property
    def local(self) -> None:
        """It is not asked where nothing may be."""

    @property
    def neighbours(self) -> Callable[[str], Sequence[Passage]] | None:
        """The inner one's method of this name, None where it has none."""
        return getattr(self.inner, "neighbours", None)

    async def find(self, query: str) -> list[Document]:
        """Ask the inner one, again where it fails.

        Raises:
            InputError: what it was handed or returned cannot be used.
            SearchError: it failed at every try.
        """
        # A search by a host's function is heard of once, and not once more within this one.
        inner = self.inner
        search = inner.find if isinstance(inner, AsyncRetriever) else inner.ainvoke
        for wait in (*_WAITS, None):
            try:
                async with asyncio.timeout(_SECONDS):
                    found = await search(query)
                blank = [n for n, each in enumerate(found, start=1) if not each.page_content.strip()]
                note_blank(found, blank, self.label)
                return [self._bounded(each) for each in found[: self.most[0]]]
            except BaseException as error:
                said = _first_cause(error)
                if isinstance(said, STOPPING):
                    raise
                if isinstance(said, InputError):
                    raise InputError(f"{self.label}: {said}") from error
                if wait is None:
                    raise SearchError(
                        f"the search {self.label} failed {len(_WAITS) + 1} times: {_described(said)}"
                    ) from error
            await self.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _bounded(self, found: Document) -> Document:
        """The document as checkpoints and prompts take it; one that nothing names is named by its text."""
        text = found.page_content.replace("\0", " ")[: self.most[1]]
        metadata = dict(found.metadata)
        named = Passage.from_document(Document(page_content=text, metadata=metadata, id=found.id))
        if named.doc_id == "document" and named.id.startswith("document#"):
            name = f"{self.label}#{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:8]}"
            metadata |= {"passage_id": name, "doc_id": self.label}
        own_id = metadata.get("passage_id") or found.id
        return Document(page_content=text, metadata=metadata, id=None if own_id is None else str(own_id))


def guarded(retriever: BaseRetriever) -> BaseRetriever:
    """The retriever, of which each part that may ask others is a :class:`GuardedRetriever`."""
    if isinstance(retriever, MergedRetriever):
        return MergedRetriever(parts=tuple(map(guarded, retriever.parts)))
    if isinstance(retriever, GuardedRetriever | PassageIndex):
        return retriever
    label = str(getattr(retriever, "name", None) or type(retriever).__name__)
    fingerprint = str(getattr(retriever, "fingerprint", ""))
    # How much it finds is its own host's to say.
    return GuardedRetriever(
        label=label, fingerprint=fingerprint, inner=retriever, most=(None, None), name=label
    )


def search_sources(retrievers: Sequence[str], searches: Sequence[str]) -> tuple[GuardedRetriever, ...]:
    """Retrievers by their names, and searches of MCP servers by their addresses.

    Args:
        retrievers: ``package.module:name`` of a LangChain retriever or of a function of the query, or a name
            that ``JUDGE_RETRIEVERS`` declares.
        searches: an address as :class:`.McpSearch` takes it, or a name that ``JUDGE_SEARCHES`` declares.

    Raises:
        InputError: one cannot be used.
    """
    known, servers = declared(RETRIEVERS_VARIABLE), declared(SEARCHES_VARIABLE)
    return (
        *(_retriever(each, known.get(each, each)) for each in dict.fromkeys(retrievers)),
        *(
            mcp_search(servers.get(each, each), label=each if each in servers else None)
            for each in dict.fromkeys(searches)
        ),
    )


class Searched(Protocol):
    """What is searched, as far as a run's terms say."""

    @property
    def fingerprint(self) -> str:
        """Changes with what it finds."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What of its documents could not be read."""
        ...


def searched(
    local: PassageIndex | None, sources: Iterable[GuardedRetriever]
) -> PassageIndex | GuardedRetriever | MergedRetriever | None:
    """What is searched: documents that are here, and other sources with them; None where there is neither."""
    parts: list[PassageIndex | GuardedRetriever] = [*([] if local is None else [local]), *sources]
    if len(parts) > 1:
        return MergedRetriever(parts=tuple(parts))
    return parts[0] if parts else None


def mcp_search(address: str, *, label: str | None = None) -> GuardedRetriever:
    """A retriever that asks a search tool of an MCP server over streamable HTTP.

    Args:
        address: of the server, with the tool's name after ``#``; see :class:`.McpSearch`.
        label: what errors call it; its address without login and query if None.

    Raises:
        InputError: it is no address.
    """
    search = McpSearch(address)
    hashed = hashlib.sha256(address.encode()).hexdigest()[:16]
    return GuardedRetriever(
        label=label or search.label, fingerprint=f"mcp {hashed}", inner=as_retriever(search)
    )


def declared(variable: str) -> Mapping[str, str]:
    """What the operator declares: name to value.

    Raises:
        InputError: it is written in another way, or gives a name twice.
    """
    found = {}
    for each in filter(str.strip, os.environ.get(variable, "").split(",")):
        name, mark, value = each.strip().partition("=")
        if not (mark and name.strip() and value.strip()):
            raise InputError(
                f"{variable}: write name=value, with commas between, and not {each.strip()[:40]!r}."
            )
        if name.strip() in found:
            raise InputError(f"{variable}: two are named {name.strip()!r}; give each a name of its own.")
        found[name.strip()] = value.strip()
    return found


def _retriever(label: str, name: str) -> GuardedRetriever:
    how = f"name a retriever as package.module:name, or by a name that {RETRIEVERS_VARIABLE} declares"
    loaded = load_object(name, role="the retriever", how=how)
    source = "" if loaded.source is None else hashlib.sha256(loaded.source.read_bytes()).hexdigest()[:16]
    own = str(getattr(loaded.value, "fingerprint", ""))
    try:
        inner = as_retriever(loaded.value)
    except InputError as error:
        raise InputError(f"the retriever {name!r}: {error}.") from None
    return GuardedRetriever(label=label, fingerprint=f"{name} {source} {own}", inner=inner)


def _first_cause(error: BaseException) -> BaseException:
    """The first error of a group, which is what went wrong."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _described(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return f"no result within {_SECONDS:g} seconds"
    said = redacted(" ".join("".join(c if c.isprintable() else " " for c in str(error)).split()))[:_LONGEST]
    return (
        said
        if isinstance(error, SearchError)
        else f"{type(error).__name__}: {said}"
        if said
        else type(error).__name__
    )
