"""The answer-quality harness: a system answers questions on a PDF, each answer is scored by its keywords."""

import re
import shutil
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import JsonValue

from agents.research.checkpoints import open_checkpoints
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.text.language import Language
from data_base.text.page_references import cited_pages
from eval.engines.case_execution import CaseHandler
from eval.harness.setup import CHECKPOINTS, HarnessRequest, HarnessRun, prepare
from eval.runs.folder_lock import sole_use
from eval.runs.kept_run import finish as finish_run
from eval.runs.run_file import RunFile, RunResult, write_run_file
from eval.runs.runner import ItemListener, answered, no_listener
from eval.runs.served_models import with_served
from eval.runs.suite import Plan, Suite, at_work
from eval.systems.choice import SystemRunRequest, asked_there, sent, suite_of
from eval.systems.contestant_adapters import Contestant
from scoring.keyword_question import KeywordQuestion
from scoring.keywords import FORMULA, score_by_rules

_FORMS: dict[Language, str] = {
    "ru": "(стр. {})",
    "en": "(p. {})",
    "zh-Hant": "（第{}頁）",
    "zh-Hans": "（第{}页）",
}
"""How an answer names a page, by the question's language."""


async def run_harness(run: HarnessRun, watch: ItemListener = no_listener) -> RunFile:
    """Let the system answer every question, score the answers and write the run file.

    Every answer is kept as it comes. The same request again resumes where a run was interrupted or
    left questions without an answer; once all are answered and the run file is written, it starts again.

    Args:
        run: as :func:`eval.harness.setup.prepare` returns it.
        watch: called with every item, those of an earlier run included.

    Returns:
        What is in the run file.

    Raises:
        InputError: something that the user has to fix; what was answered before is kept.
    """
    result = await asked_all(run, watch)
    write_run_file(run.request.out, result)
    if not result.summary.n_unscored:
        finish([result], run.request.store)
        shutil.rmtree(run.request.work_folder, ignore_errors=True)
    return result


def finish(runs: Iterable[RunFile], store: str | None) -> None:
    """Say that these runs are complete: the same request then makes new ones."""
    for run in runs:
        if run.manifest is not None:
            finish_run(run.manifest.run_id, store)


@dataclass(frozen=True, slots=True)
class HarnessQuestion:
    """A question of a run, as an engine is sent it."""

    question: KeywordQuestion
    """The question, with the keywords of its answer."""
    document: str
    """The PDF's file name."""
    run_id: str
    """The run that the question belongs to."""

    @property
    def id(self) -> str:
        """The question's."""
        return self.question.id


@dataclass(frozen=True, slots=True)
class SharedEngine:
    """What asks and scores for the runs of a command: one engine, whose limits are those of all of them."""

    work: CaseHandler[HarnessQuestion]
    """Asks and scores."""
    contestants: dict[str, Contestant]
    """Of the runs that are asked in this process, by the run's id."""


@asynccontextmanager
async def shared_engine(request: SystemRunRequest, name: str) -> AsyncIterator[SharedEngine]:
    """An engine at work on the runs of a command.

    Args:
        request: who is asked, and by which engine.
        name: of what is done.
    """
    contestants: dict[str, Contestant] = {}

    async def here(asked: HarnessQuestion, kept: RunItem | None) -> RunItem:
        return await _work(contestants[asked.run_id])(asked, kept)

    there = partial(asked_there, _work, sent(request.system))
    async with at_work(request, name, here=here, there=there, quick=_is_quick(request)) as work:
        yield SharedEngine(work, contestants)


async def asked_all(
    run: HarnessRun, watch: ItemListener = no_listener, *, shared: SharedEngine | None = None
) -> RunFile:
    """As :func:`run_harness`, without writing the run file; the answers stay in the run store.

    Args:
        run: as :func:`run_harness` takes it.
        watch: called with every item.
        shared: asks and scores for several runs.
    """
    work = None if shared is None else shared.work
    async with _suite(run).opened(watch, shared=work) as opened:
        run_id = opened.manifest.run_id
        if shared is not None:
            shared.contestants[run_id] = run.system.contestant.for_run(run_id)
        items = {item.case_id: item async for item in opened.items(_cases(run, run_id))}
    results = [_result(question, items[question.id], run.pages) for question in run.questions]
    manifest = with_served(opened.manifest, items.values())
    return RunFile.of_results(manifest, results, facts=_facts(run, results))


def _suite(run: HarnessRun) -> Suite[HarnessQuestion]:
    request = run.request
    suite = suite_of(
        request,
        run.system,
        run.manifest,
        work=_work,
        settled=_is_answered,
        lock=partial(sole_use, request.work_folder, file=request.out),
    )
    return replace(suite, require=partial(_require_system, run))


def _cases(run: HarnessRun, run_id: str) -> Iterator[HarnessQuestion]:
    return (HarnessQuestion(each, run.request.pdf.name, run_id) for each in run.questions)


def _is_quick(request: SystemRunRequest) -> bool:
    return request.system.answers is not None


async def plan(request: HarnessRequest) -> Plan:
    """What a run would ask; no one is asked and nothing is written, the index of the document included."""
    with TemporaryDirectory() as folder:
        run = prepare(request.model_copy(update={"cache": Path(folder)}))
        cost = run.system.estimate
        return await _suite(run).plan(
            _cases(run, run.manifest.run_id),
            run.system.shown_name,
            None if cost is None else lambda asked: cost(asked.question.question),
        )


def _is_answered(item: RunItem) -> bool:
    return item.answer is not None


async def _require_system(run: HarnessRun, items: Iterable[RunItem]) -> None:
    """Find out what is wrong with the system before anything is paid for."""
    await run.system.require(items)
    if run.system.models:
        # Made once before many open it at once.
        async with open_checkpoints(run.request.work_folder / CHECKPOINTS):
            pass


def _work(contestant: Contestant) -> CaseHandler[HarnessQuestion]:
    async def work(asked: HarnessQuestion, _kept: RunItem | None) -> RunItem:
        return await _answer(asked.document, contestant, asked.question)

    return work


async def _answer(document: str, contestant: Contestant, question: KeywordQuestion) -> RunItem:
    case = Case(id=question.id, question=question.question, documents=(document,))
    item = await answered(lambda: contestant.play(case), case, contestant.name)
    item = item.model_copy(update={"language": question.language, "tags": question.tags})
    if item.answer is not None:
        answer = with_page_references(item.answer, question.language)
        item = item.model_copy(update={"answer": answer, "score_card": _card(question, answer.text)})
    return item


def _card(question: KeywordQuestion, text: str) -> ScoreCard:
    card = score_by_rules(question, text)
    if ErrorTag.NO_ANSWER not in card.error_tags:
        return card
    # An empty answer avoids what is forbidden, too, and is no better for that.
    parts = {**card.sub_scores, "question_score": 0.0}
    return card.model_copy(update={"primary_score": 0.0, "passed": False, "sub_scores": parts})


def _result(question: KeywordQuestion, item: RunItem, pages: int) -> RunResult:
    """A question's result; scored anew, so that an answer from an earlier run has today's score."""
    metrics: dict[str, JsonValue] = {"question": question.question, "language": question.language}
    if item.answer is not None:
        text = item.answer.text
        card = _card(question, text)
        item = item.model_copy(update={"score_card": card})
        cited = cited_pages(text)
        metrics |= card.sub_scores
        metrics["cited_pages"] = list(cited)
        metrics["cited_pages_missing"] = [page for page in cited if not 1 <= page <= pages]
    return RunResult.from_item(item.model_copy(update={"weight": question.weight, "metrics": metrics}))


def _facts(run: HarnessRun, results: list[RunResult]) -> dict[str, JsonValue]:
    hashes = run.manifest.data_hashes
    missing = [result.id for result in results if result.metrics.get("cited_pages_missing")]
    return {
        "pdf": run.request.pdf.name,
        "pdf_pages": run.pages,
        "pdf_sha256": hashes["pdf"],
        "questions_sha256": hashes["questions"],
        "formula": FORMULA,
        "cites_missing_pages": list(missing),
    }


def with_page_references(answer: Answer, language: Language) -> Answer:
    """The answer with ``[report.pdf#p3.2]`` in its text as ``(стр. 3)``, ``(p. 3)`` or ``（第3頁）``.

    Ids next to each other become one reference for each page. An id without a page stays as it is.

    Args:
        answer: cites passages by their ids.
        language: of the question.
    """
    pages = {passage.id: passage.page for passage in answer.passages if passage.page is not None}
    if not pages:
        return answer
    ids = "|".join(map(re.escape, sorted(pages, key=len, reverse=True)))
    one = re.compile(rf"\[({ids})\]")
    run = re.compile(rf"(?:\[(?:{ids})\][ \t]*)*\[(?:{ids})\]")

    def referred(match: re.Match[str]) -> str:
        return _referred(dict.fromkeys(pages[name] for name in one.findall(match.group())), language)

    return answer.model_copy(update={"text": run.sub(referred, answer.text)})


def _referred(pages: Iterable[int | None], language: Language) -> str:
    return " ".join(_FORMS[language].format(page) for page in pages)
