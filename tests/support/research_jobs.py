"""Jobs of research for tests, and a model whose second draft is good enough."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from data_base.store.run_store import RunStore
from prompts.registry import identify
from service.collections.index import CollectionIndexes, indexed_documents
from service.jobs.job import Job, NewJob
from service.jobs.job_store import JobStore
from service.jobs.judging import Evaluators
from service.jobs.settings import WorkerSettings
from service.jobs.worker import Worker
from service.research.terms import ResearchTerms
from service.workers.job_handlers import job_handlers
from tests.support.stored_collections import add_collection

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Mapping

    from tests.support.openai_server import Message, OpenAIServer

QUESTION = "How many ships did the harbour of Velm handle in 2023?"
DOCUMENTS = {
    "harbour.md": "# Harbour of Velm\n\nIn 2023 the harbour handled 4,812 ships.",
    "census.md": "# Census\n\nThe census of Velm counted 40 cranes and 4,812 ships in 2023.",
}
INVENTED = "openai:invented"
GOOD, POOR = 9, 3


def prompt_of(messages: Iterable[Message]) -> str:
    """Which of the project's prompts it is."""
    template = identify(next(iter(messages))["content"])
    return template.id if template else ""


def reply(messages: list[Message]) -> str:
    """A single question; the first draft is poor, and the second, which says more, is good."""
    prompt, text = prompt_of(messages), str(messages)
    if prompt == "plan":
        return json.dumps({"sub_questions": [QUESTION]})
    if prompt.startswith("answer_"):
        better = "by the census" if "census of ships" in text else "by the harbour"
        return f"In 2023 the harbour handled 4,812 ships, {better} [1]."
    if prompt.startswith("judge_"):
        accuracy = GOOD if "by the census" in text else POOR
        scores = {"accuracy": accuracy, "completeness": GOOD, "clarity": GOOD}
        suggestion = "Search for the census of ships."
        # A search finds no more; the draft is written again because a passage shows what it lacks.
        quote = "The census of Velm counted 40 cranes"
        missing = {"claim": "census", "verdict": "missing", "passage_id": "census.md#1", "quote": quote}
        verdict = {"issues": [missing] if accuracy == POOR else [], "analysis": "read", **scores}
        return json.dumps({**verdict, "reason": "so", "suggestion": suggestion})
    return json.dumps({"query": "census of ships in Velm"})


def asked_for(requests: Iterable[dict[str, Any]]) -> Counter[str]:
    """How often each prompt was sent."""
    return Counter(prompt_of(request["messages"]) for request in requests)


def enter_research(
    store: JobStore,
    *,
    model: str = "embedded",
    collection: str | None = None,
    named: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Job:
    """A job that researches the question in a collection of its own, unless one is named."""
    collection = collection or add_collection(store, documents=DOCUMENTS)
    terms = ResearchTerms.model_validate(
        {
            "question": QUESTION,
            "model": model,
            "judge": model,
            "collection": collection,
            "documents": indexed_documents(store, "default", collection),
            "settings": settings,
            **(named or {}),
        }
    )
    new = NewJob(kind="research", project="default", request=terms.model_dump_json(), slice_items=1)
    new = new.model_copy(update={"run_id": f"research-{new.id}"})
    with store.transaction() as connection:
        return store.add(connection, new, [QUESTION])


def worker_of_all(address: str, **settings: Any) -> Worker:
    """A worker with a store of its own that does every kind of work."""
    jobs = JobStore(address)
    works = job_handlers(Evaluators(), CollectionIndexes(jobs))
    return Worker(jobs, RunStore(address), works, WorkerSettings(**{"poll_seconds": 0.05, **settings}))


@asynccontextmanager
async def working(worker: Worker) -> AsyncIterator[None]:
    """Have a worker work as long as the block takes."""
    stop = asyncio.Event()
    running = asyncio.create_task(worker.run(stop))
    try:
        yield
    finally:
        stop.set()
        await running


async def ended(store: JobStore, job: Job) -> Job:
    """The job once it has come to its end."""
    async with asyncio.timeout(60):
        while (job := store.job(job.id, job.project)).finished_at is None:  # noqa: ASYNC110  (as a user does)
            await asyncio.sleep(0.02)
    return job


def serve_until_killed(address: str, model: OpenAIServer, request_number: int, **settings: str) -> None:
    """Have a server of its own process work on a store, and kill it while the model has such a request."""
    serve = "from service.commands.app import main; main()"
    line = [sys.executable, "-c", serve, "serve", "--store", address, "--port", "0", "--no-auth"]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, env={**os.environ, **settings}) as process:

        def killing(messages: list[Message]) -> str:
            if len(model.requests) >= request_number:
                process.kill()
            return reply(messages)

        model.reply = killing
        try:
            process.wait(60)
        finally:
            process.kill()
            model.reply = reply
