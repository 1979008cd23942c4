"""Figures and dates of a text as one kind of thing: a value in a text."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from data_base.text.dates import DateMention, dates
from data_base.text.numbers.figures import Figure, figures
from data_base.text.word_lists import by_word, words
from data_base.text_cache import text_cache


class Mention(NamedTuple):
    """A figure or a date in a text."""

    start: int
    """Where it begins."""
    end: int
    """Where it ends (exclusive)."""
    raw: str
    """As it is written."""
    figure: Figure | None = None
    """The figure, None for a date."""
    date: DateMention | None = None
    """The date, None for a figure."""
    form: Literal["stated", "worded", "implied"] = "stated"
    """Stated as a figure; worded (a small number in words); or implied ("twice", "a third")."""

    @property
    def kind(self) -> str:
        """The figure's kind, or that it is a date."""
        return self.figure.kind if self.figure else "date"

    @property
    def year(self) -> int | None:
        """The year a date names."""
        return self.date.year if self.date else None

    @property
    def is_year(self) -> bool:
        """Whether it is a year and no more, which places figures in time rather than being one."""
        date = self.date
        return date is not None and all(getattr(date, part) is None for part in _MORE_THAN_A_YEAR)


_MORE_THAN_A_YEAR = ("month", "day", "quarter", "half", "hour")
# What comes before or after a number that is a name: "berth No. 7", "Wangchao 1", "Table 3", "第 4 節".
_NAME_BEFORE = re.compile(
    r"(?:№|#|\bno\.|\bnr\.|(?:^|[\s(«\"])(?-i:[A-ZА-ЯЁ])[\w’'-]*[a-zа-яё]|第)\s?$|"
    r"\b(?:table|fig(?:ure)?|page|section|chapter|part|note|appendix|phase|таблиц\w*|рис\w*|стр\w*|раздел\w*|глав\w*|причал\w*|склад\w*)\s?$|"
    r"(?:(?<![代手儀仪發发鐘钟外])表|附表|[圖图]|附[錄录])\s?$",
    re.IGNORECASE,
)
# "Days 1-140" counts from one to the other.
_RANGE_AFTER = re.compile(r"[-–—]\d")
# "Leeds 312, Hull 208, York 145" may give amounts or names.
_ENDS_ITEM = re.compile(r"(?<=\d\d)-?\s?(?:[,;)]|\.?$|\.\s|(?:and|и)\b)")
_CAPITAL, _DIGIT = re.compile(r"[A-ZА-ЯЁ]"), re.compile(r"\d")
_NAME_AFTER, _SECTION_AFTER = frozenset("号號"), frozenset("章節节頁页期版條条款部")
# Small numbers in words ("both", "three sites", "兩節") are part of the wording rather than figures.
_SMALL_WORD, _LARGEST_NAME = 10, 1000
_HALF = Decimal("0.5")
_LOOK_BACK = 24
_SIXTY, _HOURS = 60, 24
_COLON, _IN_TWO_PARTS = re.compile(r"\d{1,2}[:：]\d{2}"), re.compile(r"\d\D+\d")


def mentions(text: str) -> tuple[Mention, ...]:
    """Dates and figures of a text in order; where both read the same characters it is a date."""
    return _read(text)[0]


def stated_or_worded(text: str) -> tuple[Mention, ...]:
    """All that a figure of a claim may agree with in a text.

    It is what :func:`mentions` leaves to the wording, possibly overlapping: "five cases", 兩名,
    "twice", "a third". No claim has to match them, but one that writes such an amount in digits is supported.
    """
    stated, worded = _read(text)
    return (*stated, *worded, *_clock_twins(stated), *_implied(text))


def counted(text: str) -> tuple[Mention, ...]:
    """The mentions of an answer to how many: where it has none, the small numbers and parts that it words."""
    found = mentions(text)
    if found:
        return found
    for each in sorted(stated_or_worded(text), key=lambda each: (each.start, -each.end)):
        part = each.form == "worded" or (each.figure is not None and each.figure.alternatives)
        if part and (not found or each.start >= found[-1].end):
            found = (*found, each._replace(form="stated"))
    return found


@text_cache(100_000)
def _read(text: str) -> tuple[tuple[Mention, ...], tuple[Mention, ...]]:
    """The figures and dates of a text, and the small numbers that it words."""
    found = [Mention(date.start, date.end, date.raw, date=date) for date in dates(text)]
    starts, ends = ([getattr(mention, side) for mention in found] for side in ("start", "end"))
    found += [
        Mention(figure.start, figure.end, figure.raw, figure=figure)
        for figure in figures(text)
        # Dates come in order and separately, so that those between lie in the way.
        if bisect_left(starts, figure.end) <= bisect_right(ends, figure.start)
    ]
    stated: list[Mention] = []
    worded: list[Mention] = []
    for mention in sorted(found, key=lambda mention: (mention.start, mention.end)):
        if mention.figure is None or _is_figure(text, mention.figure):
            stated.append(mention)
        elif not _DIGIT.search(mention.raw) or _ENDS_ITEM.match(text, mention.end):
            worded.append(mention._replace(form="worded"))
    return tuple(stated), tuple(worded)


def _is_figure(text: str, figure: Figure) -> bool:
    """Whether a number states an amount; numbers in names and small ones in words are left to the words."""
    if not _DIGIT.search(figure.raw):
        # "three kilograms two hundred grams"; no whole number is, however large.
        in_parts = abs(figure.amount) > 1 and figure.amount % _HALF != 0
        large = max(abs(figure.value), abs(figure.amount)) > _SMALL_WORD and figure.unit != "month"
        return figure.kind in {"percent", "points", "money"} or in_parts or large
    if figure.unit is not None or figure.kind not in {"number", "ordinal"}:
        return True
    before = text[max(0, figure.start - _LOOK_BACK) : figure.start]
    after = text[figure.end : figure.end + 2].strip()[:1]
    if (
        after in _NAME_AFTER
        or (figure.kind == "ordinal" and after in _SECTION_AFTER)
        or before.endswith("第")
    ):
        return False
    if _RANGE_AFTER.match(text, figure.end):
        return True
    # What makes it a name is the one word right before it.
    named = _NAME_BEFORE.search(before, max(0, len(before.rstrip().rpartition(" ")[0])))
    return named is None or (named[0].strip()[:1].isalpha() and not _stands_for_a_name(figure, named[0]))


def _stands_for_a_name(figure: Figure, before: str) -> bool:
    """Whether a capitalised word before a small bare number makes it a name ("Wangchao 1")."""
    word = before.strip(' \u00a0\t\n(«"').lower()
    if not _CAPITAL.match(before.strip()):
        return True
    # Words that begin a sentence with a number: "Just 118 of them", "Всего 40".
    if (
        word in words("figure_marks.adverbs")
        or word in by_word("dates.months")
        or (word in words("stop_words") and word != "no")
    ):
        return False
    small = figure.quantum == 1 and figure.value < _LARGEST_NAME
    return figure.noun is None and small and "," not in figure.raw


def _clock_twins(found: Sequence[Mention]) -> Iterator[Mention]:
    """6:50 as minutes and seconds or hours and minutes, and such durations as they look with a colon."""
    for mention in found:
        date, figure = mention.date, mention.figure
        if date is not None and date.hour is not None and date.minute is not None:
            whole = Decimal(date.hour * _SIXTY + date.minute)
            for unit in (1, _SIXTY) if _COLON.fullmatch(mention.raw) else ():
                duration = Figure(whole * unit, "s", "quantity", mention.start, mention.end, mention.raw)
                yield mention._replace(date=None, figure=duration, form="implied")
        elif figure is not None and figure.unit == "s" and _IN_TWO_PARTS.search(mention.raw):
            large, small = divmod(int(figure.value / figure.quantum), _SIXTY)
            if figure.quantum in {1, _SIXTY} and large < _HOURS:
                at = DateMention(
                    None, None, None, mention.start, mention.end, mention.raw, hour=large, minute=small
                )
                yield mention._replace(date=at, figure=None, form="implied")


@text_cache(50_000)
def _implied_words(forms: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = map(re.escape, sorted(forms, key=lambda form: (-len(form), form)))
    return re.compile("|".join(rf"(?<!\w){f}(?!\w)" if f[0] < "一" else f for f in longest_first))


def _implied(text: str) -> Iterator[Mention]:
    """Amounts without a numeral of their own: "twice", треть, 一半."""
    low = text.lower()
    forms = tuple(form for form in by_word("implied.values") if form in low)
    for match in _implied_words(forms).finditer(low) if forms and len(low) == len(text) else ():
        value, _, unit = by_word("implied.values")[match[0]].partition(" ")
        whole, _, below = value.partition("/")
        amount = Decimal(whole) / Decimal(below or 1)
        figure = Figure(
            amount, unit or None, "quantity" if unit else "number", match.start(), match.end(), match[0]
        )
        if not unit:
            share = figure._replace(value=amount * 100, unit="%", kind="percent", quantum=_EXACT)
            figure = figure._replace(quantum=_EXACT, alternatives=(share,))
        yield Mention(match.start(), match.end(), match[0], figure=figure, form="implied")


_EXACT = Decimal("1e-9")
