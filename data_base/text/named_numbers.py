"""Numbers that name a place in a document or a ship rather than say how much: Section 3, 表2-1, M/V 2."""

import re

from data_base.text.folding import Folded
from data_base.text.number_words import word_forms

_GAP = "[ \u00a0]"
_ENGLISH = """
section sections sec. secs. subsection table tables figure figures fig. figs. fig page pages p. pp.
chapter chapters chap. part parts appendix appendices annex annexes note footnote footnotes equation
equations eq. eqs. volume volumes vol. paragraph paragraphs para. paras. clause clauses article
articles art. phase exhibit slide box step mk item items
"""
_RUSSIAN = """
раздел раздела разделу разделом разделе разделы разделов разделах подраздел подраздела подразделе
глава главы главе главу главой главах гл. таблица таблицы таблице таблицу таблицей таблицах табл.
рисунок рисунка рисунке рисунку рисунки рисунках рис. стр. страница страницы странице страницу
страниц страницах с. пункт пункта пункту пунктом пункте пункты пунктов п. пп. ст. статья статьи
статье статью статьей статьях часть части частью частей параграф параграфа параграфе приложение
приложения приложению приложении прил. том тома томе формула формулы формуле формулу этап этапа
этапе примечание примечания примечании сноска сноски сноске
"""
_WORDS = frozenset((_ENGLISH + _RUSSIAN).split())
_POINTS = ("процентных", "процентного", "процентный", "процентные", "процентном")
_LOOK_BACK = 24
_DIGITS = r"[0-9]{1,4}(?:[.-][0-9]{1,3}){0,3}(?:[a-hа-и]\b)?"
_DOTTED = r"[0-9]{1,4}(?:\.[0-9]{1,3}){1,3}(?:[a-hа-и]\b)?(?!-?[0-9])"
_WORDED = word_forms(1, 12, "en")
# What makes the number an amount after all: "the section 3 km long", "in part 5 million".
_AMOUNT = (
    rf"{_GAP}?(?:%|°|per{_GAP}?cent|percent|point|hundred|thousand|million|billion|[kc]?m\b|mm\b|k?g\b|k?wh?\b|tonnes|hours"
    r"|days|weeks|months|(?:working|business|calendar)\b|рабочих|календарных|месяц|недел|минут|years|pages|words|people|процент|тыс|млн|млрд|миллион|миллиард|руб|к?м\b|кг|т\b|(?:час(?:а|ов)?|дн(?:я|ей)|лет|года?"
    r"|страниц|слов|рисунков|таблиц|человек|метр(?:а|ов)|рубл(?:я|ей))\b)|[,.]?[0-9]|[a-zа-я]"
)
_MORE = rf"(?:,|-|,? and|,? или|,? or| и| to){_GAP}?"
# What goes on otherwise is an amount: "Under section 4.3, ten days", "п. 4.3, 10 рабочих дней".
_REFERENCE = re.compile(
    rf"(?:{_DOTTED}(?:{_MORE}{_DOTTED}(?!{_AMOUNT})){{0,6}}|{_DIGITS}(?:{_MORE}{_DIGITS}(?!{_AMOUNT})){{0,6}}|{_WORDED}(?:{_MORE}{_WORDED}(?!{_AMOUNT})){{0,6}})"
    rf"(?!{_AMOUNT})"
)
_ZH = "(?:[0-9]{1,4}|[零〇一二三四五六七八九十百]{1,5})"
_PART_ZH = re.compile(
    rf"{_ZH}(?:\.[0-9]{{1,3}}){{0,3}}{_GAP}?(?:至{_GAP}?第?{_GAP}?{_ZH}{_GAP}?)?(?:章|节|条|部分|编|篇|页|款|段|卷|册|步|阶段)"
)
# 4.2節說, 3.1小節, (見2.4節): one with a decimal is a section where no speed in knots and no lesson is meant.
_SECTION_ZH = re.compile(
    rf"[0-9]{{1,2}}(?:\.[0-9]{{1,2}}){{1,3}}{_GAP}?(?:(?P<told>小?节)(?={_GAP}?"
    r"(?:[说說讲講写寫称稱记記载載指提给給列规規则則认認里裡]|中(?!速)))|小节|(?P<plain>节)(?![课課能油奏拍点點]))"
)
_CITES_ZH = re.compile(r"(?:[见見参參]|[根依]?[据據]|依照?|按照?|\()[ \u00a0]?$")
# "4.2 節 63 種，第六節 58 種"
_OTHER_SECTION_ZH = re.compile(rf"第{_GAP}?{_ZH}(?:\.[0-9]{{1,3}}){{0,3}}{_GAP}?[章节](?![课課])")
_TABLE_ZH = re.compile(rf"{_ZH}(?:[-.][0-9]{{1,3}}){{0,2}}(?!{_GAP}?[0-9%.,万亿千百十个人家元度公])")
_TABLE_SIGNS = ("表", "图", "附件", "附录", "附錄")
# 代表, 電表, 企圖, 地圖: the character ends another word.
_OTHER_WORDS = tuple("代发电水仪手钟外企意试地")
_SHIP = re.compile("(?<![A-Za-z0-9])[A-Z]/[A-Z]$")


def named_number_end(page: Folded, start: int) -> int | None:
    """Where a reference ends whose number stands at ``start``; None where the number names nothing.

    Ordinals that count things (第3名, 3rd, № 6) are no references.
    """
    head = page.low[max(start - _LOOK_BACK, 0) : start].rstrip(" \u00a0№")
    last = head[-1:]
    if last == "§":
        match = _REFERENCE.match(page.low, start)
    elif last == "第":
        match = _PART_ZH.match(page.low, start)
    elif last in "表图件录錄":
        match = _TABLE_ZH.match(page.low, start) if _is_table(head) else None
    elif last == "." or last.isalpha():
        match = _REFERENCE.match(page.low, start) if _refers(page, head, start) else None
    else:
        match = None
    if match is None and page.low[start : start + 1].isdigit():
        match = _section(page.low, start)
    return match.end() if match else None


def _section(low: str, start: int) -> re.Match[str] | None:
    """A section in Chinese whose number no 第 precedes."""
    match = _SECTION_ZH.match(low, start)
    if match is None or not match["plain"]:
        return match
    cited = _CITES_ZH.search(low[max(start - 3, 0) : start]) or _OTHER_SECTION_ZH.search(low)
    return match if cited else None


def _is_table(head: str) -> bool:
    return head.endswith(_TABLE_SIGNS) and not head[:-1].endswith(_OTHER_WORDS)


def _refers(page: Folded, head: str, start: int) -> bool:
    rest, _, word = head.replace("\u00a0", " ").rpartition(" ")
    if word.lstrip("([\"'«“*_") in _WORDS:
        return not rest.endswith(_POINTS)
    return word.endswith(("m/v", "m/s", "s/s")) and bool(
        _SHIP.search(page.cased[max(start - _LOOK_BACK, 0) : start].rstrip(" \u00a0"))
    )
