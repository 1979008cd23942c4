"""How well a judge's verdicts on pairs of answers agree with people's, and with themselves.

    python tools/with_people/pair_quality.py --data DIR --judge openai:MODEL

``DIR`` has ``ragchecker_pairs.jsonl``: two responses to a question, a gold answer, and by two people which
response is better, from -2 to 2. Each pair is judged in both orders, with the gold answer as the reference.

Printed as JSON: how many pairs were judged; how many of these are inconsistent (one order prefers the answer
that the other rejects); ties; the share of preferences that fall on the answer shown first (0.5 where the
order does not matter); of the pairs in which people see a difference on the mean, the share that the judge
sees the same way (a tie is a miss), and that share of those that it does not call a tie; Spearman's rho of
both; and the same of one person against the other. Each with its interval (95 %, bootstrap over questions).
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from agents.calls.concurrency import in_order
from agents.evaluator import RAGEvaluator
from agents.judges.pairs.pair_request import PairRequest
from data_base.schemas.pair_verdict import TIE, PairVerdict, pair_outcomes
from eval.stats.agreement import same_order, spearman
from eval.stats.agreement_intervals import measured

Row = Mapping[str, Any]


def request_of(row: Row) -> PairRequest:
    """What the judge is asked of a row, the first response shown first."""
    return PairRequest(
        case_id=str(row["instance_id"]),
        question=row["query"],
        first="1",
        second="2",
        first_answer=row["model1"]["response"],
        second_answer=row["model2"]["response"],
        reference_answer=row["gt_answer"],
    )


async def verdicts(rows: Sequence[Row], evaluator: RAGEvaluator) -> list[PairVerdict]:
    """The verdicts on all pairs in both orders."""
    requests = [request_of(row) for row in rows]
    both = [order for request in requests for order in (request, request.turned())]
    found = in_order(both, evaluator.judge_pair, concurrency=8)
    return [verdict async for each in found for verdict in each]


def figures(rows: Sequence[Row], found: Sequence[PairVerdict]) -> dict[str, Any]:
    """What is printed."""
    outcomes = {each.case_id: each for each in pair_outcomes(found) if each.value is not None}
    judged = [row for row in rows if str(row["instance_id"]) in outcomes]
    # People's labels are the second response's lead.
    people = [-fmean(_labels(row)) for row in judged]
    values = [float(outcomes[str(row["instance_id"])].value or 0) - TIE for row in judged]
    shown = [each.value for each in found if each.value not in {None, TIE}]
    one, other = ([-_labels(row)[n] for row in judged] for n in (0, 1))
    decided = [n for n, value in enumerate(values) if value]
    return {
        "pairs": len(rows),
        "judged": len(judged),
        "inconsistent": sum(each.consistent is False for each in outcomes.values()),
        "ties": len(values) - len(decided),
        "first shown preferred": fmean(value > TIE for value in shown) if shown else None,
        "with people": _agreement(judged, values, people),
        "with people, where decided": _agreement(
            [judged[n] for n in decided], [values[n] for n in decided], [people[n] for n in decided]
        ),
        "one person with the other": _agreement(judged, one, other),
    }


def _labels(row: Row) -> list[float]:
    return [float(label["overall_label"]) for label in row["human"]]


def _agreement(rows: Sequence[Row], judge: Sequence[float], people: Sequence[float]) -> dict[str, Any]:
    clusters = [f"{row['dataset']} {row['query_id']}" for row in rows]
    found = measured({"same side": same_order, "spearman": spearman}, judge, people, clusters)
    numbers = {name: (each.value, each.low, each.high) for name, each in found.items()}
    rounded = {name: [None if n is None else round(n, 3) for n in three] for name, three in numbers.items()}
    return {"pairs": len(rows), **rounded}


def main() -> int:
    """Judge, count, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--judge", default="embedded")
    chosen = parser.parse_args()
    text = (chosen.data / "ragchecker_pairs.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    evaluator = RAGEvaluator(chosen.judge)
    found = asyncio.run(verdicts(rows, evaluator))
    print(json.dumps(figures(rows, found), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
