"""Standings by score with style taken out.

A score is the sum of what its system, its question and its style make of it, by least squares. Questions'
effects are absorbed, so that only answers to the same question are compared, and a system's controlled score
is what it would have with the style that answers to each question have on average. What style does is told
from how answers differ beyond their systems, as in Bradley-Terry with style terms and in length-controlled
win rates (Y. Dubois, B. Galambosi, P. Liang and T. Hashimoto, arXiv 2404.04475).
"""

from collections.abc import Mapping

import numpy as np

from eval.standings.bradley_terry import RIDGE
from eval.standings.from_scores import beats_field, score_questions, score_table
from eval.standings.ranks import intervals, question_weights, standings
from eval.standings.standing import ControlledScores, StyleEffect
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
        None where no style differs among answers to the same question.

    Raises:
        InputError: where a system has no score.
    """
    settings = settings or ClusterSettings()
    table = score_table(scores)
    systems, questions = table.shape
    there = np.isfinite(table)
    names, units, style = _styles(scores, styles, there)
    if not names:
        return None
    own: Numbers = np.tile(np.eye(systems)[:, :, None], questions)
    design = _within(np.concatenate([own, style]), there)
    outcome = _within(np.where(there, table, 0.0)[None], there)[0]
    gram = np.einsum("isq,jsq->qij", design, design)
    moments = np.einsum("isq,sq->qi", design, outcome)
    found = _solved(gram, moments, np.ones((1, questions)))[0]
    draws = _solved(gram, moments, question_weights(questions, settings.resamples, settings.seed))
    level = float(np.nanmean(table, axis=1).mean())
    adjusted = np.where(there, table - np.tensordot(found[systems:], style, axes=1), np.nan)
    places = standings(
        list(scores),
        level + found[:systems],
        level + draws[:, :systems],
        beats_field(adjusted),
        questions=questions,
        confidence=settings.confidence,
    )
    low, high = intervals(found[systems:], draws[:, systems:], questions, settings.confidence)
    every = zip(names, found[systems:], low, high, units, strict=True)
    return ControlledScores(
        standings=places,
        effects=tuple(
            StyleEffect(name=name, effect=effect, low=bottom, high=top, unit=unit)
            for name, effect, bottom, top, unit in every
        ),
    )


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
        column = _within(np.asarray([figures]), there)[0]
        unit = float(np.sqrt((column[there] ** 2).mean()))
        if unit > _NO_SPREAD:
            names.append(name)
            units.append(unit)
            columns.append(column / unit)
    return names, units, np.asarray(columns)


def _within(columns: Numbers, there: Numbers) -> Numbers:
    """Columns x systems x questions about their mean over the systems that are there, 0 for the others."""
    means = (columns * there).sum(axis=1) / np.maximum(there.sum(axis=0), 1)
    centred: Numbers = np.asarray((columns - means[:, None, :]) * there, dtype=float)
    return centred


def _solved(gram: Numbers, moments: Numbers, weights: Numbers) -> Numbers:
    """Effects (draws x columns) where each question counts so often; those of systems have mean 0."""
    prior = RIDGE * np.eye(gram.shape[1])
    curvature = np.asarray(np.tensordot(weights, gram, axes=1) + prior, dtype=float)
    solved: Numbers = np.linalg.solve(curvature, (weights @ moments)[..., None])[..., 0]
    return solved
