"""Figures: the numbers of a text with their units, exact and comparable across languages.

A figure is a numeral, what comes before it and what follows.
"""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal

from data_base.cancellation import go_on
from data_base.text.dates import DatedText, dated_text
from data_base.text.folding import Folded, fold
from data_base.text.markup import PAD
from data_base.text.masks import code_spans, end_of_mask, merged, named_number_end
from data_base.text.numbers.chinese_numerals import DIGITS, NUMERAL_CLASS, chinese_value
from data_base.text.numbers.figure_joins import is_range, joined, shared
from data_base.text.numbers.number_comparison import (
    EXACT,
    Figure,
    compatible,
    rescaled,
    rounds_to,
    same_figure,
)
from data_base.text.numbers.number_qualifiers import Preceding, bound_of, is_free, noun_after, preceding
from data_base.text.numbers.number_words import number_words_value
from data_base.text.numbers.numerals import (
    EXACT_SHARE,
    ONE,
    Numeral,
    numeral_pattern,
    read_numeral,
    with_scale,
)
from data_base.text.numbers.units import (
    Unit,
    counts,
    family,
    other_sense,
    read_currency_before,
    read_unit,
    with_denominator,
)
from data_base.text.word_lists import by_word
from data_base.text_cache import text_cache

__all__ = ("Figure", "compatible", "figures", "number_alone", "rounds_to", "same_figure")

# "The result: (62,450)"; "62,450 (48,600)" gives two amounts, and behind a year a short one is a note: 年(3).
_ACCOUNTED = re.compile(
    r"(?:[:=—]|\b(?:was|were|is|of|at|to)|[為为是]|(?P<weak>年|(?<=[ \u00a0])-|\bгоду?))[ \u00a0]?[(△▲▵]$"
)
_MINUS_BEHIND = re.compile(r"-[ \u00a0]*(?:$|[|;.](?![0-9])|,(?! ?[0-9]+-))", re.MULTILINE)
_NOTE = 2
_LOOK_BACK = 12
_AROUND, _NEGATIVE = " \u00a0\n.,;*_`", frozenset({"(0)", "△0", "▲0", "▵0", "0-"})
_MOST_AROUND = 20
_PLAIN, _RANK = Unit("", ONE, "number"), Unit("", ONE, "ordinal")
_HOUR, _MILLION = Decimal(3600), Decimal(10**6)
_MINUTE = Unit("s", Decimal(60), "quantity")
_SHARES = {"百": ONE, "千": Decimal("0.1"), "万": Decimal("0.01")}
_PARTS_OF = "分之"
_RANGE_GOES_ON = re.compile(rf"[ \u00a0]?[至到~-][ \u00a0]?[0-9{NUMERAL_CLASS}]")
_RANGE_CAME = re.compile(rf"[0-9{NUMERAL_CLASS}%][ \u00a0]?[至到~-][ \u00a0]?$")
_ORDINAL_ENDING = re.compile(r"(?:st|nd|rd|th)(?![a-z])|-?(?:[йяею]|го|му|ой|ый|ая|ое|ые|ых|ую)(?![а-я])")
_ORDINAL_BEFORE = re.compile("第[ \u00a0]?$")
_NUMBER_SIGN = re.compile("(?:№|N(?:o|os|r)\\.)[ \u00a0]?$")
_RANKED, _NO_ORDINAL = frozenset("季阶大"), frozenset("方者世")
_FRACTION_WORD = re.compile(
    r"[ -](?:thirds?|quarters?|fourths?|(?:fif|six|seven|eigh|nin|ten)ths?|трет|четверт)"
)
# 9個多小時, 一千多人; 一個半小時; "9 с лишним часов", "9+ hours".
_MORE = re.compile(r"(?:个[余多]|[余多几])|[ \u00a0]с лишним\b|\+(?= ?[a-z]{2})|(?P<half>个半)")
_NO_NUMBER_BEFORE = frozenset("周期拜其数几老")
# 為期半年, 有效期三週; 星期三 is a day.
_LASTS = re.compile("(?<!星)期$")
# 前一年 is the year before, 每一天 every day.
_ANOTHER_BEFORE = frozenset("前上下每同后後去某这這第新有另当當整")
_CODE = re.compile("[A-Za-zА-Яа-я_]|-[A-Z]+(?![a-z])")
# 分 is a minute behind hours, as the m in "5 h 20 m" is, and before seconds.
_MINUTE_BEHIND = re.compile("[ \u00a0]?(?:分(?![钟之])|m(?![A-Za-z0-9]))")
_MINUTE_BEFORE = re.compile("[ \u00a0]?分(?=[ \u00a0]?[0-9零一二三四五六七八九十]{1,3}[ \u00a0]?秒|半)")
# 华氏 212 度 is 212 华氏度.
_DEGREES = re.compile("([华摄])氏(?:温度)?[ \u00a0]?$")
# 两年半, "an hour and a half", 三成五
_HALF_MORE = re.compile(
    r"半(?:钟)?| and a half\b|[ \u00a0]с половиной\b|(?<=成)(?P<tenths>[一二三四五六七八九])"
)
# What may be around a number alone, which may be a fraction too.
_ENDS = " \t\r\n\u00a0.,;:!?。，；：！？\"'()[]（）【】「」*`"
_RATIO = re.compile(r"([-+]?)(?:([0-9]{1,9}) )?([0-9]{1,15}) ?[/\u2044] ?([0-9]{1,15})")
_HALVES = {"半": "一半", "a half": "half", "one half": "half"}
_VULGAR = re.compile("[¼-¾⅐-⅞]")


def figures(text: str) -> list[Figure]:
    """All figures in reading order, not overlapping.

    Read are digits with grouping in English, Russian, Swiss and full-width writing, Chinese numerals and
    English and Russian number words, with scale words, units, currencies, ordinals and ranges (which give
    two figures). Not read are dates (see ``dates``), the numbering of lists, citation marks, addresses,
    file names, version numbers and other codes. A text that is nothing but a figure is negative where it is
    written as accounts do: (1,234), △1,234 or 1,234-.
    """
    return list(_figures(text))


def number_alone(text: str) -> Decimal | None:
    """The number that a text is from end to end, None where it is anything else or more, such as a unit.

    Read are all figures, fractions such as 5/10, 1 3/4 and "two thirds", and words that inside a sentence
    are of another kind ("one", 五, "half").
    """
    low = fold(_VULGAR.sub(lambda vulgar: f" {unicodedata.normalize('NFKC', vulgar[0])}", text)).low
    if fraction := _RATIO.fullmatch(low.strip(f"{_ENDS}{PAD}")):
        sign, whole, above, below = fraction.groups()
        value = Decimal(whole or 0) + Decimal(above) / Decimal(below) if int(below) else None
        return -value if value is not None and sign == "-" else value
    found = figures(text)
    if len(found) == 1 and found[0].kind == "number":
        around = text[: found[0].start] + text[found[0].end :]
        return None if around.strip(f"{_ENDS}+~-$△▲") else found[0].value
    words = low.strip(_ENDS).replace("-", " ")
    share, _, unit = by_word("implied.values").get(_HALVES.get(words, words), " x").partition(" ")
    above, _, below = share.partition("/")
    return None if unit else Decimal(above) / Decimal(below)


@text_cache(100_000)
def _figures(text: str) -> tuple[Figure, ...]:
    page = dated_text(text)
    found: list[Figure] = []
    for figure in joined(page.folded, _scan(page)):
        if found and is_range(page.folded.low, found[-1], figure):
            found[-1:] = shared(found[-1], figure)
        else:
            found.append(figure)
    if len(found) == 1:
        found[0] = _alone_in_accounts(page.folded, found[0])
    low = page.folded.low
    return tuple(
        figure._replace(value=-figure.value) if _is_loss(low, figure) else figure for figure in found
    )


def _is_loss(low: str, figure: Figure) -> bool:
    """Whether a figure is written as a loss in accounts as what is stated: (1,234), △42, 42-."""
    if figure.value <= 0:
        return False
    if figure.unit is None and _MINUS_BEHIND.match(low, figure.end):
        return True
    mark = _ACCOUNTED.search(low[max(figure.start - _LOOK_BACK, 0) : figure.start])
    if mark is None or not mark[0].endswith("("):
        return mark is not None
    note = mark["weak"] is not None and figure.end - figure.start <= _NOTE
    return low.startswith(")", figure.end) and not note


def _alone_in_accounts(page: Folded, only: Figure) -> Figure:
    """The one figure of a text, as of a table's cell, negative in accounts: (1,234), $(5), △42, 42-."""
    head, behind = page.low[: only.start].rstrip(_AROUND), page.low[only.end :].strip(_AROUND)
    if behind == ")%" and only.unit is None:
        only, behind = only._replace(unit="%", kind="percent"), ")"
    currency = read_currency_before(page, len(head) - 1) if head.endswith("(") and only.unit is None else None
    head = f"{head[: currency[1]]}(" if currency else head
    if only.value <= 0 or f"{head.strip(_AROUND)}0{behind}" not in _NEGATIVE:
        return only
    if currency:
        raw = page.text[currency[1] : only.end]
        only = only._replace(start=currency[1], raw=raw, unit=currency[0].canonical, kind="money")
    return only._replace(value=-only.value)


def _scan(page: DatedText) -> Iterator[Figure]:
    folded, pattern, last = page.folded, numeral_pattern(), None
    match = pattern.search(folded.low)
    dates = [(start, end) for start, end, _ in page.dates]
    masked = merged([*page.references, *code_spans(folded), *dates]) if match else []
    while match:
        go_on()
        pos = end_of_mask(masked, match.start()) or named_number_end(folded, match.start())
        if pos is None and (figure := _read(folded, match, last)):
            yield figure
            last, pos = figure, figure.end
        if pos is None and match.lastgroup == "words":
            # Of words that make no one number ("the new one fifty-four") only the first is left.
            pos = match.start() + (number_words_value(match[0])[1] or len(match[0]))
        match = pattern.search(folded.low, pos or match.end())


def _read(page: Folded, match: re.Match[str], last: Figure | None) -> Figure | None:
    """The figure at a match; nothing of ``last``, the one before, belongs to it."""
    if page.low.startswith(_PARTS_OF, match.end()):
        return _read_parts(page, match)
    numeral = read_numeral(page, match)
    if numeral is None or _FRACTION_WORD.match(page.low, numeral.end):
        return None
    before = preceding(page, numeral.start, digits=numeral.script == "digits")
    goes_on = False
    if last:
        before = Preceding(numeral.start) if before.start < last.end else before
        goes_on = last.kind == "quantity" and last.end == numeral.start
    if not before.currency and not goes_on and not is_free(page, numeral.start):
        return None
    if rank := _rank(page, numeral):
        start, end = rank
        return _figure(page, numeral._replace(end=end), _RANK, Preceding(start)) if end else None
    return _read_amount(page, numeral, before, last)


def _rank(page: Folded, numeral: Numeral) -> tuple[int, int] | None:
    """Where a number that names one of several begins and ends: 3rd, 3-й, № 6, 第3; it ends at 0 if none."""
    head = page.cased[max(numeral.start - 5, 0) : numeral.start]
    if ordinal := _ORDINAL_BEFORE.search(head):
        following = page.low[numeral.end : numeral.end + 1]
        # 第一 alone means "firstly" or "best", 第一次 "for the first time".
        ranks = following in _RANKED or (following != "次" and counts(following, through=True))
        nothing = numeral.bare and (following in _NO_ORDINAL or (numeral.value == 1 and not ranks))
        return numeral.start - len(ordinal[0]), 0 if nothing else numeral.end
    if _NUMBER_SIGN.search(head):
        return numeral.start, numeral.end
    ending = _ORDINAL_ENDING.match(page.low, numeral.end) if numeral.script == "digits" else None
    return (numeral.start, ending.end()) if ending else None


def _read_parts(page: Folded, match: re.Match[str]) -> Figure | None:
    """百分之五 is a percentage, 三分之二 a fraction: the numeral behind 分之 over the one before it."""
    behind = numeral_pattern().match(page.low, match.end() + len(_PARTS_OF))
    if behind is None or "words" in {match.lastgroup, behind.lastgroup}:
        return None
    hundred = Numeral(*behind.span(), Decimal(100), 0, ONE, "chinese") if behind[0] == "百" else None
    numeral = read_numeral(page, behind) or hundred
    below = chinese_value(match[0]) if match.lastgroup == "chinese" else Decimal(match[0])
    before = Preceding(match.start(), page.low.startswith("负", match.start() - 1))
    if numeral and match[0] in _SHARES:
        return _figure(page, numeral, Unit("%", _SHARES[match[0]], "percent"), before)
    if numeral is None or not below:
        return None
    numeral = numeral._replace(value=numeral.value / below, quantum=EXACT_SHARE)
    return _with_percentage(_figure(page, numeral, _PLAIN, before))


def _with_percentage(share: Figure) -> Figure:
    """A fraction with its other reading as a percentage."""
    value = EXACT.multiply(share.value, Decimal(100))
    return share._replace(noun=None, alternatives=(share._replace(value=value, unit="%", kind="percent"),))


def _read_amount(page: Folded, numeral: Numeral, before: Preceding, last: Figure | None) -> Figure | None:
    numeral = with_scale(page, numeral, money=before.currency is not None)
    more = _MORE.match(page.low, numeral.end)
    end = more.end() if more else numeral.end
    found = _unit_at(page, numeral.start, end, last)
    if found is None and page.low.startswith("月", end) and more and more[0][0] == "个":
        found = Unit("month", ONE, "quantity"), end + 1
    if found is None and _CODE.match(page.cased, end):
        return None  # 5G, 7f3a, 10-K
    if numeral.bare and not (_counts(page, numeral, found) or _is_alone(page.low, before.start, end)):
        return None
    if more and more["half"]:
        numeral = numeral._replace(value=numeral.value + numeral.scale / 2, quantum=numeral.scale / 10)
    unit, unit_end = _joined_unit(page, before, found, end)
    figure = _completed(page, _figure(page, numeral._replace(end=unit_end), unit, before))
    if more and not more["half"] and figure.bound is None:
        figure = figure._replace(bound="at_least", approximate=True)
    if figure.unit is None and figure.quantum == EXACT_SHARE:
        return _with_percentage(figure)
    written = page.cased[end : figure.end].strip(" \u00a0-")
    if written == "m" and figure.scale == ONE and end == figure.end - 1:
        other = rescaled(figure, _MILLION, ONE)._replace(unit=None, kind="number")
    elif unit_sense := other_sense(written.lower()):
        other = rescaled(figure, figure.scale, unit_sense.factor)
        other = other._replace(unit=unit_sense.canonical, kind=unit_sense.kind, below=unit_sense.below)
    else:
        return figure
    return figure._replace(alternatives=(other,))


def _counts(page: Folded, numeral: Numeral, found: tuple[Unit, int] | None) -> bool:
    """Whether a single word or character that may be no number is one here."""
    low, start, end = page.low, numeral.start, numeral.end
    before = low[max(start - 1, 0) : start]
    lasts = found is not None and _LASTS.search(low, 0, start)
    if (before in _NO_NUMBER_BEFORE and not lasts) or (numeral.value == 1 and before in _ANOTHER_BEFORE):
        return False
    if found is not None or numeral.scale != ONE or numeral.value == 1:
        return found is not None or numeral.scale != ONE
    came = _RANGE_CAME.search(low[max(start - 4, 0) : start])
    return counts(low[end : end + 1]) or bool(came or _RANGE_GOES_ON.match(low, end))


def _is_alone(low: str, start: int, end: int) -> bool:
    """Whether a text is nothing but the numeral: there "one" and 五 are numbers."""
    short = start < _MOST_AROUND and len(low) - end < _MOST_AROUND
    return short and not (low[:start] + low[end:]).strip(_AROUND)


def _figure(page: Folded, numeral: Numeral, unit: Unit, before: Preceding) -> Figure:
    value, (start, end) = EXACT.multiply(numeral.value, unit.factor), (before.start, numeral.end)
    approximate, bound = bound_of(page.low, before, end)
    noun = None if unit.canonical else noun_after(page.low, end)
    return Figure(
        -value if before.negative else value, unit.canonical or None, unit.kind, start, end,
        page.text[start:end], numeral.precision, EXACT.multiply(numeral.quantum, unit.factor),
        approximate, bound, noun, amount=numeral.value, below=unit.below,
        scale=numeral.scale, factor=unit.factor, smallest=unit.factor,
    )  # fmt: skip


def _unit_at(page: Folded, start: int, end: int, last: Figure | None) -> tuple[Unit, int] | None:
    """The unit at ``end`` of a number that begins at ``start``."""
    behind_hours = last is not None and last.unit == "s" and last.factor == _HOUR and start - last.end <= 1
    if behind_hours and (minute := _MINUTE_BEHIND.match(page.cased, end)):
        return _MINUTE, minute.end()
    found = read_unit(page, end)
    if found is None and (minute := _MINUTE_BEFORE.match(page.low, end)):
        return _MINUTE, minute.end()
    return found


def _joined_unit(
    page: Folded, before: Preceding, found: tuple[Unit, int] | None, end: int
) -> tuple[Unit, int]:
    """The unit of a figure from the currency before it and the unit behind, and where the figure ends."""
    if before.currency is None:
        head = page.low[max(before.start - 6, 0) : before.start]
        if found and found[0].canonical == "°" and (scale := _DEGREES.search(head)):
            return Unit("°F" if scale[1] == "华" else "°C", ONE, "quantity"), found[1]
        return found or (_PLAIN, end)
    if found is None or found[0].kind != "money":
        return with_denominator(page, before.currency, end)
    generic = len(family(before.currency.canonical)) > 1
    return (found[0] if generic else before.currency._replace(factor=found[0].factor)), found[1]


def _completed(page: Folded, figure: Figure) -> Figure:
    """The figure with the part behind its unit."""
    more = _HALF_MORE.match(page.low, figure.end) if figure.unit and not figure.precision else None
    if more is None or (figure.kind not in {"quantity", "percent"}):
        return figure
    tenths = DIGITS[more["tenths"]] if more["tenths"] else 5
    one = EXACT.multiply(figure.scale, figure.factor)
    value = EXACT.add(figure.value, EXACT.multiply(Decimal(tenths) / 10, one).copy_sign(figure.value))
    figure = figure._replace(value=value, amount=figure.amount + figure.scale * tenths / 10, precision=1)
    return figure._replace(quantum=one.scaleb(-1), end=more.end(), raw=page.text[figure.start : more.end()])
