"""Bodies of JSON that would take long to read are refused before they are read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.http.guards.json_shape import DEPTH, FIELDS, VALUES, refusal

TEXTS = st.text(alphabet=st.sampled_from('"\\[]{},:a\n\u00e9'), max_size=20)
VALUE = st.recursive(
    st.none() | st.booleans() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=30,
)


@given(VALUE)
def test_what_stands_in_strings_is_not_counted(value: object) -> None:
    assert refusal(json.dumps(value).encode()) is None
    assert refusal(json.dumps([value, json.dumps([value, "[{" * DEPTH])]).encode()) is None


def test_a_long_string_is_one_value() -> None:
    assert refusal(json.dumps(['"' * 1_000_000 + "[{" * 500 + "," * VALUES]).encode()) is None


@pytest.mark.parametrize(
    ("within", "beyond", "said"),
    [
        (b"[" * DEPTH, b"[" * (DEPTH + 1), "nested"),
        (b'{"a":' * DEPTH, b'{"a":' * (DEPTH + 1), "nested"),
        (b"[" + b"1," * (VALUES - 2) + b"1]", b"[" + b"1," * VALUES + b"1]", "values"),
        (b"[" + b"{}," * (VALUES // 2 - 2) + b"{}]", b"[" + b"{}," * (VALUES // 2) + b"{}]", "values"),
    ],
)
def test_a_body_within_bounds_is_let_in_and_one_beyond_is_not(
    within: bytes, beyond: bytes, said: str
) -> None:
    assert refusal(within) is None
    assert said in (refusal(beyond) or "")


def test_an_object_has_so_many_fields() -> None:
    def fields(count: int) -> bytes:
        return json.dumps([{"a": [{}]}, {str(n): {"b": [n]} for n in range(count)}]).encode()

    assert refusal(fields(FIELDS)) is None
    assert "fields" in (refusal(fields(FIELDS + 1)) or "")


@given(st.binary(max_size=200))
def test_bytes_that_are_no_json_are_left_to_the_reader_of_json(body: bytes) -> None:
    assert refusal(body.replace(b"[", b"").replace(b"{", b"")) is None
