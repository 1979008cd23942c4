"""Whether an answer is made up: the passages do not tell what is asked, and nothing bears it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.text.names import names
from scoring.asked import asked_terms
from scoring.contexts import plain_terms
from scoring.denials import one_denies
from scoring.evidence import script_of_text
from scoring.invented_names import invented_names
from scoring.left_open import leaves_open
from scoring.list_items import listed_in_other_words
from scoring.people import is_named, people
from scoring.permission import forbids_what_is_allowed
from scoring.proportions import MULTIPLE
from scoring.terms import terms
from scoring.word_check import SUPPORTED_FROM
from scoring.worded_figures import borne_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.evidence import Evidence, Occurrence
    from scoring.examination import Examination
    from scoring.figure_findings import FigureFinding

# A part of the question that is covered by less is not even touched.
_TOUCHED = 0.5
# So much of what an answer adds to its question stands nowhere, where it tells what is left out.
_MOSTLY = 0.5
# So many words that the question does not have, and so much of what is new, stand together by no chance.
_SEVERAL, _MUCH = 3, 0.3


def _gives_several_from_there(seen: Examination) -> bool:
    """Whether an answer's values all hold, two of them at least where the passages speak of what is asked."""
    values = [f for f in seen.findings if not f.figure.mention.is_year and not f.figure.given]
    if not all(finding.holds for finding in values):
        return False
    asked = frozenset(asked_terms(seen.question))
    there = {f.source.mention.raw for f in values if f.source and _speaks_of(asked, f.source, seen.evidence)}
    return len(there) > 1


def _speaks_of(asked: frozenset[str], place: Occurrence, evidence: Evidence) -> bool:
    near = evidence.units[place.unit].reach
    return not (asked.isdisjoint(near) and asked.isdisjoint(place.context.weights))


def is_made_up(seen: Examination) -> bool:
    """Whether nothing in the passages answers the question and nothing bears out the answer."""
    if seen.answerable or True in seen.stances:
        return False
    if all(part.left_out for part in seen.answers):
        return _tells_something_new(seen)
    if any(part.there >= _TOUCHED for part in seen.covered):
        return False
    if not seen.evidence.units:
        return any(claim.kind == "fact" for claim in seen.claims)
    facts = [i for i, claim in enumerate(seen.claims) if claim.kind == "fact"]
    if all(part.left_open for part in seen.answers):
        return (
            bool(facts)
            and not any(leaves_open(claim.text) for claim in seen.claims)
            and not _gives_several_from_there(seen)
        )
    held = {
        f.figure.claim for f in seen.findings if f.holds and not f.figure.mention.is_year and not _is_ratio(f)
    }
    held |= borne_in_words(seen.claims, seen.parts, seen.evidence) | seen.restated
    held |= listed_in_other_words(seen.claims, seen.parts, seen.evidence)
    shares = [finding.share for finding in seen.words if finding is not None]
    undecided = any(finding.verdict == "undecidable" for finding in seen.words if finding)
    borne = held or undecided or max(shares, default=0.0) >= SUPPORTED_FROM
    return bool(facts) and not (borne or _restates_the_place(seen))


def _restates_the_place(seen: Examination) -> bool:
    """Whether much of what a claim adds to the question stands in the very place that speaks of it."""
    reworded = seen.evidence.reworded
    asked = {*terms(seen.question), *terms(seen.question, synonyms=True)}
    places = {
        place
        for part in seen.answers
        if part.window.recall
        for place in range(part.window.first, part.window.last + 1)
    }
    for claim in seen.claims:
        news = frozenset(plain_terms(claim.text, synonyms=True)) - asked
        for place in sorted(places):
            unit = reworded.units[place]
            held = news & unit.terms
            much = len(held) >= _SEVERAL and reworded.mass(held) >= _MUCH * reworded.mass(news)
            if much and not _is_contrary(claim.text, unit.text):
                return True
    return False


def _is_contrary(said: str, told: str) -> bool:
    return one_denies(said, told) or forbids_what_is_allowed(said, told)


def _is_ratio(finding: FigureFinding) -> bool:
    """Whether a figure is a part or a multiple in words: "more than half" fits two values of any text."""
    mention = finding.figure.mention
    figure = mention.figure
    return figure is not None and mention.standing != "stated" and figure.unit in {None, "%", MULTIPLE}


def _tells_something_new(seen: Examination) -> bool:
    """Whether an answer tells a detail that is left out: somebody or words that stand nowhere."""
    facts = [claim.text for claim in seen.claims if claim.kind == "fact"]
    known = [*seen.evidence.passages, seen.question]
    somebody = [person for fact in facts for person in people(fact)]
    if any(not any(is_named(person, text) for text in known) for person in somebody):
        return True
    if any(_is_new_name(fact, known) for fact in facts):
        return True
    asked = {*terms(seen.question), *terms(seen.question, synonyms=True)}
    own = {term for fact in facts for term in plain_terms(fact)} - asked
    return bool(own) and sum(term not in seen.evidence.idf for term in own) >= len(own) * _MOSTLY


def _is_new_name(fact: str, known: Sequence[str]) -> bool:
    """Whether a claim has a name that stands nowhere; what has cases is compared in whatever form."""
    if script_of_text(fact) != "han":
        return bool(invented_names(fact, known))
    return any(all(name not in text for text in known) for name in names(fact))
