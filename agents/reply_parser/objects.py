"""Finds the JSON objects in a text, complete ones and damaged ones, in the order in which they appear."""

import json
import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from agents.reply_parser.damaged import DamagedReader, OverBudgetError
from agents.reply_parser.shape import Shape
from agents.reply_parser.values import without_repeats

MAX_DAMAGED_CHARS = 60_000
_SCAN_BUDGET = 1_000_000
_RECURSION_COST = 20_000
_DAMAGED_START = re.compile(
    r"[{｛]\s{0,200}[\"'“”„‘’`＂«「]?(?P<key>[\w][\w \-]{0,39})[\"'“”„‘’`＂»」]?\s*[:：=]"
)
_COMPLETE_START = re.compile(r"\{\s{0,200}[\"}]")
_QUOTED_START = re.compile(r"[{｛]\s*[\"'“”„‘’`＂«「]")
_QUOTES_ON = re.compile(r"[\"“”{}｛｝\]]")
_FENCE = re.compile(r"^[ \t]{0,20}(?:```|~~~)", re.MULTILINE)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=without_repeats)


@dataclass(frozen=True)
class FoundObject:
    """An object in a text."""

    data: dict[str, object]
    """Its keys and raw values."""
    start: int
    """Where its opening brace is."""
    end: int
    """Index behind it."""
    complete: bool
    """Whether it is JSON as it is."""
    closed: bool = True
    """Whether it has an end; True for a complete one."""


def decode(text: str) -> object:
    """Decode one JSON value that is the whole text.

    Raises:
        ValueError: it is no JSON, contains NaN or infinity by name, or is nested too deeply.
    """
    try:
        return _DECODER.decode(text)
    except RecursionError:
        raise ValueError("the reply is nested too deeply") from None


def complete_objects(text: str) -> Iterator[FoundObject]:
    """Every outermost complete JSON object, from the first to the last.

    The work is bounded: a text made to be expensive is given up on.
    """
    position, budget = 0, _SCAN_BUDGET
    while budget > 0 and (opening := _COMPLETE_START.search(text, position)):
        start, position = opening.start(), opening.start() + 1
        try:
            data, end = _DECODER.raw_decode(text, start)
        except json.JSONDecodeError as error:
            # The error counts the lines before it: its cost grows with its place.
            budget -= error.pos - start + error.pos // 50 + 1
            continue
        except (ValueError, RecursionError):
            budget -= _RECURSION_COST
            continue
        position = end
        if data:
            yield FoundObject(data, start, end, complete=True)


def objects(text: str, shape: Shape) -> Iterator[FoundObject]:
    """Complete and damaged objects, from the first to the last.

    An object that begins inside a damaged one is part of it (a quotation, as a rule) and is passed over,
    unless a code fence is between the two beginnings: then the first was given up by its writer. So it was
    where the last one is whole, on lines of its own, and nothing but prose follows.
    """
    whole = {item.start: item for item in complete_objects(text)}
    reader = DamagedReader(shape)
    covered, open_since = 0, None
    final = _last_whole(text, whole, shape)
    before = text[:final]
    fences = [fence.start() for fence in _FENCE.finditer(text)]
    for start in _starts(text, whole):
        given_up = start == final or open_since is None or bisect(fences, open_since) < bisect(fences, start)
        if start < covered or not given_up:
            continue
        found = whole.get(start) or _read_damaged(reader, before if start < final else text, start)
        if found is None:
            continue
        yield found
        if found.closed or reader.satisfied(found.data):
            covered, open_since = found.end, None
        elif _QUOTED_START.match(text, start) or shape.names_any(found.data):
            open_since = start


def _last_whole(text: str, whole: Mapping[int, FoundObject], shape: Shape) -> int:
    """Where the whole object begins that ends a reply after a draft; the text's end where none does.

    What is inside a string of the draft is a quotation; it gives scores alone, and a draft that was read so
    far says more.
    """
    reader = DamagedReader(shape)  # of a budget of its own: what it reads is read again
    start = max(whole, default=len(text))
    last, line = whole.get(start), text[text.rfind("\n", 0, start) + 1 : start]
    if last is None or line.strip() or _QUOTES_ON.search(text, last.end) or not reader.satisfied(last.data):
        return len(text)
    before = text[:start]
    drafts = (_read_damaged(reader, before, each) for each in _starts(before, ()))
    said = max((len(draft.data) for draft in drafts if draft and reader.satisfied(draft.data)), default=0)
    return start if said <= len(last.data) else len(text)


def _starts(text: str, whole: Iterable[int]) -> list[int]:
    floor = max(0, len(text) - MAX_DAMAGED_CHARS)
    return sorted({*whole, *(match.start() for match in _DAMAGED_START.finditer(text, floor))})


def _read_damaged(reader: DamagedReader, text: str, start: int) -> FoundObject | None:
    try:
        read = reader.read(text, start)
    except OverBudgetError:
        return None
    return FoundObject(read.data, start, read.end, complete=False, closed=read.closed) if read.data else None
