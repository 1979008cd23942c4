"""An answer as claims: what is stated, what declines, and what only frames."""

import re
from bisect import bisect_left
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Literal

from data_base.text.dates import DateMention
from data_base.text.homoglyphs import one_script
from data_base.text.sentences import sentence_spans
from scoring.embedded.lexicon import fold, words
from scoring.embedded.values import Value, alike, is_fall, value_of
from scoring.embedded.words import names, root, terms
from scoring.values.mentions import Mention, counted, mentions
from scoring.values.periods import periods_of
from scoring.words.absence import is_absence
from scoring.words.opposites import CLAUSE
from scoring.words.word_list_matching import hits

_BULLET = re.compile(r"\s*(?:[-*+•●·]|\(?\d{1,2}[.)、])\s+")
_NEAR = 48
_LONGEST_READ = 200_000
_MOST, _MOST_VALUES = 1000, 40
"""Claims of an answer, and values of a claim, that are looked at."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A value, the content words of its clause, the time it is said to be for, and where it begins."""

    value: Value
    near: tuple[str, ...]
    period: DateMention | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """A sentence or list item of an answer."""

    text: str
    kind: Literal["fact", "abstention", "framing"]
    """States something, says that the passages do not say, or neither."""
    terms: tuple[str, ...]
    values: tuple[Stated, ...]
    names: frozenset[str]
    calculates: bool
    """Whether it compares or sums up, so that its values may follow from others."""


def claims_of(
    answer: str,
    known: Container[str] = frozenset(),
    periods: Sequence[DateMention] = (),
    *,
    counts: bool = False,
) -> tuple[AnswerClaim, ...]:
    """The claims of an answer in order; what speaks to its judge is none.

    Args:
        answer: without citation marks.
        known: roots of the words of passages and question.
        periods: what the question asks for, which need not be said again.
        counts: whether a number is asked for, so that one in words is a value.
    """
    read = (counted if counts else mentions)(answer[:_LONGEST_READ])
    starts = [mention.start for mention in read]
    found = []
    pieces = _pieces(answer)[:_MOST]
    spoken = _spoken([answer[start:end] for start, end in pieces], known)
    for (start, end), aside in zip(pieces, spoken, strict=True):
        if not aside:
            within = read[bisect_left(starts, start) : bisect_left(starts, end)]
            found.append(
                _claim(answer[start:end], [(m, m.start - start) for m in within[:_MOST_VALUES]], periods)
            )
    return tuple(found)


_MARKUP = re.compile(
    r"</?\w+[^<>\n]*>|<<<|>>>|\[/?[A-Z]{3,}[\]:]|\[\[|^\s*(?:```|[{}]|===|//|#)|[\"“”']\s*:\s*[\d\"{\[]|"
    r"\[[^\]]*\]\(|[A-Za-z0-9+/]{24,}={0,2}"
)
# A figure beyond a mark of the scale: whatever else a sentence says, it says something.
_FIGURE = re.compile(r"(?<![A-Za-z\d.,+/])(?!100?(?!\d))\d[\d.,]*\d(?![A-Za-z]{2})")
_HALF_KNOWN, _FEW_KNOWN = 0.5, 0.25


def _spoken(pieces: Sequence[str], known: Container[str]) -> list[bool]:
    """Which pieces speak to a judge: by what they say, or as strange to the passages as what is next to them.

    A piece of whose words the passages and the question know few is spoken to the judge where it names one or
    grades, or is markup; and so is one next to it of which they know nothing.
    """
    shares = [_known_share(piece, known) for piece in pieces]
    found = [
        share <= _HALF_KNOWN and not _FIGURE.search(piece) and _is_strange(fold(one_script(piece)), share)
        for piece, share in zip(pieces, shares, strict=True)
    ]
    for order in (range(1, len(pieces)), range(len(pieces) - 2, -1, -1)):
        for i in order:
            neighbour = i - 1 if order.step > 0 else i + 1
            found[i] = found[i] or (found[neighbour] and shares[i] == 0.0 and not _FIGURE.search(pieces[i]))
    return found


def _is_strange(folded: str, share: float) -> bool:
    marked = share <= _FEW_KNOWN and (_grades(folded) or _MARKUP.search(folded) is not None)
    return marked or speaks_to_judge(folded)


def _known_share(text: str, known: Container[str]) -> float:
    said = terms(text)
    return sum(root(term) in known for term in said) / len(said) if said else 0.0


def _grades(folded: str) -> bool:
    return any(words(name).find(folded) is not None for name in ("judge", "scores"))


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


def _claim(text: str, read: list[tuple[Mention, int]], periods: Sequence[DateMention]) -> AnswerClaim:
    folded = fold(text)
    kind: Literal["fact", "abstention", "framing"] = "fact"
    bullet = _BULLET.match(text)
    own = [(m, at) for m, at in read if not bullet or at >= bullet.end()]
    said = terms(text)
    if declines(folded):
        # "One section says 84 %, another 76 %; which is right cannot be said" states both.
        figures = {m.raw for m, _ in own if m.figure is not None}
        both = len(figures) > 1 and words("conflict").find(folded) is not None
        kind = "fact" if both else "abstention"
    elif not own and (framing := words("framing").find(folded)) is not None:
        rest = folded[: framing.start()] + folded[framing.end() :]
        kind = "framing" if len(terms(rest)) <= _FEW or folded.rstrip().endswith((":", "：")) else "fact"
    elif (not own and text.rstrip().endswith((":", "："))) or not said:
        kind = "framing"
    cuts = [0, *(match.end() for match in CLAUSE.finditer(text)), len(text)]
    told = periods_of(text, [m for m, _ in own], own[0][0].start - own[0][1] if own else 0, periods)
    falls = is_fall(text)
    values = _without_denied(
        text,
        [
            Stated(value_of(m, falls=falls), _near(text, m, at, cuts), period, at)
            for (m, at), period in zip(own, told, strict=True)
        ],
    )
    plain = text
    for mention, at in own:
        plain = plain[:at] + " " * len(mention.raw) + plain[at + len(mention.raw) :]
    calculates = bool(own) and words("calculates").find(folded) is not None
    return AnswerClaim(text, kind, said, values, frozenset(names(plain)), calculates)


_FEW = 4


def _without_denied(text: str, stated: Sequence[Stated]) -> tuple[Stated, ...]:
    """The values of a claim without those that it sets the one before apart from: "and not in 1987"."""
    kept: list[Stated] = []
    for each in stated:
        between = text[kept[-1].at + len(kept[-1].value.mention.raw) : each.at] if kept else ""
        brief = len(between) <= _BRIEF and hits(between, "negation")
        if not (brief and alike(kept[-1].value, each.value)):
            kept.append(each)
    return tuple(kept)


_BRIEF = 12


def _near(text: str, mention: Mention, at: int, cuts: list[int]) -> tuple[str, ...]:
    """Words of the clause around a value, without the value itself."""
    end = at + len(mention.raw)
    left = max((cut for cut in cuts if cut <= at), default=0)
    right = min((cut for cut in cuts if cut >= end), default=len(text))
    return terms(f"{text[max(left, at - _NEAR) : at]} {text[end : min(right, end + _NEAR)]}")


def declines(folded: str) -> bool:
    """Whether a clause says that the passages do not say."""
    if words("abstains").find(folded) or is_absence(folded):
        return True
    denies = words("no").spans(folded)
    if not denies or words("sources").find(folded) is None:
        return False
    stated = words("states").spans(folded)
    if any(deny[0] <= say[0] <= deny[1] + _APART for say in stated for deny in denies):
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
    return words("orders").find(folded) is not None and (_grades(folded) or "10" in folded)
