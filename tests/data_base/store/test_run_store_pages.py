"""Pages of a run: the latest items that a filter lets through, chosen without reading payloads."""

from collections.abc import Iterator

import pytest
from sqlalchemy.dialects import sqlite

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.judgement import Issue
from data_base.schemas.run import ItemStatus, RunItem
from data_base.schemas.runs.item_page import ItemFilter, ItemKey, ItemPage
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.store.item_queries import listing_of
from data_base.store.run_store import RunStore
from tests.support.arena import evaluation, manifest
from tests.support.rows import table

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
    entry("6", score_card=ScoreCard.unscored("no JSON", tags=(ErrorTag.UNPARSABLE, ErrorTag.NO_ANSWER))),
    entry("7", 0.7, evaluation=evaluation().model_copy(update={"decided_share": 0.5})),
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


def cases(page: ItemPage) -> str:
    return "".join(paged.item.case_id for paged in page.items)


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
        (ItemFilter(decided_min=0.5), "7"),
        (ItemFilter(decided_max=0.4), ""),
        (ItemFilter(error_tag=ErrorTag.NO_ANSWER), "6"),
        (ItemFilter(error_tag=ErrorTag.MISSING_ITEM), ""),
        (ItemFilter(text="GONE"), "5"),
        (ItemFilter(text='la"w'), "2"),
        (ItemFilter(text="%"), ""),
        (ItemFilter(language="en", tag="law", status=ItemStatus.SCORED, system="A"), "1"),
    ],
)
def test_a_page_holds_what_the_filter_lets_through(store: RunStore, where: ItemFilter, expected: str) -> None:
    page = store.page("r", where=where)
    assert (cases(page), page.after) == (expected, None)


def walked(
    store: RunStore, run_id: str = "r", *, sort: ItemKey = "number", descending: bool = False, limit: int = 50
) -> list[RunItem]:
    """All items of a run, page by page."""
    items: list[RunItem] = []
    after: str | None = None
    while True:
        page = store.page(run_id, sort=sort, descending=descending, after=after, limit=limit)
        assert 0 < len(page.items) <= limit
        items += [paged.item for paged in page.items]
        after = page.after
        if after is None:
            return items


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
def test_pages_follow_one_another_with_nothing_twice_or_left_out(store: RunStore, limit: int) -> None:
    assert walked(store, limit=limit) == ENTRIES


@pytest.mark.parametrize("limit", [1, 2, 50])
@pytest.mark.parametrize(
    ("sort", "descending", "expected"),
    table(__file__, "test_pages_are_sorted_and_what_has_no_figure_comes_last"),
)
def test_pages_are_sorted_and_what_has_no_figure_comes_last(
    store: RunStore, sort: ItemKey, descending: bool, limit: int, expected: str
) -> None:
    found = walked(store, sort=sort, descending=descending, limit=limit)
    assert "".join(item.case_id for item in found) == expected


def test_the_difference_is_that_of_the_cases_systems(store: RunStore) -> None:
    scores = {"1": (0.5, 0.75), "2": (0.0, 1.0, 0.5), "3": (0.5,), "4": (0.25, 0.25)}
    store.create(manifest("d"))
    for case, each in scores.items():
        store.extend("d", [entry(case, score, system=f"S{n}") for n, score in enumerate(each)])
    store.append("d", entry("3", system="S1"))
    page = store.page("d", sort="difference", descending=True)
    found = [(paged.item.case_id, paged.difference) for paged in page.items]
    assert found == [("2", 1.0)] * 3 + [("1", 0.25)] * 2 + [("4", 0.0)] * 2 + [("3", None)] * 2
    walk = walked(store, "d", sort="difference", descending=True, limit=2)
    assert walk == [paged.item for paged in page.items]


def test_an_item_that_is_written_again_keeps_its_place(store: RunStore) -> None:
    first = store.page("r", limit=2)
    again, new = entry("1", 1.0, error="x"), entry("8")
    store.extend("r", [again, new])
    rest = store.page("r", after=first.after)
    assert [paged.item for paged in rest.items] == [*ENTRIES[2:], new]
    assert store.page("r", limit=1).items[0].item == store.item("r", "1", "A").item == again


def test_a_page_that_begins_nowhere_is_refused(store: RunStore) -> None:
    of_scores = store.page("r", sort="score", limit=1).after
    assert of_scores is not None
    for wrong in ("", "x", "é", "=", of_scores[:-2], "W10", "bnVsbA", of_scores):
        with pytest.raises(InputError, match=r"^after: "):
            store.page("r", after=wrong)


def test_a_page_of_nothing_is_refused_and_an_unknown_run_has_none(store: RunStore) -> None:
    with pytest.raises(InputError, match="at least 1 entry"):
        store.page("r", limit=0)
    assert store.page("unknown").items == ()


def test_a_page_is_chosen_without_a_look_at_payloads(store: RunStore) -> None:
    if store._engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL plans by how many rows there are")
    where = ItemFilter(status=ItemStatus.SCORED, score_min=0, score_max=1, language="en", contradicted_min=0)
    listing = listing_of("r", where, key="number", descending=False, finished=False)
    query = listing.query(listing.order.parts()[0], 10).compile(
        dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}
    )
    with store._engine.connect() as connection:
        plan = [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")]
    assert any(step.startswith("SEARCH at USING COVERING INDEX") for step in plan)
    assert not any("SCAN items" in step for step in plan)
