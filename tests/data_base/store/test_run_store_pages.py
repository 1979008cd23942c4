"""Pages of a run: the latest items that a filter lets through, chosen without reading payloads."""

from collections.abc import Iterator, Sequence

import pytest
from sqlalchemy.dialects import sqlite

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.item_page import ItemFilter
from data_base.schemas.judgement import Issue
from data_base.schemas.run import ItemStatus, RunItem
from data_base.schemas.score_card import ScoreCard
from data_base.store.item_rows import page_of
from data_base.store.run_store import RunStore
from tests.support.arena import evaluation, manifest

WRONG = Issue(claim="x", verdict="contradicted")


def entry(case_id: str, score: float | None = None, **fields: object) -> RunItem:
    card = None if score is None else ScoreCard(primary_score=score)
    given = {"system": "A", "answer": Answer(text="an answer"), "score_card": card, **fields}
    return RunItem.model_validate({"case_id": case_id, **given})


ENTRIES = [
    entry("1", 0.2, language="en", tags=("law", "law", "hard")),
    entry("2", 0.5, language="zh-Hant", evaluation=evaluation(issues=(WRONG, WRONG)), tags=('la"w', "hard")),
    entry("3", language="en", tags=("Law",)),
    entry("4", 0.9, system="B", evaluation=evaluation(issues=(WRONG,))),
    entry("5", answer=None, error="gone"),
    entry("6", score_card=ScoreCard.unscored("no JSON")),
    entry("7", 0.7, evaluation=evaluation()),
]


@pytest.fixture
def store(address: str) -> Iterator[RunStore]:
    with RunStore(address) as store:
        # What other runs hold never comes.
        store.import_run(manifest("other"), ENTRIES)
        store.create(manifest("r"))
        store.append("r", entry("1", 0.95, language="ru", tags=("old",)))
        store.extend("r", ENTRIES)
        yield store


def cases(items: Sequence[RunItem]) -> str:
    return "".join(item.case_id for item in items)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (ItemFilter(), "1234567"),
        (ItemFilter(status=ItemStatus.SCORED), "1247"),
        (ItemFilter(status=ItemStatus.ANSWERED), "3"),
        (ItemFilter(status=ItemStatus.FAILED), "5"),
        (ItemFilter(status=ItemStatus.UNSCORED), "6"),
        (ItemFilter(score_min=0.5), "247"),
        (ItemFilter(score_max=0.5), "12"),
        (ItemFilter(score_min=0.5, score_max=0.7), "27"),
        (ItemFilter(language="en"), "13"),
        (ItemFilter(language="ru"), ""),
        (ItemFilter(tag="law"), "1"),
        (ItemFilter(tag="hard"), "12"),
        (ItemFilter(tag='la"w'), "2"),
        (ItemFilter(tag="old"), ""),
        (ItemFilter(system="B"), "4"),
        (ItemFilter(contradicted_min=1), "24"),
        (ItemFilter(contradicted_min=0), "247"),
        (ItemFilter(language="en", tag="law", status=ItemStatus.SCORED, system="A"), "1"),
    ],
)
def test_a_page_holds_what_the_filter_lets_through(store: RunStore, where: ItemFilter, expected: str) -> None:
    page = store.page("r", where=where)
    assert (cases(page.items), page.after) == (expected, None)


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
def test_pages_follow_one_another_with_nothing_twice_or_left_out(store: RunStore, limit: int) -> None:
    items: list[RunItem] = []
    after: int | None = None
    while True:
        page = store.page("r", after=after, limit=limit)
        assert 0 < len(page.items) <= limit
        items += page.items
        after = page.after
        if after is None:
            break
    assert items == ENTRIES


def test_what_is_written_while_pages_are_turned_comes_at_the_end(store: RunStore) -> None:
    first = store.page("r", limit=2)
    again, new = entry("1", 1.0), entry("8")
    store.extend("r", [again, new])
    assert store.page("r", after=first.after).items == (*ENTRIES[2:], again, new)


def test_a_page_of_nothing_is_refused_and_an_unknown_run_has_none(store: RunStore) -> None:
    with pytest.raises(InputError, match="at least 1 item"):
        store.page("r", limit=0)
    assert store.page("unknown").items == ()


def test_a_page_is_chosen_by_an_index_alone(store: RunStore) -> None:
    if store._engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL plans by how many rows there are")
    where = ItemFilter(
        status=ItemStatus.SCORED,
        score_min=0,
        score_max=1,
        language="en",
        system="A",
        contradicted_min=0,
        tag="law",
    )
    query = page_of("r", where, after=0, limit=10).compile(
        dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True, "render_postcompile": True}
    )
    with store._engine.connect() as connection:
        plan = [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")]
    assert any("SEARCH one USING COVERING INDEX items_in_order (run_id=? AND seq>?" in step for step in plan)
    assert any("SEARCH later USING COVERING INDEX items_by_place" in step for step in plan)
    assert not any("SCAN" in step or "TEMP B-TREE" in step for step in plan)
