"""Whether an answer speaks of amounts without naming one (zh, en, ru)."""

from __future__ import annotations

import re

from scoring.mentions import stated_or_worded

_VAGUE = re.compile(
    r"\b(?:about|around|roughly|approximately|many|several|some|a lot|numerous|various|significant\w*|"
    r"considerabl\w*|substantial\w*|large|small|quite|slightly|somewhat|greatly|sharply|"
    r"(?:much|far|a little|a bit) (?:more|less|fewer|higher|lower|larger|smaller|greater|better|worse|longer|"
    r"shorter|faster|slower))\b|"
    r"大約|大约|約|约|左右|許多|许多|不少|很多|若干|一些|大量|相當|相当|大幅|明顯|明显|顯著|显著|不[多大長长高]|"
    r"[略稍](?:微|為|为)|"
    r"\b(?:около|примерно|много|несколько|ряд|значительн\w*|немало|большо\w*|намного|гораздо|существенн\w*|"
    r"заметно|слегка|довольно|немного)\b",
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
