"""Years of the Republic of China without their reign: "113 年", which may be so many years as well."""

import re

from data_base.text.folding import Folded
from data_base.text.han_variants import fold_variants

_LOOK_BACK = 5
# What lasts or is counted stands before a number of years: 歷時 113 年, 成立 113 年, 第 113 年.
_LASTS_BEFORE = re.compile(
    r"(?:[历歷][时時]|[创創建][校館馆廠厂廟庙]|[历歷经經已满滿约約近逾超共达達第隔每长長存有活用花整足过過今期限]"
    r"|[创創成建设設屹]立|服[务務役]|[营營运運]行?|经营|經營"
    r"|持[续續]|延[续續]|[校馆館店][庆慶龄齡]|[年歲岁]?[龄齡壽寿]|保固|保存|使用|大[约約]|至少|最多|不到|不足|多[达達]"
    r"|[0-9][-~至到、])[了 \u00a0]*$"
)
# 113 年來, 113 年歷史, 113 年後; but 113 年以來 is since that year.
_LASTS_BEHIND = re.compile(
    r"[ \u00a0]?(?:[来來间間后後内內余餘多老]|前(?![0-9一二三四六][季个月])|之[间間久后後内內前]"
    r"|以[后後内內前上下]|左右|上下|期(?![末初中])|[歲岁]"
    r"|的?(?:[历歷]史|[岁歲]月|[时時]光|[时時][间間]|[寿壽]命|保固|期[间間限]|租期|歷程|传[统統]|傳統|老))"
)


def is_roc_year(page: Folded, start: int, end: int) -> bool:
    """Whether a number of three digits before 年 is a year of the Republic of China, not a duration.

    It stands alone, as over a column, or in a text in traditional characters where nothing says that it
    lasts.

    Args:
        page: the folded text.
        start: where the number begins.
        end: behind 年.
    """
    if start == 0 and end == len(page.low):
        return True
    if _LASTS_BEFORE.search(page.low[max(start - _LOOK_BACK, 0) : start]) or _LASTS_BEHIND.match(
        page.low, end
    ):
        return False
    return fold_variants(page.text) != page.text
