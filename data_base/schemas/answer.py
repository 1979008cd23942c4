"""An answer: what a system said, and on what it leans."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.legacy_words import read_as
from data_base.schemas.passage import Passage
from data_base.schemas.usage import TokenUsage

CitationVerdict = Literal["supported", "unsupported", "undecidable"]

_StoredVerdict = Annotated[
    CitationVerdict,
    BeforeValidator(
        read_as({"holds": "supported", "does_not_hold": "unsupported", "cannot_tell": "undecidable"})
    ),
]


class Citation(Frozen):
    """A sentence of the answer that cites a passage, and whether the passage supports it."""

    sentence: str
    """The sentence as it is in the answer, without its citation marks."""
    passage_id: str
    """The cited passage; a name that no passage has is kept as it was written."""
    doc_id: str | None = None
    """The passage's document, None where no such passage was found."""
    page: int | None = Field(default=None, ge=1)
    """Its page from 1, None where there is none."""
    verdict: _StoredVerdict = "undecidable"
    """Whether the passage's text supports the sentence, as far as code can decide."""
    judged: _StoredVerdict | None = None
    """What the judge said of the sentence, None where it said nothing of it."""


class Answer(Frozen):
    """What a system answered."""

    text: str
    """The answer; citations appear in it as passage ids in square brackets."""
    citations: tuple[Citation, ...] = ()
    """Every citation in the text, in order."""
    uncited: tuple[str, ...] = ()
    """Sentences that state a fact and cite no passage, in order; only where there were passages."""
    passages: tuple[Passage, ...] = ()
    """The passages the system had before it, best first; empty for a system that has none."""
    model_id: str | None = None
    """The model that wrote it, as asked; None where a person or an unknown system did."""
    model_served: str | None = None
    """The same model as its reply names it, None where it does not."""
    system_fingerprint: str | None = None
    """The server's configuration, None where it does not say."""
    usage: TokenUsage = TokenUsage()
    """Tokens and calls it cost."""
    latency_ms: float | None = Field(default=None, ge=0)
    """Wall time in milliseconds, None where it was not measured."""
