"""``judge show``: from an item's number to the claim, the passage and the page."""

import json
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.options.stores import RunOption, StoreOption, existing_store

if TYPE_CHECKING:
    from rich.tree import Tree

    from data_base.errors import InputError
    from data_base.schemas.canonical_answer import CanonicalAnswer, ComparedValue
    from data_base.store.run_store import RunStore
    from eval.runs.item_evidence import ClaimEvidence, EvidenceSource, ItemEvidence

_NAMED = 5


def show(
    *,
    item: Annotated[str, typer.Argument(help="Case ID.", metavar="CASE")],
    run: RunOption = None,
    system: Annotated[
        str | None, typer.Option(help="Show only this contestant's item.", metavar="NAME")
    ] = None,
    store: StoreOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per line and contestant.")
    ] = False,
) -> None:
    """Explain an item's score: its claims, passages and pages.

    Exit code 2 means that there is no such store, run or item.
    """
    from eval.runs.item_evidence import item_evidence
    from service.commands.terminal.tables import number_behind

    with existing_store(store) as opened:
        chosen = _run_with(opened, item) if run is None else opened.run_id_of(run)
        found = item_evidence(chosen, opened.items_of(chosen, item))
        wanted = [evidence for evidence in found if system in {None, evidence.system}]
        wanted.sort(key=lambda evidence: number_behind(evidence.system))
        title = opened.manifest(chosen).title
        if not wanted:
            raise _no_such_item(opened, chosen, item, system if found else None)
    if as_json:
        for evidence in wanted:
            typer.echo(json.dumps(evidence.model_dump(mode="json"), ensure_ascii=False))
        return
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    for evidence in wanted:
        console.print(_tree(evidence, title))


def _run_with(store: "RunStore", item: str) -> str:
    """The latest run with the item; where others have it too, stderr says which it is.

    Raises:
        InputError: no run has the item.
    """
    from data_base.errors import InputError

    runs = [manifest.run_id for manifest in reversed(store.runs())]
    if not runs:
        raise InputError(f"{store.name} contains no runs.")
    latest = list(islice((run for run in runs if store.items_of(run, item)), 2))
    if not latest and len(runs) > 1:
        where = f"None of the {len(runs)} runs in {store.name}"
        raise InputError(f"{where} has an item {item!r}; `judge runs list` names them.")
    if len(latest) > 1:
        typer.echo(f"This is the latest run with {item}, {latest[0]}; name another with --run.", err=True)
    return (latest or runs)[0]


def _no_such_item(store: "RunStore", run_id: str, item: str, system: str | None) -> "InputError":
    from data_base.errors import InputError

    if system is not None:
        return InputError(f"Run {run_id!r} has no item {item!r} of {system!r}; leave out --system.")
    names = dict.fromkeys(entry.case_id for entry in islice(store.stream(run_id), 2 * _NAMED))
    begins = ", ".join(list(names)[:_NAMED])
    items = f"its items begin with {begins}" if begins else "it has no items at all"
    return InputError(f"Run {run_id!r} in {store.name} has no item {item!r}; {items}.")


def _tree(evidence: "ItemEvidence", title: str) -> "Tree":
    from rich.tree import Tree

    from service.commands.terminal.plain_text import plain

    head = f"{title} ({evidence.run_id}) / {evidence.case_id} / {evidence.system}"
    tree = Tree(plain(head, style="bold"))
    shown: set[str] = set()
    score = tree.add(plain(_score(evidence)))
    for line in _behind(evidence):
        score.add(plain(line))
    _add_compared(tree, evidence.compared)
    _add_key_points(tree, evidence)
    _add_context(tree, evidence)
    _add_claims(tree, "claims the judge looked at", evidence.claims, shown)
    if evidence.answer is None:
        tree.add(plain(f"no answer: {evidence.error or 'not asked yet'}"))
    else:
        tree.add(plain(f"answer: {evidence.answer}"))
    _add_claims(tree, "citations in the answer", evidence.citations, shown)
    _add_claim_table(tree, evidence)
    return tree


def _score(evidence: "ItemEvidence") -> str:
    if evidence.primary_score is None:
        return f"unscored: {evidence.unscored_reason}"
    verdict = "passed" if evidence.passed else "not passed"
    return f"score {evidence.primary_score:.3f} of 1, {verdict}"


def _behind(evidence: "ItemEvidence") -> list[str]:
    parts = ", ".join(f"{name} {value:g}" for name, value in evidence.sub_scores.items())
    weighted = "" if evidence.weighted_score is None else f"weighted {evidence.weighted_score:g} of 10"
    lines = [" from ".join(part for part in (weighted, parts) if part)]
    lines += [f"tags: {', '.join(evidence.error_tags)}" if evidence.error_tags else "", evidence.explain]
    lines.append(f"answered: {evidence.answered}" if evidence.answered else "")
    return [line for line in lines if line]


def _add_compared(tree: "Tree", compared: "tuple[CanonicalAnswer, ...]") -> None:
    from service.commands.terminal.plain_text import plain

    for answer in compared:
        branch = tree.add(plain(f"compared as {answer.answer_type}"))
        for name, value in (("said", answer.prediction), ("right", answer.ground_truth)):
            lines = ["nothing"] if value is None else _lines_of(value)
            twig = branch.add(plain(f"{name}: {lines[0]}"))
            for line in lines[1:]:
                twig.add(plain(line))


def _lines_of(value: "ComparedValue") -> list[str]:
    """A side of a comparison in lines; reasoning goes down to its steps, claims and their evidence."""
    from data_base.schemas.canonical_answer import ListValue, ReasoningValue

    if isinstance(value, ReasoningValue):
        steps = [f"step {step.id}: {step.text}" for step in value.steps]
        claims = [f"claim: {claim.text} [{', '.join(claim.evidence)}]" for claim in value.claims]
        return [value.final_answer.value or "no final answer", *steps, *claims]
    if isinstance(value, ListValue):
        return ["; ".join(value.items) or "no items"]
    unit = getattr(value, "unit", None)
    said = "nothing" if value.value is None else str(value.value)
    return [f"{said} {unit}" if unit else said]


def _add_key_points(tree: "Tree", evidence: "ItemEvidence") -> None:
    """The points, misses first, each with the answer's words that show it."""
    from eval.runs.answered_counts import key_point_counts, key_points_line
    from eval.runs.ranked_points import coverage_line, point_line, ranked_points
    from service.commands.terminal.plain_text import plain

    points = evidence.key_points
    if not points:
        return
    branch = tree.add(plain(f"key points: {key_points_line(key_point_counts(points)) or len(points)}"))
    for line in (f"coverage: {coverage_line(evidence.coverage)}", evidence.completeness):
        if line:
            branch.add(plain(line))
    for point in ranked_points(points):
        twig = branch.add(plain(point_line(point)))
        if point.finding.words:
            unsaid = " (the answer does not say this)" if point.finding.words_found is False else ""
            twig.add(plain(f"words: {point.finding.words}{unsaid}"))
        if point.finding.citation:
            twig.add(plain(f"cites: {point.finding.citation}"))


def _add_context(tree: "Tree", evidence: "ItemEvidence") -> None:
    """Which passages serve, and the statements of the reference with the passages that contain them."""
    from eval.runs.context_means import context_line
    from service.commands.terminal.plain_text import plain

    if evidence.context is None:
        return
    line = context_line(evidence.context, len(evidence.passages_shown))
    branch = tree.add(plain(f"context: {line or 'the judge says nothing of it'}"))
    for one in evidence.passages_shown:
        branch.add(plain(f"{'useful' if one in evidence.context.useful else 'not useful'}: [{one}]"))
    for claim in evidence.context.reference_claims:
        twig = branch.add(plain(f"statement of the reference: {claim.claim}"))
        twig.add(plain(" ".join(f"[{one}]" for one in claim.passage_ids) or "in no passage"))


def _add_claims(tree: "Tree", heading: str, claims: "tuple[ClaimEvidence, ...]", shown: set[str]) -> None:
    from service.commands.terminal.plain_text import plain

    if not claims:
        return
    branch = tree.add(plain(f"{heading}: {len(claims)}"))
    for claim in claims:
        twig = branch.add(plain(f"{claim.verdict.replace('_', ' ')}: {claim.text}"))
        if claim.against:
            twig.add(plain(f"against: {claim.against}"))
        if claim.source:
            leaf = twig.add(plain(_place(claim.source)))
            if claim.source.quote:
                leaf.add(plain(f"quote: {claim.source.quote}"))
            if claim.source.text:
                leaf.add(plain(f"passage: {_once(claim.source, shown)}"))


def _add_claim_table(tree: "Tree", evidence: "ItemEvidence") -> None:
    """What the claims come to, and each with which something is wrong."""
    from service.commands.terminal.claim_lines import claim_lines
    from service.commands.terminal.plain_text import plain

    if evidence.claim_table is not None:
        branch = tree.add(plain("claims and sources"))
        for line in claim_lines(evidence.claim_table):
            branch.add(plain(line))


def _once(source: "EvidenceSource", shown: set[str]) -> str:
    """A passage's text where it has not been shown before."""
    if source.passage_id in shown:
        return "the one above"
    shown.add(source.passage_id)
    return source.text or ""


def _place(source: "EvidenceSource") -> str:
    if source.doc_id is None:
        return f"[{source.passage_id}]: no system of this run found such a passage"
    page = "" if source.page is None else f", p. {source.page}"
    return f"[{source.passage_id}] {source.doc_id}{page}"
