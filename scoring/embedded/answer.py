"""An answer as claims: what is stated, what declines, and what only frames."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from data_base.text.sentences import sentence_spans
from scoring.embedded.lexicon import fold, words
from scoring.embedded.values import Value, value_of
from scoring.embedded.words import names, terms
from scoring.values.mentions import Mention, mentions

if TYPE_CHECKING:
    from collections.abc import Collection

_CLAUSE = re.compile(
    r"[,，;；:：()（）、—–]\s*|\s(?:and|but|while|whereas|versus|against|и|а|но|против)\s|(?:而|但|并且|並且)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\s*(?:[-*+•●·]|\(?\d{1,2}[.)、])\s+")
_NEAR = 48
_LONGEST_READ = 30_000
_MOST, _MOST_VALUES = 150, 40
"""Claims of an answer, and values of a claim, that are looked at."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A value of a claim with the words beside it.

    Attributes:
        value: the value.
        near: content words of the clause it stands in.
    """

    value: Value
    near: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence or list item of an answer.

    Attributes:
        text: as written.
        kind: states something, says that the passages do not tell, or neither.
        terms: its content words.
        values: its figures and dates.
        names: capitalised words.
        guesses: whether it is worded as a guess.
        reckons: whether it compares or sums up, so that its values may follow from others.
    """

    text: str
    kind: Literal["fact", "abstention", "framing"]
    terms: tuple[str, ...]
    values: tuple[Stated, ...]
    names: frozenset[str]
    guesses: bool
    reckons: bool


_MARK = re.compile(r"[ \t]?(?:\[([^\[\]\n]{1,300})\]|【([^【】\n]{1,300})】)(?!\()")
_REFERENCE = re.compile(r"\s*(?:\d{1,3}(?:\s*[-–,，、;]\s*\d{1,3})*|[^\s\]]*#\S*\d\S*|\w+\s?\d{1,3})\s*")


def without_citations(answer: str, ids: Collection[str] = ()) -> str:
    """The answer without citation marks: ``[1]``, ``[report.pdf#p3.2]``, 【4】, and any id in brackets."""

    def drop(match: re.Match[str]) -> str:
        inner = match[1] or match[2] or ""
        return "" if inner.strip() in ids or _REFERENCE.fullmatch(inner) else match[0]

    return _MARK.sub(drop, answer)


def claims_of(answer: str) -> tuple[Claim, ...]:
    """The claims of an answer in order; what speaks to its judge is none."""
    read = mentions(answer[:_LONGEST_READ])
    starts = [mention.start for mention in read]
    found = []
    for start, end in _pieces(answer)[:_MOST]:
        text = answer[start:end]
        folded = fold(text)
        if speaks_to_judge(folded):
            continue
        within = read[bisect_left(starts, start) : bisect_left(starts, end)]
        found.append(_claim(text, folded, [(m, m.start - start) for m in within[:_MOST_VALUES]]))
    return tuple(found)


_TURN = re.compile(
    r"(?:,?\s(?:but|however|though|although|но|однако)\b,?\s?|[，,；;](?:但|不过|不過|只|仅|僅)|;\s|；)"
)


def _pieces(answer: str) -> list[tuple[int, int]]:
    """Sentences, cut where one turns ("the report does not say, but ...")."""
    pieces = []
    for start, end in sentence_spans(answer):
        turn = _TURN.search(answer, start, end)
        if turn and (
            declines(fold(answer[start : turn.start()])) != declines(fold(answer[turn.end() : end]))
        ):
            pieces += [(start, turn.start()), (turn.end(), end)]
        else:
            pieces.append((start, end))
    return [(start, end) for start, end in pieces if end > start]


def _claim(text: str, folded: str, read: list[tuple[Mention, int]]) -> Claim:
    kind: Literal["fact", "abstention", "framing"] = "fact"
    bullet = _BULLET.match(text)
    own = [(m, at) for m, at in read if not bullet or at >= bullet.end()]
    said = terms(text)
    if declines(folded):
        # "One section says 84 %, another 76 %; which is right cannot be told" tells both.
        figures = {m.raw for m, _ in own if m.figure is not None}
        told = len(figures) > 1 and words("conflict").find(folded) is not None
        kind = "fact" if told else "abstention"
    elif not own and (framing := words("framing").find(folded)) is not None:
        rest = folded[: framing.start()] + folded[framing.end() :]
        kind = "framing" if len(terms(rest)) <= _FEW or folded.rstrip().endswith((":", "：")) else "fact"
    elif (not own and text.rstrip().endswith((":", "："))) or not said:
        kind = "framing"
    cuts = [0, *(match.end() for match in _CLAUSE.finditer(text)), len(text)]
    values = tuple(Stated(value_of(m), _near(text, m, at, cuts)) for m, at in own)
    guesses = words("guesses").find(folded) is not None
    plain = text
    for mention, at in own:
        plain = plain[:at] + " " * len(mention.raw) + plain[at + len(mention.raw) :]
    reckons = bool(own) and words("reckons").find(folded) is not None
    return Claim(text, kind, said, values, frozenset(names(plain)), guesses, reckons)


_FEW = 4


def _near(text: str, mention: Mention, at: int, cuts: list[int]) -> tuple[str, ...]:
    """Words of the clause around a value, without the value itself."""
    end = at + len(mention.raw)
    left = max((cut for cut in cuts if cut <= at), default=0)
    right = min((cut for cut in cuts if cut >= end), default=len(text))
    return terms(f"{text[max(left, at - _NEAR) : at]} {text[end : min(right, end + _NEAR)]}")


def declines(folded: str) -> bool:
    """Whether a clause says that the passages do not tell."""
    if words("abstains").find(folded):
        return True
    denies = words("no").spans(folded)
    if not denies or words("sources").find(folded) is None:
        return False
    tells = words("tells").spans(folded)
    if any(deny[0] <= tell[0] <= deny[1] + _APART for tell in tells for deny in denies):
        return True
    # "The report gives no price", "在文中没有价格的资料", "сведений о цене в отчёте нет".
    infos = words("infos").spans(folded)
    return any(
        0 <= info[0] - deny[1] <= _FURTHER or (folded[deny[0] : deny[1]] == "нет" and info[0] < deny[0])
        for info in infos
        for deny in denies
        if folded[deny[0] : deny[1]] in _NONE
    )


_APART, _FURTHER = 24, 16
_NONE = frozenset({"no", "нет", "没", "无", "nor", "neither"})


def speaks_to_judge(folded: str) -> bool:
    """Whether a sentence gives the judge orders: it names a judge or grades, and orders."""
    if words("orders").find(folded) is None:
        return False
    return words("judge").find(folded) is not None or words("scores").find(folded) is not None
