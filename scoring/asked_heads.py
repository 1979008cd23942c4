"""Measures, events and offices that a question may ask of a thing, and the words that tell one (zh, en, ru).

A row of revenues and staff tells no profit, and a sentence that tells when a work began tells no end of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Head:
    """A head noun that questions ask for.

    Attributes:
        asks: how a question asks for it.
        tells: words beside a thing of which one stands where it is told.
        anywhere: words that leave it open whether it is told, wherever they stand; None if there are none.
    """

    asks: re.Pattern[str]
    tells: re.Pattern[str]
    anywhere: re.Pattern[str] | None = None


def _head(asks: str, tells: str) -> Head:
    return Head(re.compile(asks, re.IGNORECASE), re.compile(tells, re.IGNORECASE))


_MUCH_ZH = r"[^，,。？?]{0,4}(?:多少|幾元|几元|若干|多高)"
_MUCH_RU = r"\b(?:как\w+|сколько|чему|каков\w?|насколько)\b[^?]*\b"
_MUCH_EN = r"\b(?:how (?:much|big|large|high)|what)\b[^?]*\b"
_MONEY = (
    r"[£$€¥]|\d\s?(?:億|亿|萬|万|千|百)*\s?[元圓]|\b(?:\w*dollars?|pounds?|euros?|yuan|NT\$)\b|\bруб|"
    r"\b(?:free|no charge|gratis)\b|免[費费]|\bбесплатн"
)
_COST = (
    r"\b(?:cost|price|budget|spen[dt]|fee|charge|fare|invest|estimate|paid|pay|worth|bought for)\w*|"
    r"[費费]|[價价]|[經经]|[預预概]算|投[資资]|[耗斥出][資资]|花[了掉費费]|[金款][額额]|"
    r"\b(?:сто(?:им|ит|ят|ил)|цен[аыеуо]|обо(?:й|ш)|затрат|расход|смет|бюджет|вложен|инвестиц|плат|тариф)\w*"
)
_ENDED = (
    r"\b(?:complet|finish|ready|end|open|reopen|launch|inaugurat|commission|deliver|arriv|"
    r"handed over|hand over|operational|service|until|till|close|deadline|due|date|hours?|daily|"
    r"expect|last|run|ran)\w*\b|"
    r"\b(?:by|to) (?:the (?:end|spring|summer|autumn|winter)|(?:early|mid|late)|spring|summer|autumn|winter|"
    r"next|jan|feb|mar|apr|may|june|july|aug|sep|oct|nov|dec|\d)|"
    r"完工|竣工|建成|落成|[啟启]用|[貫贯]通|投[產产用運运]|投入(?:使用|[營营]|生|[運运]|服)|"
    r"完成(?=[，,。；;）)、]|$|[後后])|完成(?:全部|整[體体])?(?:工程|施工|[建改整]建|建[設设]|安[裝装])|[開开](?:放|幕|[業业]|[張张]|通|[館馆]|[營营]|始[營营])|"
    r"通[車车航]|[營营][運运]|[運运][營营]|上[線线]|交[付貨货船車车]|到[貨货港]|[結结]束|[截為为]止|期限|日期|[時时]程|"
    r"[至到](?=[\d一二三四五六七八九十]|[年月]底|[明次今][年])|底前|月前|年前|[設设]成|"
    r"\b(?:заверш|оконч|законч|конец|конц|открыт|открыл|откро|открыв|запу(?:ск|щ|ст)|вв(?:е[дс]|од)|"
    r"сда(?:ч|н|д|т|л|ст)|готов|"
    r"постав|достав|прибы|срок|дат[аыеу]|эксплуатац|работает|работал|заработа)\w*|"
    r"\b(?:до|к|по) (?:конц|нача|середин|январ|феврал|март|апрел|ма[йюя]|июн|июл|август|сентябр|октябр|ноябр|"
    r"декабр|лет|осен|зим|весн|\d)"
)
_HEADS: tuple[Head, ...] = (
    _head(
        rf"{_MUCH_EN}(?:profits?|earnings)\b|(?:[淨净純纯]利|利[潤润]|[獲获盈]利|盈[餘余]){_MUCH_ZH}|"
        rf"[賺赚](?:了|到)?{_MUCH_ZH}|{_MUCH_RU}прибыл\w*",
        r"\b(?:profit|earn|surplus|loss|lost|deficit|left over|net|break even|broke even|"
        r"in the (?:red|black))\w*\b|"
        r"[淨净純纯]利|利[潤润]|[獲获盈]利|盈[餘余]|[賺赚]|[虧亏]|[結结][餘余]|\b(?:прибыл|убыт|заработ)\w*",
    ),
    _head(
        rf"{_MUCH_EN}(?:revenues?|turnover|income|takings)\b|"
        rf"(?:[營营]收|收入|[營营][業业][額额]|[銷销]售[額额]|票房){_MUCH_ZH}|"
        rf"{_MUCH_RU}(?:выручк|доход|оборот)\w*",
        r"\b(?:revenue|turnover|income|takings|sales|sold|earn|brought in|receipt|"
        r"took|raised|proceeds|fees)\w*\b|[營营]收|收入|[營营][業业][額额]|[銷销]|售|票房|[進进]帳|[進进]账|[賺赚]|"
        r"\b(?:выруч|доход|оборот|прода|заработ|прин[её]с|прин[ое]с|да[её]т|дал[аи]?\b|поступ|реализ)\w*",
    ),
    _head(
        rf"{_MUCH_EN}(?:subsid(?:y|ies|i[sz]ed)|grants?|granted|funding)\b|"
        rf"(?:[補补]助|[補补][貼贴]|[資资]助|[撥拨]款)[^，,。？?]{{0,6}}(?:多少|若干|金[額额])|"
        rf"{_MUCH_RU}(?:субсиди|грант|дотаци)\w*",
        r"\b(?:subsid|grant|fund|contribut|support|donat|sponsor|financ|"
        r"paid (?:for )?by|gave|gives|share of|money)\w*\b|"
        r"[補补]助|[補补][貼贴]|[資资]助|[撥拨]|核[給给定發发]|[負负][擔担]|分[攤摊]|出[資资]|支[應应]|[給给]付|支持|自[籌筹]|[捐贈赠]|"
        r"\b(?:субсиди|грант|дотаци|выдел|финансир|за сч[её]т|оплат|поддерж|средств|дал[аи]?\b)\w*",
    ),
    _head(
        r"\bhow much (?:do|does|did|will|would|is|are|was|were)\b[^?]*\b(?:cost|charge)\w*|"
        r"\bwhat (?:do|does|did|will|would)\b[^?]*\bcosts?\b|"
        r"\bwhat (?:is|was|are|were) the (?:\w+ )?(?:price|cost)\b|"
        rf"多少[錢钱]|(?:投[資资]|[費费]用|造[價价]|[價价][格錢钱]|[經经][費费]|售[價价]|收[費费]|票[價价]|租金){_MUCH_ZH}|"
        rf"\bсколько (?:будет )?сто(?:ит|ят|ил\w*)\b|\bво сколько обо\w+|{_MUCH_RU}(?:цен[аыу]|стоимость)\b",
        rf"{_MONEY}|{_COST}",
    ),
    _head(
        rf"{_MUCH_EN}(?:salar(?:y|ies)|wages?)\b|(?:月薪|年薪|薪[資资水]|工[資资]){_MUCH_ZH}|"
        rf"{_MUCH_RU}(?:зарплат|оклад)\w*",
        r"\b(?:salar|wage|pay|paid|earn|remunerat)\w*\b|薪|工[資资]|待遇|[報报]酬|年收|月收|"
        r"\b(?:зарплат|оклад|заработ|получа|ставк)\w*",
    ),
    _head(
        r"\bhow many (?:staff|employees|workers|people (?:work|are employed))\b|"
        r"(?:[員员]工|[職职][員员工])(?:人?[數数])?(?:[有是為为共])?多少|"
        r"[多幾几]少?[名位個个]?(?:[員员]工|[職职][員员工]|工作人[員员])|"
        r"\bсколько (?:\w+ )?(?:сотрудник|работник)\w*|\bсколько (?:человек|людей) работа\w+",
        r"\b(?:staff|employ|work|people|person|team|crew|posts?|jobs?)\w*\b|人|[員员職职]|工[作人]|"
        r"\b(?:сотрудник|работ|человек|люд|штат|персонал|занят)\w*",
    ),
    _head(
        r"\bwhen\b[^?]*\b(?:finish|complet|be ready|ready|reopen|deliver|handed over|"
        r"come into (?:use|service)|go into (?:use|service))\w*|"
        r"\bwhen (?:will|is|are)\b[^?]*\b(?:open|end)\w*|"
        r"(?:什[麼么][時时]候|何[時时]|[哪幾几]一?[年月天日])[^，,。？?]{0,4}"
        r"(?:完[工成]|竣工|建成|落成|[啟启]用|投[產产用運运]|投入|[開开]放|[開开]幕|通[車车]|[營营][運运]|交[付貨货船])|"
        r"\bкогда\b[^?]*\b(?:законч|заверш|оконч|откро[ею]|введ[уе]|сда(?:дут|ст)|постав[яи]т|достроя|запуст[яи]т|"
        r"будет готов)\w*",
        _ENDED,
    ),
)
_OFFICES = re.compile(
    r"\bwho\b[^?]*\b(director|manager|chair(?:man|woman|person)?|mayor|principal|headteacher|headmaster|editor|"
    r"treasurer|secretary|president|curator|superintendent|captain|coach|architect|landlord)\b|"
    r"(董事[長长]|理事[長长]|[總总][經经]理|[經经]理|主任|[館馆院校局處处科所站社場场廠厂店園园隊队會会村鄉乡鎮镇縣县市]長|"
    r"[馆院校局处科所站社场厂店园队会村乡镇县市]长|[總总]監|总监|主席|秘[書书][長长]|[總总]工程[師师])(?:是|為|为|叫)"
    r"[^，,。？?]{0,3}(?:誰|谁|什[麼么]|哪)|"
    r"\bкто\b[^?]*\b(директор|заведующ|начальник|председател|глава|мэр|главврач|главный врач|редактор|тренер|"
    r"архитектор|бухгалтер|капитан|президент|секретар)\w*",
    re.IGNORECASE,
)
_LEADS = (
    r"\b(?:headed|led|run|managed|chaired|edited|designed|directed) by\b|"
    r"\b(?:heads|leads|manages|chairs|directs)\b|[負负][責责]人|主持|[領领][導导]|[帶带][領领]|\b(?:руковод|возглав|директор|заведу|начальник|глав)\w*"
)
_OFFICE_STEM = 5


def asked_head(question: str) -> Head | None:
    """The measure, event or office that a question asks for, None where it asks for none of these."""
    office = _OFFICES.search(question)
    if office is not None:
        return Head(_OFFICES, re.compile(_LEADS, re.IGNORECASE), re.compile(_any_form(office), re.IGNORECASE))
    return next((head for head in _HEADS if head.asks.search(question)), None)


def _any_form(office: re.Match[str]) -> str:
    """A pattern of an office in all its forms."""
    name = next(part for part in office.groups() if part)
    return re.escape(name if name.isascii() or office[2] else name[:_OFFICE_STEM])
