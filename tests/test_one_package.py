"""The wheel's one package: imports of rooms are rewritten, and no string names a module of ours."""

import ast
import re
from pathlib import Path

import pytest

from tests.support.rows import over
from tests.test_architecture import ROOT, modules

ROOMS = "agents|benchmark|data_base|eval|prompts|scoring|service"
NAMED = re.compile(rf"(?<![\w./-])(?:{ROOMS})(?:\.\w+)+|\b(?:from|import) (?:{ROOMS})\b")
SOURCE = '''
"""From agents.evaluator; 準確, so that columns in bytes are others than in characters."""
from agents.evaluator import RAGEvaluator
from prompts import registry; word = "準確"; import eval.runs.terms as terms, json, data_base as floor
import scoringly, os.path
def late():
    """準確"""; from service.commands.app import (
        main,
    )
    return "from agents.evaluator import x"
'''
REWRITTEN = '''
"""From agents.evaluator; 準確, so that columns in bytes are others than in characters."""
from P.agents.evaluator import RAGEvaluator
from P.prompts import registry; word = "準確"; import P.eval.runs.terms as terms, json, P.data_base as floor
import scoringly, os.path
def late():
    """準確"""; from P.service.commands.app import (
        main,
    )
    return "from agents.evaluator import x"
'''


def test_imports_of_rooms_are_rewritten_and_nothing_else() -> None:
    hook = pytest.importorskip("hatch_build", reason="needs hatchling, of the group lint")
    assert hook.below_the_package(SOURCE.encode(), "a.py").decode() == REWRITTEN.replace(
        "P.", "deep_research_judge."
    )


def test_an_import_that_cannot_be_rewritten_in_its_place_ends_the_build() -> None:
    hook = pytest.importorskip("hatch_build", reason="needs hatchling, of the group lint")
    with pytest.raises(ValueError, match=r"a.py, line 2: 'import agents.models' binds 'agents', a name that"):
        hook.below_the_package(b"import json\nimport agents.models\n", "a.py")


def is_module(named: str) -> bool:
    """Whether a module of ours begins such a name: a word of another tool's, ``eval.run``, is none."""
    room, _, rest = named.partition(".")
    place = ROOT / room / rest.partition(".")[0]
    return bool(rest) and (place.is_dir() or place.with_suffix(".py").is_file())


@over("path", [path for path in modules() if path.parent.name != "deep_research_judge"])
def test_no_string_names_a_module_of_ours(path: Path) -> None:
    """Where the wheel is installed there is no such name: it is ``__package__``, ``__name__`` or relative."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in said]
    found = [
        f"{path.relative_to(ROOT)}, line {node.lineno}: {named}"
        for node in strings
        if isinstance(node.value, str)
        for named in NAMED.findall(node.value)
        if " " in named or is_module(named)
    ]
    assert found == []


def test_a_module_in_a_string_would_be_noticed() -> None:
    assert [
        is_module(named) for named in ("eval.runs.terms", "eval.run.output_item", "agents.evaluator")
    ] == [
        True,
        False,
        True,
    ]
