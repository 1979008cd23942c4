"""Whether the citation that shows a key point leads to a source that may not be used."""

import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from data_base.marks.citation_marks import cited_numbers, strip_citations
from data_base.marks.source_list import without_source_list
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.protocols import JudgeRequest
from data_base.text.normalise import squeeze
from data_base.text.sentences import sentence_spans
from scoring.completeness import coverage

_ADDRESS = re.compile(r"https?://[^\s<>\"'\])}）】]+", re.IGNORECASE)
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s?#]+", re.IGNORECASE)
_LINK = re.compile(
    rf"\[[^\[\]\n]*\]\(\s*https?://[^\s)]+[^)\n]*\)|<?{_ADDRESS.pattern}>?|{_DOI.pattern}", re.IGNORECASE
)
_BRACKETS = r"[\[【［][^\[\]【】［］\n]{1,60}[\]】］]|<sup>[^<\n]{1,40}</sup>"
_MARK = re.compile(rf"{_LINK.pattern}|{_BRACKETS}", re.IGNORECASE)
_ENTRY = (
    r"(?m)^\s*(?:[-*+]\s+)?(?:[\[【［]\^?{number}[\]】］]|\^?{number}[.)、:：])[:：.]?\s*(?P<entry>\S.*)$"
)
_SHORTEST_TITLE = 12
"""Characters of a title, squeezed, that are enough to know a work by."""


def is_blocked(citation: str, request: JudgeRequest) -> bool:
    """Whether all that a citation leads to may not be used.

    Args:
        citation: a mark (``[3]``, ``[2, 5]``), a link or an address, as it is in the answer; a number leads
            to its entry in the answer's list of sources, or to the passage of this number.
        request: with the answer, its passages and the blocked sources.
    """
    if not request.blocked:
        return False
    sources = list(_sources(citation, request))
    return bool(sources) and all(any(_is(source, each) for each in request.blocked) for source in sources)


def citation_of_point(point: str, answer: str) -> str | None:
    """The marks and links of the sentence that says most of a point; None where it has none."""
    sentences = [answer[start:end] for start, end in sentence_spans(without_source_list(answer))]
    nearest = max(sentences, key=lambda each: coverage(point, strip_citations(each)).score, default="")
    return " ".join(found[0] for found in _MARK.finditer(nearest)) or None


def _sources(citation: str, request: JudgeRequest) -> Iterator[str]:
    """What a citation leads to, each as a text with its address, title or both."""
    links = [found[0] for found in _LINK.finditer(citation)]
    yield from links
    rest = _LINK.sub(" ", citation)
    numbers = cited_numbers(rest) or {int(each) for each in re.findall(r"\d{1,4}", rest)}
    for number in sorted(numbers):
        entries = [found["entry"] for found in re.finditer(_ENTRY.format(number=number), request.answer)]
        named = request.by_number.get(number)
        passages = [f"{each.doc_id} {each.id}" for each in request.passages if each.id == named]
        yield from (entries[-1:] or passages)[:1]
    if not numbers and not links and citation.strip():
        yield citation


def _is(source: str, blocked: BlockedSource) -> bool:
    given = {_place(address) for address in _ADDRESS.findall(source)}
    if given & {_place(url) for url in blocked.urls}:
        return True
    works = {each.casefold().rstrip(".,;") for each in _DOI.findall(unquote(source))}
    if works & {each.casefold() for url in blocked.urls for each in _DOI.findall(unquote(url))}:
        return True
    title = squeeze(blocked.title or "")
    return len(title) >= _SHORTEST_TITLE and title in squeeze(source)


def _place(url: str) -> str:
    """An address by host and path, without what differs between links to one page."""
    try:
        parts = urlsplit(unquote(url).rstrip(".,;"))
    except ValueError:
        return url
    host = (parts.hostname or "").removeprefix("www.")
    query = "&".join(
        each for each in sorted(parts.query.split("&")) if each and not each.startswith(("utm_", "ref="))
    )
    return f"{host}{parts.path.rstrip('/')}?{query}".casefold()
