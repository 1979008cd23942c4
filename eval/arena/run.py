"""The arena: from a prepared contest to its results."""

from collections.abc import Iterable, Iterator, Sequence

from agents.judges.cascade import escalation
from agents.research.checkpoints import open_checkpoints
from data_base.counted import counted
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.rating import Rating
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas_deep_research import Weighing
from data_base.store.run_store import RunStore
from eval.arena.added_contestants import stale, take_over
from eval.arena.config import ArenaRules
from eval.arena.contest import Contest
from eval.arena.entrants import may_find
from eval.arena.families import families
from eval.arena.judging.judges import Judges
from eval.arena.judging.partial_judges import (
    judged_by_its_own,
    same_model_warning,
    steered_by_its_judge,
    steering_warning,
)
from eval.arena.judging.remote_judges import judges_of, judging_suite
from eval.arena.pair_judging import PairContest, in_order_of
from eval.arena.pair_sampling import judge_pairs
from eval.arena.rating_corrections import people, read_ratings
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.result_files import ARENA_JSON
from eval.arena.score_aggregation import summarise
from eval.arena.setup import Arena
from eval.arena.standings import arena_standings
from eval.runs.folder_lock import sole_use
from eval.runs.overwrite_check import refuse_other_run
from eval.runs.preflight import require_answers, unheard
from eval.runs.runner import ItemListener
from eval.runs.served_models import changes, with_served
from eval.stats.measure import ClusterSettings
from eval.stats.paired import BootstrapSettings


async def run_arena(arena: Arena, watch: ItemListener | None = None) -> ArenaResult:
    """Run an arena, or what an earlier process of the same terms left of it.

    Args:
        arena: a prepared arena.
        watch: called with every item once its question is settled.

    Raises:
        InputError: something that the user has to fix, such as another run or another arena's report in the
            folder; whatever was answered before is kept.
    """
    with sole_use(arena.request.out):
        refuse_other_run(arena.request.out / ARENA_JSON, arena.manifest)
        async with judging_suite(arena).opened() as run:
            return await _contest(arena, judges_of(arena, run.step), run.store, run.manifest, watch)


async def _contest(
    arena: Arena, judges: Judges, store: RunStore, manifest: RunManifest, watch: ItemListener | None
) -> ArenaResult:
    if arena.config.pairs != "none" or not is_complete(arena, store.items(manifest.run_id)):
        kept = store.items(manifest.run_id)
        await require_answers(unheard(arena.models, kept))
        for entrant in arena.entrants:
            if not entrant.models:
                await entrant.require(kept)
        # Made before many open it at once, and found unusable before anything large is paid for.
        async with open_checkpoints(arena.request.checkpoints):
            pass
    store.create(manifest)
    if arena.earlier is not None:
        case_ids = [case.id for case in arena.cases]
        take_over(store, manifest.run_id, arena.earlier, arena.taken_over, case_ids)
    results, pairs, limits = await _judged(arena, judges, store, manifest, watch)
    return arena_result(arena, store, manifest, results, pairs.verdicts, warnings=limits)


async def _judged(
    arena: Arena, judges: Judges, store: RunStore, manifest: RunManifest, watch: ItemListener | None
) -> tuple[list[CaseResult], PairContest, Sequence[str]]:
    # What was taken over stays as it was judged, unless all is to be judged on what is shared now.
    rejudge = arena.earlier is None or arena.request.rejudge
    engine = arena.request.engine
    at_once = engine.cases_at_once(arena.request.concurrency, quick=False)
    contest = Contest(
        run_id=manifest.run_id,
        contestants=tuple(each.for_run(manifest.run_id) for each in arena.contestants),
        evaluator=judges.evaluator,
        store=store,
        choose_shared=arena.choose_shared,
        look_up=arena.look_up,
        may_find=any(map(may_find, arena.entrants)),
        concurrency=at_once,
        blind=arena.request.blind,
        claims=judges.evaluator.checks_claims,
        rejudge=rejudge,
    )
    results = [result async for result in contest.results(arena.cases, watch)]
    pairs = PairContest(
        run_id=manifest.run_id,
        judges=judges.pairs,
        store=store,
        concurrency=at_once,
        blind=arena.request.blind,
        rejudge=rejudge,
    )
    return results, pairs, await judge_pairs(pairs, results, arena.config)


def arena_result(
    arena: Arena,
    store: RunStore,
    manifest: RunManifest,
    results: Sequence[CaseResult],
    verdicts: Sequence[PairVerdict],
    *,
    warnings: Sequence[str] = (),
) -> ArenaResult:
    """The figures of what was judged, corrected by the ratings there are; nobody is asked.

    Raises:
        InputError: the file of ratings cannot be used.
    """
    config = arena.config
    from_file = [] if config.ratings is None else read_ratings(config.ratings, results)
    found = arena_figures(
        config,
        manifest,
        results,
        verdicts,
        questions_in_file=arena.questions_in_file,
        ratings=[*store.ratings(manifest.run_id), *from_file],
        weighing=arena.judging.weighing,
        warnings=(*arena.warnings, *warnings, *_stale(results)),
    )
    return found.model_copy(update={"ratings": tuple(from_file)})


def arena_figures(  # noqa: PLR0913  (each says something else of the arena)
    rules: ArenaRules,
    manifest: RunManifest,
    results: Sequence[CaseResult],
    verdicts: Iterable[PairVerdict],
    *,
    questions_in_file: int,
    ratings: Sequence[Rating],
    weighing: Weighing,
    warnings: Iterable[str] = (),
) -> ArenaResult:
    """The figures of what was judged, wherever it was.

    Args:
        rules: how contestants are compared.
        manifest: the run's terms.
        results: question by question.
        verdicts: on pairs.
        questions_in_file: how many questions there are.
        ratings: people's, which correct them.
        weighing: how scores are weighed.
        warnings: what a reader must see besides what is found here.
    """
    items = [item for result in results for item in result.items]
    verdicts = in_order_of(results, verdicts)
    manifest = with_served(manifest, items)
    steered = tuple(steered_by_its_judge(rules, manifest.models))
    judged_by = (item.evaluation.model_id for item in items if item.evaluation is not None)
    sent_on = escalation(manifest.models["judge"], judged_by)
    said = (
        *warnings,
        *map(steering_warning, steered),
        *same_model_warning(rules, manifest.models),
        *judged_by_its_own(rules, manifest.models, items),
        *([] if sent_on is None else [sent_on]),
        *changes(manifest.models_served),
    )
    summary = summarise(
        results,
        BootstrapSettings(seed=rules.seed),
        questions_in_file=questions_in_file,
        standings=arena_standings(
            results,
            verdicts,
            by_pairs=rules.pairs != "none",
            families=families(rules, items),
            unranked=rules.unranked,
            settings=ClusterSettings(seed=rules.seed),
        ),
        people=people(results, ratings, weighing),
        reference=rules.reference,
        steered=steered,
        warnings=tuple(dict.fromkeys(said)),
    )
    return ArenaResult(manifest=manifest, summary=summary, items=tuple(results), pairs=tuple(verdicts))


def _stale(results: Sequence[CaseResult]) -> Iterator[str]:
    count = stale(results)
    if count:
        yield (
            f"{counted(count, 'answer was', 'answers were')} judged on other passages than are shared now, "
            "since a contestant found more; --rejudge judges them again."
        )


def is_complete(arena: Arena, items: Iterable[RunItem]) -> bool:
    """Whether there is nothing left to ask a model."""
    scored = {
        (item.case_id, item.system)
        for item in items
        if item.score_card is not None and item.score_card.scored
    }
    return all((case.id, each.name) in scored for case in arena.cases for each in arena.contestants)
