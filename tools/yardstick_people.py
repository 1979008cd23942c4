"""The yardstick's part on human-labelled data, which does not ship.

Two tables: the public functions of ``scoring`` against people's verdicts on claims, key points and answers,
and the embedded judge's accuracy on whole answers of real systems. One fixed threshold (a score of 0.5) and
one fixed model read every row without knowing its data set.

How two responses become a preference (``ragchecker_pairs``): the gold answer is split into claims, and a
response's completeness is the mean ``coverage`` of these by the response, weighted by their length; its
correctness is the mean ``check_claim`` score of its own claims against the gold answer alone; overall is the
mean of both. The preference is the second response's figure less the first's. Where the embedded judge is
said to judge by a reference, it sees the gold answer (of ``llmeval2_zh`` the hint) as such, and no passages
but those of ``answers_real``.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import Any

from data_base.schemas_deep_research import PASSING_ACCURACY
from eval.stats.agreement import pearson, spearman
from eval.stats.measure import ClusterSettings
from eval.stats.verdict_agreement import (
    CORRECT,
    INCORRECT,
    REFUSAL,
    auroc,
    balanced_accuracy,
    cohen_kappa,
    refusal_f1,
)
from scoring.completeness import coverage
from scoring.correctness import grade
from scoring.embedded.answer import claims_of
from scoring.grounding import check_claim
from tools.yardstick_figures import (
    SUPPORTED,
    UNDECIDABLE,
    UNSUPPORTED,
    Figure,
    Line,
    Seen,
    decided_accuracy,
    decided_share,
    decided_wrong,
    figures,
    undecided_share,
)
from tools.yardstick_judge import Judged, judged

Row = dict[str, Any]
Check = Callable[[Row], Iterator[Seen]]

COVERED = {"fully_covered": 1.0, "partially_covered": 0.5, "not_covered": 0.0}
GRADES = {"Correct Answer": CORRECT, "Incorrect Answer": INCORRECT, "Refusal": REFUSAL}
VERDICTS = {"correct": CORRECT, "incorrect": INCORRECT, "refusal": REFUSAL}
CLAIM_VERDICTS = {"supported": SUPPORTED, "undecidable": UNDECIDABLE}
LEADS = ("completeness", "correctness", "overall")
GOOD = {"grounded": 1.0, "hallucinated": 0.0, "true": 1.0, "elsewhere": 0.0}
ANSWERS = "answers_real"


def claim(name: str) -> Check:
    """How a row of a file of claims is checked: score and verdict of ``check_claim``."""

    def checked(row: Row) -> Iterator[Seen]:
        found = check_claim(row["claim"], [row["context"]], question=row.get("question") or None)
        verdict = CLAIM_VERDICTS.get(found.verdict, UNSUPPORTED)
        for what, number in (("", found.score), (" verdict", verdict)):
            yield Seen(name + what, f"{name} {row['group']}", number, row["label"])

    return checked


def key_points(row: Row) -> Iterator[Seen]:
    """``coverage`` of each key point of a summary, with the people's label."""
    people = {item["insight_id"]: COVERED[item["coverage"]] for item in row["annotation"]}
    for item in row["reference_insights"]:
        if item["insight_id"] in people:
            found = coverage(item["insight"], row["summary"], topic=row["subtopic"])
            yield Seen("summhay", row["subtopic_id"], found.score, people[item["insight_id"]])


def lead(row: Row) -> Iterator[Seen]:
    """The preference between two responses, by the functions and by the mean of two people."""
    first, second = (
        response(row["query"], row[name]["response"], row["gt_answer"]) for name in ("model1", "model2")
    )
    for name in LEADS:
        people = fmean(label[f"{name}_label"] for label in row["human"])
        cluster = f"{row['dataset']} {row['query_id']}"
        yield Seen(f"ragchecker {name}", cluster, second[name] - first[name], people)
        difference = _by_reference(row, "model2", name) - _by_reference(row, "model1", name)
        yield Seen(f"ragchecker {name} judged", cluster, difference, people)


@lru_cache(maxsize=2)
def _judged_response(question: str, said: str, gold: str) -> Judged:
    return judged(question, said, (), reference=gold)


def _by_reference(row: Row, model: str, name: str) -> float:
    found = _judged_response(row["query"], row[model]["response"], row["gt_answer"])
    return {"completeness": found.completeness, "correctness": found.accuracy}.get(name, found.weighted)


def response(question: str, said: str, gold: str) -> dict[str, float]:
    """Completeness, correctness and their mean of a response compared with a gold answer, each in [0, 1]."""
    points = [claim.text for claim in claims_of(gold)] or [gold]
    covered = sum(len(point) * coverage(point, said, topic=question).score for point in points)
    completeness = covered / sum(map(len, points))
    supported = [check_claim(claim.text, [gold], question=question).score for claim in claims_of(said)]
    correctness = fmean(supported or [0.0])
    return dict(zip(LEADS, (completeness, correctness, (completeness + correctness) / 2), strict=True))


def graded(row: Row) -> Iterator[Seen]:
    """``grade`` of one answer."""
    found = grade(row["question"], str(row["answer"]), str(row["gold"]))
    yield Seen("grade", row["doc"], VERDICTS[found.verdict], GRADES[row["human"]])
    verdict = judged(row["question"], str(row["answer"]), (), reference=str(row["gold"]))
    right = float(verdict.accuracy >= PASSING_ACCURACY)
    yield Seen("passes by gold", row["doc"], right, float(row["human"] == "Correct Answer"))


def explained(row: Row) -> Iterator[Seen]:
    """The embedded judge on one answer, the hint being its reference."""
    found = judged(row["question"], row["answer"], (), reference=str(row["hint"]))
    compared = {
        "Correctness": found.accuracy,
        "Informativeness": found.completeness,
        "Logicality": found.clarity,
    }
    for name, number in compared.items():
        if name in row["human"]:
            yield Seen(name, row["question_uuid"], number, row["human"][name], found.milliseconds)


def whole_answer(row: Row) -> Iterator[Seen]:
    """The embedded judge's accuracy of a whole answer; clusters are those of the same documents.

    The right answers of FinanceBench are compared with the wrong ones, and separately with those that decline
    to answer although the pages contain the answer.
    """
    found, cluster = judged(row["question"], row["answer"], row["documents"]), "\n".join(row["documents"])
    label, name = row["label"], row["set"]
    good = GOOD[label] if label in GOOD else float(label == "Correct Answer")
    counts = [name] if label != "Refusal" else []
    if label in {"Correct Answer", "Refusal"}:
        counts.append(f"{name} refusals")
    for what in counts:
        yield Seen(what, cluster, found.accuracy, good, found.milliseconds)


def _balanced(name: str, file: str, floor: float | None = None) -> Line:
    return Line(f"{name}, balanced accuracy", (file,), balanced_accuracy, floor)


_DECIDING = ("lfqa verdict", "begin_dev verdict", "factcheckgpt verdict")
_HARD = ("summedits verdict", "healthver verdict")
PEOPLE = (
    Line("SummHay coverage, Pearson", ("summhay",), pearson, 0.74),
    Line("RAGChecker completeness, Spearman", ("ragchecker completeness",), spearman, 0.55),
    Line("RAGChecker correctness, Spearman", ("ragchecker correctness",), spearman),
    Line("RAGChecker overall, Spearman", ("ragchecker overall",), spearman, 0.48),
    *(
        Line(
            f"RAGChecker {name} by reference, Spearman",
            (f"ragchecker {name} judged",),
            spearman,
            floor,
        )
        for name, floor in zip(LEADS, (0.60, None, 0.45), strict=True)
    ),
    _balanced("LFQA", "lfqa", 0.785),
    _balanced("Factcheck-GPT", "factcheckgpt", 0.70),
    _balanced("WiCE", "wice_claim", 0.65),
    _balanced("BEGIN", "begin_dev", 0.785),
    Line("RGB facts zh, AUROC", ("rgb_fact_zh",), auroc, 0.95),
    Line("RGB facts en, AUROC", ("rgb_fact_en",), auroc, 0.98),
    Line("FinanceBench grade, kappa", ("grade",), cohen_kappa, 0.72),
    Line("FinanceBench grade, refusal F1", ("grade",), refusal_f1, 0.93),
    Line("FinanceBench passes by reference, kappa", ("passes by gold",), cohen_kappa, 0.70),
    Line("LFQA+BEGIN+Factcheck, decided share", _DECIDING, decided_share),
    Line("LFQA+BEGIN+Factcheck, accuracy where decided", _DECIDING, decided_accuracy),
    Line("SummEdits+HealthVer, undecidable share", _HARD, undecided_share),
    Line("SummEdits+HealthVer, decided and wrong", _HARD, decided_wrong),
    Line("LLMEval-2 zh correctness, Spearman", ("Correctness",), spearman, 0.35),
    Line("LLMEval-2 zh informativeness, Spearman", ("Informativeness",), spearman),
    Line("LLMEval-2 zh logicality, Spearman", ("Logicality",), spearman),
    _balanced("Q2", "q2"),
    _balanced("RGB refine zh", "rgb_refine_zh"),
    _balanced("UHGEval keywords zh", "uhgeval_kw"),
    Line("UHGEval keywords zh, AUROC", ("uhgeval_kw",), auroc),
)
"""Floors are the goals for held-out rows of the same sets."""
REAL = (
    Line("FinanceBench answers, right or wrong", ("financebench",), auroc, 0.70),
    Line("FinanceBench answers, right or declining", ("financebench refusals",), auroc),
    Line("RAGTruth question answering", ("ragtruth_qa",), auroc, 0.82),
    Line("RAGTruth summaries", ("ragtruth_summary",), auroc, 0.73),
    Line("RAGTruth data to text", ("ragtruth_data2txt",), auroc, 0.72),
    Line("XQuAD ru, the span asked for or another", ("xquad_ru",), auroc, 0.86),
    Line("XQuAD en, the span asked for or another", ("xquad_en",), auroc),
    Line("XQuAD zh, the span asked for or another", ("xquad_zh",), auroc),
)
"""Whole answers: AUROC of accuracy, good answer against bad."""

CLAIM_FILES = (
    "lfqa", "wice_claim", "factcheckgpt", "begin_dev", "summedits", "q2", "healthver", "rgb_fact_zh",
    "rgb_fact_en", "rgb_refine_zh", "uhgeval_kw",
)  # fmt: skip
CHECKS: dict[str, Check] = {
    **{name: claim(name) for name in CLAIM_FILES},
    "summhay_coverage": key_points,
    "ragchecker_pairs": lead,
    "financebench_answers": graded,
    "llmeval2_zh": explained,
    ANSWERS: whole_answer,
}


def check_file(path: Path) -> list[Seen]:
    """Every row of one file, checked; nothing where the file is missing."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return [seen for line in lines for seen in CHECKS[path.stem](json.loads(line))]


def people_figures(folder: Path, bootstrap: ClusterSettings, workers: int = 1) -> dict[str, list[Figure]]:
    """Both tables, with the lines that the folder has data for.

    Args:
        folder: of the JSON Lines files that :data:`CHECKS` names.
        bootstrap: seed and resamples of the intervals.
        workers: processes that check rows.
    """
    paths = [folder / f"{name}.jsonl" for name in CHECKS]
    if workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            checked = list(pool.map(check_file, paths))
    else:
        checked = [check_file(path) for path in paths]
    seen = [each for rows in checked for each in rows]
    return {
        "people": figures(PEOPLE, seen, bootstrap),
        "whole answers, AUROC of accuracy": figures(REAL, seen, bootstrap),
    }
