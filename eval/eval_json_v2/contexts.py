"""The contexts of a run: recorded, searched for, or researched."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from eval.eval_json_v2.asking import retrieve
from eval.eval_json_v2.collect import Collected, Collector
from eval.eval_json_v2.partial import Partial
from eval.eval_json_v2.question_set import file_sha1
from eval.eval_json_v2.recorded import read_contexts
from eval.eval_json_v2.systems import researched

if TYPE_CHECKING:
    from data_base.passage_index import PassageIndex
    from eval.eval_json_v2.collect import Watch
    from eval.eval_json_v2.question_set import QuestionSet
    from eval.eval_json_v2.recorded import Chunk
    from eval.eval_json_v2.request import RunRequest
    from eval.systems.contestants import Researcher


class Contexts(NamedTuple):
    """The contexts of a run.

    Attributes:
        collected: question id to its chunks, or to why there are none.
        version: what they were retrieved from.
        partial: where they are kept while the run is not whole; None where nothing was paid for them.
    """

    collected: Collected[list[Chunk]]
    version: str
    partial: Partial | None = None


async def contexts_of(asked: QuestionSet, request: RunRequest, watch: Watch) -> Contexts:
    """Read, search or research the contexts.

    Raises:
        InputError: they, or the documents, cannot be used.
    """
    wanted = request.retrieval
    if wanted.contexts is not None:
        read = read_contexts(wanted.contexts)
        return Contexts(Collected(read, {}), f"{wanted.contexts.stem}@{file_sha1(wanted.contexts)}")
    from data_base.documents.reader import read_documents  # noqa: PLC0415  (only where documents are read)
    from data_base.passage_index import PassageIndex  # noqa: PLC0415

    index = PassageIndex.from_passages(read_documents(list(wanted.documents)))
    if wanted.research is None:
        found = retrieve(asked.questions, index, k=wanted.chunks)
        return Contexts(Collected(found, {}), f"{index.fingerprint}/k={wanted.chunks}")
    return await _researched(asked, request, index, watch)


async def _researched(asked: QuestionSet, request: RunRequest, index: PassageIndex, watch: Watch) -> Contexts:
    model, version = str(request.retrieval.research), f"{index.fingerprint}/deep_research"
    researcher = _researcher(model, index)
    partial = Partial(
        request.out.with_name(f"{request.out.stem}.contexts.partial.jsonl"),
        {"eval_set_version": asked.version, "index_version": version, "research": model},
    )
    collector = Collector("eval-json-v2 research", partial, watch, request.source.concurrency)
    found = await collector.collect(asked.questions, lambda one: researched(researcher, one))
    failures = {name: f"Deep Research found no context: {why}" for name, why in found.failures.items()}
    return Contexts(Collected(found.values, failures), version, partial)


def _researcher(model: str, index: PassageIndex) -> Researcher:
    from agents.deep_research import DeepResearchService  # noqa: PLC0415  (loads the graph library)
    from agents.evaluator import RAGEvaluator  # noqa: PLC0415
    from agents.systems import DeepResearch  # noqa: PLC0415

    return DeepResearch(DeepResearchService(model, retriever=index, evaluator=RAGEvaluator(model)))
