"""YAML files whose values know their lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from data_base.errors import InputError

Place = tuple[str | int, ...]
"""Keys and list positions that lead to a value, outermost first."""


@dataclass(frozen=True, slots=True)
class MarkedYaml:
    """A YAML file that was read."""

    path: Path
    """The file."""
    value: object
    """Its content, as plain Python values."""
    lines: Mapping[Place, int]
    """The line of each value, from 1; empty where no line is known."""

    def where(self, place: Sequence[str | int]) -> str:
        """File, line and field of a value; where it is missing, the line of what it is missing in.

        A step that the file does not have, since a model gathers fields in a model of their own, is left out.
        """
        place = self._written(tuple(place))
        known = place
        while known and known not in self.lines:
            known = known[:-1]
        field = f', field "{".".join(map(str, place))}"' if place else ""
        line = f", line {self.lines.get(known, 1)}" if self.lines else ""
        return f"{self.path}{line}{field}"

    def _written(self, place: Place) -> Place:
        shorter = (
            place[:i] + place[i + 1 :] for i in range(len(place) - 1) if place[: i + 1] not in self.lines
        )
        return place if place in self.lines else next((each for each in shorter if each in self.lines), place)


def marked_yaml(path: Path, raw: bytes) -> MarkedYaml:
    """Read what a YAML file contains, with the lines of its values.

    Only plain values are built, whatever tags the file has. Aliases are refused, since a few of them can
    blow a file up without bounds, and so is a key that appears twice, of which one would be lost silently.

    Raises:
        InputError: naming file, line and reason.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text ({error.reason}); save it as UTF-8.") from error
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            if isinstance(event, yaml.AliasEvent):
                raise InputError(f"{path}, line {_line(event)}: aliases (*name) are not read; write it out.")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        lines = dict(_marks(node, (), path)) if node else {}
        return MarkedYaml(path, yaml.safe_load(text), lines)
    except yaml.YAMLError as error:
        raise _not_yaml(path, error) from error
    except RecursionError as error:
        raise InputError(f"{path}: nested too deeply; flatten it.") from error


def _not_yaml(path: Path, error: yaml.YAMLError) -> InputError:
    mark = getattr(error, "problem_mark", None)
    line = f", line {mark.line + 1}" if mark else ""
    problem = getattr(error, "problem", None) or " ".join(str(error).split())
    return InputError(f"{path}{line}: not valid YAML ({problem}); check indentation, colons and quotes.")


def _marks(node: yaml.Node, place: Place, path: Path) -> Iterator[tuple[Place, int]]:
    yield place, _line(node)
    if isinstance(node, yaml.SequenceNode):
        for number, part in enumerate(node.value):
            yield from _marks(part, (*place, number), path)
    elif isinstance(node, yaml.MappingNode):
        seen: dict[str, int] = {}
        for key, part in node.value:
            name = str(key.value)
            if name in seen:
                raise InputError(
                    f'{path}, line {_line(key)}: "{name}" is already in line {seen[name]}; keep one.'
                )
            seen[name] = _line(key)
            yield from _marks(part, (*place, name), path)
            # A value may begin lines below its key; people look for the key.
            yield (*place, name), _line(key)


def _line(marked: yaml.Node | yaml.Event) -> int:
    return marked.start_mark.line + 1 if marked.start_mark else 1
