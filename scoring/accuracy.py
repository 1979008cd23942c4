"""How true an answer is to the passages, on the rubric's scale: the gravest error decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.rubric import HIGHEST

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scoring.figure_findings import FigureFinding
    from scoring.word_check import WordFinding

# What an answer is worth at most, by its gravest error (the rubric: invented or wrong figures 1-4, vague
# quantities and one side of a conflict 5-6).
MADE_UP = 1.5
ABSENT_CENTRAL, ABSENT_FIGURE = 2.0, 2.8
MISPLACED_FIGURE = 2.9
UNATTACHED_FIGURE = 2.5
NEGATED = 3.5
# A yes for a no is the whole answer.
WRONG_YES_OR_NO = 2.9
ANSWERS_SOMETHING_ELSE = 2.9
WRONGLY_ABSTAINS = 3.5
UNSUPPORTED_ALONE, UNSUPPORTED_CLAIM = 2.9, 6.0
# Between other claims that hold, a sentence without figures that shares some of its words with a passage may
# say the same in other words: nobody can tell who does not understand them.
UNDECIDED_CLAIM = 8.4
SHARES_SOME = 0.15
BESIDE_THE_QUESTION = 4.5
ONE_SIDED = 4.8
VAGUE = 5.5
# Figures that were too many to be looked at may be right or wrong.
UNCHECKED = 5.5
ROUNDED = 8.4
# So many words that no passage holds are news.
_NEWS = 4
_EACH_FURTHER_ERROR = 0.4
# The share of wrong figures from which on the answer's point is lost.
_CENTRAL = 1 / 3


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that makes an answer less accurate.

    Attributes:
        name: key of the sentence that says it.
        cap: the accuracy that an answer with this fault gets at most.
        figure: the figure concerned, None where it is none.
        claim: index of the claim concerned, None for the answer as a whole.
        shown: what to show of the answer.
    """

    name: str
    cap: float
    shown: str = ""
    figure: FigureFinding | None = None
    claim: int | None = None


def figure_faults(findings: Sequence[FigureFinding]) -> list[Fault]:
    """Faults of an answer's figures and dates."""
    wrong = [finding for finding in findings if not finding.holds]
    central = len(wrong) >= len(findings) * _CENTRAL
    return [fault for finding in findings if (fault := _figure_fault(finding, central=central))]


def _figure_fault(finding: FigureFinding, *, central: bool) -> Fault | None:
    mention, claim = finding.figure.mention, finding.figure.claim
    if finding.verdict == "absent":
        name = "absent_rival" if finding.rival else "absent"
        return Fault(name, ABSENT_CENTRAL if central else ABSENT_FIGURE, mention.raw, finding, claim)
    if finding.verdict == "misplaced":
        return Fault("misplaced", MISPLACED_FIGURE, mention.raw, finding, claim)
    if finding.verdict == "unattached":
        return Fault("unattached", UNATTACHED_FIGURE, mention.raw, finding, claim)
    if finding.rival is not None:
        return Fault("one_sided", ONE_SIDED, mention.raw, finding, claim)
    if finding.verdict == "rounded":
        return Fault("rounded", ROUNDED, mention.raw, finding, claim)
    return None


def word_faults(
    texts: Sequence[str],
    words: Sequence[WordFinding | None],
    borne: Sequence[bool],
    hints: Collection[int] = (),
    reports: Collection[int] = (),
    *,
    settled: bool = False,
) -> list[Fault]:
    """Faults of claims in their words.

    Args:
        texts: the claims.
        words: how their words fare, None for claims that state nothing to check.
        borne: whether a claim has figures that hold, which bear its wording too.
        hints: the claims, by index, that only hint at amounts which the passages give.
        reports: those that report a conflict of the passages.
        settled: whether the answer says yes or no, and the passages do so too.
    """
    checked = [i for i, finding in enumerate(words) if finding is not None]
    others = sum(borne[i] or _is(words[i], "supported") for i in checked)
    unsupported = [
        i
        for i in checked
        if _is(words[i], "unsupported") and not borne[i] and not (others and _says_little(words[i]))
    ]
    hinted = [i for i in unsupported if i in hints]
    unsupported = [i for i in unsupported if i not in hints]
    alone = len(unsupported) == len(checked) and not settled
    cap = UNSUPPORTED_ALONE if alone else UNSUPPORTED_CLAIM
    faults = [
        Fault("undecidable", UNDECIDED_CLAIM, texts[i], claim=i)
        if i in reports or settled or (not alone and _shares_some(words[i]))
        else Fault("unsupported", cap, texts[i], claim=i)
        for i in unsupported
    ]
    faults += [Fault("vague", VAGUE, texts[i], claim=i) for i in hinted]
    return faults + [
        Fault("negated", NEGATED, texts[i], claim=i)
        for i in checked
        if _is(words[i], "negated") and not borne[i]
    ]


def _shares_some(finding: WordFinding | None) -> bool:
    return finding is not None and finding.share >= SHARES_SOME


def _says_little(finding: WordFinding | None) -> bool:
    """Whether a sentence adds so few words of its own that it only leads to the others."""
    return finding is not None and len(finding.uncovered) < _NEWS


def _is(finding: WordFinding | None, verdict: str) -> bool:
    return finding is not None and finding.verdict == verdict


def accuracy_of(faults: Sequence[Fault], support: float) -> float:
    """The score: the gravest fault's cap, a little less for each further grave one.

    Args:
        faults: what was found.
        support: mean share of the claims' words that the passages bear out, in [0, 1]; moves the score of a
            faultless answer by a few tenths.
    """
    best = HIGHEST - 0.6 * (1 - min(1.0, support / 0.6))
    if not faults:
        return best
    worst = min(fault.cap for fault in faults)
    grave = sum(fault.cap <= worst + 1 for fault in faults) - 1
    return min(best, worst) - (_EACH_FURTHER_ERROR * grave if worst < ONE_SIDED else 0)
