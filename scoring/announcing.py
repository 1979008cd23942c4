"""Sentences that only announce, name a source or sum up, and state nothing to be checked (zh, en, ru)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from data_base.text.han_variants import fold_variants
from data_base.text.normalise import normalise
from data_base.text.tokens import content_tokens_of

if TYPE_CHECKING:
    from collections.abc import Collection

_NUMBERS = (
    r"two|three|four|five|six|seven|eight|nine|ten|several|"
    r"дв[ае]|двух|три|тр[её]х|четыр[её]х?|пят[иь]|шест[иь]"
)
# What texts are called, with the number of one: "Section 7", "1 and 5" after it is of the same list.
_SOURCES = (
    r"\b(?:sub)?(?:sections?|tables?|chapters?|paragraphs?|clauses?|articles?|appendi(?:x|ces)|"
    r"annex(?:es)?|documents?|"
    r"reports?|letters?|texts?|passages?|sources?|minutes|notices?|bulletins?|pages?|memos?|briefings?)\b"
    r"(?:\s*(?:no\.?\s?)?\d{1,2}(?:\.\d{1,2})?(?:(?:,? (?:read|taken) together with|\s*(?:,|and|or|to|"
    r"with|–|-))\s*\d{1,2}(?:\.\d{1,2})?)*\b)?|"
    r"\b(?:раздел|таблиц|глав|пункт|параграф|стат[ьеи]|приложени|документ|отч[её]т|письм|текст|источник|"
    r"протокол|"
    r"страниц|сведени|данн)(?!ик)\w{0,4}\b(?:\s*№?\s*\d{1,2}(?:\.\d{1,2})?(?:\s*(?:,|и|или|–|"
    r"-)\s*\d{1,2}(?:\.\d{1,2})?)*\b)?|"
    r"第?[\d一二三四五六七八九十]{1,3}[章节条段页](?:[、和与及]第?[\d一二三四五六七八九十]{1,3}[章节条段页])*|"
    r"信[中里]|文件|报告|简报|资料|来源|段落|章节|各节|表格|表[中里]|附[录表注]|上文|下文|文[中内]"
)
# What an answer is made of, and how it is announced.
_ANNOUNCED = (
    r"\b(?:answers?|conclusions?|pictures?|summary|overview|points?|reasons?|causes?|conditions?|"
    r"requirements?|criteria|"
    r"steps?|measures?|items?|factors?|explanations?|accounts?|versions?|differences?|discrepanc\w+|gaps?|"
    r"place[sd]?|"
    r"as follows|follow(?:s|ing)?|below|above|stat(?:e|es|ed|ing)|says?|said|giv(?:e|es|en|ing)|list(?:s|"
    r"ed|ing)?|set out|"
    r"names?|mentions?|describ\w+|reads?|taken together|read together|together|met|fulfilled|satisfied|"
    r"required|needed|"
    r"appl(?:y|ies)|indispensable|unexplained|unresolved|not (?:explained|reconciled|resolved)|remains?|"
    r"no (?:single|clear|unambiguous)|negative|different|"
    r"affirmative|clear|unambiguous|single|agree|disagree|differ|contradict)\b|"
    r"\b(?:ответ|вывод|картин|итог|причин|услови|требовани|критери|шаг|мер(?=[аыу]?\b)|пункт|фактор|"
    r"объяснени|верси|"
    r"разниц|расхождени|различи|мест(?=[аеоу]?х?\b))\w{0,4}\b|"
    r"\b(?:сказано|говорится|указано|приводит\w{0,2}|приведен\w*|да[её]т|дают|перечислен\w*|перечисля\w+|"
    r"названо|названы|"
    r"следующ\w+|так\w{0,3}|вместе|соблюсти|соблюда\w+|выполн\w+|нужно|необходим\w+|обязательн\w+|"
    r"оста[её]тся|"
    r"без объяснени\w*|не объясн\w+|однозначн\w+|отрицательн\w+|положительн\w+|утвердительн\w+|ответа нет|"
    r"нет ответа|разн\w{2,3}|"
    r"расход[ия]\w+|не совпада\w+|противореч\w+)\b|"
    r"答案|结论|回答|说法|情况|原因|理由|条件|要求|措施|做法|步骤|方面|地方|地点|差[异距额]|出入|"
    r"缺一不可|全部|同时|满足|做到|达到|具备|符合|以下|如下|上述|综合|合起?来|对照|来?看|可[见知]|给出|"
    r"列[出明]|写[明道]|指出|"
    r"说明|提[到及]|记载|规定|否定|肯定|才行|才能|必须|不一致|矛盾|不符|解释|原因不明|(?:没有?|未[加作]?|"
    r"无法)(?:解释|说明)|仍[然未]?|分别|"
    r"一共|共有|主要|[两三四五六七八九十][项点条个种件步处者]|[是为的了有都须均共才要应之得]"
)
_FRAME = re.compile(rf"{_SOURCES}|{_ANNOUNCED}|\b(?:{_NUMBERS})\b", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:not|never|no|не|нет|ни|без)\b|n[’']t\b|[不没无未]", re.IGNORECASE)
_COUNTS = re.compile(
    r"[两二三四五几](?:大|个|项)?(?:方面|点|原因|因素|考虑|层面|理由)(?:的?(?:考虑|因素|原因|理由))?[。.:：]?$|"
    rf"\b(?:{_NUMBERS})\s(?:\w+\s){{0,2}}?(?:reasons?|factors|considerations|respects|points|grounds|causes)\b|"
    r"\b(?:дв[ае]|двум|двух|три|тр[её]х|тр[её]м|четыр\w+|нескольк\w+)\s(?:\w+\s){0,2}?"
    r"(?:причин|фактор|обстоятельств|соображени|аспект|довод)\w*",
    re.IGNORECASE,
)
_HAN = re.compile(r"[\u4e00-\u9fff]")


def counts_points(text: str) -> bool:
    """Whether a sentence without figures counts the points that follow: "for two reasons", 兩方面."""
    return _COUNTS.search(fold_variants(normalise(text))) is not None and not re.search(r"\d", text)


def announces(text: str, question: str) -> bool:
    """Whether a sentence only announces what the others say.

    "The letter says no.", "Four conditions must all be met:", "The difference remains unexplained.": of what
    it says besides, every word is the question's, and nothing in it is denied.

    Args:
        text: a sentence of an answer.
        question: what is answered.
    """
    plain = fold_variants(normalise(text))
    rest = _FRAME.sub(" ", plain)
    if rest == plain or re.search(r"\d", rest):
        return False
    words = [token for token in content_tokens_of(rest) if not _HAN.match(token)]
    han = _HAN.findall(rest)
    if not words and not han:
        return True
    asked = fold_variants(normalise(question))
    return not _DENIES.search(rest) and _all_in(words, content_tokens_of(asked)) and _all_in(han, asked)


def _all_in(said: Collection[str], asked: Collection[str]) -> bool:
    return all(each in asked for each in said)
