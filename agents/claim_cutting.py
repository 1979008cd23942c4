"""A report cut into claims that can be checked by themselves, each with the marks that belong to it."""

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from data_base.marks.cited_sources import SourceMark, source_marks
from data_base.marks.source_labels import SourceLabels, source_labels
from data_base.marks.source_list import source_list_spans
from data_base.passage_citations import passage_marks
from data_base.text.normalise import squeeze
from data_base.text.sentences import sentence_spans
from data_base.text_cache import reading
from scoring.abstention import abstains
from scoring.embedded.answer import claims_of
from scoring.words.terms import terms

_CODE = re.compile(r"```.{0,20000}?(?:```|\Z)|~~~.{0,20000}?(?:~~~|\Z)", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\[\]\n]{0,300}\]\([^()\n]{0,2000}\)")
_NO_SOURCE = re.compile(r"<sup>[ \t,;]{0,2000}</sup>", re.IGNORECASE)
_ITEM = re.compile(r"^[ \t]{0,12}(?:[-*+•●·]|\(?\d{1,3}[.)、])[ \t]+(?=\S)", re.MULTILINE)
_BLANK_LINE = re.compile(r"\n[ \t]*\n|\Z")
# A line that is all heading: "## Costs", "**Costs:**".
_HEADING = re.compile(r"\s*(?:#{1,6}\s|(?:\*\*|__)[^*_]+(?:\*\*|__)[:：]?\s*$)")
# A table's head and the line below it, within lists and quotations, too; with or without strokes at the ends.
_TABLE_HEAD = re.compile(
    r"^(?:[^\n|]*\|[^\n]*\n)?[ \t>]{0,12}(?=[^\n|]*\|)[|:-](?=[^\n-]*-)[ \t\r:|-]*$", re.MULTILINE
)
# What a paragraph or item begins with, not a sentence: "**Costs.** The mill…".
_LABEL = re.compile(
    r"(?:(?:[-*+•●·]|\(?\d{1,3}[.)、])\s+)?(?:\*\*|__)[^*_\d]{1,60}(?:[.。]?(?:\*\*|__)|(?:\*\*|__)[.。])"
)
_MARKUP = re.compile(
    r"^\s{0,12}(?:(?:[-*+•●·>]|\(?\d{1,3}[.)、]|#{1,6})\s+|\d{1,3}、)|\*\*|__|`|(?<!\w)[*_]|[*_](?!\w)"
)
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>")
_OTHER_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\([^()\s]{0,300}(?:\([^()\s]{0,300}\))?\)")
_SPACE_BEFORE_STOP = re.compile(r"(?<=\S) (?=[.,;:!?，。；：！？、])|^[|\s]+|[|\s]+$")
_STOPS = (".", "!", "。", "！", '."', ".”", "。」")
_FEWEST = 3
"""Words of a claim without mark and stop; fewer are a heading's or a label's."""
_NO_WORDS = re.compile(r"[\W_]*")


@dataclass(frozen=True, slots=True)
class ReportClaim:
    """One sentence, list item or row of a report that states something."""

    start: int
    """Where it begins in the report."""
    end: int
    """Where it ends."""
    text: str
    """Its words, without marks and Markdown."""
    marks: tuple[SourceMark, ...]
    """The marks that belong to it, in order."""


@reading()
def report_claims(report: str, names: frozenset[str] = frozenset()) -> tuple[ReportClaim, ...]:
    """The claims of a report in order; what is said again in the same words is the claim before.

    The list of sources, headings, heads of tables, questions, code and statements that nothing is known are
    no claims. A mark belongs to the sentence that it is in or behind. At the end of a list item it belongs to
    all sentences of the item behind the last one with a mark of its own; in a table to its row.

    Args:
        report: in Markdown.
        names: ids of passages, which are marks in square brackets.
    """
    body = _IMAGE.sub(_blank, _without_lists(report))
    code = [found.span() for found in _CODE.finditer(body)]
    marks = [mark for mark in _marks(body, names) if not _is_within(mark.start, code)]
    labels = source_labels(body, marks)
    plain = _without_marks(body, marks, labels)
    heads = [found.span() for found in _TABLE_HEAD.finditer(plain)]
    spans = sentence_spans(plain)
    owned = _owned(plain, spans, marks, labels.trailing)
    claims: dict[str, ReportClaim] = {}
    for (start, end), own in zip(spans, owned, strict=True):
        text = _plain_text(plain[start:end])
        known = squeeze(text)
        if (before := claims.get(known)) is not None:
            claims[known] = replace(before, marks=(*before.marks, *own))
            continue
        if _is_within(start, heads) or _LABEL.fullmatch(plain, start, end):
            continue
        if not _states_a_fact(_line_of(plain, start), text, is_cited=bool(own)):
            continue
        last = max((mark.end for mark in own if mark.start >= start), default=end)
        claims[known] = ReportClaim(start, max(end, last), text, tuple(own))
    return tuple(claims.values())


def _plain_text(sentence: str) -> str:
    """A sentence without Markdown and HTML."""
    words = _OTHER_LINK.sub(r"\1", _TAG.sub(" ", sentence))
    return _SPACE_BEFORE_STOP.sub("", " ".join(_MARKUP.sub(" ", words).split()))


def _marks(body: str, names: frozenset[str]) -> list[SourceMark]:
    """All marks in order; what is in a passage's id is none of its own."""
    named = [SourceMark(each.start, each.end, each.name, None) for each in passage_marks(body, names)]
    taken = [(mark.start, mark.end) for mark in named]
    others = (mark for mark in source_marks(body) if not _is_within(mark.start, taken))
    return sorted([*named, *others], key=lambda mark: mark.start)


def _without_lists(report: str) -> str:
    """The report at its length up to the last list of sources, with blanks for the others."""
    spans = source_list_spans(report)
    if spans and spans[-1][1] == len(report):
        report = report[: spans[-1][0]].rstrip()
    kept = list(report)
    for start, end in spans:
        kept[start:end] = [sign if sign == "\n" else " " for sign in kept[start:end]]
    return "".join(kept)


def _without_marks(body: str, marks: Sequence[SourceMark], labels: SourceLabels) -> str:
    """The report at its length, with blanks for marks, labels and code; a link's words stay in a sentence."""
    kept = list(body)
    for mark in marks:
        words = (
            -1
            if not mark.said or mark.start in labels.wordless
            else body.find(mark.said, mark.start, mark.end)
        )
        for place in range(mark.start, mark.end):
            if not words <= place < words + len(mark.said) and kept[place] != "\n":
                kept[place] = " "
    for start, end in labels.spans:
        kept[start:end] = [sign if sign == "\n" else " " for sign in kept[start:end]]
    text = "".join(kept)
    for pattern in (_NO_SOURCE, _CODE):
        text = pattern.sub(_blank, text)
    return text


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _owned(
    plain: str, spans: Sequence[tuple[int, int]], marks: Sequence[SourceMark], trailing: Container[int]
) -> list[list[SourceMark]]:
    """The marks of each sentence."""
    owned: list[list[SourceMark]] = [[] for _ in spans]
    starts = [start for start, _ in spans]
    for mark in marks:
        at = bisect_right(starts, mark.start) - 1
        if mark.start in trailing and at >= 0:
            if plain.find("\n\n", spans[at][1], mark.start) < 0:
                owned[at].append(mark)
            continue
        if at < 0 or "\n" in plain[spans[at][1] : mark.start]:
            at += 1  # before the first sentence of its paragraph
        if at < len(spans) and not (at and "\n" in plain[mark.end : spans[at][0]]):
            owned[at].append(mark)
    for item in _items(plain):
        inside = range(bisect_left(starts, item[0]), bisect_left(starts, item[1]))
        last = owned[inside[-1]] if inside else []
        closing = [mark for mark in last if _NO_WORDS.fullmatch(plain, mark.end, item[1])]
        for at in reversed(inside[:-1]):
            if owned[at]:
                break
            owned[at] = closing
    return owned


def _is_within(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a place is in one of some spans, which are in order."""
    at = bisect_right(spans, (place, sys.maxsize)) - 1
    return at >= 0 and place < spans[at][1]


def _items(plain: str) -> Iterator[tuple[int, int]]:
    """Where list items are."""
    blank = [found.start() for found in _BLANK_LINE.finditer(plain)]
    starts = [found.start() for found in _ITEM.finditer(plain)]
    for start, following in pairwise([*starts, len(plain)]):
        yield start, min(following, blank[bisect_left(blank, start)])


def _line_of(plain: str, place: int) -> str:
    end = plain.find("\n", place)
    return plain[plain.rfind("\n", 0, place) + 1 : len(plain) if end < 0 else end]


def _states_a_fact(line: str, text: str, *, is_cited: bool) -> bool:
    if _HEADING.match(line) or text.endswith(("?", "？", ":", "：")) or abstains(text):
        return False
    if not is_cited and len(terms(text)) < (1 if text.endswith(_STOPS) else _FEWEST):
        return False
    found = claims_of(text)
    if is_cited and all(claim.kind == "framing" for claim in found):
        # As in "according to the ministry, the mill is closed on Sundays".
        _, comma, said = text.replace("，", ",").partition(",")
        return bool(comma) and len(terms(said)) > 1
    return any(claim.kind == "fact" for claim in found)
