"""The page that compares begins with the newest two runs that are alike."""

from data_base.schemas.runs.run_page import StoredRun
from service.web.default_run_pair import newest_pair
from tests.support.arena import manifest
from tests.support.rows import over, table


def run(name: str, questions: str | None = "a", kind: str = "evaluate", state: str = "finished") -> StoredRun:
    hashes = {} if questions is None else {"questions": questions}
    terms = manifest(name, kind=kind, data_hashes=hashes)
    return StoredRun.model_validate({"manifest": terms, "project": "default", "state": state})


RUNS = [
    run("under way", state="running"),
    run("other questions", "b"),
    run("newest"),
    run("arena", kind="arena"),
    run("older"),
    run("no questions", None),
    run("oldest"),
]


@over(
    "baselines,base,candidate,pair",
    table(__file__, "test_the_newest_two_of_one_kind_and_the_same_questions"),
)
def test_the_newest_two_of_one_kind_and_the_same_questions(
    baselines: tuple[str, ...], base: str | None, candidate: str | None, pair: tuple[str, str] | None
) -> None:
    assert newest_pair(RUNS, baselines, base=base, candidate=candidate) == pair


def test_runs_of_unknown_questions_are_like_no_other() -> None:
    assert newest_pair([run("1", None), run("2", None)], ()) is None
