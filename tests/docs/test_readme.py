"""Every line of the README runs as it stands, in order, in one folder of a new user's."""

import subprocess
from pathlib import Path

import pytest

from tests.support.readme import Block, Reader, blocks_of, new_users_environment

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# Installing and the tests themselves: .ci/bare does both, in an environment that has nothing yet.
ELSEWHERE = ("pip install uv", "uv run pytest", "uv pip", "uv venv")


def test_a_block_without_a_mark_is_refused() -> None:
    with pytest.raises(ValueError, match=r"README.md, line 3: '' is not one of sh, sh key"):
        blocks_of("# Title\n\n```\nuv run judge\n```\n")


def test_the_readme_is_short_and_every_block_is_marked() -> None:
    assert len(README.splitlines()) <= 150
    assert {block.mark for block in blocks_of(README)} >= {"sh", "sh key", "sh server", "python", "text"}


@pytest.mark.parametrize(
    ("printed", "code"),
    [
        ("accuracy 9", "accuracy 2…"),
        ("reason: it is so", "reason: it…not"),
        ("accuracy 2\nanswered: yes\nreason: wrong", "accuracy 2\nreason: wrong"),
    ],
)
def test_output_that_is_not_printed_is_found(printed: str, code: str, tmp_path: Path) -> None:
    reader = Reader(tmp_path, new_users_environment(tmp_path))
    reader.pastes(Block("sh", f"echo '{printed}'\n", 1))
    with pytest.raises(RuntimeError, match="the output is not as shown"):
        reader.pastes(Block("text", code, 2))


def test_a_command_that_fails_ends_the_walk(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="line 7: exit code 3"):
        Reader(tmp_path, new_users_environment(tmp_path)).pastes(Block("sh", "exit 3\necho no\n", 7))


@pytest.mark.slow
def test_every_line_of_the_readme_runs_in_order(tmp_path: Path) -> None:
    clone, home = tmp_path / "clone", tmp_path / "home"
    home.mkdir()
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    (clone / ".venv").symlink_to(ROOT / ".venv")
    reader = Reader(clone, new_users_environment(home) | {"UV_NO_SYNC": "1"})
    for block in blocks_of(README):
        lines = "".join(f"{line}\n" for line in block.code.splitlines() if not line.startswith(ELSEWHERE))
        reader.pastes(Block(block.mark, lines, block.line))
