"""Words that make a value another than it were without them: planned, of which (zh, en, ru)."""

from __future__ import annotations

import re
from functools import cache, lru_cache

# Kinds of qualifying words, as English, Chinese and Russian ones; * stands for any ending, _ for a space. Two
# values of which only one is so qualified are not accounts of one thing.
_KINDS = {
    "planned": """
(?<!than_)planned plan plans planning expect* forecast* projected projection* budget* target* goal* estimat*
propos* anticipat* intend* schedule scheduled tender* quote quoted quotation will aim* provisional* prelim*
initial* original* promis* hope hoped hoping
| 預計 预计 預期 预期 預估 预估 預定 预定 預算 预算 計[劃畫] 计划 規劃 规划 目標 目标 估計 估计 估算 擬 拟
將(?!近) 将(?!近) 設計值 设计值 初步 原定 原訂 原先 起初 最初 概算 承諾 承诺 標準 标准
| план* запланир* ожида* прогноз* намеч* намере* предполага* предварит* проектн* смет* первоначальн* бюджет*
цель цели целью целев* оценк* оцени* будет будут норматив* обеща*
""",
    "actual": """
actual actually in_the_end in_fact audited final finally eventual* outturn realised realized
| 實際 实际 實支 实支 決算 决算 最終 最终 最後 最后 經審計 经审计 實得 实得
| фактич* по_факту в_итоге окончательн* аудир* в_действительности реальн*
""",
    "revised": """
revis* amend* corrected correction restat* adjust* errat* supersed* newly_set no_longer instead_of
previous* formerly earlier prior old now
| 修訂 修订 修正 更正 勘誤 勘误 調整 调整 變更 变更 更新(?![計计改工]) 原本 原為 原为 原來 原来
以前 之前 此前 過去 过去
曾 舊 旧 現已 现已 如今 改為 改为 後來 后来 其後 其后 此後 此后
| уточн* пересмотр* исправл* изменен* изменён* скорректир* прежн* ранее раньше прежде до_этого теперь ныне
стар*
""",
    "part": """
of_which of_these of_those of_them of_whom among_them among_these among_those among_which among_whom
in_one_of in_each_of per each every alone partly part_of half_of a_third_of the_rest remaining other
others another further additional* extra more_than_half separate*
| 其中 當中 当中 之中 每 各 單是 单是 部分 其餘 其余 剩 另 額外 额外 餘下 余下 分別 分别
| из_них из_которых в_том_числе среди_них кажд* остальн* оставш* другие других другой дополнительн* часть
части ещё еще отдельн* из_этого_числа на_одного на_одну
""",
    "included": """
includ* with_the gross before_tax pre-tax counting plus together_with combined with_vat
| 包括 包含 (?<!不)含 連同 连同 稅前 税前 毛 加上
| включа* с_учётом с_учетом считая вместе_с валов* до_вычета до_налог*
""",
    "excluded": """
exclud* left_out leave_out omit* without net after_tax not_counting minus apart_from except* core
| 不含 不包括 不計 不计 扣除 剔除 除外 除了 稅後 税后 淨 净 核心 未計 未计
| без исключа* кроме помимо чист* за_вычетом после_налог*
""",
    "extreme": """
max maximum maximal min minimum minimal average mean median peak high highest low lowest record best worst
largest smallest longest shortest typical typically usual usually normal normally standard at_most
at_least up_to no_more_than as_many_as as_much_as as_few_as as_little_as limit* threshold cap capped
ceiling floor allow* permit* rated nominal
| 最高 最低 最大 最小 最多 最少 平均 中位 峰值 尖峰 至多 至少 不超過 不超过 不得 上限 下限 限值 通常 一般
額定 额定 可達 可达 可容
| максим* миним* средн* медиан* пиков* наибольш* наименьш* рекорд* не_более не_менее обычно предел* лимит*
порог* номинальн* допуст* разреш*
""",
    "cumulative": """
cumulative* so_far to_date over_the_years a_year yearly a_month monthly a_week weekly a_day daily
quarterly half-year*
| 累計 累计 迄今 至今 歷年 历年 每年 每月 每日 每週 每周 年均 月均 日均 季度 上半年 下半年 月份 單月 单月
環比 环比 同比
| накоплен* на_сегодня с_начала ежегодн* ежемесячн* ежедневн* в_год в_месяц в_день в_сутки в_неделю квартал*
полугоди*
""",
    "change": """
increas* decreas* rise rises risen rising rose fall falls fell fallen grew grow* drop* gain* lost lose*
loss* declin* chang* fewer up_from up_by up_on down_from down_by down_on differ* reduc* saving saved cut
add adds added addition compared against versus than
| 增加 減少 减少 增長 增长 成長 成长 下降 上升 降低 提高 縮短 缩短 延長 延长 漲 涨 跌 較 较 比上 相比 相差
差 增至 減至 减至 降至 升至
| увелич* уменьш* вырос* сниз* сниж* рост* прирост* сократ* сокращ* больше_чем меньше_чем по_сравнению
против разниц* прибав*
""",
    "former": """
last_year last_month last_season last_quarter last_week next_year next_month next_season next_quarter
next_week following_year preceding_year prior_year previous_year coming_year a_year_earlier a_year_later
before until till after since(?!_[a-z]) since_then since_last ago
| 上年 去年 前年 前一年 上一年 上月 上季 明年 次年 翌年 來年 来年 下一年 年前 之前 以前 之後 之后 以後 以后
| прошл* предыдущ* предшеств* следующ* будущ* годом_ранее годом_раньше годом_позже до после прежде назад
""",
}
OF_TIME = frozenset({"planned", "actual", "revised", "former"})
_CYRILLIC, _TELLING_LETTERS = re.compile(r"[\u0400-\u04ff]"), 3
# Words for one kind of what is counted or paid for; each is a qualification of its own.
_ONE_KIND = """
child children adult adults student students senior seniors youth woman women man men male female foreign
domestic local regional international urban rural summer winter spring autumn weekday weekdays weekend
weekends night nights morning afternoon evening north northern south southern east eastern west western
upper lower inner outer indoor outdoor public private commercial online full-time part-time unpaid new
reduced discount single double first second third fourth
| 兒童 儿童 成人 學生 学生 長者 长者 老人 婦女 妇女 女性 男性 男子 女子 國內 国内 國外 国外 海外 境外 外籍
本地 城市 農村 农村 夏季 冬季 春季 秋季 平日 假日 週末 周末 夜間 夜间 日間 日间 白天 上游 下游 室內 室内
室外 線上 线上 線下 线下 全職 全职 兼職 兼职 優惠 优惠 單程 单程 來回 来回 往返 首次 首期 二期 三期
[東西南北][部岸側侧線线]
| детск* взросл* студен* пенсион* женск* женщин* мужск* мужчин* иностран* отечеств* местн* городск* сельск*
летн* зимн* весенн* осенн* будн* выходн* ночн* дневн* утренн* вечерн* северн* южн* восточн* западн* верхн*
нижн* внутренн* внешн* частн* льготн* летом зимой весной осенью ночью днём днем утром вечером новый новая
новое новые нового новой новом новым новому новых второй вторая второе второго третий третья третьего
левый левая левого правый правая правого
"""


@lru_cache(maxsize=4096)
def qualifiers(text: str, before: str = "") -> frozenset[str]:
    """The qualifying words that stand with a value: their kinds (planned, actual, part and so on), or words.

    Args:
        text: the words next to it.
        before: those before them, which can only say of what time or standing it is.
    """
    found = {kind for kind, pattern in _patterns().items() if pattern.search(text)}
    found |= {kind for kind in OF_TIME if before and _patterns()[kind].search(before)}
    return frozenset(found | {_uninflected(match[0].casefold()) for match in _one_kind().finditer(text)})


def _uninflected(word: str) -> str:
    """A word for one kind without its ending; the Russian ones all begin differently."""
    return word[:_TELLING_LETTERS] if _CYRILLIC.match(word) else word.removesuffix("s")


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {kind: _pattern(words) for kind, words in _KINDS.items()}


@cache
def _one_kind() -> re.Pattern[str]:
    return _pattern(_ONE_KIND)


def _pattern(words: str) -> re.Pattern[str]:
    english, chinese, russian = (part.split() for part in words.split("|"))
    spelled = "|".join(word.replace("*", r"\w*").replace("_", " ") for word in (*english, *russian))
    return re.compile(rf"\b(?:{spelled})\b|{'|'.join(chinese)}", re.IGNORECASE)
