"""What is wrong with an answer, from everything found out about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring import accuracy as errors
from scoring.announcing import counts_points
from scoring.answerability import surely_answered, together
from scoring.asked import asked_terms
from scoring.contexts import plain_terms
from scoring.denials import NEGATION
from scoring.evidence import script_of_text
from scoring.exchanged_names import exchanged_name
from scoring.explained import gives_reason, names_a_reason
from scoring.identifiers import unknown_names
from scoring.invented_names import invented_names
from scoring.list_items import listed_in_other_words
from scoring.made_up import is_made_up
from scoring.mentions import mentions, years_of
from scoring.quantities import agrees
from scoring.roles import named_rightly, names_another
from scoring.row_answers import row_is_named
from scoring.rubric import LOWEST
from scoring.short_answers import is_bare_answer, stands_elsewhere
from scoring.terms import terms
from scoring.told_beside import invented_beside
from scoring.told_conflict import conflict_claims, reports_conflict, told_sides
from scoring.told_of_another import told_of_another
from scoring.told_there import places_near
from scoring.unchanged import says_unchanged, wrongly_unchanged
from scoring.vagueness import asks_in_words, is_vague
from scoring.word_check import WEAK_FROM
from scoring.worded_figures import borne_in_words
from scoring.yes_or_no import answers_yes

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scoring.accuracy import Fault
    from scoring.answerability import Answerability
    from scoring.claims import Claim
    from scoring.examination import Examination
    from scoring.figure_findings import FigureFinding
    from scoring.part_coverage import PartCoverage
    from scoring.questions import QuestionPart
    from scoring.word_check import WordFinding

# Where the passages so improbably hold an answer, wrong values do not even address the question.
HARDLY_TOLD = 0.45
NUMBERS = frozenset({"quantity", "money", "percent"})
VALUES = NUMBERS | {"date"}
# An answer that is a value or a name is there or not, wherever the passages hold it.
_NAMED = VALUES | {"who"}
# A part of the question that is covered by less is not even touched.
_TOUCHED = 0.5
# The same where the passages hardly answer and the answer gives a value all the same.
_BARELY_TOUCHED = 0.4
# A sentence of so few terms only says yes or no.
_ONLY_YES_OR_NO = 5
# Beside a value, so many words of its sentence are there by no chance.
_FURTHER_WORDS = 2


def answer_faults(seen: Examination, answer: str, passages: Sequence[str]) -> list[Fault]:
    """The faults of an answer, in the order in which they are looked for.

    Args:
        seen: what was found out; its own faults are not read.
        answer: what of the answer is judged.
        passages: the texts it is judged on.
    """
    if not seen.claims:
        return [errors.Fault("empty", LOWEST)]
    if seen.abstained:
        return _abstention_faults(seen)
    vague = _stays_vague(seen, answer)
    reports = bool(told_sides(seen.parts, seen.claims, seen.findings, seen.evidence))
    faults = errors.figure_faults(checked_figures(seen))
    faults += _numbered_name_faults(seen, passages)
    faults += _name_faults(seen, passages)
    faults += _word_faults(seen, vague=vague)
    faults += _rule_faults(seen)
    faults += _opposite_faults(seen, faults)
    faults += _elsewhere_faults(seen, answer)
    if not faults and not reports and (_is_beside(seen) or _adds_nothing(seen)):
        # Whether two values that are said to conflict are of what is asked cannot always be told.
        reported = sorted(conflict_claims(seen.claims, seen.findings, seen.evidence))
        faults.append(
            errors.Fault(
                "undecidable", errors.UNDECIDED_CLAIM, seen.claims[reported[0]].text, claim=reported[0]
            )
            if reported
            else errors.Fault("beside", errors.BESIDE_THE_QUESTION)
        )
    unchanged = wrongly_unchanged(seen.parts, seen.claims, seen.findings, seen.evidence)
    if unchanged is not None:
        text = seen.claims[unchanged].text
        faults.append(errors.Fault("unsupported", errors.ABSENT_CENTRAL, text, claim=unchanged))
    if (is_made_up(seen) and not reports) or (unchanged is not None and together(seen.answers) < HARDLY_TOLD):
        faults.append(errors.Fault("made_up", errors.MADE_UP))
    if vague and not any(fault.name == "vague" for fault in faults):
        faults.append(errors.Fault("vague", errors.VAGUE))
    if seen.unchecked is not None:
        text = seen.claims[seen.unchecked].text
        faults.append(errors.Fault("unchecked", errors.UNCHECKED, text, claim=seen.unchecked))
    return faults


def checked_figures(seen: Examination) -> list[FigureFinding]:
    """All but the years and figures that merely repeat the question."""
    asked = years_of(seen.question)
    return [
        f
        for f in seen.findings
        if f.holds or not (f.figure.given or (f.figure.mention.is_year and f.figure.mention.year in asked))
    ]


def _numbered_name_faults(seen: Examination, passages: Sequence[str]) -> list[Fault]:
    return [
        errors.Fault("absent", errors.ABSENT_FIGURE, name, claim=index)
        for index, claim in enumerate(seen.claims)
        for name in unknown_names(claim.text, [*passages, seen.question])
    ]


def _word_faults(seen: Examination, *, vague: bool) -> list[Fault]:
    reporting = conflict_claims(seen.claims, seen.findings, seen.evidence)
    # What a question names ("in version 6.2") bears out no reason for being repeated.
    explains = seen.answerable and any(part.part.kind == "reason" for part in seen.covered)
    repeats = mentions(seen.question) if explains else ()
    telling = {
        f.figure.claim
        for f in seen.findings
        if f.holds
        and not f.figure.mention.is_year
        and not any(agrees(f.figure.mention, mention) for mention in repeats)
    }
    borne = [
        stance is True or index in reporting or index in telling for index, stance in enumerate(seen.stances)
    ]
    hints = [i for i in range(len(seen.claims)) if vague and _speaks_of_it(i, seen)]
    texts = [claim.text for claim in seen.claims]
    reports = [i for i, text in enumerate(texts) if reports_conflict(text, seen.evidence)]
    if len(texts) > 1 and counts_points(texts[0]):
        reports.append(0)
    listed = listed_in_other_words(seen.claims, seen.parts, seen.evidence)
    near = {index for index in seen.restated if _is_unsupported(seen.words[index])}
    for index in (_borne_in_words(seen) | _named_rightly(seen) | listed | near).difference(reports):
        borne[index] = True
    others = zip(borne[1:], seen.words[1:], strict=True)
    if _only_says_yes_or_no(seen) and any(
        told or (words is not None and words.verdict == "supported") for told, words in others
    ):
        reports.append(0)
    settled = _is_settled(seen)
    if seen.by_rule is not None and settled:
        borne[seen.by_rule[0]] = True
    if not settled and _opens_rightly(seen):
        reports += [i for i in range(len(texts)) if _shares_some(seen.words[i])]
    return errors.word_faults(texts, seen.words, borne, hints, reports, settled=settled)


def _shares_some(words: WordFinding | None) -> bool:
    return words is not None and words.share >= errors.SHARES_SOME


def _opens_rightly(seen: Examination) -> bool:
    """Whether an answer opens with a bare yes or no that the passages bear out."""
    return seen.claims[0].kind == "framing" and seen.stances[0] is True


def _is_unsupported(words: WordFinding | None) -> bool:
    return words is not None and words.verdict == "unsupported"


def _borne_in_words(seen: Examination) -> frozenset[int]:
    return borne_in_words(seen.claims, seen.parts, seen.evidence)


def _named_rightly(seen: Examination) -> frozenset[int]:
    """Claims that name the right one, in words of which some stand; the name alone bears out no reason."""
    parts = seen.parts
    if any(part.kind == "reason" for part in parts):
        return frozenset()
    return frozenset(
        index
        for index in named_rightly(seen.question, parts, seen.claims, seen.evidence)
        if (words := seen.words[index]) is not None and words.share >= errors.SHARES_SOME
    )


def _is_settled(seen: Examination) -> bool:
    """Whether an answer allows or forbids what the passages do."""
    return seen.by_rule is not None and seen.by_rule[1]


def _rule_faults(seen: Examination) -> list[Fault]:
    """An answer that allows what the passages forbid, or forbids what they allow."""
    if seen.by_rule is None or seen.by_rule[1]:
        return []
    index = seen.by_rule[0]
    return [errors.Fault("negated", errors.WRONG_YES_OR_NO, seen.claims[index].text, claim=index)]


def _opposite_faults(seen: Examination, found: Sequence[Fault]) -> list[Fault]:
    known = {fault.claim for fault in found if fault.name == "negated"}
    asked = [each.part for each in seen.covered if each.part.kind == "yes_no"]
    alone = sum(claim.kind == "fact" for claim in seen.claims) == 1
    return [
        errors.Fault(
            "negated",
            errors.WRONG_YES_OR_NO
            if alone or _answers_yes_or_no(asked, seen.claims[index : index + 1])
            else errors.NEGATED,
            seen.claims[index].text,
            claim=index,
        )
        for index, stance in enumerate(seen.stances)
        if stance is False and index not in known
    ]


def _elsewhere_faults(seen: Examination, answer: str) -> list[Fault]:
    """What the passages tell of something else: a bare value or name, a reason, somebody's name."""
    if _is_settled(seen) or seen.extremes is not None:
        return _wrong_extreme(seen)
    parts = seen.parts
    if told_of_another(seen.question, parts, seen.claims, seen.findings, seen.evidence):
        return [errors.Fault("elsewhere", errors.ANSWERS_SOMETHING_ELSE, answer)]
    if names_another(seen.question, parts, answer, seen.evidence):
        return [errors.Fault("elsewhere", errors.ANSWERS_SOMETHING_ELSE, answer)]
    return _exchanged_name_faults(seen) or _stands_with_something_else(seen, answer)


def _exchanged_name_faults(seen: Examination) -> list[Fault]:
    index = exchanged_name(seen.question, seen.claims, seen.evidence)
    if index is None:
        return []
    return [errors.Fault("elsewhere", errors.ANSWERS_SOMETHING_ELSE, seen.claims[index].text, claim=index)]


def _stands_with_something_else(seen: Examination, answer: str) -> list[Fault]:
    """That a bare value or name stands far from where the passages speak of what is asked."""
    if conflict_claims(seen.claims, seen.findings, seen.evidence):
        return []
    in_place = any(max(part.in_place, part.there) >= _TOUCHED for part in seen.covered)
    values = [f for f in seen.findings if f.holds and not f.figure.mention.is_year]
    answered = values and all(part.part.kind in VALUES and part.covered >= 1 for part in seen.covered)
    # Yes and no stand nowhere, and several values are each held to what they are of.
    told = len(values) > 1 or any(part.part.kind == "yes_no" for part in seen.covered)
    if in_place or answered or told or not is_bare_answer(answer, seen.question, seen.claims):
        return []
    places = [finding.source.unit for finding in values if finding.source]
    if not stands_elsewhere(answer, seen.question, seen.evidence, places):
        return []
    return [errors.Fault("elsewhere", errors.ANSWERS_SOMETHING_ELSE, seen.claims[0].text, claim=0)]


def _wrong_extreme(seen: Examination) -> list[Fault]:
    """That another one than the answer names has the most or the least of what is asked."""
    index = seen.extremes.claim if seen.extremes else None
    if index is None:
        return []
    return [errors.Fault("outranked", errors.ANSWERS_SOMETHING_ELSE, seen.claims[index].text, claim=index)]


def _is_beside(seen: Examination) -> bool:
    """Whether an answer touches no part of the question, though one can tell what would."""
    told = [part for part in seen.covered if not part.declined]
    if _is_settled(seen) or (seen.extremes is not None and seen.extremes.right):
        return False
    asked = [part.part for part in told if part.part.kind == "yes_no"]
    if asked and (True in seen.stances or _answers_yes_or_no(asked, seen.claims)):
        return False
    if not told or not (seen.answerable or all(part.part.kind in _NAMED for part in told)):
        return False
    # What comes to the sum of the very rows that are named does so by no chance.
    reckoned = any(finding.verdict == "derived" and finding.reckoned_from for finding in seen.findings)
    if reckoned or any(_tells_of(part, seen) for part in told) or _named_rightly(seen) or seen.restated:
        return False
    if listed_in_other_words(seen.claims, [part.part for part in told], seen.evidence):
        return False
    # Where the passages hardly answer, a value must be of something else altogether to be beside it.
    gives_value = any(f.holds and not f.figure.mention.is_year for f in seen.findings)
    bar = _BARELY_TOUCHED if gives_value and not seen.answerable else _TOUCHED
    return all(part.covered < bar and part.there < _TOUCHED for part in told)


def _tells_of(covered: PartCoverage, seen: Examination) -> bool:
    """Whether an answer in words of its own is drawn from where the passages speak of what is asked.

    Two figures of one row or sentence there are no chance, nor is much of the wording of a reason; where a
    value or a name is asked for, that alone counts.
    """
    if covered.part.kind in _NAMED:
        return False
    near = places_near(covered.part, seen.evidence.reworded)
    held: dict[int, set[str]] = {}
    for finding in seen.findings:
        if finding.holds and finding.source is not None and not finding.figure.mention.is_year:
            held.setdefault(finding.source.unit, set()).add(finding.source.mention.raw)
    several = [unit for unit, values in held.items() if len(values) > 1]
    if any(unit in near or row_is_named(unit, covered.part, seen.evidence) for unit in several):
        return True
    asked = set(asked_terms(covered.part.text))
    if len(set().union(*(_asked_cells(finding, asked) for finding in seen.findings))) > 1:
        return True
    if covered.part.kind == "reason" and _gives_value_of_reason(asked, near, seen):
        return True
    return covered.part.kind == "reason" and any(
        words is not None
        and words.share >= WEAK_FROM
        and near.issuperset(range(words.window.first, words.window.last + 1))
        and gives_reason(claim.text, alone=False)
        for claim, words in zip(seen.claims, seen.words, strict=True)
    )


def _gives_value_of_reason(asked: set[str], near: Collection[int], seen: Examination) -> bool:
    """Whether a claim has a value, and further words, of a sentence there that names a reason."""
    reworded = seen.evidence.reworded
    return any(
        finding.holds
        and not finding.figure.given
        and not finding.figure.mention.is_year
        and finding.source is not None
        and finding.source.unit in near
        and names_a_reason((unit := reworded.units[finding.source.unit]).text)
        and len(_news(seen.claims[finding.figure.claim].text, asked) & unit.terms) >= _FURTHER_WORDS
        for finding in seen.findings
    )


def _news(text: str, asked: set[str]) -> set[str]:
    return set(plain_terms(text, synonyms=True)) - asked


def _asked_cells(finding: FigureFinding, asked: set[str]) -> set[str]:
    """The value of a table's cell that a figure holds, if its row or column is called what is asked for."""
    source = finding.source
    if source is None or not source.tabular or not finding.holds or finding.figure.mention.is_year:
        return set()
    return {source.mention.raw} if asked & source.context.key else set()


def _only_says_yes_or_no(seen: Examination) -> bool:
    """Whether an answer opens with a sentence that says hardly more than yes or no."""
    asked = [each.part for each in seen.covered if each.part.kind == "yes_no"]
    own = set(plain_terms(seen.claims[0].text, synonyms=True))
    return (
        bool(asked)
        and len(seen.claims) > 1
        and len(own) <= _ONLY_YES_OR_NO
        and seen.stances[0] is not False
        and (NEGATION.match(seen.claims[0].text) is not None or _answers_yes_or_no(asked, seen.claims[:1]))
    )


def _answers_yes_or_no(parts: Sequence[QuestionPart], claims: Sequence[Claim]) -> bool:
    """Whether a claim says yes or no to a question: that may be wrong, but not beside it."""
    return any(answers_yes(claim.text, part.text) is not None for part in parts for claim in claims)


def _stays_vague(seen: Examination, answer: str) -> bool:
    """Whether the answer hints at amounts without giving any, where the passages give what was asked."""
    given = any(not finding.figure.mention.is_year for finding in seen.findings)
    if given or not seen.answerable or not is_vague(answer):
        return False
    return any(
        part.part.kind in NUMBERS
        or (
            part.part.kind != "reason"
            and not asks_in_words(part.part.own)
            and _holds_number(part.holds, seen)
        )
        for part in seen.covered
    )


def _speaks_of_it(claim: int, seen: Examination) -> bool:
    """Whether a claim takes up words of the question, or shares some with a passage."""
    words = seen.words[claim]
    if words is not None and words.share >= errors.SHARES_SOME:
        return True
    return not set(terms(seen.question)).isdisjoint(plain_terms(seen.claims[claim].text))


def _holds_number(holds: Answerability, seen: Examination) -> bool:
    """Whether the passages give a number where they speak of what is asked."""
    place = range(holds.window.first, holds.window.last + 1)
    return any(o.unit in place and not o.mention.is_year for o in seen.evidence.stated)


def _adds_nothing(seen: Examination) -> bool:
    """Whether an answer only repeats words of its question, which answers none but a yes-or-no question."""
    if any(each.part.kind == "yes_no" or says_unchanged(each.part, seen.claims) for each in seen.covered):
        return False
    asked = set(terms(seen.question))
    said = {term for claim in seen.claims for term in plain_terms(claim.text)}
    told = any(not f.figure.given for f in seen.findings)
    return bool(said) and said <= asked and not told


def _name_faults(seen: Examination, passages: Sequence[str]) -> list[Fault]:
    """Names that the answer made up: all there is to it where somebody is asked for."""
    cap = (
        errors.ABSENT_FIGURE
        if any(each.part.kind == "who" for each in seen.covered)
        else errors.UNSUPPORTED_CLAIM
    )
    sources = [*passages, seen.question]
    return [
        errors.Fault("absent", cap, name, claim=index)
        for index, claim in enumerate(seen.claims)
        if script_of_text(claim.text) in seen.evidence.scripts
        for name in invented_names(claim.text, sources)
    ]


def _abstention_faults(seen: Examination) -> list[Fault]:
    """What is wrong with saying that the documents do not tell.

    What the answer mentions beside it answers nothing: a figure there need not fit the question, only stand
    in the passages at all.
    """
    invented = invented_beside(checked_figures(seen), seen.evidence)
    overlooked = surely_answered(seen.answers)
    wrongly = [errors.Fault("wrongly_abstains", errors.WRONGLY_ABSTAINS)] if overlooked else []
    return errors.figure_faults(invented) + wrongly
