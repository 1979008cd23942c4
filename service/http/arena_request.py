"""Arenas of requests as jobs keep them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.text.language import detect_language
from eval.runs.blind_judging import QuestionTerms, reference_answer_of
from scoring.unanswerable_reference import ContradictionError
from service.arenas.arena_terms import ArenaQuestion, ArenaTerms, ContestantTerms
from service.http.answers.recorded import ByteLimit, passages_in
from service.research.terms import require_answering_model

if TYPE_CHECKING:
    from data_base.net.addresses import AddressCheck
    from service.collections.index import IndexedDocument
    from service.http.answers.recorded import LookUp
    from service.http.bodies.arenas import (
        ArenaRunRequest,
        ContestantRequest,
        GivenAnswer,
        QuestionRequest,
    )
    from service.jobs.judging import Evaluators

    DocumentsOf = Callable[[str], Sequence[IndexedDocument]]

_KEPT = {"final_judge", "pairs", "precision", "max_pairs", "max_cost", "seed", "settings", "blind", "name"}
"""Fields of a request that its terms have, too."""


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
        InputError: research has no collection, or one that cannot be searched.
    """
    contestants = [_terms(each, number, asked, questions) for number, each in enumerate(asked.contestants)]
    collections = [each.research.collection for each in contestants if each.research is not None]
    # As a file has them: a language that was detected was not said.
    said = zip(questions, asked.questions, strict=True)
    about = QuestionTerms.of([q.case.model_copy(update={"language": of.language}) for q, of in said])
    return ArenaTerms(
        **{name: getattr(asked, name) for name in asked.model_fields_set & _KEPT},
        judges=asked.judges or (judge,),
        contestants=tuple(contestants),
        collection=asked.documents,
        searched={
            each: tuple(documents_of(each))
            for each in dict.fromkeys([*([asked.documents] if asked.documents else []), *collections])
        },
        questions=len(questions),
        questions_sha256=about.sha256,
        gold_answers=about.gold_answers,
        key_points=about.key_points,
    )


def require_models(terms: ArenaTerms, evaluators: Evaluators) -> None:
    """Refuse models that cannot be used here.

    Raises:
        InputError: a name, an option, a setting or a price cannot be used, or a key is missing.
    """
    _, pairs = terms.scorers(evaluators)
    if terms.pairs == "sampled" and terms.max_cost is not None:
        from eval.arena.pair_sampling import require_prices_of_pairs  # noqa: PLC0415  (loads what others do not need)

        require_prices_of_pairs(pairs)
    for each in terms.contestants:
        if each.model is not None:
            require_answering_model(each.model)
        if each.research is not None:
            require_answering_model(each.research.model)
            each.research.require_declared()
            settings = each.research.judge_settings or terms.settings
            steering = evaluators.of(each.research.judge or terms.judges[0], settings)
            if final := each.research.settings.final_judge or terms.final_judge:
                steering.final_judge(final)


async def require_endpoints(asked: ArenaRunRequest, check: AddressCheck) -> None:
    """Refuse contestants at addresses that may not be asked.

    Raises:
        InputError: one is no address, or none of the public internet.
    """
    for number, each in enumerate(asked.contestants):
        if each.http is not None:
            try:
                await check.addresses(check.url(each.http))
            except InputError as error:
                raise InputError(f"contestants.{number}.{error}") from error


def arena_questions(asked: ArenaRunRequest, look_up: LookUp, *, max_bytes: int) -> list[ArenaQuestion]:
    """The questions of an arena, with the answers that were given elsewhere.

    Args:
        asked: the arena.
        look_up: gives the passages of a collection.
        max_bytes: of all answers, with the passages that they name.

    Raises:
        ProblemError: 413, they are more.
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
    size = ByteLimit(max_bytes)
    recorded = {
        each.name: _answers(each.answers, f"contestants.{number}", cases, look_up, size)
        for number, each in enumerate(asked.contestants)
        if each.answers is not None
    }
    return [
        ArenaQuestion(case=case, recorded={name: answers[case.id] for name, answers in recorded.items()})
        for case in cases
    ]


def _terms(
    one: ContestantRequest, number: int, asked: ArenaRunRequest, questions: Sequence[ArenaQuestion]
) -> ContestantTerms:
    fields = one.model_dump(exclude={"answers"}, exclude_unset=True)
    if one.answers is not None:
        fields["answers_sha256"] = _answers_sha256(each.recorded[one.name] for each in questions)
    if one.research is not None:
        collection = one.research.collection or asked.documents
        if collection is None:
            raise InputError(
                f"contestants.{number}: research answers from documents; name the collection that has them "
                "as `collection`, or as `documents` of the arena (POST /v1/collections makes one)."
            )
        fields["research"]["collection"] = collection
    return ContestantTerms.model_validate(fields)


def _case(asked: QuestionRequest, number: int) -> Case:
    return Case(
        id=asked.name(number),
        question=asked.question,
        language=asked.language or detect_language(asked.question),
        answerable=asked.answerable,
        gold_answer=asked.gold_answer,
        key_points=asked.key_points,
        blocked=asked.blocked,
        tags=asked.tags,
    )


def _answers(
    given: Mapping[str, str | GivenAnswer],
    place: str,
    cases: Iterable[Case],
    look_up: LookUp,
    size: ByteLimit,
) -> Mapping[str, Answer]:
    ids = [case.id for case in cases]
    for name in ids:
        if name not in given:
            raise InputError(f'{place}.answers: the question "{name}" has no answer; give it one.')
    if unknown := sorted(given.keys() - set(ids)):
        raise InputError(f'{place}.answers: there is no question "{unknown[0]}"; take its answer out.')
    found: dict[str, Answer] = {}
    for name, each in given.items():
        found[name] = _answer(each, look_up, f"{place}.answers.{name}.documents")
        size.count(len(found[name].model_dump_json().encode()), f"{place}.answers")
    return found


def _answer(given: str | GivenAnswer, look_up: LookUp, place: str) -> Answer:
    if isinstance(given, str):
        return Answer(text=given)
    return Answer(text=given.answer, passages=passages_in(given.documents, look_up, place) or ())


def _answers_sha256(answers: Iterable[Answer]) -> str:
    digest = hashlib.sha256()
    for each in answers:
        digest.update(each.model_dump_json().encode() + b"\n")
    return digest.hexdigest()
