"""A comparison in sentences and cells, the same for the terminal, Markdown and JUnit."""

from data_base.counted import counted
from eval.compare.result import Comparison, GateCheck, GroupKey, ItemRef, Regression
from eval.runs.score_format import shown_change, shown_score

_LONGEST = 160


def headline(result: Comparison) -> str:
    """The verdict in one line."""
    base, cand = (shown_score(score, result.scale) for score in (result.base_score, result.cand_score))
    change = shown_change(result.delta, result.scale)
    scale = " on the scale of 1 to 10" if result.scale == "1-10" else ""
    of = f" of the {counted(result.scored_pairs, 'item')} scored in both" if len(result.groups) > 1 else ""
    return f"Gate {result.verdict}: weighted score{of} {base} to {cand} ({change}){scale}."


def counts(result: Comparison) -> str:
    """How many items there are of each kind, in one line."""
    return (
        f"{counted(result.pairs, 'item')} in both runs, {result.scored_pairs} scored in both: "
        f"{len(result.regressions)} worse, {result.improved} better; {len(result.missing)} missing from the "
        f"candidate, {len(result.extra)} extra, {len(result.unscored)} unscored."
    )


def repeats(result: Comparison) -> str | None:
    """The scores of each repeat, where there are any."""
    if len(result.base.repeat_scores) == len(result.cand.repeat_scores) == 1:
        return None
    before, after = (
        ", ".join(shown_score(score, result.scale) for score in side.repeat_scores)
        for side in (result.base, result.cand)
    )
    return f"Repeats: baseline {before}; candidate {after}."


def noise(result: Comparison) -> str:
    """What the bootstrap says, with its seed."""
    return f"{result.noise} Bootstrap seed {result.bootstrap.seed}; it does not change the verdict."


def item_name(item: ItemRef) -> str:
    """An item in one short line."""
    return one_line(item.id if item.system is None else f"{item.id} ({item.system})")


def failing(check: GateCheck, result: Comparison) -> list[str]:
    """The answers that fail a check, each in one short line, as many as a report shows."""
    shown, more = check.failing[: result.settings.top], len(check.failing) - result.settings.top
    return [*map(one_line, shown), *([f"and {more} more"] if more > 0 else [])]


def why(regression: Regression) -> str:
    """What is wrong with the candidate's item, in one short line."""
    return one_line(
        "; ".join(part for part in (", ".join(regression.error_tags), regression.explain) if part)
    )


def terms(key: GroupKey) -> str:
    """Under what terms a group was made, in one line."""
    parts = (
        key.task,
        key.model,
        key.prompt_version,
        f"scorer {key.scorer_version}" if key.scorer_version else "",
    )
    return one_line(" · ".join(part for part in parts if part)) or "not said"


def one_line(text: str, longest: int = _LONGEST) -> str:
    """A text from outside in one line without control characters, cut where it is long."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"
