"""Standings from pair verdicts, as judged and with the judge's biases taken out."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from eval.standings.bradley_terry import ELO, MEAN_SCORE, BradleyTerry, probability
from eval.standings.compared_pair import ComparedPair
from eval.standings.comparisons import Comparisons, PairTable, comparisons, controlled_comparisons, pair_table
from eval.standings.identifiable_effects import EffectTerms
from eval.standings.ranks import RankingData, intervals, question_weights, standings
from eval.standings.standing import PairStandings, Standing, TermEffect, UnidentifiableEffect
from eval.stats.agreement import Numbers
from eval.stats.measure import ClusterSettings

_INFORMATION = 0.25
"""At most, of a verdict about the log odds that it depends on."""


def standings_from_pairs(
    outcomes: Sequence[ComparedPair], settings: ClusterSettings | None = None
) -> PairStandings:
    """Bradley-Terry standings with intervals by bootstrap over questions.

    Args:
        outcomes: of all judges; with several each has the same say in a pair.
        settings: seed, resamples, confidence.

    Raises:
        InputError: where there are no outcomes, or two systems are compared neither with each other nor by
            way of others.
    """
    settings = settings or ClusterSettings()
    rows = comparisons(outcomes)
    raw, _ = _standings(pair_table(rows), settings)
    controlled, untold = _identified(controlled_comparisons(outcomes))
    taken_out, terms = _standings(controlled, settings) if controlled.names else ((), ())
    return PairStandings(
        questions=len(rows.questions),
        verdicts=len(outcomes),
        inconsistent=sum(outcome.inconsistent for outcome in outcomes),
        by_scores=sum(not outcome.in_view for outcome in outcomes),
        raw=raw,
        controlled=taken_out,
        terms=terms,
        untold=untold,
        bootstrap=settings,
    )


def _identified(rows: Comparisons) -> tuple[Comparisons, tuple[UnidentifiableEffect, ...]]:
    """The rows with the terms whose effects can be told, and the other terms."""
    systems = len(rows.systems)
    kept, untold = EffectTerms(
        names=rows.names,
        columns=rows.terms,
        contestants=rows.design[:, :systems],
        systems=rows.systems,
        weight=_INFORMATION * rows.weight,
        question=rows.question,
    ).identified()
    identified = replace(
        rows,
        terms=rows.terms[:, kept],
        names=tuple(rows.names[i] for i in kept),
        units=tuple(rows.units[i] for i in kept),
    )
    return identified, untold


def _standings(
    data: PairTable | Comparisons, settings: ClusterSettings
) -> tuple[tuple[Standing, ...], tuple[TermEffect, ...]]:
    count, systems = len(data.questions), len(data.systems)
    model = BradleyTerry(data.design)
    found = model.fit(*data.weighted(np.ones((1, count))))[0]
    weights = question_weights(count, settings.resamples, settings.seed)
    draws = _refit(model, data, weights, found)
    scores, drawn = MEAN_SCORE + ELO * found[:systems], MEAN_SCORE + ELO * draws[:, :systems]
    places = standings(
        data.systems,
        scores,
        drawn,
        probability(found[:systems]),
        evidence=RankingData.of_all(count, scores, drawn),
        confidence=settings.confidence,
    )
    if isinstance(data, PairTable):
        return places, ()
    effects = found[systems:]
    low, high = intervals(effects, draws[:, systems:], count, settings.confidence)
    every = zip(data.names, effects, low, high, data.units, probability(effects), strict=True)
    return places, tuple(
        TermEffect(name=name, effect=effect, low=bottom, high=top, unit=unit, wins=wins)
        for name, effect, bottom, top, unit, wins in every
    )


def _refit(model: BradleyTerry, data: PairTable | Comparisons, weights: Numbers, start: Numbers) -> Numbers:
    if isinstance(data, PairTable):
        return model.fit(*data.weighted(weights), start)
    return model.refit(data.weight * data.value, data.weight, data.question, weights, start)
