"""What a question asks: its parts, and what kind of answer each wants (zh, en, ru)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

AnswerKind = Literal["quantity", "money", "percent", "date", "who", "reason", "yes_no", "open"]

WHY_HAN = r"為什麼|为什么|(?:^|[，,、；;\s])[為为]何|[為为]何(?!\s*[?？。]?$)"
"""為何 asks why, unless it ends a question that names something: there it asks what that is."""
_SUM_ZH = (
    r"(?:費用|费用|收入|成本|支出|開支|开支|利潤|利润|營收|营收|價格|价格|預算|预算|售價|售价|租金|薪資|"
    r"薪资|工資|工资|"
    r"薪水|月薪|年薪|車資|车资|門票|门票|學費|学费|運費|运费|押金|訂金|定金|保費|保费|報名費|报名费|津貼|"
    r"津贴|產值|产值|收費|收费|票價|票价|單價|单价|總價|总价|獎金|奖金|罰款|罚款|補助|补助)"
)
# "Каковы затраты" asks for an amount, "каковы приоритеты" and "каков порядок" for none.
_MEASURED_RU = (
    "размер|показател|расход|затрат|доход|темп|срок|цифр|значени|координат|масштаб|объ[её]м|потер|убытк|"
    "габарит|"
    "параметр|предел|скорост|температур|результат|итог|числ|дол|был"
)
_UNMEASURED_RU = (
    "поряд|цел[иь]|назначени|механизм|способ|принцип|услови|задач|рол[иь]|состав|судьб|позици|мнени|правил|"
    "режим|"
    "приоритет|вывод|обязанност|суть|смысл"
)
COUNTERS_HAN = (
    "個个人部艘種种次度台件所家座條条輛辆隻只公位處处場场棵本隊队"
    "組组項项層层間间戶户班趟輪轮屆届頭头顆颗份盞盏"
)
"""Characters that stand between a number and what it counts."""
_KINDS: tuple[tuple[AnswerKind, str], ...] = (
    (
        # What is named behind it in brackets are several things of several kinds.
        "open",
        (
            r"\bwhat (?:does|do|did) [^?]*\btables?\b[^?]*\b(?:show|say|list|give|report|record)|"
            r"\bwhat (?:data|details|information|particulars|results)\b|"
            r"\bкакие (?:сведения|данные|показатели|характеристики|параметры|результаты)\b|"
            r"(?:哪些|什麼|什么)(?:資料|资料|數據|数据|資訊|信息|規格|规格|參數|参数|內容|内容)"
        ),
    ),
    (
        "reason",
        (
            rf"{WHY_HAN}|原因|怎麼會|怎么会|\bwhy\b|\breasons?\b|\bcauses?d?\b|\bhow come\b|"
            r"\bwhat (?:made|led|prompted|drove)\b|\bwhat (?:is|was|lay) behind\b|"
            r"почему|отчего|причин|из-за чего|\bзачем\b|в связи с чем|с чем связан"
        ),
    ),
    (
        "percent",
        (
            r"百分之|比例|占比|幾成|几成|百分比|效率|因數|因数|\w率(?:是|為|为|多少|各)|what (?:share|"
            r"percentage|proportion|rate)|percent|"
            r"какая доля|какой процент|сколько процентов|каков\w* (?:доля|ставка)"
        ),
    ),
    (
        "money",
        (
            r"多少錢|多少钱|多少元|金額|金额|花費|花费|造價|造价|花了多少|"
            rf"{_SUM_ZH}(?:總額|总额|合計|合计)?(?:各|分別|分别)?(?:是|為|为|有|達|达|共|約|"
            rf"约)?多少(?![個个人名位台家倍])|"
            rf"多少(?:的)?{_SUM_ZH}|"
            r"how much (?:did .{0,60}cost|"
            r"money|revenue|income|profit|was (?:paid|spent|invested|earned)|"
            r"(?:does|will|would|has|have|had|might|could|should) .{0,60}cost)|"
            r"\bwhat (?:did|does|do|will|would)\b.{0,80}\bcosts?\b|\bwhat price\b|"
            r"(?:what|which) (?:was|is|were) the (?:\w+\s){0,3}(?:cost|price|budget|fee|revenue|profit|"
            r"value|income|expenses?|expenditure|spending|salary|wages?|rent|turnover|surplus|deficit|fine|"
            r"fare|toll|"
            r"charge|tuition|deposit|pension)\b|\b(?:what|which) (?:salary|wages?|fee|fare|toll|rent|sum)\b|"
            r"\bкак(?:ую|ой) (?:зарплату|оклад)\b|сколько (?:сто(?:ил\w*|ит|ят|ить)|будет стоить|обош\w+|"
            r"заработал\w*|заплатил\w*|потратил\w*|"
            r"денег)|во сколько обош|"
            r"\bкаков\w*\s(?:был\w*\s)?(?:\w+\s)?(?:выручк|доход|расход|затрат|стоимост|цен|"
            r"прибыл|бюджет|зарплат|убыт|штраф|плат)[аоуыеяи]\w{0,2}\b(?!\s(?:вод|топлив|энерги|газ|воздух))"
        ),
    ),
    (
        "date",
        (
            r"何時|何时|什麼時候|什么时候|哪一?年|哪一?天|哪個月|哪个月|幾月|几月|日期|(?:^|[,;]\s*|"
            r"\b(?:and|until|since|by|"
            r"from)\s)when\b|(?:what|which) (?:year|date|day|month)\b|когда(?!-(?:нибудь|либо|то)\b)|"
            r"в каком году|какого числа|дата|"
            r"в каком месяце|"
            r"срок\w*\s(?:сдач|подач|окончан|заверш|начал|ввод|открыт|закрыт|оплат|уплат|возврат|запуск|"
            r"исполнен|"
            r"погашен|представлен)"
        ),
    ),
    (
        "quantity",
        (
            r"多少|多久|多長時間|多长时间|幾天|几天|幾小時|几小时|幾年|几年|how long|как долго|"
            rf"[幾几][{COUNTERS_HAN}]|"
            r"多大|多高|多長|多长|多深|多遠|多远|多重|各是|數量|"
            r"数量|規模|规模|"
            r"how (?:many|much|large|big|high|deep|far|tall|heavy|wide|old|fast)|"
            r"what (?:number|amount|quantity)|"
            r"what (?:length|distance|width|height|depth|weight|area|volume) of\b|"
            r"(?:what|which) \w+ (?:time|interval)\b|"
            r"what (?:is|was|are|were) the (?:\w+\s){0,2}?(?:mean|average|median|maximum|minimum|number|"
            r"amount|speed|length|height|depth|width|weight|mass|area|volume|capacity|temperature|density|"
            r"distance)\b|"
            rf"скольк\w+|каков(?!ы\b)\w*(?!\s(?:\w+\s){{0,2}}(?:{_UNMEASURED_RU}))|"
            rf"каковы\s(?:\w+\s){{0,2}}(?:{_MEASURED_RU})|насколько|"
            r"какой (?:объ[её]м|длины|глубины|высоты|размер|мощност|срок)"
        ),
    ),
    (
        "who",
        (
            r"誰|谁|哪位|何人|哪一?[家間间個个](?:公司|廠商|厂商|製造商|制造商|機構|机构)|"
            # "visitors who had not come" asks for nobody.
            r"(?:^|[,;:]\s*|\b(?:and|or|to|by|from|for|with|of|on|about|against|but|exactly)\s+)who(?:se|m)?\b|"
            r"which (?:company|firm|"
            r"person|manufacturer|supplier)|(?<!\bте, )(?<!\bтех, )(?<!\bтем, )\b(?:кто|кому|кем)\b|"
            r"какая компания|чей|чья"
        ),
    ),
    (
        "yes_no",
        (
            r"是否|有沒有|有没有|嗎[？?]|吗[？?]|是不是|能否|相符|一致|^(?:is|are|was|were|do|does|did|"
            r"has|have|had|can|could|may|might|must|shall|"
            r"will|would|should)\b|(?:^|\s)ли\b"
        ),
    ),
)
_KIND_PATTERNS = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS)
_ASKS = re.compile(
    r"多少|什麼|什么|甚麼|何時|何时|何處|哪|誰|谁|如何|怎麼|怎么|怎樣|怎样|多久|多大|多長|多长|多高|"
    r"多深|多遠|為何|为何|為什麼|为什么|幾|几[個个人部艘种次度台件所家座]|"
    r"是否|嗎|吗|有沒有|有没有|"
    r"各(?:是|為|为|占|寫|写)|"
    r"\b(?:how|what|which|who|whose|whom|when|where|why)\b|\b(?:скольк\w+|насколько|как\w*|что|кто|когда|где|"
    r"почему|чей|чья|во сколько|ли|чему|чем)\b",
    re.IGNORECASE,
)
_END = re.compile(r"(?<=[？?])\s*|(?<=[；;])\s*|\n+")
_NUMBERED = re.compile(r"(?:^|\s)(?:\(?[1-9１-９][.)、）]|[①-⑨])\s*")
_ASKED_EN = r"how|what|which|who|whose|when|where|why"
_ASKED_RU = r"скольк\w+|насколько|как\w*|что|кто|когда|где|почему|отчего"
_ASKED_AFTER_RU = (
    r"(?:в|во|до|за|из|к|на|о|об|от|по|при|с|со|у|через)\s(?:как\w+|скольк\w+|ч[её]м|что|кого|кому)"
)
# After a bare comma "in which", "to whom" and "чем" (than) go on about what was named and ask nothing.
_COMMA_EN = re.compile(
    rf"(?:,|;)?\s+(?:and|or|а|и)\s+(?:also\s+)?(?=(?:{_ASKED_EN}|"
    r"(?:to|on|in|at|by|from|for|of|with|under|during|until|since)\s(?:which|what|whom|how|when)|"
    rf"did|does|is|was|were|are|has|{_ASKED_RU}|чем|{_ASKED_AFTER_RU})\b)|"
    rf",\s+(?=(?:{_ASKED_EN}|(?:to|on|in|at|by|from|for|of|with|under|until|since)\s(?:what|how|when)|"
    rf"{_ASKED_RU}|{_ASKED_AFTER_RU})\b)",
    re.IGNORECASE,
)
_COMMA_ZH = re.compile(
    r"[，、,]\s*(?:以及|並且|并且|還有|还有|又|另外|同時|同时)?|(?:以及|還有|还有|並且|并且)"
)
_EACH = re.compile(
    r"^(?P<head>.*?)(?P<one>[^，、的\s]{1,16})(?:和|與|与|及|"
    r"、)(?P<two>[^，、的]{1,16}?)(?P<ask>(?:分別|分别|"
    r"各自?)(?:是|為|为|占|有|寫|写)?(?:多少|什麼|什么|何).*)$"
)
_PRONOUN = re.compile(
    r"\b(?:it|its|they|them|their|this|that|он|она|оно|они|его|её|ее|их|нём|ней|него|неё|этом|это)\b|"
    r"[它其此該该]",
    re.IGNORECASE,
)
_HAN = re.compile(r"[\u4e00-\u9fff]")


# So many Chinese characters, or words, are about something of their own.
_LONG_ENOUGH, _WORDS_ENOUGH = 12, 5


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One thing that a question asks.

    Attributes:
        text: the part, with the words before it that it leans on.
        own: the part's own words alone.
        kind: what kind of answer it wants.
        alone: whether it is all that the question asks.
    """

    text: str
    own: str
    kind: AnswerKind
    alone: bool = True


def answer_kind(question: str) -> AnswerKind:
    """What kind of answer a question with one part wants; ``open`` where nothing shows it."""
    return next((kind for kind, pattern in _KIND_PATTERNS if pattern.search(question)), "open")


@lru_cache(maxsize=256)
def question_parts(question: str) -> tuple[QuestionPart, ...]:
    """The parts of a question in order; a question for one thing is its own single part.

    Cut at question marks, numbered items, and at commas and conjunctions between which something is asked;
    "A and B each" asks for two things. A part that names nothing of its own is given the topic of the first.
    """
    pieces = [
        piece.strip() for mark in _END.split(question) for piece in _NUMBERED.split(mark) if piece.strip()
    ]
    parts: list[QuestionPart] = []
    lead = topic = ""
    for piece in pieces:
        if not _ASKS.search(piece) and not piece.endswith(("?", "？")):
            lead = _comma(lead, piece)
            continue
        inner, asked = _within(piece)
        lead = _comma(lead, inner)
        topic = topic or lead or _topic(asked[0])
        for own in asked:
            context = lead or (topic if parts and not _names_something(own) else "")
            parts.append(QuestionPart(_comma(context, own), own, answer_kind(own)))
        lead = "" if inner else lead
    if len(parts) > 1:
        return tuple(replace(part, alone=False) for part in parts)
    return tuple(parts) or (QuestionPart(question, question, answer_kind(question)),)


def _names_something(text: str) -> bool:
    """Whether a part can stand alone: it names something and leans on no pronoun."""
    if _PRONOUN.search(text):
        return False
    if _HAN.search(text):
        return len(_HAN.findall(text)) >= _LONG_ENOUGH
    return bool(re.search(r"(?<!^)\b[A-ZА-ЯЁ]\w+", text[1:])) and len(text.split()) >= _WORDS_ENOUGH


def _within(piece: str) -> tuple[str, list[str]]:
    """The words before the first thing asked, and the things asked."""
    cutter = _COMMA_ZH if len(_HAN.findall(piece)) > len(piece) / 3 else _COMMA_EN
    segments = [segment.strip() for segment in cutter.split(piece) if segment and segment.strip(" ？?")]
    asking = [i for i, segment in enumerate(segments) if _ASKS.search(segment)]
    if len(asking) <= 1:
        return _each(piece)
    lead = ""
    for segment in segments[: asking[0]]:
        lead = _comma(lead, segment)
    asked = []
    for begin, end in pairwise([asking[0], *(i + 1 for i in asking)]):
        own = ""
        for segment in segments[begin:end]:
            own = _comma(own, segment)
        asked.append(own)
    return lead, asked


def _comma(lead: str, segment: str) -> str:
    if not lead:
        return segment
    return f"{lead}，{segment}" if _HAN.search(segment) else f"{lead}, {segment}"


def _topic(segment: str) -> str:
    """A first part without its question words: what the later parts are about."""
    return re.sub(r"\s+", " ", _ASKS.sub("", segment)).strip(" ，、,？?是為为")


def _each(piece: str) -> tuple[str, list[str]]:
    match = _EACH.match(piece)
    if not match:
        return "", [piece]
    return "", [f"{match['head']}{name}{match['ask']}" for name in (match["one"], match["two"])]
