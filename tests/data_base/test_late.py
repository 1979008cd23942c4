"""A part of a value that is worked out when it is first read."""

import pickle

import pytest
from pydantic import ValidationError

from data_base.frozen import Frozen
from data_base.late import Late


class Note(Frozen):
    words: Late[tuple[str, ...]]


class Counted:
    """Works out words and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> tuple[str, ...]:
        self.asked += 1
        return ("a", "б", "丙")


def test_it_is_worked_out_once_and_not_before_it_is_read() -> None:
    work = Counted()
    note = Note(words=Late(work))
    copy = note.model_copy()
    assert work.asked == 0
    assert note.words.value == copy.words.value == ("a", "б", "丙")
    assert work.asked == 1


def test_it_is_written_as_its_value_and_read_back_equal() -> None:
    note = Note(words=Late(Counted()))
    assert note.model_dump() == {"words": ("a", "б", "丙")}
    assert note.model_dump_json() == '{"words":["a","б","丙"]}'
    for again in (
        Note.model_validate_json(note.model_dump_json()),
        Note.model_validate({"words": ["a", "б", "丙"]}),
        pickle.loads(pickle.dumps(note)),  # noqa: S301  (our own bytes)
    ):
        assert again == note
        assert hash(again) == hash(note)
        assert repr(again) == repr(note)


@pytest.mark.parametrize("data", [{"words": "a"}, {"words": [1]}, {"words": None}])
def test_a_value_of_another_shape_is_refused(data: object) -> None:
    with pytest.raises(ValidationError):
        Note.model_validate(data)


def test_its_schema_is_that_of_its_value() -> None:
    words = Note.model_json_schema()["properties"]["words"]
    assert (words["type"], words["items"]) == ("array", {"type": "string"})
