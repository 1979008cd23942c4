"""How many Eval JSON v2 outputs are scored a second, beside a plain scorer that cuts bigrams for every pair.

    python benchmark/performance/eval_json_v2_speed.py [--items 400] [--rounds 5]

Each item has 8 expected descriptions against 8 got ones (a third right, a third changed in some characters, a
third of something else), 5 questions against 5, and four chunks of 400 characters. The two take turns in the
same process on one core; processor time is counted, and the median round is shown. The scores must be equal.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import sys
import time
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scoring.eval_json_v2 import WEIGHTS, score_output

if TYPE_CHECKING:
    from collections.abc import Callable

GOAL = 5_000
_SIGNS = "".join(chr(0x4E00 + 7 * n) for n in range(700)) + "0123456789"
_PATH = "手冊/第一章.md"
Item = tuple[dict[str, Any], str, list[dict[str, str]]]


def main() -> int:
    """Measure and print; exit code 0 where the scores are equal."""
    parser = argparse.ArgumentParser(description="Speed of the Eval JSON v2 scorer.")
    parser.add_argument("--items", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    items = make_items(options.items, random.Random(0))  # noqa: S311  (a simulation)
    ours, plain = list[float](), list[float]()
    equal = True
    for _ in range(options.rounds):
        speed, scores = measured(fast, items)
        ours.append(speed)
        speed, others = measured(plain_score, items)
        plain.append(speed)
        equal = equal and all(abs(a - b) < 1e-9 for a, b in zip(scores, others, strict=True))  # noqa: PLR2004
    fast_rate, plain_rate = statistics.median(ours), statistics.median(plain)
    print(f"ours   {fast_rate:8,.0f} items/s (goal {GOAL:,})")
    print(f"plain  {plain_rate:8,.0f} items/s")
    print(f"ratio  {fast_rate / plain_rate:8.1f}")
    print(f"equal  {equal}")
    return 0 if equal else 1


def make_items(count: int, dice: random.Random) -> list[Item]:
    """Items with 8 expected descriptions against 8 got ones."""
    return [_item(dice) for _ in range(count)]


def fast(item: Item) -> float:
    """The project's scorer."""
    return score_output(*item).primary_score or 0.0


def plain_score(item: Item) -> float:
    """The specification word for word, everything done for each pair."""
    expected, raw, chunks = item
    got = json.loads(raw)
    parts = [
        *(float(_match(expected[n], got[n])) for n in ("target_audience", "main_topic", "sub_topic")),
        _f1(expected["detailed_description"], got["detailed_description"][:12]),
        _evidence(expected["original_evidence"], got["original_evidence"]),
        _f1(expected["predicted_questions"], got["predicted_questions"][:10]),
        _grounding(got["source_map"], chunks),
    ]
    return sum(weight * part for weight, part in zip(WEIGHTS.values(), parts, strict=True))


def measured(score: Callable[[Item], float], items: list[Item]) -> tuple[float, list[float]]:
    """Items a second of processor time, and the scores."""
    began = time.process_time()
    scores = [score(item) for item in items]
    return len(items) / (time.process_time() - began), scores


def _item(dice: random.Random) -> Item:
    def words(least: int, most: int) -> str:
        return "".join(dice.choices(_SIGNS, k=dice.randint(least, most)))

    def heard(text: str, number: int) -> str:
        if number % 3 == 0:
            return text
        return text[:-4] + words(4, 4) if number % 3 == 1 else words(18, 36)

    expected: dict[str, Any] = {
        "target_audience": words(4, 6),
        "main_topic": words(4, 8),
        "sub_topic": words(4, 10),
        "detailed_description": [words(18, 36) for _ in range(8)],
        "original_evidence": words(60, 90),
        "predicted_questions": [words(10, 20) for _ in range(5)],
    }
    chunks = [{"source_path": _PATH, "text": words(400, 400)} for _ in range(4)]
    got: dict[str, Any] = {
        name: value if isinstance(value, str) else list(map(heard, value, range(8)))
        for name, value in expected.items()
    }
    dice.shuffle(got["detailed_description"])
    anchor = chunks[1]["text"][30:42]
    got["source_map"] = [{"part": "x", "refs": [{"file": _PATH, "anchors": ["沒有", anchor]}]}]
    return expected, json.dumps(got, ensure_ascii=False), chunks


def _norm(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text).casefold())


def _match(first: str, second: str) -> bool:
    a, b = _norm(first), _norm(second)
    if not a or not b:
        return a == b
    if a in b or b in a:
        return True
    one, other = {a[i : i + 2] for i in range(len(a) - 1)}, {b[i : i + 2] for i in range(len(b) - 1)}
    return bool(one and other) and len(one & other) / len(one | other) >= 0.72  # noqa: PLR2004


def _f1(expected: list[str], got: list[str]) -> float:
    recall = sum(any(_match(e, g) for g in got) for e in expected) / len(expected)
    precision = sum(any(_match(e, g) for e in expected) for g in got) / len(got)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _evidence(expected: str, got: str) -> float:
    text = unicodedata.normalize("NFKC", expected).casefold()
    found = re.finditer("[a-z0-9]+|[\u4e00-\u9fff](?=([\u4e00-\u9fff]))", text)
    words = list(dict.fromkeys(match[0] + (match[1] or "") for match in found))[:30]
    hits = sum(word in unicodedata.normalize("NFKC", got).casefold() for word in words)
    return min(1.0, hits / 8) * min(1.0, len(got) / 40)


def _grounding(source_map: list[dict[str, Any]], chunks: list[dict[str, str]]) -> float:
    context = "\n".join(chunk["text"] for chunk in chunks)
    paths = {chunk["source_path"] for chunk in chunks}
    refs = [ref for entry in source_map[:12] for ref in entry["refs"][:6]]
    held = [ref["file"] in paths and any(a and a in context for a in ref["anchors"][:6]) for ref in refs]
    return sum(held) / len(held) if held else 0.0


if __name__ == "__main__":
    sys.exit(main())
