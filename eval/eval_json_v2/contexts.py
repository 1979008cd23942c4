"""The contexts of a run: recorded, searched for, or to be researched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from eval.eval_json_v2.asking import retrieve
from eval.eval_json_v2.question_set import file_sha1
from eval.eval_json_v2.recorded import read_contexts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langchain_core.language_models import BaseChatModel

    from data_base.passage_index import PassageIndex
    from eval.eval_json_v2.question_set import QuestionSet
    from eval.eval_json_v2.recorded import Chunk
    from eval.eval_json_v2.request import Retrieval
    from eval.systems.contestants import Researcher


@dataclass(frozen=True, slots=True)
class Contexts:
    """The contexts of a run.

    Attributes:
        version: what they are retrieved from.
        given: question id to its chunks; empty where they have to be researched.
        researcher: finds them, a question at a time; None where they are given.
        llm: the model it researches with.
    """

    version: str
    given: Mapping[str, list[Chunk]]
    researcher: Researcher | None = None
    llm: BaseChatModel | None = None


def contexts_of(asked: QuestionSet, wanted: Retrieval) -> Contexts:
    """Read or search the contexts, or get ready to research them.

    Raises:
        InputError: they, or the documents, cannot be used.
    """
    if wanted.contexts is not None:
        version = f"{wanted.contexts.stem}@{file_sha1(wanted.contexts)}"
        return Contexts(version, read_contexts(wanted.contexts))
    from data_base.documents.reader import read_documents  # noqa: PLC0415  (only where documents are read)
    from data_base.passage_index import PassageIndex  # noqa: PLC0415

    index = PassageIndex.from_passages(read_documents(list(wanted.documents)))
    if wanted.research is None:
        found = retrieve(asked.questions, index, k=wanted.chunks)
        return Contexts(f"{index.fingerprint}/k={wanted.chunks}", found)
    return _researching(wanted.research, index)


def _researching(model: str, index: PassageIndex) -> Contexts:
    from agents.deep_research import DeepResearchService  # noqa: PLC0415  (loads the graph library)
    from agents.evaluator import RAGEvaluator  # noqa: PLC0415
    from agents.models.names import chat_model  # noqa: PLC0415
    from agents.systems import DeepResearch  # noqa: PLC0415

    llm = chat_model(model)
    service = DeepResearchService(llm, retriever=index, evaluator=RAGEvaluator(llm))
    return Contexts(f"{index.fingerprint}/deep_research", {}, DeepResearch(service), llm)
