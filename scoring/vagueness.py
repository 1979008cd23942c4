"""Whether an answer speaks of amounts without naming one (zh, en, ru)."""

from __future__ import annotations

import re

from scoring.mentions import stated_or_worded

_VAGUE = re.compile(
    r"\b(?:(?:about|around) (?:an?|half|the same|that|as|this)|roughly|approximately|many|several|some|"
    r"a lot|numerous|various|significant\w*|"
    r"considerabl\w*|substantial\w*|large|small|quite|slightly|somewhat|greatly|sharply|"
    r"(?:much|far|a little|a bit) (?:more|less|fewer|higher|lower|larger|smaller|greater|better|worse|longer|"
    r"shorter|faster|slower))\b|"
    r"大約|大约|(?<![預预合契條条節节公制履簽签邀規规租續续婚誓協协違违])[約约]|左右|許多|许多|不少|很多|"
    r"若干|一些|大量|相當|相当|大幅|明顯|明显|顯著|显著|不[多大長长高]|"
    r"[略稍](?:微|為|为)|"
    r"\b(?:около|примерно|много|несколько|ряд|значительн\w*|немало|большо\w*|намного|гораздо|существенн\w*|"
    r"заметно|слегка|довольно|немного)\b",
    re.IGNORECASE,
)
# What is asked for is told in words: conditions, reasons, things of one kind.
_IN_WORDS = re.compile(
    r"\b(?:under|in|on) (?:what|which) (?:cases?|circumstances|conditions?|terms|situations?)\b|"
    r"\b(?:what|which) (?:\w+ ){0,2}?(?:conditions|reasons|shortcomings|drawbacks|faults|risks|exceptions|"
    r"causes|"
    r"advantages|disadvantages|weaknesses|complaints|requirements|measures|steps|problems|obstacles)\b|"
    r"(?:什麼|什么|何種|何种|哪些|哪種|哪种)(?:情況|情况|情形|條件|条件|前提|場合|场合|原因|理由|"
    r"缺[點点陷]|不足|風險|风险|例外|"
    r"問題|问题|優點|优点|弊端|要求|措施|抱怨)|"
    r"\b(?:в|при) каких (?:случаях|условиях|обстоятельствах|ситуациях)|на каких условиях|"
    r"\bкакие (?:\w+ ){0,2}?(?:услови|причин|недостатк|риск|исключени|преимуществ|требовани|мер|проблем|"
    r"жалоб|"
    r"претензи|препятстви)\w*",
    re.IGNORECASE,
)
# Amounts that are no numerals: none, all, the same.
_AMOUNT_IN_WORDS = re.compile(
    r"\b(?:no|not|none|nothing|never|zero|all|every|both|half|halves|halved|twice|doubl\w+|tripl\w+|trebl\w+|"
    r"same|equal\w*|unchanged|once)\b|n[’']t\b|"
    r"沒|没|無|无|未|不(?![多大長长高])|全部|全數|全数|皆|均|都|一半|倍|翻番|相同|一樣|一样|持平|"
    r"\b(?:не|нет|ни|без|ноль|нул\w+|все|всё|вся|каждый|оба|обе|половин\w*|вдвое|втрое|удвои\w+|утрои\w+|"
    r"столько же|так\w+ же|один|одна|одно)\b",
    re.IGNORECASE,
)


def tells_a_number(text: str) -> bool:
    """Whether a text names an amount, be it "none" or "the same"; a year is none, nor is "this one"."""
    told = (each for each in stated_or_worded(text) if not each.is_year)
    return bool(_AMOUNT_IN_WORDS.search(text)) or any(
        each.standing == "stated" or each.figure is None or each.figure.value != 1 for each in told
    )


def is_vague(text: str) -> bool:
    """Whether a text speaks of amounts by words such as "considerably" or 許多."""
    return _VAGUE.search(text) is not None


def asks_in_words(question: str) -> bool:
    """Whether a question asks for conditions, reasons, shortcomings and the like, which have no amount."""
    return _IN_WORDS.search(question) is not None
