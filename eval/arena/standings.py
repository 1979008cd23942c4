"""From an arena's judgements to standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean

from data_base.schemas.key_point_coverage import covered_share
from data_base.schemas.pair_verdict import PairOutcome, PairVerdict, pair_outcomes
from data_base.schemas.run import RunItem
from eval.arena.answer_style import style_difference, style_of
from eval.arena.contradictory_verdicts import inconsistencies
from eval.arena.families import family_of
from eval.arena.result import CaseResult
from eval.arena.score_aggregation import WEIGHTED, mode_of, score_of
from eval.arena.standings_schema import ArenaStandings, ContradictoryVerdicts
from eval.standings.compared_pair import ComparedPair
from eval.standings.dropped_questions import overtaken_in_pairs, overtaken_in_scores
from eval.standings.from_pairs import standings_from_pairs
from eval.standings.from_scores import standings_from_scores
from eval.standings.judge_slopes import judge_slopes
from eval.standings.style_controlled_scores import Styles, controlled_scores
from eval.stats.measure import ClusterSettings

Scores = Mapping[str, Mapping[str, float]]


def arena_standings(
    results: Sequence[CaseResult],
    verdicts: Iterable[PairVerdict] = (),
    *,
    by_pairs: bool = False,
    families: Mapping[str, str] | None = None,
    unranked: str | None = None,
    settings: ClusterSettings | None = None,
) -> ArenaStandings:
    """Standings of the contestants by scores, by key points and by pair verdicts.

    A contestant without a single score has no place by scores.

    Args:
        results: question by question.
        verdicts: on pairs of their answers.
        by_pairs: whether pairs make standings; else they only tell of judgements that do not go together.
        families: contestant to the model family that writes its answers, where it is known.
        unranked: a contestant that has no place, the reference.
        settings: of the intervals.
    """
    settings = settings or ClusterSettings()
    verdicts = list(verdicts)
    clashes = tuple(_clashes(results, list(pair_outcomes(verdicts))))
    if unranked is not None:
        results = [_without(unranked, result) for result in results]
        verdicts = [each for each in verdicts if unranked not in {each.first, each.second}]
    sample = list(pair_outcomes(each for each in verdicts if not each.second_look)) if by_pairs else []
    scores = weighted_scores(results)
    pairs = list(compared(results, sample, families or {}))
    points = _key_points(results)
    several = len(scores) > 1
    controlled = controlled_scores(scores, _styles(results), settings) if several else None
    by_verdicts = standings_from_pairs(pairs, settings) if pairs else None
    untold = (*(by_verdicts.untold if by_verdicts else ()), *(controlled.untold if controlled else ()))
    found = ArenaStandings(
        scores=standings_from_scores(scores, settings) if scores else (),
        controlled_scores=controlled if controlled and controlled.standings else None,
        untold=tuple(dict.fromkeys(untold)),
        key_points=standings_from_scores(points, settings) if points else (),
        pairs=by_verdicts,
        unjudged_pairs=sum(each.value is None for each in sample),
        slopes=judge_slopes(pairs, settings) if pairs else {},
        clashes=clashes,
        bootstrap=settings,
    )
    if len(found.leaders) != 1:
        return found
    overtaking = overtaken_in_pairs(pairs) if pairs else overtaken_in_scores(scores) if several else None
    return found.model_copy(update={"overtaking": overtaking})


def _without(system: str, result: CaseResult) -> CaseResult:
    items = tuple(item for item in result.items if item.system != system)
    return result.model_copy(update={"items": items})


def weighted_scores(results: Sequence[CaseResult]) -> Scores:
    """Contestant to question to weighted score (1-10); contestants without any are left out."""
    mode = mode_of(results)
    return _by_system(results, lambda item: score_of(item, WEIGHTED, mode))


def compared(
    results: Iterable[CaseResult], outcomes: Iterable[PairOutcome], families: Mapping[str, str]
) -> Iterator[ComparedPair]:
    """What the standings are made of: judged pairs with what may bias the judge.

    Args:
        results: question by question; outcomes on answers that are in none are left out.
        outcomes: of pairs, those without a value are left out.
        families: contestant to the model family that writes its answers.
    """
    styles = {
        (result.case.id, item.system): style_of(item.answer)
        for result in results
        for item in result.items
        if item.answer is not None
    }
    for outcome in outcomes:
        first = styles.get((outcome.case_id, outcome.system_a))
        second = styles.get((outcome.case_id, outcome.system_b))
        if outcome.value is None or first is None or second is None:
            continue
        in_view = outcome.compared_by == "both_in_view"
        family = family_of(outcome.judge)
        kin = [family is not None and families.get(name) == family for name in outcome.systems]
        yield ComparedPair(
            question=outcome.case_id,
            first=outcome.system_a,
            second=outcome.system_b,
            judge=outcome.judge,
            value=outcome.value,
            inconsistent=not outcome.consistent,
            in_view=in_view,
            shown_first=outcome.shown_first if in_view else None,
            shown_second=outcome.shown_second if in_view else None,
            style=style_difference(first, second),
            kin=int(kin[0]) - int(kin[1]),
        )


def _key_points(results: Iterable[CaseResult]) -> Scores:
    def share(item: RunItem) -> float | None:
        evaluation = item.evaluation
        return covered_share(evaluation.key_points) if evaluation and evaluation.scored else None

    return _by_system(results, share)


def _by_system(results: Iterable[CaseResult], score: Callable[[RunItem], float | None]) -> Scores:
    found: dict[str, dict[str, float]] = {}
    for result in results:
        for item in result.items:
            if (value := score(item)) is not None:
                found.setdefault(item.system, {})[result.case.id] = value
    return found


def _styles(results: Iterable[CaseResult]) -> Styles:
    found: dict[str, dict[str, Mapping[str, float]]] = {}
    for result in results:
        for item in result.items:
            if item.answer is not None:
                found.setdefault(item.system, {})[result.case.id] = style_of(item.answer)
    return found


def _clashes(
    results: Iterable[CaseResult], outcomes: Iterable[PairOutcome]
) -> Iterator[ContradictoryVerdicts]:
    values: dict[tuple[str, str, str], list[tuple[float, bool]]] = {}
    for each in outcomes:
        if each.value is not None:
            in_view = each.compared_by == "both_in_view"
            for names, value in ((each.systems, each.value), (each.systems[::-1], 1 - each.value)):
                values.setdefault((each.case_id, *names), []).append((value, in_view))
    for result in results:
        for found in inconsistencies(result.items):
            judged = values.get((found.case_id, found.borne_out, found.other), [])
            yield ContradictoryVerdicts(
                case_id=found.case_id,
                borne_out=found.borne_out,
                other=found.other,
                kind=found.kind,
                value=fmean(value for value, _ in judged) if judged else None,
                in_view=all(in_view for _, in_view in judged),
            )
