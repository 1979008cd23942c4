"""What an arena will take, before anything is paid for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.calls.estimate import CallEstimate
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.run import RunItem
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from eval.arena.added_contestants import pairs_of_both, taken_over
from eval.arena.contest import found_by
from eval.arena.entrants import given_answers
from eval.arena.pair_judging import AnswerPair, Order, by_order, pairs_estimate, pairs_of, settled_by
from eval.arena.result import CaseResult
from eval.arena.setup import Arena
from eval.runs.blind_judging import reference_answer_of
from eval.runs.kept_run import kept_items, kept_pairs
from eval.runs.runner import is_scored
from eval.systems.choice import ChosenSystem

_SOME = 200
_REPLY_BEGINS_S, _TOKENS_PER_S = 1.0, 50.0


@dataclass(frozen=True, slots=True)
class ArenaEstimate:
    """What an arena will take."""

    answers: int
    """Answers that the arena will have, one for each question and contestant."""
    kept: int
    """Answers that an earlier process stored, judged."""
    pairs: int
    """Pairs of answers to compare at most, each in both orders.

    Pairs that are already judged do not count.
    """
    estimate: CallEstimate
    """The calls for the other answers, with one attempt for each research run."""
    concurrency: int
    """Calls in progress at the same time."""

    @property
    def seconds(self) -> float:
        """Wall time with models that reply within a second and write 50 tokens in each further one."""
        calls, tokens = self.estimate.calls, self.estimate.output_tokens
        return (calls * _REPLY_BEGINS_S + tokens / _TOKENS_PER_S) / self.concurrency


async def estimate_arena(arena: Arena) -> ArenaEstimate:
    """Estimate the calls of an arena; no model is asked and nothing is written."""
    kept = {(item.case_id, item.system): item for item in (*_taken_over(arena), *_kept(arena))}
    total, judged = CallEstimate(), 0
    pairs: list[AnswerPair] = []
    for case in arena.cases:
        items = [kept.get((case.id, each.name)) for each in arena.contestants]
        judged += sum(item is not None and is_scored(item) for item in items)
        there = found_by((item for item in items if item is not None), await arena.look_up(case))
        shared = tuple(arena.choose_shared(case.question, there))
        total += await _case_estimate(arena, case, items, shared)
        if arena.config.pairs != "none":
            pairs += _pairs(arena, case, items, shared)
    left, most = _left(arena, pairs)
    if most:
        # Pairs of one arena are much alike: some stand for all.
        some = left[:: max(1, len(left) // _SOME)]
        whole = await pairs_estimate(
            arena.judges,
            some,
            blind=arena.request.blind,
            settled=settled_by(_verdicts(arena), rejudge=_rejudge(arena)),
        )
        total += whole.times(most / len(some))
    answers = len(arena.cases) * len(arena.contestants)
    return ArenaEstimate(answers, judged, most, total, arena.request.concurrency)


def _left(arena: Arena, pairs: list[AnswerPair]) -> tuple[list[AnswerPair], int]:
    """The pairs that are not judged yet, and how many of them will be at most."""
    settled = settled_by(_verdicts(arena), rejudge=_rejudge(arena))

    def open_(pair: AnswerPair) -> bool:
        requests = pair.requests(blind=arena.request.blind)
        return not all(settled(judge, each, pair) for judge in arena.judges for each in requests)

    left = [pair for pair in pairs if open_(pair)]
    if arena.config.pairs != "sampled":
        return left, len(left)
    return left, min(len(left), max(0, arena.config.max_pairs - (len(pairs) - len(left))))


def _rejudge(arena: Arena) -> bool:
    return arena.earlier is None or arena.request.rejudge


def _pairs(
    arena: Arena, case: Case, items: Sequence[RunItem | None], shared: tuple[Passage, ...]
) -> Iterator[AnswerPair]:
    """The pairs of a question; an answer that is still to be asked for is as long as none."""
    there = []
    undrawn = arena.config.unranked if arena.config.pairs == "sampled" else None
    for entrant, item in zip(arena.entrants, items, strict=True):
        given, name = _known_answer(entrant, item, case), entrant.contestant.name
        if name == undrawn:
            continue
        if given is not None:
            there.append(RunItem(case_id=case.id, system=name, answer=given))
        elif given_answers(entrant) is None:
            there.append(RunItem(case_id=case.id, system=name, answer=Answer(text="")))
    return pairs_of(CaseResult(case=case, shared_passages=shared, items=tuple(there)))


def _verdicts(arena: Arena) -> dict[Order, PairVerdict]:
    """What is judged already, by an earlier process or in the arena that is extended."""
    found = by_order(kept_pairs(arena.manifest, arena.request.store, fresh=arena.request.fresh))
    if found or arena.earlier is None:
        return found
    with RunStore(chosen_store(arena.request.store), must_exist=True) as store:
        return by_order(pairs_of_both(store, arena.earlier, arena.taken_over, (c.id for c in arena.cases)))


def _kept(arena: Arena) -> list[RunItem]:
    return kept_items(arena.manifest, arena.request.store, fresh=arena.request.fresh)


def _taken_over(arena: Arena) -> list[RunItem]:
    if arena.earlier is None:
        return []
    with RunStore(chosen_store(arena.request.store), must_exist=True) as store:
        return list(taken_over(store, arena.earlier, arena.taken_over, (case.id for case in arena.cases)))


async def _case_estimate(
    arena: Arena, case: Case, items: list[RunItem | None], shared: tuple[Passage, ...]
) -> CallEstimate:
    total = CallEstimate()
    for entrant, item in zip(arena.entrants, items, strict=True):
        if item is None or item.answer is None:
            total += await _answer_estimate(entrant, case.question)
    blind = arena.request.blind
    request = JudgeRequest(
        question=case.question,
        answer="",
        reference_documents=shared,
        reference_answer=reference_answer_of(case, blind=blind),
        key_points=() if blind else case.key_points,
    )
    unjudged = [
        request if answer is None else request.model_copy(update={"answer": answer.text, "as_given": answer})
        for entrant, item in zip(arena.entrants, items, strict=True)
        if item is None or not is_scored(item)
        for answer in [_known_answer(entrant, item, case) if arena.evaluator.checks_claims else None]
    ]
    return total + await arena.evaluator.estimate(unjudged)


def _known_answer(entrant: ChosenSystem, item: RunItem | None, case: Case) -> Answer | None:
    """An answer that is there, kept or given elsewhere; its claims can be counted."""
    find = given_answers(entrant)
    given = item if item is not None else None if find is None else find(case)
    found = given.answer if isinstance(given, RunItem) else given
    return found if isinstance(found, Answer) else None


async def _answer_estimate(entrant: ChosenSystem, question: str) -> CallEstimate:
    """What an answer takes; nothing of ours where it is given, or asked from elsewhere."""
    return CallEstimate() if entrant.estimate is None else await entrant.estimate(question)
