"""Fits the weights of ``scoring.answerability``: do passages hold what a question asks?

On XQuAD (CC BY-SA 4.0) in English and Chinese. Every question is asked of its whole article, which answers
it, and of the article without the sentence that holds the answer, which does not. Run from anywhere::

    python benchmark/performance/fit_answerability.py --data DIR

DIR holds ``xquad_en.jsonl`` and ``xquad_zh.jsonl``. Prints the weights, and what they are worth on articles
that were left out of the fit (five folds, drawn by a fixed seed).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from scoring.answerability import SURE_FROM, WEIGHTS, answerability  # noqa: E402
from scoring.evidence import read_evidence  # noqa: E402
from scoring.questions import question_parts  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LANGUAGES = ("en", "zh")
FOLDS, SEED = 5, 0
_RIDGE, _STEPS = 1.0, 50
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“])|(?<=[。！？])")


@dataclass(frozen=True)
class Row:
    """One question on one text."""

    article: str
    language: str
    seen: tuple[float, ...]
    answered: bool


def rows(folder: Path) -> Iterator[Row]:
    """Every question twice: on its article, and on the article without the sentence that answers it."""
    for language in LANGUAGES:
        lines = (folder / f"xquad_{language}.jsonl").read_text(encoding="utf-8").splitlines()
        questions = [json.loads(line) for line in lines]
        articles: dict[str, list[str]] = {}
        for row in questions:
            held = articles.setdefault(row["title"], [])
            if row["context"] not in held:
                held.append(row["context"])
        for row in questions:
            article = articles[row["title"]]
            rest = _without_answer(row["context"], _answer(row))
            if rest is None:
                continue
            cut = [rest if text == row["context"] else text for text in article]
            for texts, answered in ((article, True), ([text for text in cut if text], False)):
                yield Row(row["title"], language, _seen(row["question"], texts), answered)


def _answer(row: dict[str, Any]) -> str:
    answers = row["answers"]
    first = answers["text"][0] if isinstance(answers, dict) else answers[0]
    return str(first["text"] if isinstance(first, dict) else first)


def _without_answer(text: str, answer: str) -> str | None:
    """The text without the sentences that hold the answer; None where none does."""
    sentences = [part for part in _SENTENCE_END.split(text) if part.strip()]
    kept = [part for part in sentences if answer not in part]
    return " ".join(kept) if len(kept) < len(sentences) else None


def _seen(question: str, texts: Sequence[str]) -> tuple[float, ...]:
    """The features of the question's likeliest part."""
    evidence = read_evidence(texts)
    parts = [answerability(part, evidence) for part in question_parts(question)]
    best = max(parts, key=lambda part: part.probability)
    return tuple(best.features[name] for name in WEIGHTS)


def fit(table: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Logistic regression with a small ridge, by Newton's method."""
    weights = np.zeros(table.shape[1])
    for _ in range(_STEPS):
        share = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (share - labels) + _RIDGE * weights
        curve = (table * (share * (1 - share))[:, None]).T @ table + _RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    return weights


def left_out(data: Sequence[Row], table: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """The probability of each row, by weights that were fitted without its article."""
    articles = sorted({row.article for row in data})
    random.Random(SEED).shuffle(articles)  # noqa: S311  (no secret)
    fold = np.array([articles.index(row.article) % FOLDS for row in data])
    shares = np.zeros(len(data))
    for one in range(FOLDS):
        weights = fit(table[fold != one], labels[fold != one])
        shares[fold == one] = 1 / (1 + np.exp(-table[fold == one] @ weights))
    return shares


def main() -> None:
    """Print the weights and what they are worth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the XQuAD files")
    data = list(rows(parser.parse_args().data))
    table = np.array([row.seen for row in data])
    labels = np.array([row.answered for row in data], dtype=float)
    weights = fit(table, labels)
    print({name: round(float(weight), 2) for name, weight in zip(WEIGHTS, weights, strict=True)})
    shares = left_out(data, table, labels)
    for language in LANGUAGES:
        own = np.array([row.language == language for row in data])
        held, lacking = shares[own & (labels == 1)], shares[own & (labels == 0)]
        auroc = np.mean(held[:, None] > lacking[None, :]) + np.mean(held[:, None] == lacking[None, :]) / 2
        print(
            f"{language}: {own.sum()} rows, AUROC {auroc:.3f}; at {SURE_FROM}: "
            f"{np.mean(held >= SURE_FROM):.1%} of answered, {np.mean(lacking >= SURE_FROM):.1%} of unanswered"
        )


if __name__ == "__main__":
    main()
