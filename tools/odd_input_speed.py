"""How the embedded judge's time grows on odd input: one piece of text repeated thousands of times.

Run from anywhere::

    python tools/odd_input_speed.py [--length N]

Judges each odd text as the answer, as the passage and as both, at half the length and at the whole of it, and
prints the CPU seconds and how many times longer the whole takes: about 2 where the time grows with the
length, 4 where it grows with its square. Ends with 1 where something takes more than the limit.
"""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from scoring.embedded.verdict import judge_answer  # noqa: E402

QUESTION = "How many workers did the mill have in 2020?"
SENTENCE = "The mill in Oster had 212 workers in 2020 and 198 in 2019. It made 4,310 tonnes of flour."
PIECES = (
    *(
        " ",
        "\n",
        "1 ",
        "1, ",
        "- 1\n",
        "第1",
        "1月",
        "2020年",
        "百分之一",
    ),
    *(
        "January ",
        "3 мая ",
        "5 km ",
        "-",
        "A1",
        "not ",
        "不",
        "廠房有工人。",
        "The mill had 1 worker. ",
    ),
)
LIMIT_S = 2.0
"""CPU seconds that one judgement at the whole length may take."""
_QUICK_S = 0.05


def seconds(piece: str, place: str, length: int) -> float:
    """CPU seconds of one judgement of a repeated piece as the answer, the passage or both."""
    text = (piece * length)[:length]
    answer = text if place != "passage" else SENTENCE
    passages = [text] if place != "answer" else [SENTENCE]
    started = time.thread_time()
    judge_answer(QUESTION, answer, passages)
    return time.thread_time() - started


def main() -> int:
    """Measure, print, compare with the limit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--length", type=int, default=12_000, help="characters of the odd text")
    length = parser.parse_args().length
    slow = 0
    for piece in PIECES:
        for place in ("answer", "passage", "both"):
            half, whole = seconds(piece, place, length // 2), seconds(piece, place, length)
            # Shorter times are mostly what the program does once.
            times = f"{whole / half:.1f} x" if whole > _QUICK_S and half else "-"
            print(f"{piece!r:12} {place:8} {whole:6.2f} s  {times}")
            slow += whole > LIMIT_S
    print(f"more than {LIMIT_S:g} s: {slow} of {3 * len(PIECES)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
