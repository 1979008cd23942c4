"""How many of a contestant's claims cite a passage, and how many of the cited passages bear them out."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from agents.research.citations import CitedText, cite, with_judgement
from data_base.schemas.answer import Citation, CitationVerdict
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from data_base.text_cache import reading
from eval.arena.figures.values import CitedClaims
from eval.arena.result import CaseResult
from scoring.grounding import check_claim

_LINK = re.compile(r"\[([^\]\n]{1,200})\]\(\S+?\)")


def cited_claims(results: Sequence[CaseResult]) -> tuple[CitedClaims, ...]:
    """What became of every contestant's citations, in the contestants' order.

    Citations that were checked when the answer was written keep their verdict; those of any other answer are
    read from its text and checked against the passages that it brought. One that names a passage nobody has
    is unsupported, unless the answer brought no passages: then nothing can be said of it. Where the check
    cannot tell, the word of the judge that scored the answer counts, if it said one of that sentence.

    Args:
        results: question by question, every one with an item for each contestant in the same order.
    """
    asked = [[(result, item) for item in result.items] for result in results]
    return tuple(_counted(column) for column in zip(*asked, strict=True))


def _counted(column: Sequence[tuple[CaseResult, RunItem]]) -> CitedClaims:
    claims = citing = 0
    verdicts: Counter[CitationVerdict] = Counter()
    for result, item in column:
        found = _citations(result, item)
        sentences = len({citation.sentence for citation in found.citations})
        citing += sentences
        claims += sentences + len(found.uncited)
        verdicts.update(_verdicts(item, found.citations))
    return CitedClaims(
        system=column[0][1].system,
        claims=claims,
        citing=citing,
        cited=verdicts.total(),
        verdicts=dict(sorted(verdicts.items())),
    )


def _verdicts(item: RunItem, citations: tuple[Citation, ...]) -> Iterator[CitationVerdict]:
    if item.answer is None:
        return
    issues = () if item.evaluation is None else item.evaluation.issues
    for each in with_judgement(item.answer.model_copy(update={"citations": citations}), issues).citations:
        yield (each.judged or each.verdict) if each.verdict == "undecidable" else each.verdict


@reading()
def _citations(result: CaseResult, item: RunItem) -> CitedText:
    answer = item.answer
    if answer is None:
        return CitedText("", ())
    if item.research is not None:
        return CitedText(answer.text, answer.citations, answer.uncited)
    question = result.case.question
    if answer.passages:
        read = cite(answer.text, answer.passages, question=question)
        known = {passage.id: passage for passage in answer.passages}
        named = tuple(_checked(answer.citations, known, question))
        return read if read.citations else CitedText(read.text, named, read.uncited)
    known = {passage.id: passage for passage in result.shared_passages}
    # A link is a citation of what nobody here can look up.
    read = cite(_LINK.sub(r"\1 [link#1]", answer.text), (), question=question)
    return CitedText(read.text, tuple(_checked(read.citations, known, question)), read.uncited)


def _checked(citations: Sequence[Citation], known: dict[str, Passage], question: str) -> Iterator[Citation]:
    """Citations with the verdict of the passage they name; of one that is not known nothing is said."""
    for citation in citations:
        passage = known.get(citation.passage_id)
        found = None if passage is None else check_claim(citation.sentence, [passage.text], question=question)
        verdict = "undecidable" if found is None else found.verdict
        yield citation.model_copy(update={"verdict": "unsupported" if verdict == "contradicted" else verdict})
