"""Eval JSON v2 over a set: reports, gate, subset, asking a model, and the commands over the shipped bank."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from agents.calls.prompt_messages import read_prompt
from agents.calls.settings import CallSettings
from agents.deep_research import DeepResearchService
from agents.errors import ModelCallError
from agents.evaluator import RAGEvaluator
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from data_base.schemas_deep_research import DeepResearchResult
from data_base.store.run_store import RunStore
from eval.eval_json_v2.gate import gate
from eval.eval_json_v2.object_writer import ObjectWriter, allowed_sources, prompt, retrieve
from eval.eval_json_v2.question_set import ObjectQuestion, QuestionSet
from eval.eval_json_v2.recorded import Chunk, read_contexts, read_outputs
from eval.eval_json_v2.report import (
    ObjectItem,
    ObjectMetrics,
    ObjectTerms,
    item_of,
    metrics_of,
    read_report,
    report_of,
    write_report,
)
from eval.eval_json_v2.request import ObjectRunRequest, Retrieval
from eval.eval_json_v2.run import conduct, scored
from eval.eval_json_v2.run_preparation import Contexts, ObjectRun, OutputWriter, WriteOutput, prepare
from eval.eval_json_v2.stratified_subset import choose
from eval.systems.choice import ChosenSystem, SystemChoice
from eval.systems.contestant_adapters import ResearchContestant
from scoring.eval_json_v2 import SUB_SCORES
from tests.support.eval_json_v2_schemas import DOCS, schema_texts
from tests.support.in_process import judge_in_process
from tests.support.openai_server import Fault, openai_server
from tests.support.rows import over, table
from tests.support.scripted_chat_model import ScriptedChatModel

ROOT = Path(__file__).parents[2]
BANK = ROOT / "benchmark" / "eval_json_v2"
NOW = datetime(2026, 1, 2, tzinfo=UTC)
TERMS = ObjectTerms(
    eval_set_version="set@1",
    prompt_version="1",
    prompt_sha256="a",
    index_version="i",
    model_id="m",
    adapter_id="none",
    scorer_version="s",
)


@pytest.fixture(scope="module")
def bank() -> QuestionSet:
    return QuestionSet(BANK / "questions.json")


def judge(*arguments: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return judge_in_process("eval-json-v2", *arguments, cwd=cwd, env={**os.environ, **environment})


def hashed(seed: str, *arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """In a process whose sets are in an order of their own."""
    command = [sys.executable, "-c", "from service.commands.app import main; main()", "eval-json-v2"]
    return subprocess.run(
        [*command, *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )


def recorded(quality: str, out: Path, *more: str) -> tuple[str | Path, ...]:
    files = ("--questions", BANK / "questions.json", "--contexts", BANK / "contexts.jsonl")
    return ("run", *files, "--outputs", BANK / f"outputs_{quality}.jsonl", "--out", out, *more)


@pytest.mark.slow
@pytest.mark.parametrize(("quality", "code"), [("good", 0), ("middling", 1), ("broken", 2)])
def test_recorded_outputs_of_three_qualities_meet_the_gate(tmp_path: Path, quality: str, code: int) -> None:
    assert judge(*recorded(quality, tmp_path / "R.json"), cwd=tmp_path).returncode == 0
    value = json.loads((tmp_path / "R.json").read_text(encoding="utf-8"))
    assert set(value["metrics"]) == {"eval_score_avg", "schema_pass_rate"}
    assert len(value["per_item"]) == value["counts"]["n_total"] == 42
    assert {"id", "schema_ok", "score", "sub_scores"} <= set(value["per_item"][0])
    assert sum(value["distribution"].values()) == value["counts"]["n_scored"]
    named = ("prompt_sha256", "prompt_version", "index_version", "model_id", "adapter_id", "scorer_version")
    assert all(value[name] for name in named)
    assert value["eval_set_version"].startswith("questions@")
    gated = judge("gate", "--report", "R.json", "--questions", BANK / "questions.json", cwd=tmp_path)
    assert gated.returncode == code, gated.stderr
    assert "Traceback" not in gated.stderr


def test_reports_are_compared_by_the_run_files_next_to_them(tmp_path: Path) -> None:
    for quality in ("good", "broken"):
        out = tmp_path / f"{quality}.json"
        assert judge(*recorded(quality, out, "--limit", "4"), cwd=tmp_path).returncode == 0
    words = ("compare", "--base", "good.json", "--cand", "broken.json", "--json")
    compared = judge_in_process(*words, cwd=tmp_path)
    assert compared.returncode == 1, compared.stderr
    found = json.loads(compared.stdout)
    assert found["scored_pairs"] == 4
    (tmp_path / "good.run.json").unlink()
    compared = judge_in_process(*words, cwd=tmp_path)
    assert compared.returncode == 2
    assert (
        "good.json is a report of judge eval-json-v2, and its run file good.run.json is not"
        in compared.stderr
    )


@pytest.mark.slow
def test_the_same_inputs_give_the_same_report_but_for_its_time(tmp_path: Path) -> None:
    texts = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.json"
        hashed(seed, *recorded("middling", out), cwd=tmp_path)
        lines = out.read_text(encoding="utf-8").splitlines()
        texts.append([line for line in lines if '"created_at"' not in line])
        assert len(texts[-1]) == len(lines) - 1
    assert texts[0] == texts[1]


def test_a_code_fence_is_recorded_on_the_run(tmp_path: Path) -> None:
    judge(*recorded("broken", tmp_path / "R.json", "--allow-fence"), cwd=tmp_path)
    report = read_report(tmp_path / "R.json")
    assert report.allow_fence
    # Of 42 outputs every sixth is right and every sixth is right within a fence.
    assert report.counts.n_schema_ok == 14


@pytest.mark.parametrize(
    ("arguments", "said"),
    table(__file__, "test_bad_input_ends_with_2_and_writes_nothing"),
)
def test_bad_input_ends_with_2_and_writes_nothing(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "bad.jsonl").write_text('{"id": "q001", "output": "x"}\n{"id": "q001"}\n', encoding="utf-8")
    halved = [{"id": "q001"}, {"id": "q002", "note": "\ud800"}]
    (tmp_path / "half.json").write_text(json.dumps(halved), encoding="utf-8")
    (tmp_path / "short.jsonl").write_text('{"id": "q001", "chunks": []}\n', encoding="utf-8")
    done = judge(*recorded("good", tmp_path / "R.json"), *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "R.json").exists()


def items_of(*scores: float | None, schema_ok: bool = True) -> list[ObjectItem]:
    return [
        ObjectItem(id=str(n), schema_ok=None if s is None else schema_ok, score=s)
        for n, s in enumerate(scores)
    ]


def test_invalid_outputs_count_0_and_missing_ones_not_at_all() -> None:
    items = [*items_of(100.0, 80.0), ObjectItem(id="x", schema_ok=False, score=0.0), *items_of(None)]
    assert metrics_of(items) == ObjectMetrics(eval_score_avg=60.0, schema_pass_rate=2 / 3)
    assert metrics_of(items_of(None)) == ObjectMetrics(eval_score_avg=None, schema_pass_rate=None)


def test_an_item_has_the_names_of_the_specification_and_a_plain_score() -> None:
    parts = dict.fromkeys(SUB_SCORES, 1.0) | {"detailed_description": 0.5, "predicted_questions": 0.4}
    item = item_of("1", ScoreCard(primary_score=0.8500000000000001, sub_scores=parts))
    assert repr(item.score) == "85.0"
    assert item.sub_scores == {**parts, "detailed_description_f1": 0.5, "predicted_questions_f1": 0.4}
    means = report_of(TERMS, [item, item], created_at=NOW).sub_score_means
    assert means["detailed_description_f1"] == means["detailed_description"] == 0.5
    assert item_of("1", ScoreCard.unscored("not reached")).sub_scores == {}


def test_a_mean_is_plain_too_and_one_of_an_older_report_is_still_read(tmp_path: Path) -> None:
    items = items_of(85.1, 85.2, 85.3)
    report = report_of(TERMS, items, created_at=NOW)
    assert repr(report.metrics.eval_score_avg) == "85.2"
    older = report.model_copy(
        update={"metrics": ObjectMetrics(eval_score_avg=85.20000000000002, schema_pass_rate=1)}
    )
    write_report(tmp_path / "R.json", older)
    assert read_report(tmp_path / "R.json").metrics == older.metrics


def test_the_distribution_counts_by_tens() -> None:
    report = report_of(TERMS, items_of(0.0, 9.99, 10.0, 99.9, 100.0, None), created_at=NOW)
    assert {name: count for name, count in report.distribution.items() if count} == {
        "0-10": 2,
        "10-20": 1,
        "90-100": 1,
        "100": 1,
    }


@over(
    "items, passed",
    [
        (items_of(95.0), True),
        (items_of(94.99), False),
        (items_of(100.0) * 49 + [ObjectItem(id="x", schema_ok=False, score=0.0)], True),
        (items_of(100.0) * 48 + [ObjectItem(id="x", schema_ok=False, score=0.0)], False),
    ],
)
def test_the_gate_asks_for_both_figures(items: list[ObjectItem], *, passed: bool) -> None:
    assert gate(report_of(TERMS, items, created_at=NOW)).passed is passed


def test_there_is_no_verdict_over_unscored_items_or_changed_data(tmp_path: Path) -> None:
    report = report_of(TERMS, items_of(100.0, None), created_at=NOW)
    with pytest.raises(InputError, match="no verdict"):
        gate(report)
    whole = report_of(TERMS, items_of(100.0), created_at=NOW)
    assert gate(whole, eval_set_version="set@1").passed
    with pytest.raises(InputError, match="set@2"):
        gate(whole, eval_set_version="set@2")
    write_report(tmp_path / "R.json", whole)
    text = (tmp_path / "R.json").read_text(encoding="utf-8")
    (tmp_path / "R.json").write_text(text.replace('"score": 100.0', '"score": 50.0'), encoding="utf-8")
    with pytest.raises(InputError, match="metrics are not those"):
        read_report(tmp_path / "R.json")


def test_a_report_is_read_back_as_it_was(tmp_path: Path) -> None:
    report = report_of(TERMS, items_of(100.0, None), created_at=NOW, short_of_keywords=["0"])
    write_report(tmp_path / "R.json", report)
    assert read_report(tmp_path / "R.json") == report


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": 3, "output": "x"}', '"id"'),
        ('{"id": "a", "output": {}}', '"output"'),
        ('{"id": "a"}', '"output"'),
    ],
)
def test_recorded_outputs_name_line_and_field(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "o.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match="line 1") as caught:
        read_outputs(tmp_path / "o.jsonl")
    assert said in str(caught.value)


def test_contexts_name_line_and_field(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text('{"id": "a", "chunks": [{"text": "x"}]}', encoding="utf-8")
    with pytest.raises(InputError, match="source_path"):
        read_contexts(tmp_path / "c.jsonl")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda q: q["expected"]["answer_example"].pop("main_topic"), "main_topic"),
        (lambda q: q["expected"]["answer_example"].update(detailed_description="x"), "detailed_description"),
        (lambda q: q.update(id=""), "id"),
    ],
)
def test_a_broken_question_set_names_item_and_field(
    tmp_path: Path, bank: QuestionSet, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    items = json.loads(json.dumps(bank.raw[:2]))
    change(items[1])
    (tmp_path / "q.json").write_text(json.dumps(items), encoding="utf-8")
    with pytest.raises(InputError, match="item 2") as caught:
        QuestionSet(tmp_path / "q.json")
    assert said in str(caught.value)


def test_the_bank_and_its_good_outputs_keep_the_published_schemas(bank: QuestionSet) -> None:
    published = {name: (DOCS / name).read_text(encoding="utf-8") for name in schema_texts()}
    assert published == schema_texts()
    jsonschema.Draft202012Validator(json.loads(published["question.schema.json"])).validate(bank.raw)
    shape = jsonschema.Draft202012Validator(json.loads(published["eval_json_v2_output.schema.json"]))
    for text in read_outputs(BANK / "outputs_good.jsonl").values():
        shape.validate(json.loads(text or ""))
    assert not shape.is_valid({"target_audience": "x"})


def test_the_bank_expects_what_its_documents_say(bank: QuestionSet) -> None:
    assert len({question.question for question in bank.questions}) >= 40
    contexts = read_contexts(BANK / "contexts.jsonl")
    for question in bank.questions:
        for entry in question.expected.source_map:
            for ref in entry.refs:
                text = (BANK / "documents" / ref.file).read_text(encoding="utf-8")
                assert all(anchor in text for anchor in ref.anchors)
                assert ref.file in {chunk["source_path"] for chunk in contexts[question.id]}


@pytest.mark.slow
def test_a_subset_is_the_same_in_every_process_and_in_any_order(bank: QuestionSet, tmp_path: Path) -> None:
    chosen = choose(bank.questions, 12, seed=7)
    backwards = choose(bank.questions[::-1], 12, seed=7)
    assert set(chosen.ids) == set(backwards.ids)
    assert set(chosen.ids) != set(choose(bank.questions, 12, seed=8).ids)
    # 42 questions in six strata of seven: two from each.
    assert set(chosen.strata.values()) == {2}
    assert chosen.distinct == 42
    files = []
    for hash_seed in ("1", "2"):
        out = tmp_path / hash_seed / "dev.json"
        done = hashed(
            hash_seed,
            *("subset", "--questions", BANK / "questions.json", "--size", "12", "--seed", "7", "--out", out),
            cwd=tmp_path,
        )
        assert "42 of them really distinct" in done.stdout
        files.append(out.read_bytes())
    assert files[0] == files[1]
    assert [item["id"] for item in json.loads(files[0])] == list(chosen.ids)


@pytest.mark.slow
def test_what_is_read_is_not_written_over(tmp_path: Path, bank: QuestionSet) -> None:
    questions = tmp_path / "q.json"
    questions.write_text(json.dumps(bank.raw[:3]), encoding="utf-8")
    before = questions.read_bytes()
    chosen = judge(*("subset", "--questions", "q.json", "--size", "2", "--out", questions), cwd=tmp_path)
    assert chosen.returncode == 2
    assert "would be written over" in chosen.stderr
    files = ("--outputs", BANK / "outputs_good.jsonl", "--contexts", BANK / "contexts.jsonl")
    scored = judge("run", "--questions", questions, *files, "--out", "./q.json", cwd=tmp_path)
    assert scored.returncode == 2
    assert questions.read_bytes() == before


def test_seats_go_by_largest_remainders(bank: QuestionSet) -> None:
    # Strata of 7, 7 and 3: of 5 seats 35/17, 35/17, 15/17, so 2, 2 and 1.
    questions = bank.questions[:17]
    assert sorted(choose(questions, 5).strata.values()) == [1, 2, 2]


def test_a_subset_whose_questions_stand_in_the_rest_again_is_refused(bank: QuestionSet) -> None:
    first = bank.questions[0]
    twin = first.model_copy(update={"id": "twin", "question": f" {first.question}"})
    questions = [first, twin]
    with pytest.raises(InputError, match="duplicates"):
        choose(questions, 1)
    chosen = choose(questions, 1, allow_duplicates=True)
    assert chosen.distinct == 1
    assert chosen.crossing == ((first.id, "twin"),)
    assert choose(questions, 2).crossing == ()
    with pytest.raises(InputError, match="--size"):
        choose(questions, 3)


async def test_a_model_is_told_its_sources_and_what_it_wrote_is_scored(bank: QuestionSet) -> None:
    questions = bank.questions[:3]
    contexts = read_contexts(BANK / "contexts.jsonl")
    good = read_outputs(BANK / "outputs_good.jsonl")
    by_question = {question.question: str(good[question.id]) for question in questions}

    def reply(messages: list[Any]) -> str:
        read = read_prompt(messages)
        assert read is not None
        files = {str(section.attributes["file"]) for section in read.sections["sources"]}
        assert files == {str(section.attributes["file"]) for section in read.sections["chunks"]}
        return by_question[read.text("question")]

    writer = ObjectWriter(ScriptedChatModel(reply))
    for one in questions:
        wrote = await writer.write(one, contexts[one.id])
        card = scored(one, wrote.text, contexts[one.id], allow_fence=False)
        assert card == scored(one, str(good[one.id]), contexts[one.id], allow_fence=False)
        assert card.primary_score
    assert writer.template.sha256 == prompt().sha256


def written_by(write: WriteOutput, folder: Path, bank: QuestionSet, count: int = 2) -> ObjectRun:
    """A run over the first questions with a writer of one's own."""
    (folder / "q.json").write_text(json.dumps(bank.raw[:count]), encoding="utf-8")
    system = SystemChoice(answers=BANK / "outputs_good.jsonl")
    contexts = Retrieval(contexts=BANK / "contexts.jsonl")
    places = {"questions": folder / "q.json", "out": folder / "R.json"}
    run = prepare(ObjectRunRequest(**places, system=system, retrieval=contexts, concurrency=1))
    return replace(run, writer=OutputWriter("own", write, "own"))


async def test_a_model_that_is_never_reached_leaves_its_question_unscored(
    bank: QuestionSet, tmp_path: Path
) -> None:
    model = ScriptedChatModel(["{}", ConnectionError("away"), "[]"])
    writer = ObjectWriter(model, call=CallSettings(attempts=1, hedging=False))
    run, told = written_by(writer.write, tmp_path, bank), list[RunItem]()
    _, report = await conduct(run, told.append)
    assert [item.schema_ok for item in report.per_item] == [False, None]
    assert "away" in report.per_item[1].explain
    assert [item.answer.usage.total_tokens if item.answer else None for item in told] == [15, None]
    # Only the one that failed is asked again, in the same run, which then is finished.
    _, report = await conduct(run)
    assert [item.schema_ok for item in report.per_item] == [False, False]
    assert len(model.prompts) == 3
    with RunStore(tmp_path / "runs.sqlite") as store:
        (manifest,) = store.runs()
        assert (manifest.kind, store.state(manifest.run_id)) == ("eval-json-v2", "finished")
        assert [(item.system, "chunks" in item.metrics) for item in store.items(manifest.run_id)] == [
            ("own", True)
        ] * 2


async def test_a_run_that_was_cut_off_goes_on_where_it_stopped(bank: QuestionSet, tmp_path: Path) -> None:
    asked: list[str] = []

    async def write(question: ObjectQuestion, _chunks: Sequence[Chunk]) -> Answer:
        asked.append(question.id)
        if len(asked) == 2:
            raise InputError("the disk is full")
        return Answer(text="{}")

    run = written_by(write, tmp_path, bank, 3)
    with pytest.raises(InputError, match="disk"):
        await conduct(run)
    assert not (tmp_path / "R.json").exists()
    assert (await conduct(run)).report.counts.n_scored == 3
    assert asked == ["q001", "q002", "q002", "q003"]


async def test_questions_short_of_keywords_are_listed(bank: QuestionSet, tmp_path: Path) -> None:
    async def away(*_: object) -> Answer:
        raise TimeoutError

    run = written_by(away, tmp_path, bank)
    example = run.questions[0].expected.answer_example.model_copy(update={"original_evidence": "甲乙丙"})
    expected = run.questions[0].expected.model_copy(update={"answer_example": example})
    short = run.questions[0].model_copy(update={"expected": expected})
    _, report = await conduct(replace(run, questions=[short, run.questions[1]]))
    assert report.short_of_keywords == (short.id,)
    assert report.counts.n_unscored == 2


async def test_contexts_that_were_researched_are_not_researched_again(
    bank: QuestionSet, tmp_path: Path
) -> None:
    service = DeepResearchService(
        "embedded", retriever=PassageIndex.from_passages([]), evaluator=RAGEvaluator("embedded")
    )
    found = await service.run("Why?")
    researched, given = list[str](), list[Sequence[Chunk]]()
    passage = Passage(id="d#1", doc_id="d.txt", text="words")
    result = found.model_copy(update={"answer": found.answer.model_copy(update={"passages": (passage,)})})

    class Researcher:
        name = "researcher"

        async def research(self, case: Case) -> DeepResearchResult:
            researched.append(case.id)
            return result

    async def write(_question: ObjectQuestion, chunks: Sequence[Chunk]) -> Answer:
        given.append(chunks)
        if len(given) == 1:
            raise InputError("the disk is full")
        return Answer(text="{}")

    run = replace(
        written_by(write, tmp_path, bank),
        contexts=Contexts("i", {}, ChosenSystem(ResearchContestant(Researcher()), {})),
    )
    with pytest.raises(InputError, match="disk"):
        await conduct(run)
    assert (await conduct(run)).report.counts.n_scored == 2
    assert researched == ["q001", "q002"]
    assert given == [[{"source_path": "d.txt", "text": "words"}]] * 3


async def test_a_refused_key_ends_the_run_with_a_sentence(bank: QuestionSet, tmp_path: Path) -> None:
    async def refused(*_: object) -> Answer:
        raise ModelCallError("openai:x refuses the key (401).", model_id="openai:x", status=401)

    with pytest.raises(InputError, match="refuses the key"):
        await conduct(written_by(refused, tmp_path, bank))


async def test_whatever_a_system_raises_is_its_failure_and_fits_into_a_report(
    bank: QuestionSet, tmp_path: Path
) -> None:
    async def broken(*_: object) -> Answer:
        raise ValueError("half \ud800")

    _, report = await conduct(written_by(broken, tmp_path, bank, 1))
    assert report.per_item[0].explain == "ValueError: half ?"


async def test_replies_are_kept_so_that_a_run_goes_on(bank: QuestionSet, tmp_path: Path) -> None:
    contexts = read_contexts(BANK / "contexts.jsonl")
    settings = CallSettings(cache=tmp_path / "replies.sqlite", hedging=False)
    first, second = ScriptedChatModel(["{}"]), ScriptedChatModel(["{}"])
    for model, count in ((first, 2), (second, 4)):
        writer = ObjectWriter(model, call=settings)
        for question in bank.questions[:count]:
            await writer.write(question, contexts[question.id])
    assert (len(first.prompts), len(second.prompts)) == (2, 2)


def test_the_embedded_model_is_refused() -> None:
    with pytest.raises(InputError, match="embedded"):
        ObjectWriter("embedded")


def test_anchors_stand_in_the_chunks_to_the_letter() -> None:
    contexts = read_contexts(BANK / "contexts.jsonl")
    for chunks in contexts.values():
        for file, anchors in allowed_sources(chunks).items():
            texts = [chunk["text"] for chunk in chunks if chunk["source_path"] == file]
            assert anchors
            assert all(any(anchor in text for text in texts) for anchor in anchors)


def test_contexts_are_retrieved_from_documents(bank: QuestionSet) -> None:
    from data_base.documents.reader import read_documents

    index = PassageIndex.from_passages(read_documents(BANK / "documents"))
    found = retrieve(bank.questions, index, k=4)
    held = [
        {ref.file for entry in question.expected.source_map for ref in entry.refs}
        <= {chunk["source_path"] for chunk in found[question.id]}
        for question in bank.questions
    ]
    assert sum(held) >= 40


OWN = """
import json
from pathlib import Path
ROWS = [json.loads(line) for line in Path({outputs!r}).read_text(encoding="utf-8").splitlines()]
SET = json.loads(Path({questions!r}).read_text(encoding="utf-8"))
BY_QUESTION = {{item["question"]: row["output"] for item, row in zip(SET, ROWS)}}
def write(question):
    print(question)
    if question == SET[0]["question"] and not Path("back").exists():
        raise TimeoutError("away")
    return BY_QUESTION[question]
"""


@pytest.mark.slow
def test_a_callable_is_asked_over_contexts_that_research_found(tmp_path: Path, bank: QuestionSet) -> None:
    (tmp_path / "eight.json").write_text(json.dumps(bank.raw[:8]), encoding="utf-8")
    code = OWN.format(outputs=str(BANK / "outputs_good.jsonl"), questions="eight.json")
    (tmp_path / "own_writer.py").write_text(code, encoding="utf-8")
    command = (
        *("run", "--questions", "eight.json", "--callable", "own_writer:write"),
        *("--documents", BANK / "documents", "--research", "embedded", "--out", "R.json"),
    )
    done = judge(*command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = read_report(tmp_path / "R.json")
    assert report.model_id == "own_writer:write"
    assert (report.counts.n_scored, report.counts.n_unscored) == (7, 1)
    assert report.sub_score_means["grounding"] > 0.8
    # The one that was not reached is asked again, and no other.
    (tmp_path / "back").touch()
    done = judge(*command, cwd=tmp_path)
    assert len([line for line in done.stdout.splitlines() if line.endswith("？")]) == 1
    report = read_report(tmp_path / "R.json")
    assert (report.counts.n_unscored, report.counts.n_schema_ok) == (0, 8)
    # What was written and given is kept, and scores the same when it is read back.
    again = ("--outputs", "R.outputs.jsonl", "--contexts", "R.contexts.jsonl", "--out", "S.json")
    judge("run", "--questions", "eight.json", *again, cwd=tmp_path)
    assert read_report(tmp_path / "S.json").per_item == report.per_item


@over(
    "kind, one, other",
    [("callable", "json:dumps", "json:loads"), ("http", "http://h/a?x=1", "http://h/a?x=2")],
)
def test_regression_another_function_or_address_of_the_same_name_makes_another_run(
    tmp_path: Path, kind: str, one: str, other: str
) -> None:
    files: Any = {"questions": BANK / "questions.json", "out": tmp_path / "R.json"}
    files["retrieval"] = Retrieval(contexts=BANK / "contexts.jsonl")
    chosen = (SystemChoice(**{"name": "own", kind: each}) for each in (one, other))
    first, second = (prepare(ObjectRunRequest(system=each, **files)).manifest.run_id for each in chosen)
    assert first != second


def test_an_endpoint_is_asked(tmp_path: Path, httpserver: HTTPServer) -> None:
    good = read_outputs(BANK / "outputs_good.jsonl")
    httpserver.expect_request("/ask").respond_with_handler(
        lambda request: Response(json.dumps({"answer": good[request.get_json()["id"]]}))
    )
    done = judge(
        *("run", "--questions", BANK / "questions.json", "--http", httpserver.url_for("/ask")),
        *("--contexts", BANK / "contexts.jsonl", "--out", "R.json"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert read_report(tmp_path / "R.json").metrics.eval_score_avg == pytest.approx(99.44, abs=0.01)


@pytest.mark.parametrize("change", ["outputs", "contexts", "--allow-fence"])
def test_what_was_scored_under_other_terms_is_scored_anew(tmp_path: Path, change: str) -> None:
    for name in ("outputs", "contexts"):
        source = BANK / ("outputs_broken.jsonl" if name == "outputs" else "contexts.jsonl")
        (tmp_path / name).write_bytes(source.read_bytes())
    # The labels stay the same, and one output is not there, so that the run stays unfinished.
    lines = (tmp_path / "outputs").read_text(encoding="utf-8").splitlines()
    (tmp_path / "outputs").write_text("\n".join(lines[:-1]), encoding="utf-8")
    command = ["run", "--questions", str(BANK / "questions.json"), "--outputs", "outputs"]
    command += ["--contexts", "contexts"]
    command += ["--model-id", "m", "--index-version", "i", "--out", "R.json"]
    judge(*command, cwd=tmp_path)
    before = read_report(tmp_path / "R.json").per_item
    if change.startswith("--"):
        command.append(change)
    else:
        text = (tmp_path / change).read_text(encoding="utf-8")
        (tmp_path / change).write_text(
            text.replace("。", "").replace('path": "', 'path": "x'), encoding="utf-8"
        )
    judge(*command, cwd=tmp_path)
    assert read_report(tmp_path / "R.json").per_item != before


@pytest.mark.slow
def test_research_that_fails_is_recorded_and_asked_for_again_alone(tmp_path: Path, bank: QuestionSet) -> None:
    (tmp_path / "two.json").write_text(json.dumps(bank.raw[:2]), encoding="utf-8")
    arguments = (
        *("run", "--questions", "two.json", "--outputs", BANK / "outputs_good.jsonl", "--out", "R.json"),
        *("--documents", BANK / "documents", "--research", "openai:m", "--concurrency", "1"),
    )
    # The first request only finds out whether the model answers at all.
    with openai_server("{}", faults=[None, Fault(status=400)]) as server:
        environment = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "k", "JUDGE_CACHE": ""}
        done = judge(*arguments, cwd=tmp_path, **environment)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        told = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
        # Either question may be the first that is asked.
        assert [(line["done"], line["total"]) for line in told] == [(1, 2), (2, 2)]
        assert told[-1]["failed"] == 1
        unscored = [item for item in read_report(tmp_path / "R.json").per_item if item.score is None]
        assert len(unscored) == 1
        assert "Deep Research found no context: openai:m gave no reply" in unscored[0].explain
        assert judge("gate", "--report", "R.json", cwd=tmp_path).returncode == 2
        done = judge(*arguments, cwd=tmp_path, **environment)
    told = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    assert [(line["done"], line["total"], line["failed"]) for line in told] == [(1, 2, 0), (2, 2, 0)]
    assert read_report(tmp_path / "R.json").counts.n_scored == 2


@pytest.mark.slow
def test_a_model_that_writes_shows_how_far_it_has_come(tmp_path: Path, bank: QuestionSet) -> None:
    (tmp_path / "two.json").write_text(json.dumps(bank.raw[:2]), encoding="utf-8")
    arguments = (
        *("run", "--questions", "two.json", "--model", "openai:m", "--contexts", BANK / "contexts.jsonl"),
        *("--out", "R.json", "--progress", "lines"),
    )
    with openai_server("{}") as server:
        environment = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "k", "JUDGE_CACHE": ""}
        done = judge(*arguments, cwd=tmp_path, **environment)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^eval-json-v2: \d of 2 done, 0 failed", done.stderr, re.MULTILINE) == [
        "eval-json-v2: 1 of 2 done, 0 failed",
        "eval-json-v2: 2 of 2 done, 0 failed",
    ]


def test_a_dry_run_of_a_model_needs_no_key_and_writes_nothing(tmp_path: Path) -> None:
    files = ("--questions", BANK / "questions.json", "--contexts", BANK / "contexts.jsonl")
    done = judge(
        *("run", *files, "--model", "openai:m", "--limit", "3", "--dry-run", "--out", "R.json"), cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3 of 3 questions would be asked of openai:m. 3 calls: about ")
    assert not list(tmp_path.iterdir())


def test_only_the_first_questions_are_scored(tmp_path: Path) -> None:
    done = judge(*recorded("good", tmp_path / "R.json", "--limit", "2"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [item.id for item in read_report(tmp_path / "R.json").per_item] == ["q001", "q002"]
    with RunStore(tmp_path / "runs.sqlite") as store:
        items = store.items(store.runs()[0].run_id)
    assert {item.language for item in items} == {"zh-Hant"}
    assert all(item.tags for item in items)


def test_where_nothing_is_scored_the_command_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("", encoding="utf-8")
    done = judge(*recorded("good", tmp_path / "R.json"), "--outputs", "none.jsonl", cwd=tmp_path)
    assert done.returncode == 1
    assert "42 questions of 42 are unscored (the first: [q001]; reason: there is no output" in done.stderr
