"""The figures and dates of an answer, each with what the answer says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.text.dates import contains
from scoring.aliases import expand
from scoring.changes import speaks_of_the_past
from scoring.computed_words import is_computed
from scoring.contexts import plain_terms, sentence_contexts
from scoring.evidence import script_of_text
from scoring.figure_findings import ClaimFigure
from scoring.hours_of_day import full_hours, worded_hours
from scoring.mentions import mentions, stated_or_worded, worded, years_of
from scoring.quantities import agrees
from scoring.questions import question_parts
from scoring.reckoning import reckoning
from scoring.same_durations import same_durations
from scoring.subjects import subject_terms, takes_up
from scoring.worded_shares import worded_shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.aliases import Alias
    from scoring.claims import Claim
    from scoring.mentions import Mention

_TIMES = frozenset({"s", "month"})
_ASKED, _BEFORE, _ALIAS = 0.45, 0.35, 0.6
# What a pronoun at the head of a sentence stands for.
_TAKEN_UP = 0.8
# The rest of a question of several parts, which another sentence answers.
_ASKED_BESIDES = 0.2


def claim_figures(
    claims: Sequence[Claim],
    question: str,
    aliases: Sequence[Alias] = (),
    *,
    most: int | None = None,
    known: Sequence[Mention] = (),
) -> list[ClaimFigure]:
    """Every figure and date of the claims in order, or the first so many of them.

    What a claim leaves unsaid is taken from the sentence before it and from the part of the question that it
    answers: their words count less, their years only where the claim names none. A claim without figures may
    tell a time or a share in words ("two years", 一年半, "a quarter"), which counts as a figure where it is
    among the known values; a share also where one is asked for.
    """
    whole, asked = plain_terms(question), stated_or_worded(question)
    parts = [plain_terms(part.own) for part in question_parts(question)] if question else []
    found: list[ClaimFigure] = []
    before: tuple[str, ...] = ()
    lead: tuple[str, ...] = ()
    years, hours = years_of(question), full_hours(known)
    for index, claim in enumerate(claims):
        if most is not None and len(found) >= most:
            break
        own = plain_terms(claim.text)
        background = (
            (_answered(own, parts), _ASKED),
            (whole, _ASKED_BESIDES if len(parts) > 1 else _ASKED),
            (before, _BEFORE),
            (lead if takes_up(claim.text) else (), _TAKEN_UP),
            (expand(f"{question} {claim.text}", aliases), _ALIAS),
        )
        script = script_of_text(claim.text)
        past = speaks_of_the_past(claim.text) or speaks_of_the_past(question)
        found += [
            ClaimFigure(
                index,
                mention,
                context,
                script,
                _is_given(mention, asked),
                _is_in_time(mention, asked),
                computed=is_computed(claim.text, mention),
                reckoned=reckoning(claim.text, mention),
                of_the_past=past,
            )
            for mention, context in sentence_contexts(
                claim.text,
                background,
                years,
                _times(claim.text, known, hours) or worded_shares(claim.text, question, known),
            )
        ]
        before, lead = own, subject_terms(claim.text) or lead
        years = years_of(claim.text) or years
    return found[:most]


def _times(text: str, known: Sequence[Mention], hours: frozenset[int]) -> list[Mention]:
    """The times told in words in a text without figures that some known value agrees with.

    The hours of a range, too: "from nine to five", "с девяти до семнадцати".
    """
    if told_hours := worded_hours(text, hours):
        return told_hours
    if not known or mentions(text):
        return []
    told = [mention for mention in worded(text) if mention.figure and mention.figure.unit in _TIMES]
    # A bare 4 of a table is no four months.
    timed = [other for other in known if other.figure and other.figure.unit in _TIMES]
    return [
        mention
        for mention in told
        if any(agrees(same, other) for same in (mention, *same_durations(mention)) for other in timed)
    ]


def _is_given(mention: Mention, asked: Sequence[Mention]) -> bool:
    return any(agrees(mention, other) for other in asked)


def _is_in_time(mention: Mention, asked: Sequence[Mention]) -> bool:
    date = mention.date
    return date is not None and any(
        other.date and not other.is_year and contains(other.date, date) for other in asked
    )


def _answered(own: Sequence[str], parts: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Terms of the question's parts that a claim shares most terms with; none where it shares none."""
    shared = [len(set(own) & set(part)) for part in parts]
    most = max(shared, default=0)
    return tuple(
        term for part, count in zip(parts, shared, strict=True) if count == most > 0 for term in part
    )
