"""An arena's means, pass rates and differences, corrected by people's ratings of some of its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING

from data_base.errors import InputError
from data_base.schemas.rating import Rating, by_people
from data_base.schemas_deep_research import Weighing, Weights
from eval.arena.human_corrected_scores import CorrectedPair, CorrectedSide, RatingCorrections
from eval.arena.standings import weighted_scores
from eval.calibration.score_file import read_gold
from eval.stats.prediction_powered import corrected_mean, corrected_mean_difference
from eval.stats.rogan_gladen import corrected_pass_rate, corrected_pass_rate_difference

if TYPE_CHECKING:
    from pathlib import Path

    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from eval.arena.result import CaseResult

Place = tuple[str, str]
"""Contestant and question."""


def read_ratings(path: Path, results: Iterable[CaseResult]) -> list[Rating]:
    """People's ratings of an arena's answers from a file; those of other answers are left out.

    Args:
        path: lines as ``judge calibrate`` reads them, with ``case/contestant`` as ``id``, which is how the
            pages export them.
        results: of the arena.

    Raises:
        InputError: naming file, line and field; or none of them is on an answer of the arena.
    """
    places = {
        f"{item.case_id}/{item.system}": (item.case_id, item.system)
        for result in results
        for item in result.items
    }
    found = [
        Rating(case_id=case_id, system=system, rater=rater, scores=scores, created_at="")
        for item in read_gold(path).items
        if item.id in places
        for case_id, system in [places[item.id]]
        for rater, scores in _by_rater(item.ratings).items()
    ]
    if not found:
        raise InputError(
            f"{path}: none of its ratings is on an answer of this arena; ids are case/contestant, such as "
            f"{next(iter(places), '1/Deep Research')}."
        )
    return found


def people(
    results: Sequence[CaseResult],
    ratings: Iterable[Rating],
    weighing: Weighing | None = None,
) -> RatingCorrections | None:
    """The contestants' figures as people would have them, as far as the judge and the ratings tell.

    Of several people's ratings of an answer the mean counts, of one person's the last.

    Args:
        results: question by question.
        ratings: what people said; on answers that the judge did not score they count for nothing.
        weighing: as the judge weighs, and from where it lets an answer pass; the defaults if None. Of a
            dimension that a person has not rated, as the user's own are not, the judge's score stays.

    Returns:
        None where nobody rated an answer that the judge scored.
    """
    weighing = weighing or Weighing()
    judged = weighted_scores(results)
    evaluations = _evaluations(results, judged)
    passed = {
        name: {case: each.is_passing for case, each in own.items()} for name, own in evaluations.items()
    }
    said: dict[Place, list[Rating]] = {}
    for rating in {(each.system, each.case_id, each.rater): each for each in by_people(ratings)}.values():
        if rating.case_id in judged.get(rating.system, {}):
            said.setdefault((rating.system, rating.case_id), []).append(rating)
    if not said:
        return None
    scores = _by_system(said, lambda rating: _weighted(rating, evaluations, weighing))
    accuracy = _by_system(said, lambda rating: rating.scores.get("accuracy"))
    passes = {
        system: {case: weighing.passes(mean) for case, mean in own.items()}
        for system, own in accuracy.items()
    }
    each = [rating for same in said.values() for rating in same]
    return RatingCorrections(
        raters=len({rating.rater for rating in each}),
        ratings=len(each),
        passing_accuracy=weighing.passing_accuracy,
        sides=tuple(
            CorrectedSide(
                system=name,
                rated=sum(system == name for system, _ in said),
                mean=corrected_mean(judged[name], scores.get(name, {})),
                pass_rate=corrected_pass_rate(passed[name], passes.get(name, {})),
            )
            for name in judged
        ),
        pairs=tuple(
            CorrectedPair(
                baseline=one,
                challenger=other,
                mean=corrected_mean_difference(
                    (judged[one], judged[other]), (scores.get(one, {}), scores.get(other, {}))
                ),
                pass_rate=corrected_pass_rate_difference(
                    (passed[one], passed[other]), (passes.get(one, {}), passes.get(other, {}))
                ),
            )
            for one, other in combinations(judged, 2)
        ),
    )


def _by_rater(ratings: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Rater to dimension to score, from dimension to rater to score."""
    found: dict[str, dict[str, float]] = {}
    for name, given in ratings.items():
        for rater, score in given.items():
            found.setdefault(rater, {})[name] = score
    return found


def _evaluations(
    results: Iterable[CaseResult], judged: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, FineGrainedEvaluationResult]]:
    """Contestant to question to the judge's evaluation, where its score counts."""
    found: dict[str, dict[str, FineGrainedEvaluationResult]] = {name: {} for name in judged}
    for result in results:
        for item in result.items:
            if item.evaluation is not None and result.case.id in judged.get(item.system, {}):
                found[item.system][result.case.id] = item.evaluation
    return found


def _by_system(
    said: Mapping[Place, Sequence[Rating]], score: Callable[[Rating], float | None]
) -> dict[str, dict[str, float]]:
    """Contestant to question to the mean over people, where there is one."""
    found: dict[str, dict[str, float]] = {}
    for (system, case), same in said.items():
        if values := [value for rating in same if (value := score(rating)) is not None]:
            found.setdefault(system, {})[case] = fmean(values)
    return found


def _weighted(
    rating: Rating,
    evaluations: Mapping[str, Mapping[str, FineGrainedEvaluationResult]],
    weighing: Weighing,
) -> float | None:
    """The weighted score of a rating in all three dimensions."""
    if not Weights.model_fields.keys() <= rating.scores.keys():
        return None
    judged = evaluations[rating.system][rating.case_id]
    return judged.reweighed(rating.scores, weighing, with_musts=False).metrics.weighted_score
