"""Where a value stands in the passages: what its own words, and the words about it, say that it is of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from data_base.text.han_variants import fold_variants
from scoring.contexts import masked
from scoring.mentions import mentions
from scoring.qualifiers import qualifiers
from scoring.segments import cut, index_of
from scoring.terms import script_of, terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from data_base.text.dates import DateMention
    from scoring.evidence import Evidence, Occurrence
    from scoring.mentions import Mention

# From this weight on a word is said of the value rather than of its neighbours.
_NEAR, _ABOUT = 0.6, 0.3
_NAME = re.compile(r"(?<=[^\W_][ ,’'\"«“(])[«“\"(]?(?P<name>[A-ZА-ЯЁ][^\W\d_]{2,})")
# Two forms of one word begin alike: учёт and учтённых do not, бобров and бобровых do.
_ALIKE, _ALIKE_SHARE = 4, 0.6
# Characters that join words of which nothing else is left in the pair.
_FUNCTION = "有共為为是的達达在於于和及已約约個个名位張张座本份隻只條条輛辆家間间所棟栋人次件台艘株棵頁页"
_HAN = re.compile(r"[\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+|\|")
_MARK = re.compile(r"[，,、；;：:。！？!?（）()\n]|\.(?=\s|$)|\s[–—-]\s")
_OF = "of"
_FOR = frozenset({"for", "для"})
_PREPOSITIONS = frozenset("in at for of on with from by в во на для из у о от по с со".split())
_ASKED_OF_BUYERS = frozenset({"§price", "§fee"})
_LAST_MONTH, _LAST_DAY = 12, 31
# What is said wherever anything is counted or reported, and tells no value from another.
_STATING = """
report reports reported record records recorded note notes noted amount amounted amounts stand stands stood number count
counts counted total totalled reach reached come comes came show shows showed shown register registered list lists listed
according state states stated say says said give gives gave given leave leaves left leaving go goes
went gone issue issued make made take took taken appear appears appeared find found measure measured document see seen
keep keeps kept cost costs still currently contain contains contained has have offer offers provide provides year years month months day days way carry carried call called put account accounts entry log in hold held have had
составляет составляло составил составила составило составляла равно равнялось равняется насчитывается насчитывалось
насчитывает числится числилось отмечено указано отражено зафиксировано значится имеется имелось достигло достигла
достигает отчёт отчёте данные данным согласно раздел таблица число числа количество показал показала показало названо
говорится производится осуществляется выполняется установлен установлено приведено записано учтено учёт проведён
закончен сейчас имеет имеют имела имели содержит содержат год года году стоит стоят стоил стоила стоило стоимость
报告 显示 统计 共有 数据 达到 记录 记载 盘点 结算 结案 资料 登记 按照 依照 根据 指出 说明 表示 写道 计算 已达 预定 总共
一共 共计 合计 数量 人数 数目 本年 当年 全年 目前 现在
"""


@dataclass(frozen=True, slots=True)
class ValuePlace:
    """A value of the passages with what sets it apart from others.

    Attributes:
        text: its sentence or row, in one Chinese script.
        near: the terms that are said of it.
        about: those and the ones that may be, from further stretches of its sentence and the one before.
        key: the terms that name it most closely.
        known: all terms of its sentence and of what stands over and before it.
        qualified: the qualifying words beside it, see :func:`qualifiers`.
        around: those anywhere in its sentence, and in the heads of its row.
        names: names within its sentence, as written.
        days: the dates in its sentence that tell more than a year.
        clause: its clause without figures, of a cell the label of its row.
    """

    text: str
    near: frozenset[str]
    about: frozenset[str]
    key: frozenset[str]
    known: frozenset[str]
    qualified: frozenset[str]
    around: frozenset[str]
    names: tuple[str, ...]
    days: frozenset[tuple[int | None, ...]]
    clause: str


def place_of(occurrence: Occurrence, evidence: Evidence) -> ValuePlace:
    """What sets a value of the passages apart from others."""
    unit, context, mention = evidence.units[occurrence.unit], occurrence.context, occurrence.mention
    found = mentions(unit.text)
    if unit.row is None:
        before, beside, end = _beside(unit.text, mention, found)
        names = tuple(match["name"] for match in _NAME.finditer(unit.text, 0, end))
    else:
        column = next((cell.column for cell in unit.row.cells if mention.raw.strip("= ") in cell.text), "")
        before, beside, names = unit.row.caption, f"{unit.row.label} {column}", ()
        end = len(unit.text)
    whole = f"{before} {beside}" if unit.row else masked(unit.text, found)
    return ValuePlace(
        text=fold_variants(unit.text),
        # What stands over a table tells of all its rows.
        near=context.key
        if unit.row
        else frozenset(term for term, weight in context.weights.items() if weight >= _NEAR),
        about=frozenset(term for term, weight in context.weights.items() if weight >= _ABOUT),
        key=context.key,
        known=unit.reach | frozenset(context.weights),
        qualified=qualifiers(beside, before),
        around=qualifiers(whole),
        names=names,
        days=frozenset(
            said_of(other.date)
            for other in found
            if other.date is not None and not other.is_year and other != mention and other.start < end
        ),
        clause=unit.row.label if unit.row else _clause(unit.text, mention, found),
    )


def _beside(text: str, mention: Mention, found: Sequence[Mention]) -> tuple[str, str, int]:
    """The words before a value's own stretch of its sentence, its stretch, and where that ends."""
    stretches = cut(text, [(other.start, other.end) for other in found])
    own = index_of(mention.start, stretches)
    first = own - 1 if own and not any(_holds(stretches[own - 1], other) for other in found) else own
    plain = masked(text, found)
    start, end = stretches[own]
    return plain[stretches[first][0] : start], plain[start:end], end


def _holds(stretch: tuple[int, int], mention: Mention) -> bool:
    return mention.figure is not None and stretch[0] <= mention.start < stretch[1]


def _clause(text: str, mention: Mention, found: Sequence[Mention]) -> str:
    """The words between the marks about a value; the value and other figures leave a bar."""
    plain = masked(text, found)
    start = max((match.end() for match in _MARK.finditer(plain, 0, mention.start)), default=0)
    after = _MARK.search(plain, mention.end)
    end = after.start() if after else len(text)
    barred = [other for other in found if start <= other.start < end]
    for other in reversed(barred):
        plain = f"{plain[: other.start]}|{plain[other.start + 1 :]}"
    return plain[start:end]


def restricting(place: ValuePlace, asked: frozenset[str], other: ValuePlace) -> bool:
    """Whether words of a value's clause narrow down what is asked: "a family ticket", "seats in the gallery".

    Such are words that neither the question nor the other place says, and that stand right before a word of
    the question, or behind one and a preposition.

    Args:
        place: where the value stands.
        asked: the terms of the question.
        other: where the value stands that is held against it.
    """
    if _HAN.search(place.clause):
        return _restricts_han(place, asked, other)
    before = joint = ""
    narrows = False
    for word in _WORD.findall(place.clause):
        own = terms(word)
        if word == "|":
            before, joint, narrows = word, "", False
        elif not own:
            if word.casefold() in _PREPOSITIONS:
                joint, narrows = word.casefold(), narrows and word == _OF
        elif _is_asked(own, asked):
            if narrows and not _only_states(own):
                return True
            before, joint, narrows = word, "", False
        else:
            narrows = bool(unsaid(own, other.known, other.text))
            if narrows and before and joint and (before != "|" or joint in _FOR):
                return True
            before, joint = "", ""
    return False


def _is_asked(own: Iterable[str], asked: frozenset[str]) -> bool:
    return any(term in asked or any(_is_same_word(term, other) for other in asked) for term in own)


def _only_states(own: Iterable[str]) -> bool:
    return all(term in stating_terms() for term in own)


def _restricts_han(place: ValuePlace, asked: frozenset[str], other: ValuePlace) -> bool:
    known = {
        *"".join(term for term in asked if term[0] != "§"),
        *other.text,
        *_FUNCTION,
        *_stating_characters(),
    }
    left = "".join(" " if character in known else character for character in fold_variants(place.clause))
    return any(_HAN.search(run) for run in left.split())


def said_of(date: DateMention) -> tuple[int | None, ...]:
    """What a date tells: year, half, quarter, month, day and hour, None where it does not."""
    return date.year, date.half, date.quarter, date.month, date.day, date.hour


def is_end_of_year(said: tuple[int | None, ...]) -> bool:
    """Whether a date tells no more than its year does: what stood at its end."""
    return said[3:] == (_LAST_MONTH, _LAST_DAY, None)


def unsaid(wanted: Iterable[str], said: frozenset[str], text: str = "") -> frozenset[str]:
    """The telling ones among some terms that are not said, in whatever form.

    Args:
        wanted: the terms; those that only state a value tell nothing.
        said: the terms that are said.
        text: the words they stand in; of Chinese, whose pairs of characters may straddle two words, both
            characters are enough. The terms said themselves where it is empty.
    """
    characters = fold_variants(text) or "".join(said)
    return frozenset(
        term for term in wanted if term not in stating_terms() and not _is_said(term, said, characters)
    )


def _is_said(term: str, said: frozenset[str], characters: str) -> bool:
    if term in said or (term in _ASKED_OF_BUYERS and said & _ASKED_OF_BUYERS):
        return True
    if script_of(term) == "han":
        return all(character in characters or character in _FUNCTION for character in term)
    return any(_is_same_word(term, other) for other in said)


def _is_same_word(one: str, other: str) -> bool:
    length = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return length >= _ALIKE and length >= _ALIKE_SHARE * max(len(one), len(other))


@cache
def _stating_characters() -> frozenset[str]:
    return frozenset(_HAN.findall(_STATING))


@cache
def stating_terms() -> frozenset[str]:
    """Terms that are said wherever anything is counted or reported."""
    return frozenset(terms(_STATING))
