"""The facade: public names in one place, loaded late; and a sentence where another package hides ours."""

import re
import runpy
import subprocess
import sys
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

import deep_research_judge
from tests.support.rows import over

ROOT = Path(__file__).resolve().parents[1]


@over("name", deep_research_judge.__all__)
def test_every_public_name_is_there(name: str) -> None:
    public = getattr(deep_research_judge, name)
    # A union or a tuple of types has no name of its own.
    assert name in ("ResearchEvent", "CHECKPOINT_TYPES", "DocumentLike") or name == public.__name__


def test_pages_import_public_names_from_here() -> None:
    inner = re.compile(
        r"^\s*from (agents|benchmark|data_base|eval|prompts|scoring|service)\b.* import ", re.MULTILINE
    )
    pages = [ROOT / "README.md", *ROOT.glob("docs/*.md")]
    assert len(pages) > 1
    assert [page.name for page in pages if inner.search(page.read_text("utf-8"))] == []


def test_all_that_the_reference_names_is_here() -> None:
    named = re.findall(r"^::: \S+\.(\w+)$", (ROOT / "docs" / "reference.md").read_text("utf-8"), re.MULTILINE)
    assert named
    assert set(named) <= set(dir(deep_research_judge))


def test_a_star_imports_what_needs_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """It failed at the first name that needs a package which the base installation lacks."""
    whole = PathFinder.find_spec
    monkeypatch.setattr(
        PathFinder, "find_spec", lambda name, *more: None if name == "sqlalchemy" else whole(name, *more)
    )
    names = set(runpy.run_path(deep_research_judge.__file__)["__all__"])
    assert names.isdisjoint({"RunStore", "run_arena", "ResearchRequest"})
    assert names >= {"RAGEvaluator", "DeepResearchService"}


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = deep_research_judge.nothing


@pytest.mark.parametrize("package", ["agents", "data_base", "service"])
@pytest.mark.parametrize("command", [False, True], ids=["import", "judge"])
def test_a_package_of_the_same_name_is_named_with_the_remedy(
    tmp_path: Path, package: str, *, command: bool
) -> None:
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text("", encoding="utf-8")
    script = tmp_path / ("judge" if command else "own.py")
    path = f"import sys; sys.path[:0] = [{str(tmp_path)!r}]; sys.path.append({str(ROOT)!r})"
    script.write_text(f"{path}\nfrom deep_research_judge.command import main\nmain()\n", encoding="utf-8")
    done = subprocess.run([sys.executable, "-P", script], capture_output=True, text=True, check=False)
    lines = done.stderr.strip().splitlines()
    assert f"The package '{package}' of deep-research-judge is hidden by another one ({tmp_path}" in lines[-1]
    assert "install a wheel of the project" in lines[-1]
    assert (done.returncode, len(lines) == 1) == ((2, True) if command else (1, False))
