r"""How well verdicts on claims agree with people, on AttributionBench.

    python tools/with_people/claim_quality.py --data DIR --judge NAME [--claims N] [--seed N] [--out FILE]

``DIR`` has ``attributionbench.jsonl``: claims of cited answers with the cited text, and whether people say
that it bears the claim out. ``--claims`` of them are drawn by the seed, as many of each set and label as
there are; all by default. Each is checked as the claim table checks a claim of a report, one call a claim.

Printed for each set and for all: balanced accuracy of "supported" against people's verdict with its 95 %
interval by bootstrap; the same where "partly" counts as supported, and, where the judge gives a score, of
scores from 0.5; how often each verdict was given; claims without one.
"""

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents.calls.concurrency import in_order
from agents.claims.checker_from_spec import claim_checker
from agents.claims.claim_checker import ClaimFinding
from agents.claims.report_sources import cut_source
from agents.judges.judge_spec import JudgeSpec
from agents.judges.settings import EvaluatorSettings
from data_base.schemas.usage import TokenUsage
from eval.stats.verdict_agreement import balanced_accuracy

DRAWS, EVEN = 2_000, 0.5
ALL = "all"
Row = Mapping[str, Any]
Pairs = Sequence[tuple[Row, ClaimFinding]]


def drawn_rows(path: Path, count: int | None, seed: int) -> list[Row]:
    """The claims that are checked, in random order."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kinds: dict[tuple[str, int], list[Row]] = {}
    draw = random.Random(seed)  # noqa: S311  (a sample)
    draw.shuffle(rows)
    for row in rows:
        kinds.setdefault((row["set"], row["label"]), []).append(row)
    if count is not None:
        fewest = count // len(kinds)
        rows = [row for of_kind in kinds.values() for row in of_kind[:fewest]]
        left = [row for of_kind in kinds.values() for row in of_kind[fewest:]]
        rows += left[: count - len(rows)]
        draw.shuffle(rows)
    return rows


async def checked(
    rows: Sequence[Row], judge: str, settings: EvaluatorSettings
) -> tuple[list[ClaimFinding], TokenUsage]:
    """The judge's findings, in the order of the rows, and what they took."""
    checker = claim_checker(JudgeSpec.of(judge), settings, "en")

    async def check(row: Row) -> tuple[ClaimFinding, TokenUsage]:
        passages = [cut for text in row["passages"] for cut in cut_source(text)]
        found = await checker.check([row["claim"]], passages, question=row["question"] or "")
        return found.findings[0], found.usage

    both = [each async for each in in_order(rows, check, concurrency=settings.concurrency)]
    return [finding for finding, _ in both], sum((usage for _, usage in both), TokenUsage())


def figures(pairs: Pairs) -> str:
    """The measures over the claims that have a verdict."""
    given = [(row, finding) for row, finding in pairs if finding.verdict is not None]
    people = np.array([float(row["label"]) for row, _ in given])
    said = {
        "balanced accuracy": [finding.verdict == "supported" for _, finding in given],
        "with partly": [finding.verdict in {"supported", "partly"} for _, finding in given],
    }
    if all(finding.score is not None for _, finding in given):
        said["by score"] = [(finding.score or 0) >= EVEN for _, finding in given]
    measures = [f"{name} {_with_interval(np.array(each, float), people)}" for name, each in said.items()]
    verdicts = Counter(finding.verdict for _, finding in given)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    return "; ".join([*measures, counts, f"{len(pairs) - len(given)} without a verdict"])


def _with_interval(said: np.ndarray, people: np.ndarray) -> str:
    draw = np.random.default_rng(DRAWS)
    samples = (draw.integers(0, len(people), len(people)) for _ in range(DRAWS))
    values = [balanced_accuracy(said[each], people[each]) for each in samples]
    known = [value for value in values if value is not None]
    whole = balanced_accuracy(said, people)
    if whole is None or not known:
        return "-"
    low, high = np.quantile(known, (0.025, 0.975))
    return f"{whole:.3f} [{low:.3f}, {high:.3f}]"


def main() -> int:
    """Check, print, keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder with attributionbench.jsonl")
    parser.add_argument("--judge", required=True, help="the judge by name")
    parser.add_argument("--claims", type=int, help="how many are drawn; all by default")
    parser.add_argument("--seed", type=int, default=45, help="which are drawn")
    parser.add_argument("--cache", type=Path, help="file that keeps replies")
    parser.add_argument("--out", type=Path, help="file for the findings, one per line")
    given = parser.parse_args()
    rows = drawn_rows(given.data / "attributionbench.jsonl", given.claims, given.seed)
    settings = EvaluatorSettings(timeout=3_000, hedging=False, concurrency=64, cache=given.cache)
    findings, usage = asyncio.run(checked(rows, given.judge, settings))
    pairs = list(zip(rows, findings, strict=True))
    if given.out:
        given.out.write_text("".join(map(_line, pairs)), encoding="utf-8")
    for name in (*sorted({row["set"] for row in rows}), ALL):
        chosen = [pair for pair in pairs if name in {pair[0]["set"], ALL}]
        print(f"{name} ({len(chosen)}): {figures(chosen)}")
    print(f"{usage.calls} calls, {usage.total_tokens:,} tokens")
    return 0


def _line(pair: tuple[Row, ClaimFinding]) -> str:
    row, finding = pair
    kept = {name: row[name] for name in ("id", "set", "label")}
    found = {name: getattr(finding, name) for name in ("verdict", "words", "words_found", "score", "error")}
    return json.dumps({**kept, **found}, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main())
