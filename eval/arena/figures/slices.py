"""Mean scores by language, by kind of question, by tag, and by whether the documents contain the answer."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean

from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from data_base.text.language import detect_language
from eval.arena.figures.values import QuestionSlice, QuestionSliceScore, SliceBy
from eval.arena.result import CaseResult

KINDS = frozenset(
    {
        "absent", "ambiguous", "calculation", "comparison", "conflict", "cross_language", "date",
        "definition", "fact", "false_premise", "figure", "how_to", "list", "mixed_languages", "multi_hop",
        "multi_part", "number", "open", "outdated", "procedure", "reason", "second_search",
        "several_documents", "single_fact", "summary", "table", "temporal", "two_hop", "unanswerable",
        "yes_no",
    }
)  # fmt: skip
"""Tags that say what sort of question it is, however they are spelt; any other tag groups as it likes."""
_ORDER: Sequence[SliceBy] = ("language", "answerable", "kind", "tag")


def slices(
    results: Sequence[CaseResult], score: Callable[[RunItem], float | None]
) -> tuple[QuestionSlice, ...]:
    """Every slice that is not simply all questions; a question is in each that applies to it.

    Args:
        results: question by question, every one with an item for each contestant in the same order.
        score: an item's weighted score, None where it does not count.
    """
    found: dict[tuple[SliceBy, str], list[CaseResult]] = {}
    for result in results:
        for place in dict.fromkeys(_places(result.case)):
            found.setdefault(place, []).append(result)
    kept = {place: own for place, own in found.items() if len(own) < len(results)}
    ordered = sorted(kept, key=lambda place: (_ORDER.index(place[0]), -len(kept[place]), place[1]))
    return tuple(_slice(by, value, kept[by, value], score) for by, value in ordered)


def _places(case: Case) -> Iterator[tuple[SliceBy, str]]:
    yield "language", case.language or detect_language(case.question)
    if case.answerable is not None:
        yield "answerable", "yes" if case.answerable else "no"
    for tag in case.tags:
        is_kind = tag.strip().casefold().replace("-", "_").replace(" ", "_") in KINDS
        yield "kind" if is_kind else "tag", tag


def _slice(
    by: SliceBy, value: str, results: Sequence[CaseResult], score: Callable[[RunItem], float | None]
) -> QuestionSlice:
    columns = zip(*(result.items for result in results), strict=True)
    return QuestionSlice(
        by=by,
        value=value,
        questions=len(results),
        scores=tuple(_mean(items, score) for items in columns),
    )


def _mean(items: Iterable[RunItem], score: Callable[[RunItem], float | None]) -> QuestionSliceScore:
    items = list(items)
    known = [value for item in items if (value := score(item)) is not None]
    return QuestionSliceScore(system=items[0].system, scored=len(known), mean=fmean(known) if known else None)
