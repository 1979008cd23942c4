"""What a judgement says to the next draft: what was wrong, in which words, and what to look for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agents.calls.fence import Section
from agents.calls.prompt_messages import text_section
from data_base.marks.citation_marks import renumbered, strip_citations

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from data_base.schemas.judgement import Issue
    from data_base.schemas.passage import Passage
    from data_base.schemas_deep_research import Attempt

_MOST_ISSUES = 12
_NOTHING_LEFT = re.compile(r"[\W_]*nothing[\W_]left[\W_]*", re.IGNORECASE)


def review_sections(attempt: Attempt, passages: Sequence[Passage]) -> dict[str, list[Section]]:
    """A judged draft and its review as sections of the writer's prompt.

    Args:
        attempt: the draft with its evaluation.
        passages: what the writer is shown; the marks of draft and judge become their numbers, and an issue
            is quoted where its passage is one of them.
    """
    numbers = {passage.id: str(number) for number, passage in enumerate(passages, start=1)}
    evaluation = attempt.evaluation
    review: list[Section] = []
    known = {passage.id: numbers.get(passage.id) for passage in attempt.answer.passages}
    if evaluation is not None and evaluation.scored:
        scores = evaluation.metrics.model_dump(include={"accuracy", "completeness", "clarity"})
        given = {name: f"{score:g}" for name, score in scores.items()}
        review = [_issue(issue, known) for issue in _faults(attempt)[:_MOST_ISSUES]]
        # The judge, too, may name a passage by its number, and it saw them in another order.
        seen = {str(n): numbers.get(one.id) for n, one in enumerate(attempt.answer.passages, start=1)}
        review.append(Section("reason", renumbered(evaluation.reason, known | seen), given))
        if evaluation.suggestion.strip():
            review.append(text_section("suggestion", evaluation.suggestion))
    return {"draft": [text_section("draft", renumbered(attempt.answer.text, known))], "review": review}


def sought(attempt: Attempt, question: str) -> str:
    """What to search for next: the judge's suggestion.

    Where it makes none, but says that the draft leaves the question open, it is what is missing from the
    draft, or the question itself. Empty where there is nothing to look for.
    """
    evaluation = attempt.evaluation
    if evaluation is None or evaluation.evaluation_failed or nothing_is_left(attempt):
        return ""
    if evaluation.suggestion.strip() or evaluation.answered in {None, "yes"}:
        return evaluation.suggestion
    missing = [strip_citations(issue.claim) for issue in _faults(attempt) if issue.verdict == "missing"]
    return "; ".join(missing) or question


def can_be_fixed(attempt: Attempt) -> bool:
    """Whether the same passages may give a better draft: the judge names a fault that they show.

    What is missing from the draft and from the passages cannot be fixed, and a draft is rewritten once.
    """
    return not attempt.rewritten and any(
        issue.verdict in {"contradicted", "unsupported"}
        or (issue.verdict == "missing" and issue.passage_id is not None)
        for issue in _faults(attempt)
    )


def suggested(attempts: Sequence[Attempt]) -> list[str]:
    """What the judge suggested to search for, in order, each once; that nothing is left is no suggestion."""
    said = [each.evaluation.suggestion for each in attempts if each.evaluation and not nothing_is_left(each)]
    return list(dict.fromkeys(each for each in said if each.strip()))


def lacks_something(attempt: Attempt) -> bool:
    """Whether the judge names something that is missing from the draft."""
    return any(issue.verdict == "missing" for issue in _faults(attempt))


def nothing_is_left(attempt: Attempt) -> bool:
    """Whether the judge, who knows what was tried, says that nothing sensible is left to search for."""
    return attempt.evaluation is not None and bool(_NOTHING_LEFT.fullmatch(attempt.evaluation.suggestion))


def _faults(attempt: Attempt) -> list[Issue]:
    """The issues that are no praise, but for those that a check against the texts found wrong."""
    issues = attempt.evaluation.issues if attempt.evaluation else ()
    return [issue for issue in issues if issue.verdict != "supported" and not issue.doubts]


def _issue(issue: Issue, known: Mapping[str, str | None]) -> Section:
    number = known.get(issue.passage_id or "")
    quoted = f"\n[{number}] {issue.quote}" if number and issue.quote else ""
    return Section("issue", f"{renumbered(issue.claim, known)}{quoted}", {"verdict": issue.verdict})
