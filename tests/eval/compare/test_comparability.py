"""Which terms of two runs are named as different."""

from data_base.schemas.run import RunManifest
from eval.compare.comparability import check_terms
from eval.compare.result import RunRef
from eval.compare.sides import Side
from prompts.registry import available, load, refs
from tests.support.arena import manifest

EVERY = tuple(load(*each).ref for each in available())


def side(run: RunManifest) -> Side:
    ref = RunRef(names=(run.run_id,), weighted_score=1.0, repeat_scores=(1.0,))
    return Side(ref=ref, manifest=run, facts={}, entries={}, manifests=(run,))


def named(base: RunManifest, cand: RunManifest) -> list[str]:
    return [change.name for change in check_terms(side(base), side(cand), frozenset())]


def test_a_run_that_names_every_prompt_compares_with_one_that_names_those_it_used() -> None:
    base = manifest("a").model_copy(update={"prompts": EVERY})
    assert not named(base, base.model_copy(update={"prompts": refs("judge_with_documents")}))


def test_another_version_of_a_prompt_is_named() -> None:
    base = manifest("a").model_copy(update={"prompts": EVERY})
    own = tuple(ref.model_copy(update={"version": "0", "sha256": "0" * 64}) for ref in refs("judge_pair"))
    assert named(base, base.model_copy(update={"prompts": own})) == ["prompts"]
