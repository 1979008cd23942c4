"""What an answer quotes, and the pages it may quote from."""

import re
from collections.abc import Mapping, Sequence

from data_base.text.quotes import abridges, canonical, contains_text
from scoring.legal.answer import CitedPlace

IN_QUOTES = re.compile(r"[“„][^“”„]*”|「[^「」]*」|『[^『』]*』|\"[^\"]*\"|«[^«»]*»|《[^《》]*》")
_QUOTED = re.compile(r'"([^"]+)"')


def quotes(text: str, cited: Sequence[CitedPlace], wanted: str) -> bool:
    """Whether an answer quotes certain words, in its text or in a citation.

    The answer may leave something out of them by "…", as long as it begins and ends with their beginning
    and end and gives at least half of them.
    """
    given = [text, *(place.text for place in cited)]
    if any(contains_text(one, wanted) for one in given):
        return True
    spans = [*_QUOTED.findall(canonical(text)), *(place.text for place in cited)]
    return any(abridges(span, wanted) for span in spans)


def pages_of(document: Sequence[Mapping[str, object]]) -> dict[int, str]:
    """Page number to text; a page that comes in several parts is joined."""
    found: dict[int, list[str]] = {}
    for page in document:
        number, text = page.get("page"), page.get("text")
        if isinstance(number, int) and isinstance(text, str):
            found.setdefault(number, []).append(text)
    return {number: "\n".join(texts) for number, texts in found.items()}
