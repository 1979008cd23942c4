"""Which year, quarter, month or day each figure of a sentence is for, as far as the sentence places it."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from data_base.text.dates import DateMention
from data_base.text.folding import fold
from data_base.text.word_lists import any_of, values
from data_base.text_cache import text_cache
from scoring.values.mentions import Mention, mentions

# Brackets of full width are folded.
_BRACKETS = {"(": ")", "[": "]", "【": "】"}


@cache
def _cut() -> re.Pattern[str]:
    """Where one part of a sentence ends. What is compared with begins another; digits are written 0 here."""
    compares, things, figures, joins = (
        any_of(f"clauses.{kind}") for kind in ("compares", "compares_things", "compares_figures", "joins")
    )
    return re.compile(
        rf"(?P<compares>{compares}|\bfrom (?=(?:\w+ ){{0,2}}0)|(?:{figures}) (?=0)|\bк (?=1)"
        rf"|(?:{things})(?! (?:чем )?(?:\w+ )?0)|(?<!more )(?<!less )(?<!fewer )\bthan\b"
        r"|\bthan\b(?! (?:\w+ )?0)|[由从][ \u00a0]?(?=[01上去前])|[较比][ \u00a0]?(?=[01上去前同])"
        r"|[低高多少]于(?!0))|(?P<until>\b(?:to|до)(?= (?:\w+ )?0)|[至到](?=[ \u00a0]?0))"
        rf"|[,、;]|{joins}|(?P<closes>相[比较]|比较)"
    )


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    """What is said next to a period or a figure, see the file of clauses."""
    listed = any_of(f"clauses.{kind}")
    # 起降 (flights), 最多, 至少 and 不少 end like a change.
    return re.compile(
        {
            "bounds": rf"(?<!сравнению )(?:{listed})[ \u00a0]?$",
            "bounds_behind": rf"(?:年|月|日)?(?: ?(?:{listed})|[ \u00a0]to[ \u00a0][12])",
            "changes": rf"(?:(?:{listed})[ \u00a0](?:{any_of('figure_marks.adverbs')}[ \u00a0])?"
            rf"|(?<![起最至不])(?:{any_of('clauses.changes_zh')})了?[约近]?[ \u00a0]?"
            r"|比[^,、;]{1,9}[高低]了?[约近]?[ \u00a0]?)$",
            "changes_behind": rf"[ \u00a0](?:{listed})",
            "opens": rf"\W*(?:(?:{listed})\W*)*",
        }[kind]
    )


# "Opened in 1978 by the Queen", 2009年建成 say what happened then, and nothing of when the rest is.
_NO_EVENT = re.compile(r"\W*(?:\w*|(?:годах?|года?|год[уом]*)\W+\w*)\W*")
_LEADS, _WORDS_A_FIGURE, _MANY, _SHORT, _LOOK_BACK = 30, 4, 3, 14, 40
_PROSE = re.compile(r"[,;:—、]\s|[，；：、。！？]|[.!?]\s*$")
_SHARES, TIMES = frozenset({"percent", "points"}), frozenset({"s", "month"})
_UNKNOWN = DateMention(None, None, None, 0, 0, "")


class _Item(NamedTuple):
    """A period or a figure of a sentence."""

    start: int
    end: int
    period: DateMention | None = None
    figure: Mention | None = None
    relative: bool = False

    @property
    def own(self) -> DateMention:
        """The period, as far as it is known."""
        return self.period or _UNKNOWN

    @property
    def sort(self) -> tuple[str | None, ...]:
        """Unit and kind of the figure."""
        figure = self.figure and self.figure.figure
        return (figure.unit, figure.kind) if figure else ()


class _Part(NamedTuple):
    """A part of a sentence with its items, and whether it is what something is compared with."""

    text: str
    start: int
    compared: bool
    periods: list[_Item]
    figures: list[_Item]

    @property
    def relative(self) -> bool:
        """Whether its period is given by another one, and rather for its own figures alone."""
        return bool(self.periods) and self.periods[-1].relative

    @property
    def opens(self) -> bool:
        """Whether its year is for what follows: at the head of the sentence, or with nothing before it."""
        first, last = self.periods[0].start - self.start, self.periods[-1].end - self.start
        if not self.figures and not _NO_EVENT.fullmatch(self.text, last):
            return False
        return first + self.start <= _LEADS or _pattern("opens").fullmatch(self.text, 0, first) is not None


def periods_of(
    text: str,
    read: Sequence[Mention],
    at: int = 0,
    asked: Sequence[DateMention] = (),
    before: DateMention | None = None,
) -> list[DateMention | None]:
    """For each mention of a sentence the period that it is for; None where that cannot be determined.

    Args:
        text: the sentence.
        read: its figures and dates in order; a date is for no other period, nor is a length of time.
        at: where the sentence begins in the text that they were read from.
        asked: what a sentence is for that names no period: the heading's, the question's. Several count in
            their order, where there are as many figures.
        before: what the sentence before is about: "a year earlier" goes back from it.
    """
    if not any(mention.figure for mention in read) or is_tabular(text, len(read)):
        return [None] * len(read)
    base = asked[0] if len(asked) == 1 else None
    items = _items(text, [mention for mention in read if mention.form == "stated"], at, base or before)
    found: dict[int, DateMention] = {}
    low = _masked(fold(text).low, items)
    if any(item.period for item in items):
        _place(low, items, found)
    if asked and not any(mention.year for mention in read):
        plain = [item for part in _parts(low, items) if not part.compared for item in part.figures]
        if len(asked) in {1, len(plain)}:
            found = {item.start: asked[n % len(asked)] for n, item in enumerate(plain)} | found
    told = [found.get(mention.start - at) if mention.figure else None for mention in read]
    return [None if period is _UNKNOWN else period for period in told]


@text_cache(200_000)
def periods_in(text: str) -> tuple[DateMention, ...]:
    """The periods that a text is about, each once; not "since 2010" nor "compared with 2010"."""
    items = _items(text, mentions(text), 0, None)
    parts = _parts(_masked(fold(text).low, items), items)
    named = [item.period for part in parts if not part.compared for item in part.periods if item.period]
    return tuple({period[:3]: period for period in named if period is not _UNKNOWN}.values())


@text_cache(100_000)
def only_period(text: str) -> DateMention | None:
    """The one period that a heading names; None for several or none, or one that gives figures."""
    short = len(text) <= _SHORT or any(map(str.isdigit, text)) or not text.isascii()
    found = periods_in(text) if short else ()
    return found[0] if len(found) == 1 and not any(mention.figure for mention in mentions(text)) else None


def _is_period(mention: Mention) -> bool:
    """Whether a date names more than a time of day."""
    date = mention.date
    return date is not None and (date.year or date.month or date.quarter or date.decade) is not None


def is_tabular(text: str, figures: int) -> bool:
    """Whether what looks like one sentence is a row of a table that was not recognised, or several."""
    in_lines = "\n" in text.strip() or (figures >= _MANY and not _PROSE.search(text))
    return in_lines and figures * _WORDS_A_FIGURE > len(text.split())


def _items(text: str, read: Sequence[Mention], at: int, base: DateMention | None) -> list[_Item]:
    low = fold(text).low
    items = []
    for mention in read:
        start, end = mention.start - at, mention.end - at
        if mention.figure is not None:
            amounts = mention.figure.kind != "ordinal" and mention.figure.unit not in TIMES
            if amounts and not _is_said("changes", low, start, end):
                items.append(_Item(start, end, figure=mention))
        elif _is_period(mention) and not _is_said("bounds", low, start, end):
            items.append(_Item(start, end, mention.date))
    dated = [item for item in items if item.period and item.period.year]
    starts = [item.start for item in dated]
    for match in re.finditer(any_of("dates.relative"), low):
        offset = int(values("dates.relative")[match[0]])
        before = bisect_left(starts, match.start())
        known = base if not offset or not dated else dated[max(0, before - 1)].period
        if known is not None and known.year is not None:
            known = known._replace(year=known.year + offset, until=None)
        items.append(_Item(*match.span(), known or _UNKNOWN, relative=True))
    return sorted(items, key=lambda item: item.start)


def _is_said(kind: str, low: str, start: int, end: int) -> bool:
    before = _pattern(kind).search(low, max(0, start - _LOOK_BACK), start)
    return bool(before or _pattern(f"{kind}_behind").match(low, end))


def _masked(low: str, items: Iterable[_Item]) -> str:
    """The sentence with 0 for its figures and 1 for its periods, so that no comma in them parts anything."""
    chars = list(low)
    for item in items:
        chars[item.start : item.end] = "10"[bool(item.figure)] * (item.end - item.start)
    return "".join(chars)


def _place(low: str, items: Sequence[_Item], found: dict[int, DateMention]) -> None:
    """Place what is in brackets among itself or by what they stand behind, then the rest."""
    outer = list(items)
    for start, end in _brackets(low):
        inside = [item for item in outer if start < item.start < end]
        before = next((item for item in reversed(outer) if item.end <= start), None)
        periods = [item.period for item in inside if item.period]
        if len(periods) < len(inside) and periods:
            _sequence(low[:end], inside, found)
        elif periods and before and before.figure:
            # 11.5 and 12.4 million (2022 and 2023)
            figures = [item for item in outer if item.end <= start and item.figure][-len(periods) :]
            if len(figures) == len(periods):
                found |= {item.start: period for item, period in zip(figures, periods, strict=True)}
            inside += figures
        else:
            continue
        outer = [item for item in outer if item not in inside]
    _sequence(low, outer, found)


def _brackets(low: str) -> list[tuple[int, int]]:
    spans, begun, closing = [], 0, ""
    for place, char in enumerate(low):
        if not closing and char in _BRACKETS:
            begun, closing = place, _BRACKETS[char]
        elif char == closing:
            spans.append((begun, place))
            closing = ""
    return spans


def _sequence(low: str, items: Sequence[_Item], found: dict[int, DateMention]) -> None:
    periods, figures = [i for i in items if i.period], [i for i in items if not i.period]
    runs = sum(1 for _ in groupby(items, key=lambda item: item.period is None))
    if runs == 2 and len(periods) > 1:  # noqa: PLR2004  (all periods, then all figures, or the reverse)
        if len(figures) % len(periods) == 0 and len({item.sort for item in figures}) == 1:
            found |= {f.start: periods[n % len(periods)].own for n, f in enumerate(figures)}
        return
    parts = _parts(low, items)
    several = len({item.period[:3] for item in periods if item.period}) > 1
    mixed = len({item.sort[-1] in _SHARES for item in figures}) > 1
    for number, part in enumerate(parts):
        # Of several figures a share is rather the change from one year to the other.
        own = [item for item in part.figures if not (several and mixed and item.sort[-1] in _SHARES)]
        if part.periods:
            own = [min(own, key=lambda item: _gap(item, part.periods[0]))] if own and part.compared else own
            found |= {item.start: _nearest(item, part.periods) for item in own}
        elif not part.compared and (there := _elsewhere(parts, number)):
            found |= dict.fromkeys([item.start for item in own], there)


def _parts(low: str, items: Sequence[_Item]) -> list[_Part]:
    cuts: list[re.Match[str]] = []
    for cut in _cut().finditer(low):
        # "It had grown to 128" is one part, "from 96 to 128" is two.
        if not cut["until"] or (cuts and cuts[-1]["compares"]):
            cuts.append(cut)
    starts, ends = [0, *(cut.start() for cut in cuts)], [*(cut.start() for cut in cuts), len(low)]
    marked = [False, *(bool(cut["compares"]) for cut in cuts)]
    # 与2023年相比: what is compared with is before the mark.
    closed = [*(bool(cut["closes"]) for cut in cuts), False]
    found: list[_Part] = []
    for start, end, compared in zip(starts, ends, map(max, marked, closed), strict=True):
        here = [item for item in items if start <= item.start < end]
        periods, figures = [i for i in here if i.period], [i for i in here if not i.period]
        found.append(_Part(low[start:end], start, compared, periods, figures))
    return found


def _gap(one: _Item, other: _Item) -> int:
    return max(one.start, other.start) - min(one.end, other.end)


def _nearest(figure: _Item, periods: Sequence[_Item]) -> DateMention:
    return min(periods, key=lambda item: _gap(figure, item)).own


def _elsewhere(parts: Sequence[_Part], number: int) -> DateMention | None:
    """The period of another part: of the last one before that opens or has figures, else of the next."""
    for part in reversed(parts[:number]):
        if part.periods and not part.compared and (part.opens or (part.figures and not part.relative)):
            return part.periods[-1].period
    for part in parts[number + 1 : number + 2]:
        if part.periods and not part.compared and not part.relative:
            return part.periods[0].period
    return None
