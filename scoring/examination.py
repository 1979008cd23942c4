"""Everything found out about an answer before it is scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.accuracy import Fault
    from scoring.answerability import Answerability
    from scoring.claims import Claim
    from scoring.clarity import Clarity
    from scoring.evidence import Evidence
    from scoring.exposition import Exposition
    from scoring.figure_findings import FigureFinding
    from scoring.part_coverage import PartCoverage
    from scoring.questions import QuestionPart
    from scoring.superlatives import Extremes
    from scoring.word_check import WordFinding


@dataclass(frozen=True, slots=True)
class Examination:
    """Everything found out about an answer before it is scored.

    ``unchecked`` is the claim, by index, from which on figures were too many to be looked at;
    ``by_rule`` the one that says whether something is allowed or advised, with whether the passages agree;
    ``restated`` are the claims that say in other words what the passages say of the question;
    ``extremes`` what a table says of the one that has the most or the least, where that is asked for.
    """

    question: str
    claims: tuple[Claim, ...]
    findings: tuple[FigureFinding, ...]
    words: tuple[WordFinding | None, ...]
    stances: tuple[bool | None, ...]
    answers: tuple[Answerability, ...]
    covered: tuple[PartCoverage, ...]
    faults: tuple[Fault, ...]
    writing: Clarity
    abstained: bool
    evidence: Evidence
    setting_forth: Exposition
    evades: bool
    unchecked: int | None = None
    by_rule: tuple[int, bool] | None = None
    restated: frozenset[int] = frozenset()
    extremes: Extremes | None = None

    @property
    def parts(self) -> list[QuestionPart]:
        """The parts of the question."""
        return [each.part for each in self.covered]

    @property
    def answerable(self) -> bool:
        """Whether the passages hold an answer to any part of the question."""
        return any(each.answered for each in self.answers)
