"""Fits the weights of the embedded judge on permissively licensed rows, and checks them by leaving sets out.

RAGTruth answers (MIT) give the models of whole answers and of their sentences, XQuAD (CC BY-SA) that of short
answers and, with other paragraphs of the same article in the place of the right one, that of whether the
passages contain an answer. Logistic regression with an L2 penalty, standardised features. Run::

    python tools/fit_judge.py --data DIR [--write]

Prints, for each model, the area under the curve on each set with that set left out, and fitted on all.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from eval.stats.verdict_agreement import auroc  # noqa: E402
from scoring.embedded import features  # noqa: E402
from scoring.embedded.answer import claims_of  # noqa: E402
from scoring.embedded.document import read  # noqa: E402
from scoring.embedded.links import link  # noqa: E402
from scoring.embedded.observations import (  # noqa: E402
    ANSWERABLE,
    FITTED,
    answerable,
)
from scoring.embedded.question import parts_of  # noqa: E402
from scoring.embedded.words import root  # noqa: E402
from tools.logistic import fit  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED, PENALTY, PARAGRAPHS = 13, 0.0075, 4
CLAIMS = ("factcheckgpt", "wice_claim")
LONGEST = 12_000
"""Characters of a context; longer ones contain any word somewhere."""
NAMES = {"words": features.WORDS, "short": features.SHORT, "answerable": ANSWERABLE}


@dataclass
class Rows:
    """Features with labels, and the set each row is of."""

    x: list[tuple[float, ...]] = field(default_factory=list)
    y: list[int] = field(default_factory=list)
    sets: list[str] = field(default_factory=list)

    def add(self, x: tuple[float, ...], y: int, name: str) -> None:
        """Add a row."""
        self.x.append(x)
        self.y.append(y)
        self.sets.append(name)


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file."""
    with path.open(encoding="utf-8") as opened:
        yield from map(json.loads, opened)


def collect(folder: Path) -> dict[str, Rows]:
    """Features of all rows that may be fitted on."""
    found = {name: Rows() for name in NAMES}
    for row in lines(folder / "answers_real.jsonl"):
        if row["set"] == "financebench":  # not permissively licensed
            continue
        parts, document = parts_of(row["question"]), read(row["documents"])
        asked = [term for part in parts for term in part.terms]
        claims = claims_of(row["answer"], document.roots | frozenset(map(root, asked)))
        if row["set"].startswith("xquad"):
            found["short"].add(
                features.short(claims, parts, document), int(row["label"] == "true"), row["set"]
            )
            continue
        links = link(claims, parts, asked, document)
        stated = [one for one in links if one.claim.kind == "fact"]
        if stated:
            found["words"].add(features.words_of(stated), int(row["label"] == "grounded"), row["set"])
    for name in CLAIMS:
        for row in lines(folder / f"{name}.jsonl"):
            document = read([row["context"]])
            links = link(claims_of(row["claim"], document.roots), (), (), document)
            stated = [one for one in links if one.claim.kind == "fact"]
            if stated and len(row["context"]) <= LONGEST:
                found["words"].add(features.words_of(stated), int(row["label"]), name)
    for name in ("xquad_en", "xquad_zh"):
        for x, y in with_and_without_answer(folder / f"{name}.jsonl"):
            found["answerable"].add(x, y, name)
    return found


def with_and_without_answer(path: Path) -> Iterator[tuple[tuple[float, ...], int]]:
    """Questions on paragraphs of their article, with and without the one that answers."""
    dice = random.Random(SEED)  # noqa: S311  (a draw, no secret)
    rows = list(lines(path))
    articles: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row["context"] not in articles[row["title"]]:
            articles[row["title"]].append(row["context"])
    for row in rows:
        others = [text for text in articles[row["title"]] if text != row["context"]]
        if len(others) < PARAGRAPHS:
            continue
        chosen = dice.sample(others, PARAGRAPHS)
        part = parts_of(row["question"])[0]
        if dice.random() < 0.5:  # noqa: PLR2004  (as many of one as of the other)
            yield answerable(part, read([*chosen[:-1], row["context"]])), 1
        else:
            yield answerable(part, read(chosen)), 0


def main() -> None:
    """Fit, check, and with ``--write`` keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled JSON Lines files")
    parser.add_argument("--write", action="store_true", help="write the weights that ship")
    given = parser.parse_args()
    models: dict[str, Any] = {}
    for name, rows in collect(given.data).items():
        x, y, sets = np.array(rows.x), np.array(rows.y), np.array(rows.sets)
        whole = fit(x, y, sets, penalty=PENALTY, levels=True)
        checks = {}
        for left in sorted(set(sets)):
            out = sets == left
            b = fit(x[~out], y[~out], sets[~out], penalty=PENALTY, levels=True)
            apart_from_it, on_all = (auroc(x[out] @ fitted[:-1], y[out]) or 0.0 for fitted in (b, whole))
            checks[left] = round(apart_from_it, 3)
            print(f"{name:11} {left:18} left out {checks[left]:.3f}", end="")
            print(f"  fitted on all {on_all:.3f}  {out.sum()} rows")
        models[name] = {
            "weights": {key: round(float(w), 4) for key, w in zip(NAMES[name], whole, strict=False)},
            "intercept": round(float(whole[-1]), 4),
            "left out": checks,
        }
    if given.write:
        written = {"seed": SEED, "penalty": PENALTY, **models}
        FITTED.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
