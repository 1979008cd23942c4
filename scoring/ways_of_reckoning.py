"""In which ways a sentence and its question say that a figure was reckoned from others (zh, en, ru)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.comparison_words import side
from scoring.computed_words import asks_difference
from scoring.proportions import MULTIPLE

if TYPE_CHECKING:
    from scoring.figure_findings import ClaimFigure
    from scoring.mentions import Mention

_SHARE = re.compile(
    r"%\s*of\b|\b(?:share|proportion|account\w*|makes? up|made up|part) (?:of|for)\b|"
    r"\bof (?:all|the|its|total)\b|"
    r"[占佔]|比例|比重|份[額额]|"
    r"\b(?:дол[яюией]\w*|от (?:обще|всех|всего|итог)\w*|из обще\w*|составля\w*|"
    r"приход\w*|процент\w* (?:всех|обще|от))\b",
    re.IGNORECASE,
)
_ADDED = re.compile(
    r"\b(?:total\w*|together|combined|altogether|(?:in|across|over|for) all|sum|add\w* up|both|"
    r"jointly|between them|по всем|во всех|"
    r"вместе|в сумме|суммарн\w*|итого|всего|в общей сложности|обе|оба|совокупн\w*)\b|"
    r"[共合][計计]|一共|[總总]|加起[來来]|合起[來来]|之和|合共|[兩两]者|共",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:all|total|overall|altogether|as a whole|in sum|"
    r"в целом|всего|все|всех|общ\w+|суммарн\w+|итог\w*)\b|"
    r"全[部体體]|[总總]|整[体體]|合[计計]|各",
    re.IGNORECASE,
)
_ALL_BEFORE = re.compile(
    r"(?:\b(?:all|all (?:of )?(?:the|those|these)|все|всех|всем|всеми)\s|全部|所有的?)\s*$", re.IGNORECASE
)
_ALL_BEHIND = re.compile(r"[\u4e00-\u9fffA-Za-z]{0,10}(?:全部|全都|全数|全數|均|都)")
_AVERAGE = re.compile(r"\b(?:average|mean|в среднем|средн\w+)\b|平均|均值", re.IGNORECASE)
_DIFFERENCE = re.compile(r"\b(?:difference|gap|разниц\w+|разрыв\w*)\b|相差|差[距額额價价值]", re.IGNORECASE)
# What something rose from or to is no size of a change.
_LEVEL = re.compile(r"(?:\b(?:from|to|с|до|от|из)|[由从從自至到为為])\s*$", re.IGNORECASE)
_REACHED = re.compile(r"(?:\b(?:to|до)|[至到])\s*$", re.IGNORECASE)
_DIFFER = re.compile(
    r"\b(?:differ\w*|gap|apart|compared? (?:to|with)|"
    r"how (?:did|do|does|has|have)\b[^?]*\b(?:change|develop|compare)\w*|"
    r"разниц\w*|разрыв\w*|отлича\w*|различ\w*|измени\w*|меня\w*|сравн\w*|динамик\w*)\b|"
    r"差|變化|变化|不同|[区區][别別]|相比|[增][減减]|[对對]比|比[较較]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ways:
    """In which ways a figure may have been reckoned.

    Attributes:
        compares: as a difference, a change or a multiple.
        shares: as a share of a whole.
        adds: as a sum.
        average: as an average.
    """

    compares: bool
    shares: bool
    adds: bool
    average: bool

    @property
    def any(self) -> bool:
        """Whether it may have been reckoned at all."""
        return self.compares or self.shares or self.adds or self.average


def ways_of_reckoning(figure: ClaimFigure, text: str, question: str, *, absent: bool) -> Ways:
    """In which ways a figure may have been reckoned.

    Args:
        figure: a figure of the answer.
        text: its sentence.
        question: what was asked.
        absent: whether the passages hold it nowhere; of one that they hold for something else, the words next
            to it have to say that it was reckoned.
    """
    said, percent = (
        f"{text} {question}",
        figure.mention.figure is not None and figure.mention.figure.unit == "%",
    )
    told = absent or figure.computed
    return Ways(
        compares=_says_difference(figure, text) or (absent and _asks_difference(figure, text, question)),
        shares=absent and percent and _SHARE.search(said) is not None,
        adds=(told and _ADDED.search(said) is not None) or _says_all(figure, text),
        average=told and _AVERAGE.search(said) is not None,
    )


def speaks_of_all(text: str) -> bool:
    """Whether a text speaks of all things of a kind together ("overall", 全部, в целом)."""
    return _WHOLE.search(text) is not None


def says_share(text: str) -> bool:
    """Whether a text speaks of a share of a whole."""
    return _SHARE.search(text) is not None


def is_reached(text: str, mention: Mention) -> bool:
    """Whether a figure is what something rose or fell to."""
    return _REACHED.search(text, 0, mention.start) is not None


def _says_all(figure: ClaimFigure, text: str) -> bool:
    """Whether a figure counts all of something: "all 17 crews", 17個全部."""
    before, after = text[: figure.mention.start], text[figure.mention.end :]
    return _ALL_BEFORE.search(before) is not None or _ALL_BEHIND.match(after) is not None


def _says_difference(figure: ClaimFigure, text: str) -> bool:
    """Whether the words next to a figure, or a noun before it, say that it is a difference or a multiple."""
    return (
        figure.computed
        or figure.reckoned.compared
        or figure.reckoned.multiple
        or bool(side(text, figure.mention))
        or _DIFFERENCE.search(text, 0, figure.mention.start) is not None
    )


def _asks_difference(figure: ClaimFigure, text: str, question: str) -> bool:
    """Whether a change is spoken of or asked for, and a figure may tell its size rather than where it led."""
    if _LEVEL.search(text, 0, figure.mention.start):
        return False
    unit = figure.mention.figure.unit if figure.mention.figure else None
    return (
        bool(figure.reckoned.direction)
        or unit == MULTIPLE
        or asks_difference(question)
        or _DIFFER.search(f"{text} {question}") is not None
    )
