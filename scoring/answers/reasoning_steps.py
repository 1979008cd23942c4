"""The steps of a chain of reasoning: complete, in order, and ending where the answer says."""

import re
from collections.abc import Iterator, Sequence

from data_base.schemas.canonical_answer import ReasoningStep, ReasoningValue
from data_base.text.language import is_cjk
from scoring.answers.coverage import Wording, content_words_of
from scoring.answers.option_labels import (
    is_label,
    read_label,
    same_label,
    without_announcement,
    without_label,
)
from scoring.answers.order_agreement import longest_rise
from scoring.answers.scoring_options import ScoringTerms
from scoring.answers.short_answer_form import respelled

SAID_FROM = 0.6
"""A sentence says what another one does with this share of its content words and all its figures."""

_NEGATED = re.compile(
    r"(?:\b(?:not|never|no|isnt|arent|wasnt|wont|cannot|neither|не|ни|нет)(?: (?:be|будет|the|a|an)){0,2}"
    r"|不(?:是|会|再)?|非|没有?|并非|绝非) ?$"
)


def step_scores(said: ReasoningValue, truth: ReasoningValue, terms: ScoringTerms) -> dict[str, float]:
    """What can be said of the steps.

    - ``step_completeness``: share of the truth's steps that are taken. A step is taken by one that says
      the same (see :data:`SAID_FROM`), or that has the same id where one of them has no text.
    - ``reasoning_step_order``: the longest run of the truth's steps that are taken in the right order,
      divided by the number of the truth's steps; it never exceeds ``step_completeness``.
    - ``reasoning_consistency``: 1 where the last step, or without steps the last claim, says the final
      answer and does not deny it, else 0.
    """
    scores = {}
    if truth.steps:
        places = _places(said.steps, truth.steps)
        scores["step_completeness"] = len(places) / len(truth.steps)
        scores["reasoning_step_order"] = longest_rise(places) / len(truth.steps)
    ending = [part.text for part in said.steps or said.claims if part.text.strip()]
    final = said.final_answer.value or ""
    if ending and final.strip():
        scores["reasoning_consistency"] = float(_ends_with(ending[-1], final, terms))
    return scores


def best_match(wanted: str, offered: Sequence[Wording]) -> int | None:
    """Which of the texts says most of what is wanted, the first of equals; None where none says enough."""
    shares = [share_said(wanted, wording) for wording in offered]
    best = max(range(len(shares)), key=lambda i: (shares[i], -i), default=None)
    return best if best is not None and shares[best] >= SAID_FROM else None


def share_said(text: str, wording: Wording) -> float:
    """The share of a text's content words that a wording has; 0 where one of its figures is missing."""
    words = content_words_of(text)
    figures = [word for word in words if word[0].isdigit()]
    return wording.share_of(words) if not figures or wording.share_of(figures) == 1 else 0.0


def _places(said: Sequence[ReasoningStep], truth: Sequence[ReasoningStep]) -> list[int]:
    """For each of the truth's steps that is taken, where in the reasoning."""
    wordings = [Wording(step.text) for step in said]
    ids = {step.id: place for place, step in reversed(list(enumerate(said))) if step.id}
    found = []
    for step in truth:
        place = best_match(step.text, wordings) if step.text.strip() else None
        if place is None and step.id in ids and not (step.text.strip() and said[ids[step.id]].text.strip()):
            place = ids[step.id]
        found.append(place)
    return [place for place in found if place is not None]


def _ends_with(ending: str, final: str, terms: ScoringTerms) -> bool:
    label, other = read_label(final), read_label(ending)
    if label is not None and other is not None:
        return same_label(label, other)
    bare = without_label(without_announcement(final)).strip()
    if is_label(bare):
        return re.search(rf"(?<!\w){re.escape(bare.upper())}(?!\w)", ending) is not None
    wanted = terms.key(bare)
    if terms.key(ending) == wanted:
        return True
    text = respelled(ending)
    return any(not _NEGATED.search(text[:start]) for start in _whole_words(text, wanted))


def _whole_words(text: str, wanted: str) -> Iterator[int]:
    """Where something appears as words of its own; Chinese has no blanks to go by."""
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if not _joined(text[start - 1 : start], wanted[:1]) and not _joined(wanted[-1:], text[end : end + 1]):
            yield start
        start = text.find(wanted, start + 1)


def _joined(before: str, after: str) -> bool:
    return all(char.isalnum() and not is_cjk(char) for char in (before or " ", after or " "))
