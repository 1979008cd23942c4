"""A judged answer as ``judge evaluate`` prints it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_base.schemas.judgement import Issue
    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas_deep_research import FineGrainedEvaluationResult


def text(answer: "JudgeRequest", result: "FineGrainedEvaluationResult") -> str:
    """Some lines for a person."""
    from agents.research.events import one_line

    heading = f"[{answer.id}] {one_line(answer.question)}"
    if result.evaluation_failed:
        return "\n".join([heading, f"  unscored: {result.reason}", *_claim_lines(result)]) + "\n"
    scores = {name: score for name, score in result.metrics.scores().items() if name != "weighted_score"}
    given = ", ".join(f"{name.replace('_', ' ')} {score:.2f}" for name, score in scores.items())
    lines = [
        heading,
        (
            f"  {given}, weighted {result.metrics.weighted_score:.2f}: "
            f"{'passes' if result.is_passing else 'does not pass'} ({result.mode})"
        ),
        f"  reason: {result.reason}",
        *([f"  suggestion: {result.suggestion}"] if result.suggestion else []),
        *map(_issue_line, result.issues),
        *_known_lines(result),
        *_evidence_lines(result),
        *_claim_lines(result),
    ]
    return "\n".join(lines) + "\n"


def _issue_line(issue: "Issue") -> str:
    place = f" [{issue.passage_id}]" if issue.passage_id else ""
    place = f" / {issue.quote}" if issue.verdict == "inconsistent" and issue.quote else place
    doubts = f" (unverified: {', '.join(issue.doubts).replace('_', ' ')})" if issue.doubts else ""
    return f"  - {issue.verdict}: {issue.claim}{place}{doubts}"


def _known_lines(result: "FineGrainedEvaluationResult") -> "Iterator[str]":
    """Whether the question was answered, what was found of key points, how well the passages serve."""
    from eval.runs.answered_counts import key_point_counts, key_points_line
    from eval.runs.context_means import context_line
    from eval.runs.ranked_points import completeness_line, coverage_line, point_line, ranked_points

    if result.answered is not None:
        yield f"  answered: {result.answered}"
    if result.key_points:
        yield f"  key points: {key_points_line(key_point_counts(result.key_points))}"
        yield f"  coverage: {coverage_line(result.coverage)}"
    if both := completeness_line(result):
        yield f"  {both}"
    for point in ranked_points(result.key_points):
        yield f"  - {point_line(point)}"
    if context := context_line(result.context, len(result.passages_shown)):
        yield f"  context: {context}"
    for claim in result.context.reference_claims if result.context else ():
        place = " ".join(f"[{one}]" for one in claim.passage_ids) or "in no passage"
        yield f"  - {claim.claim}: {place}"


def _evidence_lines(result: "FineGrainedEvaluationResult") -> "Iterator[str]":
    """What a program found in addition to the judge, and how a panel's judges differ."""
    if result.panel is not None:
        given = ", ".join(
            "failed" if each.accuracy is None else f"{each.accuracy:.2f}" for each in result.panel.members
        )
        count, spread, agreement = len(result.panel.members), result.panel.spread, result.panel.agreement
        apart = "" if spread is None else f"; spread {spread:.2f}"
        agreed = "" if agreement is None else f"; agreement {agreement:.0%}"
        kind = "panel" if result.panel.combined == "median" else "mean"
        yield f"  {kind} of {count}: accuracy {given}{apart}{agreed}"
    if result.decided_share is not None and result.decided_share < 1:
        yield f"  decided: {result.decided_share:.0%} of the claims; for the rest ask a language model"
    if result.evidence is None:
        return
    if result.evidence.unverified:
        yield f"  unverified issues: {result.evidence.unverified} of {result.evidence.issues}"
    if result.evidence.figures_not_in_passages:
        figures = ", ".join(dict.fromkeys(each.figure for each in result.evidence.figures_not_in_passages))
        yield f"  in no passage: {figures}"


def _claim_lines(result: "FineGrainedEvaluationResult") -> "Iterator[str]":
    from data_base.whole_text import without_control_characters
    from service.commands.terminal.claim_lines import claim_lines

    if result.claims is not None:
        yield from (f"  {without_control_characters(line)}" for line in claim_lines(result.claims))
