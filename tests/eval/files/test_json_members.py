"""Reading a long JSON object a member at a time gives what reading it whole gives."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data_base.errors import InputError
from eval.files import json_members as reader
from eval.files.json_members import json_members

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def read(path: Path) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for name, value, number in json_members(path, "results"):
        if number is None:
            whole[name] = value
        elif number < 0:
            whole[name] = []
        else:
            assert number == len(whole[name])
            whole[name].append(value)
    return whole


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(st.sampled_from(["results", "summary", "a", "港"]), VALUES),
    st.sampled_from([1, 2, 7, 1 << 16]),
    st.sampled_from([None, 1]),
    st.booleans(),
)
def test_it_is_what_the_whole_file_holds(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    value: dict[str, Any],
    chunk: int,
    indent: int | None,
    escaped: bool,
) -> None:
    path = tmp_path / "r.json"
    path.write_text(json.dumps(value, indent=indent, ensure_ascii=escaped), encoding="utf-8-sig")
    monkeypatch.setattr(reader, "_CHUNK", chunk)
    assert read(path) == value


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "{",
            "{}{}",
            "{} x",
            "[]",
            "1",
            "null",
            '"a"',
            "{1: 2}",
            '{"a" 1}',
            '{"a": }',
            '{"a": 1,}',
        ),
        *('{"results": [1,]}', '{"results": [,]}', '{"results": [1 2]}', '{"results": [', '{"results": [1}'),
        *('{"results": [NaN]}', '{"a": -Infinity}', '{"a": 1e999}', '{"a": "\\ud800"}', '{"a": 01}'),
        *(
            '{"a": 1, "a": 2}',
            '{"a": "line\nbreak"}',
            '{"a": tru',
            '{"a": ' + "[" * 100_000,
            '{"a": ' + "9" * 5000,
        ),
    ],
)
def test_what_is_no_json_object_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    path = tmp_path / "r.json"
    path.write_text(text, encoding="utf-8", newline="")
    for chunk in (3, 1 << 16):
        monkeypatch.setattr(reader, "_CHUNK", chunk)
        with pytest.raises(InputError, match=r"r\.json"):
            read(path)
