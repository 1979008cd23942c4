"""A run from its first question to its report."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeGuard, cast

from agents.calls.estimate import CallEstimate
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from data_base.schemas.usage import TokenUsage
from data_base.text.language import detect_language
from eval.engines.case_execution import CaseHandler
from eval.eval_json_v2.question_set import ObjectQuestion
from eval.eval_json_v2.recorded import Chunk
from eval.eval_json_v2.report import ObjectReport, item_of, report_of, write_report
from eval.eval_json_v2.run_preparation import RECORDED, ObjectRun, OutputWriter, case_of, writer_of
from eval.files.row_writing import write_lines
from eval.runs.run_file import write_items
from eval.runs.run_file_reading import run_file_of
from eval.runs.runner import ItemListener, answered, no_listener
from eval.runs.served_models import with_served
from eval.runs.suite import Plan, Suite
from eval.systems.choice import SystemChoice, sent
from eval.systems.contestant_adapters import Contestant
from scoring.eval_json_v2 import score_output
from scoring.eval_json_v2.evidence_recall import ENOUGH_HITS, keywords

NO_OUTPUT = "there is no output: the model was never reached"
_CHUNKS, _RESEARCH = "chunks", "research_usage"


class ObjectRunResult(NamedTuple):
    """What came of a run."""

    run_id: str
    """The run in the store."""
    report: ObjectReport
    """The run's figures; without the id, because equal runs give equal reports."""


@dataclass(frozen=True, slots=True)
class InContext:
    """A question with the chunks that are given for it, as an engine is sent it."""

    question: ObjectQuestion
    """The question."""
    chunks: Sequence[Chunk]
    """The chunks that it is answered from."""

    @property
    def id(self) -> str:
        """The question's."""
        return self.question.id


async def conduct(run: ObjectRun, watch: ItemListener = no_listener) -> ObjectRunResult:
    """Score every question's output, or what an earlier run of the same terms left, and write the report.

    Contexts that are researched and outputs that are asked for are kept as they come: the same request
    resumes where an interrupted one stopped, and asks again where one failed.

    Args:
        run: as :func:`eval.eval_json_v2.run_preparation.prepare` returns it.
        watch: called with every item.

    Raises:
        InputError: something that the user has to fix, or that cannot be written.
    """
    async with _suite(run).opened(watch) as opened:
        cases = (InContext(each, run.contexts.given.get(each.id, [])) for each in run.questions)
        items = [item async for item in opened.items(cases)]
        report = report_of(
            run.terms,
            [item_of(item.case_id, item.score_card or ScoreCard.unscored(NO_OUTPUT)) for item in items],
            created_at=datetime.now(UTC),
            short_of_keywords=[question.id for question in run.questions if _is_short(question)],
        )
        _keep(run, items)
        served = with_served(opened.manifest, items)
        write_items(run_file_of(run.request.out), served, items, distinct=True)
        write_report(run.request.out, report)
        opened.finish()
    return ObjectRunResult(opened.manifest.run_id, report)


def _suite(run: ObjectRun) -> Suite[InContext]:
    request, researcher, recorded = run.request, run.contexts.researcher, run.writer.name == RECORDED
    cache, allow_fence = request.cache and request.cache.absolute(), run.terms.allow_fence
    return Suite(
        request=request,
        manifest=run.manifest,
        system=run.writer.name,
        here=partial(_step, run),
        there=partial(_there, sent(request.system), cache, allow_fence),
        require=partial(_require, run),
        one_process=researcher is not None,
        quick=recorded,
        # A callable or an endpoint may cost money as well as a model does.
        free=recorded and researcher is None,
    )


def scored(question: ObjectQuestion, output: str, chunks: Sequence[Chunk], *, allow_fence: bool) -> ScoreCard:
    """What a question's output is worth in its context."""
    expected = question.expected.answer_example.model_dump()
    return score_output(expected, output, chunks, allow_fence=allow_fence)


def _is_short(question: ObjectQuestion) -> bool:
    return len(keywords(question.expected.answer_example.original_evidence)) < ENOUGH_HITS


async def _require(run: ObjectRun, items: Iterable[RunItem]) -> None:
    kept = tuple(items)
    await run.writer.require(kept)
    if run.contexts.researcher is not None:
        await run.contexts.researcher.require(kept)


async def plan(run: ObjectRun) -> Plan:
    """What the run would ask; no one is asked and nothing is written."""
    estimate, researcher = run.writer.estimate, run.contexts.researcher
    chunks = run.contexts.given if researcher is None else run.contexts.nearest()

    async def cost(case: InContext) -> CallEstimate:
        written = await estimate(case.question, case.chunks) if estimate else CallEstimate()
        if researcher is None or researcher.estimate is None:
            return written
        return written + await researcher.estimate(case.question.question)

    return await _suite(run).plan(
        (InContext(each, chunks.get(each.id, [])) for each in run.questions),
        run.writer.name + (f", over what {researcher.shown_name} finds" if researcher else ""),
        cost if estimate or researcher else None,
    )


async def _researched(contestant: Contestant, question: ObjectQuestion) -> RunItem:
    found = await contestant.play(case_of(question))
    passages = found.answer.passages if found.answer else ()
    usage = found.research.usage if found.research else TokenUsage()
    chunks = [{"source_path": passage.doc_id, "text": passage.text} for passage in passages]
    spent = {_RESEARCH: usage.model_dump(mode="json")}
    return _with(RunItem(case_id=question.id, system=contestant.name, metrics=spent), chunks)


def _step(run: ObjectRun, run_id: str) -> CaseHandler[InContext]:
    """The next step of a question: its context is researched, and once it has one, its output is written."""
    researcher, write = run.contexts.researcher, _written_by(run.writer, allow_fence=run.terms.allow_fence)

    async def step(case: InContext, kept: RunItem | None) -> RunItem:
        if researcher is None or _in_context(kept):
            return await write(case, kept)
        contestant, question = researcher.contestant.for_run(run_id), case.question
        found = await answered(lambda: _researched(contestant, question), case_of(question), contestant.name)
        item = _item(question, run.writer.name)
        if found.error is not None:
            return _unscored(item, f"Deep Research found no context: {found.error}")
        return item.model_copy(update={"metrics": found.metrics})

    return step


def _there(
    choice: SystemChoice, cache: Path | None, allow_fence: bool, _run_id: str
) -> CaseHandler[InContext]:
    return _written_by(writer_of(choice, cache), allow_fence=allow_fence)


def _written_by(writer: OutputWriter, *, allow_fence: bool) -> CaseHandler[InContext]:
    """Work that has an output written in the context that is kept, or else that is given, and scores it."""

    async def work(case: InContext, kept: RunItem | None) -> RunItem:
        question = case.question
        item = kept if _in_context(kept) else _with(_item(question, writer.name), case.chunks)
        chunks = cast("list[Chunk]", item.metrics[_CHUNKS])
        spent = TokenUsage.model_validate(item.metrics.get(_RESEARCH, {}))

        async def write() -> RunItem:
            answer = await writer.write(question, chunks)
            if answer is None:
                return _unscored(item, NO_OUTPUT)
            card = scored(question, answer.text, chunks, allow_fence=allow_fence)
            answer = answer.model_copy(update={"usage": answer.usage + spent})
            return item.model_copy(update={"answer": answer, "score_card": card, "error": None})

        came = await answered(write, case_of(question), item.system)
        return came if came.score_card is not None else _unscored(item, came.error or NO_OUTPUT)

    return work


def _in_context(item: RunItem | None) -> TypeGuard[RunItem]:
    """Whether the item has the context that an output is written in."""
    return item is not None and _CHUNKS in item.metrics


def _item(question: ObjectQuestion, system: str) -> RunItem:
    language = detect_language(question.question)
    return RunItem(case_id=question.id, system=system, language=language, tags=question.tags)


def _with(item: RunItem, chunks: Sequence[Chunk]) -> RunItem:
    return item.model_copy(update={"metrics": {**item.metrics, _CHUNKS: list(chunks)}})


def _unscored(item: RunItem, why: str) -> RunItem:
    return item.model_copy(update={"error": why, "score_card": ScoreCard.unscored(why)})


def _keep(run: ObjectRun, items: Sequence[RunItem]) -> None:
    """Write down what was asked for: the outputs, null where there is none, and the contexts."""
    out, asked = run.request.out, run.writer.name != RECORDED
    if asked:
        texts = ((item.case_id, item.answer.text if item.answer else None) for item in items)
        outputs = ({"id": name, "output": text} for name, text in texts)
        write_lines(out.with_name(f"{out.stem}.outputs.jsonl"), outputs)
    if asked or run.contexts.researcher is not None:
        found = ({"id": item.case_id, "chunks": item.metrics[_CHUNKS]} for item in items if item.metrics)
        write_lines(out.with_name(f"{out.stem}.contexts.jsonl"), found)
