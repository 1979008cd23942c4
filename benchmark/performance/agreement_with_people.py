"""How far the embedded model's checks agree with people, on human-labelled data that does not ship.

Every row of the goals table is computed from the public functions alone, with one fixed threshold (a score
of 0.5), and printed with a 95 % interval from a bootstrap over clusters (documents, questions)::

    python benchmark/performance/agreement_with_people.py --data DIR [--json] [--resamples 1000] [--seed 13]

DIR holds the JSON Lines files named below; a file that is missing leaves its rows out. How two responses
become a preference (``ragchecker_pairs``): the gold answer is split into claims, and a response's
completeness is the mean ``coverage`` of these by the response, weighted by their length; its correctness is
the mean ``check_claim`` score of its own claims against the gold answer alone; overall is the mean of both.
The preference is the second response's figure less the first's. For ``llmeval2_zh`` the embedded judge sees
the reference hint as its only passage; completeness stands for informativeness, and clarity for logicality.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from scoring.claims import split_claims  # noqa: E402  (after the path is set)
from scoring.completeness import coverage  # noqa: E402
from scoring.correctness import grade  # noqa: E402
from scoring.grounding import check_claim  # noqa: E402
from scoring.judging import judge_answer  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

Row = dict[str, Any]
Columns = dict[str, "NDArray[Any]"]

CLAIM_FILES = (
    "lfqa", "wice_claim", "factcheckgpt", "begin_dev", "summedits", "q2", "healthver", "rgb_fact_zh",
    "rgb_fact_en", "rgb_refine_zh", "uhgeval_kw",
)  # fmt: skip
COVERED = {"fully_covered": 1.0, "partially_covered": 0.5, "not_covered": 0.0}
GRADES = {"Correct Answer": "correct", "Incorrect Answer": "incorrect", "Refusal": "refusal"}
THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class Measure:
    """One row of the table.

    Attributes:
        name: what is measured.
        value: the figure on all rows.
        low: lower end of the interval.
        high: upper end.
        rows: how many rows it rests on.
        goal: the goal on held-out rows, as written; empty where there is none.
    """

    name: str
    value: float
    low: float
    high: float
    rows: int
    goal: str


def claim_row(row: Row) -> Row:
    """What ``check_claim`` says of one row."""
    check = check_claim(row["claim"], [row["context"]], question=row.get("question") or None)
    return {
        "cluster": row["group"],
        "label": row["label"],
        "score": check.score,
        "verdict": check.verdict,
    }


def coverage_rows(row: Row) -> list[Row]:
    """What ``coverage`` says of each key point of a summary, beside the people's label."""
    people = {item["insight_id"]: COVERED[item["coverage"]] for item in row["annotation"]}
    return [
        {
            "cluster": row["subtopic_id"],
            "label": people[item["insight_id"]],
            "score": coverage(item["insight"], row["summary"], topic=row["subtopic"]).score,
        }
        for item in row["reference_insights"]
        if item["insight_id"] in people
    ]


def pair_row(row: Row) -> Row:
    """The preference between two responses, by the functions and by the mean of two people."""
    sides = [
        _response(row["query"], row[name]["response"], row["gt_answer"]) for name in ("model1", "model2")
    ]
    found: Row = {"cluster": f"{row['dataset']} {row['query_id']}"}
    for name in ("completeness", "correctness", "overall"):
        found[name] = sides[1][name] - sides[0][name]
        found[f"people {name}"] = sum(label[f"{name}_label"] for label in row["human"]) / len(row["human"])
    return found


def _response(question: str, response: str, gold: str) -> dict[str, float]:
    points = [claim.text for claim in split_claims(gold)] or [gold]
    said = [claim.text for claim in split_claims(response)]
    lengths = [len(point) for point in points]
    covered = [coverage(point, response, topic=question).score for point in points]
    completeness = sum(c * n for c, n in zip(covered, lengths, strict=True)) / sum(lengths)
    borne = [check_claim(claim, [gold], question=question).score for claim in said]
    correctness = sum(borne) / len(borne) if borne else 0.0
    return {
        "completeness": completeness,
        "correctness": correctness,
        "overall": (completeness + correctness) / 2,
    }


def grade_row(row: Row) -> Row:
    """What ``grade`` says of one answer."""
    found = grade(row["question"], str(row["answer"]), str(row["gold"]))
    return {"cluster": row["doc"], "label": GRADES[row["human"]], "verdict": found.verdict}


def judged_row(row: Row) -> Row | None:
    """What the embedded judge says of one answer, the hint being its only passage."""
    if "Informativeness" not in row["human"]:
        return None
    found = judge_answer(row["question"], row["answer"], [row["hint"]])
    return {
        "cluster": row["question_uuid"],
        "Informativeness": found.completeness,
        "Logicality": found.clarity,
        "people Informativeness": row["human"]["Informativeness"],
        "people Logicality": row["human"]["Logicality"],
    }


def ranks(values: NDArray[Any]) -> NDArray[Any]:
    """Average ranks."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray((ends - (counts - 1) / 2)[inverse])


def pearson(one: NDArray[Any], two: NDArray[Any]) -> float:
    """Pearson's r; 0 where one side does not vary."""
    if not one.std() or not two.std():
        return 0.0
    return float(np.corrcoef(one, two)[0, 1])


def spearman(one: NDArray[Any], two: NDArray[Any]) -> float:
    """Spearman's rho."""
    return pearson(ranks(one), ranks(two))


def balanced_accuracy(said: NDArray[Any], label: NDArray[Any]) -> float:
    """Mean of the shares found right among the positive and among the negative."""
    return float((said[label == 1].mean() + (~said)[label == 0].mean()) / 2)


def auroc(score: NDArray[Any], label: NDArray[Any]) -> float:
    """Share of (positive, negative) pairs in the right order, ties half."""
    positive = int((label == 1).sum())
    negative = len(label) - positive
    above = ranks(score)[label == 1].sum() - positive * (positive + 1) / 2
    return float(above / (positive * negative))


def kappa(said: NDArray[Any], label: NDArray[Any]) -> float:
    """Cohen's kappa, unweighted."""
    names = np.unique(np.concatenate([said, label]))
    chance = sum(float((said == name).mean() * (label == name).mean()) for name in names)
    return (float((said == label).mean()) - chance) / (1 - chance)


def refusal_f1(said: NDArray[Any], label: NDArray[Any]) -> float:
    """F1 of the verdict refusal."""
    both = ((said == "refusal") & (label == "refusal")).sum()
    return float(2 * both / ((said == "refusal").sum() + (label == "refusal").sum()))


def interval(
    columns: Columns, metric: Callable[[Columns], float], resamples: int, seed: int
) -> tuple[float, float]:
    """The 2.5 % and 97.5 % points of a bootstrap that draws whole clusters."""
    places = defaultdict(list)
    for place, cluster in enumerate(columns["cluster"]):
        places[cluster].append(place)
    groups = [np.array(group) for group in places.values()]
    random = np.random.default_rng(seed)
    values = []
    for _ in range(resamples):
        drawn = np.concatenate([groups[i] for i in random.integers(len(groups), size=len(groups))])
        with np.errstate(invalid="ignore"):
            values.append(metric({name: column[drawn] for name, column in columns.items()}))
    low, high = np.nanpercentile(values, [2.5, 97.5])
    return float(low), float(high)


def _said(columns: Columns) -> NDArray[Any]:
    return np.asarray(columns["score"] >= THRESHOLD)


def _decided(columns: Columns) -> NDArray[Any]:
    return np.asarray(columns["verdict"] != "undecidable")


def _decided_accuracy(columns: Columns) -> float:
    decided = _decided(columns)
    right = (columns["verdict"] == "supported") == (columns["label"] == 1)
    return float(right[decided].mean())


def _decided_wrong(columns: Columns) -> float:
    right = (columns["verdict"] == "supported") == (columns["label"] == 1)
    return float((_decided(columns) & ~right).mean())


def by_score(columns: Columns) -> float:
    """Balanced accuracy of the score at the one threshold."""
    return balanced_accuracy(_said(columns), columns["label"])


def rank_agreement(name: str) -> Callable[[Columns], float]:
    """Spearman's rho of one figure with the people's."""
    return lambda columns: spearman(columns[name], columns[f"people {name}"])


TABLE: tuple[tuple[str, tuple[str, ...], Callable[[Columns], float], str], ...] = (
    ("SummHay coverage, Pearson", ("summhay_coverage",),
     lambda c: pearson(c["score"], c["label"]), ">= 0.76"),
    ("RAGChecker completeness, Spearman", ("ragchecker_pairs",), rank_agreement("completeness"), ">= 0.60"),
    ("RAGChecker correctness, Spearman", ("ragchecker_pairs",), rank_agreement("correctness"), ">= 0.47"),
    ("RAGChecker overall, Spearman", ("ragchecker_pairs",), rank_agreement("overall"), ">= 0.61"),
    ("LFQA, balanced accuracy", ("lfqa",), by_score, ">= 0.85"),
    ("Factcheck-GPT, balanced accuracy", ("factcheckgpt",), by_score, ">= 0.74"),
    ("WiCE, balanced accuracy", ("wice_claim",), by_score, ">= 0.69"),
    ("BEGIN, balanced accuracy", ("begin_dev",), by_score, ">= 0.87"),
    ("RGB facts zh, AUROC", ("rgb_fact_zh",), lambda c: auroc(c["score"], c["label"]), ">= 0.99"),
    ("RGB facts en, AUROC", ("rgb_fact_en",), lambda c: auroc(c["score"], c["label"]), ">= 0.99"),
    ("FinanceBench, kappa", ("financebench_answers",),
     lambda c: kappa(c["verdict"], c["label"]), ">= 0.80"),
    ("FinanceBench, refusal F1", ("financebench_answers",),
     lambda c: refusal_f1(c["verdict"], c["label"]), ">= 0.95"),
    ("LFQA+BEGIN+Factcheck, decided share", ("lfqa", "begin_dev", "factcheckgpt"),
     lambda c: float(_decided(c).mean()), ">= 0.60"),
    ("LFQA+BEGIN+Factcheck, accuracy where decided", ("lfqa", "begin_dev", "factcheckgpt"),
     _decided_accuracy, ">= 0.93"),
    ("SummEdits+HealthVer, undecidable share", ("summedits", "healthver"),
     lambda c: float((~_decided(c)).mean()), ">= 0.70"),
    ("SummEdits+HealthVer, decided and wrong", ("summedits", "healthver"), _decided_wrong, "<= 0.10"),
    ("LLMEval-2 zh informativeness, Spearman", ("llmeval2_zh",),
     rank_agreement("Informativeness"), ">= 0.457"),
    ("LLMEval-2 zh logicality, Spearman", ("llmeval2_zh",), rank_agreement("Logicality"), ">= 0.416"),
    ("Q2, balanced accuracy", ("q2",), by_score, ""),
    ("RGB refine zh, balanced accuracy", ("rgb_refine_zh",), by_score, ""),
    ("UHGEval keywords zh, balanced accuracy", ("uhgeval_kw",), by_score, ""),
    ("UHGEval keywords zh, AUROC", ("uhgeval_kw",), lambda c: auroc(c["score"], c["label"]), ""),
)  # fmt: skip

ROW_CHECKS: dict[str, Callable[[Row], Row | list[Row] | None]] = {
    **dict.fromkeys(CLAIM_FILES, claim_row),
    "summhay_coverage": coverage_rows,
    "ragchecker_pairs": pair_row,
    "financebench_answers": grade_row,
    "llmeval2_zh": judged_row,
}


def check_file(task: tuple[Path, str]) -> list[Row]:
    """Every row of one file, checked."""
    folder, name = task
    path = folder / f"{name}.jsonl"
    if not path.exists():
        return []
    found: list[Row] = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            checked = ROW_CHECKS[name](json.loads(line))
            found += checked if isinstance(checked, list) else [checked] if checked else []
    return found


def pooled(checked: dict[str, list[Row]], files: Sequence[str]) -> Columns | None:
    """Rows of several files as columns; clusters of different files stay apart."""
    rows = [{**row, "cluster": f"{name} {row['cluster']}"} for name in files for row in checked[name]]
    if not rows:
        return None
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def measure(folder: Path, resamples: int, seed: int, workers: int) -> list[Measure]:
    """Every row of the table that the folder holds data for."""
    names = list(ROW_CHECKS)
    with ProcessPoolExecutor(workers) as pool:
        checked = dict(zip(names, pool.map(check_file, [(folder, name) for name in names]), strict=True))
    found = []
    for name, files, metric, goal in TABLE:
        columns = pooled(checked, files)
        if columns is None:
            continue
        low, high = interval(columns, metric, resamples, seed)
        found.append(Measure(name, metric(columns), low, high, len(columns["cluster"]), goal))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled JSON Lines files")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--resamples", type=int, default=1000, help="bootstrap resamples (default 1000)")
    parser.add_argument("--seed", type=int, default=13, help="seed of the bootstrap (default 13)")
    parser.add_argument("--workers", type=int, default=2, help="processes that check rows (default 2)")
    given = parser.parse_args()
    if not given.data.is_dir():
        parser.error(f"--data {given.data} is no folder")
    found = measure(given.data, given.resamples, given.seed, given.workers)
    if given.json:
        fields = Measure.__slots__
        print(json.dumps([{name: getattr(row, name) for name in fields} for row in found], indent=2))
        return
    print(f"{'what':<46} {'value':>6} {'95 % interval':>16} {'rows':>6}  goal")
    for row in found:
        print(f"{row.name:<46} {row.value:6.3f} {row.low:7.3f} - {row.high:.3f} {row.rows:7}  {row.goal}")


if __name__ == "__main__":
    main()
