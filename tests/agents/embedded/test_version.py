"""The embedded program has a version, which is a term of runs: it changes with what the program says."""

import asyncio
import hashlib
import json

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.passage_conversion import as_passages
from agents.research.writer import AnswerWriter
from data_base.documents.reader import read_documents
from data_base.passage_index import PassageIndex
from data_base.schemas.answer import Answer
from data_base.schemas.embedded_caveat import EMBEDDED_VERSION
from tests.support.in_process import ROOT

BANK = ROOT / "benchmark" / "arena"
SAYS = {8: "04c229ade21f9859fbd4b09bf44f631b821a3da09a6b00f092e335db72702239"}
"""Version to the sha256 of what it says of the shipped bank."""


def lines(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (BANK / name).read_text(encoding="utf-8").splitlines()]


async def said() -> list[object]:
    """What the program answers to the bank's questions, and how it judges that and the recorded answers."""
    index = PassageIndex.from_passages(read_documents([BANK / "documents"]))
    recorded = {each["id"]: each["answer"] for each in lines("recorded_pure_llm.jsonl") if "id" in each}
    evaluator, writer = RAGEvaluator("embedded"), AnswerWriter("embedded")
    found: list[object] = []
    for each in lines("questions.jsonl")[::2]:
        passages = as_passages(await index.ainvoke(each["question"]))
        written = await writer.write(each["question"], passages)
        assert isinstance(written, Answer)
        for text in (written.text, recorded[each["id"]]):
            result = await evaluator.evaluate_fine_grained(each["question"], text, passages)
            scores = {name: round(score, 3) for name, score in result.metrics.scores().items()}
            found.append([text, scores, [(issue.claim, issue.verdict) for issue in result.issues]])
    return found


def test_what_the_embedded_program_says_changes_with_its_version_alone() -> None:
    text = json.dumps(asyncio.run(said()), ensure_ascii=False, sort_keys=True)
    now = hashlib.sha256(text.encode()).hexdigest()
    if SAYS.get(EMBEDDED_VERSION) != now:
        pytest.fail(
            "The embedded program answers or judges otherwise than its version says: raise EMBEDDED_VERSION "
            f"in data_base/schemas/embedded_caveat.py, so that no run is resumed, and write {now} here."
        )
