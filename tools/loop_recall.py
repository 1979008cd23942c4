"""How many supporting documents a search and the research loop find on public sets, by words and by meaning.

Every question is searched for in the documents of all questions of its set, once and by the whole loop::

    python tools/loop_recall.py --data DIR [--model embedded]

DIR contains some of ``hotpot100.jsonl`` (HotpotQA), ``musique100.jsonl`` (MuSiQue), ``xquad_en.jsonl`` and
``xquad_zh.jsonl`` (XQuAD), as they are published. Printed for each set, by words alone and with the extra
``semantic``: recall in the first 5 passages of one search and of the loop, the share of questions all of
whose supporting documents are in the loop's first 10, and how often a model is asked for each step. Of XQuAD,
whose questions need one paragraph, only the search is measured, for each language on each. Vectors are kept
as ``judge research --semantic`` keeps them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from agents.deep_research import DeepResearchService  # noqa: E402
from agents.models.sentence_encoder import SentenceEncoder  # noqa: E402
from agents.research.events import Finished, ModelCallStarted  # noqa: E402
from agents.research.settings import ResearchSettings  # noqa: E402
from data_base.errors import InputError  # noqa: E402
from data_base.passage_index import PassageIndex  # noqa: E402
from eval.runs.document_index import VECTORS, index_cache  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from langchain_core.embeddings import Embeddings

    Row = dict[str, Any]
    Question = tuple[str, frozenset[tuple[str, str]]]
    """A question with its supporting documents, each a title and a text."""

FIRST, MORE, ATTEMPTS = 5, 10, 3
LANGUAGES = ("xquad_en", "xquad_zh")


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


class Way(NamedTuple):
    """A way to search: its name, and the embeddings that it takes."""

    name: str
    embeddings: Embeddings | None


def ways() -> Iterator[Way]:
    """By words, and where the extra is installed also by meaning."""
    yield Way("words", None)
    try:
        yield Way("words and meaning", SentenceEncoder())
    except InputError as error:
        print(f"Not measured by meaning: {error}")


def index_of(documents: dict[str, str], way: Way) -> PassageIndex:
    """An index over texts by name, searched in this way."""
    vectors = index_cache() / VECTORS
    return PassageIndex.from_texts(documents.items(), k=MORE, embeddings=way.embeddings, vectors=vectors)


async def measured(name: str, rows: Sequence[Row], model: str, way: Way) -> str:
    """The figures of one set."""
    questions, documents = zip(*(SETS[name](row) for row in rows), strict=True)
    # Several questions may come with the same document; the same title with another text is another document.
    texts = dict.fromkeys(each for listed in documents for each in listed)
    names: dict[tuple[str, str], str] = {}
    for title, text in texts:
        names[title, text] = title if title not in names.values() else f"{title} ({len(names)})"
    index = index_of({name: text for (_, text), name in names.items()}, way)
    settings = ResearchSettings(checkpoints=None, max_attempts=ATTEMPTS)
    service = DeepResearchService(model, retriever=index, settings=settings)
    once, first, every = [], [], []
    calls, found = Counter[str](), list[str]()
    for question, supporting in questions:
        wanted = {names[each] for each in supporting}
        searched = [passage.doc_id for passage, _ in index.search(question, FIRST)]
        async for event in service.stream(question):
            if isinstance(event, ModelCallStarted):
                calls[event.step] += 1
            if isinstance(event, Finished):
                found = [passage.doc_id for passage in event.result.passages]
        once.append(recall(wanted, searched))
        first.append(recall(wanted, found[:FIRST]))
        every.append(recall(wanted, found[:MORE]) == 1)
    asked = ", ".join(f"{step} {count / len(questions):.2f}" for step, count in calls.items())
    return (
        f"{name}, {way.name}: {len(questions)} questions; recall@{FIRST} of one search {fmean(once):.3f}, "
        f"of the loop {fmean(first):.3f}; all in the loop's {MORE}: {fmean(every):.3f}; "
        f"calls a question {calls.total() / len(questions):.2f} ({asked})"
    )


def across(asked: Sequence[Row], read: Sequence[Row], way: Way) -> str:
    """The recall of questions of one language in the paragraphs of another."""
    names = {text: f"{n}" for n, text in enumerate(dict.fromkeys(row["context"] for row in read))}
    holds = {row["id"]: names[row["context"]] for row in read}
    index = index_of({name: text for text, name in names.items()}, way)
    pairs = [(row["question"], holds[row["id"]]) for row in asked if row["id"] in holds]
    found = [recall({name}, [p.doc_id for p, _ in index.search(question, FIRST)]) for question, name in pairs]
    return (
        f"{way.name}: {len(pairs)} questions on {len(names)} paragraphs; recall@{FIRST} of one search "
        f"{fmean(found):.3f}"
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
    sets = {
        name: rows_of(path)
        for name in (*SETS, *LANGUAGES)
        if (path := given.data / f"{name}.jsonl").is_file()
    }
    if not sets:
        parser.error(f"--data {given.data} contains none of {', '.join((*SETS, *LANGUAGES))} (.jsonl)")
    for way in ways():
        for name in (name for name in SETS if name in sets):
            print(await measured(name, sets[name], given.model, way))
        for asked, read in product(LANGUAGES, LANGUAGES):
            if asked in sets and read in sets:
                print(f"{asked} on {read}, {across(sets[asked], sets[read], way)}")
    return 0


def rows_of(path: Path) -> list[Row]:
    """The rows of a set."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
