"""A comparison on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eval.compare import wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.table import Table

    from eval.compare.result import Comparison


def show(result: Comparison) -> None:
    """Print tables and the verdict to stdout; the verdict comes last, where the eye is."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    for title, table in _tables(result):
        console.print(title)
        console.print(table)
    for note in result.notes:
        console.print(f"Note: {wording.one_line(note, 400)}", soft_wrap=True)
    for line in (wording.repeats(result), wording.noise(result), wording.counts(result)):
        if line:
            console.print(line, soft_wrap=True)
    for check in result.checks:
        said = "pass" if check.passed else "FAIL"
        console.print(f"{said}  {wording.one_line(check.name)}: {check.detail}", soft_wrap=True)
    console.print(wording.headline(result), soft_wrap=True)


def _tables(result: Comparison) -> Iterator[tuple[str, Table]]:
    if result.changes:
        changes = [
            (change.name, wording.one_line(change.base), wording.one_line(change.cand))
            for change in result.changes
        ]
        yield "What differs", _table(("term", "baseline", "candidate"), changes)
    if len(result.groups) > 1:
        groups = [
            (
                wording.one_line(group.system or "(unnamed)"),
                wording.score(group.base_score),
                wording.score(group.cand_score),
                str(group.pairs),
            )
            for group in result.groups
        ]
        yield "Systems", _table(("system", "baseline", "candidate", "pairs"), groups)
    if result.drift:
        drift = [
            (wording.one_line(d.name), f"{d.base:.4f}", f"{d.cand:.4f}", f"{d.change:+.4f}", str(d.pairs))
            for d in result.drift
        ]
        yield "Metric drift", _table(("metric", "baseline", "candidate", "change", "pairs"), drift)
    if result.error_tags:
        tags = [
            (tag.tag, str(tag.base), str(tag.cand), f"{tag.cand - tag.base:+d}") for tag in result.error_tags
        ]
        yield "Error tags", _table(("tag", "baseline", "candidate", "change"), tags)
    yield from _items(result)


def _items(result: Comparison) -> Iterator[tuple[str, Table]]:
    top = result.settings.top
    for title, items in (
        ("Missing from the candidate", result.missing),
        ("Only in the candidate", result.extra),
    ):
        if items:
            shown = [(wording.item_name(item),) for item in items[:top]]
            yield f"{title}: {len(items)}", _table(("item",), shown)
    if result.unscored:
        unscored = [
            (wording.item_name(item), item.side, wording.one_line(item.reason))
            for item in result.unscored[:top]
        ]
        yield f"Unscored: {len(result.unscored)}", _table(("item", "run", "why"), unscored)
    if result.regressions:
        worse = [
            (wording.item_name(r), r.kind, wording.score(r.base), wording.score(r.cand), wording.why(r))
            for r in result.worst
        ]
        title = f"Worse items, the worst {len(worse)} of {len(result.regressions)}"
        yield title, _table(("item", "how", "baseline", "candidate", "why"), worse)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for name in head:
        table.add_column(name)
    for row in rows:
        table.add_row(*(Text(value) for value in row))
    return table
