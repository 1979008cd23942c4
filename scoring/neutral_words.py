"""Words said wherever anything is counted or reported, which tell no value from another (zh, en, ru)."""

from __future__ import annotations

import re
from functools import cache

from scoring.terms import terms

_ALPHABETIC = """
report reports reported record records recorded note notes noted amount amounted amounts stand stands
stood number count counts counted total totalled reach reached come comes came show shows showed shown
register registered list lists listed according state states stated say says said give gives gave given
leave leaves left leaving go goes went gone issue issued make made take took taken appear appears appeared
find found measure measures measured document see seen keep keeps kept cost costs still currently contain
contains contained hold holds held offer offers offered provide provides provided year years month months
day days way carry carried call called put account accounts entry log apply applies applied last lasts
lasted need needs require requires remain remains run runs ran work works worked live lives lived own owns
owned employ employs employed serve serves served house houses altogether roughly approximately nearly
almost exactly составляет составляло составил составила составило составляла равно равна равен равнялось
равняется насчитывается насчитывалось насчитывает числится числилось отмечено указано отражено
зафиксировано значится имеется имелось имеет имеют имела имели достигло достигла достигает отчёт отчёте
данные данным согласно число числа количество показал показала показало названо говорится производится
осуществляется выполняется установлен установлено приведено записано учтено учёт проведён закончен сейчас
содержит содержат год года году стоит стоят стоил стоила стоило стоимость обитает обитают живёт живут
растёт растут работает работают учится учатся хранится хранятся находится находятся расположен расположена
расположено длится длилась длился длилось нужно требуется весит весил весила поёт поют примерно
приблизительно ровно почти
"""
_HAN = """
报告 显示 统计 共有 数据 达到 记录 记载 盘点 结算 结案 资料 登记 按照 依照 根据 指出 说明 表示 写道 计算
已达 预定 总共 一共 共计 合计 数量 人数 数目 本年 当年 全年 目前 现在 需要 位于 大约 左右 拥有 持续
"""


FUNCTION_CHARACTERS = frozenset(
    "有共為为是的達达在於于和及已約约個个名位張张座本份隻只條条輛辆家間间所棟栋人次件台艘株棵頁页塊块根部"
)
"""What joins Chinese words, and what things are counted by."""


@cache
def neutral_terms() -> frozenset[str]:
    """The neutral words as terms."""
    return frozenset(terms(f"{_ALPHABETIC} {_HAN}"))


@cache
def neutral_han() -> re.Pattern[str]:
    """The Chinese ones, in Simplified script, as a pattern."""
    return re.compile("|".join(_HAN.split()))
