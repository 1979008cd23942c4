"""Lists of a run's items are what a naive filter and a naive sort of all its items give."""

from collections.abc import Callable, Iterator
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from data_base.schemas.answer import Answer
from data_base.schemas.judgement import Issue
from data_base.schemas.run import ItemStatus, RunItem
from data_base.schemas.runs.item_page import ItemFilter, ItemKey, ItemPlace, PagedItem
from data_base.schemas.runs.run_page import RunFilter
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.store import run_reader
from data_base.store.run_store import RunStore
from tests.support.arena import evaluation, manifest

TAGS = ("law", "Law", 'a\n"b', "難", "100%", "_")
TEXTS = ("Плотина открыта", "the MILL dam", "磨坊於啟用", 'say "yes"', "100%_\\")
SCORES = st.sampled_from([None, 0.0, 0.25, 0.5, 0.75, 1.0])
some = st.one_of


@st.composite
def entries(draw: st.DrawFn) -> RunItem:
    score, tags = draw(SCORES), draw(st.lists(st.sampled_from(TAGS), max_size=3))
    verdicts = draw(st.lists(st.sampled_from(["supported", "contradicted"]), max_size=3))
    judged = evaluation(issues=tuple(Issue(claim="x", verdict=verdict) for verdict in verdicts))
    share = draw(st.sampled_from([None, 0.0, 0.5, 1.0]))
    faults = (ErrorTag.NO_ANSWER,) if draw(st.booleans()) else ()
    card = ScoreCard.unscored("no JSON", tags=faults)
    return RunItem(
        case_id=draw(st.sampled_from("12345")),
        system=draw(st.sampled_from("AB")),
        language=draw(st.sampled_from([None, "ru", "zh-Hant"])),
        tags=tuple(tags),
        documents=tuple(draw(st.lists(st.sampled_from(TAGS), max_size=2))),
        answerable=draw(st.sampled_from([None, True, False])),
        answer=Answer(text=draw(st.sampled_from(TEXTS))),
        evaluation=draw(st.sampled_from([None, judged.model_copy(update={"decided_share": share})])),
        score_card=draw(st.sampled_from([None, card]))
        if score is None
        else ScoreCard(primary_score=score, error_tags=faults),
    )


filters = st.builds(
    ItemFilter,
    status=some(st.none(), st.sampled_from(ItemStatus)),
    score_min=some(st.none(), st.sampled_from([0.25, 0.5])),
    score_max=some(st.none(), st.sampled_from([0.5, 0.75])),
    language=some(st.none(), st.just("ru")),
    tag=some(st.none(), st.sampled_from([*TAGS, "l", "b"])),
    document=some(st.none(), st.sampled_from(TAGS)),
    answerable=some(st.none(), st.booleans()),
    system=some(st.none(), st.just("A")),
    contradicted_min=some(st.none(), st.integers(0, 2)),
    decided_min=some(st.none(), st.just(0.5)),
    decided_max=some(st.none(), st.sampled_from([0.5, 0.7])),
    error_tag=some(st.none(), st.just(ErrorTag.NO_ANSWER)),
    text=some(
        st.none(), st.sampled_from(["плотина", "МИЛЛ", "Mill", "坊於", 'SAY "', "%_\\", "0%", "nowhere"])
    ),
)


def figures(item: RunItem) -> dict[str, float | None]:
    judged = item.evaluation if item.evaluation and item.evaluation.scored else None
    return {
        "score": item.score_card.primary_score if item.score_card else None,
        **{name: getattr(judged.metrics, name) if judged else None for name in ("accuracy", "clarity")},
        "completeness": judged.metrics.completeness if judged else None,
        "contradicted": sum(i.verdict == "contradicted" for i in judged.issues) if judged else None,
        "decided_share": judged.decided_share if judged else None,
    }


def texts_of(value: object) -> Iterator[str]:
    """Every text in an item, whichever field it is in."""
    if isinstance(value, RunItem):
        yield from texts_of(value.model_dump(mode="json"))
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_of(each)
    elif isinstance(value, str):
        yield value


def lets_through(where: ItemFilter, item: RunItem) -> bool:
    found = figures(item)
    least = (("score_min", "score"), ("contradicted_min", "contradicted"), ("decided_min", "decided_share"))
    most = (("score_max", "score"), ("decided_max", "decided_share"))
    bounds: list[tuple[str, str, Callable[[float, float], bool]]] = [
        *((name, key, float.__ge__) for name, key in least),
        *((name, key, float.__le__) for name, key in most),
    ]
    tags = item.score_card.error_tags if item.score_card else ()
    return (
        (where.status is None or item.status == where.status)
        and (where.language is None or item.language == where.language)
        and (where.system is None or item.system == where.system)
        and (where.tag is None or where.tag in item.tags)
        and (where.document is None or where.document in item.documents)
        and (where.answerable is None or where.answerable == item.answerable)
        and (where.error_tag is None or where.error_tag in tags)
        and (where.text is None or any(where.text.casefold() in each.casefold() for each in texts_of(item)))
        and all(
            (bound := getattr(where, name)) is None
            or ((value := found[key]) is not None and holds(float(value), float(bound)))
            for name, key, holds in bounds
        )
    )


def expected(
    written: list[RunItem], where: ItemFilter, key: ItemKey, *, descending: bool
) -> list[tuple[str, str]]:
    latest: dict[tuple[str, str], RunItem] = {}
    for item in written:
        latest[item.case_id, item.system] = item
    numbers = {place: number for number, place in enumerate(latest)}
    keys: dict[tuple[str, str], float | None] = {}
    for place, item in latest.items():
        of_case = (figures(each)["score"] for each in latest.values() if each.case_id == item.case_id)
        scores = [score for score in of_case if score is not None]
        own = {"number": numbers[place], "difference": max(scores) - min(scores) if len(scores) > 1 else None}
        keys[place] = (own | figures(item))[key]
    listed = [place for place, item in latest.items() if lets_through(where, item)]
    keyed = [place for place in listed if keys[place] is not None]
    keyed.sort(key=lambda place: (keys[place], numbers[place]), reverse=descending)
    return keyed + [place for place in listed if keys[place] is None]


def place(paged: PagedItem) -> tuple[str, str]:
    return paged.item.case_id, paged.item.system


def walked(
    store: RunStore, where: ItemFilter, key: ItemKey, *, descending: bool, limit: int
) -> Iterator[PagedItem]:
    after: str | None = None
    while True:
        page = store.page("r", where=where, sort=key, descending=descending, after=after, limit=limit)
        yield from page.items
        if (after := page.after) is None:
            return


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    written=st.lists(entries(), min_size=1, max_size=14),
    where=filters,
    key=st.sampled_from(get_args(ItemKey)),
    descending=st.booleans(),
    limit=st.integers(1, 6),
    finished=st.booleans(),
)
def test_lists_and_neighbours_are_those_of_a_naive_filter_and_sort(  # noqa: PLR0917
    store: RunStore,
    written: list[RunItem],
    where: ItemFilter,
    key: ItemKey,
    descending: bool,
    limit: int,
    finished: bool,
) -> None:
    if store.contains("r"):
        store.delete("r")
    store.create(manifest("r"))
    store.extend("r", written)
    if finished:
        store.finish("r")
    found = [*walked(store, where, key, descending=descending, limit=limit)]
    listed = expected(written, where, key, descending=descending)
    assert [place(paged) for paged in found] == listed
    for number, paged in enumerate(found):
        beside = store.neighbours("r", paged.number, where=where, sort=key, descending=descending)
        around = [None, *(ItemPlace(case_id=case, system=system) for case, system in listed), None]
        assert (beside.previous, beside.following) == (around[number], around[number + 2])


@pytest.fixture
def store(address: str) -> Iterator[RunStore]:
    with RunStore(address) as store:
        yield store


def test_a_search_that_takes_long_goes_on_from_page_to_page(
    store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_reader, "_SEARCH_S", 0.0)
    store.create(manifest("r"))
    many = [RunItem(case_id=f"{n:03}", system="A", answer=Answer(text="hay")) for n in range(90)]
    needle = many[70].model_copy(update={"answer": Answer(text="a needle")})
    store.extend("r", [*many[:70], needle, *many[71:]])
    first = store.page("r", where=ItemFilter(text="needle"), limit=10)
    assert first.items == ()
    assert first.after is not None
    pages = walked(store, ItemFilter(text="needle"), "number", descending=False, limit=10)
    assert [paged.item for paged in pages] == [needle]


def test_a_run_is_found_by_its_tags_whatever_they_are(store: RunStore) -> None:
    store.create(manifest("r"))
    store.append("r", RunItem(case_id="1", system="A", error="x", tags=TAGS))
    store.append("r", RunItem(case_id="1", system="A", error="x", tags=TAGS))
    for tag in TAGS:
        assert [run.manifest.run_id for run in store.run_page(where=RunFilter(tag=tag)).runs] == ["r"]
        assert len(store.page("r", where=ItemFilter(tag=tag)).items) == 1
    assert {each.name for each in store.statistics(store.run("r")).tags} == set(TAGS)
    assert store.run_page(where=RunFilter(tag="la")).runs == ()


def test_slices_by_document_and_by_whether_there_is_an_answer_are_apart_from_those_by_tag(
    store: RunStore,
) -> None:
    store.create(manifest("r"))
    card = ScoreCard(primary_score=0.5)
    store.extend(
        "r",
        [
            RunItem(
                case_id="1",
                system="A",
                answerable=True,
                score_card=card,
                tags=("true",),
                documents=TAGS[:2],
            ),
            RunItem(case_id="2", system="A", answerable=False, score_card=card),
        ],
    )
    found = store.statistics(store.run("r"))
    assert [each.name for each in found.tags] == ["true"]
    assert {each.name: each.score.items for each in found.documents} == dict.fromkeys(TAGS[:2], 1)
    assert {each.name: each.score.mean for each in found.answerable} == {"true": 0.5, "false": 0.5}


@pytest.mark.parametrize("rows", [1, 3])
def test_a_run_that_another_process_finished_takes_no_rows(store: RunStore, rows: int) -> None:
    store.create(manifest("r"))
    store.finish("r")
    values = ", ".join(["('r', '1', 'A', '')"] * rows)
    insert = f"INSERT INTO items (run_id, case_id, system, payload) VALUES {values}"  # noqa: S608  (our own)
    with store._writing.connect() as connection, pytest.raises(Exception, match="finished"):
        connection.execute(text(insert))
