"""Bad input ends with one sentence that names the thing and says what to do; nothing is half-written."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agents.models.google.google_chat import MAINTAINED_SDK, installed
from tests.service.conftest import VARIABLES, Command
from tests.support.pdf import encrypted_pdf, minimal_pdf
from tests.support.roots_rights import without_roots_rights
from tests.support.rows import over, table

ROOT = Path(__file__).resolve().parents[2]
JUDGE = [sys.executable, "-c", "from service.commands.app import main; main()"]
ARENA = [sys.executable, str(ROOT / "run_arena.py")]

DOCUMENTS = {
    "nowhere": (None, "nowhere: there is no such file or folder; check the path"),
    "empty": ({}, "empty: contains no readable documents; put .htm"),
    "pictures": ({"a.png": b"\x89PNG", "b.docx": b"PK"}, "(only .docx, .png); put .htm"),
    "broken": ({"annual.pdf": b"%PDF-1.7 and no more"}, "annual.pdf: is not a readable PDF"),
    "locked": (
        {"annual.pdf": encrypted_pdf("17 lamps", password="x")},
        "annual.pdf: the PDF is locked by a password; save an unlocked copy",
    ),
    "scanned": ({"annual.pdf": minimal_pdf("", "")}, "annual.pdf: the PDF has 2 pages and no text"),
    "blank": (
        {"good.md": b"Some text.", "void.txt": b" \n"},
        "void.txt: contains no text; remove it or fill it",
    ),
    "latin": (
        {"old.txt": "caf\xe9".encode("latin-1")},
        "old.txt: byte 3 is not UTF-8 text; save the file as UTF-8",
    ),
}
QUESTIONS = {
    "missing": (None, "cannot be read (No such file or directory); check the path"),
    "empty": (b"", "contains no questions; write one JSON object per line"),
    "folder": ("folder", "cannot be read (Is a directory); check the path"),
    "no_json": (b'{"question": "a"}\n{"question": \n', "line 2: not valid JSON"),
    "a_list": (b'["a"]\n', "line 1: expected a JSON object, found list"),
    "wrong_type": (b'{"question": "a", "key_points": "b"}', 'line 1: field "key_points"'),
    "missing_field": (b'{"id": "a"}', 'line 1: the required field "question" is missing or empty'),
    "unknown_field": (b'{"question": "a", "gold": "b"}', 'line 1: unknown field "gold"'),
    "duplicate": (
        b'{"id": "a", "question": "b"}\n\n{"id": "a", "question": "c"}',
        "line 3: the id 'a' is already in line 1",
    ),
    "latin": ('{"question": "caf\xe9"}'.encode("latin-1"), "is not UTF-8 text"),
    "half": (b'{"question": "\\ud800"}', "line 1: an escape like \\ud800 is half of a character"),
}  # fmt: skip
ANSWERS = {
    "missing": (None, "cannot be read (No such file or directory); check the path"),
    "empty": (b"\n", "contains no answers; write one JSON object per line"),
    "no_json": (b'{"question": "a", "answer": "b"}\nanswer\n', "line 2: not valid JSON"),
    "wrong_type": (b'{"question": "a", "answer": 5}', 'line 1: the field "answer" must be a string'),
    "empty_field": (b'{"question": "", "answer": ""}', 'line 1: the field "question" is empty'),
    "missing_field": (b'{"question": "a"}', 'line 1: the field "answer" is missing; write it there.'),
    "unknown_field": (b'{"question": "a", "answer": "b", "x": 1}', 'line 1: unknown field "x"'),
    "documents": (
        b'{"question": "a", "answer": "b", "documents": "c"}',
        "line 1: documents: a single str; pass a list of documents.",
    ),
    "passage": (
        b'{"question": "a", "answer": "b", "documents": [{"page": 1}]}',
        "line 1: documents: 1 of 1 have no text, the first is documents.1 with the fields page; a search",
    ),
    "latin": ('{"question": "caf\xe9"}'.encode("latin-1"), "is not UTF-8 text"),
}  # fmt: skip
MODELS = {
    "just-a-name": "unknown model 'just-a-name': use openai:<model>, google:<model>, anthropic:<model>",
    "foo:bar": "foo:bar: unknown provider foo; use openai, google or anthropic, ",
    "openai:": "unknown model 'openai:'",
    "openai:some": "openai:some needs a key: set OPENAI_API_KEY",
    "google:some": "google:some needs a key: set GOOGLE_API_KEY",
}
if not installed(MAINTAINED_SDK):
    MODELS["google:some"] = "google:some needs Google's SDK: uv sync --inexact --extra google"


def one_sentence(ended: tuple[int, str, str], complaint: str, folder: Path) -> None:
    code, out, err = ended
    assert (code, out) == (2, ""), err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert complaint in err
    assert not [
        path for path in folder.rglob("*") if path.name in {"report.html", "arena.json", "answers.csv"}
    ]
    assert not list(folder.rglob("*.tmp"))


def make_documents(folder: Path, kind: str) -> Path:
    content, _ = DOCUMENTS[kind]
    place = folder / kind
    if content is not None:
        place.mkdir()
        for name, data in content.items():
            (place / name).write_bytes(data)
    return place


def make_file(folder: Path, content: bytes | str | None) -> Path:
    place = folder / "lines.jsonl"
    if content == "folder":
        place.mkdir()
    elif isinstance(content, bytes):
        place.write_bytes(content)
    return place


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("command", ["run_arena.py", "evaluate", "research"])
def test_documents_that_cannot_be_used(judge: Command, tmp_path: Path, command: str, kind: str) -> None:
    (tmp_path / "q.jsonl").write_text('{"question": "a"}\n', encoding="utf-8")
    arguments = {
        "run_arena.py": ("--questions", "q.jsonl"),
        "evaluate": ("--question", "a", "--answer", "b"),
        "research": ("a",),
    }[command]
    place = make_documents(tmp_path, kind)
    one_sentence(judge(command, *arguments, "--documents", place), DOCUMENTS[kind][1], tmp_path)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize("command", ["run_arena.py", "arena"])
def test_question_files_that_cannot_be_used(
    judge: Command, tmp_path: Path, documents: Path, command: str, kind: str
) -> None:
    content, complaint = QUESTIONS[kind]
    file = make_file(tmp_path, content)
    ended = judge(command, "--questions", file, "--documents", documents)
    one_sentence(ended, complaint, tmp_path)
    assert str(file) in ended[2]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("kind", ANSWERS)
def test_answer_files_that_cannot_be_used(judge: Command, tmp_path: Path, kind: str) -> None:
    content, complaint = ANSWERS[kind]
    file = make_file(tmp_path, content)
    ended = judge("evaluate", file)
    one_sentence(ended, complaint, tmp_path)
    assert str(file) in ended[2]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("option", ["--model", "--judge", "--loop-judge"])
def test_models_that_cannot_be_used_by_the_arena(
    judge: Command, tmp_path: Path, option: str, model: str
) -> None:
    one_sentence(judge("run_arena.py", option, model), MODELS[model], tmp_path)


@pytest.mark.parametrize("model", MODELS)
def test_models_that_cannot_judge_or_research(
    judge: Command, tmp_path: Path, documents: Path, model: str
) -> None:
    ended = judge("evaluate", "--question", "a", "--answer", "b", "--judge", model)
    one_sentence(ended, MODELS[model], tmp_path)
    for option in ("--model", "--judge"):
        ended = judge("research", "a", "--documents", documents, option, model)
        one_sentence(ended, MODELS[model], tmp_path)


@over(
    "arguments, named",
    [
        (("--model", "none"), "error: --model: unknown model 'none': use openai:<model>, "),
        (("--judge=none?seed=1",), "error: --judge: unknown model 'none?seed=1': use openai:<model>, "),
        (("--final-judge", "none:e"), "error: --final-judge: none:e: unknown provider none; use openai, "),
        (("--judge", "embedded+none:e"), "no module none is in this folder)."),
    ],
)
def test_regression_a_model_that_nobody_knows_is_named_with_its_option(
    judge: Command, documents: Path, arguments: tuple[str, ...], named: str
) -> None:
    code, _, said = judge("research", "a", "--documents", documents, *arguments)
    assert (code, named in said) == (2, True), said
    assert ("package.module:name" in said) is ("--model" not in arguments)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    table(__file__, "test_what_makes_no_sense", lists=True),
)
def test_what_makes_no_sense(
    judge: Command, tmp_path: Path, documents: Path, arguments: list[str], complaint: str
) -> None:
    (tmp_path / "q.jsonl").write_text('{"question": "a"}\n', encoding="utf-8")
    one_sentence(judge(*arguments), complaint, tmp_path)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    table(__file__, "test_a_wrong_use_is_one_sentence_too", lists=True),
)
def test_a_wrong_use_is_one_sentence_too(
    judge: Command, tmp_path: Path, arguments: list[str], complaint: str
) -> None:
    """A usage text of several lines hid the sentence that matters."""
    ended = judge(*arguments)
    one_sentence(ended, complaint, tmp_path)
    command = arguments[0] if arguments[0] == "run_arena.py" else "judge"
    assert ended[2].rstrip().endswith(" --help.")
    assert f"; see {command}" in ended[2]


def test_judge_alone_shows_what_there_is(judge: Command) -> None:
    code, out, err = judge()
    assert (code, out) == (2, "")
    assert all(name in err for name in ("arena", "evaluate", "research", "doctor"))


FORBIDDEN = table(__file__, "FORBIDDEN")


def test_what_the_system_forbids(judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder below the named one that could not be looked into was passed over without a word."""
    places = {name: tmp_path / name.replace("/", "_") for name in FORBIDDEN}
    for name, place in places.items():
        (place / "out").mkdir(parents=True)
        (place / "d" / "sub").mkdir(parents=True)
        (place / "d" / "a.md").write_text("Some text.", encoding="utf-8")
        (place / "d" / "sub" / "b.md").write_text("More text.", encoding="utf-8")
        (place / "q.jsonl").write_text('{"question": "a"}\n', encoding="utf-8")
        (place / name).chmod(0o555 if name == "out" else 0)
    ended = {}
    try:
        with without_roots_rights():
            for name, (words, _) in FORBIDDEN.items():
                monkeypatch.chdir(places[name])
                ended[name] = judge(*words)
    finally:
        for name, place in places.items():
            (place / name).chmod(0o755)
    for name, (_, complaint) in FORBIDDEN.items():
        one_sentence(ended[name], complaint, places[name])


def test_files_that_keep_what_was_paid_for_and_cannot_be_used(
    judge: Command, tmp_path: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").write_text("no database, and longer than a hundred bytes" * 5, encoding="utf-8")
    monkeypatch.setenv("JUDGE_STORE", "notes.txt")
    one_sentence(judge("run_arena.py", "--out", "out"), "The run store notes.txt cannot be used", tmp_path)
    monkeypatch.delenv("JUDGE_STORE")
    monkeypatch.setenv("JUDGE_CHECKPOINTS", "notes.txt")
    ended = judge("research", "a", "--documents", documents)
    one_sentence(ended, "notes.txt: checkpoints cannot be kept there", tmp_path)
    monkeypatch.setenv("JUDGE_CACHE", "notes.txt")
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    ended = judge("evaluate", "--question", "a", "--answer", "b", "--judge", "openai:x")
    one_sentence(ended, "notes.txt: cannot be used as a reply cache", tmp_path)
    monkeypatch.delenv("JUDGE_CACHE")
    monkeypatch.setenv("JUDGE_PRICES", "notes.txt")
    ended = judge("evaluate", "--question", "a", "--answer", "b", "--judge", "openai:x")
    one_sentence(ended, "notes.txt", tmp_path)


def test_a_long_question_is_no_file_name(judge: Command, documents: Path) -> None:
    code, _, err = judge("research", "港口在 2023 年處理了幾艘船？" * 40, "--documents", documents)
    assert code == 0, err


def test_a_line_end_in_a_name_does_not_make_two_lines_of_the_sentence(judge: Command, tmp_path: Path) -> None:
    ended = judge("arena", "--questions", "two\nlines\x1b[31m.jsonl", "--documents", "d")
    one_sentence(ended, "two lines", tmp_path)
    assert "\x1b" not in ended[2]


@pytest.mark.parametrize(
    ("command", "arguments", "complaint"),
    [
        (ARENA, ["--questions", "good.jsonl", "--documents", "locked"], "locked by a password"),
        (JUDGE, ["evaluate", "bad.jsonl"], 'bad.jsonl, line 1: the field "answer"'),
    ],
)
@pytest.mark.slow
def test_as_a_user_runs_it(tmp_path: Path, command: list[str], arguments: list[str], complaint: str) -> None:
    (tmp_path / "good.jsonl").write_text('{"question": "a"}\n', encoding="utf-8")
    (tmp_path / "bad.jsonl").write_text(json.dumps({"question": "a"}) + "\n{", encoding="utf-8")
    make_documents(tmp_path, "locked")
    make_documents(tmp_path, "empty")
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    ended = subprocess.run(
        [*command, *arguments],
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    one_sentence((ended.returncode, ended.stdout, ended.stderr), complaint, tmp_path)


def test_a_wrong_option_is_named_in_plain_words(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "harbour.md").write_text("# Velm harbour\n", encoding="utf-8")
    answer = ("evaluate", "--question", "a", "--answer", "b")
    for arguments, complaint in (
        (
            (*answer, "--limit", 0),
            "'--limit': must be greater than or equal to 1; see judge evaluate --help.",
        ),
        ((*answer, "--progress", "foo"), ": 'foo' is not one of 'auto', "),
        (
            (*answer, "--settings", "harbour.md"),
            "harbour.md: expected judge settings, as in docs/file_formats.md",
        ),
        ((*answer, "--judge", "openai:m"), "to a server that needs none.\n"),
        ((*answer, "--out", "harbour.md/x.jsonl"), "since harbour.md is a file and no folder; name another"),
        (answer[:3], "Missing: --answer. Give --question and --answer, or a FILE.jsonl."),
    ):
        code, _, err = judge(*arguments)
        assert (code, err.count("\n")) == (2, 1)
        assert complaint in err


def test_a_passage_that_is_a_number(judge: Command, tmp_path: Path) -> None:
    line = '{"question": "a", "answer": "b", "documents": [1]}'
    (tmp_path / "lines.jsonl").write_text(line, encoding="utf-8")
    assert "line 1: documents.1: an int; pass a text" in judge("evaluate", "lines.jsonl")[2]
