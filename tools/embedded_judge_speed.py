"""How fast the embedded judge is, and whether its memory stays flat.

Answers and passages come from the arena's bank, in four languages. Passages are joined up to the wanted
length in a drawn order, so that contexts differ and passages recur, as they do where many answers are judged
by a few documents. One thread; only ``scoring.embedded.verdict.judge_answer`` is timed, in CPU time, so that
a busy machine does not matter. With ``--data`` it is the answers of ``answers_real.jsonl`` instead,
each context judged once. Run from anywhere::

    python tools/embedded_judge_speed.py [--judgements N] [--memory N] [--data D]

Exit code 0 where the goals are met: at least 300 judgements a second at 2,000 characters of context, 95 % of
those at 10,000 characters within 25 ms, memory that grows by less than 5 % in the second half of a long run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from data_base.documents.reader import read_documents  # noqa: E402
from scoring.embedded.verdict import judge_answer  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.schemas.passage import Passage

BANK = ROOT / "benchmark" / "arena"
SHORT, LONG = 2_000, 10_000
A_SECOND, P95_MS, GROWTH = 300.0, 25.0, 0.05
WARM_UP = 20
SAMPLES = 20


@dataclass(frozen=True)
class Load:
    """What one judgement is given."""

    question: str
    answer: str
    passages: tuple[str, ...]


def loads(characters: int, seed: int) -> Iterator[Load]:
    """Ever new judgements at a length of context.

    Args:
        characters: of all passages of a judgement together; the last one is cut to fit.
        seed: of the choice of passages, and of the figures that make answers differ.
    """
    passages = read_documents(BANK / "documents")
    cases = [json.loads(line) for line in (BANK / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    dice = random.Random(seed)  # noqa: S311  (a load, no secret)
    number = 0
    while True:
        for case in cases:
            number += 1
            # Half of the answers are changed, so that no two rounds judge the same text.
            answer = case["gold_answer"] + ("" if number % 2 else f" ({number})")
            own = [passage for passage in passages if passage.doc_id in case["documents"]]
            yield Load(case["question"], answer, _context(own, passages, characters, dice))


def _context(
    own: Sequence[Passage], passages: Sequence[Passage], characters: int, dice: random.Random
) -> tuple[str, ...]:
    """Passages of the case's documents first, then any, in a drawn order, up to the length."""
    rest = [passage for passage in passages if passage not in own]
    chosen, left = [], characters
    for passage in (*dice.sample(own, len(own)), *dice.sample(rest, len(rest))):
        if left <= 0:
            break
        chosen.append(passage.text[:left])
        left -= len(chosen[-1])
    return tuple(chosen)


def timed(characters: int, count: int, seed: int) -> list[float]:
    """CPU milliseconds of each of so many judgements, after a few that are not counted."""
    taken: list[float] = []
    for number, load in enumerate(loads(characters, seed)):
        if number == count + WARM_UP:
            return taken
        started = time.thread_time()
        judge_answer(load.question, load.answer, load.passages)
        if number >= WARM_UP:
            taken.append((time.thread_time() - started) * 1000)
    raise AssertionError  # for the type checker: the load has no end


def print_once_each(table: Path) -> None:
    """Print how long answers of real systems take, by set, where no context comes back."""
    rows = [json.loads(line) for line in table.read_text(encoding="utf-8").splitlines()]
    contexts = {tuple(row["documents"]): row for row in rows}
    timed(SHORT, 2 * WARM_UP, 1)
    taken: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for context, row in contexts.items():
        started = time.thread_time()
        judge_answer(row["question"], row["answer"], context)
        taken[row["set"]].append(((time.thread_time() - started) * 1000, sum(map(len, context))))
    for name, found in taken.items():
        times, characters = zip(*found, strict=True)
        rate = sum(characters) / sum(times) * 1000 / SHORT
        print(f"{name}: {len(times)} contexts of {sum(characters) / len(times):.0f} characters, ", end="")
        print(f"{rate:.0f} times {SHORT} characters a second, p95 {percentile(times, 0.95):.1f} ms")


def resident_mb() -> float:
    """Resident memory of this process in megabytes (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def memory(count: int, seed: int) -> list[float]:
    """Resident megabytes at equal distances over so many judgements at the short length."""
    step, marks = max(1, count // SAMPLES), []
    for number, load in enumerate(loads(SHORT, seed), start=1):
        judge_answer(load.question, load.answer, load.passages)
        if number % step == 0:
            marks.append(resident_mb())
        if number >= count:
            break
    return marks


def percentile(values: Sequence[float], share: float) -> float:
    """The value that a share of all do not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def growth(marks: Sequence[float]) -> float:
    """By what share the highest mark of the second half exceeds that of the first."""
    half = len(marks) // 2
    return max(marks[half:]) / max(marks[:half]) - 1 if half else 0.0


def main() -> int:
    """Measure, print, compare with the goals."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--judgements", type=int, default=500, help="timed at each length")
    parser.add_argument("--memory", type=int, default=0, help="judgements of the memory run; 0 for none")
    parser.add_argument("--seed", type=int, default=1, help="of the load")
    parser.add_argument("--data", type=Path, help="folder with answers_real.jsonl")
    given = parser.parse_args()
    if given.data:
        print_once_each(given.data / "answers_real.jsonl")
        return 0
    short = timed(SHORT, given.judgements, given.seed)
    rate = 1000 * len(short) / sum(short)
    print(f"{SHORT} characters: {rate:.0f} judgements a second (goal {A_SECOND:.0f}), ", end="")
    print(f"median {percentile(short, 0.5):.1f} ms, p95 {percentile(short, 0.95):.1f} ms")
    p95 = percentile(timed(LONG, given.judgements, given.seed), 0.95)
    print(f"{LONG} characters: p95 {p95:.1f} ms (goal {P95_MS:.0f})")
    met = rate >= A_SECOND and p95 <= P95_MS
    if given.memory:
        marks = memory(given.memory, given.seed)
        met &= growth(marks) < GROWTH
        print(
            f"memory over {given.memory} judgements: {marks[0]:.1f} MB, then at most {max(marks):.1f} MB; ",
            end="",
        )
        print(f"second half {growth(marks):+.1%} (goal below {GROWTH:.0%})")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
