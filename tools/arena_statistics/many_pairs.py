"""Ten contestants, 200 questions, all pairs in both orders: how long the verdicts and the standings take.

    uv run python tools/arena_statistics/many_pairs.py [--contestants 10] [--questions 200]

The judge's replies are there at once, so that what is measured is this program: rendering 18,000 prompts,
reading as many replies, checking their quotes, keeping them in a new SQLite store, and the standings with
1,000 resamples. Printed are the seconds of each part and the largest resident memory of the process.
"""

import argparse
import asyncio
import json
import random
import resource
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from langchain_core.callbacks import CallbackManagerForLLMRun  # noqa: E402  (found once the path is set)
from langchain_core.language_models import BaseChatModel  # noqa: E402  (as above)
from langchain_core.messages import AIMessage, BaseMessage  # noqa: E402  (as above)
from langchain_core.outputs import ChatGeneration, ChatResult  # noqa: E402  (as above)

from agents.evaluator import RAGEvaluator  # noqa: E402  (as above)
from data_base.schemas.answer import Answer  # noqa: E402  (as above)
from data_base.schemas.case import Case  # noqa: E402  (as above)
from data_base.schemas.passage import Passage  # noqa: E402  (as above)
from data_base.schemas.run import RunItem, RunManifest  # noqa: E402  (as above)
from data_base.store.run_store import RunStore  # noqa: E402  (as above)
from eval.arena.pair_judging import PairContest, pairs_of  # noqa: E402  (as above)
from eval.arena.result import CaseResult  # noqa: E402  (as above)
from eval.arena.standings import arena_standings  # noqa: E402  (as above)

WORDS = ("harbour", "ships", "tonnes", "year", "mill", "river", "engine", "council", "grain", "coal", "tax")
VERDICTS = ("A much better", "A better", "tie", "B better", "B much better")


class RecordedReplies(BaseChatModel):
    """Replies at once, with verdicts by a seed."""

    @property
    def model_id(self) -> str:
        """Its name in runs."""
        return "recorded:replies"

    @property
    def _llm_type(self) -> str:
        return "recorded"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002  (as LangChain calls it)
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  (as above)
        **_options: Any,  # noqa: ANN401  (as above)
    ) -> ChatResult:
        chance = random.Random(str(messages[-1].content))  # noqa: S311  (invented data)
        evidence = [
            {"answer": each, "says": "a claim", "passage_id": "1", "quote": "harbour"} for each in ("A", "B")
        ]
        reply = {
            "evidence": evidence,
            "analysis": "what decides " * 40,
            "verdict": chance.choice(VERDICTS),
            "reason": "the figures",
        }
        usage = {"input_tokens": 1_000, "output_tokens": 200, "total_tokens": 1_200}
        message = AIMessage(content=json.dumps(reply), usage_metadata=usage)
        return ChatResult(generations=[ChatGeneration(message=message)])


def text(chance: random.Random, words: int) -> str:
    """Invented prose."""
    return " ".join(chance.choices(WORDS, k=words)).capitalize() + "."


def invented(contestants: int, questions: int) -> list[CaseResult]:
    """Questions with five passages and an answer of 150 words from each contestant."""
    chance = random.Random(0)  # noqa: S311  (invented data)
    results = []
    for number in range(questions):
        passages = tuple(
            Passage(id=f"d{number}#{i}", doc_id=f"d{number}", text=text(chance, 120)) for i in range(5)
        )
        items = tuple(
            RunItem(case_id=f"q{number}", system=f"S{i}", answer=Answer(text=text(chance, 150)))
            for i in range(contestants)
        )
        case = Case(id=f"q{number}", question=text(chance, 12))
        results.append(CaseResult(case=case, shared_passages=passages, items=items))
    return results


async def judged(results: list[CaseResult], folder: Path) -> PairContest:
    """All pairs, kept in a new store."""
    with RunStore(folder / "runs.sqlite") as store:
        store.create(RunManifest(run_id="r", task="arena", scorer_version="1", created_at=datetime.now(UTC)))
        contest = PairContest("r", [RAGEvaluator(RecordedReplies(), cache=None)], store, concurrency=64)
        await contest.judge(pair for result in results for pair in pairs_of(result))
        return contest


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--contestants", type=int, default=10)
    parser.add_argument("--questions", type=int, default=200)
    asked = parser.parse_args()
    results = invented(asked.contestants, asked.questions)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        contest = asyncio.run(judged(results, Path(folder)))
    verdicts, before = time.perf_counter(), memory()
    arena_standings(results, contest.verdicts, by_pairs=True)
    ended = time.perf_counter()
    print(f"verdicts   {len(contest.verdicts):8,} in {verdicts - began:6.1f} s")
    print(f"standings  {len(contest.verdicts) // 2:8,} pairs in {ended - verdicts:6.1f} s")
    print(f"in all              {ended - began:6.1f} s")
    print(f"memory     {memory():8.0f} MiB at most, {before:.0f} before the standings")


def memory() -> float:
    """The largest resident memory so far in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
