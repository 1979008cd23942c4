"""Do the passages hold what a question asks?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.aliases import expand
from scoring.contexts import masked
from scoring.evidence import years_of
from scoring.mentions import mentions
from scoring.terms import terms
from scoring.windows import Window, best_window, weighed

if TYPE_CHECKING:
    from scoring.evidence import Evidence
    from scoring.questions import AnswerKind, QuestionPart

ANSWERED_FROM = 0.62
"""Share of a question's weighted terms that must stand together for the passages to count as answering it."""
_ALIAS_HELP = 0.7
_REASON = re.compile(
    r"\b(?:because|due to|owing to|caused? by|as a result|since|reason|after|so that|thanks to)\b|因為|因为|由於|由于|原因|導致|导致|造成|因此|所以|為了|为了|因\w|"
    r"\b(?:из-за|потому|вследствие|в результате|причин\w*|поскольку|так как|связан\w*|благодаря)\b",
    re.IGNORECASE,
)
_ASKING = frozenset(
    "many much large long big high develop according compare sure what tell give list kind type exact please say says said write "
    "сколько каков насколько менял назов указ "
    "各是 各有 各写 怎么 说法 一致 相符 如何 多少 几种 是什 什么 多大 多久 哪些 分别 一共 总共 有没 没有".split()
)


@dataclass(frozen=True, slots=True)
class Answerability:
    """How far passages answer one part of a question.

    Attributes:
        score: share of the part's weighted terms in the best window, in [0, 1]; halved where the window
            holds nothing of the kind that is asked for.
        window: where they stand.
        missing: terms of the part that stand nowhere near, heaviest first.
    """

    score: float
    window: Window
    missing: tuple[str, ...]

    @property
    def answered(self) -> bool:
        """Whether the passages count as holding an answer."""
        return self.score >= ANSWERED_FROM


def asked_terms(question: str) -> tuple[str, ...]:
    """Content terms of a question, without those that only ask."""
    plain = masked(question, mentions(question))
    return tuple(term for term in dict.fromkeys(terms(plain)) if term not in _ASKING)


def answerability(part: QuestionPart, evidence: Evidence) -> Answerability:
    """How far the passages answer one part of a question."""
    words = asked_terms(part.text)
    weights = weighed(words, evidence)
    window = best_window(weights, evidence)
    others = expand(part.text, evidence.aliases)
    if others:
        wider = best_window(weighed((*words, *others), evidence) , evidence)
        if wider.recall * _ALIAS_HELP > window.recall:
            window = wider
    score = window.recall
    if score and not _holds_kind(part, window, evidence):
        score /= 2
    return Answerability(score, window, window.missing)


def _holds_kind(part: QuestionPart, window: Window, evidence: Evidence) -> bool:
    places = range(window.first, window.last + 1)
    found = [o for o in evidence.occurrences if o.unit in places]
    if part.kind == "reason":
        return any(_REASON.search(evidence.units[i].text) for i in places)
    if part.kind == "percent":
        return any(o.mention.figure for o in found)
    if part.kind in {"quantity", "money"}:
        return any(o.mention.figure and _of_year(o.context.years, part) for o in found)
    if part.kind == "date":
        return any(o.mention.date for o in found)
    return True


def _of_year(years: frozenset[int], part: QuestionPart) -> bool:
    asked = years_of(part.text)
    return not asked or not years or bool(asked & years)


def kind_words(kind: AnswerKind) -> bool:
    """Whether an answer of this kind is a value rather than a statement."""
    return kind in {"quantity", "money", "percent", "date"}
