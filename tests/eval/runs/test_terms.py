from pathlib import Path

import pytest

from eval.runs import terms
from tests.support.arena import manifest


def test_run_ids_follow_the_terms_and_nothing_else() -> None:
    one = terms.run_id("arena", {"a": 1, "b": {"x": "問", "y": 2}})
    assert one == terms.run_id("arena", {"b": {"y": 2, "x": "問"}, "a": 1})
    assert one != terms.run_id("arena", {"a": 1, "b": {"x": "问", "y": 2}})
    assert one.startswith("arena-")


def test_how_many_items_a_run_will_have_and_its_name_are_no_part_of_its_id() -> None:
    one = manifest("r")
    other = one.model_copy(update={"name": "n", "subject": "s", "planned": 40})
    assert terms.shaping(one) == terms.shaping(other)


def test_code_hash_follows_names_and_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    for number, (name, content) in enumerate(
        (("a", "x = 1"), ("a", "x = 2"), ("b", "x = 2"), ("b", "x = 2"))
    ):
        folder = tmp_path / str(number) / "agents"
        folder.mkdir(parents=True)
        (folder / f"{name}.py").write_text(content, encoding="utf-8")
        (folder / f"notes{number}.txt").write_text(f"no code {number}", encoding="utf-8")
        monkeypatch.setattr(terms, "_ROOT", folder.parent)
        seen.add(terms.code_hash())
    assert len(seen) == 3


def test_outside_a_checkout_there_is_no_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "_ROOT", tmp_path)
    assert terms.git_revision() is None
    (tmp_path / ".git").write_text("no repository", encoding="utf-8")
    assert terms.git_revision() is None
