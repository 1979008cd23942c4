"""The rooms and their import rule: an import only ever points down."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from tests.support.passed_before import UNCHANGED
from tests.support.rows import over

ROOT = Path(__file__).resolve().parent.parent
FLOORS = {
    "data_base": 0,
    "prompts": 0,
    "scoring": 1,
    "agents": 2,
    "eval": 3,
    "service": 4,
    "deep_research_judge": 4,
}
# Scripts that live in another room but belong to the top floor.
TOP_FLOOR = {"run_arena.py", "eval/compare_runs.py", "eval/run_eval.py", "eval/benchmark/run_benchmark.py"}
# A package's door must open without paying for these.
HEAVY_IN_INIT = {
    "sqlite3",
    "aiosqlite",
    "sqlalchemy",
    "alembic",
    "langchain_core",
    "langgraph",
    "openai",
    "numpy",
    "pypdfium2",
}
# Imports that close a cycle and have still to go; the test fails for an entry that closes none any more.
CYCLES_LEFT: set[tuple[str, str]] = set()
# Folders of which each still imports the other, in the order of the alphabet; the test fails for two that no
# longer do.
FOLDERS_LEFT: set[tuple[str, str]] = {
    ("service.doctor", "service.http"),
    ("service.http", "service.web"),
    ("service.jobs", "service.webhooks"),
}
MODULES_IN_A_FOLDER = 25


@cache
def modules() -> list[Path]:
    return sorted(
        path
        for room in (*FLOORS, "benchmark")
        for path in (ROOT / room).rglob("*.py")
        if "__pycache__" not in path.parts
    )


@cache
def imports(path: Path) -> tuple[str, ...]:
    found: list[str] = []
    for node in statements(path, at_once=False):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        else:
            assert node.level == 0, f"{path}: relative imports hide which room they reach into"
            found.append(node.module or "")
    return tuple(found)


@cache
def statements(path: Path, *, at_once: bool) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """The import statements of a module, or those alone that it carries out when it is imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if at_once else ast.walk(tree)
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def room(dotted: str) -> str:
    return dotted.split(".", maxsplit=1)[0]


@over("path", modules())
def test_imports_point_down(path: Path) -> None:
    here = path.relative_to(ROOT)
    if here.parts[0] == "benchmark" or here.as_posix() in TOP_FLOOR:
        return
    floor = FLOORS[here.parts[0]]
    for dotted in imports(path):
        if room(dotted) in FLOORS:
            assert FLOORS[room(dotted)] <= floor, f"{here} imports {dotted}"
        assert room(dotted) not in {"tests", "run_arena"}, f"{here} imports {dotted}"


def test_text_room_stands_on_nothing_of_ours() -> None:
    for path in sorted((ROOT / "data_base" / "text").glob("*.py")):
        ours = [dotted for dotted in imports(path) if room(dotted) in FLOORS]
        # ``data_base.text_cache`` and what it stands on know nothing of ours either.
        allowed = ("data_base.text", "data_base.cancellation")
        assert all(dotted.startswith(allowed) for dotted in ours), (path, ours)


def test_prompts_and_data_base_do_not_lean_on_scoring_and_prompts_not_on_storage() -> None:
    for path in sorted((ROOT / "prompts").rglob("*.py")):
        ours = {dotted for dotted in imports(path) if room(dotted) in FLOORS and room(dotted) != "prompts"}
        kept = {"data_base.schemas.judgement", "data_base.schemas.frozen"}
        allowed = kept | {"data_base.errors", "data_base.text.language", "data_base.text_cache"}
        assert ours <= allowed, (path, ours)


def test_package_doors_load_no_heavy_library() -> None:
    doors = [path for path in modules() if path.name == "__init__.py"]
    assert doors
    for path in doors:
        assert not {room(dotted) for dotted in imports(path)} & HEAVY_IN_INIT, path


def test_no_module_shadows_another_where_scripts_run() -> None:
    names = {path.stem for folder in ("eval", "benchmark") for path in (ROOT / folder).glob("*.py")}
    assert not names & set(sys.stdlib_module_names)


def test_only_the_models_know_a_provider() -> None:
    sdks = {"openai", "google", "anthropic"}
    for path in modules():
        if "models" not in path.parts:
            assert not {room(dotted) for dotted in imports(path)} & sdks, path


def test_every_logger_is_a_child_of_our_own() -> None:
    """The level of the one name that the documentation tells applies to all."""
    others = [path for path in modules() if "getLogger" in path.read_text(encoding="utf-8")]
    assert [path.relative_to(ROOT).as_posix() for path in others] == ["data_base/logs.py"]


def test_scoring_is_built_from_values_and_words_up() -> None:
    """Values know neither words nor the judge, words and the legal suite nothing of the judge."""
    above = {"values": ("words", "embedded"), "words": ("embedded",), "legal": ("embedded",)}
    for below, forbidden in above.items():
        for path in sorted((ROOT / "scoring" / below).glob("*.py")):
            rooms = {dotted.split(".")[1] for dotted in imports(path) if dotted.startswith("scoring.")}
            assert not rooms & set(forbidden), path


def imported_modules(node: ast.AST, known: AbstractSet[str]) -> Iterator[str]:
    """Modules of ours that an import statement names; a package stands for what its door holds."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in known)
    elif isinstance(node, ast.ImportFrom) and node.module:
        below = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (dotted for dotted in below if dotted in known)
        if node.module in known and not known >= set(below):
            yield node.module


@cache
def import_graph(*, at_once: bool) -> dict[str, set[str]]:
    """Who imports whom.

    Args:
        at_once: only what a module imports when it is imported itself; else also what it imports inside
            functions and for annotations alone.
    """
    known = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in modules()}
    known = {name.removesuffix(".__init__"): path for name, path in known.items()}
    return {
        name: {
            dotted
            for node in statements(path, at_once=at_once)
            for dotted in imported_modules(node, known.keys())
        }
        for name, path in known.items()
    }


def reaches(graph: Mapping[str, set[str]], start: str, goal: str) -> bool:
    seen, ahead = {start}, [start]
    while ahead:
        new = graph[ahead.pop()] - seen
        seen |= new
        ahead += new
    return goal in seen


def test_no_module_imports_itself_by_way_of_others() -> None:
    TopologicalSorter(import_graph(at_once=True)).prepare()


def test_no_import_cycle_hides_in_a_function_or_an_annotation() -> None:
    """A module that can only be understood with one that needs it is half of one module."""
    graph = import_graph(at_once=False)
    for importer, imported in CYCLES_LEFT:
        assert imported in graph.get(importer, ()), f"{importer} imports {imported} no more: strike the entry"
        assert reaches(graph, imported, importer), f"{importer}: no cycle any more, strike the entry"
    TopologicalSorter(
        {
            name: {dotted for dotted in below if (name, dotted) not in CYCLES_LEFT}
            for name, below in graph.items()
        }
    ).prepare()


def siblings(importer: str, imported: str) -> tuple[str, str]:
    """The outermost parts of two modules' names that differ: folders, or modules, of the same folder."""
    ones, others = importer.split("."), imported.split(".")
    same = next((n for n, pair in enumerate(zip(ones, others, strict=False)) if pair[0] != pair[1]), 0)
    return ".".join(ones[: same + 1]), ".".join(others[: same + 1])


def test_no_two_folders_import_each_other() -> None:
    """What lies in a folder's own folders is part of it; scripts of the top floor are part of none."""
    scripts = {path.removesuffix(".py").replace("/", ".") for path in TOP_FLOOR}
    found = {
        siblings(importer, imported)
        for importer, below in import_graph(at_once=False).items()
        for imported in below
        if importer not in scripts
    }
    folders = {pair for pair in found if all((ROOT / name.replace(".", "/")).is_dir() for name in pair)}
    mutual = {pair for pair in folders if pair < pair[::-1] and pair[::-1] in folders}
    assert mutual == FOLDERS_LEFT


def test_a_folder_can_be_taken_in_at_a_glance() -> None:
    count = Counter(path.parent for path in modules() if path.name != "__init__.py")
    assert not {folder: held for folder, held in count.items() if held > MODULES_IN_A_FOLDER}


def chooses(source: str) -> bool:
    """Whether a module does one thing or another by what is installed; to say what is missing is neither."""
    return "find_spec(" in source or any(
        isinstance(node, ast.ExceptHandler)
        and node.type is not None
        and re.search("ImportError|ModuleNotFoundError", ast.unparse(node.type))
        and not re.match(r"raise\b|sys\.exit\(", ast.unparse(node.body[-1]))
        for node in ast.walk(ast.parse(source))
    )


def test_what_runs_in_the_bare_clone_alone_asks_for_no_optional_package() -> None:
    """``--passed`` leaves its tests out where more is installed: it may not choose by what there is."""
    graph = import_graph(at_once=False)
    folders = tuple(each.removeprefix("tests/").replace("/", ".") for each in UNCHANGED)
    reached = {name for name in graph if f"{name}.".startswith(folders)}
    assert len(reached) > 100
    ahead = [*reached]
    while ahead:
        new = graph[ahead.pop()] - reached
        reached |= new
        ahead += new
    sources = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in modules()}
    found = {name for name in reached & sources.keys() if chooses(sources[name].read_text("utf-8"))}
    assert found == {
        "agents.judges.checkers.onnx_checker",  # says which package is missing
        "agents.judges.judge_spec",  # a name that a provider's package and a module both have
        "agents.models.google.google_chat",  # which of two SDKs asks Gemini
        # Whose tests skip some in the bare clone, and are run whole where more is installed.
        *("service.doctor.installation", "service.doctor.named_models", "service.doctor.service"),
        *("service.doctor.storage", "service.jobs.uvloop_runner"),
    }
