"""What makes an arena another run, and a contestant one whose earlier answers are not taken over."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from data_base.passage_index import PassageIndex
from data_base.schemas.run import RunManifest
from eval.arena.added_contestants import unchanged
from eval.arena.request import ArenaRequest
from eval.arena.result import ArenaResult
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from tests.support.rows import over

HERE = "tests.eval.arena.test_run_identity"
QUESTION = {"id": "burnt", "question": "When did the mill of Orrin burn down?", "gold_answer": "In 1934."}
RIGHT, WRONG = "The mill of Orrin burnt down in 1934.", "The mill of Orrin burnt down in 1951."


def right(question: str) -> str:
    return RIGHT


def wrong(question: str) -> str:
    return WRONG


def broken(question: str) -> str:
    raise RuntimeError(question)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody")
    monkeypatch.setenv("JUDGE_RETRIEVERS", f"own={HERE}:right")
    (tmp_path / "questions.jsonl").write_text(json.dumps(QUESTION) + "\n", encoding="utf-8")
    (tmp_path / "mill.md").write_text(f"{RIGHT}\n", encoding="utf-8")
    return tmp_path


def request_of(folder: Path, ours: str, *others: str, head: str = "", **changes: Any) -> ArenaRequest:
    rows = [f"{{name: Ours, {ours}}}", *others, f"{{name: Base, callable: '{HERE}:broken'}}"]
    listed = "".join(f"  - {row}\n" for row in rows)
    text = f"questions: questions.jsonl\ndocuments: [mill.md]\n{head}contestants:\n{listed}"
    (folder / "arena.yaml").write_text(text, encoding="utf-8")
    places = {"out": folder / "out", "store": str(folder / "runs.sqlite")}
    return ArenaRequest(**{"config": folder / "arena.yaml", **places, **changes})


def terms(folder: Path, ours: str, head: str = "") -> RunManifest:
    return prepare_arena(request_of(folder, ours, head=head)).manifest


def held(folder: Path, ours: str, *others: str, **changes: Any) -> ArenaResult:
    return asyncio.run(run_arena(prepare_arena(request_of(folder, ours, *others, **changes))))


def answers(result: ArenaResult) -> dict[str, str]:
    return {item.system: item.answer.text for item in result.items[0].items if item.answer is not None}


@over(
    "one, other",
    [
        (f"callable: '{HERE}:right'", f"callable: '{HERE}:wrong'"),
        ("http: 'http://host/a'", "http: 'http://host/b'"),
        ("http: 'http://host/a?model=1'", "http: 'http://host/a?model=2'"),
        ("http: 'http://one/a'", "http: 'http://other/a'"),
        ("model: 'openai:a?temperature=0'", "model: 'openai:a?temperature=1'"),
        ("model: 'openai:a?base_url=http://a/v1'", "model: 'openai:a?base_url=http://b/v1'"),
        ("research: {model: 'openai:a'}", "research: {model: 'openai:a?temperature=0'}"),
        ("research: {max_attempts: 1}", "research: {max_attempts: 2}"),
        (f"research: {{judge: '{HERE}:right'}}", f"research: {{judge: '{HERE}:wrong'}}"),
    ],
)
def test_regression_another_contestant_of_the_same_name_is_another_run(
    folder: Path, one: str, other: str
) -> None:
    first, second = terms(folder, one), terms(folder, other)
    assert first.run_id != second.run_id
    assert unchanged(["Ours"], second, first) == ()
    assert (terms(folder, one).run_id, unchanged(["Ours"], first, first)) == (first.run_id, ("Ours",))


def test_regression_an_arena_does_not_resume_with_the_answers_of_another_function(folder: Path) -> None:
    first = held(folder, f"callable: '{HERE}:right'")
    second = held(folder, f"callable: '{HERE}:wrong'")
    assert (answers(first), answers(second)) == ({"Ours": RIGHT}, {"Ours": WRONG})
    assert not second.manifest.run_id.startswith(first.manifest.run_id)


def test_regression_another_system_of_a_run_is_another_contestant(folder: Path) -> None:
    kept = held(folder, f"callable: '{HERE}:right'", f"{{name: Wrong, callable: '{HERE}:wrong'}}")
    run = kept.manifest.run_id
    first, second = (terms(folder, f"run: {run}, system: {name}") for name in ("Ours", "Wrong"))
    assert first.run_id != second.run_id
    assert unchanged(["Ours"], second, first) == ()


def test_regression_what_a_declared_retriever_is_belongs_to_who_searches_with_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = "retrievers: [own]\n"
    first = terms(folder, "research: {}", head)
    monkeypatch.setenv("JUDGE_RETRIEVERS", f"own={HERE}:wrong")
    second = terms(folder, "research: {}", head)
    assert unchanged(["Ours", "Base"], second, first) == ("Base",)


def test_regression_how_shared_passages_are_found_is_a_term_where_nobody_researches(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = terms(folder, f"callable: '{HERE}:right'")
    monkeypatch.setattr(PassageIndex, "fingerprint", "found by meaning")
    assert terms(folder, f"callable: '{HERE}:right'").run_id != first.run_id


def test_regression_an_address_is_kept_without_what_may_be_secret(folder: Path) -> None:
    kept = terms(folder, "http: 'http://me:secret@host/a?key=secret'").settings["contestants"]
    assert "http://host/a?" in str(kept)
    assert "secret" not in str(kept)


def test_regression_a_contestant_with_options_can_be_added_to_an_arena(folder: Path) -> None:
    run = held(folder, "research: {}").manifest.run_id
    new = "{name: New, research: {model: 'openai:a?temperature=0'}}"
    more = prepare_arena(request_of(folder, "research: {}", new, extends=run))
    assert more.taken_over == ("Ours", "Base")
