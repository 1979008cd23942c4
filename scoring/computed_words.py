"""Words that say of a figure that it was computed: a difference, a change, a sum."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.mentions import Mention

_NEAR = 32
_HEDGE = (
    "about around roughly nearly almost exactly just only some 約 约 大約 大约 近 整整 足足 差不多 "
    "около примерно почти ровно целых всего"
)
_BEFORE_ALPHABETIC = (
    "by, saving, saves, saved, gained, lost, added, adds, put on, plus, minus, "
    "another, extra, additional, remaining, rest, further, total, totals, totalling, totaling, "
    "total of, sum of, "
    "comes to, came to, add up to, adds up to, together, altogether, combined, in all, up, down, на, "
    "итого, всего, вместе, в сумме, в общей сложности, обойдутся в, экономит, плюс, минус"
)
# Nouns of what was reckoned, with what may lead on to the figure: "the gap was 12", "прирост составил 12".
_NOUN = (
    r"\b(?:differences?|gap|lead|shortfall|surplus|excess|advantage|savings?|increase|rise|growth|gain|drop|"
    r"decline|decrease|fall|cut|loss|spread|premium|discount)"
    r"(?:\s(?:of|is|was|being|at|comes to|came to|comes out at|amounts to|amounted to|works out at|equals))?|"
    r"\b(?:разниц\w*|разрыв\w*|отставани\w*|перевес\w*|преимуществ\w*|недобор\w*|прирост\w*|превышени\w*|"
    r"прибав\w*|потеря\w*|остальн\w*|оставш\w*|остат\w*|убыл\w*|экономи[яиюе]|расхождени\w*|сокращени\w*|снижени\w*|увеличени\w*|рост|перерасход\w*|"
    # What is left of a whole.
    r"вакантн\w*|свободн\w*|незанят\w*|пуст[уо]\w*|не хватает|недоста[её]т|оста(?:л[аио]сь|ются|[её]тся)|"
    r"vacanc\w+)"
    r"(?:\sоста(?:л[аио]сь|ются|[её]тся))?"
    r"(?:\s(?:в|на|составил\w*|составля\w*|равн\w+|достиг\w*))*"
)
_DASH = r"[:：]?\s*(?:[—–=-]\s*)?"
_BEFORE_HAN = (
    r"超支了?|[結结][餘余]了?|[盈節节][餘余]了?|[亏虧]損?损?了?|[空短尚還还仍]*[缺欠][少口額额]?了?|"
    r"[其剩餘余][餘余下]的?|相差了?|(?:价|價)?差(?:距|[額额值价價异異别別])?[是為为达達有]?[:：]?|"
    r"[差多少高低快慢長长短早晚貴贵大小重輕轻省遠远寬宽深厚](?:了|出|上|花|付|用|收|走|跑)?了?|"
    r"(?<![至不很最較较])[多少](?![有於于达達為为數数半年人個个於於])[\u4e00-\u9fff]了?|"
    r"便宜了?|領先了?|领先了?|落[後后]了?|超出|缺口[是為为达達]?|"
    r"[增加減减降升漲涨縮缩提調调延拉擴扩節节淨净]{1,2}[短長长低高少多大小了至出]?了?|[增漲涨升降跌]幅[是為为达達]?|"
    r"[合總总共]計|[合总共]计|一共|[總总]共|加起[來来]|合起[來来]|共[為为有]?|[總总][額额][為为]?|之和[為为是]?"
)
# 流量差：每分鐘0.6升
_EACH_HAN = r"(?:每(?:分[鐘钟]|小[時时]|[秒天日月年週周人畝亩戶户]))?"
_AFTER_ALPHABETIC = (
    "more less fewer higher lower longer shorter faster slower quicker earlier sooner later apart cheaper "
    "dearer heavier lighter wider narrower larger bigger smaller greater taller deeper older younger above "
    "below ahead behind extra better worse difference gap lead altogether "
    "combined together rise fall drop increase decrease больше меньше дороже дешевле выше ниже "
    "дольше длиннее короче тяжелее легче раньше позже быстрее медленнее дальше ближе шире глубже старше "
    "моложе крупнее разницы вместе"
)
# "71 driver posts are still unfilled", 71個崗位空着
_LEFT_BEHIND = (
    r"(?:[\w-]{1,14}\s+){0,4}?(?:vacant|unfilled|unoccupied|unstaffed|unused|unsold|unspent|unpaid|outstanding|"
    r"left|remain\w*|missing|short|вакантн\w+|свободн\w+|незанят\w+|пуст\w+|не занят\w*|не хватает)\b|"
    r"[\u4e00-\u9fff]{0,6}(?:空[着著缺置]|未[填用售滿满]|[没沒]有?人|[没沒]填)"
)
_AFTER_HAN = "的?(?:差距|之差|差額|差额|差價|差价|差值|增幅|降幅)"


_ASKS_DIFFERENCE = re.compile(
    r"\bby how (?:much|many)\b|\bby what (?:amount|percentage|share)\b|"
    r"\bhow (?:much|many)\b[^?]{0,40}\b(?:more|less|fewer|higher|lower|longer|shorter|earlier|later|"
    r"change|differ|faster|slower|cheaper|dearer|heavier|lighter|larger|smaller|bigger|wider|greater|exceed|"
    r"gain|lose|save)\b|"
    r"\bhow far apart\b|\bwhat (?:is|was|are|were) the (?:\w+ )?(?:difference|gap)\b|\bhow many times\b|"
    r"(?:相差|差距|差額|差额|[增加減减降升漲涨縮缩提調调擴扩高低多少貴贵快慢遠远輕轻]{1,2}|便宜|領先|领先)[了出上]?(?:有|是|為|为)?(?:多少|幾|几)|"
    r"\bна (?:сколько|какую величину)\b|\bнасколько\b|\bкаков\w* (?:разниц|разрыв)|\bво сколько раз\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def asks_difference(question: str) -> bool:
    """Whether a question, or a part of one, asks by how much something changed or differs."""
    return _ASKS_DIFFERENCE.search(question) is not None


def _any(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_BEFORE = re.compile(
    rf"(?:\b(?:{_any(_BEFORE_ALPHABETIC.split(', '))})|{_NOUN}|{_BEFORE_HAN})"
    rf"{_DASH}(?:(?:{_any(_HEDGE.split())})\s*)?{_EACH_HAN}$",
    re.IGNORECASE,
)
# A noun or two may stand between: "17 minutes of travel less", "3 kg heavier"; "3 kg or more" is a bound.
_AFTER = re.compile(
    rf"(?!\s*(?:or|and|but|и|или|а|но)\b)\s*(?:(?!and\b|but\b|и\b|а\b)[\w²³.%]{{1,14}}\s+){{0,2}}?(?:(?:{_any(_AFTER_ALPHABETIC.split())})\b|{_AFTER_HAN})|\s*(?:{_LEFT_BEHIND})",
    re.IGNORECASE,
)


def is_computed(text: str, mention: Mention) -> bool:
    """Whether the words next to a figure say that it is a difference, a change or a sum.

    Args:
        text: the sentence.
        mention: a figure of it.
    """
    before, after = (
        text[max(0, mention.start - _NEAR) : mention.start],
        text[mention.end : mention.end + _NEAR],
    )
    return bool(_BEFORE.search(before) or _AFTER.match(after))


_MORE_OR_LESS_HAN = re.compile(r"[多少高低快慢長长短早晚貴贵重輕轻](?:了|出|上)?\s*$")


def is_more_or_less(text: str, mention: Mention) -> bool:
    """Whether the words next to a figure say that it is by so much that two things differ."""
    before, after = text[: mention.start], text[mention.end : mention.end + _NEAR]
    return bool(_MORE_OR_LESS_HAN.search(before) or _AFTER.match(after))


_COMPARING = frozenset(_AFTER_ALPHABETIC.split())


def compares(noun: str) -> bool:
    """Whether the word behind a number only compares it ("12 more") and is nothing that is counted."""
    return noun.lower() in _COMPARING
