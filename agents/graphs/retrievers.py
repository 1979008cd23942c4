"""A retriever from what hosts search with: a LangChain retriever, a tool, or a function of the query."""

from __future__ import annotations

import asyncio
import inspect
from abc import ABC, abstractmethod
from collections.abc import AsyncIterable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from pydantic import SkipValidation

from agents.calls.concurrency import all_of
from agents.calls.run_sync import wait_for
from agents.judges.passage_conversion import as_passages
from agents.judges.search_results import has_text, is_document, is_tool_message, search_results
from agents.research.passages_found import content_key
from data_base.errors import InputError
from data_base.rank_fusion import merged_by_rank
from data_base.schemas.passage import Passage


class AsyncRetriever(BaseRetriever, ABC):
    """A retriever that searches asynchronously, whoever asks."""

    @abstractmethod
    async def find(self, query: str) -> list[Document]:
        """Search."""

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,  # noqa: ARG002  (LangChain's signature)
    ) -> list[Document]:
        return await self.find(query)

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002  (as above)
    ) -> list[Document]:
        return wait_for(lambda: self.find(query))


class FunctionRetriever(AsyncRetriever):
    """Searches with a function; what it returns becomes documents as the judge's documents do."""

    search: Callable[[str], Any]
    """Takes the query; called in a thread unless it is asynchronous."""

    async def find(self, query: str) -> list[Document]:
        """Ask the function."""
        if inspect.iscoroutinefunction(self.search):
            found = await self.search(query)
        else:
            found = await asyncio.to_thread(self.search, query)
        if inspect.isawaitable(found):
            found = await found
        found = [each async for each in found] if isinstance(found, AsyncIterable) else found
        return _documents(found, f"{self.name}'s results")


class MergedRetriever(AsyncRetriever):
    """Searches with several side by side; what they find is merged by its places in their orders."""

    parts: tuple[SkipValidation[BaseRetriever], ...]
    """Those that search."""

    @property
    def fingerprint(self) -> str:
        """Changes with those of its parts."""
        return " + ".join(str(getattr(part, "fingerprint", "")) for part in self.parts)

    @property
    def notes(self) -> tuple[str, ...]:
        """What of their documents could not be read."""
        return tuple(note for part in self.parts for note in getattr(part, "notes", ()))

    @property
    def local(self) -> BaseRetriever | None:
        """Those of its parts that ask nobody else; None if there are none."""
        here = tuple(part for part in self.parts if getattr(part, "local", part) is not None)
        return MergedRetriever(parts=here) if here else None

    def neighbours(self, passage_id: str) -> list[Passage]:
        """What those of its parts that know say is next to a passage."""
        known = (getattr(part, "neighbours", None) for part in self.parts)
        return [passage for find in known if find is not None for passage in find(passage_id)]

    async def find(self, query: str) -> list[Document]:
        """Ask all parts side by side."""
        found = await all_of(part.ainvoke(query) for part in self.parts)
        return merged_by_rank(found, lambda document: content_key(document.page_content))


Searches = Runnable[Any, Any] | Callable[[str], Any]
"""What a retriever can be made of."""


def as_retriever(found_by: Searches | Sequence[Searches]) -> BaseRetriever:
    """The retriever that is meant.

    Args:
        found_by: a LangChain retriever, a LangChain tool or runnable that takes the query, or a function of
            the query, be it asynchronous. They return texts, documents or a search service's results, also as
            JSON. Of several, what all find is merged by rank.

    Raises:
        InputError: it is nothing of the kind.
    """
    if isinstance(found_by, list | tuple):
        if not found_by:
            raise InputError("there is no retriever in the list; pass one at least")
        parts = tuple(map(as_retriever, found_by))
        return MergedRetriever(parts=parts) if len(parts) > 1 else parts[0]
    if isinstance(found_by, BaseTool):
        return FunctionRetriever(search=partial(_asked, found_by), name=found_by.name)
    if isinstance(found_by, Runnable) and not isinstance(found_by, BaseRetriever):
        return FunctionRetriever(search=found_by.ainvoke, name=found_by.get_name())
    # What searches like a LangChain retriever is one, whatever its class.
    if callable(getattr(found_by, "ainvoke", None)) and not isinstance(found_by, type):
        return found_by  # type: ignore[return-value]
    if not callable(found_by) or isinstance(found_by, type):
        kind = f"the class {found_by.__name__}" if isinstance(found_by, type) else type(found_by).__name__
        raise InputError(
            f"the retriever is {kind}; pass a LangChain retriever or tool, or a function of the query"
        )
    name = getattr(found_by, "__name__", type(found_by).__name__).strip("<>")
    _require_query(found_by, name)
    return FunctionRetriever(search=found_by, name=name)


def _require_query(function: Callable[[str], Any], name: str) -> None:
    with suppress(ValueError):  # of what shows no signature
        signature = inspect.signature(function)
        try:
            signature.bind("query")
        except TypeError as error:
            raise InputError(f"the retriever {name}{signature} cannot take a query alone: {error}") from None


async def _asked(tool: BaseTool, query: str) -> Any:  # noqa: ANN401  (a host's own)
    """What a tool returns for a query, which is its argument ``query``, or else its first one.

    The tools of an MCP server take no bare string.
    """
    names = list(tool.args)
    name = "query" if "query" in names else next(iter(names), "")
    return await tool.ainvoke({name: query} if name else query)


def _documents(found: Any, place: str) -> list[Document]:  # noqa: ANN401  (a host's own)
    results = search_results(found)
    if results is None:
        results = [found] if _is_one(found) else found or ()
    passages = as_passages(results, place, empty="drop")
    return [passage.to_document() for passage in passages]


def _is_one(found: object) -> bool:
    """Whether it is one document, where there may be several."""
    if isinstance(found, Mapping):
        return has_text(found)
    return isinstance(found, str | Passage) or is_document(found) or is_tool_message(found)
