"""Whether the citation that shows a key point leads to a source that may not be used."""

import re
from collections.abc import Iterator
from heapq import nlargest

from data_base.marks.citation_marks import strip_citations
from data_base.marks.cited_sources import ListedSource, SourceMark, listed_sources, same_page, source_marks
from data_base.marks.source_list import without_source_list
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.text.normalise import squeeze
from data_base.text.sentences import sentence_spans
from data_base.text_cache import text_cache
from scoring.completeness import coverage
from scoring.grounding import check_claim
from scoring.words.terms import terms

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s?#]+", re.IGNORECASE)
_VIEW = re.compile(r"/(?:full|abstract|pdf|epub|html?)$|&.*$")
_MOST_SENTENCES = 30
"""Sentences of an answer that are compared with words, those that share most of them."""
_SUPPORTED = 0.5
"""The score of words that texts rather support."""
_LONG_TITLE = 24
"""Characters of a title, squeezed, that are enough to know a work by within other words."""


def is_blocked(citation: str, request: JudgeRequest) -> bool:
    """Whether all that a citation leads to may not be used.

    Args:
        citation: a mark (``[3]``, ``[2, 5]``, ``3``), a link or an address, as it is in the answer; a number
            leads to its entry in the answer's list of sources, or to the passage of this number.
        request: with the answer, its passages and the blocked sources.
    """
    if not request.blocked:
        return False
    sources = list(_sources(citation, request))
    return bool(sources) and all(any(_is(source, each) for each in request.blocked) for source in sources)


def only_blocked_show(words: str, request: JudgeRequest) -> bool:
    """Whether words of the answer are supported by documents that may not be used, and by no others."""
    texts: dict[bool, list[str]] = {True: [], False: []}
    for each in request.documents or ():
        texts[any(_is(_named(each), source) for source in request.blocked)].append(each.text)
    barred, free = (check_claim(words, texts[it], question=request.question).score for it in (True, False))
    return free < _SUPPORTED <= barred


def citation_of(words: str, answer: str) -> str | None:
    """The marks and links of the sentence that says most of some words; None where it has none."""
    own, sentences = {*terms(words)}, _sentences(answer)
    likely = nlargest(_MOST_SENTENCES, sentences, key=lambda each: len(own & {*terms(each)}))
    nearest = max(likely, key=lambda each: coverage(words, strip_citations(each)).score, default="")
    return " ".join(nearest[mark.start : mark.end] for mark in source_marks(nearest)) or None


@text_cache(200_000)
def _sentences(answer: str) -> list[str]:
    return [answer[start:end] for start, end in sentence_spans(without_source_list(answer))]


@text_cache(200_000)
def _listed(answer: str) -> tuple[ListedSource, ...]:
    return listed_sources(answer)


def _sources(citation: str, request: JudgeRequest) -> Iterator[str]:
    """What a citation leads to, each as a text with its address, title or both."""
    marks = list(source_marks(citation)) or list(source_marks(f"[{citation.strip(' ()[]')}]"))
    for mark in marks:
        yield from _leads_to(mark, request)
    named = [each for each in request.passages if f"[{each.id}]" in citation]
    yield from (_named(each) for each in named)
    if not marks and not named and citation.strip():
        yield citation


def _leads_to(mark: SourceMark, request: JudgeRequest) -> Iterator[str]:
    if mark.url:
        yield f"{mark.said}; {mark.url}"
        return
    entries = [each.text for each in _listed(request.answer) if each.name == mark.name]
    named = request.by_number.get(int(mark.name)) if mark.name and mark.name.isdecimal() else None
    passages = [_named(each) for each in request.passages if each.id == named]
    yield from (entries[-1:] or passages)[:1]


def _named(passage: Passage) -> str:
    # What ends a short title in ``_is``.
    return f"{passage.doc_id}; {passage.id}"


def _is(source: str, blocked: BlockedSource) -> bool:
    given = {same_page(mark.url) for mark in source_marks(source) if mark.url}
    if given & {same_page(url) for url in blocked.urls}:
        return True
    works = _works(source)
    if works and works & _works(" ".join(blocked.urls)):
        return True
    title = " ".join((blocked.title or "").split())
    if len(squeeze(title)) >= _LONG_TITLE:
        return squeeze(title) in squeeze(source)
    # A short title begins many longer ones.
    return (
        bool(title) and re.search(rf"{re.escape(title)}\s*(?:$|[^\w\s:-])", source, re.IGNORECASE) is not None
    )


def _works(text: str) -> set[str]:
    return {_VIEW.sub("", found.casefold().rstrip(".,;)")) for found in _DOI.findall(text)}
