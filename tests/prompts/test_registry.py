"""How templates are read, filled, hashed and recognised."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from data_base.errors import InputError
from prompts.registry import identify, load
from prompts.template_file import read_template
from tests.support.rows import over, table

CONTENT: dict[str, Any] = {
    "id": "demo",
    "version": "1",
    "language": "en",
    "slots": ["question", "answer"],
    "system": "Be fair.\n{{examples}}\nThat is all.",
    "example": "{{number}}. {{question}} -> {{reply}}",
    "examples": [{"question": "Why {{answer}}?", "reply": {"score": 3}}],
    "user": "Q: {{question}}\nA: {{answer}}\nGo.",
    "empty": "(none)",
}
OTHER: dict[str, Any] = {
    "version": "2",
    "slots": ["answer", "question"],
    "system": "Be strict.\n{{examples}}\nThat is all.",
    "example": "{{number}}) {{question}} -> {{reply}}",
    "examples": [{"question": "Why {{answer}}?", "reply": {"score": 4}}],
    "user": "Q: {{question}}\nA: {{answer}}\nGo on.",
    "empty": "(nothing)",
}


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def write(content: dict[str, Any] | str = CONTENT, name: str = "demo/en.yaml") -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        text = content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_examples_are_written_into_the_system_text(write: Callable[..., Path]) -> None:
    template = read_template(write())
    assert template.system == ('# demo v1 en\nBe fair.\n1. Why {{answer}}? -> {"score":3}\nThat is all.')


def test_hash_depends_on_content_and_not_on_its_layout(write: Callable[..., Path]) -> None:
    before = read_template(write()).sha256
    backwards = dict(reversed(CONTENT.items()))
    assert read_template(write(backwards)).sha256 == before


@pytest.mark.parametrize("field", OTHER)
def test_hash_changes_with_any_field(write: Callable[..., Path], field: str) -> None:
    before = read_template(write()).sha256
    assert read_template(write(CONTENT | {field: OTHER[field]})).sha256 != before


def test_hash_changes_with_id_and_language(write: Callable[..., Path]) -> None:
    hashes = {
        read_template(write()).sha256,
        read_template(write(CONTENT | {"language": "ru"}, "demo/ru.yaml")).sha256,
        read_template(write(CONTENT | {"id": "other"}, "other/en.yaml")).sha256,
    }
    assert len(hashes) == 3


@pytest.mark.parametrize(
    ("change", "said"),
    table(__file__, "test_broken_template_is_named_with_its_field", lists=True),
)
def test_broken_template_is_named_with_its_field(
    write: Callable[..., Path], change: dict[str, Any], said: str
) -> None:
    path = write(CONTENT | change)
    with pytest.raises(InputError) as caught:
        read_template(path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["a: [", "just words", ""])
def test_file_that_is_no_mapping_is_named(write: Callable[..., Path], text: str) -> None:
    path = write(text)
    with pytest.raises(InputError, match=r"en\.yaml: "):
        read_template(path)


def test_missing_field_is_named(write: Callable[..., Path]) -> None:
    path = write({key: value for key, value in CONTENT.items() if key != "user"})
    with pytest.raises(InputError, match="user: is missing"):
        read_template(path)


@over(
    "template_id, language, said",
    [("plan", "fr", "en, ru, zh-Hans, zh-Hant"), ("../plan", "en", "no prompt has this name")],
)
def test_unknown_prompt_says_what_there_is(template_id: str, language: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        load(template_id, language)


@given(question=st.text() | st.just("{{answer}}"), answer=st.text() | st.just("{{question}}{{nothing}}"))
def test_values_are_never_looked_at_for_marks(question: str, answer: str) -> None:
    template = load("judge_without_documents", "en")
    (first, _), (second, _), (third, _) = template.user_parts
    filled = template.fill({"question": question, "answer": answer})
    assert filled == first + question + second + answer + third


def test_missing_and_unknown_slots_are_named() -> None:
    with pytest.raises(ValueError, match=r"missing answer, unknown mood, wind"):
        load("judge_without_documents", "en").fill({"question": "?", "wind": "", "mood": ""})


@over(
    "change",
    [
        lambda text: text + " ",
        lambda text: text.replace("in any passage: 1.", "in any passage: 9."),
        lambda text: text.replace(" v4 ", " v2 ", 1),
        lambda text: text.replace(" en\n", " fr\n", 1),
        lambda text: text.replace("judge_with_documents", "judge_with_anything", 1),
        lambda text: text.replace("judge_with_documents", "../judge_with_documents", 1),
        lambda text: "Hello.\n" + text,
        lambda _: "",
    ],
)
def test_system_text_that_is_not_ours_to_the_letter_is_not_recognised(change: Callable[[str], str]) -> None:
    system = load("judge_with_documents", "en").system
    assert change(system) != system
    assert identify(change(system)) is None


@given(st.text())
def test_any_text_may_be_asked_about(text: str) -> None:
    assert identify(text) is None
    assert identify(f"# {text}") is None
