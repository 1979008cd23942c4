"""Words that exclude each other, of what a figure or a date may be: opened and closed, plan and actual.

An axis a block, a pole a line (what goes on begins with a space), its words in English, Chinese and Russian;
``*`` stands for any word ending, ``_`` joins the words of a phrase, none may hold a bar. Chinese is
written in Simplified form (texts are folded to it first).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal, NamedTuple

Kind = Literal["date", "amount", "any"]

# Words that hold one of the others and say nothing: a rank below the first, what is kept as it was, and what
# is called planned though it is done.
_NOTHING = re.compile(
    r"\bat (?:least|most)\b|\bfirst of all\b|\blast (?:year|month|season|quarter|week)\b|"
    r"\b(?:second|third|fourth|fifth|next)[ -](?:\w+|all-time)\b|"
    r"\b(?:keeps?|kept|retain\w*|remain\w*|stays?|stayed|still|maintain\w*|as)\s(?:\w+\s){0,3}?"
    r"(?:previous\w*|former\w*|original\w*|earlier|prior|before|usual|normal)\b|"
    r"(?:维持|沿用|保留|保持|照旧|仍按|仍依)[^，。；、]{0,4}?(?:原本|原先|原来|原有|原定|以前|之前|此前|先前)|"
    r"\b(?:сохран\w*|оста\w+|по-прежнему|как)\s(?:\w+\s){0,3}?(?:прежн|первонач|раньше|ранее|прежде|изначал)\w*|"
    r"\bplanned (?:care|treatments?|surgery|admissions?|operations?|maintenance|outages?|procedures?)\b|"
    r"计划(?:性|内)?(?:手术|检修|停机|停电|生育|经济)|"
    r"\bпланов\w+ (?:операц|госпитал|ремонт|осмотр|помощ|лечени|проверк|отключен)\w*"
)

_SCRIPTS = {
    "latin": re.compile(r"[a-z]"),
    "han": re.compile(r"[\u3400-\u9fff]"),
    "cyrillic": re.compile(r"[а-я]"),
}
# "Against" is said of votes only where there are any.
_VOTES = re.compile(r"\b(?:vot|motion|ballot|голос)|票|表决")

_AXES: dict[str, tuple[Kind, str]] = {
    "event": (
        "date",
        """
begun: begin* began begun start started starts commence* | 动工 开工 开始 起始 破土 | начат* начал* начин*
 старт* заложен*
ended: end ended ending ends finish* complet* conclu* | 完工 竣工 结束 完成 落成 建成 终止 截止 | заверш*
 окончен* оконча* закончи* закончен* достроен*
opened: open opened opening opens reopen* inaugurat* | 开幕 开馆 启用 通车 开放 开张 开业 投用 投产 |
 откры*
closed: close closed closes closing closure shut shutdown abolish* dissolv* | 闭幕 关闭 闭馆 停用 废止
 歇业 停业 停产 停驶 解散 | закры* упраздн* распущ* ликвидир*
born: born birth | 出生 生于 诞生 | родил* рожден*
died: died death dies | 去世 逝世 过世 死于 卒于 病逝 | умер* скончал* смерт* погиб*
submitted: submi* filed filing lodged applied requested tabled | 提交 申请 送审 提出 递交 呈报 | подан*
 подал* подач* внесен*
approved: approv* granted ratif* adopted | 核定 批准 核准 通过 审定 决标 | принят* принял* одобр* утвержд*
 согласован*
published: publish* publicat* announc* promulgat* | 公布 发布 颁布 公告 刊登 | опублик* обнарод* объявл*
in_force: in_force into_force into_effect effective takes_effect took_effect take_effect applies_from
 applied_from | 施行 生效 实施 起适用 | вступ* в_силу введен*
signed: signed signing signature | 签订 签署 签约 | подписан* подписал*
ordered: ordered placed_an_order | 订购 下单 订货 | заказан* заказал*
delivered: deliver* handed_over shipped | 交付 交货 运抵 送达 | доставлен* доставк* поставлен* передан*
founded: founded founding establish* | 成立 创立 创办 设立 | основан* учрежд* создан*
arrived: arriv* | 抵达 到达 | прибы*
left: departed departure set_out set_off sailed | 出发 启程 离开 启航 | отправил* отправлен* отбы* отплы*
 выехал*
""",
    ),
    "time": (
        "amount",
        """
old: previous* formerly former earlier prior originally original initially before year-earlier last_year
 last_month last_season last_quarter preceding in_the_past used_to at_first usual usually normal normally
 instead_of had_been_written had_been_entered had_been_recorded had_been_given by_mistake | 原先 原来 原本
 原为 原是 原有 原定 原记载 原载 原写 以前 之前 此前 先前 前一年 上一年 上年 去年 上期 上月 上季 从前 过去
 当初 起初 旧版 旧制 旧规 调整前 改造前 修订前 往年 平时 通常 同期 有误 误植 误记 误写 年前 而非 而不是
 并非 不是 | ранее раньше прежде прежн* прошлый прошлая прошлое прошлого прошлому прошлым прошлом
 прошлой прошлую прошлые прошлых прошлыми предыдущ* предшеств* сначала первоначальн* до_этого изначальн*
 вместо обычн*
new: now today currently this_year this_month this_season nowadays at_present later afterwards since_then
 corrected amended becam* has_become | (?<!出)现在 如今 今年 本年(?!报)(?!度报) 本月 本期 目前 现为 现有
 后来 之后 此后 其后 调整后 改造后 修订后 更正 改为 应为 订正 变为 变成 当前 翌年 次年 | теперь сейчас
 ныне нынешн* стал стала стало позже впоследствии в_этом_году этот_год этого_года исправлен* сегодня
""",
    ),
    "plan": (
        "any",
        """
planned: plan plans planned planning budget budgeted budgets estimat* intended scheduled target* | 计划
 预算 预定 规划 原定 目标 概算 | план плана плане плану планом планы планир* планов* запланир* смет*
 намеч* предусм*
expected: expected forecast* projected | 预计 预期 预估 预测 | ожида* прогноз* предполага*
actual: actual* in_the_end in_fact in_reality eventual* realised realized outturn | 实际 实支 最终 决算
 实得 | факт фактическ* освоен* в_итоге на_деле в_действительности реальн* на_самом_деле
""",
    ),
    "extreme": (
        "amount",
        """
least: record_low minim* lowest least smallest shortest fewest coldest youngest cheapest lightest | 最低
 最小 最少 最短 最冷 最轻 最便宜 下限 新低 | миним* наименьш* самый_низк* самая_низк* самое_низк*
most: maxim* highest most largest longest greatest biggest peak warmest hottest oldest heaviest
 record_high all-time_high | 最高 最大 最多 最长 峰值 最热 最重 上限 新高 新纪录 | максим* наибольш*
 самый_высок* самая_высок* самое_высок* пиков*
mean: mean average* median | 平均 中位 | средн* медиан*
""",
    ),
    "tax": (
        "amount",
        """
gross: gross before_tax pre-tax before_deductions | 税前 毛利 毛额 毛收入 毛重 | валов* до_вычета
 до_налог* до_уплаты брутто
net: net after_tax after_deductions | 税后 净利 净额 净收入 纯利 净赚 净重 | чист* после_налог*
 после_вычета после_уплаты за_вычетом нетто
""",
    ),
    "whole": (
        "amount",
        """
part: of_which of_whom of_these of_those of_them among_them | 其中 当中 之中 | из_них из_которых
 в_том_числе среди_них
whole: total totals totalled altogether in_all overall all_told | 总数 总计 合计 共计 总共 全部 一共 总额
 共有 | всего общий общая общее общие общего общей общих общему общую общим общими итого
""",
    ),
    "sex": (
        "amount",
        """
female: women woman women's woman's female* girl girls girls' | 女 | женщин* женск* девоч* девуш*
male: men man men's man's male males boy boys boys' | 男 | мужчин* мужск* мальчик* юнош*
""",
    ),
    "rank": (
        "any",
        """
first: first | 首次 首轮 首场 首日 第一 首班 首批 | перв*
last: last final | 末次 末轮 末场 末班 最后 决赛 | последн* финал*
""",
    ),
    "vote": (
        "amount",
        """
ayes: in_favour in_favor ayes | 赞成 同意 | за
noes: against opposed noes | 反对 | против
""",
    ),
    "bound": (
        "amount",
        """
within: within | 以内 之内 (?<=[时天日周月年钟里米])内 | в_течение не_позднее
beyond: exceed* beyond later_than more_than | 超过 以外 之外 逾 | свыше более позже позднее
""",
    ),
}


class Pole(NamedTuple):
    """A word that names one side of an axis.

    Attributes:
        axis: what it is about, such as ``event``.
        name: the side, such as ``opened``.
        start: where it begins in the text.
        end: where it ends (exclusive).
    """

    axis: str
    name: str
    start: int
    end: int


def poles_in(folded: str, *, of_date: bool) -> tuple[Pole, ...]:
    """The opposite words of a text that may be said of dates, or of amounts, in order.

    A word within a longer one says nothing: "last" in "last year", "before" in "before tax".

    Args:
        folded: the text in lower case, Chinese in Simplified form, ё as е.
        of_date: whether they are wanted for dates.
    """
    wanted = ("date", "any") if of_date else ("amount", "any")
    found = _all_poles(folded)
    nothing = [match.span() for match in _NOTHING.finditer(folded)]
    return tuple(
        pole
        for kind, pole in found
        if kind in wanted
        and not any(_lies_within(pole, (other.start, other.end)) for _, other in found)
        and not any(_lies_within(pole, span) for span in nothing)
    )


@lru_cache(maxsize=4096)
def _all_poles(folded: str) -> tuple[tuple[Kind, Pole], ...]:
    scripts = {script for script, sign in _SCRIPTS.items() if sign.search(folded)}
    found = (
        (kind, Pole(axis, name, *match.span()))
        for kind, axis, name, script, pattern in _patterns()
        if script in scripts and (axis != "vote" or _VOTES.search(folded))
        for match in pattern.finditer(folded)
    )
    return tuple(sorted(found, key=lambda each: (each[1].start, each[1].axis)))


def _lies_within(pole: Pole, span: tuple[int, int]) -> bool:
    start, end = span
    return end - start > pole.end - pole.start and start <= pole.start and pole.end <= end


@cache
def _patterns() -> tuple[tuple[Kind, str, str, str, re.Pattern[str]], ...]:
    """Kind, axis, name and script of every pole, with what finds its words."""
    return tuple(
        (kind, axis, name, script, _any_of(words.split(), script))
        for axis, (kind, lines) in _AXES.items()
        for name, _, body in (line.partition(": ") for line in lines.strip().replace("\n ", " ").split("\n"))
        for script, words in zip(_SCRIPTS, body.split("|"), strict=True)
        if words.strip()
    )


def _any_of(words: list[str], script: str) -> re.Pattern[str]:
    """Finds any of some words, the longest that begins at a place first."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    if script == "han":
        return re.compile("|".join(longest_first))
    spelled = "|".join(word.replace("*", r"\w*").replace("_", r"\s+") for word in longest_first)
    return re.compile(rf"\b(?:{spelled})(?!\w)")
