"""Standings by score with style taken out.

A score is the sum of what its system, its question and its style make of it, by least squares; see
:mod:`eval.standings.fixed_effects`. A system's controlled score is what it would have with the style that
answers to each question have on average. What style does is estimated from how answers differ beyond their
systems, as in Bradley-Terry with style terms and in length-controlled win rates (Y. Dubois, B. Galambosi,
P. Liang and T. Hashimoto, arXiv 2404.04475); a style that only goes with a system is not taken out.
"""

from collections.abc import Mapping

import numpy as np

from eval.standings.fixed_effects import FixedEffects, demeaned, score_questions, score_table
from eval.standings.from_scores import beats_field
from eval.standings.identifiable_effects import EffectTerms
from eval.standings.ranks import intervals, question_weights, standings
from eval.standings.standing import ControlledScores, StyleEffect, UnidentifiableEffect
from eval.stats.agreement import Numbers
from eval.stats.measure import ClusterSettings

_NO_SPREAD = 1e-9
Styles = Mapping[str, Mapping[str, Mapping[str, float]]]
"""System to question to the style of its answer, name to figure."""


def controlled_scores(
    scores: Mapping[str, Mapping[str, float]], styles: Styles, settings: ClusterSettings | None = None
) -> ControlledScores | None:
    """Standings by mean score with style taken out, with intervals by bootstrap over questions.

    Args:
        scores: for each system its score for each question id.
        styles: of the scored answers.
        settings: seed, resamples, confidence.

    Returns:
        None where no style differs among answers to the same question; without standings where none of the
        styles that differ can be told from the systems.

    Raises:
        InputError: where a system has no score.
    """
    settings = settings or ClusterSettings()
    table = score_table(scores)
    questions = table.shape[1]
    there = np.isfinite(table)
    names, units, style = _styles(scores, styles, there)
    if not names:
        return None
    kept, untold = _identified(names, style, FixedEffects.of(table), list(scores))
    if not kept:
        return ControlledScores(untold=untold)
    model = FixedEffects(table, style[kept])
    means, effects = (each[0] for each in model.fit(np.ones((1, questions))))
    weights = question_weights(questions, settings.resamples, settings.seed)
    draws, drawn = model.fit(weights)
    places = standings(
        list(scores),
        means,
        draws,
        beats_field(np.where(there, table - np.tensordot(effects, style[kept], axes=1), np.nan)),
        evidence=model.evidence(weights, effects, drawn),
        confidence=settings.confidence,
    )
    low, high = intervals(effects, drawn, questions, settings.confidence)
    every = zip(kept, effects, low, high, strict=True)
    return ControlledScores(
        standings=places,
        effects=tuple(
            StyleEffect(name=names[i], effect=effect, low=bottom, high=top, unit=units[i])
            for i, effect, bottom, top in every
        ),
        untold=untold,
    )


def _identified(
    names: list[str], style: Numbers, model: FixedEffects, systems: list[str]
) -> tuple[list[int], tuple[UnidentifiableEffect, ...]]:
    there = model.there > 0
    return EffectTerms(
        names=names,
        columns=demeaned(style, model.there)[:, there].T,
        contestants=model.design[:, there].T,
        systems=systems,
        weight=np.ones(int(there.sum())),
        question=np.nonzero(there)[1],
    ).identified()


def _styles(
    scores: Mapping[str, Mapping[str, float]], styles: Styles, there: Numbers
) -> tuple[list[str], list[float], Numbers]:
    """Names, units and figures (styles x systems x questions) of the styles that differ within questions."""
    questions = score_questions(scores)
    every = sorted({name for own in styles.values() for each in own.values() for name in each})
    names: list[str] = []
    units: list[float] = []
    columns: list[Numbers] = []
    for name in every:
        figures = [[styles[s].get(q, {}).get(name, 0.0) for q in questions] for s in scores]
        column = demeaned(np.asarray([figures]), there)[0]
        unit = float(np.sqrt((column[there] ** 2).mean()))
        if unit > _NO_SPREAD:
            names.append(name)
            units.append(unit)
            columns.append(column / unit)
    return names, units, np.asarray(columns)
