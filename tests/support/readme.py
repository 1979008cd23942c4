"""The README's code blocks, run as a reader would paste them: all of them, in order, in one folder.

    python3 tests/support/readme.py FOLDER

FOLDER is a checkout; the blocks are those of its README. Only the standard library is used: this runs before
anything is installed. Every block carries a mark that says how it runs:

| mark | how it runs |
|---|---|
| ``sh`` | in bash, with no variable of ours or of a provider |
| ``sh key`` | the same, with ``OPENAI_API_KEY`` and ``OPENAI_BASE_URL`` of a local, scripted server |
| ``sh server`` | the same as ``sh``, while ``judge serve`` runs, with its ``JUDGE_API_KEY`` |
| ``python`` | inside one async function, with the variables of ``sh key`` |
| ``text`` | not at all: it is in the output of the block above, line after line; ``…`` stands for anything |
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

MARKS = ("sh", "sh key", "sh server", "python", "text")
# What installing and running a program needs; the rest of the caller's environment is not a new user's.
_NEEDED = re.compile(r"PATH|LD_LIBRARY_PATH|TMPDIR|(UV|PIP|SSL|OPENBLAS|PYENV)_\w+|\w+_(proxy|PROXY)|LANG")
_FENCE = re.compile(
    r"^(?P<fence>```+)(?P<mark>[^\n`]*)\n(?P<code>.*?)^(?P=fence)\s*$", re.MULTILINE | re.DOTALL
)
_SECONDS, _START_SECONDS = 1800, 60
_SERVER = "http://127.0.0.1:8321"
_SERVER_KEY = "drj_0123456789abcdef0123456789abcdef"


@dataclass(frozen=True)
class Block:
    """A code block: its mark, its code, and the line of the README that it begins in."""

    mark: str
    code: str
    line: int


def blocks_of(text: str) -> list[Block]:
    """The code blocks of a page, in order.

    Raises:
        ValueError: a block has none of the marks.
    """
    found = [
        Block(each["mark"].strip(), each["code"], text.count("\n", 0, each.start()) + 1)
        for each in _FENCE.finditer(text)
    ]
    for block in found:
        if block.mark not in MARKS:
            raise ValueError(f"README.md, line {block.line}: {block.mark!r} is not one of {', '.join(MARKS)}")
    return found


@dataclass
class Reader:
    """Pastes blocks into one shell after the other, in one folder.

    Attributes:
        folder: the checkout.
        environment: what every block sees.
        program: begins a command of the project's.
        output: what the block above printed, both streams together.
    """

    folder: Path
    environment: Mapping[str, str]
    program: tuple[str, ...] = ("uv", "run")
    output: str = field(default="", init=False)

    def pastes(self, block: Block) -> None:
        """Run a block, or compare it with the output of the one above.

        Raises:
            RuntimeError: a command failed, or printed something else.
        """
        if block.mark == "text":
            self._compare(block)
        elif block.mark == "sh":
            self._run(block, _shell(block), {})
        elif block.mark == "sh server":
            with self._judge_server() as variables:
                self._run(block, _shell(block), variables)
        else:
            with self._model_server() as variables:
                command = [*self.program, *_python(block)] if block.mark == "python" else _shell(block)
                self._run(block, command, variables)

    def _run(self, block: Block, command: Sequence[str], variables: Mapping[str, str]) -> None:
        ended = subprocess.run(
            command,
            cwd=self.folder,
            env={**self.environment, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
        self.output = ended.stdout
        if ended.returncode:
            raise RuntimeError(
                f"README.md, line {block.line}: exit code {ended.returncode}\n{block.code}{self.output}"
            )

    def _compare(self, block: Block) -> None:
        printed = " ".join(self.output.split())
        parts = (" ".join(part.split()) for part in block.code.split("…"))
        if not re.search(".*".join(map(re.escape, parts)), printed):
            raise RuntimeError(f"README.md, line {block.line}: the output is not as shown\n{self.output}")

    @contextmanager
    def _model_server(self) -> Iterator[dict[str, str]]:
        command = [*self.program, "python", "-m", "tests.support.scripted_server"]
        with self._running(command) as process:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            yield {"OPENAI_API_KEY": "sk-of-the-readme", "OPENAI_BASE_URL": address}

    @contextmanager
    def _judge_server(self) -> Iterator[dict[str, str]]:
        variables = {"JUDGE_API_KEY": _SERVER_KEY}
        with self._running([*self.program, "judge", "serve"], variables):
            end = time.monotonic() + _START_SECONDS
            while not _answers(f"{_SERVER}/ready"):
                if time.monotonic() > end:
                    raise RuntimeError(f"judge serve is not ready after {_START_SECONDS} s")
                time.sleep(0.2)
            yield variables

    @contextmanager
    def _running(
        self, command: Sequence[str], variables: Mapping[str, str] | None = None
    ) -> Iterator[subprocess.Popen[str]]:
        environment = {**self.environment, **(variables or {})}
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, cwd=self.folder, env=environment, stdin=pipe, stdout=pipe, text=True
        )
        with process:
            try:
                yield process
            finally:
                process.terminate()


def _shell(block: Block) -> list[str]:
    return ["bash", "-euo", "pipefail", "-c", block.code]


def _python(block: Block) -> list[str]:
    body = textwrap.indent(block.code, "    ")
    code = f"import asyncio\nasync def main() -> None:\n{body}\nasyncio.run(main())\n"
    return ["python", "-W", "error", "-c", code]


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=5):  # noqa: S310  (the server that was started above)
            return True
    except OSError:
        return False


def new_users_environment(home: Path) -> dict[str, str]:
    """The environment of somebody who has set nothing yet; ``home`` is an empty folder."""
    kept = {name: value for name, value in os.environ.items() if _NEEDED.fullmatch(name)}
    return {**kept, "HOME": str(home)}


def main() -> None:
    """Run the README of the checkout that the command line names."""
    folder = Path(sys.argv[1]).resolve()
    blocks = blocks_of((folder / "README.md").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="home-") as home:
        reader = Reader(folder, new_users_environment(Path(home)))
        for block in blocks:
            began = time.monotonic()
            reader.pastes(block)
            if block.mark == "text":
                continue
            took = time.monotonic() - began
            end = "\n".join(reader.output.splitlines()[-3:])
            shown = f"{textwrap.indent(block.code, '    $ ')}{textwrap.indent(end, '    ')}"
            sys.stdout.write(f"README.md, line {block.line} ({block.mark}), {took:.1f} s:\n{shown}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
