"""How reliably the embedded judge notices a changed figure.

Every gold answer of the arena's bank is judged on its documents' passages as it stands, in its paraphrases,
with every single digit changed, and with every figure replaced by others of its kind from the same documents.
Run from anywhere::

    python benchmark/performance/digit_sweep.py [--quick] [--limit N] [--show N] [--folder DIR]

``--folder`` takes a set of ``tests/independent`` in the bank's place. Exit code 0 where the goals are met: at
least 95 % of the changed answers score below 5 in accuracy, every paraphrase above 8, every gold answer above
9.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from agents.passage_choice import choose_passages  # noqa: E402
from data_base.documents.reader import read_documents  # noqa: E402
from scoring.judging import judge_answer  # noqa: E402
from scoring.mentions import Mention, mentions  # noqa: E402
from scoring.quantities import agrees, could_replace  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from data_base.passage import Passage

BANK = ROOT / "benchmark" / "arena"
BELOW, SHARE = 5.0, 0.95
PARAPHRASE, GOLD = 8.0, 9.0
DIGITS = "0123456789"
TOKENS = 6000
"""What of an independent document is shown: all of it."""


@dataclass(frozen=True)
class Case:
    """A question of the bank with what it is judged on."""

    id: str
    question: str
    gold: str
    paraphrases: tuple[str, ...]
    passages: tuple[str, ...]


@dataclass(frozen=True)
class Trial:
    """One judged text."""

    case_id: str
    kind: str
    change: str
    text: str
    accuracy: float


def load_cases(limit: int = 10) -> list[Case]:
    """The bank's questions, each with the passages of its documents that a judge would be shown."""
    passages = read_documents(BANK / "documents")
    paraphrases = [json.loads(line) for line in _lines(BANK / "paraphrases.jsonl")]
    cases = []
    for line in _lines(BANK / "questions.jsonl"):
        row = json.loads(line)
        own = [passage for passage in passages if passage.doc_id in row["documents"]]
        cases.append(
            Case(
                id=row["id"],
                question=row["question"],
                gold=row["gold_answer"],
                paraphrases=tuple(p["paraphrase"] for p in paraphrases if p["id"] == row["id"]),
                passages=_shown(row, own, limit),
            )
        )
    return cases


def load_independent(folder: Path) -> list[Case]:
    """The gold answers of a set of documents written without sight of the code, with their paraphrases."""
    cases = []
    for answers in sorted(folder.glob("answers.*.jsonl")):
        language = answers.name.split(".")[1]
        passages = read_documents(folder / "documents" / f"{language}.md")
        rows = [json.loads(line) for line in _lines(answers)]
        for row in rows:
            if row["kind"] != "gold":
                continue
            shown = choose_passages(row["question"], row["answer"], passages, token_budget=TOKENS).shown
            cases.append(
                Case(
                    id=row["id"],
                    question=row["question"],
                    gold=row["answer"],
                    paraphrases=tuple(
                        other["answer"]
                        for other in rows
                        if other["kind"] == "paraphrase" and other["group"] == row["group"]
                    ),
                    passages=tuple(passage.text for passage in shown),
                )
            )
    return cases


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _shown(row: dict[str, Any], passages: Sequence[Passage], limit: int) -> tuple[str, ...]:
    """The passages with the evidence, then the most relevant others, in reading order."""
    quotes = ["".join(item["quote"].split()) for item in row["evidence"]]
    held = [p for p in passages if any(quote in "".join(p.text.split()) for quote in quotes)]
    ranked = choose_passages(row["question"], row["gold_answer"], passages, limit=limit).shown
    chosen = {p.id for p in [*held, *ranked][: max(limit, len(held))]}
    return tuple(p.text for p in passages if p.id in chosen)


def digit_changes(text: str, *, quick: bool) -> Iterator[tuple[str, str]]:
    """Every text that differs from the given one in one digit of one figure or date.

    Args:
        text: a gold answer.
        quick: two other digits instead of nine.

    Yields:
        (what was changed, the changed text).
    """
    for mention in mentions(text):
        for place in range(mention.start, mention.end):
            if not (text[place].isascii() and text[place].isdigit()):
                continue
            old = int(text[place])
            others = [DIGITS[(old + 1) % 10], DIGITS[(old + 4) % 10]] if quick else DIGITS
            for digit in others:
                if digit != text[place] and not (digit == "0" and _is_first(text, place)):
                    changed = text[:place] + digit + text[place + 1 :]
                    raw = changed[mention.start : mention.end]
                    yield f"{mention.raw} -> {raw}", changed


def _is_first(text: str, place: int) -> bool:
    return place == 0 or not (text[place - 1].isdigit() or text[place - 1] in ".,")


def swaps(text: str, passages: Sequence[str], *, most: int) -> Iterator[tuple[str, str]]:
    """The text with one figure replaced by another of its kind that stands in the passages."""
    elsewhere = {mention.raw: mention for passage in passages for mention in mentions(passage)}
    own = {mention.raw for mention in mentions(text)}
    for mention in mentions(text):
        others = [
            other
            for raw, other in sorted(elsewhere.items())
            if raw not in own and could_replace(mention, other) and _differs(mention, other)
        ]
        step = max(1, len(others) // most)
        for other in others[::step][:most]:
            yield f"{mention.raw} -> {other.raw}", text[: mention.start] + other.raw + text[mention.end :]


def _differs(one: Mention, other: Mention) -> bool:
    return not agrees(one, other) and not agrees(other, one)


def run(cases: Sequence[Case], *, quick: bool) -> Iterator[Trial]:
    """Judge everything."""
    for case in cases:

        def judged(kind: str, change: str, text: str, case: Case = case) -> Trial:
            verdict = judge_answer(case.question, text, case.passages)
            return Trial(case.id, kind, change, text, verdict.accuracy)

        yield judged("gold", "", case.gold)
        yield from (judged("paraphrase", "", text) for text in case.paraphrases)
        yield from (judged("digit", *change) for change in digit_changes(case.gold, quick=quick))
        yield from (
            judged("swap", *change) for change in swaps(case.gold, case.passages, most=2 if quick else 6)
        )


def report(trials: Sequence[Trial], seconds: float, show: int) -> bool:
    """Print the shares and what escaped; True where the goals are met."""
    met = True
    for kind in ("digit", "swap"):
        some = [trial for trial in trials if trial.kind == kind]
        escaped = [trial for trial in some if trial.accuracy >= BELOW]
        share = 1 - len(escaped) / len(some)
        met &= share >= SHARE
        print(f"{kind} changes: {len(some)}, accuracy below {BELOW:g}: {share:.2%} (goal {SHARE:.0%})")
        for trial in escaped[:show]:
            print(f"  {trial.case_id}  {trial.accuracy:4.1f}  {trial.change}")
    for kind, goal in (("paraphrase", PARAPHRASE), ("gold", GOLD)):
        some = [trial for trial in trials if trial.kind == kind]
        low = [trial for trial in some if trial.accuracy <= goal]
        met &= not low
        least = min(trial.accuracy for trial in some)
        print(f"{kind}s: {len(some)}, lowest {least:.1f}, not above {goal:g}: {len(low)}")
        for trial in low[:show]:
            print(f"  {trial.case_id}  {trial.accuracy:4.1f}  {trial.text[:90]}")
    print(f"{len(trials)} judgements, {len(trials) / seconds:.0f} a second")
    return met


def main() -> int:
    """Run the sweep."""
    parser = argparse.ArgumentParser(description="How reliably the embedded judge notices a changed figure.")
    parser.add_argument("--quick", action="store_true", help="fewer changes of each figure")
    parser.add_argument("--limit", type=int, default=None, help="only the first questions")
    parser.add_argument("--show", type=int, default=60, help="how many of those that escaped are listed")
    parser.add_argument("--folder", type=Path, default=None, help="a set of tests/independent, for the bank")
    options = parser.parse_args()
    started = time.perf_counter()
    cases = load_cases() if options.folder is None else load_independent(options.folder)
    trials = list(run(cases[: options.limit], quick=options.quick))
    return 0 if report(trials, time.perf_counter() - started, options.show) else 1


if __name__ == "__main__":
    sys.exit(main())
