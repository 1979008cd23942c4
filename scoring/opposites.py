"""Claims that say the opposite of a passage: fell for rose, closed for open, did for did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.clause_comparison import compare
from scoring.contexts import plain_terms
from scoring.denials import NEGATION, PURPOSE, clauses
from scoring.mentions import mentions
from scoring.opposite_words import leaves_room, without_opposites
from scoring.windows import share_held, weighed
from scoring.yes_or_no import answers_yes, asked_plainly, without_yes_or_no

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding

# So much of what a claim speaks of must stand in the sentence that says the opposite.
_SAME_SUBJECT, _SAME_WHOLE = 0.75, 0.6
_NEARLY_ALL = 0.85
_FEWEST = 2


def stances(
    claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence
) -> list[bool | None]:
    """What the passages say to each claim: the same, in opposite words or not, or the opposite.

    A clause of a claim is held against every sentence that speaks of nearly all that it speaks of. They
    contradict each other where they name opposite sides of one thing (rose, fell) and both or neither deny
    it, or the same side and one denies it; in an exception ("daily except on Mondays") it is the reverse.

    Args:
        claims: the answer's claims.
        findings: its figures: a claim with figures is held against the sentences alone in which they stand.
        evidence: the passages.

    Returns:
        For each claim False if some clause is contradicted and nowhere borne out, else True if the passages
        say the same of some clause, None where they do neither.
    """
    facts = {
        index: (claim.text, _sources(index, findings))
        for index, claim in enumerate(claims)
        if claim.kind == "fact"
    }
    # What is said twice is looked up once.
    found = {fact: _stance(*fact, evidence) for fact in dict.fromkeys(facts.values())}
    return [found[facts[index]] if index in facts else None for index in range(len(claims))]


def yes_no_stance(question: str, answer: str, evidence: Evidence) -> bool | None:
    """What the passages say to an answer that begins with yes or no, by what the question puts to them.

    Returns:
        Whether they say so too, None where the answer says neither, or they do not speak of it plainly.
    """
    sign = answers_yes(answer, question)
    if sign is None or mentions(question) or leaves_room(question):
        return None
    put = asked_plainly(question)
    told = _clause_stance(put, _subject(put, evidence), None, evidence, asks=True)
    return None if told is None else told == sign


def _sources(claim: int, findings: Sequence[FigureFinding]) -> frozenset[int] | None:
    """The sentences in which a claim's figures stand; None for a claim without any, years left aside."""
    own = [f for f in findings if f.figure.claim == claim and not f.figure.mention.is_year]
    if not own:
        return None
    return frozenset(f.source.unit for f in own if f.source is not None and not f.source.tabular)


def _stance(text: str, sources: frozenset[int] | None, evidence: Evidence) -> bool | None:
    stated = without_yes_or_no(text)
    if leaves_room(stated) or PURPOSE.search(stated):
        return None
    around = _subject(stated, evidence)
    found = [_clause_stance(clause, around, sources, evidence) for clause in clauses(stated)]
    return False if False in found else True if True in found else None


def _clause_stance(
    clause: str,
    around: Mapping[str, float],
    sources: frozenset[int] | None,
    evidence: Evidence,
    *,
    asks: bool = False,
) -> bool | None:
    # "…, four months earlier than planned": all that it speaks of stands in the clause before.
    rest = _subject(clause, evidence) or around
    if len(rest) < (_FEWEST if sources is None else 1):
        return None
    # What is said in the same words in many places is held against the clause once.
    told = {
        (evidence.units[unit].text, share >= _NEARLY_ALL)
        for unit, share in _speaking_of(rest, around, sources, evidence)
    }
    verdicts = {compare(clause, rest, text, alike=alike, asks=asks) for text, alike in told}
    return True if True in verdicts else False if False in verdicts else None


def _subject(text: str, evidence: Evidence) -> dict[str, float]:
    """What a text speaks of, opposites and denials aside, by weight."""
    plain = NEGATION.sub(" ", without_opposites(text))
    return weighed(dict.fromkeys(plain_terms(plain)), evidence)


def _speaking_of(
    rest: Mapping[str, float],
    around: Mapping[str, float],
    sources: frozenset[int] | None,
    evidence: Evidence,
) -> Iterator[tuple[int, float]]:
    """The sentences, of given ones if any are, that hold most of a clause and enough of all around it."""
    for unit, held in sorted(evidence.holding({**around, **rest}).items()):
        if evidence.units[unit].row is not None or (sources is not None and unit not in sources):
            continue
        # A heading names what several sentences are about, and none of them alone.
        share = share_held(rest, evidence.units[unit].terms)
        # A clause may leave its subject to the one before it.
        if share >= _SAME_SUBJECT and share_held(around, held) >= _SAME_WHOLE:
            yield unit, share
