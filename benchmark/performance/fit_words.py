"""Fit the weights of the words layer on permissively licensed rows, and check them by leaving sets out.

Writes ``scoring/words/weights.json`` (and with ``--rarity`` ``scoring/words/rarity.json`` first)::

    python benchmark/performance/fit_words.py --data DIR [--check | --rarity] [--seed 13]

DIR holds the JSON Lines files. Claims: the sentences of RAGTruth's answers, without a hallucinated span or
with one (MIT), Factcheck-GPT, SummEdits, UHGEval (Apache-2.0), WiCE (ODC-BY, CC BY-SA), XQuAD's answers
against their own paragraph and one of another article (CC BY-SA 4.0). Logistic regression with L2 and signs
that each feature must have, by accelerated projected gradient; every set, and in it either label, weighs the
same. ``--check`` prints balanced accuracy and AUROC on each set when the others alone are fitted (RAGTruth's
three kinds and XQuAD's two languages are left out together), and on sets that are never fitted.
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

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from data_base.text.sentences import sentence_spans, sentences  # noqa: E402  (after the path is set)
from eval.agreement_classes import auroc, balanced_accuracy  # noqa: E402
from scoring.words.features import FEATURES, read_claim  # noqa: E402
from scoring.words.marks import strip_citations  # noqa: E402
from scoring.words.source import read_source  # noqa: E402
from scoring.words.terms import terms  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

Row = tuple[str, tuple[str, ...], int]

RAGTRUTH = ("ragtruth_qa", "ragtruth_summary", "ragtruth_data2txt")
CLAIMS = (*RAGTRUTH, "factcheckgpt", "wice_claim", "summedits", "uhgeval_kw", "xquad_en", "xquad_zh")
MEASURED = ("lfqa", "begin_dev", "q2", "healthver", "rgb_fact_zh", "rgb_fact_en", "rgb_refine_zh")
PENALTY, ROUNDS = 0.05, 2000
# A sentence with so many characters of a span is hallucinated; shorter ones are no claims.
TOUCHED, SHORTEST = 4, 15
# Words met in fewer sentences than the first are all held to be equally rare.
LEAST_MET, COMMONEST = 12, 2


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one set: their features, and 1 where the claim is supported."""

    features: NDArray[np.float64]
    labels: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Model:
    """A fitted model."""

    weights: NDArray[np.float64]
    intercept: float

    def scores(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """The probability of each row."""
        return np.asarray(1 / (1 + np.exp(-(features @ self.weights + self.intercept))))


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
        source, text = read_source(passages), strip_citations(claim).strip()
        if source.sentences and text:
            features.append(read_claim(text, source).features)
            labels.append(label)
    return Table(np.array(features), np.array(labels, float))


def fit(tables: Sequence[Table], signs: NDArray[np.float64]) -> Model:
    """Fit one model on several sets of equal weight; a weight against its sign becomes 0."""
    features = np.vstack([table.features for table in tables])
    labels = np.concatenate([table.labels for table in tables])
    shares = [np.where(t.labels == 1, 0.5 / t.labels.sum(), 0.5 / (1 - t.labels).sum()) for t in tables]
    weights = np.concatenate(shares) / len(tables)
    mean = weights @ features
    spread = np.sqrt(weights @ (features - mean) ** 2) + 1e-9
    scaled = (features - mean) / spread
    steepest = 0.25 * np.linalg.eigvalsh((scaled * weights[:, None]).T @ scaled)[-1] + PENALTY
    slopes, ahead, level, level_ahead, momentum = np.zeros(len(signs)), np.zeros(len(signs)), 0.0, 0.0, 1.0
    for _ in range(ROUNDS):
        off = weights * (1 / (1 + np.exp(-(scaled @ ahead + level_ahead))) - labels)
        stepped = signs * np.maximum(signs * (ahead - (scaled.T @ off + PENALTY * ahead) / steepest), 0)
        level_stepped = level_ahead - off.sum() / 0.25
        following = (1 + math.sqrt(1 + 4 * momentum**2)) / 2
        pace = (momentum - 1) / following
        ahead, level_ahead = stepped + pace * (stepped - slopes), (1 + pace) * level_stepped - pace * level
        slopes, level, momentum = stepped, level_stepped, following
    return Model(slopes / spread, float(level - (slopes * mean / spread).sum()))


def check(tables: dict[str, Table], signs: NDArray[np.float64], unseen: dict[str, Table]) -> None:
    """Print how a fit does on each set that it was not made for, and for comparison on all."""
    whole = fit(list(tables.values()), signs)
    heads = ("left out: accuracy", "AUROC", "fitted: accuracy", "AUROC")
    print(f"{'set':<20} {'rows':>6}", *(f"{head:>{max(6, len(head))}}" for head in heads))
    for name, table in {**tables, **unseen}.items():
        others = [other for key, other in tables.items() if key.split("_")[0] != name.split("_")[0]]
        model = fit(others, signs) if name in tables else whole
        row = "".join(
            f"{balanced_accuracy(scores, table.labels):{width}.3f} {auroc(scores, table.labels):6.3f}"
            for width, scores in ((20, model.scores(table.features)), (18, whole.scores(table.features)))
        )
        print(f"{name:<20} {len(table.labels):6}{row}{'' if name in tables else '  never fitted'}")


def write_rarity(folder: Path) -> None:
    """Count in how many sentences of WiCE and XQuAD each English stem stands, and write it by bands."""
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


def as_data(model: Model, names: Sequence[str], tables: dict[str, Table]) -> dict[str, Any]:
    """A model as it is written, with the rows it rests on."""
    return {
        "rows": {name: len(table.labels) for name, table in tables.items()},
        "intercept": round(model.intercept, 4),
        "weights": {name: round(float(w), 4) for name, w in zip(names, model.weights, strict=True)},
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
    signs = np.array([-1.0 if name.endswith("absent") else 1.0 for name in FEATURES])
    claims = {name: claim_table(given.data, name, given.seed) for name in CLAIMS}
    if given.check:
        check(claims, signs, {name: claim_table(given.data, name, given.seed) for name in MEASURED})
        return
    fitted = {"seed": given.seed, **as_data(fit(list(claims.values()), signs), FEATURES, claims)}
    text = json.dumps(fitted, indent=1)
    (ROOT / "scoring/words/weights.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
