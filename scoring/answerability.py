"""Do the passages hold what a question asks?"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scoring.aliases import expand
from scoring.asked import asked_terms, is_wanted, ranked_values, wants_value
from scoring.bridges import find_bridge
from scoring.evidence import script_of_text
from scoring.explained import names_a_reason
from scoring.head_untold import leaves_out_head
from scoring.left_open import asks_what_is_open, leaves_open
from scoring.left_out import is_of_calendar, leaves_out_detail
from scoring.mentions import years_of
from scoring.row_answers import row_answers
from scoring.sought_terms import sought_terms
from scoring.values_of_it import WEEKDAY, gives_none_of_it
from scoring.windows import Window, best_window, weighed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.bridges import Bridge
    from scoring.evidence import Evidence, Occurrence
    from scoring.questions import QuestionPart

ANSWERED_FROM = 0.45
"""Share of a question's weighted terms that must stand together for the passages to count as answering it."""
FITS_FROM = 0.18
"""Fit of a value's surroundings from which on it counts as what was asked for."""
SURE_FROM = 0.715
"""Probability from which on an answer that declines has overlooked what the passages hold."""
WEIGHTS: Mapping[str, float] = {
    "bias": -4.69,
    "window": 2.84,
    "sentence": 3.0,
    "kind": 0.46,
    "fit": 2.34,
    "heaviest": 2.42,
    "terms": 1.96,
    "value": -0.25,
    "elsewhere": -1.21,
    "apart": -0.36,
    "other_years": -2.4,
}
"""Logistic weights of the features of an :class:`Answerability`.

Fitted by ``benchmark/performance/fit_answerability.py`` on XQuAD (CC BY-SA 4.0, English and Chinese):
questions on a whole article, and on the same article without the sentence that answers them.
"""
MOST_VALUES = 12
"""Values that are looked at as answers to one part of a question."""
SURE_TOGETHER = 0.74
"""Probability that any of several parts is answered, from which on the same is said of all together."""
# What a row that is named by the question in a table of what it asks for is worth at least.
_BY_ROW = 0.9
_MOST_TERMS = 12
_MEASURES = frozenset(["quantity", "money", "percent"])
# What is paid for a thing goes by many names; none of them is what it earns.
_KINDS_OF_SUMS = dict.fromkeys(
    ("§cost", "§price", "§fee", "§budget", "§salary", "§tax", "§investment"), "outlay"
) | {name: name for name in ("§revenue", "§profit", "§loss", "§debt", "§dividend", "§asset")}
# A value that fits so well is the answer, whatever its sentence leaves open beside it.
_PLAIN_FIT = 0.3
_FITS_POORLY, _MOSTLY_APART = 0.2, 0.5
_SPEAKS_OF_IT = 0.3
_ALIAS_HELP = 0.7
_REASON = re.compile(
    r"\b(?:because|due to|owing to|caused? by|as a result|since|reason|after|so that|thanks to)\b|因為|"
    r"因为|由於|由于|原因|導致|导致|造成|因此|所以|為了|为了|因\w|"
    r"\b(?:из-за|потому|вследствие|в результате|причин\w*|поскольку|так как|связан\w*|благодаря)\b",
    re.IGNORECASE,
)
# Which firm it was is told by its name, by a name in quotes, or by whom something is done or bought from.
_ASKS_FIRM = re.compile(
    r"哪一?[家間间個个](?:公司|廠商|厂商|廠家|厂家|供應商|供应商|製造商|制造商|企業|企业|業者|业者)"
)
_FIRM = re.compile(
    r"[\u4e00-\u9fff]{2}(?:公司|企業|企业|集團|集团|[廠厂]|科技|電子|电子|工業|工业|建設|建设|營造|营造|"
    r"工程|實業|实业|"
    r"銀行|银行|事務所|事务所|商社|重工|能源|電機|电机|機械|机械|精密|化工|材料|物流|顧問|顾问)"
)
_DOER = re.compile(
    r"由|委[託托]|[向與与跟和同][\u4e00-\u9fff]{2,12}?(?:採購|采购|購|购|簽|签|訂|订|租)|得[標标]|中[標标]|"
    r"承[攬揽包建製制租辦办]|"
    r"供[應应][商自]|[廠厂]商|製造商|制造商|[「『“\"《]|品牌|出品|生[產产]商"
)
_LATIN_NAME = re.compile(r"[A-Z][A-Za-z]{2,}")
_HAN = re.compile(r"[\u4e00-\u9fff]{2}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_NAME = re.compile(r"(?<=[^\W\d_,;:»”\"] )[«“\"]?([A-ZА-ЯЁ][^\W\d_]{2,})")


@dataclass(frozen=True, slots=True)
class Answerability:
    """How far passages answer one part of a question.

    Attributes:
        score: share of the part's weighted terms in the best window, in [0, 1]; halved where the window
            holds nothing of the kind that is asked for.
        window: where they stand.
        missing: terms of the part that stand nowhere near, heaviest first.
        fit: how well the best value of the kind that is asked for fits, 0 where none is asked for.
        left_open: whether the passages say themselves that this is not known.
        something_else: whether a measure is asked for and the passages give that of something else at best,
            or somebody is asked for and they name nobody.
        in_row: whether a table's row plainly answers the part.
        not_of_it: whether a time or a number of things is asked for and no such value stands by the words of
            the question, though other values may.
        left_out: whether a detail is asked (a name, a colour) that the passages do not tell where they speak
            of the thing.
        unexplained: whether a reason is asked for and the passages, where they speak of it, name none.
        bridge: the two places that answer the part only together, None where one place is enough.
        values: the best-fitting values of the kind that is asked for with their fit, best first.
        features: what the probability rests on, by the names of :data:`WEIGHTS`, each in [0, 1.2].
    """

    score: float
    window: Window
    missing: tuple[str, ...]
    fit: float = 0.0
    features: Mapping[str, float] = field(default_factory=dict)
    left_open: bool = False
    something_else: bool = False
    in_row: bool = False
    not_of_it: bool = False
    left_out: bool = False
    unexplained: bool = False
    bridge: Bridge | None = None
    values: tuple[tuple[float, Occurrence], ...] = ()

    @property
    def probability(self) -> float:
        """That the passages hold the answer, in [0, 1]; 0 where nothing of it was found."""
        if not self.features or self.left_open or self.something_else:
            return 0.0
        by_words = 1 / (1 + math.exp(-sum(WEIGHTS[name] * value for name, value in self.features.items())))
        return max(by_words, _BY_ROW) if self.in_row else by_words

    @property
    def answered(self) -> bool:
        """Whether the passages count as holding an answer."""
        return not (self.left_open or self.left_out) and (
            self.score >= ANSWERED_FROM or self.fit >= FITS_FROM
        )


def surely_answered(parts: Sequence[Answerability]) -> bool:
    """Whether the passages hold an answer to some part so plainly that to decline is an error."""
    told = [part for part in parts if not (part.unexplained or part.not_of_it or part.left_out)]
    if any(part.probability >= SURE_FROM for part in told):
        return True
    sought = [part for part in parts if not (part.not_of_it or part.left_out)]
    return bool(told) and together(sought) >= SURE_TOGETHER


def together(parts: Sequence[Answerability]) -> float:
    """Probability that the passages hold an answer to any part."""
    return 1 - math.prod(1 - part.probability for part in parts)


def answerability(part: QuestionPart, evidence: Evidence) -> Answerability:
    """How far the passages answer one part of a question."""
    words = sought_terms(part)
    weights = weighed(words, evidence)
    window = best_window(weights, evidence)
    others = expand(part.text, evidence.aliases)
    if others:
        wider = best_window(weighed((*words, *others), evidence), evidence)
        if wider.recall * _ALIAS_HELP > window.recall:
            window = wider
    holds_kind = bool(evidence.units) and _holds_kind(part, window, evidence)
    score = window.recall if holds_kind else window.recall / 2
    best = tuple(ranked_values(part, evidence)[:MOST_VALUES]) if wants_value(part.kind) else ()
    fit, value = best[0] if best else (0.0, None)
    best_unit, single = _best_unit(weights, evidence)
    seen = _features(part, weights, window, fit, single, holds_kind=holds_kind)
    seen |= _against(part, weights, window, value, evidence)
    left_open = _is_left_open(
        part, weights, (best_unit, *range(window.first, window.last + 1)), fit, evidence
    )
    in_row = row_answers(part, evidence)
    not_of_it = not in_row and gives_none_of_it(part, best, window, evidence)
    unexplained = part.kind == "reason" and not _names_a_reason(window, evidence)
    something_else = (part.kind == "who" and not holds_kind) or (
        part.kind in _MEASURES
        and not in_row
        and not _is_abroad(part, value, evidence)
        and _is_of_something_else(part, seen["apart"], fit, value)
    )
    covered = window.recall * math.fsum(weights.values())
    # A glossary of the passages' own makes the bridge already.
    bridge = None if left_open or others else find_bridge(part, weights, covered, evidence)
    if bridge is not None:
        window = Window(bridge.recall, bridge.second, bridge.second, window.missing)
        score, something_else = bridge.recall, False
        seen |= {"window": score, "sentence": score, "heaviest": 0.0}
    return Answerability(
        score,
        window,
        window.missing,
        fit,
        seen,
        left_open,
        something_else,
        in_row,
        not_of_it and bridge is None,
        bridge is None and _leaves_out(part, weights, evidence, in_row=in_row),
        unexplained,
        bridge,
        best,
    )


def _leaves_out(
    part: QuestionPart, weights: Mapping[str, float], evidence: Evidence, *, in_row: bool
) -> bool:
    """Whether the passages speak of the thing and not of what is asked of it; a row tells by its heads."""
    return leaves_out_head(part, evidence) or (not in_row and leaves_out_detail(part, weights, evidence))


def _is_abroad(part: QuestionPart, value: Occurrence | None, evidence: Evidence) -> bool:
    """Whether a value stands in another script than the question's, so that its words say little."""
    return value is not None and evidence.script(value.unit) != script_of_text(part.text)


def _is_of_something_else(part: QuestionPart, apart: float, fit: float, value: Occurrence | None) -> bool:
    """Whether the best value is not the sum that is asked for, or fits poorly and stands by other words."""
    if part.kind != "money" or value is None:
        return apart >= 1 and fit < _FITS_POORLY
    asked, given = _sums(asked_terms(part.own)), _sums(value.context.key)
    return (apart >= _MOSTLY_APART and fit < _PLAIN_FIT) or bool(asked and given and not asked & given)


def _sums(words: Iterable[str]) -> frozenset[str]:
    """The kinds of sums that some terms name."""
    return frozenset(_KINDS_OF_SUMS[word] for word in words if word in _KINDS_OF_SUMS)


def _is_left_open(
    part: QuestionPart, weights: Mapping[str, float], places: Iterable[int], fit: float, evidence: Evidence
) -> bool:
    """Whether one of these places speaks of what is asked and says that it is not known."""
    if part.kind in {"reason", "yes_no"} or fit >= _PLAIN_FIT or not evidence.units:
        return False
    if part.kind == "open" and asks_what_is_open(part.own):
        return False
    total = sum(weights.values()) or 1.0
    return any(
        _mass(i, weights, evidence) >= total * _SPEAKS_OF_IT and leaves_open(evidence.units[i].text)
        for i in places
    )


def _best_unit(weights: Mapping[str, float], evidence: Evidence) -> tuple[int, float]:
    """The sentence or row that holds most of the weighted terms, the first of equals, and how much."""
    hits = evidence.holding(weights).items()
    masses = ((math.fsum(weights[term] for term in held), -place) for place, held in hits)
    mass, place = max(masses, default=(0.0, 0))
    return -place, mass


def _mass(unit: int, weights: Mapping[str, float], evidence: Evidence) -> float:
    return math.fsum(weights[term] for term in weights.keys() & evidence.units[unit].reach)


def _features(
    part: QuestionPart,
    weights: Mapping[str, float],
    window: Window,
    fit: float,
    single: float,
    *,
    holds_kind: bool,
) -> dict[str, float]:
    total = sum(weights.values()) or 1.0
    return {
        "bias": 1.0,
        "window": window.recall,
        "sentence": single / total,
        "kind": float(holds_kind),
        "fit": fit,
        "heaviest": max((weights[term] for term in window.missing if term in weights), default=0.0) / total,
        "terms": min(len(weights), _MOST_TERMS) / _MOST_TERMS,
        "value": float(wants_value(part.kind)),
    }


def _against(
    part: QuestionPart,
    weights: Mapping[str, float],
    window: Window,
    value: Occurrence | None,
    evidence: Evidence,
) -> dict[str, float]:
    """What speaks against an answer: words that stand, but elsewhere, and passages of other years."""
    known = {term: weight for term, weight in weights.items() if term in evidence.idf}
    covered = frozenset().union(*(unit.reach for unit in evidence.units[window.first : window.last + 1]))
    elsewhere = math.fsum(weight for term, weight in known.items() if term not in covered)
    asked = years_of(part.text)
    told = [evidence.years, value.context.years if value and value.context.dated else frozenset()]
    return {
        "elsewhere": elsewhere / (sum(weights.values()) or 1.0),
        "apart": _apart(known, value, evidence) if part.kind in _MEASURES else 0.0,
        "other_years": float(any(asked and years and not asked & years for years in told)),
    }


def _apart(known: Mapping[str, float], value: Occurrence | None, evidence: Evidence) -> float:
    """Share of the question's most telling words that the passages hold, but not around the best value."""
    if value is None or not known:
        return float(value is None)
    most = max(known.values())
    telling = [term for term, weight in known.items() if weight >= most]
    near = value.context.weights.keys() | evidence.units[value.unit].reach
    return sum(term not in near for term in telling) / len(telling)


def _holds_kind(part: QuestionPart, window: Window, evidence: Evidence) -> bool:
    places = range(window.first, window.last + 1)
    found = [o for o in evidence.stated if o.unit in places]
    if part.kind == "reason":
        return any(_REASON.search(evidence.units[i].text) for i in places)
    if part.kind == "percent":
        return any(o.mention.figure for o in found)
    if part.kind in {"quantity", "money"}:
        return any(is_wanted(part.kind, o) and _of_year(o.context.years, part) for o in found)
    if part.kind == "who":
        return _names_somebody(part, places, evidence)
    if part.kind == "date":
        return any(o.mention.date for o in found) or any(
            WEEKDAY.search(evidence.units[i].text) for i in places
        )
    return True


def _names_somebody(part: QuestionPart, places: range, evidence: Evidence) -> bool:
    """Whether some units name somebody; of a firm asked for, the one that speaks most of what is asked."""
    if not _ASKS_FIRM.search(part.own):
        return any(names_another(evidence.units[i].text, part.text) for i in places)
    if not evidence.units:
        return False
    own = frozenset(asked_terms(part.text))
    best = max(places, key=lambda i: len(own & evidence.units[i].reach))
    return names_firm(evidence.units[best].text, part.text)


def _names_a_reason(window: Window, evidence: Evidence) -> bool:
    """Whether a window's sentences, or those next to it in its passage, name a reason."""
    if not evidence.units:
        return False
    passage = evidence.units[window.first].passage
    near = evidence.units[max(0, window.first - 1) : window.last + 2]
    return any(unit.passage == passage and names_a_reason(unit.text) for unit in near)


def names_another(text: str, question: str) -> bool:
    """Whether a text names somebody that the question does not; for Chinese this cannot be told."""
    if _HAN.search(text):
        return True
    known = {word[:4].casefold() for word in _WORD.findall(question)}
    return any(name[:4].casefold() not in known for name in _NAME.findall(text) if not is_of_calendar(name))


def names_firm(text: str, question: str) -> bool:
    """Whether a Chinese sentence names a firm that the question does not, or says who did something."""
    if _DOER.search(text) or _LATIN_NAME.search(text):
        return True
    return any(match[0] not in question for match in _FIRM.finditer(text))


def _of_year(years: frozenset[int], part: QuestionPart) -> bool:
    asked = years_of(part.text)
    return not asked or not years or bool(asked & years)
