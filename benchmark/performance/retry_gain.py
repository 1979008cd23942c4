"""What a retry gains: supporting documents found after one more search, by where its query comes from.

Every question of a set is searched for in the documents of all. Each arm has the same first passages and as
many again from one more search, so that only the query tells them apart::

    python benchmark/performance/retry_gain.py --data DIR [--passages 5] [--half even|odd] [--model embedded]

DIR holds any of ``hotpot100.jsonl`` (HotpotQA), ``musique100.jsonl`` (MuSiQue) and ``rgb_int_zh.jsonl`` (RGB,
information integration) as they are published. Arms:

    same_query     the question once more, as the seed's loop does where the suggestion is not used
    read_deeper    the question, the next passages of its ranking
    blind_rewrite  the names in the question, without a look at draft, judgement or passages
    suggestion     a draft is written and judged; the suggestion, the question and what was found make the
                   query. Where the judge finds nothing lacking, the question stands in for its suggestion
    oracle         what only the data set knows: MuSiQue's sub-questions with their answers put in, HotpotQA's
                   supporting titles, RGB's answers

Printed are the share of supporting documents found, a document set each, and for every arm the paired
difference to read_deeper with its bootstrap interval; then the whole loop: recall in the first 5 passages,
and the share of questions with all their groups in the first 10. Last comes the suggestion over all
sets together.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from agents.deep_research import DeepResearchService  # noqa: E402
from agents.evaluator import RAGEvaluator  # noqa: E402
from agents.planner import Planner  # noqa: E402
from agents.research.settings import ResearchSettings  # noqa: E402
from agents.research.writer import AnswerWriter  # noqa: E402
from data_base.passage_index import PassageIndex  # noqa: E402
from data_base.text.names import names  # noqa: E402
from eval.stats.paired import BootstrapSettings, estimate  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from data_base.schemas.passage import Passage

ARMS = ("same_query", "read_deeper", "blind_rewrite", "suggestion", "oracle")
FIRST, MORE, ROUNDS = 5, 10, 3


@dataclass(frozen=True, slots=True)
class Question:
    """A question and what answers it.

    Attributes:
        text: the question.
        groups: of every piece of evidence, the names of the documents that hold it.
        oracle: queries that only the data set knows.
    """

    text: str
    groups: tuple[frozenset[str], ...]
    oracle: tuple[str, ...]


class Corpus:
    """The documents of a set; the same title with another text is another document."""

    def __init__(self) -> None:
        self.names: dict[tuple[str, str], str] = {}
        self._taken: set[str] = set()

    def add(self, title: str, text: str) -> str:
        """The document's name."""
        if (title, text) not in self.names:
            name = title if title not in self._taken else f"{title} ({len(self.names)})"
            self._taken.add(name)
            self.names[title, text] = name
        return self.names[title, text]

    def index(self, k: int) -> PassageIndex:
        """An index over all of them."""
        return PassageIndex.from_texts([(name, text) for (_, text), name in self.names.items()], k=k)


def hotpot(rows: Sequence[dict[str, Any]], corpus: Corpus) -> Iterator[Question]:
    """HotpotQA: the supporting facts' paragraphs."""
    for row in rows:
        places = {title: corpus.add(title, "".join(sentences)) for title, sentences in row["context"]}
        titles = dict.fromkeys(title for title, _ in row["supporting_facts"] if title in places)
        yield Question(row["question"], tuple(frozenset({places[t]}) for t in titles), tuple(titles))


def musique(rows: Sequence[dict[str, Any]], corpus: Corpus) -> Iterator[Question]:
    """MuSiQue: the supporting paragraphs."""
    for row in rows:
        added = [(corpus.add(p["title"], p["paragraph_text"]), p["is_supporting"]) for p in row["paragraphs"]]
        groups = tuple(frozenset({name}) for name, supports in added if supports)
        yield Question(row["question"], groups, tuple(_answered(row["question_decomposition"])))


def _answered(steps: Sequence[dict[str, str]]) -> Iterator[str]:
    """Sub-questions with the answers of earlier ones in the place of #1, #2 and so on."""
    for step in steps:
        text = step["question"]
        for number, earlier in enumerate(steps, start=1):
            text = text.replace(f"#{number}", earlier["answer"])
        yield text


def rgb(rows: Sequence[dict[str, Any]], corpus: Corpus) -> Iterator[Question]:
    """RGB, information integration: a group of passages for every part of the answer.

    The passages have no names; they get some that no query can hold.
    """
    given: dict[str, str] = {}

    def add(text: str) -> str:
        return corpus.add(given.setdefault(text, f"passage{len(given) + 1}"), text)

    for row in rows:
        groups = tuple(frozenset(add(text) for text in group) for group in row["positive"])
        for text in row["negative"]:
            add(text)
        answers = [answer if isinstance(answer, str) else answer[0] for answer in row["answer"]]
        yield Question(row["query"], groups, tuple(f"{row['query']} {answer}" for answer in answers))


SETS: dict[str, Callable[[Sequence[dict[str, Any]], Corpus], Iterator[Question]]] = {
    "hotpot100": hotpot,
    "musique100": musique,
    "rgb_int_zh": rgb,
}


class Arms:
    """One more search, its query from different places."""

    def __init__(self, index: PassageIndex, model: str, passages: int) -> None:
        self._index, self._passages = index, passages
        self._writer, self._judge, self._planner = AnswerWriter(model), RAGEvaluator(model), Planner(model)
        self.suggested = 0

    async def found(self, question: Question) -> dict[str, list[str]]:
        """Names of the documents that each arm has after its second search."""
        first = self._search(question.text)[: self._passages]
        queries = {
            "same_query": [question.text],
            "blind_rewrite": [" ".join(names(question.text)) or question.text],
            "suggestion": await self._suggested(question.text, first),
            "oracle": list(question.oracle),
        }
        arms = {arm: self._with_more(first, queries[arm]) for arm in queries if arm != "same_query"}
        arms["same_query"] = [passage.doc_id for passage in first]
        arms["read_deeper"] = self._with_more(first, [question.text])
        return arms

    def _search(self, query: str) -> list[Passage]:
        return [passage for passage, _ in self._index.search(query, 4 * self._passages)]

    def _with_more(self, first: Sequence[Passage], queries: Sequence[str]) -> list[str]:
        """The first passages and as many others, the queries taking turns."""
        known = {passage.id: passage.doc_id for passage in first}
        rankings = [self._search(query) for query in queries if query]
        for place in range(4 * self._passages):
            for ranking in rankings:
                if place < len(ranking) and len(known) < 2 * self._passages:
                    known.setdefault(ranking[place].id, ranking[place].doc_id)
        return list(known.values())

    async def _suggested(self, question: str, first: Sequence[Passage]) -> list[str]:
        draft = await self._writer.write(question, first)
        evaluation = await self._judge.evaluate_fine_grained(question, draft.text, list(first))
        self.suggested += bool(evaluation.suggestion)
        proposal = await self._planner.propose_query(
            question, evaluation.suggestion or question, tried=[question], found=first
        )
        return [proposal.query or question, *proposal.also]


def recall(question: Question, documents: Sequence[str]) -> float:
    """Share of the groups of which a document is found."""
    found = set(documents)
    return fmean(bool(group & found) for group in question.groups)


async def one_retry(
    name: str, questions: Sequence[Question], arms: Arms, bootstrap: BootstrapSettings
) -> list[float]:
    """Print the gain of one retry in every arm; returns that of the suggestion, a question each."""
    rows = [await arms.found(question) for question in questions]
    scores = {arm: [recall(q, found[arm]) for q, found in zip(questions, rows, strict=True)] for arm in ARMS}
    print(f"\n{name}: {len(questions)} questions; the judge suggested something on {arms.suggested}")
    for arm in ARMS:
        gains = differences(scores[arm], scores["read_deeper"])
        print(f"  {arm:<14} {fmean(scores[arm]):.3f}   {to_read_deeper(gains, bootstrap)}")
    return differences(scores["suggestion"], scores["read_deeper"])


def differences(scores: Sequence[float], others: Sequence[float]) -> list[float]:
    """Question by question."""
    return [mine - other for mine, other in zip(scores, others, strict=True)]


def to_read_deeper(gains: Sequence[float], bootstrap: BootstrapSettings) -> str:
    """The mean gain with its interval, in words."""
    gain = estimate(gains, bootstrap)
    interval = "" if gain.low is None else f" [{gain.low:+.3f}, {gain.high:+.3f}]"
    return f"to read_deeper {gain.mean:+.3f}{interval}"


async def whole_loop(questions: Sequence[Question], index: PassageIndex, model: str) -> None:
    """Print what the loop as it is finds, best first."""
    settings = ResearchSettings(checkpoints=None, max_attempts=ROUNDS)
    service = DeepResearchService(model, retriever=index, settings=settings)
    first, every = [], []
    for question in questions:
        documents = [found.doc_id for found in (await service.run(question.text)).passages]
        first.append(recall(question, documents[:FIRST]))
        every.append(recall(question, documents[:MORE]) == 1)
    print(
        f"  the loop in {ROUNDS} rounds: recall@{FIRST} {fmean(first):.3f}, all in {MORE}: {fmean(every):.3f}"
    )


async def main() -> int:
    """Measure every set that is there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the sets")
    parser.add_argument("--passages", type=int, default=5, help="of each search")
    parser.add_argument("--half", choices=("all", "even", "odd"), default="all", help="questions by number")
    parser.add_argument("--model", default="embedded")
    parser.add_argument("--seed", type=int, default=0, help="of the bootstrap")
    arguments = parser.parse_args()
    present = [name for name in SETS if (arguments.data / f"{name}.jsonl").is_file()]
    if not present:
        print(f"{arguments.data}: holds none of {', '.join(SETS)} (.jsonl)", file=sys.stderr)
        return 2
    gains: list[float] = []
    bootstrap = BootstrapSettings(seed=arguments.seed)
    for name in present:
        lines = (arguments.data / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        corpus = Corpus()
        questions = list(SETS[name]([json.loads(line) for line in lines if line.strip()], corpus))
        part = {"all": slice(None), "even": slice(0, None, 2), "odd": slice(1, None, 2)}[arguments.half]
        arms = Arms(corpus.index(arguments.passages), arguments.model, arguments.passages)
        gains += await one_retry(name, questions[part], arms, bootstrap)
        await whole_loop(questions[part], corpus.index(10), arguments.model)
    print(f"\nall sets: {len(gains)} questions; suggestion {to_read_deeper(gains, bootstrap)}")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
