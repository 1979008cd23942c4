"""Score cards a second for each type of answer, on one core, beside the same formula in plain Python.

The plain version lower-cases and splits at blanks, and knows neither units, synonyms, number words, scripts
nor ROUGE beyond a table of common subsequences: what is left is the arithmetic that the score stands for.
The ratio says what reading answers as people write them costs. Both take the same answers in one run; no
answer comes twice, so that nothing is won by remembering it. Run from anywhere::

    python benchmark/performance/score_cards.py [--count N]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from data_base.canonical_answer import ANSWER_TYPES, CanonicalAnswer  # noqa: E402
from scoring.answers import score  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from data_base.canonical_answer import AnswerType

Fields = dict[str, Any]
SEED = 0
_WORDS = """
grain timber steel harbour berth quay crane freight notice repair delay spring autumn tonne vessel
港口 码头 吞吐量 货物 延误 причал груз порт задержка ремонт
"""
WORDS = _WORDS.split()


def answers(answer_type: AnswerType, count: int) -> list[CanonicalAnswer]:
    """Answers of a type, half of them right, in the writing of people; the same for the same count."""
    draw = random.Random(SEED)  # noqa: S311  (no secret)
    return [_answer(answer_type, number, draw) for number in range(count)]


def _answer(answer_type: AnswerType, number: int, draw: random.Random) -> CanonicalAnswer:
    right, said = _SIDES[answer_type](number, draw)
    fields = {"task_id": "speed", "sample_id": str(number), "answer_type": answer_type}
    return CanonicalAnswer.model_validate({**fields, "prediction": said, "ground_truth": right})


def _choice(number: int, draw: random.Random) -> tuple[Fields, Fields]:
    name = f"{draw.choice(WORDS)} {number}"
    return {"value": name}, {"value": f"The answer is {name.title()}." if number % 2 else f"not {name}"}


def _number(number: int, _draw: random.Random) -> tuple[Fields, Fields]:
    right = {"value": number + 1, "unit": "kg", "tolerance_rel": 0.01}
    return right, {"value": f"{(number + 1) * 1000:,} g" if number % 2 else f"{number + 9} t"}


def _list(number: int, draw: random.Random) -> tuple[Fields, Fields]:
    items = [f"{word} {number}" for word in draw.sample(WORDS, 8)]
    return {"items": items, "ordered": True}, {"items": [item.upper() for item in items[2:]] + ["oil"]}


def _text(number: int, draw: random.Random) -> tuple[Fields, Fields]:
    words = [draw.choice(WORDS) for _ in range(30)]
    return {"value": f"{number} " + " ".join(words)}, {"value": " ".join(words[5:]) + f" {number}"}


def _reasoning(number: int, draw: random.Random) -> tuple[Fields, Fields]:
    steps = [f"{' '.join(draw.sample(WORDS, 6))} {number}" for _ in range(3)]
    right: Fields = {
        "final_answer": {"value": steps[-1]},
        "steps": [{"id": str(n), "text": text} for n, text in enumerate(steps)],
        "claims": [{"text": text, "evidence": [f"n{n}"]} for n, text in enumerate(steps)],
    }
    return right, {**right, "steps": right["steps"][::-1]}


_SIDES: dict[AnswerType, Callable[[int, random.Random], tuple[Fields, Fields]]] = {
    "choice": _choice,
    "number": _number,
    "list": _list,
    "text": _text,
    "reasoning": _reasoning,
}


def plain_choice(said: Fields, right: Fields) -> float:
    """Exact match."""
    return float(said["value"].strip().lower() == right["value"].strip().lower())


def plain_number(said: Fields, right: Fields) -> float:
    """Within tolerance, of a number and a known unit."""
    digits, unit = said["value"].replace(",", "").split()
    value = float(digits) * {"g": 0.001, "kg": 1, "t": 1000}[unit]
    return float(abs(value - right["value"]) <= right["tolerance_rel"] * abs(right["value"]))


def plain_list(said: Fields, right: Fields) -> float:
    """F1 and Kendall's tau over all pairs."""
    ours, theirs = [item.lower() for item in said["items"]], [item.lower() for item in right["items"]]
    places = [theirs.index(item) for item in ours if item in theirs]
    pairs = [(i, j) for i in range(len(places)) for j in range(i)]
    sum(1 if places[j] < places[i] else -1 for i, j in pairs)
    return 2 * len(places) / (len(ours) + len(theirs))


def plain_text(said: Fields, right: Fields) -> float:
    """Keyword coverage, ROUGE-1 and ROUGE-L."""
    ours, theirs = said["value"].lower().split(), right["value"].lower().split()
    wanted = list(dict.fromkeys(theirs))
    sum(min(ours.count(word), theirs.count(word)) for word in wanted)
    row = [0] * (len(theirs) + 1)
    for word in ours:
        above = 0
        for place, other in enumerate(theirs):
            above, row[place + 1] = (
                row[place + 1],
                above + 1 if word == other else max(row[place], row[place + 1]),
            )
    return sum(word in ours for word in wanted) / len(wanted)


def plain_reasoning(said: Fields, right: Fields) -> float:
    """The final answer, the steps and claims that share most words, their order and evidence."""
    for part in ("steps", "claims"):
        taken = [set(entry["text"].lower().split()) for entry in said[part]]
        for entry in right[part]:
            words = set(entry["text"].lower().split())
            max(range(len(taken)), key=lambda i, words=words: len(words & taken[i]))  # type: ignore[misc]
    return plain_choice(said["final_answer"], right["final_answer"])


PLAIN: dict[AnswerType, Callable[[Fields, Fields], float]] = {
    "choice": plain_choice,
    "number": plain_number,
    "list": plain_list,
    "text": plain_text,
    "reasoning": plain_reasoning,
}


def per_second(work: Callable[[Any], object], items: Sequence[Any]) -> float:
    """How many items a second of this process's own time."""
    began = time.process_time()
    for item in items:
        work(item)
    return len(items) / max(time.process_time() - began, 1e-9)


def main() -> None:
    """Measure every type and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=5000, help="answers of each type")
    count = parser.parse_args().count
    print(f"{count} answers of each type, one core, CPU time")
    print(f"{'type':<10} {'score cards/s':>14} {'plain Python/s':>15} {'ratio':>7}")
    for answer_type in ANSWER_TYPES:
        items = answers(answer_type, count)
        pairs = [
            (item.prediction.model_dump(), item.ground_truth.model_dump())
            for item in items
            if item.prediction
        ]
        plain = PLAIN[answer_type]
        # Tables of words and units are built at first use; that is not what is measured.
        score(answers(answer_type, count + 1)[-1])
        ours = per_second(score, items)
        theirs = per_second(lambda pair, plain=plain: plain(*pair), pairs)  # type: ignore[misc]
        print(f"{answer_type:<10} {ours:>14,.0f} {theirs:>15,.0f} {ours / theirs:>7.4f}")


if __name__ == "__main__":
    main()
