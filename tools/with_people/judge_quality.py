r"""How well a judge agrees with people, on 100 whole answers in two languages.

    python tools/with_people/judge_quality.py \
        --data DIR --judge openai:MODEL [--seed N] [--reference]

``DIR`` has ``answers_real.jsonl``: answers to RAGTruth questions that people marked grounded or hallucinated,
answers to FinanceBench questions that people called correct, incorrect or a refusal, and answers of XQuAD in
Chinese that are the right span or one from elsewhere in its paragraph. The rows are drawn by a seed, so that
two versions of a prompt are measured on the same answers. With ``--reference`` only FinanceBench is
judged, with its gold answers.

Printed for each set: AUROC of accuracy against people's verdict, F1 of finding the bad answers by accuracy
below 8, Cohen's kappa of accuracy from 8 up against people's verdict, and how many were scored.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from agents.evaluator import RAGEvaluator
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.stats.verdict_agreement import auroc, cohen_kappa

MOST_CHARACTERS = 9_000
PASSING = 8.0
DRAWN: Mapping[tuple[str, str], int] = {
    ("ragtruth_qa", "grounded"): 20,
    ("ragtruth_qa", "hallucinated"): 20,
    ("financebench", "Correct Answer"): 15,
    ("financebench", "Incorrect Answer"): 10,
    ("financebench", "Refusal"): 5,
    ("xquad_zh", "true"): 15,
    ("xquad_zh", "elsewhere"): 15,
}
GOOD = frozenset({"grounded", "Correct Answer", "true"})
Row = Mapping[str, Any]


def drawn_rows(path: Path, seed: int) -> list[Row]:
    """The rows that are judged, in random order."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    short = [row for row in rows if len(json.dumps(row, ensure_ascii=False)) < MOST_CHARACTERS]
    draw = random.Random(seed)  # noqa: S311  (a sample)
    chosen = []
    for (name, label), count in DRAWN.items():
        chosen += draw.sample([row for row in short if (row["set"], row["label"]) == (name, label)], count)
    draw.shuffle(chosen)
    return chosen


def request_of(row: Row, *, reference: bool) -> JudgeRequest:
    """What the judge is asked of a row."""
    texts = enumerate(row["documents"], start=1)
    return JudgeRequest(
        id=row["id"],
        question=row["question"],
        answer=row["answer"],
        documents=tuple(Passage(id=f"d#{n}", doc_id="d", text=text) for n, text in texts),
        reference_answer=row["gold_answer"] if reference else None,
    )


async def judged(
    rows: list[Row], judge: str, *, reference: bool, settings: Mapping[str, Any]
) -> list[FineGrainedEvaluationResult]:
    """The judge's results, in the order of the rows."""
    evaluator = RAGEvaluator(judge, **settings)
    requests = [request_of(row, reference=reference) for row in rows]
    return [result async for result in evaluator.evaluate_many(requests)]


def figures(rows: Iterable[tuple[Row, FineGrainedEvaluationResult]]) -> dict[str, float | None]:
    """The measures over the rows that were scored."""
    scored = [(row["label"] in GOOD, result.metrics.accuracy) for row, result in rows if result.scored]
    good = np.array([float(label) for label, _ in scored])
    accuracy = np.array([value for _, value in scored])
    found = int(((accuracy < PASSING) & (good == 0)).sum())
    called, bad = int((accuracy < PASSING).sum()), int((good == 0).sum())
    return {
        "auroc": auroc(accuracy, good),
        "f1": 2 * found / (called + bad) if called + bad else None,
        "kappa": cohen_kappa((accuracy >= PASSING).astype(float), good),
        "scored": float(len(scored)),
    }


def main() -> int:
    """Judge, print, keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder with answers_real.jsonl")
    parser.add_argument("--judge", required=True, help="the judge's model by name")
    parser.add_argument("--reference", action="store_true", help="FinanceBench alone, with its gold answers")
    parser.add_argument("--seed", type=int, default=25, help="which answers are drawn")
    parser.add_argument("--out", type=Path, help="file for the results, one per line")
    given = parser.parse_args()
    rows = drawn_rows(given.data / "answers_real.jsonl", given.seed)
    if given.reference:
        rows = [row for row in rows if row["set"] == "financebench"]
    settings = {"timeout": 3_000, "hedging": False, "concurrency": 200}
    results = asyncio.run(judged(rows, given.judge, reference=given.reference, settings=settings))
    pairs = list(zip(rows, results, strict=True))
    if given.out:
        given.out.write_text(
            "".join(
                json.dumps(
                    {
                        "id": row["id"],
                        "set": row["set"],
                        "label": row["label"],
                        "result": json.loads(one.model_dump_json()),
                    },
                    ensure_ascii=False,
                )
                + "\n"
                for row, one in pairs
            ),
            encoding="utf-8",
        )
    for name in dict.fromkeys(name for name, _ in DRAWN):
        if chosen := [pair for pair in pairs if pair[0]["set"] == name]:
            print(
                f"{name:<14} " + "  ".join(f"{key} {_shown(value)}" for key, value in figures(chosen).items())
            )
    return 0


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")


if __name__ == "__main__":
    sys.exit(main())
