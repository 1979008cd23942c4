"""The check of other frameworks' versions says nothing where nothing was resolved."""

import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.rows import over

BESIDE = Path(__file__).resolve().parents[1] / ".ci" / "beside"


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, which builds nothing."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    spec = spec_from_loader("beside", SourceFileLoader("beside", str(BESIDE)))
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: None)
    return found


@over(
    "lacking, changing, said",
    [
        (0, 0, None),
        (5, 1, None),
        (6, 0, "only 5 of 11 frameworks resolve alone"),
        (11, 0, "only 0 of 11 frameworks resolve alone"),
        (0, 2, "2 frameworks get other versions"),
    ],
)
def test_frameworks_that_do_not_resolve_are_no_frameworks_that_keep_their_versions(
    beside: ModuleType, monkeypatch: pytest.MonkeyPatch, lacking: int, changing: int, said: str | None
) -> None:
    """The check passed where the index was away."""
    away, changed = beside.FRAMEWORKS[:lacking], beside.FRAMEWORKS[len(beside.FRAMEWORKS) - changing :]

    def versions(names: tuple[str, ...], _wheels: Path) -> dict[str, str]:
        if names in away:
            raise beside.UnresolvedError("no such package")
        return {"httpx": "2" if beside.JUDGE in names and names[:-1] in changed else "1"}

    monkeypatch.setattr(beside, "versions", versions)
    if said is None:
        beside.main()
        return
    with pytest.raises(SystemExit, match=said):
        beside.main()
