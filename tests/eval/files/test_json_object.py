"""A JSON file is read whole and strictly."""

import json
from pathlib import Path

import pytest

from data_base.errors import InputError
from eval.files.json_lines import json_object

BROKEN = (
    *("", " ", "{", "{}{}", "{} x", "[]", "1", "null", '"a"', "{1: 2}", '{"a" 1}', '{"a": }', '{"a": 1,}'),
    *('{"a": [1,]}', '{"a": [1 2]}', '{"a": [NaN]}', '{"a": -Infinity}', '{"a": 1e999}', '{"a": "\\ud800"}'),
    *('{"a": 01}', '{"a": 1, "a": 2}', '{"b": [{"a": 1, "a": 2}]}', '{"a": "line\nbreak"}', '{"a": tru'),
    *('{"a": ' + "[" * 100_000, '{"a": ' + "9" * 5000),
)


def test_a_byte_order_mark_is_tolerated(tmp_path: Path) -> None:
    value = {"港": [1, 0.5, None, "\U0001f30a"]}
    (tmp_path / "r.json").write_text(json.dumps(value), encoding="utf-8-sig")
    assert json_object(tmp_path / "r.json") == value


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_what_is_not_a_json_object_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "r.json").write_text(text, encoding="utf-8", newline="")
    with pytest.raises(InputError, match=r"r\.json"):
        json_object(tmp_path / "r.json")
