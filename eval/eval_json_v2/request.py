"""A run as it is asked for: who writes the outputs, in which contexts, and under what names."""

from dataclasses import dataclass
from pathlib import Path

from data_base.errors import InputError
from eval.files.output_checks import check_place
from eval.systems.choice import SystemRunRequest


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Where the contexts come from: recorded ones, or documents.

    Attributes:
        contexts: recorded ones.
        documents: files and folders to retrieve from.
        chunks: passages retrieved for a question.
        research: a model for Deep Research, which then does the retrieving; None for a plain search.
        judge: judges the drafts inside Deep Research; ``research`` if None.
    """

    contexts: Path | None = None
    documents: tuple[Path, ...] = ()
    chunks: int = 6
    research: str | None = None
    judge: str | None = None

    def __post_init__(self) -> None:
        """Refuse neither, or both.

        Raises:
            InputError: there is not exactly one, or nothing to research in.
        """
        if (self.contexts is None) == (not self.documents):
            raise InputError("Give either --contexts or --documents.")
        if self.research is not None and not self.documents:
            raise InputError("--research finds contexts in --documents; leave it out with --contexts.")


@dataclass(frozen=True, slots=True)
class Labels:
    """What the report says of a run beyond what is known of it; None for what is known.

    Attributes:
        model_id: who wrote the outputs.
        adapter_id: the adapter on top of the model, ``none`` where there is none.
        index_version: what the contexts were retrieved from.
        prompt_version: of the prompt.
        prompt_sha256: of the prompt.
        allow_fence: whether a code fence around an output is tolerated.
    """

    model_id: str | None = None
    adapter_id: str = "none"
    index_version: str | None = None
    prompt_version: str | None = None
    prompt_sha256: str | None = None
    allow_fence: bool = False


class ObjectRunRequest(SystemRunRequest):
    """A run as it is asked for; exactly one system writes the outputs.

    Attributes:
        questions: the question set.
        out: the report to write.
        retrieval: where the contexts come from.
        labels: what the report says of it.
        cache: where a model's replies are kept, None for nowhere.
    """

    questions: Path
    out: Path
    retrieval: Retrieval
    labels: Labels = Labels()
    cache: Path | None = None

    def check(self) -> None:
        """Refuse to write over what is read, and no writer or several.

        Raises:
            InputError: the report would replace the input, or there is not exactly one writer.
        """
        named = (self.system.answers, self.system.model, self.system.callable, self.system.http)
        if sum(one is not None for one in named) != 1:
            raise InputError("Give one of --outputs, --model, --callable and --http.")
        inputs = (self.questions, self.system.answers, self.retrieval.contexts)
        check_place(self.out, inputs, self.retrieval.documents)
