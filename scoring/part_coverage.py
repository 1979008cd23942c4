"""Does an answer say what the parts of its question ask?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.aliases import expand
from scoring.answer_place import covered_in_place
from scoring.answerability import names_another
from scoring.asked import asked_terms, counts_things
from scoring.asked_together import asked_together
from scoring.compared import tells_one_of_compared
from scoring.computed_words import asks_difference
from scoring.contexts import plain_terms
from scoring.evidence import script_of_text
from scoring.explained import gives_reason, wants_explanation
from scoring.mentions import mentions
from scoring.quantities import is_bare, is_rank
from scoring.told_there import told_there
from scoring.unchanged import says_unchanged, wrongly_unchanged
from scoring.vagueness import tells_a_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.answerability import Answerability
    from scoring.bridges import Bridge
    from scoring.claims import Claim
    from scoring.evidence import Evidence, Occurrence
    from scoring.figure_findings import FigureFinding
    from scoring.mentions import Mention
    from scoring.questions import QuestionPart
    from scoring.word_check import WordFinding

_FRAGMENT, _NAME = 8, 3
# Below this the passages hardly say who it was, and words of theirs name somebody else.
_LIKELY = 0.5
# A wrong value shows that the part was seen, no more.
_WRONG_VALUE = 0.5
# From this weight on a word belongs to a passage's figure; this share of what is wanted makes it the answer.
_CLOSE, _ENOUGH = 0.3, 0.25
# From this on it stands in the figure's own clause, or over its table; a heading may name more.
_OF_ITSELF = 0.5
# A question for a reason is hardly answered by what gives none.
_UNEXPLAINED = 0.3
# A reason that the passages do not plainly give.
_UNBORNE = 0.65
# One of two things compared.
_ONE_SIDE = 0.5
WITHOUT_VALUE = 0.45
"""Where a number is asked for, words alone are less than half of the answer."""
_WORDS_FOR_A_PRICE = frozenset({"§price", "§cost"})


@dataclass(frozen=True, slots=True)
class PartCoverage:
    """Whether one part of the question is answered.

    Attributes:
        part: the part.
        holds: what the passages hold of it.
        covered: 0 (not answered) to 1; saying rightly that the documents do not tell counts as 1.
        in_place: how far it is answered by where its evidence stands, see :func:`covered_in_place`.
        there: how far by the very sentences that speak of it, see :func:`told_there`.
        declined: whether the answer says rightly that the documents do not tell it.
    """

    part: QuestionPart
    holds: Answerability
    covered: float
    in_place: float = 0.0
    there: float = 0.0
    declined: bool = False


def part_coverage(
    part: QuestionPart,
    holds: Answerability,
    claims: Sequence[Claim],
    words: Sequence[WordFinding | None],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
) -> PartCoverage:
    """Whether an answer covers one part of its question.

    A part that wants a value is covered by a figure or date of that kind, taken from where the passages
    speak of the part; any other by words from there beyond those that the question gave.
    """
    in_place = there = 0.0
    if part.kind in {"quantity", "money", "percent", "date"}:
        covered = _value_covers(part, claims, findings, evidence)
        if not any(map(_is_value, findings)):
            covered = max(covered, _words_cover(part, holds, claims, findings, evidence))
            if part.kind != "date" and not any(tells_a_number(claim.text) for claim in claims):
                covered = min(covered, WITHOUT_VALUE)
        if says_unchanged(part, claims):
            wrong = wrongly_unchanged([part], claims, findings, evidence) is not None
            covered = _WRONG_VALUE if wrong else 1.0
    else:
        in_place = covered_in_place(part, holds, claims, words, findings, evidence)
        covered = max(in_place, _words_cover(part, holds, claims, findings, evidence))
        # The first of two places that answer only together answers nothing.
        first = holds.bridge.first if holds.bridge else None
        there = told_there(part, claims, findings, evidence, but=first)
        if part.kind != "who" and not in_place:
            covered = max(covered, there)
        if wants_explanation(part.own):
            covered = min(covered, max(there, _explained(part, claims, words, findings)))
    if tells_one_of_compared(findings, claims, part.own):
        covered = min(covered, _ONE_SIDE)
    covered *= _told_of_each(part, claims, findings, evidence)
    if holds.bridge is not None and part.kind != "yes_no":
        covered = min(covered, _tells_second(holds.bridge, part, claims, findings, evidence))
    declined = covered < 1 and (holds.something_else or not holds.answered) and _declines(part, claims)
    return PartCoverage(part, holds, 1.0 if declined else covered, in_place, there, declined)


def _explained(
    part: QuestionPart,
    claims: Sequence[Claim],
    words: Sequence[WordFinding | None],
    findings: Sequence[FigureFinding],
) -> float:
    """What a why is covered at most: by the claims that read like reasons, and whether they are borne out."""
    reasons = [i for i, claim in enumerate(claims) if gives_reason(claim.text, alone=part.alone)]
    if not reasons:
        return _UNEXPLAINED
    held = {f.figure.claim for f in findings if f.holds and _is_value(f)}
    borne = any(
        i in held or ((found := words[i]) is not None and found.verdict not in {"weak", "unsupported"})
        for i in reasons
    )
    return 1.0 if borne else _UNBORNE


def _told_of_each(
    part: QuestionPart, claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence
) -> float:
    """Share of the things that a part asks for at once which the answer, or its figures' places, speak of."""
    things = asked_together(part.own)
    if not any(map(_is_value, findings)) or not all(thing & evidence.idf.keys() for thing in things):
        return 1.0
    said = {term for claim in claims for term in _said(claim.text, evidence)}
    for finding in findings:
        said |= finding.reckoned_from
        if finding.source is not None and finding.verdict != "unattached":
            said |= _close_to(finding.source, _OF_ITSELF)
    told = sum(bool(thing & said) for thing in things)
    return told / len(things) if told else 1.0


def _said(text: str, evidence: Evidence) -> tuple[str, ...]:
    return (*plain_terms(text), *expand(text, evidence.aliases))


def _close_to(place: Occurrence, least: float = _CLOSE) -> set[str]:
    """The words that belong to a figure of the passages."""
    return {term for term, weight in place.context.weights.items() if weight >= least}


def _tells_second(
    bridge: Bridge,
    part: QuestionPart,
    claims: Sequence[Claim],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
) -> float:
    """Whether an answer says what only the second of two places holds; the first alone answers nothing."""
    if any(f.holds and f.source and f.source.unit == bridge.second for f in findings):
        return 1.0
    known = {*asked_terms(part.own), *evidence.units[bridge.first].terms}
    said = {term for claim in claims for term in plain_terms(claim.text)}
    return min(1.0, _share(sorted(evidence.units[bridge.second].terms - known), said, evidence) / _ENOUGH)


def _value_covers(
    part: QuestionPart, claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence
) -> float:
    """The best a stated value of the right kind does: 1 for one that stands where the part is spoken of."""
    wanted = _wanted(part.own, evidence)
    of_kind = [f for f in findings if _is_of_kind(part, f) and f.verdict != "unattached"]
    best = max(
        (
            _relevance(wanted, f, claims, evidence)
            * (1.0 if f.holds and not _hangs_on_wrong(part, f, findings) else _WRONG_VALUE)
            for f in of_kind
        ),
        default=0.0,
    )
    return min(best, _WRONG_VALUE) if any(_is_wrong_there(wanted, f, evidence) for f in of_kind) else best


def _hangs_on_wrong(part: QuestionPart, finding: FigureFinding, findings: Sequence[FigureFinding]) -> bool:
    """Whether a figure stands or falls with others of its claim that do not hold.

    A year that only dates them does, and so does a difference, whose other side may be told instead of it.
    """
    dates = finding.source is None and finding.figure.mention.is_year
    if not (dates or asks_difference(part.own)):
        return False
    beside = (f for f in findings if f.figure.claim == finding.figure.claim and _is_value(f))
    return any(f.verdict in {"absent", "misplaced"} and f.figure.mention.date is None for f in beside)


def _is_wrong_there(wanted: set[str], finding: FigureFinding, evidence: Evidence) -> bool:
    """Whether a value that does not hold is told in the very words of what is asked."""
    if finding.holds or finding.figure.given or not _is_value(finding):
        return False
    return bool(wanted) and _share(sorted(wanted), set(finding.figure.context.key), evidence) >= _ENOUGH


def _implied_by(finding: FigureFinding) -> frozenset[str]:
    """Words that a value says by its kind: a sum of money is a price without being called so."""
    figure = finding.figure.mention.figure
    return _WORDS_FOR_A_PRICE if figure is not None and figure.kind == "money" else frozenset()


def _wanted(text: str, evidence: Evidence) -> set[str]:
    return set(asked_terms(text)) | set(expand(text, evidence.aliases))


def _is_of_kind(part: QuestionPart, finding: FigureFinding) -> bool:
    mention = finding.figure.mention
    figure = mention.figure
    if part.kind == "date":
        # "When are reminders sent?" "After 14 days.", "On the fifth day."
        tells = figure is not None and (figure.unit in {"s", "month"} or is_rank(figure))
        return figure is None or _may_be_a_year(mention) or (tells and not finding.figure.given)
    if figure is not None and (figure.kind == "money" or figure.unit == "s") and counts_things(part.own):
        return False
    # "For two years" tells no difference, "two years later" does.
    if mention.standing == "worded" and asks_difference(part.own) and not finding.figure.computed:
        return False
    return not mention.is_year and (figure is not None or part.kind == "quantity")


def _may_be_a_year(mention: Mention) -> bool:
    return is_bare(mention) and mention.raw.isdigit() and len(mention.raw) in {3, 4}


def _is_value(finding: FigureFinding) -> bool:
    return not finding.figure.mention.is_year


def _relevance(
    wanted: set[str], finding: FigureFinding, claims: Sequence[Claim], evidence: Evidence
) -> float:
    """How far the claim and the passage around a figure speak of what is wanted."""
    claim = claims[finding.figure.claim].text
    near = {*_said(claim, evidence), *_implied_by(finding), *finding.reckoned_from}
    if finding.source is not None:
        near |= _close_to(finding.source)
        near |= evidence.units[finding.source.unit].terms
        if evidence.script(finding.source.unit) != finding.figure.script:
            return 1.0
    if not wanted:
        return 1.0
    share = _share(sorted(wanted), near, evidence)
    return min(1.0, share / _ENOUGH)


def _words_cover(
    part: QuestionPart,
    holds: Answerability,
    claims: Sequence[Claim],
    findings: Sequence[FigureFinding],
    evidence: Evidence,
) -> float:
    """Share of the part's own words, or of what the passages say of it, that the answer speaks of."""
    said = {term for claim in claims if claim.kind != "abstention" for term in _said(claim.text, evidence)}
    own = asked_terms(part.own)
    values = list(filter(_is_value, findings))
    said.update(term for finding in values for term in finding.reckoned_from)
    places = range(holds.window.first, holds.window.last + 1 if holds.window.recall else holds.window.first)
    best = max(places, key=lambda i: len(set(own) & evidence.units[i].reach), default=None)
    by_question = min(1.0, _share(own, said, evidence) / 0.5)
    if best is None:
        return by_question
    if part.kind != "who" and any(f.holds and f.source and f.source.unit == best for f in values):
        return 1.0
    beyond = sorted(evidence.units[best].terms - set(own))
    by_passage = min(1.0, _share(beyond, said, evidence) / 0.3)
    by_passage = max(
        [by_passage]
        + [
            _stands_in(claim, own, i, evidence)
            for claim in claims
            for i in (_around(places, best, evidence) if _is_fragment(claim) else [best])
        ]
    )
    abroad = evidence.script(best) not in {script_of_text(claim.text) for claim in claims}
    if part.kind == "who":
        likely = holds.probability >= _LIKELY
        named = any(_may_name(claim.text, part.text, likely=likely) for claim in claims)
        by_question *= named
        if not likely and not any(map(_is_short, claims)):
            by_passage *= named
    return max(by_question, by_passage, 0.6 if abroad else 0.0)


def _may_name(text: str, question: str, *, likely: bool) -> bool:
    """Whether a text names somebody that the question does not; where that cannot be seen, whether it may."""
    return likely if script_of_text(text) == "han" else names_another(text, question)


def _is_short(claim: Claim) -> bool:
    """Whether a claim may be a name and no more."""
    return len(plain_terms(claim.text)) <= _NAME and not mentions(claim.text)


def _is_fragment(claim: Claim) -> bool:
    """Whether a claim is a name or a phrase rather than a sentence."""
    if claim.text.endswith((".", "。", "!", "！", "?", "？")):
        return _is_short(claim)
    return len(plain_terms(claim.text)) <= _FRAGMENT


def _around(places: range, best: int, evidence: Evidence) -> list[int]:
    """The units of a window and their neighbours in the same passage."""
    near = range(max(0, places.start - 1), min(len(evidence.units), places.stop + 1))
    return [i for i in near if evidence.units[i].passage == evidence.units[best].passage]


def _stands_in(claim: Claim, own: Sequence[str], unit: int, evidence: Evidence) -> float:
    """Share of what a claim adds to the question that stands in a unit; a bare name answers that way."""
    news = sorted(set(plain_terms(claim.text)) - set(own))
    return _share(news, set(evidence.units[unit].terms), evidence)


def _share(wanted: Sequence[str], said: set[str], evidence: Evidence) -> float:
    total = sum(map(evidence.weight, wanted))
    return sum(evidence.weight(term) for term in wanted if term in said) / total if total else 0.0


def _declines(part: QuestionPart, claims: Sequence[Claim]) -> bool:
    """Whether a sentence says that the documents do not tell, of this part or of all that was asked."""
    declining = [claim for claim in claims if claim.kind == "abstention"]
    if len(declining) == len(claims):
        return bool(declining)
    wanted = set(asked_terms(part.own))
    return any(wanted & set(plain_terms(claim.text)) for claim in declining)
