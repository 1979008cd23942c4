"""``judge runs`` and ``judge show``."""

import json
from pathlib import Path

import pytest
import typer

from data_base.schemas.answer import Answer, Citation
from data_base.schemas.judgement import Issue
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from data_base.store.run_store import RunStore
from scoring.evaluation_score_card import score_card_of
from tests.service.conftest import Command
from tests.support.arena import (
    PORT,
    WIND,
    evaluation,
    failed_evaluation,
    item,
    manifest,
    pair_verdict,
    research_result,
)
from tests.support.rows import table
from tests.support.stores import postgresql_schema

CLAIMS = (
    Issue(claim="88 ships", verdict="supported", passage_id=PORT.id, quote="88 艘船"),
    Issue(claim="400 GWh", verdict="contradicted", passage_id=WIND.id, quote="354.4 GWh"),
    Issue(claim="Потери", verdict="missing"),
    Issue(claim="the rest", verdict="unsupported", passage_id="nowhere#1"),
)
JUDGED = evaluation(6, 8, 9, shown=(WIND, PORT), issues=CLAIMS)
PURE = item("Pure LLM", "港-1", JUDGED, "88 [bold]ships[/bold]\x1b[2J").model_copy(
    update={"score_card": score_card_of(JUDGED)}
)
RESEARCH = RunItem(
    case_id="港-1",
    system="Deep Research",
    answer=Answer(
        text=f"88 艘船 [{PORT.id}] [gone#1]",
        citations=(
            Citation(sentence="88 艘船", passage_id=PORT.id, doc_id=PORT.doc_id, verdict="supported"),
            Citation(
                sentence="88 艘船", passage_id="gone#1", doc_id="gone.pdf", page=7, verdict="undecidable"
            ),
        ),
    ),
    evaluation=failed_evaluation(),
    score_card=score_card_of(failed_evaluation()),
    research=research_result("q", "88"),
)
FAILED = RunItem(case_id="q2", system="Pure LLM", error="the server hung up")
PAIRS = [pair_verdict(reason="88 艘"), pair_verdict(None, first="B", second="A")]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "runs.sqlite"
    with RunStore(path) as opened:
        opened.create(manifest("r-1"))
        for entry in (PURE, RESEARCH, FAILED):
            opened.append("r-1", entry)
        opened.extend("r-1", [], pairs=PAIRS)
    return path


def add_run(store: Path, run_id: str) -> None:
    with RunStore(store) as opened:
        opened.import_run(manifest(run_id), [FAILED])


def test_runs_are_listed(judge: Command, store: Path) -> None:
    code, out, err = judge("runs", "list", "--store", store, "--json")
    assert (code, err) == (0, "")
    (line,) = map(json.loads, out.splitlines())
    assert (line["run_id"], line["items"], line["scored"]) == ("r-1", 3, 1)
    assert [(system["system"], system["items"], system["scored"]) for system in line["systems"]] == [
        ("Pure LLM", 2, 1),
        ("Deep Research", 1, 0),
    ]
    assert line["systems"][0]["mean_score"] == pytest.approx(0.5 * 6 + 0.3 * 8 + 0.2 * 9)
    code, out, _ = judge("runs", "list", "--store", store)
    assert code == 0
    for part in ("r-1", "2024-05-01", "Pure LLM", "7.20", "unscored"):
        assert part in out


def test_the_environment_names_the_store_where_no_argument_does(
    judge: Command, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The store that all commands share is made by the first run.
    code, out, err = judge("runs", "list")
    assert (code, "begun (UTC)" in out, err) == (0, True, "")
    assert judge("runs", "list", "--json") == (0, "", "")
    monkeypatch.setenv("JUDGE_STORE", str(store))
    assert "r-1" in judge("runs", "list")[1]
    code, _, err = judge("runs", "list", "--store", "elsewhere.sqlite")
    assert (code, err.startswith("error: elsewhere.sqlite: there is no run store")) == (2, True)


def test_a_run_is_shown(judge: Command, store: Path) -> None:
    code, out, _ = judge("runs", "show", "r-1", "--store", store, "--json")
    shown = json.loads(out)
    assert (code, shown["manifest"]) == (0, manifest("r-1").model_dump(mode="json"))
    assert [system["system"] for system in shown["systems"]] == ["Pure LLM", "Deep Research"]
    code, out, _ = judge("runs", "show", "r-1", "--store", store)
    assert code == 0
    assert "scorer_version" in out


def test_a_run_goes_out_to_a_file_and_in_again_with_nothing_lost(
    judge: Command, store: Path, tmp_path: Path
) -> None:
    code, out, err = judge("runs", "export", "r-1", "運行.json", "--store", store)
    assert (code, out, err) == (0, "運行.json: 3 items, 1 scored.\n", "")
    code, out, err = judge("runs", "import", "運行.json", "--store", "new/runs.sqlite")
    assert (code, out, err) == (0, "new/runs.sqlite: run r-1 with 3 items.\n", "")
    with RunStore(tmp_path / "new" / "runs.sqlite") as new, RunStore(store) as old:
        assert new.runs() == old.runs()
        assert new.items("r-1") == old.items("r-1")
        assert new.tallies("r-1") == old.tallies("r-1")
        assert list(new.pairs("r-1")) == list(old.pairs("r-1")) == PAIRS
    before = Path("運行.json").read_bytes()
    assert judge("runs", "export", "r-1", "again.json", "--store", "new/runs.sqlite")[0] == 0
    assert Path("again.json").read_bytes() == before


def test_runs_move_from_one_database_to_another(judge: Command, store: Path, tmp_path: Path) -> None:
    with postgresql_schema() as url:
        judge("runs", "export", "r-1", "r.json", "--store", store)
        code, _, err = judge("runs", "import", "r.json", "--store", url)
        assert (code, err) == (0, "")
        code, out, _ = judge("show", "港-1", "--store", url, "--json")
        assert (code, len(out.splitlines())) == (0, 2)
        with RunStore(url) as new, RunStore(store) as old:
            assert new.items("r-1") == old.items("r-1")
        assert judge("runs", "delete", "r-1", "--yes", "--store", url)[0] == 0
        assert judge("runs", "list", "--store", url, "--json")[1] == ""


def test_weights_metrics_and_facts_come_back_from_a_store(judge: Command, tmp_path: Path) -> None:
    """They were lost on the way through a store; and files of the first version are still read."""
    made = {
        "schema_version": "1",
        "manifest": manifest("w").model_dump(mode="json", exclude={"facts"}) | {"schema_version": "1"},
        "summary": {"n_total": 2, "n_scored": 2, "n_unscored": 0, "weighted_score": 0.6, "pdf_sha256": "ab"},
        "results": [
            {"id": "1", "system": "A", "score": 0.5, "weight": 4.0, "metrics": {"f1": 0.5, "note": "да"}},
            {"id": "2", "system": "A", "score": 1.0},
        ],
    }
    Path("w.json").write_text(json.dumps(made), encoding="utf-8")
    assert judge("runs", "import", "w.json", "--store", "w.sqlite")[::2] == (0, "")
    assert judge("runs", "export", "w", "again.json", "--store", "w.sqlite")[0] == 0
    again = json.loads(Path("again.json").read_text(encoding="utf-8"))
    assert again["summary"]["pdf_sha256"] == "ab"
    assert again["summary"]["weighted_score"] == (0.5 * 4 + 1) / 5
    assert again["manifest"]["facts"] == {}
    first, second = again["results"]
    assert (first["weight"], first["metrics"]) == (4.0, {"f1": 0.5, "note": "да"})
    assert (second["weight"], second["metrics"]) == (1.0, {})
    with RunStore(tmp_path / "w.sqlite") as opened:
        assert opened.items("w")[0].score_card == ScoreCard(primary_score=0.5)
        assert opened.manifest("w").facts == {"pdf_sha256": "ab"}


def test_a_file_that_breaks_late_makes_no_store(judge: Command) -> None:
    made = {
        "schema_version": "2",
        "manifest": manifest("w").model_dump(mode="json"),
        "summary": {"weighted_score": 0.5},
        "results": [{"id": "1", "score": 0.5}, {"id": "2", "score": "x"}],
    }
    Path("w.json").write_text(json.dumps(made), encoding="utf-8")
    code, out, err = judge("runs", "import", "w.json", "--store", "w.sqlite")
    assert (code, out) == (2, "")
    assert "results[1] (result '2')" in err
    assert not Path("w.sqlite").exists()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "cannot be read (No such file or directory)"),
        ('{"summary": {"weighted_score": 1}, "results": []}', "has no manifest"),
        ("[", "not valid JSON"),
    ],
)
def test_a_file_that_cannot_be_imported_makes_no_store(
    judge: Command, content: str | None, complaint: str
) -> None:
    if content is not None:
        Path("r.json").write_text(content, encoding="utf-8")
    code, out, err = judge("runs", "import", "r.json", "--store", "new.sqlite")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: r.json")
    assert complaint in err
    assert not Path("new.sqlite").exists()


def test_a_run_is_imported_once(judge: Command, store: Path) -> None:
    judge("runs", "export", "r-1", "r.json", "--store", store)
    code, _, err = judge("runs", "import", "r.json", "--store", store)
    assert (code, "already contains a run 'r-1'; delete it there first" in err) == (2, True)


@pytest.mark.parametrize("command", ["show", "export", "delete"])
def test_an_unknown_run_is_named(judge: Command, store: Path, command: str) -> None:
    more = {"export": ["x.json"], "delete": ["--yes"]}.get(command, [])
    code, out, err = judge("runs", command, "nope", *more, "--store", store)
    assert (code, out) == (2, "")
    assert err == f"error: {store} contains no run 'nope'; `judge runs list` names its runs.\n"
    assert not Path("x.json").exists()


def test_a_run_is_deleted_only_where_that_is_meant(
    judge: Command, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_run(store, "r-2")
    code, _, err = judge("runs", "delete", "r-1", "--store", store)
    assert (code, "give --yes" in err) == (2, True)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    answers = iter([False, True])
    monkeypatch.setattr(typer, "confirm", lambda _question: next(answers))
    code, out, _ = judge("runs", "delete", "r-1", "--store", store)
    assert (code, out) == (1, "Nothing was deleted.\n")
    with RunStore(store) as opened:
        assert len(opened.history("r-1")) == 3
        assert judge("runs", "delete", "r-1", "--store", store)[0] == 0
        assert [run.run_id for run in opened.runs()] == ["r-2"]
        assert opened.history("r-1") == []


def test_an_item_leads_from_its_number_to_the_page(judge: Command, store: Path) -> None:
    code, out, err = judge("show", "港-1", "--store", store)
    assert (code, err) == (0, "")
    told = " ".join(out.replace("│", " ").split())
    for part in (
        "arena 2024-05-01 (r-1) / 港-1 / Pure LLM",
        "score 0.689 of 1, not passed",
        "weighted 7.2 of 10 from accuracy 6, completeness 8, clarity 9",
        "contradicted: 400 GWh",
        "[wind.pdf#p2.1] wind.pdf, p. 2",
        "quote: 354.4 GWh",
        "passage: The farm made 354.4 GWh in 2023.",
        "missing: Потери",
        "[nowhere#1]: no system of this run found such a passage",
        "unscored: no JSON",
        "[gone#1] gone.pdf, p. 7",
        "supported: 88 艘船",
    ):
        assert part in told, part
    # What a model wrote is neither markup nor a command to the terminal.
    assert "[bold]ships[/bold]\ufffd[2J" in told
    assert "\x1b" not in out


def test_an_item_is_told_in_json(judge: Command, store: Path) -> None:
    code, out, _ = judge("show", "港-1", "--store", store, "--run", "r-1", "--system", "Pure LLM", "--json")
    (walk,) = map(json.loads, out.splitlines())
    assert (code, walk["case_id"], walk["weighted_score"]) == (0, "港-1", 7.2)
    # The passage was found by the other contestant.
    assert walk["claims"][1] == {
        "text": "400 GWh",
        "verdict": "contradicted",
        "source": {
            "passage_id": WIND.id,
            "doc_id": "wind.pdf",
            "page": 2,
            "quote": "354.4 GWh",
            "text": WIND.text,
        },
    }
    assert walk["claims"][2]["source"] is None


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    table(__file__, "test_what_cannot_be_shown"),
)
def test_what_cannot_be_shown(
    judge: Command, store: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    given = arguments if "--store" in arguments else (*arguments, "--store", str(store))
    code, out, err = judge("show", *given)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
    assert "secret" not in err


def test_the_latest_run_with_the_item_is_shown(judge: Command, store: Path) -> None:
    add_run(store, "r-2")
    code, out, err = judge("show", "q2", "--store", store)
    assert (code, err) == (0, "This is the latest run with q2, r-2; name another with --run.\n")
    assert "(r-2) / q2" in out
    code, _, err = judge("show", "nope", "--store", store)
    assert (code, "None of the 2 runs in " in err, "has an item 'nope'" in err) == (2, True, True)
    code, out, _ = judge("show", "q2", "--store", store, "--run", "r-2")
    assert (code, "no answer: the server hung up" in out) == (0, True)


def test_a_runs_id_is_on_one_line_however_narrow_the_terminal_is(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = f"arena-{'0123456789abcdef' * 4}"
    with RunStore(tmp_path / ".judge" / "runs.sqlite") as store:
        store.create(manifest(run_id))
    monkeypatch.setenv("COLUMNS", "40")
    code, out, _ = judge("runs", "list")
    assert code == 0
    assert any(run_id in line for line in out.splitlines())


def test_a_run_that_did_not_end_is_listed_and_shown_as_unfinished(judge: Command, store: Path) -> None:
    add_run(store, "r-2")
    with RunStore(store) as opened:
        opened.finish("r-2")
    listed = map(json.loads, judge("runs", "list", "--store", store, "--json")[1].splitlines())
    assert {each["run_id"]: each["state"] for each in listed} == {"r-1": "running", "r-2": "finished"}
    assert judge("runs", "list", "--store", store)[1].count("unfinished") == 1
    for run, state in (("r-1", "unfinished"), ("r-2", "finished")):
        rows = [line.replace("│", " ").split() for line in _shown(judge, store, run).splitlines()]
        assert ["state", state] in rows
    shown = json.loads(judge("runs", "show", "r-1", "--store", store, "--json")[1])
    assert shown["state"] == "running"


def test_a_run_that_did_not_end_is_listed_with_the_items_that_it_will_have(
    judge: Command, tmp_path: Path
) -> None:
    place = tmp_path / "own.sqlite"
    begun = manifest("r-1").model_copy(update={"planned": 40})
    with RunStore(place) as opened:
        for run in (begun, begun.model_copy(update={"run_id": "r-2"}), manifest("r-3")):
            opened.create(run)
            opened.append(run.run_id, PURE)
        opened.finish("r-2")
        # Begun by a version that did not count.
        assert opened.create(begun.model_copy(update={"planned": None})).planned == 40
    listed = judge("runs", "list", "--store", place)[1]
    assert [listed.count(f"1 of {count} ") for count in (40, 1)] == [1, 2]
    rows = map(json.loads, judge("runs", "list", "--store", place, "--json")[1].splitlines())
    assert {row["run_id"]: row["planned"] for row in rows} == {"r-1": 40, "r-2": 40, "r-3": None}


def _shown(judge: Command, store: Path, run: str) -> str:
    return judge("runs", "show", run, "--store", store)[1]
