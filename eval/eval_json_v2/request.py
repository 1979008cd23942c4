"""A run as it is asked for: who writes the outputs, in which contexts, and under what names."""

from dataclasses import dataclass
from pathlib import Path

from data_base.errors import InputError
from eval.files.output_checks import check_place
from eval.systems.choice import SystemRunRequest


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Where the contexts come from: recorded ones, or documents."""

    contexts: Path | None = None
    """A file of recorded contexts."""
    documents: tuple[Path, ...] = ()
    """Files and folders to retrieve from."""
    chunks: int = 6
    """Passages retrieved for a question."""
    research: str | None = None
    """A model for Deep Research, which then does the retrieval; None for a plain search."""
    judge: str | None = None
    """Judges the drafts inside Deep Research; ``research`` if None."""

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
class OutputLabels:
    """What the report says of a run beyond what is known of it; None for what is known."""

    model_id: str | None = None
    """Who wrote the outputs."""
    adapter_id: str = "none"
    """The adapter on top of the model, ``none`` where there is none."""
    index_version: str | None = None
    """What the contexts were retrieved from."""
    prompt_version: str | None = None
    """The prompt's version."""
    prompt_sha256: str | None = None
    """The prompt's SHA-256."""
    allow_fence: bool = False
    """Whether a code fence around an output is tolerated."""


class ObjectRunRequest(SystemRunRequest):
    """A run as it is asked for; exactly one system writes the outputs."""

    questions: Path
    """The question set."""
    out: Path
    """The report to write."""
    retrieval: Retrieval
    """Where the contexts come from."""
    labels: OutputLabels = OutputLabels()
    """What the report says of the run."""
    cache: Path | None = None
    """The folder of the reply cache, None for none."""

    def check(self) -> None:
        """Refuse to write over what is read, and no writer or several.

        Raises:
            InputError: the report would replace the input, or there is not exactly one writer.
        """
        named = (self.system.answers, self.system.model, self.system.callable, self.system.http)
        if sum(one is not None for one in named) != 1:
            raise InputError("Pass exactly one of --outputs, --model, --callable or --http.")
        inputs = (self.questions, self.system.answers, self.retrieval.contexts)
        check_place(self.out, inputs, self.retrieval.documents)
