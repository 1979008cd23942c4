"""A comparison on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eval.compare import comparison_text
from eval.runs.score_format import shown_score
from service.commands.terminal.tables import print_table

if TYPE_CHECKING:
    from eval.compare.result import Comparison


def show(result: Comparison) -> None:
    """Print tables and the verdict to stdout; the verdict comes last, where the eye is."""
    from rich.console import Console

    _show_terms(result)
    _show_figures(result)
    _show_items(result)
    console = Console(highlight=False, markup=False, emoji=False)
    for note in result.notes:
        console.print(f"Note: {comparison_text.one_line(note, 400)}", soft_wrap=True)
    for part in (comparison_text.repeats, comparison_text.noise, comparison_text.counts):
        if line := part(result):
            console.print(line, soft_wrap=True)
    for check in result.checks:
        verdict = "pass" if check.passed else "FAIL"
        console.print(f"{verdict}  {comparison_text.one_line(check.name)}: {check.detail}", soft_wrap=True)
        for line in comparison_text.failing(check, result):
            console.print(f"      {line}", soft_wrap=True)
    console.print(comparison_text.headline(result), soft_wrap=True)


def _show_terms(result: Comparison) -> None:
    changes = [
        (change.name, comparison_text.one_line(change.base), comparison_text.one_line(change.cand))
        for change in result.changes
    ]
    if changes:
        print_table(("term", "baseline", "candidate"), changes, title="What differs")
    groups = [
        (
            comparison_text.one_line(group.system or "(unnamed)"),
            shown_score(group.base_score, result.scale),
            shown_score(group.cand_score, result.scale),
            str(group.pairs),
        )
        for group in result.groups
    ]
    if len(groups) > 1:
        print_table(("system", "baseline", "candidate", "pairs"), groups, title="Systems")


def _show_figures(result: Comparison) -> None:
    drift = [
        (comparison_text.one_line(d.name), f"{d.base:.4f}", f"{d.cand:.4f}", f"{d.change:+.4f}", str(d.pairs))
        for d in result.drift
    ]
    if drift:
        print_table(("metric", "baseline", "candidate", "change", "pairs"), drift, title="Metric drift")
    tags = [(tag.tag, str(tag.base), str(tag.cand), f"{tag.cand - tag.base:+d}") for tag in result.error_tags]
    if tags:
        print_table(("tag", "baseline", "candidate", "change"), tags, title="Error tags")


def _show_items(result: Comparison) -> None:
    top = result.settings.top
    for title, items in (
        ("Missing from the candidate", result.missing),
        ("Only in the candidate", result.extra),
    ):
        if items:
            shown = [(comparison_text.item_name(item),) for item in items[:top]]
            print_table(("item",), shown, title=f"{title}: {len(items)}")
    if result.unscored:
        unscored = [
            (comparison_text.item_name(item), item.side, comparison_text.one_line(item.reason))
            for item in result.unscored[:top]
        ]
        print_table(("item", "run", "why"), unscored, title=f"Unscored: {len(result.unscored)}")
    if result.regressions:
        worse = [
            (
                comparison_text.item_name(r),
                r.kind,
                shown_score(r.base, result.scale),
                shown_score(r.cand, result.scale),
                comparison_text.why(r),
            )
            for r in result.worst
        ]
        title = f"Worse items, the worst {len(worse)} of {len(result.regressions)}"
        print_table(("item", "how", "baseline", "candidate", "why"), worse, title=title)
