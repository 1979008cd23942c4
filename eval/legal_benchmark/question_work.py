"""One question of the legal benchmark: it is answered, and its answer scored, in this process or another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, NamedTuple

from agents.evaluator import RAGEvaluator
from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.text.language import detect_language
from eval.engines.case_execution import CaseHandler
from eval.legal_benchmark.question_bank import LegalQuestion
from eval.legal_benchmark.systems import legal_answer
from eval.runs.runner import answered
from eval.systems.contestant_adapters import Contestant
from scoring.legal import read_answer, score_conflict_gap, score_evidence_set, score_fact_exact

Scorer = Callable[..., ScoreCard]
_SCORERS: Mapping[str, Scorer] = MappingProxyType(
    {
        "fact_exact": score_fact_exact,
        "evidence_set": score_evidence_set,
        "conflict_gap": score_conflict_gap,
    }
)
_INVENTED = frozenset({"unsupported", "contradicted"})


class LegalParticipants(NamedTuple):
    """Who takes part in a run."""

    contestant: Contestant
    """The system that answers."""
    evaluator: RAGEvaluator | None = None
    """Finds invented details; None for the embedded checker."""


def asked_there(make: Callable[[], LegalParticipants] | None, _run_id: str) -> CaseHandler[LegalQuestion]:
    """The steps of a question in another process.

    Raises:
        InputError: it is not said how to make who takes part there.
    """
    if make is None:
        raise InputError("who is asked cannot be sent to workers of Ray; say how to make it there.")
    return step_of(make())


def step_of(asked: LegalParticipants) -> CaseHandler[LegalQuestion]:
    """The next step of a question: it is answered, and once it has an answer that is kept, scored.

    Where a judge fails, or a worker dies, the system is not asked again.
    """
    contestant, evaluator = asked

    async def step(question: LegalQuestion, item: RunItem | None) -> RunItem:
        if item is not None and item.answer is not None:
            card = await _card(question, item.answer, evaluator)
            return item.model_copy(update={"score_card": card})
        case = Case(id=question.id, question=question.text)
        item = await answered(lambda: contestant.play(case), case, contestant.name)
        language = question.fields.get("language") or detect_language(question.text)
        item = item.model_copy(update={"language": language, "tags": question.tags})
        if item.answer is not None:
            return item
        card = unscored(f"the system failed ({item.error})")
        return item.model_copy(update={"score_card": card})

    return step


async def _card(question: LegalQuestion, given: Answer, evaluator: RAGEvaluator | None) -> ScoreCard:
    answer, findings = legal_answer(given), None
    if evaluator is not None and is_judged(question):
        result = await evaluator.evaluate_fine_grained(
            question.text, read_answer(answer).text, passages_of_document(question.document or ())
        )
        if not result.scored:
            return unscored(f"the judge gave no verdict ({result.reason})", ErrorTag.EVALUATION_FAILED)
        findings = [issue.claim for issue in result.issues if issue.verdict in _INVENTED]
    scorer = _SCORERS[question.type]
    with _about(question):
        return scorer(question.fields, answer, document=question.document, findings=findings)


def is_judged(question: LegalQuestion) -> bool:
    """Whether a judge, where there is one, looks for invented details in the answer."""
    return question.type == "conflict_gap" and question.document is not None


def passages_of_document(document: Sequence[Mapping[str, Any]]) -> tuple[Passage, ...]:
    """A passage for each page."""
    return tuple(
        Passage(id=f"document#p{page['page']}", doc_id="document", page=page["page"], text=page["text"])
        for page in document
    )


@contextmanager
def _about(question: LegalQuestion) -> Iterator[None]:
    """Let an error name the question that it is about."""
    try:
        yield
    except InputError as error:
        if repr(question.id) in str(error):
            raise
        raise InputError(f"question {question.id!r}: {error}") from error


def unscored(reason: str, tag: ErrorTag = ErrorTag.NO_ANSWER) -> ScoreCard:
    """The score card of an answer that is none, or that could not be scored."""
    return ScoreCard.unscored(reason, tags=(tag,))
