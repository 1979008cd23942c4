"""From the items of a contest to its figures."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from gettext import NullTranslations
from itertools import combinations
from operator import add

from data_base.cancellation import go_on
from data_base.schemas.judgement import JudgeMode
from data_base.schemas.run import RunItem
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.arena.figures.against_reference import reference_figures
from eval.arena.figures.citations import cited_claims
from eval.arena.figures.optimism import optimism_of
from eval.arena.figures.slices import slices
from eval.arena.figures.spending import spendings, usage_of
from eval.arena.human_corrected_scores import RatingCorrections
from eval.arena.result import DIMENSIONS, ArenaSummary, CaseResult, PairSummary, SideSummary
from eval.arena.standings_schema import ArenaStandings
from eval.claims.claim_figures import claim_figures
from eval.runs.answered_counts import answered_counts, key_point_counts
from eval.runs.context_means import context_means
from eval.runs.ranked_points import group_shares
from eval.stats.paired import (
    FEWEST_QUESTIONS,
    BootstrapSettings,
    Bounds,
    Estimate,
    estimates,
    outcomes,
    worst_case,
    worst_case_difference,
)

WEIGHTED = "weighted_score"
Scores = Mapping[str, Sequence[float | None]]
"""Dimension to a contestant's score for each question, None where it does not count."""
_ENGLISH = NullTranslations()


def summarise(  # noqa: PLR0913  (each says something else)
    results: Sequence[CaseResult],
    bootstrap: BootstrapSettings,
    *,
    questions_in_file: int,
    standings: ArenaStandings | None = None,
    people: RatingCorrections | None = None,
    reference: str | None = None,
    steered: Sequence[str] = (),
    warnings: Sequence[str] = (),
) -> ArenaSummary:
    """The figures of a contest.

    Means are over answers that were judged on the shared passages and scored; all other outcomes are counted
    and enter none of them.

    Args:
        results: question by question, every one with an item for each contestant in the same order.
        bootstrap: how intervals are drawn.
        questions_in_file: how many questions are in the file.
        standings: who stands where.
        people: what people's ratings make of the figures.
        reference: the contestant that the others are compared with, if one is the reference.
        steered: contestants whose research a judge that scores them steered.
        warnings: what a reader of the figures must see.
    """
    columns = [list(column) for column in zip(*(result.items for result in results), strict=True)]
    names = dimensions_of(item for column in columns for item in column)
    mode = mode_of(results)
    weighted = partial(score_of, dimension=WEIGHTED, mode=mode)
    scores = [{name: _scores(column, name, mode) for name in names} for column in columns]
    return ArenaSummary(
        mode=mode,
        questions=len(results),
        questions_in_file=questions_in_file,
        sides=tuple(_sides(columns, scores, bootstrap)),
        pairs=tuple(_pairs([column[0].system for column in columns if column], scores, bootstrap)),
        references_seen=sum(result.reference_seen for result in results),
        bootstrap=bootstrap,
        standings=standings,
        people=people,
        slices=slices(results, weighted),
        spending=spendings(columns, weighted) if columns else None,
        against_reference=reference_figures(columns, scores, reference, bootstrap),
        citations=cited_claims(results),
        steered=tuple(steered),
        warnings=tuple(warnings),
    )


def mode_of(results: Iterable[CaseResult]) -> JudgeMode:
    """What means are over: answers judged on shared passages; where no question had any, on nothing."""
    judged = (item.evaluation for result in results for item in result.items)
    modes = {evaluation.mode for evaluation in judged if evaluation is not None}
    return "no_documents" if modes == {"no_documents"} else "comparison"


def score_of(item: RunItem, dimension: str, mode: JudgeMode = "comparison") -> float | None:
    """The item's score (1-10) in a dimension; None where it does not count, as in another mode of judging."""
    evaluation = item.evaluation
    if evaluation is None or evaluation.evaluation_failed or evaluation.mode != mode:
        return None
    return evaluation.metrics.scores().get(dimension)


def dimensions_of(items: Iterable[RunItem]) -> tuple[str, ...]:
    """The dimensions that these items were scored in, the user's own before the weighted score."""
    scored = (item.evaluation.metrics for item in items if item.evaluation and item.evaluation.scored)
    first = next(scored, None)
    return DIMENSIONS if first is None else tuple(first.scores())


def _scores(items: Sequence[RunItem], dimension: str, mode: JudgeMode) -> list[float | None]:
    return [score_of(item, dimension, mode) for item in items]


def _present(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def _sides(
    columns: Sequence[Sequence[RunItem]], scores: Sequence[Scores], bootstrap: BootstrapSettings
) -> Iterator[SideSummary]:
    shares = [group_shares(_counting(items, each)) for items, each in zip(columns, scores, strict=True)]
    samples = [_present(own) for each in scores for own in each.values()]
    means = iter(estimates([*samples, *(own for each in shares for own in each.values())], bootstrap))
    by_side = [{name: next(means) for name in each} for each in scores]
    groups = [{name: next(means) for name in each} for each in shares]
    for items, each, own, share in zip(columns, scores, by_side, groups, strict=True):
        cards = (item.score_card for item in items if item.score_card)
        claims = claim_figures((card.claims for card in cards), bootstrap)
        more = {"claims": claims, "optimism": optimism_of(items, bootstrap)}
        yield _side(items, each, own, share).model_copy(update=more)


def _counting(items: Sequence[RunItem], scores: Scores) -> list[FineGrainedEvaluationResult]:
    """The evaluations whose scores count."""
    counting = (item for item, score in zip(items, scores[WEIGHTED], strict=True) if score is not None)
    return [item.evaluation for item in counting if item.evaluation]


def _side(
    items: Sequence[RunItem], scores: Scores, means: Mapping[str, Estimate], groups: Mapping[str, Estimate]
) -> SideSummary:
    judged = _counting(items, scores)
    scored = len(_present(scores[WEIGHTED]))
    unanswered = sum(item.answer is None for item in items)
    not_judged = sum(item.answer is not None and not _was_judged(item) for item in items)
    return SideSummary(
        system=items[0].system,
        questions=len(items),
        scored=scored,
        unanswered=unanswered,
        not_judged=not_judged,
        other_mode=len(items) - scored - unanswered - not_judged,
        means=means,
        worst_case={name: bounds for name, column in scores.items() if (bounds := worst_case(column))},
        usage=reduce(add, map(usage_of, items), TokenUsage()),
        answered=answered_counts(judged),
        key_points=key_point_counts(point for each in judged for point in each.key_points),
        groups=groups,
        must_failed=sum(bool(each.coverage and each.coverage.must_failed) for each in judged),
        context=context_means(judged),
    )


def _was_judged(item: RunItem) -> bool:
    return item.evaluation is not None and item.evaluation.scored


def _pairs(
    names: Sequence[str], scores: Sequence[Scores], bootstrap: BootstrapSettings
) -> Iterator[PairSummary]:
    two = list(combinations(range(len(names)), 2))
    gaps = [
        {name: _differences(own, scores[second][name]) for name, own in scores[first].items()}
        for first, second in two
    ]
    means = iter(estimates([values for each in gaps for values in each.values()], bootstrap))
    for (first, second), gap in zip(two, gaps, strict=True):
        go_on()
        own, other = scores[first][WEIGHTED], scores[second][WEIGHTED]
        yield _pair(
            (names[first], names[second]),
            {name: next(means) for name in gap},
            gap[WEIGHTED],
            worst_case_difference(own, other),
            len(own),
        )


def _pair(
    names: tuple[str, str],
    differences: Mapping[str, Estimate],
    gaps: Sequence[float],
    bounds: Bounds | None,
    questions: int,
) -> PairSummary:
    weighted = differences[WEIGHTED]
    named = weighted.sign if weighted.n >= FEWEST_QUESTIONS else 0
    return PairSummary(
        baseline=names[0],
        challenger=names[1],
        pairs=weighted.n,
        differences=differences,
        outcomes=outcomes(gaps),
        worst_case=bounds,
        winner=None if named == 0 else names[named > 0],
        verdict=verdict_of(names, weighted, bounds, questions=questions),
    )


def _differences(baseline: Sequence[float | None], challenger: Sequence[float | None]) -> list[float]:
    both = zip(baseline, challenger, strict=True)
    return [second - first for first, second in both if first is not None and second is not None]


def verdict_of(
    names: tuple[str, str],
    weighted: Estimate,
    bounds: Bounds | None,
    *,
    questions: int,
    texts: NullTranslations = _ENGLISH,
    signed: Callable[[float | None], str] = "{:+.2f}".format,
) -> str:
    """The comparison in words, saying no more than the figures support.

    Args:
        names: baseline and challenger.
        weighted: the mean paired difference, challenger minus baseline.
        bounds: where it would lie if everything unscored were as bad, or as good, as can be.
        questions: questions asked, scored or not.
        texts: translates the words.
        signed: writes a difference.
    """
    if weighted.mean is None:
        return texts.gettext("No winner: no question was scored on both sides.")
    figures = _figures(weighted, questions, texts, signed)
    if weighted.n < FEWEST_QUESTIONS:
        said = texts.ngettext(
            "No winner is named: %(count)s question is too few for an interval to mean much (at least "
            "%(least)s are needed); %(figures)s.",
            "No winner is named: %(count)s questions are too few for an interval to mean much (at least "
            "%(least)s are needed); %(figures)s.",
            weighted.n,
        )
        return said % {"count": weighted.n, "least": FEWEST_QUESTIONS, "figures": figures}
    if weighted.sign == 0:
        said = texts.gettext("No winner: the interval of the difference contains 0; %(figures)s.")
        return said % {"figures": figures}
    winner, loser = (names[1], names[0]) if weighted.sign > 0 else names
    said = texts.gettext("%(winner)s scores higher than %(loser)s: %(figures)s.")
    said %= {"winner": winner, "loser": loser, "figures": figures}
    return " ".join(filter(None, (said, _caveat(weighted, bounds, questions, texts, signed))))


def _figures(
    weighted: Estimate, questions: int, texts: NullTranslations, signed: Callable[[float | None], str]
) -> str:
    asked = texts.ngettext(
        "%(scored)s of %(count)s question", "%(scored)s of %(count)s questions", questions
    ) % {"scored": weighted.n, "count": f"{questions:,}"}
    if weighted.low is None:
        said = texts.gettext("weighted difference %(mean)s, %(asked)s")
    else:
        said = texts.gettext("weighted difference %(mean)s, interval %(low)s to %(high)s, %(asked)s")
    ends = {"low": signed(weighted.low or 0.0), "high": signed(weighted.high or 0.0)}
    return said % {"mean": signed(weighted.mean), "asked": asked, **ends}


def _caveat(
    weighted: Estimate,
    bounds: Bounds | None,
    questions: int,
    texts: NullTranslations,
    signed: Callable[[float | None], str],
) -> str:
    if bounds is None or weighted.n == questions:
        return ""
    settled = bounds.low > 0 if weighted.sign > 0 else bounds.high < 0
    said = (
        texts.gettext("The sign would stay the same whatever the %(missing)s unscored had scored.")
        if settled
        else texts.gettext(
            "The %(missing)s unscored could reverse this: with them the difference may lie anywhere from "
            "%(low)s to %(high)s."
        )
    )
    return said % {
        "missing": questions - weighted.n,
        "low": signed(bounds.low),
        "high": signed(bounds.high),
    }
