"""Pairs of an arena: each judged in both orders by every judge, kept, and never asked for twice."""

import json
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import BaseMessage

from agents.calls.prompt_messages import read_prompt
from agents.evaluator import RAGEvaluator
from data_base.errors import InputError
from data_base.schemas.case import Case
from data_base.schemas.judgement import Issue
from data_base.schemas.pair_verdict import pair_outcomes
from data_base.store.run_store import RunStore
from eval.arena.config import ArenaConfig
from eval.arena.pair_judging import PairContest, in_order_of, pairs_of
from eval.arena.pair_sampling import judge_pairs
from eval.arena.result import CaseResult
from eval.arena.score_aggregation import summarise
from eval.arena.standings import arena_standings
from eval.arena.verdict_sentence import headline
from eval.stats.paired import BootstrapSettings
from tests.support.arena import PORT, WIND, evaluation, item, manifest, pair_verdict
from tests.support.scripted_chat_model import ScriptedChatModel

GOOD, FAIR, POOR = "354.4 GWh exactly", "about 350 GWh", "no idea at all"
QUALITY = {GOOD: 2, FAIR: 1, POOR: 0}


def better_first(messages: list[BaseMessage]) -> str:
    """Prefers the better answer, whatever the order."""
    prompt = read_prompt(messages)
    assert prompt is not None
    lead = _quality(prompt.text("first")) - _quality(prompt.text("second"))
    verdict = "tie" if lead == 0 else "A better" if lead > 0 else "B better"
    return json.dumps({"evidence": [], "analysis": "a", "verdict": verdict, "reason": "r"})


def shown_first(_messages: list[BaseMessage]) -> str:
    """Prefers what it is shown first."""
    return json.dumps({"evidence": [], "analysis": "a", "verdict": "A better", "reason": "r"})


def _quality(text: str) -> int:
    return next(value for answer, value in QUALITY.items() if answer in text)


def results(questions: int = 2, answers: Sequence[str] = (GOOD, FAIR, POOR)) -> list[CaseResult]:
    return [
        CaseResult(
            case=Case(id=str(number), question=f"How much power did the farm make in year {number}?"),
            shared_passages=(WIND,),
            items=tuple(
                item(name, str(number), evaluation(6 + QUALITY[text], shown=(WIND,)), text)
                for name, text in zip("ABC", answers, strict=False)
            ),
        )
        for number in range(1, questions + 1)
    ]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    with RunStore(tmp_path / "runs.sqlite") as opened:
        opened.create(manifest())
        yield opened


def contest(store: RunStore, script: Any = better_first) -> tuple[PairContest, ScriptedChatModel]:
    llm = ScriptedChatModel(script)
    return PairContest("arena-1", [RAGEvaluator(llm, cache=None)], store), llm


def config(**fields: Any) -> ArenaConfig:
    contestants = [{"name": name, "recorded": f"{name}.jsonl"} for name in "ABC"]
    return ArenaConfig.model_validate({"questions": "q.jsonl", "contestants": contestants, **fields})


async def test_every_pair_is_judged_in_both_orders_on_the_shared_passages(store: RunStore) -> None:
    pairs, llm = contest(store)
    assert await judge_pairs(pairs, results(), config(pairs="all")) == ()
    assert len(llm.prompts) == 2 * 3 * 2
    assert {verdict.passages_shown for verdict in pairs.verdicts} == {(WIND.id,)}
    outcomes = {each.systems: each.value for each in pair_outcomes(store.pairs("arena-1"))}
    assert outcomes == {("A", "B"): 0.75, ("A", "C"): 0.75, ("B", "C"): 0.75}


async def test_what_an_earlier_process_judged_is_not_asked_for_again(store: RunStore) -> None:
    first, _ = contest(store)
    await judge_pairs(first, results(1), config(pairs="all"))
    second, llm = contest(store)
    await judge_pairs(second, results(2), config(pairs="all"))
    assert len(llm.prompts) == 3 * 2
    assert len(second.verdicts) == 2 * 3 * 2


async def test_pairs_are_judged_again_on_other_passages(store: RunStore) -> None:
    first, _ = contest(store)
    await judge_pairs(first, results(1), config(pairs="all"))
    other = [each.model_copy(update={"shared_passages": (WIND, PORT)}) for each in results(1)]
    second, llm = contest(store)
    await judge_pairs(second, other, config(pairs="all"))
    assert len(llm.prompts) == 3 * 2
    assert {verdict.passages_shown for verdict in second.verdicts} == {(WIND.id, PORT.id)}


async def test_a_pair_that_failed_is_no_tie_and_is_tried_again(store: RunStore) -> None:
    broken, _ = contest(store, lambda _messages: "no verdict at all")
    await judge_pairs(broken, results(1), config(pairs="all"))
    standings = arena_standings(results(1), broken.verdicts, by_pairs=True)
    assert (standings.pairs, standings.unjudged_pairs) == (None, 3)
    mended, _ = contest(store)
    await judge_pairs(mended, results(1), config(pairs="all"))
    standings = arena_standings(results(1), mended.verdicts, by_pairs=True)
    assert standings.pairs is not None
    assert standings.unjudged_pairs == 0


async def test_a_judge_that_prefers_what_comes_first_makes_ties_that_are_counted(store: RunStore) -> None:
    pairs, _ = contest(store, shown_first)
    await judge_pairs(pairs, results(8), config(pairs="all"))
    standings = arena_standings(results(8), pairs.verdicts, by_pairs=True).pairs
    assert standings is not None
    assert (standings.inconsistent, standings.verdicts) == (24, 24)
    assert {round(place.score) for place in standings.raw} == {1000}
    (position,) = (term for term in standings.terms if term.name == "position")
    # Every verdict said better, and none much better.
    assert position.wins == pytest.approx(0.75, abs=0.01)


async def test_a_contestant_without_an_answer_is_in_no_pair(store: RunStore) -> None:
    (result,) = results(1)
    silent = result.items[0].model_copy(update={"answer": None, "evaluation": None, "error": "timed out"})
    gone = result.model_copy(update={"items": (silent, *result.items[1:])})
    assert [(pair.first, pair.second) for pair in pairs_of(gone)] == [("B", "C")]
    pairs, llm = contest(store)
    await judge_pairs(pairs, [gone], config(pairs="sampled", precision=1))
    assert len(llm.prompts) == 2


async def test_a_refused_key_ends_the_comparison_and_is_no_verdict(store: RunStore) -> None:
    class RefusedError(Exception):
        status_code = 401

    def refuse(_messages: list[BaseMessage]) -> str:
        raise RefusedError

    pairs, _ = contest(store, refuse)
    with pytest.raises(InputError):
        await judge_pairs(pairs, results(1), config(pairs="all"))
    assert store.count_pairs("arena-1") == 0


async def test_a_sampled_arena_stops_when_intervals_are_narrow_enough(store: RunStore) -> None:
    wide, _ = contest(store)
    assert await judge_pairs(wide, results(12), config(pairs="sampled", precision=100_000)) == ()
    assert len(wide.verdicts) < 12 * 3 * 2


async def test_a_sampled_arena_says_that_it_reached_its_limit(store: RunStore) -> None:
    pairs, _ = contest(store)
    (said,) = await judge_pairs(pairs, results(12), config(pairs="sampled", precision=1, max_pairs=7))
    assert said.startswith("max_pairs (7) was reached before")
    assert len(pairs.verdicts) == 7 * 2


async def test_a_sampled_arena_that_runs_out_of_pairs_says_so(store: RunStore) -> None:
    def now_and_then(messages: list[BaseMessage]) -> str:
        tie = json.dumps({"evidence": [], "analysis": "a", "verdict": "tie", "reason": "r"})
        prompt = read_prompt(messages)
        assert prompt is not None
        return tie if prompt.text("question")[-2] in "1357" else better_first(messages)

    pairs, _ = contest(store, now_and_then)
    (said,) = await judge_pairs(pairs, results(8), config(pairs="sampled", precision=1))
    assert said.startswith("All pairs that can be are judged, and the widest interval")
    assert "where 1 were wanted" in said
    assert len(pairs.verdicts) == 8 * 3 * 2


async def test_a_limit_of_cost_needs_prices(store: RunStore) -> None:
    pairs, _ = contest(store)
    with pytest.raises(InputError, match=r"max_cost cannot be kept to: the price of a judge is not known"):
        await judge_pairs(pairs, results(), config(pairs="sampled", max_cost=1.0))


async def test_pairs_that_clash_are_judged_side_by_side_and_make_no_standings(
    store: RunStore,
) -> None:
    claim = Issue(claim=GOOD, verdict="supported", passage_id=WIND.id, quote="354.4 GWh", doubts=())
    right = item("A", "1", evaluation(9, shown=(WIND,), issues=(claim,)), GOOD)
    declining = item("B", "1", evaluation(10, shown=(WIND,)), "I cannot answer without documents.")
    case = Case(id="1", question="How much power did the farm make?")
    clashing = [CaseResult(case=case, shared_passages=(WIND,), items=(right, declining))]
    pairs, llm = contest(store, shown_first)
    await judge_pairs(pairs, clashing, config(pairs="none"))
    assert len(llm.prompts) == 2
    standings = arena_standings(clashing, pairs.verdicts)
    assert standings.pairs is None
    assert [(clash.value, clash.in_view) for clash in standings.clashes] == [(0.5, True)]


def test_a_pair_has_what_is_known_of_its_question_unless_it_is_judged_blind() -> None:
    (result,) = results(questions=1, answers=(GOOD, FAIR))
    known = {"key_points": ["354.4 GWh"], "blocked": ["https://blocked.example/"]}
    case = Case.model_validate({**result.case.model_dump(), **known})
    (pair,) = pairs_of(result.model_copy(update={"case": case}))
    for blind, expected in ((False, (case.key_points, case.blocked)), (True, ((), ()))):
        assert [(each.key_points, each.blocked) for each in pair.requests(blind=blind)] == [expected] * 2


def test_answers_judged_each_by_itself_have_no_order(store: RunStore) -> None:
    """A position without effect, and with an interval of no width, looked as if none had been found."""
    verdicts = [
        pair_verdict("first_better" if first < second else "second_better", case_id=str(number)).model_copy(
            update={"first": first, "second": second, "compared_by": "scores"}
        )
        for number in range(1, 9)
        for first, second in (*combinations("ABC", 2), *combinations("CBA", 2))
    ]
    standings = arena_standings(results(8), verdicts, by_pairs=True)
    assert standings.pairs is not None
    assert [term.name for term in standings.pairs.terms] == []
    assert (standings.pairs.by_scores, standings.pairs.verdicts) == (24, 24)
    summary = summarise(results(8), BootstrapSettings(), questions_in_file=8, standings=standings)
    assert headline(summary) == (
        "A is first by 24 comparisons of the scores of two answers, each judged by itself."
    )


def test_the_headline_says_what_the_leader_lacks() -> None:
    """Who answers few questions was first without a word."""
    whole = results(8)
    gone = [
        each.model_copy(
            update={
                "items": (
                    each.items[0].model_copy(update={"answer": None, "evaluation": None}),
                    *each.items[1:],
                )
            }
        )
        for each in whole[6:]
    ]
    some = [*whole[:6], *gone]
    summary = summarise(some, BootstrapSettings(), questions_in_file=8, standings=arena_standings(some))
    assert headline(summary) == (
        "A is first by mean score. "
        "A lacks a score for 2 of 8 questions, and is compared with the others on the rest."
    )


async def test_verdicts_stand_in_the_order_of_questions_and_contestants(store: RunStore) -> None:
    judged, _ = contest(store)
    cases = results()
    await judged.judge(pair for result in cases for pair in pairs_of(result))
    found = in_order_of(cases, reversed(judged.verdicts))
    assert [(each.case_id, each.first, each.second) for each in found] == [
        (result.case.id, first, second)
        for result in cases
        for first in "ABC"
        for second in "ABC"
        if first != second
    ]
