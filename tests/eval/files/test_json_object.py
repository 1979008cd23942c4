"""A JSON file is read whole and strictly."""

import json
from pathlib import Path

import pytest

from data_base.errors import InputError
from eval.files.json_lines import json_lines, json_object

BROKEN = (
    *("", " ", "{", "{}{}", "{} x", "[]", "1", "null", '"a"', "{1: 2}", '{"a" 1}', '{"a": }', '{"a": 1,}'),
    *('{"a": [1,]}', '{"a": [1 2]}', '{"a": [NaN]}', '{"a": -Infinity}', '{"a": 1e999}', '{"a": "\\ud800"}'),
    *('{"a": 01}', '{"a": 1, "a": 2}', '{"b": [{"a": 1, "a": 2}]}', '{"a": "line\nbreak"}', '{"a": tru'),
    *('{"a": ' + "[" * 100_000, '{"a": ' + "9" * 5000),
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_names_the_encoding(tmp_path: Path, encoding: str) -> None:
    """A shell of Windows writes UTF-16."""
    value = {"港": [1, 0.5, None, "\U0001f30a"]}
    (tmp_path / "r.json").write_text(json.dumps(value, ensure_ascii=False), encoding=encoding)
    lines = "\r\n".join([json.dumps(value, ensure_ascii=False), "", '{"a": "\u2028"}', ""])
    (tmp_path / "r.jsonl").write_bytes(lines.encode(encoding))
    assert json_object(tmp_path / "r.json") == value
    assert list(json_lines(tmp_path / "r.jsonl")) == [(1, value), (3, {"a": "\u2028"})]


def test_utf_16_without_a_mark_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_bytes('{"a": "é"}\n'.encode("utf-16-le"))
    with pytest.raises(InputError, match=r"r\.jsonl"):
        list(json_lines(tmp_path / "r.jsonl"))


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_what_is_not_a_json_object_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "r.json").write_text(text, encoding="utf-8", newline="")
    with pytest.raises(InputError, match=r"r\.json"):
        json_object(tmp_path / "r.json")
