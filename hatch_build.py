"""What the wheel is made of: one package, ``deep_research_judge``, with the rooms of a checkout below it.

In a checkout the rooms are top-level packages. Elsewhere these names belong to others (a ``service`` of the
host's own, the ``agents`` of OpenAI's SDK), so a build of the wheel rewrites the imports of rooms, and no
strings: code that needs a module's name takes it from ``__package__`` or from the module.
"""

import ast
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "deep_research_judge"
ROOMS = frozenset({"agents", "benchmark", "data_base", "eval", "prompts", "scoring", "service"})


class OnePackage(BuildHookInterface[Any]):
    """Puts the rewritten modules in the place of those of the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Rewrite what goes into a wheel; an editable installation keeps the rooms where they are."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        for number, file in enumerate(self.build_config.builder.recurse_included_files()):
            if file.path.endswith(".py"):
                module = Path(self._folder.name, f"{number}.py")
                module.write_bytes(below_the_package(Path(file.path).read_bytes(), file.relative_path))
                build_data["force_include"][str(module)] = file.distribution_path

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  (hatchling's)
        """Remove the rewritten modules."""
        if version != "editable":
            self._folder.cleanup()


def below_the_package(source: bytes, name: str) -> bytes:
    """A module's source with every import of a room as one from below the package; no line moves.

    Args:
        source: of the module, in UTF-8.
        name: what the module is called in an error.

    Raises:
        ValueError: an import has a form that cannot be rewritten in its place.
    """
    lines = source.splitlines(keepends=True)
    # From the end, so that a place that is still to come does not move.
    for line, column in sorted(_places(source, name), reverse=True):
        text = lines[line - 1]
        lines[line - 1] = text[:column] + f"{PACKAGE}.".encode() + text[column:]
    return b"".join(lines)


def _places(source: bytes, name: str) -> Iterator[tuple[int, int]]:
    """Line and column, in bytes, of every name of a room in an import."""
    for node in ast.walk(ast.parse(source, name)):
        if isinstance(node, ast.ImportFrom) and not node.level and _room(node.module):
            yield node.lineno, node.col_offset + len("from ")
        elif isinstance(node, ast.Import):
            for alias in filter(lambda alias: _room(alias.name), node.names):
                if alias.asname is None:
                    raise ValueError(
                        f"{name}, line {alias.lineno}: 'import {alias.name}' binds {_room(alias.name)!r}, a "
                        "name that the wheel has not; write 'from … import …' or 'import … as …'."
                    )
                yield alias.lineno, alias.col_offset


def _room(module: str | None) -> str | None:
    room = (module or "").partition(".")[0]
    return room if room in ROOMS else None
