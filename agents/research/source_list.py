"""An answer as it is read: short numbers for passage ids, and the list of what they stand for."""

from collections.abc import Sequence

from data_base.schemas.answer import Answer, CitationVerdict
from data_base.schemas.frozen import Frozen
from data_base.schemas.passage import is_web_address


class CitedSource(Frozen):
    """A passage that an answer cites."""

    number: int
    """What the answer's text cites it by, from 1."""
    passage_id: str
    """The passage."""
    doc_id: str
    """Its document."""
    page: int | None
    """Its page from 1, None where the document has none."""
    verdicts: tuple[CitationVerdict, ...]
    """Of the sentences that cite it, in order, by the check of figures, dates, quotes and names."""
    judged: tuple[CitationVerdict, ...] = ()
    """What the judge said of them, where it said something."""

    @property
    def line(self) -> str:
        """The source in one line for a person: ``[1] report.pdf, p. 3: supported``.

        A page of the web that has a title has its address behind it. The judge is quoted where it says
        something else.
        """
        page = "" if self.page is None else f", p. {self.page}"
        judged = f"; the judge: {_words(self.judged)}" if set(self.judged) - set(self.verdicts) else ""
        is_titled = is_web_address(self.passage_id) and self.passage_id != self.doc_id
        address = f", {self.passage_id}" if is_titled else ""
        return f"[{self.number}] {self.doc_id}{page}{address}: {_words(self.verdicts)}{judged}"


def numbered(answer: Answer) -> tuple[str, tuple[CitedSource, ...]]:
    """The text with numbers for ids, and its sources in the order they are first cited.

    Only passages that the answer was written from are sources: a citation of one that does not exist is in
    ``answer.citations`` alone.
    """
    places = {c.passage_id: c for c in answer.citations if c.doc_id is not None}
    text = answer.text
    sources: list[CitedSource] = []
    for number, (passage_id, citation) in enumerate(places.items(), start=1):
        text = text.replace(f"[{passage_id}]", f"[{number}]")
        citing = [c for c in answer.citations if c.passage_id == passage_id]
        sources.append(
            CitedSource(
                number=number,
                passage_id=passage_id,
                doc_id=citation.doc_id or passage_id,
                page=citation.page,
                verdicts=tuple(c.verdict for c in citing),
                judged=tuple(c.judged for c in citing if c.judged is not None),
            )
        )
    return text, tuple(sources)


def _words(verdicts: Sequence[CitationVerdict]) -> str:
    return ", ".join(verdict.replace("_", " ") for verdict in dict.fromkeys(verdicts))
