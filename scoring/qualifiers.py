"""Words that make a value another one than the same words without them would (zh, en, ru): planned, of which."""

from __future__ import annotations

import re
from functools import cache

# Kinds of qualifying words. Two values of which only one is so qualified are not accounts of one thing.
_KINDS = {
    "planned": (
        r"\b(?:plan(?:s|ned|ning)?|expect\w*|forecast\w*|project(?:ed|ions?)|budget(?:ed|s)?|target\w*|goals?|estimat\w*|"
        r"propos\w*|anticipat\w*|intend\w*|scheduled?|tender\w*|quot(?:ed?|ation)|will|aim\w*|"
        r"design(?:ed)? (?:value|capacity|figure)|provisional\w*|prelim\w*|initial\w*|original\w*|promis\w*|hop(?:e|ed|ing))\b|"
        r"預計|预计|預期|预期|預估|预估|預定|预定|預算|预算|計[劃畫]|计划|規劃|规划|目標|目标|估計|估计|估算|擬|拟|將(?!近)|将(?!近)|"
        r"設計值|设计值|初步|原定|原訂|原先|起初|最初|概算|承諾|承诺|標準|标准|"
        r"\b(?:план\w*|запланир\w*|ожида\w*|прогноз\w*|намеч\w*|намере\w*|предполага\w*|предварит\w*|проектн\w*|смет\w*|"
        r"первоначальн\w*|бюджет\w*|цел[ьи]\w{0,3}|оцен[оки]\w*|будет|будут|норматив\w*|обеща\w*)"
    ),
    "actual": (
        r"\b(?:actual(?:ly)?|in the end|in fact|audited|final(?:ly)?|eventual\w*|outturn|real(?:ised|ized))\b|"
        r"實際|实际|實支|实支|決算|决算|最終|最终|最後|最后|經審計|经审计|實得|实得|"
        r"\b(?:фактич\w*|по факту|в итоге|окончательн\w*|аудир\w*|в действительности|реальн\w*)"
    ),
    "revised": (
        r"\b(?:revis\w*|amend\w*|correct(?:ed|ion)|restat\w*|adjust\w*|errat\w*|supersed\w*|new(?:ly)? set|"
        r"no longer|instead of|previous\w*|formerly|earlier|prior|old|since then|now)\b|"
        r"修訂|修订|修正|更正|勘誤|勘误|調整|调整|變更|变更|更新|原本|原為|原为|原來|原来|以前|之前|此前|過去|过去|曾|舊|旧|"
        r"現已|现已|如今|改為|改为|後來|后来|其後|其后|此後|此后|"
        r"\b(?:уточн\w*|пересмотр\w*|исправл\w*|измен[её]н\w*|скорректир\w*|прежн\w*|ранее|раньше|прежде|до этого|"
        r"теперь|ныне|стар\w{2,3})\b"
    ),
    "part": (
        r"\b(?:of which|of these|of those|of them|of whom|among (?:them|these|those|which|whom)|in (?:one|each) of|per|each|every|"
        r"alone|partly|part of|half of|a third of|the rest|remaining|others?|another|further|additional\w*|extra|"
        r"more than half|separate\w*)\b|"
        r"其中|當中|当中|之中|每|各|單是|单是|部分|其餘|其余|剩|另|額外|额外|餘下|余下|分別|分别|"
        r"\b(?:из них|из которых|в том числе|среди них|кажд\w+|остальн\w*|оставш\w*|друг(?:ие|их|ой)|"
        r"дополнительн\w*|част[ьи]|ещ[её]|отдельн\w*|из этого числа|на одного|на одну)\b"
    ),
    "included": (
        r"\b(?:includ\w*|with the|gross|before tax|pre-tax|counting|plus|together with|combined|with vat)\b|"
        r"包括|包含|(?<!不)含|連同|连同|稅前|税前|毛|加上|"
        r"\b(?:включа\w*|с уч[её]том|считая|вместе с|валов\w+|до вычета|до налог\w*)\b"
    ),
    "excluded": (
        r"\b(?:exclud\w*|without|net|after tax|not counting|minus|apart from|except\w*|core)\b|"
        r"不含|不包括|不計|不计|扣除|剔除|除外|除了|稅後|税后|淨|净|核心|未計|未计|"
        r"\b(?:без|исключа\w*|кроме|помимо|чист\w+|за вычетом|после налог\w*)\b"
    ),
    "extreme": (
        r"\b(?:max(?:imum|imal)?|min(?:imum|imal)?|average|mean|median|peak|high(?:est)?|low(?:est)?|record|best|worst|largest|"
        r"smallest|longest|shortest|typical(?:ly)?|usual(?:ly)?|normal(?:ly)?|standard|at (?:most|least)|up to|no more than|"
        r"as (?:many|much|few|little) as|limit\w*|threshold|cap(?:ped)?|ceiling|floor|allow\w*|permit\w*|rated|nominal)\b|"
        r"最高|最低|最大|最小|最多|最少|平均|中位|峰值|尖峰|至多|至少|不超過|不超过|不得|上限|下限|限值|通常|一般|額定|额定|可達|可达|可容|"
        r"\b(?:максим\w*|миним\w*|средн\w*|медиан\w*|пиков\w*|наибольш\w*|наименьш\w*|рекорд\w*|не более|не менее|"
        r"обычно|предел\w*|лимит\w*|порог\w*|номинальн\w*|допуст\w*|разреш\w*)"
    ),
    "cumulative": (
        r"\b(?:cumulative\w*|so far|to date|since|year to date|"
        r"over (?:the )?(?:\w+ )?years|a year|yearly|monthly|a month|weekly|daily|a day|quarterly|half[- ]year\w*)\b|"
        r"累計|累计|迄今|至今|歷年|历年|每年|每月|每日|每週|每周|年均|月均|日均|季度|上半年|下半年|月份|單月|单月|環比|环比|同比|"
        r"\b(?:накоплен\w*|на сегодня|с начала|ежегодн\w*|ежемесячн\w*|ежедневн\w*|"
        r"в год|в месяц|в день|в сутки|в неделю|квартал\w*|полугоди\w*)\b"
    ),
    "change": (
        r"\b(?:increas\w*|decreas\w*|ris(?:e|es|en|ing)|rose|f(?:all|ell|alls|allen)|grew|grow\w*|drop\w*|gain\w*|los[st]\w*|declin\w*|"
        r"chang\w*|more than (?:in|the)|less than (?:in|the)|fewer|up|down|differ\w*|reduc\w*|saving|saved|cut|add(?:s|ed|ition)?|"
        r"compared|against|versus|than)\b|"
        r"增加|減少|减少|增長|增长|成長|成长|下降|上升|降低|提高|縮短|缩短|延長|延长|漲|涨|跌|較|较|比上|相比|相差|差|增至|減至|减至|降至|升至|"
        r"\b(?:увелич\w*|уменьш\w*|вырос\w*|сниз\w*|сниж\w*|рост\w*|прирост\w*|сократ\w*|сокращ\w*|больше,? чем|меньше,? чем|"
        r"на \d|по сравнению|против|разниц\w*|прибав\w*)"
    ),
    "former": (
        r"\b(?:(?:last|previous|prior|preceding|next|following|coming) (?:year|month|season|quarter|week)|"
        r"(?:a|one|the) year (?:before|earlier|ago|later)|before|until|till|after|since|ago)\b|"
        r"上年|去年|前年|前一年|上一年|上月|上季|明年|次年|翌年|來年|来年|下一年|年前|之前|以前|之後|之后|以後|以后|"
        r"\b(?:прошл\w+|предыдущ\w+|предшеств\w+|следующ\w+|будущ\w+|годом (?:ранее|раньше|позже)|до|после|прежде|назад)\b"
    ),
}
_OF_TIME = ("planned", "actual", "revised", "former")
# Words for one kind of what is counted or paid for; each is a qualification of its own.
_ONE_KIND = (
    r"\b(?:child(?:ren)?|adult|student|senior|youth|wom[ae]n|m[ae]n|male|female|foreign|domestic|local|regional|"
    r"international|urban|rural|summer|winter|spring|autumn|weekday|weekend|night|morning|afternoon|evening|"
    r"(?:nor|sou)th(?:ern)?|(?:ea|we)st(?:ern)?|upper|lower|inner|outer|indoor|outdoor|public|private|commercial|"
    r"online|full-time|part-time|unpaid|new|reduced|discount|single|double|first|second|third|fourth)(?:'?s)?\b|"
    r"(?:兒童|儿童|成人|學生|学生|長者|长者|老人|婦女|妇女|女性|男性|男子|女子|國內|国内|國外|国外|海外|境外|外籍|本地|城市|"
    r"農村|农村|夏季|冬季|春季|秋季|平日|假日|週末|周末|夜間|夜间|日間|日间|白天|上游|下游|室內|室内|室外|線上|线上|線下|线下|"
    r"全職|全职|兼職|兼职|優惠|优惠|單程|单程|來回|来回|往返|首次|首期|二期|三期|[東西南北][部岸側侧線线側])|"
    r"\b(?:детск|взросл|студен|пенсион|женск|женщин|мужск|мужчин|иностран|отечеств|местн|городск|сельск|летн|зимн|"
    r"весенн|осенн|будн|выходн|ночн|дневн|утренн|вечерн|северн|южн|восточн|западн|верхн|нижн|внутренн|внешн|частн|"
    r"льготн|нов[ыоа]|втор[оы]|трет[ьи]|лев[ыоа]|прав[ыоа][йем])"
)


def qualifiers(text: str, before: str = "") -> frozenset[str]:
    """The qualifying words that stand with a value: their kinds (planned, actual, part and so on), or words.

    Args:
        text: the words next to it.
        before: those before them, which can only say of what time or standing it is.
    """
    found = {kind for kind, pattern in _patterns().items() if pattern.search(text)}
    found |= {kind for kind in _OF_TIME if before and _patterns()[kind].search(before)}
    return frozenset(found | {match[0].casefold() for match in _one_kind().finditer(text)})


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _KINDS.items()}


@cache
def _one_kind() -> re.Pattern[str]:
    return re.compile(_ONE_KIND, re.IGNORECASE)
