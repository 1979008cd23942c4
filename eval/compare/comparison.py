"""Comparing a candidate run with its baseline, and the gate's verdict."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from data_base.counted import counted
from data_base.errors import InputError
from data_base.schemas.run import RunScale
from data_base.schemas.score_card import ROUNDING
from eval.compare.claim_checks import claim_checks
from eval.compare.comparability import check_terms, one_sided
from eval.compare.key_point_checks import key_point_checks
from eval.compare.pairs import ItemPair, Pairing, item_ref, pair_up, regressions, unscored
from eval.compare.result import Comparison, GateCheck, GroupChange, MetricDrift, Regression, TagCount
from eval.compare.settings import GateSettings, SubScoreGate
from eval.compare.sides import Side, weighted_mean
from eval.runs.blind_judging import references_differ
from eval.runs.score_format import shown_change, shown_score
from eval.runs.served_models import differences, require_same, summed_served
from eval.stats.paired import FEWEST_QUESTIONS, BootstrapSettings, Estimate, estimate

_MOST_DRAWS = 20_000_000
_FEWEST_RESAMPLES = 500


def compare(base: Side, cand: Side, settings: GateSettings | None = None) -> Comparison:
    """Compare two runs and judge whether the candidate may pass.

    A boundary is no regression: figures closer than 1e-9 are equal. The gate looks at the weighted score
    (``min_delta``; where a run has several systems, at each system's over the items scored in both, and at
    no mean of all), at the number of items that got worse
    (``max_regressions``; an item that the candidate lacks or did not answer is one), and at the means of
    the sub-scores that are gated; at what the candidate covers of groups of key points, and at its key points
    that must hold; at its citations and sources where they are gated. The bootstrap informs and decides
    nothing.

    Raises:
        InputError: there is no verdict: the runs differ in what must agree, have no item in common, too
            few items are scored, or a gated sub-score, group or claim table is in neither.
    """
    settings = settings or GateSettings()
    changes = check_terms(base, cand, settings.allowed)
    if settings.same_model:
        require_same(base.manifests, cand.manifests)
    pairing = pair_up(base, cand)
    _require_scored(base, cand, pairing, settings)
    scale = _scale(base, cand)
    worse = regressions(pairing)
    scored = pairing.scored
    bootstrap = _affordable(settings.bootstrap, len(scored))
    groups = tuple(_groups(base, cand, pairing, bootstrap))
    before, after = (
        _means(scored) if pairing.by_system else (base.ref.weighted_score, cand.ref.weighted_score)
    )
    difference = _difference(scored, bootstrap)
    checks = tuple(_checks(base, cand, groups, worse, pairing, settings))
    return Comparison(
        verdict="passed" if all(check.passed for check in checks) else "failed",
        base=base.ref,
        cand=cand.ref,
        base_score=before,
        cand_score=after,
        delta=after - before,
        scale=scale,
        checks=checks,
        groups=groups,
        pairs=len(pairing.pairs),
        scored_pairs=len(scored),
        improved=sum(after > before + ROUNDING for before, after in (p.scores for p in scored if p.scores)),
        regressions=tuple(worse),
        missing=tuple(item_ref(entry) for entry in pairing.missing),
        extra=tuple(item_ref(entry) for entry in pairing.extra),
        unscored=tuple(unscored(base, cand)),
        changes=changes,
        error_tags=tuple(_tag_counts(base, cand)),
        drift=tuple(_drift(pairing.pairs)),
        difference=difference,
        bootstrap=bootstrap,
        noise=_noise(difference, scale, "question" if pairing.by_system else "pair"),
        notes=tuple(_notes(base, cand, pairing)),
        settings=settings,
    )


def _scale(base: Side, cand: Side) -> RunScale | None:
    scales = {None if side.manifest is None else side.manifest.scale for side in (base, cand)}
    return scales.pop() if len(scales) == 1 else None


def _require_scored(base: Side, cand: Side, pairing: Pairing, settings: GateSettings) -> None:
    scored, answered = len(pairing.scored), len(pairing.answered)
    if not pairing.pairs:
        systems = "; ".join(
            f"{side.ref.names[0]}: {', '.join(system or '(unnamed)' for system in side.systems)}"
            for side in (base, cand)
        )
        raise InputError(
            f"The runs have no item in common (systems: {systems}); there is nothing to compare."
        )
    if not scored or scored < settings.min_scored * answered - ROUNDING:
        raise InputError(
            f"Too few items are scored: {scored} of the {answered} answered in both runs have a score in "
            f"both, and {settings.min_scored:.0%} must; score the others, or lower --min-scored."
        )


def _groups(base: Side, cand: Side, pairing: Pairing, bootstrap: BootstrapSettings) -> Iterator[GroupChange]:
    scored = pairing.scored
    if not pairing.by_system:
        yield GroupChange(
            system=base.systems[0] if base.systems == cand.systems else None,
            base=base.key(base.systems[0]),
            cand=cand.key(cand.systems[0]),
            base_score=base.ref.weighted_score,
            cand_score=cand.ref.weighted_score,
            pairs=len(scored),
            difference=_difference(scored, bootstrap),
        )
        return
    for system in dict.fromkeys((*base.systems, *cand.systems)):
        own = [pair for pair in scored if pair.base.place[1] == system]
        before, after = _means(own) if own else (_score_of(base, system), _score_of(cand, system))
        yield GroupChange(
            system=system,
            base=base.key(system),
            cand=cand.key(system),
            base_score=before,
            cand_score=after,
            pairs=len(own),
            difference=_difference(own, bootstrap),
        )


def _means(pairs: Sequence[ItemPair]) -> tuple[float, float]:
    """The weighted means of both sides over pairs with two scores."""
    triples = [(*pair.scores, pair.base.weight) for pair in pairs if pair.scores is not None]
    weight = math.fsum(w for _, _, w in triples) or 1.0
    return math.fsum(b * w for b, _, w in triples) / weight, math.fsum(c * w for _, c, w in triples) / weight


def _score_of(side: Side, system: str | None) -> float | None:
    return weighted_mean(entry for entry in side.entries.values() if entry.place[1] == system)


def _checks(
    base: Side,
    cand: Side,
    groups: Sequence[GroupChange],
    worse: Sequence[Regression],
    pairing: Pairing,
    settings: GateSettings,
) -> Iterator[GateCheck]:
    scale = _scale(base, cand)
    for group in groups:
        name = f"weighted_score of {group.system or '(unnamed)'}" if pairing.by_system else "weighted_score"
        # One system's mean is that of its whole run: what it scored besides counts, too.
        if (
            group.base_score is not None
            and group.cand_score is not None
            and (group.pairs or not pairing.by_system)
        ):
            yield _score_check(name, group, settings, scale)
    yield GateCheck(
        name="regressions",
        passed=len(worse) <= settings.max_regressions,
        detail=f"{counted(len(worse), 'item')} got worse (allowed: {settings.max_regressions})",
    )
    for gate in settings.sub_scores:
        yield _sub_score_check(gate, pairing.scored)
    yield from key_point_checks(cand, settings)
    yield from claim_checks(cand, settings)


def _score_check(name: str, group: GroupChange, settings: GateSettings, scale: RunScale | None) -> GateCheck:
    base, cand = group.base_score or 0.0, group.cand_score or 0.0
    delta, least = cand - base, shown_change(settings.min_delta, scale)
    passed = delta >= settings.min_delta - ROUNDING
    change = shown_change(delta, scale)
    if not passed and change.lstrip("+-") == least.lstrip("+-"):
        # What is rounded away must not look as if it had been enough.
        change = f"{change} (a fall of {settings.min_delta - delta:.1e} too many on the scale of 0 to 1)"
    figures = f"{shown_score(base, scale)} to {shown_score(cand, scale)}, {change}"
    return GateCheck(
        name=name,
        passed=passed,
        detail=f"{figures}{_interval(group.difference, scale)}; minimum allowed change: {least}",
    )


def _interval(difference: Estimate, scale: RunScale | None) -> str:
    if difference.low is None or difference.high is None or difference.n < FEWEST_QUESTIONS:
        return ""
    low, high = shown_change(difference.low, scale), shown_change(difference.high, scale)
    return f" (paired, interval {low} to {high})"


def _sub_score_check(gate: SubScoreGate, scored: Sequence[ItemPair]) -> GateCheck:
    means = _paired_means(gate.name, scored)
    if means is None:
        raise InputError(
            f"No item has the sub-score {gate.name!r} in both runs, so that it cannot be gated; "
            "correct its name, or take it out."
        )
    worse_by = means.change if gate.lower_is_better else -means.change
    return GateCheck(
        name=f"sub_score {gate.name}",
        passed=worse_by <= gate.tolerance + ROUNDING,
        detail=(
            f"{means.base:.6g} to {means.cand:.6g} over {means.pairs} pairs, {means.change:+.6g}; "
            f"worse by at most {gate.tolerance:.6g} is allowed"
        ),
    )


def _paired_means(name: str, pairs: Sequence[ItemPair]) -> MetricDrift | None:
    both = [
        (pair.base.figures[name], pair.cand.figures[name], pair.base.weight)
        for pair in pairs
        if name in pair.base.figures and name in pair.cand.figures
    ]
    weight = math.fsum(w for _, _, w in both)
    if not weight:
        return None
    base = math.fsum(before * w for before, _, w in both) / weight
    cand = math.fsum(after * w for _, after, w in both) / weight
    return MetricDrift(name=name, pairs=len(both), base=base, cand=cand, change=cand - base)


def _drift(pairs: Sequence[ItemPair]) -> Iterator[MetricDrift]:
    for name in sorted({name for pair in pairs for name in pair.base.figures}):
        means = _paired_means(name, pairs)
        if means is not None:
            yield means


def _tag_counts(base: Side, cand: Side) -> Iterator[TagCount]:
    before, after = (
        Counter(tag for entry in side.entries.values() for tag in entry.error_tags) for side in (base, cand)
    )
    for tag in sorted({*before, *after}):
        yield TagCount(tag=tag, base=before[tag], cand=after[tag])


def _affordable(bootstrap: BootstrapSettings, pairs: int) -> BootstrapSettings:
    """Fewer resamples of very many pairs, whose interval is so narrow that its ends need no more."""
    most = max(_FEWEST_RESAMPLES, _MOST_DRAWS // max(1, pairs))
    return bootstrap.model_copy(update={"resamples": min(bootstrap.resamples, most)})


def _difference(scored: Sequence[ItemPair], bootstrap: BootstrapSettings) -> Estimate:
    """The mean difference, weighted as the run's mean is.

    Questions are the unit that is resampled, since systems' answers to one question are alike.
    """
    gaps: dict[str, float] = {}
    weight = 0.0
    for pair in scored:
        if pair.scores is not None:
            before, after = pair.scores
            gaps[pair.base.place[0]] = gaps.get(pair.base.place[0], 0.0) + (after - before) * pair.base.weight
            weight += pair.base.weight
    if not weight:
        return Estimate(n=0)
    return estimate([gap * len(gaps) / weight for gap in gaps.values()], bootstrap)


def _noise(difference: Estimate, scale: RunScale | None, unit: str) -> str:
    if difference.n < FEWEST_QUESTIONS or difference.low is None or difference.high is None:
        return (
            f"{counted(difference.n, unit)} {'is' if difference.n == 1 else 'are'} too few to tell a "
            f"change from noise ({FEWEST_QUESTIONS} are needed)."
        )
    low, high = shown_change(difference.low, scale), shown_change(difference.high, scale)
    interval = f"mean difference {shown_change(difference.mean or 0.0, scale)}, interval {low} to {high}"
    said = {
        -1: "Statistically significant drop",
        0: "Not statistically significant",
        1: "Statistically significant rise",
    }
    return f"{said[difference.sign]}: {interval}."


def _notes(base: Side, cand: Side, pairing: Pairing) -> Iterator[str]:
    yield from (*base.notes, *cand.notes, *one_sided(base, cand))
    if base.manifest is not None and cand.manifest is not None:
        yield from filter(None, [references_differ(base.manifest, cand.manifest)])
    yield from sorted(differences(summed_served(base.manifests), summed_served(cand.manifests)))
    reweighted = [pair for pair in pairing.pairs if abs(pair.base.weight - pair.cand.weight) > ROUNDING]
    if reweighted:
        first = reweighted[0]
        yield (
            f"{counted(len(reweighted), 'item')} with different weights in the two runs, "
            f"{first.base.place[0]!r} first ({first.base.weight:g} and {first.cand.weight:g})."
        )
