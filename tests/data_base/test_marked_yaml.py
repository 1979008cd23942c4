"""What YAML files say, and in which line."""

from pathlib import Path
from typing import Any

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data_base.marked_yaml.lines import marked_yaml

NAMES = st.from_regex(r"[a-zа-я一-龥_]{1,8}", fullmatch=True)
# What ends a line of YAML elsewhere is written bare by PyYAML, and is no longer there when it is read.
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x85\u2028\u2029"), max_size=20)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


def places(value: Any, above: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [above, *(place for key, each in inner for place in places(each, (*above, key)))]


@given(st.dictionaries(NAMES, VALUES, min_size=1, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_was_written_is_read_and_every_value_has_a_line(tmp_path: Path, value: dict[str, Any]) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(yaml.safe_dump(value, allow_unicode=True, sort_keys=False), encoding="utf-8")
    read = marked_yaml(path, path.read_bytes())
    written = path.read_text(encoding="utf-8").splitlines()
    assert read.value == value
    assert set(places(value)) == {*read.lines, ()}
    assert all(str(name) in written[read.lines[name,] - 1] for name in value)
