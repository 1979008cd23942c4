"""The contexts of a run: recorded, searched for, or to be researched."""

from collections.abc import Mapping
from dataclasses import dataclass

from data_base.documents.reader import read_documents
from data_base.passage_index import PassageIndex
from eval.eval_json_v2.asking import retrieve
from eval.eval_json_v2.question_set import QuestionSet, file_sha1
from eval.eval_json_v2.recorded import Chunk, read_contexts
from eval.eval_json_v2.request import Retrieval
from eval.systems.choice import ChosenSystem, SystemChoice, choose_system


@dataclass(frozen=True, slots=True)
class Contexts:
    """The contexts of a run.

    Attributes:
        version: what they are retrieved from.
        given: question id to its chunks; empty where they have to be researched.
        researcher: finds them, a question at a time; None where they are given.
    """

    version: str
    given: Mapping[str, list[Chunk]]
    researcher: ChosenSystem | None = None


def contexts_of(asked: QuestionSet, wanted: Retrieval) -> Contexts:
    """Read or search the contexts, or get ready to research them.

    Args:
        asked: the questions.
        wanted: where the contexts come from.

    Raises:
        InputError: they, or the documents, cannot be used.
    """
    if wanted.contexts is not None:
        version = f"{wanted.contexts.stem}@{file_sha1(wanted.contexts)}"
        return Contexts(version, read_contexts(wanted.contexts))
    index = PassageIndex.from_passages(read_documents(list(wanted.documents)))
    if wanted.research is None:
        found = retrieve(asked.questions, index, k=wanted.chunks)
        return Contexts(f"{index.fingerprint}/k={wanted.chunks}", found)
    choice = SystemChoice(model=wanted.research, judge=wanted.judge, system="deep_research")
    researcher = choose_system(choice, index=lambda: index)
    return Contexts(f"{index.fingerprint}/deep_research", {}, researcher)
