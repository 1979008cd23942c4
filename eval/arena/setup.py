"""From a request to a contest that can begin: everything is read and checked before anything is paid for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from agents.evaluator import RAGEvaluator
from agents.judges.passage_choice import DEFAULT_LIMIT, choose_passages
from agents.judges.passage_conversion import as_passages
from agents.judges.prompt import passage_budget
from agents.judges.settings import EvaluatorSettings, checked_settings
from agents.judges.settings_file import JudgeSettingsFile, read_judge_settings
from agents.models.missing_packages import packages_last
from agents.models.registry import ModelOrJudge
from data_base.documents.reader import documents_sha256
from data_base.passage_index import PassageIndex
from data_base.schemas.case import Case
from data_base.schemas.judgement import PromptRef
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunManifest
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from eval.arena.added_contestants import earlier_arena, unchanged
from eval.arena.config import ArenaConfig, ArenaRules, ContestantConfig, ResearchConfig, read_arena_config
from eval.arena.entrants import answers_missing, entrant, given_items, roles
from eval.arena.judging.judges import Judges
from eval.arena.judging.partial_judges import judged_by_its_own, steered_by_its_judge, steering_warning
from eval.arena.pair_sampling import require_prices_of_pairs
from eval.arena.request import BANK, EMBEDDED, ArenaRequest, question_bank
from eval.calibration.score_file import read_gold
from eval.engines.engine import require_prices
from eval.files.question_file import read_questions
from eval.runs import terms
from eval.runs.blind_judging import QuestionTerms, references_term
from eval.runs.document_index import document_index
from eval.runs.manifest import manifest_of
from eval.systems.choice import ChosenSystem

if TYPE_CHECKING:
    from eval.arena.contest import SharedPassageChoice
    from eval.systems.contestant_adapters import Contestant

PURE_LLM, DEEP_RESEARCH = "Pure LLM", "Deep Research"


@dataclass(frozen=True, slots=True)
class Arena:
    """An arena that can begin."""

    request: ArenaRequest
    """What was asked for."""
    config: ArenaConfig
    """Who takes part, and what is compared."""
    manifest: RunManifest
    """The run's manifest."""
    cases: tuple[Case, ...]
    """The questions to ask."""
    questions_in_file: int
    """How many questions are in the file."""
    entrants: tuple[ChosenSystem, ...]
    """The contestants."""
    evaluator: RAGEvaluator
    """Scores the answers."""
    judges: tuple[RAGEvaluator, ...]
    """Compare pairs, each on its own."""
    choose_shared: SharedPassageChoice
    """Chooses the passages to score on."""
    judging: EvaluatorSettings
    """How the judges judge."""
    index: PassageIndex | None
    """The index of the documents, None if there are none."""
    earlier: RunManifest | None
    """The manifest of the arena that it extends, None if it extends none."""
    warnings: tuple[str, ...]
    """What else a reader of the figures must see."""

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """Who answers, as the contest asks them."""
        return tuple(each.contestant for each in self.entrants)

    @property
    def models(self) -> tuple[ModelOrJudge, ...]:
        """The models that take part, as objects."""
        return (*(model for each in self.entrants for model in each.models), self.evaluator.spec)

    @property
    def taken_over(self) -> tuple[str, ...]:
        """The contestants whose answers are those of the arena that it extends."""
        if self.earlier is None:
            return ()
        return unchanged((each.name for each in self.contestants), self.manifest, self.earlier)

    async def look_up(self, case: Case) -> tuple[Passage, ...]:
        """What is known of a question's passages, whoever finds them: those of its case and its documents."""
        found = () if self.index is None else as_passages(await self.index.ainvoke(case.question))
        return (*case.reference_passages, *found)


@packages_last()
def prepare_arena(request: ArenaRequest) -> Arena:
    """Read questions and documents, build the models and the manifest; nothing is written or asked.

    Raises:
        InputError: anything that the user has to fix, in one sentence.
    """
    request = _extending(request.checked())
    own = read_judge_settings(request.settings) if request.settings else None
    config = _default(request) if request.config is None else read_arena_config(request.config)
    questions = read_questions(config.questions)
    cases = tuple(questions[: request.limit])
    sources = {} if request.sources is None else {"sources": request.sources}
    judging = {**(own.evaluator if own else {}), **_chosen(request), **sources}
    checked = checked_settings(EvaluatorSettings, judging)
    arenas = {"final_judge": config.final_judge, "as_of": checked.as_of}
    loop = dict(own.loop) if own else {}
    loop |= {name: value for name, value in arenas.items() if value is not None}
    index = cache(partial(document_index, list(config.documents), semantic=request.semantic))
    entrants = tuple(
        entrant(
            each,
            judge=config.judges[0],
            loop=loop,
            retrievers=config.retrievers,
            searches=config.searches,
            judging=judging,
            index=index if config.documents else None,
            checkpoints=request.checkpoints,
            store=request.store,
        )
        for each in config.contestants
    )
    missing = tuple(answers_missing(entrants, cases))
    if config.ratings is not None:
        read_gold(config.ratings)
    evaluator, judges = Judges.named(config.judges, judging, config.final_judge)
    require_prices(request.engine.limits, [evaluator.spec])
    if config.pairs == "sampled" and config.max_cost is not None:
        require_prices_of_pairs(judges)
    documents = index() if config.documents else None
    manifest = _manifest(request, config, entrants, evaluator, documents, own=own, questions=questions)
    extends = request.extends
    steered = steered_by_its_judge(config, manifest.models)
    own_words = judged_by_its_own(config, manifest.models, given_items(entrants, cases))
    return Arena(
        request=request,
        config=config,
        manifest=manifest,
        cases=cases,
        questions_in_file=len(questions),
        entrants=entrants,
        evaluator=evaluator,
        judges=judges,
        choose_shared=partial(choose_shared, token_budget=passage_budget(evaluator.spec)),
        judging=checked,
        index=documents,
        earlier=None if extends is None else earlier_arena(extends, manifest, request.store),
        warnings=(*map(steering_warning, steered), *own_words, *missing),
    )


def _chosen(request: ArenaRequest) -> dict[str, JsonValue]:
    """The judges' settings that the request names itself."""
    return {name: getattr(request, name) for name in ("panel", "as_of", "claims") if getattr(request, name)}


def _extending(request: ArenaRequest) -> ArenaRequest:
    """The request with the id of the run that it extends, which a name may stand for."""
    if request.extends is None:
        return request
    with RunStore(chosen_store(request.store), must_exist=True) as opened:
        return request.model_copy(update={"extends": opened.run_id_of(request.extends)})


def _default(request: ArenaRequest) -> ArenaConfig:
    """Pure LLM against Deep Research, as the request's options say."""
    judge = request.judge or request.model
    research = ResearchConfig(model=request.model, judge=request.loop_judge or judge)
    # The embedded model, which knows nothing by heart, would have to answer.
    recorded = request.shipped_questions and not request.documents and request.model == EMBEDDED
    pure: dict[str, Any] = (
        {"recorded": BANK / "recorded_pure_llm.jsonl"} if recorded else {"model": request.model}
    )
    return ArenaConfig(
        questions=request.questions or question_bank(),
        documents=request.documents or ((BANK / "documents",) if request.shipped_questions else ()),
        retrievers=request.retrievers,
        searches=request.searches,
        judges=(judge,),
        final_judge=request.final_judge,
        contestants=(
            ContestantConfig(name=PURE_LLM, **pure),
            ContestantConfig(name=DEEP_RESEARCH, research=research),
        ),
        seed=request.seed,
    )


def _manifest(  # noqa: PLR0913  (as below)
    request: ArenaRequest,
    config: ArenaConfig,
    entrants: Sequence[ChosenSystem],
    evaluator: RAGEvaluator,
    index: PassageIndex | None,
    *,
    own: JudgeSettingsFile | None,
    questions: list[Case],
) -> RunManifest:
    hashes = documents_sha256(list(config.documents)) if config.documents else {}
    settings: dict[str, JsonValue] = {}
    if own:
        hashes["judge_settings"] = own.sha256
        settings["judge"] = dict(own.stated)
    settings |= _chosen(request)
    if evaluator.sources_sha256 is not None:
        hashes["sources"] = evaluator.sources_sha256
    if request.extends is not None:
        settings |= {"extends": request.extends, "rejudge": request.rejudge}
    return arena_manifest(
        config,
        entrants,
        evaluator,
        QuestionTerms.of(questions),
        index,
        blind=request.blind,
        data_hashes=hashes,
        settings=settings,
        subject=_subject(request, config),
        planned=len(questions[: request.limit]),
        name=request.name,
    )


def arena_manifest(  # noqa: PLR0913  (each says something else of the arena)
    rules: ArenaRules,
    entrants: Sequence[ChosenSystem],
    evaluator: RAGEvaluator,
    questions: QuestionTerms,
    index: PassageIndex | None,
    *,
    blind: bool,
    data_hashes: Mapping[str, str],
    settings: Mapping[str, JsonValue],
    subject: str | None,
    planned: int,
    name: str | None,
) -> RunManifest:
    """The terms of an arena's run, wherever its questions and documents come from.

    Args:
        rules: how contestants are compared.
        entrants: who answers.
        evaluator: who scores.
        questions: what is asked.
        index: of the documents that passages are shared from; None where there are none.
        blind: the judge sees no gold answers and no key points.
        data_hashes: name to sha256 of what is read besides the questions.
        settings: what else shapes the result.
        subject: what the run is of, for people.
        planned: questions that are asked; 0 where that is not known.
        name: what people call it.
    """
    indexes = [each.index_version for each in entrants if each.index_version is not None]
    indexes = indexes or ([] if index is None else [index.fingerprint])
    return manifest_of(
        "arena",
        models={**roles(entrants), "judge": evaluator.spec},
        data_hashes={"questions": questions.sha256, **data_hashes},
        settings={
            "contestants": {each.contestant.name: dict(each.settings) for each in entrants},
            **({"pairs": rules.pairs} if rules.pairs != "none" else {}),
            **({"final_judge": rules.final_judge} if rules.final_judge else {}),
            **({"reference": rules.reference} if rules.reference is not None else {}),
            **settings,
            **references_term(questions.gold_answers, questions.key_points, blind=blind),
        },
        scorer_version=terms.scorer_version(),
        prompts=_prompts(rules, entrants, evaluator),
        index_version=",".join(dict.fromkeys(indexes)) or None,
        seeds={"bootstrap": rules.seed},
        notes=[f"{each.contestant.name}: {note}" for each in entrants for note in each.notes],
        subject=subject,
        planned=planned * len(entrants) or None,
        name=name,
    )


def _prompts(
    rules: ArenaRules, entrants: Sequence[ChosenSystem], evaluator: RAGEvaluator
) -> tuple[PromptRef, ...]:
    """The prompts that contestants and judges may be shown, each once."""
    pairs = () if rules.pairs == "none" else evaluator.pair_prompts
    shown = (ref for each in entrants for ref in each.prompts)
    return tuple(dict.fromkeys([*shown, *evaluator.prompts, *pairs]))


def _subject(request: ArenaRequest, config: ArenaConfig) -> str:
    if request.config is not None:
        return request.config.name
    return "benchmark questions" if request.shipped_questions else config.questions.name


def choose_shared(question: str, found: Sequence[Passage], *, token_budget: int) -> Sequence[Passage]:
    """The shared passages, chosen by the question alone, so that no answer decides what it is judged on.

    They fit the judge's own limits, so that the judge has nothing left to choose between answers.
    """
    fitting = choose_passages(question, "", found, limit=DEFAULT_LIMIT, token_budget=token_budget, cut=False)
    return fitting.shown
