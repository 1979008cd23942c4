"""A run as it is asked for: who writes the outputs, in which contexts, and under what names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.errors import InputError
from eval.files.atomic import refuse_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

BASE_MODEL = "none"
"""The adapter of a model that has none."""


@dataclass(frozen=True, slots=True)
class Source:
    """Who writes the outputs; exactly one of them.

    Attributes:
        outputs: recorded ones.
        model: a chat model.
        function: a Python callable, ``module:name``.
        http: the address of an endpoint.
        concurrency: questions under way at once.
        cache: where a model's replies are kept, None for nowhere.
    """

    outputs: Path | None = None
    model: str | None = None
    function: str | None = None
    http: str | None = None
    concurrency: int = 4
    cache: Path | None = None

    def __post_init__(self) -> None:
        """Refuse none, or several.

        Raises:
            InputError: there is not exactly one.
        """
        if sum(one is not None for one in (self.outputs, self.model, self.function, self.http)) != 1:
            raise InputError("Give one of --outputs, --model, --callable and --http.")


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Where the contexts come from: recorded ones, or documents.

    Attributes:
        contexts: recorded ones.
        documents: files and folders to retrieve from.
        chunks: passages retrieved for a question.
        research: a model for Deep Research, which then does the retrieving; None for a plain search.
    """

    contexts: Path | None = None
    documents: tuple[Path, ...] = ()
    chunks: int = 6
    research: str | None = None

    def __post_init__(self) -> None:
        """Refuse neither, or both.

        Raises:
            InputError: there is not exactly one, or nothing to research in.
        """
        if (self.contexts is None) == (not self.documents):
            raise InputError("Give either --contexts or --documents.")
        if self.research is not None and not self.documents:
            raise InputError("--research finds contexts in --documents; leave it out beside --contexts.")


@dataclass(frozen=True, slots=True)
class Labels:
    """What the report says of a run beyond what is known of it; None for what is known.

    Attributes:
        model_id: who wrote the outputs.
        adapter_id: the adapter on top of the model.
        index_version: what the contexts were retrieved from.
        prompt_version: of the prompt.
        prompt_sha256: of the prompt.
        allow_fence: whether a code fence around an output is tolerated.
    """

    model_id: str | None = None
    adapter_id: str = BASE_MODEL
    index_version: str | None = None
    prompt_version: str | None = None
    prompt_sha256: str | None = None
    allow_fence: bool = False


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A run as it is asked for.

    Attributes:
        questions: the question set.
        out: the report to write.
        source: who writes the outputs.
        retrieval: where the contexts come from.
        labels: what the report says of it.
        store: the run store, None for the one that all commands share.
        fresh: begin a new run, whatever was left unfinished.
    """

    questions: Path
    out: Path
    source: Source
    retrieval: Retrieval
    labels: Labels
    store: str | None = None
    fresh: bool = False

    def __post_init__(self) -> None:
        """Refuse to write over what is read.

        Raises:
            InputError: the report would take the place of the input.
        """
        refuse_to_overwrite(self.out, [self.questions, self.source.outputs, self.retrieval.contexts])


def refuse_to_overwrite(out: Path, read: Sequence[Path | None]) -> None:
    """Make sure that what is written takes the place of nothing that is read.

    Raises:
        InputError: it would.
    """
    refuse_folder(out)
    if any(path is not None and path.resolve() == out.resolve() for path in read):
        raise InputError(f"--out {out} is a file that is read; name another.")
