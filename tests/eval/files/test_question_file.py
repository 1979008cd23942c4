import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_base.errors import InputError
from data_base.schemas.case import Case
from data_base.text.language import LANGUAGES
from eval.files.question_file import questions_hash, read_questions

texts = st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1).filter(
    lambda text: text.strip()
)
cases = st.builds(
    Case,
    id=texts,
    question=texts,
    language=st.sampled_from([None, *LANGUAGES]),
    answerable=st.sampled_from([None, True, False]),
    gold_answer=st.one_of(st.none(), texts),
    key_points=st.lists(texts, max_size=3).map(tuple),
    documents=st.just(("a.pdf",)),
    tags=st.lists(texts, max_size=2).map(tuple),
)


def written(tmp_path: Path, text: str, encoding: str = "utf-8") -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text(text, encoding=encoding)
    return path


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_questions(written(tmp_path, text))
    said = str(caught.value)
    assert "\n" not in said
    return said


@settings(max_examples=30, deadline=None)
@given(
    wanted=st.lists(cases, max_size=4, unique_by=lambda case: case.id).filter(bool), ascii_only=st.booleans()
)
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, wanted: list[Case], ascii_only: bool
) -> None:
    lines = [json.dumps(case.model_dump(), ensure_ascii=ascii_only) for case in wanted]
    path = written(tmp_path_factory.mktemp("q"), "\n".join(lines))
    read = read_questions(path)
    assert read == wanted
    assert questions_hash(read) == questions_hash(wanted)


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("q") / "q.jsonl"
    path.write_bytes(text.encode("utf-8", errors="surrogatepass"))
    try:
        read = read_questions(path)
    except InputError as error:
        said = str(error)
    else:
        assert read
        return
    assert said.startswith(str(path))


def test_byte_order_mark_empty_lines_and_windows_line_ends(tmp_path: Path) -> None:
    text = '\r\n{"question": "один"}\r\n\r\n{"id": "b", "question": "二\u2028行", "evidence": [1]}\r\n'
    read = read_questions(written(tmp_path, text, "utf-8-sig"))
    assert [(case.id, case.question) for case in read] == [("q2", "один"), ("b", "二\u2028行")]


def test_hash_follows_the_content_and_not_the_layout(tmp_path: Path) -> None:
    plain = read_questions(written(tmp_path, '{"id": "1", "question": "問"}'))
    spaced = read_questions(written(tmp_path, '\n{"question":"\\u554f",  "id":"1"}\n'))
    other = read_questions(written(tmp_path, '{"id": "1", "question": "問?"}'))
    assert questions_hash(plain) == questions_hash(spaced) != questions_hash(other)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"question": "a"', "line 2: not valid JSON"),
        ("[1]", "line 2: expected a JSON object, found list"),
        ('{"qestion": "a"}', 'line 2: unknown field "qestion"; did you mean "question"?'),
        ('{"question": "a", "category": "x"}', 'unknown field "category"; take it out, or put it into tags'),
        ('{"question": "  "}', 'line 2: the required field "question" is missing or empty'),
        ('{"id": "b"}', 'the required field "question" is missing or empty'),
        ('{"question": 5}', 'line 2: field "question"'),
        ('{"question": "a", "tags": "x"}', 'line 2: field "tags"'),
        (
            '{"question": "a", "answerable": true, "gold_answer": "The documents do not say."}',
            'line 2: fields "answerable" and "gold_answer": one says that the documents contain the answer',
        ),
        ('{"question": "a", "answerable": "yes"}', 'line 2: field "answerable"'),
        (
            '{"question": "a", "language": "de"}',
            "field \"language\": 'de' is not one of zh-Hant, zh-Hans, en, ru",
        ),
        ('{"question": "a", "language": "zh"}', "line 2: field \"language\": 'zh' is not one of"),
        ('{"question": "a", "language": ""}', "line 2: field \"language\": '' is not one of"),
        ('{"question": "a", "language": 1}', 'line 2: field "language"'),
        ('{"id": "", "question": "a"}', 'line 2: field "id"'),
        ('{"id": "first", "question": "a"}', "the id 'first' is already in line 1"),
        ('{"question": "a\\ud800"}', "line 2: an escape like"),
        ("[" * 100_000, "line 2: not valid JSON"),
    ],
)
def test_a_bad_line_is_named_with_its_field(tmp_path: Path, line: str, complaint: str) -> None:
    said = refusal(tmp_path, '{"id": "first", "question": "good"}\n' + line)
    assert complaint in said
    assert "questions.jsonl" in said


def test_files_that_are_missing_empty_or_no_text(tmp_path: Path) -> None:
    assert "contains no questions" in refusal(tmp_path, "\n\n")
    with pytest.raises(InputError, match="cannot be read"):
        read_questions(tmp_path / "missing.jsonl")
    with pytest.raises(InputError, match="cannot be read"):
        read_questions(tmp_path)
    (tmp_path / "utf16.jsonl").write_bytes('{"question": "é"}'.encode("utf-16-le"))
    with pytest.raises(InputError, match="no text in UTF-8, or in UTF-16 with a mark"):
        read_questions(tmp_path / "utf16.jsonl")


def test_a_blocked_source_may_have_authors_and_several_addresses(tmp_path: Path) -> None:
    source = {
        "title": "A history of Orle",
        "authors": ["A. Brandt"],
        "urls": ["https://ex.org/1", "https://ex.org/2"],
    }
    (read,) = read_questions(written(tmp_path, json.dumps({"question": "Since when?", "blocked": [source]})))
    assert [each.model_dump(mode="json") for each in read.blocked] == [source]
