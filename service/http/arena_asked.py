"""Arenas of requests as jobs keep them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from agents.models.registry import PANEL
from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.text.language import detect_language
from eval.files.question_file import questions_hash
from eval.runs.references import reference_answer_of
from scoring.unanswerable import ContradictionError
from service.arenas.terms import (
    ArenaQuestion,
    ArenaTerms,
    ContestantTerms,
    PureTerms,
    RecordedTerms,
    ResearchingTerms,
)
from service.http.answers.recorded import passages_in
from service.http.bodies.arenas import DeepResearchRequest, GivenAnswer, PureLLMRequest, RecordedRequest
from service.research.terms import require_answering_model

if TYPE_CHECKING:
    from service.collections.index import IndexedDocument
    from service.http.answers.recorded import LookUp
    from service.http.bodies.arenas import ArenaRunRequest, ContestantRequest, QuestionRequest
    from service.jobs.judging import Evaluators

    DocumentsOf = Callable[[str], Sequence[IndexedDocument]]


def arena_terms(
    asked: ArenaRunRequest, questions: Sequence[ArenaQuestion], *, judge: str, documents_of: DocumentsOf
) -> ArenaTerms:
    """Who takes part in an arena, and who judges.

    Args:
        asked: the arena.
        questions: its questions.
        judge: the server's own judge.
        documents_of: gives the documents of a collection that can be searched now.

    Raises:
        InputError: there are too few contestants, or a name is used twice.
    """
    _require_contest(asked)
    judges = asked.judges or (judge,)
    return ArenaTerms(
        contestants=tuple(_terms(each, judges[0], documents_of) for each in asked.contestants),
        judge=PANEL.join(judges),
        settings=asked.settings,
        blind=asked.blind,
        seed=asked.seed,
        name=asked.name,
        questions=len(questions),
        questions_sha256=questions_hash(each.case for each in questions),
        answers_sha256=_answers_sha256(questions),
        gold_answers=sum(reference_answer_of(each.case, blind=False) is not None for each in questions),
        key_points=sum(bool(each.case.key_points) for each in questions),
    )


def models_named(asked: ArenaRunRequest) -> Iterator[str | None]:
    """The models that an arena names, as judges or in its contestants."""
    yield from asked.judges
    for each in asked.contestants:
        if isinstance(each, PureLLMRequest):
            yield each.model
        elif isinstance(each, DeepResearchRequest):
            yield from (each.models.model, each.models.judge)


def require_models(terms: ArenaTerms, evaluators: Evaluators) -> None:
    """Refuse models that cannot be used here.

    Raises:
        InputError: a name, an option or a setting cannot be used, or a key is missing.
    """
    evaluators.of(terms.judge, terms.settings)
    for each in terms.contestants:
        if isinstance(each, PureTerms):
            require_answering_model(each.model)
        elif isinstance(each, ResearchingTerms):
            each.researcher.require_models(evaluators)


def arena_questions(asked: ArenaRunRequest, look_up: LookUp) -> list[ArenaQuestion]:
    """The questions of an arena, with the answers that were given elsewhere.

    Args:
        asked: the arena.
        look_up: gives the passages of a collection.

    Raises:
        InputError: an id is used twice, a question contradicts itself, one has no recorded answer, or there
            is an answer to none.
    """
    cases = [_case(each, number) for number, each in enumerate(asked.questions, start=1)]
    seen: set[str] = set()
    for number, case in enumerate(cases):
        if case.id in seen:
            raise InputError(
                f'questions.{number}.id: "{case.id}" is used twice; give every question its own.'
            )
        seen.add(case.id)
        try:
            reference_answer_of(case, blind=False)
        except ContradictionError as error:
            raise InputError(f"questions.{number}: answerable and gold_answer: {error}.") from error
    recorded = {
        each.name: _answers(each, f"contestants.{number}", cases, look_up)
        for number, each in enumerate(asked.contestants)
        if isinstance(each, RecordedRequest)
    }
    return [
        ArenaQuestion(case=case, recorded={name: answers[case.id] for name, answers in recorded.items()})
        for case in cases
    ]


def _require_contest(asked: ArenaRunRequest) -> None:
    if len(asked.contestants) < 2:  # noqa: PLR2004  (it takes two)
        raise InputError("contestants: an arena compares systems; name two at least.")
    names = [each.name for each in asked.contestants]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f'contestants: the name "{twice[0]}" is used twice; give every contestant its own.')


def _terms(one: ContestantRequest, judge: str, documents_of: DocumentsOf) -> ContestantTerms:
    if isinstance(one, PureLLMRequest):
        return PureTerms(name=one.name, **({"model": one.model} if one.model else {}))
    if isinstance(one, DeepResearchRequest):
        researcher = one.terms(documents_of(one.collection), judge=judge)
        return ResearchingTerms(name=one.name, researcher=researcher)
    return RecordedTerms(name=one.name)


def _case(asked: QuestionRequest, number: int) -> Case:
    return Case(
        id=asked.name(number),
        question=asked.question,
        language=asked.language or detect_language(asked.question),
        answerable=asked.answerable,
        gold_answer=asked.gold_answer,
        key_points=asked.key_points,
        tags=asked.tags,
    )


def _answers(
    one: RecordedRequest, place: str, cases: Iterable[Case], look_up: LookUp
) -> Mapping[str, Answer]:
    ids = [case.id for case in cases]
    for name in ids:
        if name not in one.answers:
            raise InputError(f'{place}.answers: the question "{name}" has no answer; give it one.')
    if unknown := sorted(one.answers.keys() - set(ids)):
        raise InputError(f'{place}.answers: there is no question "{unknown[0]}"; take its answer out.')
    return {name: _answer(given, look_up) for name, given in one.answers.items()}


def _answer(given: str | GivenAnswer, look_up: LookUp) -> Answer:
    if isinstance(given, str):
        return Answer(text=given)
    return Answer(text=given.answer, passages=passages_in(given.documents, look_up) or ())


def _answers_sha256(questions: Iterable[ArenaQuestion]) -> str | None:
    digest, any_given = hashlib.sha256(), False
    for each in questions:
        any_given = any_given or bool(each.recorded)
        digest.update(each.model_dump_json(include={"recorded"}).encode())
    return digest.hexdigest() if any_given else None
