"""Fit the weights with which grounding weighs a claim's wording, on permissively licensed rows alone.

Writes ``scoring/grounding_weights.py`` and ``scoring/word_rarity.py``, with a record of what they rest on::

    python benchmark/performance/fit_grounding.py --data DIR [--words | --check] [--seed 13]

DIR holds the JSON Lines files named in ``ROWS`` (Factcheck-GPT, SummEdits, Q2 and UHGEval are Apache-2.0,
WiCE ODC-BY and CC BY-SA, XQuAD CC BY-SA 4.0). Logistic regression with non-negative weights (features that
speak against a claim count with the opposite sign), fitted by accelerated projected gradient; every data
set and, in it, either label weigh the same. Rows of Q2 that hold small talk (first person, questions) are
left out, since their labels pass over it. Short answers have weights of their own, none for how long they
are: beside UHGEval's keywords, XQuAD's answers against their own paragraph and one drawn from another
article. ``--words`` counts how rare words are, which the features rest on, and comes first. ``--check``
fits nothing that ships: it prints the balanced accuracy on each data set when the others alone are fitted,
and under a split by document.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import textwrap
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from data_base.text.sentences import sentences  # noqa: E402  (after the path is set)
from eval.agreement_classes import balanced_accuracy  # noqa: E402
from scoring.claims import strip_citations  # noqa: E402
from scoring.wording_features import AGAINST, FEATURES, read_wording  # noqa: E402
from scoring.wording_text import content_terms, read_source, read_words  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

Row = dict[str, Any]

ROWS = {
    "factcheckgpt": "Apache-2.0",
    "wice_claim": "ODC-BY and CC BY-SA",
    "q2": "Apache-2.0",
    "summedits": "Apache-2.0",
    "uhgeval_kw": "Apache-2.0",
    "xquad_en": "CC BY-SA 4.0",
    "xquad_zh": "CC BY-SA 4.0",
}
LONG = ("factcheckgpt", "wice_claim", "q2", "summedits")
SHORT = ("uhgeval_kw", "xquad_en", "xquad_zh")
RARITY_FROM = ("wice_claim", "xquad_en")
SMALL_TALK = ("person", "question")
# Features that grow with the length of a short answer that stands word for word, or of its sentence.
NOT_OF_SHORT = frozenset(("overlap_back", "trigrams", "coverage", "tail", "weakest", "inversions"))
PENALTY, ROUNDS, FOLDS, NEGLIGIBLE = 0.05, 3000, 5, 5e-5
# Words met in fewer sentences than this are all held to be equally rare.
LEAST_MET, RAREST_MET = 12, 6


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one data set, read.

    Attributes:
        features: one line a row, in the order of ``FEATURES``.
        labels: 1 where the claim is supported.
        documents: what a row belongs to, for splitting.
    """

    features: NDArray[np.float64]
    labels: NDArray[np.int64]
    documents: NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class Weights:
    """A fitted model.

    Attributes:
        weights: one a feature; those against a claim are at most 0, all others at least 0.
        intercept: what is added.
    """

    weights: NDArray[np.float64]
    intercept: float

    def logits(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """The log-odds that each row is supported."""
        return np.asarray(features @ self.weights + self.intercept)


def rows_of(folder: Path, name: str, seed: int) -> Iterator[Row]:
    """The rows of a file as claim, context, question, label and document."""
    with (folder / f"{name}.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    if not name.startswith("xquad"):
        yield from ({**row, "document": row["group"]} for row in rows)
        return
    drawn = random.Random(seed)  # noqa: S311  (a recorded draw, no secret)
    for row in rows:
        others = [other for other in rows if other["title"] != row["title"]]
        for label, context in ((1, row["context"]), (0, drawn.choice(others)["context"])):
            yield {**_claim_of(row), "context": context, "label": label, "document": row["title"]}


def _claim_of(row: Row) -> Row:
    answer = row["answer"] if "answer" in row else row["answers"]
    while not isinstance(answer, str):
        answer = answer["text"] if isinstance(answer, dict) else answer[0]
    return {"claim": answer, "question": row["question"]}


def read_table(folder: Path, name: str, seed: int, kinds: Sequence[str]) -> Table:
    """A file's rows of some kinds of claim, with their features."""
    features, labels, documents = [], [], []
    for row in rows_of(folder, name, seed):
        source = read_source((row["context"],))
        claim = strip_citations(row["claim"]).strip()
        question = row.get("question")
        if not source.sentences or not claim:
            continue
        found = read_wording(claim, source, question if isinstance(question, str) else "")
        small_talk = any(found.features[FEATURES.index(feature)] for feature in SMALL_TALK)
        if found.kind in kinds and not (name == "q2" and small_talk):
            features.append(found.features)
            labels.append(row["label"])
            documents.append(str(row["document"]))
    return Table(np.array(features), np.array(labels), np.array(documents))


def balance(labels: NDArray[np.int64]) -> NDArray[np.float64]:
    """Weights of rows with which either label counts one half."""
    positive = labels == 1
    return np.asarray(np.where(positive, 0.5 / max(1, positive.sum()), 0.5 / max(1, (~positive).sum())))


def fit(tables: Sequence[Table], without: frozenset[str] = frozenset()) -> Weights:
    """Fit one model on several data sets of equal weight, features left out getting none."""
    used = np.array([name not in without for name in FEATURES])
    features = np.vstack([table.features for table in tables]) * used
    labels = np.concatenate([table.labels for table in tables]).astype(float)
    weights = np.concatenate([balance(table.labels) for table in tables])
    weights /= weights.sum()
    mean = weights @ features
    spread = np.sqrt(weights @ (features - mean) ** 2) + 1e-9
    scaled = (features - mean) / spread
    signs = np.array([-1.0 if name in AGAINST else 1.0 for name in FEATURES])
    steepest = 0.25 * np.linalg.eigvalsh((scaled * weights[:, None]).T @ scaled)[-1] + PENALTY
    slopes, ahead = np.zeros(len(FEATURES)), np.zeros(len(FEATURES))
    level, level_ahead, momentum = 0.0, 0.0, 1.0
    for _ in range(ROUNDS):
        off = weights * (1 / (1 + np.exp(-(scaled @ ahead + level_ahead))) - labels)
        stepped = ahead - (scaled.T @ off + PENALTY * ahead) / steepest
        stepped = signs * np.maximum(signs * stepped, 0)
        level_stepped = level_ahead - off.sum() / 0.25
        following = (1 + math.sqrt(1 + 4 * momentum**2)) / 2
        pace = (momentum - 1) / following
        ahead, level_ahead = (
            stepped + pace * (stepped - slopes),
            level_stepped + pace * (level_stepped - level),
        )
        slopes, level, momentum = stepped, level_stepped, following
    return Weights(slopes / spread, float(level - (slopes * mean / spread).sum()))


def right_share(logits: NDArray[np.float64], table: Table) -> float | None:
    """Balanced accuracy of log-odds: a row is called supported from 0 on."""
    return balanced_accuracy((logits >= 0).astype(float), table.labels.astype(float))


def check(tables: dict[str, Table], seed: int, without: frozenset[str] = frozenset()) -> None:
    """Print how the fit does on data sets and documents that it has not seen."""
    print(f"{'data set':<14} {'rows':>6} {'others alone':>13} {'other documents':>16}")
    for name, table in tables.items():
        others = [other for key, other in tables.items() if key != name]
        unseen = right_share(fit(others, without).logits(table.features), table)
        said = np.zeros(len(table.labels))
        listed = np.unique(table.documents)
        fold_of = dict(zip(listed, np.random.default_rng(seed).permutation(len(listed)) % FOLDS, strict=True))
        folds = np.array([fold_of[document] for document in table.documents])
        for fold in range(FOLDS):
            out = folds == fold
            kept = Table(table.features[~out], table.labels[~out], table.documents[~out])
            said[out] = fit([*others, kept], without).logits(table.features[out])
        by_document = right_share(said, table)
        print(f"{name:<14} {len(said):6} {unseen:13.3f} {by_document:16.3f}")


def rarity(folder: Path, seed: int) -> tuple[dict[int, list[str]], int]:
    """English stems by how rare they are (log of sentences read to meet one), and the rarest there is."""
    met: Counter[str] = Counter()
    texts = dict.fromkeys(row["context"] for name in RARITY_FROM for row in rows_of(folder, name, seed))
    listed = [sentence for text in texts for sentence in sentences(text)]
    for sentence in listed:
        met.update(set(content_terms(read_words(sentence))))
    bands: dict[int, list[str]] = {}
    for word, count in sorted(met.items()):
        if count >= LEAST_MET and word.isascii() and word.isalpha():
            bands.setdefault(max(2, round(math.log(len(listed) / count))), []).append(word)
    return bands, round(math.log(len(listed) / RAREST_MET))


def write_rarity(folder: Path, seed: int) -> None:
    """Write ``scoring/word_rarity.py``."""
    bands, rarest = rarity(folder, seed)
    lines = [
        f'    {band}: """\n{textwrap.fill(" ".join(words), 106)}\n""",'
        for band, words in sorted(bands.items())
    ]
    body = "\n".join(lines)
    (ROOT / "scoring/word_rarity.py").write_text(
        f'''"""How rare English words are: written by ``benchmark/performance/fit_grounding.py``, not by hand.

Stems by the rounded natural logarithm of how many sentences one reads to meet them, counted over the
passages of WiCE (ODC-BY and CC BY-SA) and XQuAD (CC BY-SA 4.0).
"""

RAREST = {rarest}
_BANDS = {{
{body}
}}
RARITY = {{word: band for band, words in _BANDS.items() for word in words.split()}}
''',
        encoding="utf-8",
    )


def write_weights(long: Weights, short: Weights, tables: dict[str, Table], seed: int) -> None:
    """Write ``scoring/grounding_weights.py``."""
    record = "\n".join(
        f"    {name}: {len(table.labels)} rows, {ROWS[name]}" for name, table in sorted(tables.items())
    )

    def listed(model: Weights) -> str:
        kept = zip(FEATURES, model.weights, strict=True)
        return "".join(f'    "{name}": {weight:.4f},\n' for name, weight in kept if abs(weight) > NEGLIGIBLE)

    (ROOT / "scoring/grounding_weights.py").write_text(
        f'''"""Weights of grounding: written by ``benchmark/performance/fit_grounding.py``, not by hand.

Fitted with seed {seed} on:

{record}
"""

SENTENCE = {{
{listed(long)}}}
SENTENCE_INTERCEPT = {long.intercept:.4f}
SHORT = {{
{listed(short)}}}
SHORT_INTERCEPT = {short.intercept:.4f}
''',
        encoding="utf-8",
    )


def main() -> None:
    """Fit and write, or check."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled JSON Lines files")
    parser.add_argument("--words", action="store_true", help="write the rarity of words, then fit anew")
    parser.add_argument("--check", action="store_true", help="print agreement on unseen data, write nothing")
    parser.add_argument("--seed", type=int, default=13, help="seed of draws and folds (default 13)")
    given = parser.parse_args()
    if missing := [name for name in ROWS if not (given.data / f"{name}.jsonl").is_file()]:
        parser.error(f"--data {given.data} lacks {', '.join(missing)}")
    if given.words:
        write_rarity(given.data, given.seed)
        return
    long = {name: read_table(given.data, name, given.seed, ("sentence", "summary")) for name in LONG}
    short = {name: read_table(given.data, name, given.seed, ("short",)) for name in SHORT}
    if given.check:
        check(long, given.seed)
        check(short, given.seed, NOT_OF_SHORT)
        return
    models = fit(list(long.values())), fit(list(short.values()), NOT_OF_SHORT)
    write_weights(*models, {**long, **short}, given.seed)


if __name__ == "__main__":
    main()
