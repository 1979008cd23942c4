"""A comparison in Markdown, for a pull request or a step summary."""

import re
from collections.abc import Iterable, Iterator, Sequence

from eval.compare import comparison_text
from eval.compare.result import Comparison, GateCheck
from eval.runs.score_format import shown_score

# All that can begin markup, a link or a mention; a character reference never does (CommonMark 0.31, 2.5).
_ACTIVE = re.compile(r"[\\`*_{}\[\]<>()#+!|~&$@:/^=\"]")


def markdown(result: Comparison) -> str:
    """The comparison; texts from the runs are shown as they are and never take effect."""
    return "\n".join(_lines(result)) + "\n"


def markdown_without_verdict(reason: str) -> str:
    """That there is no verdict, and why."""
    return f"### Gate: no verdict\n\n{cell(reason, longest=1_000)}\n"


def cell(text: str, longest: int = 160) -> str:
    """A text from outside, made harmless in a table."""
    line = comparison_text.one_line(text, longest)
    return f"<code>{_ACTIVE.sub(lambda found: f'&#{ord(found[0])};', line)}</code>" if line else ""


def _lines(result: Comparison) -> Iterator[str]:
    yield f"### {comparison_text.headline(result)}"
    yield from ("", comparison_text.counts(result), "")
    rows = [
        ("pass" if check.passed else "**fail**", cell(check.name), _detail(check, result))
        for check in result.checks
    ]
    yield from _table(("", "check", "figures"), rows)
    yield from _regressions(result)
    yield from _groups(result)
    yield from _list("Missing from the candidate", map(comparison_text.item_name, result.missing), result)
    yield from _list("Only in the candidate", map(comparison_text.item_name, result.extra), result)
    unscored = (f"{item.side}: {comparison_text.item_name(item)}: {item.reason}" for item in result.unscored)
    yield from _list("Unscored", unscored, result)
    if result.error_tags:
        tags = [(tag.tag, tag.base, tag.cand, f"{tag.cand - tag.base:+d}") for tag in result.error_tags]
        yield from _titled("Error tags", ("tag", "baseline", "candidate", "change"), tags)
    if result.drift:
        drift = [
            (cell(d.name), d.pairs, f"{d.base:.4f}", f"{d.cand:.4f}", f"{d.change:+.4f}")
            for d in result.drift
        ]
        yield from _titled("Metric drift", ("metric", "pairs", "baseline", "candidate", "change"), drift)
    if result.changes:
        changes = [(change.name, cell(change.base), cell(change.cand)) for change in result.changes]
        yield from _titled("What differs", ("term", "baseline", "candidate"), changes)
    yield ""
    yield comparison_text.noise(result)
    for line in (comparison_text.repeats(result), *(cell(note, 400) for note in result.notes)):
        if line:
            yield from ("", line)


def _detail(check: GateCheck, result: Comparison) -> str:
    return "<br>".join([check.detail, *map(cell, comparison_text.failing(check, result))])


def _regressions(result: Comparison) -> Iterator[str]:
    if not result.regressions:
        return
    rows = [
        (
            cell(comparison_text.item_name(r)),
            r.kind,
            shown_score(r.base, result.scale),
            shown_score(r.cand, result.scale),
            cell(comparison_text.why(r)),
        )
        for r in result.worst
    ]
    title = f"Worse items, the worst {len(rows)} of {len(result.regressions)}"
    yield from _titled(title, ("item", "how", "baseline", "candidate", "why"), rows)


def _groups(result: Comparison) -> Iterator[str]:
    rows = [
        (
            cell(group.system or ""),
            cell(comparison_text.terms(group.base)),
            cell(comparison_text.terms(group.cand)),
            " to ".join(shown_score(score, result.scale) for score in (group.base_score, group.cand_score)),
            group.pairs,
        )
        for group in result.groups
    ]
    yield from _titled("Systems", ("system", "baseline", "candidate", "weighted score", "pairs"), rows)


def _list(title: str, entries: Iterable[str], result: Comparison) -> Iterator[str]:
    every = list(entries)
    if not every:
        return
    yield from ("", f"#### {title}: {len(every)}", "")
    yield from (f"- {cell(entry)}" for entry in every[: result.settings.top])
    if len(every) > result.settings.top:
        yield f"- and {len(every) - result.settings.top} more"


def _titled(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield from ("", f"#### {title}", "")
    yield from _table(head, rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(str(value) for value in row) + " |"
