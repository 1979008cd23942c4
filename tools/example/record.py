"""Record the worked example again: an arena whose every reply a language model writes.

    OPENAI_API_KEY=… python tools/example/record.py http://127.0.0.1:8000/v1 out/example

The address is that of a server with OpenAI's protocol; its model is called ``example``. The first pass asks,
and may wait long for each reply. The second asks the same again, and the server must know the replies by
then, so that the recorded times contain no waiting. :mod:`tools.example.pack` writes what ships.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from json_repair import repair_json
from langchain_core.messages import HumanMessage

from agents.calls.complete import CallSettings, complete
from agents.calls.concurrency import in_order
from agents.models.registry import chat_model
from data_base.schemas.rating import DIMENSIONS
from eval.arena.request import BANK, ArenaRequest
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from eval.compare.named_run import run_in_file
from eval.reports.arena_folder import save_arena
from prompts.registry import rubric_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.schemas.run import RunItem
    from eval.arena.result import ArenaResult, CaseResult

MODEL = "openai:example"
QUESTIONS = (
    *("zht-02", "zht-03", "zht-04", "zht-05", "zht-07", "zht-08", "zht-10"),
    *("en-01", "en-03", "en-04", "en-05", "en-06", "en-08", "en-09"),
    *("ru-01", "ru-02", "ru-03", "ru-04", "ru-05", "ru-06", "ru-08"),
    *("zhs-01", "zhs-02", "zhs-03", "zhs-04", "zhs-05", "zhs-06", "zhs-07"),
)
RATED = 14
"""Answers that are rated by the model, too, as a person would rate them."""
_AT_ONCE = 64
_RATING = """You read an answer as its user would, and rate it. Nobody tells you which system wrote it.

Question:
{question}

Answer:
{answer}

What the documents say about it:
{passages}

Give three scores from 1 to 10, halves allowed:
{rubric}

Reply with JSON alone: {{"accuracy": …, "completeness": …, "clarity": …, "note": "one short sentence"}}"""


def main() -> None:
    """Ask, ask again, and write the recording."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("base_url", help="of a server with OpenAI's protocol")
    parser.add_argument("folder", type=Path, help="an empty folder for the recording")
    parser.add_argument("--timeout", type=float, default=3000, help="seconds that a reply may take")
    said = parser.parse_args()
    os.environ["OPENAI_BASE_URL"] = said.base_url
    os.environ.setdefault("OPENAI_API_KEY", "none")
    asked = f"{MODEL}?timeout={said.timeout:g}"
    ratings = asyncio.run(rated(held(said.folder / "asked", asked), asked))
    held(said.folder / "recorded", MODEL)
    lines = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in ratings)
    (said.folder / "recorded" / "ratings.jsonl").write_text(lines, encoding="utf-8")


def held(folder: Path, model: str) -> ArenaResult:
    """Hold the arena in a folder.

    Args:
        folder: for its files and its run store.
        model: who answers and judges.
    """
    folder.mkdir(parents=True, exist_ok=True)
    bank = (BANK / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    by_id = {json.loads(line)["id"]: line for line in bank}
    (folder / "questions.jsonl").write_text(
        "".join(f"{by_id[name]}\n" for name in QUESTIONS), encoding="utf-8"
    )
    research = {"model": model, "judge": model, "max_attempts": 3, "writer_passages": 5}
    config: dict[str, Any] = {
        "questions": "questions.jsonl",
        "documents": [str(BANK / "documents")],
        "judges": [model],
        "pairs": "all",
        "contestants": [
            {"name": "Pure LLM", "model": model},
            {"name": "Deep Research", "research": research},
        ],
    }
    (folder / "arena.yaml").write_text(yaml.safe_dump(config, allow_unicode=True), encoding="utf-8")
    request = ArenaRequest(
        config=folder / "arena.yaml",
        out=folder / "arena",
        store=str(folder / "runs.sqlite"),
        concurrency=_AT_ONCE,
    )
    arena = prepare_arena(request)
    result = asyncio.run(run_arena(arena))
    save_arena(arena, result)
    found = run_in_file(folder / "arena").arena
    assert found is not None  # noqa: S101  (it was written above)
    return found


async def rated(arena: ArenaResult, model: str) -> list[dict[str, Any]]:
    """Have some answers rated by the model, as people would rate them, without what the judge said."""
    draw = random.Random(len(arena.items))  # noqa: S311  (a sample, nothing secret)
    places = [(case, item) for case in arena.items for item in case.items if item.answer is not None]
    llm, settings = chat_model(model), CallSettings(hedging=False)

    async def rate(place: tuple[CaseResult, RunItem]) -> dict[str, Any]:
        case, item = place
        reply = await complete(llm, [HumanMessage(_rating_prompt(case, item))], settings=settings)
        said = repair_json(reply.text, return_objects=True)
        if not isinstance(said, dict):
            raise SystemExit(
                f"{item.case_id}, {item.system}: the rating is not a JSON object: {reply.text!r}"
            )
        scores = {name: float(said[name]) for name in DIMENSIONS}
        return {
            "case_id": item.case_id,
            "system": item.system,
            "rater": "model",
            "scores": scores,
            "note": str(said.get("note", "")),
        }

    sample: Sequence[tuple[CaseResult, RunItem]] = draw.sample(places, min(RATED, len(places)))
    return [each async for each in in_order(sample, rate, concurrency=_AT_ONCE)]


def _rating_prompt(case: CaseResult, item: RunItem) -> str:
    return _RATING.format(
        question=case.case.question,
        answer=item.answer.text if item.answer else "",
        passages="\n\n".join(f"[{each.id}] {each.text}" for each in case.shared_passages),
        rubric=rubric_of("judge_with_documents", "en"),
    )


if __name__ == "__main__":
    main()
