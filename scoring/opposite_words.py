"""Words that cannot both be true of one thing: rose and fell, open and closed (zh, en, ru)."""

from __future__ import annotations

import re
from functools import lru_cache

# Each pair: its name, and the words of one side and of the other.
_PAIRS: tuple[tuple[str, str, str], ...] = (
    (
        "change",
        (
            r"\b(?:rose|rise[ns]?|rising|grew|grow(?:s|n|th)?|increas(?:e[sd]?|ing)|climb(?:s|ed)?|went up|"
            r"go(?:es)? up|(?:is|was|were|are) up|gain(?:s|ed)|surged?|jumped|raised?|raising)\b|"
            r"增長|增长|成長|成长|增加|上升|提高|上漲|上涨|攀升|調升|调升|調高|调高|"
            r"\b(?:вырос\w*|возрос\w*|увелич\w+|повыс\w+|повыш\w+|подня\w+|прирост\w*|подорожа\w+)"
        ),
        (
            r"\b(?:fell(?! short)|fall(?:s|en|ing)?(?! short)|"
            r"declin(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|drop(?:s|ped)?|"
            r"went down|"
            r"go(?:es)? down|(?:is|was|were|are) down|reduc(?:e[sd]?|ing|tion)|lowered|shrank|shrunk|"
            r"slumped)\b|"
            r"減少|减少|下降|降低|下滑|下跌|縮減|缩减|萎縮|萎缩|調降|调降|調低|调低|"
            r"\b(?:упал\w*|снизи\w+|сниж\w+|сократи\w+|сокращ\w+|уменьш\w+|подешеве\w+)"
        ),
    ),
    (
        "consent",
        (
            r"\b(?:approv(?:e[sd]?|al|ing)|adopted|accept(?:s|ed|ance)?|endors\w+|granted)\b|"
            r"(?<=[票決决議议會会致查])通[過过]|批准|核准|核定|同意|採納|采纳|\b(?:одобр\w+|утверд\w+|"
            r"утвержд\w+)"
        ),
        (
            r"\b(?:reject(?:s|ed|ion)?|turned down|voted down|refus(?:e[sd]?|al)|denied|dismissed)\b|"
            r"否決|否决|駁回|驳回|拒絕|拒绝|退回|\b(?:отклон\w+|отверг\w*|отказа\w*)"
        ),
    ),
    (
        "open",
        (
            r"\b(?:open(?:s|ed|ing)?|reopen\w*)\b(?!-)|開放|开放|照常營業|照常营业|開館|开馆|"
            r"\b(?:открыт\w*|открыва\w+|откро\w+)"
        ),
        (
            r"\b(?:close(?! to\b)|clos(?:e[sd]|ing|ure)|shut(?:s|ting)?)\b|關閉|关闭|封閉|封闭|停業|"
            r"停业|休館|休馆|"
            r"閉館|闭馆|"
            r"\b(?:закрыт\w*|закрыва\w+|закро\w+)"
        ),
    ),
    (
        "leave",
        (
            r"\b(?:allow(?:s|ed)?|permit(?:s|ted)?)\b|允許|允许|准許|准许|"
            r"\b(?:разреш\w+|допуска\w+|позволя\w+)"
        ),
        (
            r"\b(?:ban(?:s|ned)?|prohibit(?:s|ed)?|forbid(?:s|den)?|forbade)\b|禁止|嚴禁|严禁|不准|"
            r"\b(?:запрещ\w+|запрет\w*|нельзя)"
        ),
    ),
    (
        "duty",
        (r"\b(?:mandatory|compulsory|obligatory)\b|強制|强制|必須|必须|\bобязательн\w+"),
        r"\b(?:voluntary|optional)\b|自願|自愿|選擇性|选择性|\b(?:добровольн\w+|необязательн\w+)",
    ),
    (
        "extreme",
        (
            r"\b(?:highest|largest|biggest|greatest|maximum|longest|oldest|fastest|deepest)\b|"
            r"最高(?!法院|人民)|最大|最多|最長|最长|最快|最深|\b(?:наибольш\w+|максимальн\w+|"
            r"сам\w+ (?:высок|больш|"
            r"длинн)\w+)"
        ),
        (
            r"\b(?:lowest|smallest|minimum|shortest|youngest|slowest|shallowest)\b|"
            r"最低|最小|最少|最短|最慢|最淺|最浅|\b(?:наименьш\w+|минимальн\w+|сам\w+ (?:низк|мал|коротк)\w+)"
        ),
    ),
    (
        "fate",
        (r"\b(?:kept|retain(?:s|ed)?|maintained|preserved)\b|保留|維持|维持|\b(?:сохран\w+|остав(?:и|л)\w+)"),
        (
            r"\b(?:abolish(?:es|ed)?|scrapped|withdrawn|repealed|dismantled)\b|廢除|废除|廢止|废止|取消|刪除|"
            r"删除|拆除|\b(?:отмен\w+|упраздн\w+|демонтир\w+)"
        ),
    ),
    (
        "outcome",
        (
            r"\b(?:passed|succeeded|successful(?:ly)?)\b|合格|成功(?!大[学學])|\b(?:успешн\w+|"
            r"удал(?:ось|ся|ась)|"
            r"прош(?:ёл|ел|л\w))"
        ),
        r"\b(?:fail(?:s|ed|ure)?|unsuccessful(?:ly)?)\b|失敗|失败|\b(?:провал\w+|неудач\w+)",
    ),
    (
        "quality",
        r"\b(?:improv(?:e[sd]?|ing|ement)|better)\b|改善|好轉|好转|\b(?:улучш\w+|лучше)",
        r"\b(?:worsen(?:s|ed|ing)?|deteriorat\w+|worse)\b|惡化|恶化|變差|变差|\b(?:ухудш\w+|хуже)",
    ),
    (
        "trade",
        r"\bimport(?:s|ed)?\b|進口|进口|\bимпорт\w*",
        r"\bexport(?:s|ed)?\b|出口|\bэкспорт\w*",
    ),
    (
        "side",
        r"\b(?:in favour|in favor|support(?:s|ed)?|backed)\b|贊成|赞成|支持|\bподдерж\w+",
        r"\boppos(?:e[sd]?|ing)\b|反對|反对|\bвозража\w+",
    ),
    (
        "schedule",
        (
            r"\b(?:earlier than (?:planned|scheduled|expected)|ahead of (?:schedule|plan)|on time|"
            r"on schedule|"
            r"as (?:planned|scheduled))\b|提前|提早|如期|準時|准时|按期|比[^，。]{0,6}(?:計畫|计划|"
            r"預定|预定)[^，。]{0,4}早|"
            r"\bв срок\b|\bраньше (?:плана|срока|намеченного)|\bдосрочно\b"
        ),
        (
            r"\b(?:later than (?:planned|scheduled|expected)|behind (?:schedule|plan)|delayed|"
            r"belated(?:ly)?)\b|"
            r"延後|延后|延遲|延迟|推遲|推迟|逾期|比[^，。]{0,6}(?:計畫|计划|預定|预定)[^，。]{0,4}晚|"
            r"\b(?:позже|позднее) (?:плана|срока|намеченного)|\bс опозданием|\bзадержа\w+"
        ),
    ),
    (
        "target",
        (
            r"\b(?:(?:reach|achiev|attain)(?:e[sd]?|ed|es|s)?|met|meets?|fulfilled|hit|surpassed|exceeded)\b"
            r"(?= (?:[^\s.,;]+ ){0,4}(?:targets?|goals?|objectives?|quotas?))|"
            r"[達达][成到標标](?=[^，。；]{0,10}(?:目標|目标|指標|指标))|(?:目標|目标|指標|指标)[^，。；]{0,4}[達达][成到標标]|"
            r"\b(?:достиг\w*|выполн\w+|перевыполн\w+)(?= (?:\w+ ){0,3}(?:цел|план|показател|норматив|задани))"
        ),
        (
            r"\b(?:missed|misses|fell short of|falls? short of|failed to (?:reach|meet|achieve|attain))\b"
            r"(?= (?:[^\s.,;]+ ){0,4}(?:targets?|goals?|objectives?|quotas?))|"
            r"(?:目標|目标|指標|指标)[^，。；]{0,4}落空|"
            r"\b(?:недовыполн\w+|не дотяну\w+ до)(?= (?:\w+ ){0,3}(?:цел|план|показател|норматив|задани))"
        ),
    ),
    (
        "latitude",
        r"\bnorth(?:ern)?\b(?!-)|北側|北侧|北岸|北部|以北|\bсеверн\w+",
        r"\bsouth(?:ern)?\b(?!-)|南側|南侧|南岸|南部|以南|\bюжн\w+",
    ),
    (
        "longitude",
        r"(?<!-)\beast(?:ern)?\b|東側|东侧|東岸|东岸|東部|东部|以東|以东|(?<!-)\bвосточн\w+",
        r"(?<!-)\bwest(?:ern)?\b|西側|西侧|西岸|西部|以西|(?<!-)\bзападн\w+",
    ),
)
ATTRIBUTES = frozenset({"extreme", "latitude", "longitude"})
"""Pairs that say which thing is meant: a sentence with both sides speaks of two."""
_SIDES = tuple(
    (name, (re.compile(one, re.IGNORECASE), re.compile(other, re.IGNORECASE))) for name, one, other in _PAIRS
)
# "from 12 to 10": what a bound, an exception or a condition leaves open is no opposite.
_LEAVES_ROOM = re.compile(
    r"\b(?:except|only|unless|until|apart from|other than|instead of|rather than|no longer|not only)\b|"
    r"除|僅|仅|只有|只在|直到|除非|不再|不只|"
    r"\b(?:кроме|только|лишь|пока|если|вместо|больше не)\b",
    re.IGNORECASE,
)
EXCEPTION = re.compile(
    r"(?:\b(?:except(?: for| on| in)?|apart from|other than|кроме)\s|除了?(?=[^，。；,;]{1,30}(?:之?外|"
    r"以外)))"
    r"(?P<what>[^.,;，。；]{1,60})",
    re.IGNORECASE,
)
"""What a sentence excepts from what it says; its words are the group ``what``."""


@lru_cache(maxsize=2048)
def sides_of(text: str) -> dict[str, tuple[int, re.Match[str]]]:
    """The pairs of which a text names one side, by name, with which side and where; of both sides, none."""
    found = {}
    for name, patterns in _SIDES:
        matches = [pattern.search(text) for pattern in patterns]
        for side, match in enumerate(matches):
            if match is not None and matches[1 - side] is None:
                found[name] = (side, match)
    return found


@lru_cache(maxsize=2048)
def without_opposites(text: str) -> str:
    """The text with the words of every pair blanked, so that the rest can be compared."""
    for _, patterns in _SIDES:
        for pattern in patterns:
            text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text


def leaves_room(text: str) -> bool:
    """Whether an exception, a condition or a bound keeps a sentence from excluding its opposite."""
    return _LEAVES_ROOM.search(text) is not None
