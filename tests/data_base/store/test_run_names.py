"""What runs are called: kept by the store, changed by nobody but the user, and found again."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from data_base.errors import InputError
from data_base.schemas.run import RunManifest
from data_base.schemas.runs.run_name import MOST_CHARACTERS, checked_name, default_name
from data_base.schemas.runs.run_page import RunFilter
from data_base.store.database import NotStoredError
from data_base.store.run_store import RunStore
from tests.support.arena import item, manifest
from tests.support.rows import over
from tests.support.stores import first_store, old_json, second_store

AT = datetime(2026, 11, 27, 23, 30, tzinfo=timezone(timedelta(hours=-5)))


@over(
    "kind,subject,name",
    [
        ("evaluate", "answers.jsonl", "evaluate answers.jsonl 2026-11-28"),
        ("arena", None, "arena 2026-11-28"),
        ("research", "Сколько\n судов\u202e?\x00", "research Сколько судов ? 2026-11-28"),
        ("evaluate", "\udcff.jsonl", "evaluate .jsonl 2026-11-28"),
        ("research", "港" * 70, f"research {'港' * 59}… 2026-11-28"),
    ],
)
def test_a_run_without_a_name_is_called_by_kind_subject_and_day_in_utc(
    kind: str, subject: str | None, name: str
) -> None:
    assert default_name(kind, subject, AT) == name


@given(st.text(), st.text())
def test_a_default_name_can_be_given_as_a_name(kind: str, subject: str) -> None:
    name = default_name("task", subject, AT)
    assert checked_name(name) == name


@given(st.text(max_size=300))
def test_a_name_is_taken_as_one_visible_line_or_refused(text: str) -> None:
    try:
        name = checked_name(text)
    except ValueError:
        return
    assert name.isprintable()
    assert 0 < len(name) <= MOST_CHARACTERS
    assert checked_name(name) == name


@over(
    "name",
    ["", " \u3000", "a\nb", "a\x1b[2J", "a\u202eb", "\ud800", "x" * (MOST_CHARACTERS + 1), "x" + " " * 2_000],
)
def test_a_name_that_is_no_visible_line_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match=r"the name|at least 1|unicode"):
        RunManifest.model_validate(manifest().model_dump() | {"name": name})


def test_a_name_is_kept_changed_and_no_part_of_what_the_run_is(address: str) -> None:
    with RunStore(address) as store:
        store.create(manifest("r", subject="answers.jsonl"))
        assert store.manifest("r").title == "arena answers.jsonl 2024-05-01"
        store.append("r", item("A", "1", None))
        store.finish("r")
        store.rename("r", " Nightly,  new prompt ")
        for named in (store.manifest("r"), store.runs()[0], store.run("r").manifest):
            assert (named.name, named.title) == ("Nightly, new prompt",) * 2
        (found,) = store.run_page().runs
        assert found.manifest.title == "Nightly, new prompt"
        # The same terms are the same run, whatever it is called.
        assert store.create(manifest("r", name="another")).title == "Nightly, new prompt"
        store.delete("r")
        store.create(manifest("r"))
        assert store.manifest("r") == manifest("r")


def test_a_run_is_renamed_to_what_can_be_a_name_alone(address: str) -> None:
    with RunStore(address) as store:
        store.create(manifest("r"))
        with pytest.raises(InputError, match=r"'r' keeps its name: the name contains U\+000A"):
            store.rename("r", "two\nlines")
        with pytest.raises(NotStoredError):
            store.rename("gone", "a name")
        assert store.manifest("r") == manifest("r")


def test_a_run_is_found_by_its_name_where_no_other_has_it(address: str) -> None:
    with RunStore(address) as store:
        for run, name in (("r1", "cafe\u0301"), ("r2", "r1"), ("r3", "twice"), ("r4", "twice")):
            store.create(manifest(run, name=name))
        assert store.run_id_of("café") == "r1"
        # An id comes before a name.
        assert store.run_id_of("r1") == "r1"
        with pytest.raises(InputError, match=r"2 runs named 'twice'; name one by its id.*: r3, r4"):
            store.run_id_of("twice")
        with pytest.raises(NotStoredError, match="no run 'gone'"):
            store.run_id_of("gone")


def test_runs_are_searched_by_name(address: str) -> None:
    with RunStore(address) as store:
        for run, name in (("r1", 'say "50 %" twice'), ("r2", "Ночной прогон"), ("r3", None)):
            store.create(manifest(run, name=name, subject="ships.csv"))
        store.rename("r1", 'now "50 %"')
        found = {
            text: [run.manifest.run_id for run in store.run_page(where=RunFilter(text=text)).runs]
            for text in ('"50 %"', "ночной", "arena ships.csv 2024", "nowhere")
        }
        assert found == {'"50 %"': ["r1"], "ночной": ["r2"], "arena ships.csv 2024": ["r3"], "nowhere": []}


def test_runs_of_stores_that_had_no_names_have_the_default_ones(tmp_path: Path, address: str) -> None:
    first_store(tmp_path / "1.sqlite", manifest("r"), [])
    old = {"r": old_json(manifest("r")), "x": old_json(manifest("x", task="my task")), "odd": "no JSON"}
    second_store(address, old, [])
    with RunStore(tmp_path / "1.sqlite") as store:
        assert (store.run_id_of("arena 2024-05-01"), store.runs()) == ("r", [manifest("r")])
    with RunStore(address) as store:
        assert store.run_id_of("task my task 2024-05-01") == "x"
        assert store.manifest("x").title == "task my task 2024-05-01"
        store.rename("x", "mine")
        assert store.manifest("x").name == "mine"


def test_the_day_of_a_default_name_is_that_of_utc() -> None:
    late = manifest("r").model_copy(update={"created_at": AT})
    assert late.title == f"arena {AT.astimezone(UTC):%Y-%m-%d}" == "arena 2026-11-28"
