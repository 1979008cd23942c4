"""How the embedded judge fares on answers that were written without sight of the code.

Every answer of ``tests/independent`` is judged on its document. Run from anywhere::

    python benchmark/performance/independent_answers.py [--show] [--folder DIR]

Prints, for each kind of answer and language, how many got an accuracy in the band that a fair person would
give; ``--show`` lists the others.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from agents.passage_choice import choose_passages  # noqa: E402
from data_base.documents.reader import read_documents  # noqa: E402
from scoring.judging import judge_answer  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = ROOT / "tests" / "independent"
LANGUAGES = ("zh-Hant", "zh-Hans", "en", "ru")
BANDS: dict[str, tuple[float, float]] = {
    "gold": (9, 11),
    "paraphrase": (8, 11),
    "invented": (0, 3),
    "swapped": (0, 5),
    "abstain_right": (8, 11),
    "abstain_wrong": (0, 7),
    "made_up": (0, 3),
    "one_sided": (3, 8),
}
"""Kind of answer to the accuracy it should lie strictly between; one_sided may lie on its bounds."""
_TOKENS = 6000


@dataclass(frozen=True)
class Judged:
    """One answer with the accuracy it got."""

    language: str
    id: str
    kind: str
    accuracy: float

    @property
    def fair(self) -> bool:
        """Whether the accuracy lies in the band of its kind."""
        low, high = BANDS[self.kind]
        if self.kind == "one_sided":
            return low <= self.accuracy <= high
        return low < self.accuracy < high


def judged_answers(folder: Path = FOLDER) -> Iterator[Judged]:
    """Judge every answer of a folder."""
    for language in LANGUAGES:
        passages = read_documents(folder / "documents" / f"{language}.md")
        for line in (folder / f"answers.{language}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            shown = choose_passages(row["question"], row["answer"], passages, token_budget=_TOKENS).shown
            verdict = judge_answer(row["question"], row["answer"], [passage.text for passage in shown])
            yield Judged(language, row["id"], row["kind"], verdict.accuracy)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--show", action="store_true", help="list the answers out of their band")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="documents and answers of the same form")
    arguments = parser.parse_args()
    judged = list(judged_answers(arguments.folder))
    total = Counter((each.language, each.kind) for each in judged)
    fair = Counter((each.language, each.kind) for each in judged if each.fair)
    for kind in BANDS:
        shares = "  ".join(f"{name} {fair[name, kind]}/{total[name, kind]}" for name in LANGUAGES)
        print(f"{kind:14} {shares}")
    print(f"{'all':14} {fair.total()}/{total.total()}")
    if arguments.show:
        for each in judged:
            if not each.fair:
                print(f"  {each.id} {each.accuracy:.1f}")


if __name__ == "__main__":
    main()
