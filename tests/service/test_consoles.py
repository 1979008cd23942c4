"""Consoles and arguments that are not UTF-8, and output that nobody reads, end in no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.in_process import ROOT, judge_in_process
from tests.support.rows import over

ENVIRONMENT = {"PATH": "", "JUDGE_PROGRESS": "off"}
ANSWER = {
    "id": "問1",
    "question": "二〇二三年有多少艘船？",
    "answer": "共 88 艘😀。",
    "documents": ["共 88 艘船é。"],
}


def answers(folder: Path) -> Path:
    path = folder / "answers.jsonl"
    path.write_text(json.dumps(ANSWER, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


@over("encoding", ["cp1252", "cp1251", "ascii", "cp936", "koi8-r"])
def test_a_console_that_lacks_letters_shows_them_escaped(tmp_path: Path, encoding: str) -> None:
    words = ("evaluate", answers(tmp_path))
    shown = judge_in_process(*words, cwd=tmp_path, env=ENVIRONMENT, encoding=encoding)
    assert (shown.returncode, "[\\u554f1]" in shown.stdout or "[問1]" in shown.stdout) == (0, True), shown
    said = judge_in_process(*words, "--json", cwd=tmp_path, env=ENVIRONMENT, encoding=encoding)
    assert json.loads(said.stdout)["answer"] == ANSWER["answer"]
    schema = judge_in_process("schema", "canonical_answer", cwd=tmp_path, env=ENVIRONMENT, encoding=encoding)
    assert json.loads(schema.stdout)["title"] == "CanonicalAnswer"


@over(
    "words, said",
    [
        (("--question", "caf\udce9?", "--answer", "x"), "error: --question: 'caf\ufffd?' is not UTF-8;"),
        (("--question=a", "--answer=caf\udce9"), "error: --answer: 'caf\ufffd' is not UTF-8;"),
        (("--answer=a=caf\udce9",), "error: --answer: 'a=caf\ufffd' is not UTF-8;"),
        (("bad\udcff.jsonl",), "error: An argument: 'bad\ufffd.jsonl' is not UTF-8;"),
        (("--question", "q", "--answer", "\ud83d"), "error: --answer: '\ufffd' is not UTF-8;"),
    ],
)
def test_an_argument_that_is_not_utf8_is_named(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    ended = judge_in_process("evaluate", *words, cwd=tmp_path, env=ENVIRONMENT)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(said), ended.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the names of other systems' files are text")
@over("name", [b"bad\xff.txt", b"caf\xe9.md", b"\xff/a.html"])
def test_a_document_whose_name_is_not_utf8_is_named(tmp_path: Path, name: bytes) -> None:
    folder = tmp_path / name.hex()
    path = os.fsencode(folder) + b"/" + name
    os.makedirs(os.path.dirname(path))  # noqa: PTH103, PTH120  (bytes)
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(b"text")
    ended = judge_in_process("research", "What?", "--documents", folder, cwd=tmp_path, env=ENVIRONMENT)
    assert (ended.returncode, "name is not UTF-8; rename it." in ended.stderr) == (2, True), ended.stderr


def test_output_that_is_not_read_to_its_end_is_no_verdict(tmp_path: Path) -> None:
    """It ended with 1, which says that nothing was scored."""
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as closed:  # noqa: PTH123
        code = "from service.commands.app import main; main()"
        ended = subprocess.run(
            [sys.executable, "-c", code, "evaluate", answers(tmp_path), "--json"],
            cwd=tmp_path,
            env={**ENVIRONMENT, "PYTHONPATH": str(ROOT)},
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
            timeout=120,
        )
    assert ended.returncode == 2
    assert "error: the output was not read to its end; what was finished is stored." in ended.stderr
    assert "Traceback" not in ended.stderr
