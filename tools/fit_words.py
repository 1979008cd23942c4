"""Fit the weights of the words layer on permissively licensed rows, and check them by leaving sets out.

Writes ``scoring/words/weights.json`` (and with ``--rarity`` ``scoring/words/rarity.json`` first)::

    python tools/fit_words.py --data DIR [--check | --rarity] [--seed 13]

DIR contains the JSON Lines files. Claims: the sentences of RAGTruth's answers, without a hallucinated span or
with one (MIT), Factcheck-GPT, SummEdits, UHGEval (Apache-2.0), WiCE (ODC-BY, CC BY-SA), XQuAD's answers
against their own paragraph and one of another article (CC BY-SA 4.0). ``--check`` prints balanced accuracy
and AUROC on each set when the others alone are fitted (RAGTruth's three kinds and XQuAD's two languages are
left out together), and on sets that are never fitted.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from data_base.marks.citation_marks import strip_citations  # noqa: E402
from data_base.text.sentences import sentence_spans, sentences  # noqa: E402
from eval.stats.verdict_agreement import auroc, balanced_accuracy  # noqa: E402
from scoring.words.passage_words import read_passage_words  # noqa: E402
from scoring.words.support_features import FEATURES, read_claim  # noqa: E402
from scoring.words.terms import terms  # noqa: E402
from tools.logistic import fit  # noqa: E402  (after the path is set)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

Row = tuple[str, tuple[str, ...], int]

RAGTRUTH = ("ragtruth_qa", "ragtruth_summary", "ragtruth_data2txt")
CLAIMS = (*RAGTRUTH, "factcheckgpt", "wice_claim", "summedits", "uhgeval_kw", "xquad_en", "xquad_zh")
MEASURED = ("lfqa", "begin_dev", "q2", "healthver", "rgb_fact_zh", "rgb_fact_en", "rgb_refine_zh")
PENALTY = 0.05
# A sentence with so many characters of a span is hallucinated; shorter ones are no claims.
TOUCHED, SHORTEST = 4, 15
# Words in fewer sentences than the first are treated as equally rare.
LEAST_MET, COMMONEST = 12, 2


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one set: their features, and 1 where the claim is supported."""

    features: NDArray[np.float64]
    labels: NDArray[np.float64]


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The rows of a file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def claim_rows(folder: Path, name: str, seed: int) -> Iterator[Row]:
    """Claims of a set with their passages and labels."""
    if name in RAGTRUTH:
        for row in read_lines(folder / "answers_real.jsonl"):
            if row["set"] == name:
                yield from _ragtruth_rows(row)
        return
    rows = read_lines(folder / f"{name}.jsonl")
    if not name.startswith("xquad"):
        yield from ((row["claim"], (row["context"],), row["label"]) for row in rows)
        return
    drawn = random.Random(seed)  # noqa: S311  (a recorded draw, no secret)
    for row in rows:
        other = drawn.choice([other for other in rows if other["title"] != row["title"]])
        for label, context in ((1, row["context"]), (0, other["context"])):
            yield _answer_of(row), (context,), label


def _ragtruth_rows(row: dict[str, Any]) -> Iterator[Row]:
    for begin, end in sentence_spans(row["answer"]):
        if end - begin >= SHORTEST:
            spoilt = sum(max(0, min(end, s["end"]) - max(begin, s["start"])) for s in row["spans"])
            yield row["answer"][begin:end], tuple(row["documents"]), int(spoilt < TOUCHED)


def _answer_of(row: dict[str, Any]) -> str:
    answer = row["answer"] if "answer" in row else row["answers"]
    while not isinstance(answer, str):
        answer = answer["text"] if isinstance(answer, dict) else answer[0]
    return answer


def claim_table(folder: Path, name: str, seed: int) -> Table:
    """A set's claims as features."""
    features, labels = [], []
    for claim, passages, label in claim_rows(folder, name, seed):
        source, text = read_passage_words(passages), strip_citations(claim).strip()
        if source.sentences and text:
            features.append(read_claim(text, source).features)
            labels.append(label)
    return Table(np.array(features), np.array(labels, float))


def fitted(tables: Sequence[Table]) -> NDArray[Any]:
    """Weights and constant from several sets."""
    sets = np.concatenate([np.full(len(table.labels), place) for place, table in enumerate(tables)])
    features, labels = np.vstack([t.features for t in tables]), np.concatenate([t.labels for t in tables])
    return fit(features, labels, sets, penalty=PENALTY * 2 * len(tables))


def scores_of(model: NDArray[Any], table: Table) -> NDArray[Any]:
    """The likelihood of each row."""
    scores: NDArray[Any] = 1 / (1 + np.exp(-(table.features @ model[:-1] + model[-1])))
    return scores


def check(tables: dict[str, Table], unseen: dict[str, Table]) -> None:
    """Print how a fit does on each set that it was not made for, and for comparison on all."""
    whole = fitted(list(tables.values()))
    heads = ("left out: accuracy", "AUROC", "fitted: accuracy", "AUROC")
    print(f"{'set':<20} {'rows':>6}", *(f"{head:>{max(6, len(head))}}" for head in heads))
    for name, table in {**tables, **unseen}.items():
        others = [other for key, other in tables.items() if key.split("_")[0] != name.split("_")[0]]
        model = fitted(others) if name in tables else whole
        row = "".join(
            f"{balanced_accuracy(scores, table.labels):{width}.3f} {auroc(scores, table.labels):6.3f}"
            for width, scores in ((20, scores_of(model, table)), (18, scores_of(whole, table)))
        )
        print(f"{name:<20} {len(table.labels):6}{row}{'' if name in tables else '  never fitted'}")


def write_rarity(folder: Path) -> None:
    """Count in how many sentences of WiCE and XQuAD each English stem occurs, and write it by bands."""
    texts = dict.fromkeys(
        row["context"] for name in ("wice_claim", "xquad_en") for row in read_lines(folder / f"{name}.jsonl")
    )
    listed = [sentence for text in texts for sentence in sentences(text)]
    met = Counter(term for sentence in listed for term in terms(sentence))
    bands: dict[str, list[str]] = {}
    for term, count in sorted(met.items()):
        if count >= LEAST_MET and term.isascii() and term.isalpha():
            bands.setdefault(str(max(COMMONEST, round(math.log(len(listed) / count)))), []).append(term)
    text = json.dumps({band: " ".join(found) for band, found in sorted(bands.items())}, indent=1)
    (ROOT / "scoring/words/rarity.json").write_text(text + "\n", encoding="utf-8")


def as_data(model: NDArray[Any], names: Sequence[str], tables: dict[str, Table]) -> dict[str, Any]:
    """A model as it is written, with the rows it rests on."""
    return {
        "rows": {name: len(table.labels) for name, table in tables.items()},
        "intercept": round(float(model[-1]), 4),
        "weights": {name: round(float(w), 4) for name, w in zip(names, model[:-1], strict=True)},
    }


def main() -> None:
    """Fit and write, or check."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled JSON Lines files")
    parser.add_argument("--rarity", action="store_true", help="write the rarity of words; then fit anew")
    parser.add_argument("--check", action="store_true", help="print agreement on unseen sets, write nothing")
    parser.add_argument("--seed", type=int, default=13, help="seed of the draws (default 13)")
    given = parser.parse_args()
    if given.rarity:
        write_rarity(given.data)
        return
    claims = {name: claim_table(given.data, name, given.seed) for name in CLAIMS}
    if given.check:
        check(claims, {name: claim_table(given.data, name, given.seed) for name in MEASURED})
        return
    written = {"seed": given.seed, **as_data(fitted(list(claims.values())), FEATURES, claims)}
    text = json.dumps(written, indent=1)
    (ROOT / "scoring/words/weights.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
