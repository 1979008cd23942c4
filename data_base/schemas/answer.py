"""An answer: what a system said, and on what it leans."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from data_base.schemas.former_words import read_as
from data_base.schemas.frozen import Frozen
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
    """A sentence of the answer that cites a passage, and whether the passage supports it.

    Attributes:
        sentence: the sentence as it is in the answer, without its citation marks.
        passage_id: the cited passage; a name that no passage has is kept as it was written.
        doc_id: the passage's document, None where no such passage was found.
        page: its page from 1, None where there is none.
        verdict: whether the passage's text supports the sentence, as far as code can decide.
        judged: what the judge said of the sentence, None where it said nothing of it.
    """

    sentence: str
    passage_id: str
    doc_id: str | None = None
    page: int | None = Field(default=None, ge=1)
    verdict: _StoredVerdict = "undecidable"
    judged: _StoredVerdict | None = None


class Answer(Frozen):
    """What a system answered.

    Attributes:
        text: the answer; citations appear in it as passage ids in square brackets.
        citations: every citation in the text, in order.
        uncited: sentences that state a fact and cite no passage, in order; only where there were passages.
        passages: the passages the system had before it, best first; empty for a system that has none.
        model_id: the model that wrote it, as asked; None where a person or an unknown system did.
        model_served: the same model as its reply names it, None where it does not.
        system_fingerprint: the server's configuration, None where it does not say.
        usage: tokens and calls it cost.
        latency_ms: wall time in milliseconds, None where it was not measured.
    """

    text: str
    citations: tuple[Citation, ...] = ()
    uncited: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    model_id: str | None = None
    model_served: str | None = None
    system_fingerprint: str | None = None
    usage: TokenUsage = TokenUsage()
    latency_ms: float | None = Field(default=None, ge=0)
