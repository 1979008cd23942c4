"""How many supporting documents the research loop finds on public sets of questions with two or more hops.

Every question is searched for in the documents of all questions of its set, once and by the whole loop::

    python benchmark/performance/loop_recall.py --data DIR [--model embedded]

DIR contains ``hotpot100.jsonl`` (HotpotQA), ``musique100.jsonl`` (MuSiQue) or both, as they are published.
Printed for each set: recall in the first 5 passages of one search and of the loop, and the share of
questions all of whose supporting documents are in the loop's first 10.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from agents.deep_research import DeepResearchService  # noqa: E402
from agents.research.settings import ResearchSettings  # noqa: E402
from data_base.passage_index import PassageIndex  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Row = dict[str, Any]
    Question = tuple[str, frozenset[tuple[str, str]]]
    """A question with its supporting documents, each a title and a text."""

FIRST, MORE, ATTEMPTS = 5, 10, 3


def hotpot(row: Row) -> tuple[Question, list[tuple[str, str]]]:
    """A question of HotpotQA, and all documents that it comes with."""
    documents = [(title, "".join(sentences)) for title, sentences in row["context"]]
    titles = {title for title, _ in row["supporting_facts"]}
    return (row["question"], frozenset(each for each in documents if each[0] in titles)), documents


def musique(row: Row) -> tuple[Question, list[tuple[str, str]]]:
    """A question of MuSiQue, and all documents that it comes with."""
    documents = [(each["title"], each["paragraph_text"]) for each in row["paragraphs"]]
    supports = [each["is_supporting"] for each in row["paragraphs"]]
    supporting = frozenset(each for each, does in zip(documents, supports, strict=True) if does)
    return (row["question"], supporting), documents


SETS: dict[str, Callable[[Row], tuple[Question, list[tuple[str, str]]]]] = {
    "hotpot100": hotpot,
    "musique100": musique,
}


async def measured(name: str, rows: Sequence[Row], model: str) -> str:
    """The figures of one set."""
    questions, documents = zip(*(SETS[name](row) for row in rows), strict=True)
    # Several questions may come with the same document; the same title with another text is another document.
    texts = dict.fromkeys(each for listed in documents for each in listed)
    names: dict[tuple[str, str], str] = {}
    for title, text in texts:
        names[title, text] = title if title not in names.values() else f"{title} ({len(names)})"
    index = PassageIndex.from_texts([(name, text) for (_, text), name in names.items()], k=MORE)
    settings = ResearchSettings(checkpoints=None, max_attempts=ATTEMPTS)
    service = DeepResearchService(model, retriever=index, settings=settings)
    once, first, every = [], [], []
    for question, supporting in questions:
        wanted = {names[each] for each in supporting}
        searched = [passage.doc_id for passage, _ in index.search(question, FIRST)]
        found = [passage.doc_id for passage in (await service.run(question)).passages]
        once.append(recall(wanted, searched))
        first.append(recall(wanted, found[:FIRST]))
        every.append(recall(wanted, found[:MORE]) == 1)
    return (
        f"{name}: {len(questions)} questions; recall@{FIRST} of one search {fmean(once):.3f}, "
        f"of the loop {fmean(first):.3f}; all in the loop's {MORE}: {fmean(every):.3f}"
    )


def recall(wanted: set[str], found: Sequence[str]) -> float:
    """Share of the wanted documents that were found."""
    return len(wanted & set(found)) / len(wanted)


async def main() -> int:
    """Measure every set that is there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the sets")
    parser.add_argument("--model", default="embedded")
    given = parser.parse_args()
    present = [name for name in SETS if (given.data / f"{name}.jsonl").is_file()]
    if not present:
        parser.error(f"--data {given.data} contains none of {', '.join(SETS)} (.jsonl)")
    for name in present:
        lines = (given.data / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        print(await measured(name, [json.loads(line) for line in lines if line.strip()], given.model))
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
