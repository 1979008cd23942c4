r"""How well a judge agrees with people, on 160 whole answers.

    python tools/with_people/judge_quality.py --data DIR --judge openai:MODEL [--seed N] [--half]

``DIR`` has ``answers_real.jsonl`` and ``memerag_en.jsonl``. Of RAGTruth these have answers to questions,
summaries and overviews from data, which people marked grounded or hallucinated; of FinanceBench answers that
people called correct, incorrect or a refusal, judged with gold answers; of MEMERAG sentences that people
called supported or not. The rows are drawn by a seed, so that two versions of a prompt are measured on the
same answers; ``--half`` takes every second row of each kind.

Printed for each set and for RAGTruth as a whole: AUROC of accuracy against people's verdict with its 95 %
interval by bootstrap, F1 of finding the bad answers by accuracy below 8, Cohen's kappa of accuracy from 7 and
from 8 up against people's verdict, and how many were scored.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents.evaluator import RAGEvaluator
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.stats.agreement import Numbers
from eval.stats.verdict_agreement import auroc, cohen_kappa

MOST_CHARACTERS = 9_000
LOWER, PASSING = 7.0, 8.0
DRAWS = 2_000
DRAWN: Mapping[tuple[str, str], int] = {
    ("ragtruth_qa", "grounded"): 20,
    ("ragtruth_qa", "hallucinated"): 20,
    ("ragtruth_summary", "grounded"): 20,
    ("ragtruth_summary", "hallucinated"): 20,
    ("ragtruth_data2txt", "grounded"): 10,
    ("ragtruth_data2txt", "hallucinated"): 10,
    ("financebench", "Correct Answer"): 15,
    ("financebench", "Incorrect Answer"): 10,
    ("financebench", "Refusal"): 5,
    ("memerag", "Supported"): 15,
    ("memerag", "Not Supported"): 15,
}
GOOD = frozenset({"grounded", "Correct Answer", "Supported"})
RAGTRUTH = "ragtruth"
Row = Mapping[str, Any]
Pairs = Sequence[tuple[Row, FineGrainedEvaluationResult]]


def drawn_rows(data: Path, seed: int, *, half: bool = False) -> list[Row]:
    """The rows that are judged, in random order."""
    rows = [*_rows(data / "answers_real.jsonl"), *map(_as_answer, _rows(data / "memerag_en.jsonl"))]
    short = [row for row in rows if len(json.dumps(row, ensure_ascii=False)) < MOST_CHARACTERS]
    draw = random.Random(seed)  # noqa: S311  (a sample)
    chosen: list[Row] = []
    for (name, label), count in DRAWN.items():
        one = draw.sample([row for row in short if (row["set"], row["label"]) == (name, label)], count)
        chosen += one[::2] if half else one
    draw.shuffle(chosen)
    return chosen


def _rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _as_answer(row: Row) -> Row:
    known = {"set": "memerag", "label": row["factuality"], "answer": row["sentence"]}
    return {**{name: row[name] for name in ("id", "question")}, "documents": row["passages"], **known}


def request_of(row: Row) -> JudgeRequest:
    """What the judge is asked of a row."""
    texts = enumerate(row["documents"], start=1)
    return JudgeRequest(
        id=row["id"],
        question=row["question"],
        answer=row["answer"],
        documents=tuple(Passage(id=f"d#{n}", doc_id="d", text=text) for n, text in texts),
        reference_answer=row.get("gold_answer") if row["set"] == "financebench" else None,
    )


async def judged(
    rows: list[Row], judge: str, settings: Mapping[str, Any]
) -> list[FineGrainedEvaluationResult]:
    """The judge's results, in the order of the rows."""
    evaluator = RAGEvaluator(judge, **settings)
    return [result async for result in evaluator.evaluate_many(map(request_of, rows))]


def figures(rows: Pairs) -> dict[str, float | str | None]:
    """The measures over the rows that were scored."""
    scored = [(row["label"] in GOOD, result.metrics.accuracy) for row, result in rows if result.scored]
    good = np.array([float(label) for label, _ in scored])
    accuracy = np.array([value for _, value in scored])
    found = int(((accuracy < PASSING) & (good == 0)).sum())
    called, bad = int((accuracy < PASSING).sum()), int((good == 0).sum())
    return {
        "auroc": auroc(accuracy, good),
        "95 %": _interval(accuracy, good),
        "f1": 2 * found / (called + bad) if called + bad else None,
        "kappa at 7": cohen_kappa((accuracy >= LOWER).astype(float), good),
        "at 8": cohen_kappa((accuracy >= PASSING).astype(float), good),
        "scored": float(len(scored)),
    }


def _interval(accuracy: Numbers, good: Numbers) -> str:
    draw = np.random.default_rng(DRAWS)
    samples = (draw.integers(0, len(good), len(good)) for _ in range(DRAWS))
    values = [auroc(accuracy[each], good[each]) for each in samples]
    known = [value for value in values if value is not None]
    return "-".join(f"{end:.2f}" for end in np.quantile(known, (0.025, 0.975))) if known else "-"


def main() -> int:
    """Judge, print, keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder with the two files")
    parser.add_argument("--judge", required=True, help="the judge's model by name")
    parser.add_argument("--seed", type=int, default=44, help="which answers are drawn")
    parser.add_argument("--half", action="store_true", help="every second answer of each kind")
    parser.add_argument("--out", type=Path, help="file for the results, one per line")
    given = parser.parse_args()
    rows = drawn_rows(given.data, given.seed, half=given.half)
    settings = {"timeout": 3_000, "hedging": False, "concurrency": 200}
    results = asyncio.run(judged(rows, given.judge, settings))
    pairs = list(zip(rows, results, strict=True))
    if given.out:
        given.out.write_text("".join(map(_line, pairs)), encoding="utf-8")
    for name in (*dict.fromkeys(name for name, _ in DRAWN), RAGTRUTH):
        chosen = [pair for pair in pairs if name in {pair[0]["set"], pair[0]["set"].partition("_")[0]}]
        print(f"{name:<18} " + "  ".join(f"{key} {_shown(value)}" for key, value in figures(chosen).items()))
    return 0


def _line(pair: tuple[Row, FineGrainedEvaluationResult]) -> str:
    row, result = pair
    kept = {name: row[name] for name in ("id", "set", "label")}
    return json.dumps({**kept, "result": json.loads(result.model_dump_json())}, ensure_ascii=False) + "\n"


def _shown(value: float | str | None) -> str:
    if isinstance(value, str):
        return value
    return "-" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")


if __name__ == "__main__":
    sys.exit(main())
