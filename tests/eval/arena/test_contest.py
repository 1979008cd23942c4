import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents.errors import ModelCallError
from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.model_call import ModelCall
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from data_base.schemas_deep_research import DeepResearchResult, FineGrainedEvaluationResult
from data_base.store.run_store import RunStore
from eval.arena.contest import Contest, found_by
from eval.arena.result import CaseResult
from eval.systems.contestant_adapters import ResearchContestant, SystemContestant
from tests.support.arena import PORT, WIND, QuotingJudge, ScriptedSystem, manifest, research_result

CASES = tuple(Case(id=str(number), question=f"question {number}") for number in range(1, 5))


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    store = RunStore(tmp_path / "runs.sqlite")
    store.create(manifest("r"))
    return store


def contest(store: RunStore, judge: QuotingJudge, *systems: ScriptedSystem, concurrency: int = 4) -> Contest:
    players = tuple(SystemContestant(system) for system in systems)
    return Contest("r", players, judge, store, lambda _question, found: found, concurrency=concurrency)


async def held(contest: Contest, cases: tuple[Case, ...] = CASES) -> list[CaseResult]:
    return [result async for result in contest.results(cases)]


def parametric(answer: str | Exception = "a guess") -> ScriptedSystem:
    return ScriptedSystem("Pure", {case.id: answer for case in CASES})


def grounded(**changes: str | Exception) -> ScriptedSystem:
    answers: dict[str, str | Exception] = {case.id: "354.4 GWh" for case in CASES}
    return ScriptedSystem("Research", answers | {key[1:]: value for key, value in changes.items()}, (WIND,))


async def test_both_sides_are_judged_by_the_same_passages(store: RunStore) -> None:
    judge = QuotingJudge()
    results = await held(contest(store, judge, parametric(), grounded()))
    assert len(judge.seen) == 8
    for case in CASES:
        shown = [shared for question, _, shared in judge.seen if question == case.question]
        assert shown == [(WIND,), (WIND,)]
    assert [result.shared_passages for result in results] == [(WIND,)] * 4
    weighted = [
        [entry.evaluation.metrics.weighted_score for entry in r.items if entry.evaluation] for r in results
    ]
    assert weighted == [[2.0, 9.0]] * 4


async def test_an_item_keeps_what_was_asked_and_what_is_right(store: RunStore) -> None:
    cases = (Case(id="1", question="How much?", gold_answer="354.4 GWh"), CASES[1])
    await held(contest(store, QuotingJudge(), parametric(), grounded()), cases)
    known = {"question": "How much?", "reference_answer": "354.4 GWh"}
    kept = sorted((item.case_id, item.system, item.metrics) for item in store.items("r"))
    assert [metrics for _, _, metrics in kept] == [known, known, *[{"question": "question 2"}] * 2]


async def test_results_come_in_the_order_of_the_questions_whoever_is_faster(store: RunStore) -> None:
    class Slow(ScriptedSystem):
        async def answer(self, case: Case) -> Answer:
            for _ in range(10 - int(case.id)):
                await asyncio.sleep(0)
            return await super().answer(case)

    slow = Slow("Pure", {case.id: "x" for case in CASES})
    results = await held(contest(store, QuotingJudge(), slow, grounded()))
    assert [result.case.id for result in results] == ["1", "2", "3", "4"]


async def test_a_finished_run_asks_nobody_again(store: RunStore) -> None:
    first = await held(contest(store, QuotingJudge(), parametric(), grounded()))
    judge, pure, research = QuotingJudge(), parametric(), grounded()
    assert await held(contest(store, judge, pure, research)) == first
    assert (pure.asked, research.asked, judge.seen) == ([], [], [])


async def test_an_interrupted_run_asks_only_for_what_is_missing(store: RunStore) -> None:
    await held(contest(store, QuotingJudge(), parametric(), grounded()), CASES[:2])
    judge, pure, research = QuotingJudge(), parametric(), grounded()
    await held(contest(store, judge, pure, research))
    assert (sorted(pure.asked), sorted(research.asked)) == (["3", "4"], ["3", "4"])
    assert len(judge.seen) == 4


async def test_what_was_answered_is_kept_when_the_run_is_cancelled(store: RunStore) -> None:
    judging = asyncio.Event()

    class Stuck(QuotingJudge):
        async def evaluate_fine_grained(self, *_: object, **__: object) -> FineGrainedEvaluationResult:
            judging.set()
            await asyncio.Event().wait()
            raise AssertionError

    run = asyncio.create_task(held(contest(store, Stuck(), parametric(), grounded())))
    await judging.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    kept = {entry.case_id for entry in store.items("r") if entry.system == "Pure"}
    assert kept
    again = parametric()
    results = await held(contest(store, QuotingJudge(), again, grounded()))
    assert set(again.asked) == {case.id for case in CASES} - kept
    assert [bool(entry.evaluation) for result in results for entry in result.items] == [True] * 8


async def test_a_failed_judgement_is_judged_again_and_the_answer_not_asked_again(store: RunStore) -> None:
    (first, *_) = await held(contest(store, QuotingJudge(broken={"a guess"}), parametric(), grounded()))
    card = first.items[0].score_card
    assert card is not None
    assert not card.scored
    judge, pure = QuotingJudge(), parametric()
    (second, *_) = await held(contest(store, judge, pure, grounded()))
    assert pure.asked == []
    assert {answer for _, answer, _ in judge.seen} == {"a guess"}
    assert second.items[0].evaluation is not None
    assert second.items[0].evaluation.scored


async def test_an_answer_that_fails_is_written_down_and_the_rest_goes_on(store: RunStore) -> None:
    research = grounded(_2=ConnectionError("no route"))
    results = await held(contest(store, QuotingJudge(), parametric(), research))
    failed = results[1].items[1]
    assert failed.answer is None
    assert failed.error == "ConnectionError: no route"
    assert [result.items[1].answer is not None for result in results] == [True, False, True, True]
    assert failed in store.items("r")
    # Nothing was found for the question, and the failed side may yet find something: no judgement is spent.
    waiting = results[1].items[0].score_card
    assert waiting is not None
    assert "another contestant failed" in (waiting.unscored_reason or "")


async def test_an_empty_answer_is_none_and_the_contest_goes_on(store: RunStore) -> None:
    results = await held(contest(store, QuotingJudge(), parametric(" \n"), grounded()))
    empty = [(each.answer, each.error, each.score_card) for each in (result.items[0] for result in results)]
    assert empty == [(None, "the answer is empty", None)] * 4


async def test_where_a_side_answers_late_both_are_judged_by_what_is_shared_then(store: RunStore) -> None:
    pure = ScriptedSystem("Pure", {"1": "88"}, (WIND,))
    broken = ScriptedSystem("Research", {"1": TimeoutError()}, (PORT,))
    (before,) = await held(contest(store, QuotingJudge(), pure, broken), CASES[:1])
    assert before.items[0].evaluation is not None
    assert before.items[0].evaluation.metrics.accuracy == 2
    repaired = ScriptedSystem("Research", {"1": "88"}, (PORT,))
    (after,) = await held(contest(store, QuotingJudge(), pure, repaired), CASES[:1])
    assert after.shared_passages == (WIND, PORT)
    accuracies = [entry.evaluation.metrics.accuracy for entry in after.items if entry.evaluation]
    assert accuracies == [9, 9]
    assert pure.asked == ["1"]


async def test_a_judge_that_breaks_leaves_the_answer_unscored(store: RunStore) -> None:
    class Breaking(QuotingJudge):
        async def evaluate_fine_grained(self, *_: object, **__: object) -> object:  # type: ignore[override]
            raise RuntimeError("out of order")

    (result,) = await held(contest(store, Breaking(), parametric(), grounded()), CASES[:1])
    cards = [entry.score_card for entry in result.items]
    assert [card and card.unscored_reason for card in cards] == ["RuntimeError: out of order"] * 2


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_a_refused_key_stops_the_run(store: RunStore, status: int) -> None:
    refusal = ModelCallError(
        "openai:x gave no reply: the server refused the key", model_id="x", status=status
    )
    with pytest.raises(InputError, match="refused the key; fix this"):
        await held(contest(store, QuotingJudge(), parametric(refusal), grounded()))
    assert store.items("r") == []


async def test_an_overloaded_server_does_not_stop_the_run(store: RunStore) -> None:
    overload = ModelCallError("openai:x gave no reply: status 503", model_id="x", status=503)
    results = await held(contest(store, QuotingJudge(), parametric(overload), grounded()))
    assert [result.items[0].error for result in results] == ["openai:x gave no reply: status 503"] * 4


async def test_no_more_is_under_way_than_was_asked_for(store: RunStore) -> None:
    under_way, most = 0, 0

    class Counting(ScriptedSystem):
        async def answer(self, case: Case) -> Answer:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            for _ in range(3):
                await asyncio.sleep(0)
            under_way -= 1
            return await super().answer(case)

    cases = tuple(Case(id=str(number), question="q") for number in range(12))
    counting = Counting("Pure", {case.id: "x" for case in cases})
    await held(contest(store, QuotingJudge(), counting, concurrency=2), cases)
    assert most == 2


async def test_half_a_character_from_a_model_costs_no_answer(store: RunStore) -> None:
    (result,) = await held(
        contest(store, QuotingJudge(), parametric("cut \ud83d off"), grounded()), CASES[:1]
    )
    assert result.items[0].answer is not None
    assert result.items[0].answer.text == "cut \ufffd off"
    assert result.items[0] in store.items("r")


async def test_research_is_kept_with_its_attempts(store: RunStore) -> None:
    class Researcher:
        name = "Deep Research"

        async def research(self, case: Case) -> DeepResearchResult:
            return research_result(case.question, "88")

    players = (SystemContestant(parametric()), ResearchContestant(Researcher()))
    held_ = Contest("r", players, QuotingJudge(), store, lambda _question, found: found)
    (result,) = await held(held_, CASES[:1])
    assert result.items[1].research == research_result("question 1", "88")
    assert result.shared_passages == (WIND, PORT)


def test_the_union_holds_each_passage_once_and_plain() -> None:
    result = research_result("q", "t")
    items = [
        RunItem(case_id="1", system="A", answer=Answer(text="x", passages=(PORT,))),
        RunItem(case_id="1", system="B", answer=result.answer, research=result),
        RunItem(case_id="1", system="C", error="gone"),
    ]
    union = found_by(items)
    assert union == [PORT, WIND]
    assert {type(passage) for passage in union} == {Passage}


async def test_an_error_ends_the_contest_where_an_earlier_question_waits_for_a_place(
    store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the arena stood still on a full disk: no one gave back the place that the failed one had held."""
    extend, written = store.extend, 0

    def full(run_id: str, items: Sequence[RunItem], calls: Sequence[ModelCall], **more: Any) -> None:
        nonlocal written
        written += 1
        if written > 2:
            raise InputError("the disk is full")
        extend(run_id, items, calls, **more)

    monkeypatch.setattr(store, "extend", full)
    playing = contest(store, QuotingJudge(), parametric(), grounded(), concurrency=1)
    with pytest.raises(InputError, match="the disk is full"):
        await asyncio.wait_for(held(playing), timeout=10)


async def test_items_have_the_language_and_the_tags_of_their_question(store: RunStore) -> None:
    case = Case(id="1", question="q", language="ru", tags=("dates",))
    (result,) = await held(
        contest(store, QuotingJudge(), parametric(ConnectionError("gone")), grounded()), (case,)
    )
    assert [(item.language, item.tags) for item in result.items] == [("ru", ("dates",))] * 2
    assert [item.language for item in store.items("r")] == ["ru", "ru"]


async def test_the_reference_is_shown_for_all_contestants_alike_unless_the_judge_is_blind(
    store: RunStore,
) -> None:
    points = (KeyPoint(text="354.4 GWh"),)
    known = Case(id="1", question="question 1", gold_answer="354.4 GWh", key_points=points)
    judge = QuotingJudge()
    await held(contest(store, judge, parametric(), grounded()), (known,))
    assert judge.known == [("354.4 GWh", points)] * 2
    store.create(manifest("blind"))
    unseeing = QuotingJudge()
    terms = contest(store, unseeing, parametric(), grounded())
    await held(replace(terms, run_id="blind", blind=True), (known,))
    assert unseeing.known == [(None, ())] * 2
