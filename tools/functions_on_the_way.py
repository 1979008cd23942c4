"""How many functions of ours a question passes through on its way from ``judge evaluate`` to the model.

    python tools/functions_on_the_way.py

Judges one recorded answer by a local server and counts, up to the request, the distinct functions that are
called with the question or with an object that has it in a field, such as a ``JudgeRequest``; and the frames
of ours that are open from the evaluator to the request. Exit code 1 where there are more than 27 functions,
every one of which is a door that a reader has to open, or more than 13 frames.
"""

import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from judge_throughput import COMMAND_MODULES, cases, command, server, write_answers  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[1]
# An answer that is HTML is read as text on the way, and halves of characters are joined; claims are checked
# next to the judgement.
MOST, MOST_FRAMES = 27, 13
_ROOMS = tuple(str(ROOT / room) for room in ("agents", "data_base", "eval", "prompts", "scoring", "service"))
_DEEPEST = 3
# A task has a stack of its own, and this one makes the request in one.
_BEGINS_TASK = "first_reply"
_FIRST_FRAME = "RAGEvaluator.evaluate"
_SDK_REQUEST = ("openai/_base_client.py", "post")


class Walk:
    """The functions seen so far, in the order in which the question came to them."""

    def __init__(self, question: str) -> None:
        """Look for this question."""
        self._question = question
        self._met: dict[CodeType, None] = {}
        self._is_there = False
        self._before_task: list[str] = []
        self.frames: list[str] = []

    @property
    def functions(self) -> list[str]:
        """Each with its module."""
        return [f"{Path(code.co_filename).relative_to(ROOT)}: {code.co_qualname}" for code in self._met]

    def profile(self, frame: FrameType, event: str, _argument: object) -> None:
        """What ``sys.setprofile`` calls."""
        if event != "call" or self._is_there or (code := frame.f_code) in self._met:
            return
        if code.co_name == _SDK_REQUEST[1] and code.co_filename.endswith(_SDK_REQUEST[0]):
            # Whether the model can be reached is asked first, with another question.
            self._is_there = self._question in str(frame.f_locals.get("body"))
            if self._is_there:
                before, task = self._before_task, _stack(frame)
                pairs = zip(before, task, strict=False)
                loop = next((n for n, (one, other) in enumerate(pairs) if one != other), 0)
                self.frames = [*before[before.index(_FIRST_FRAME) :], *task[loop:]]
        elif code.co_filename.startswith(_ROOMS) and not code.co_name.startswith("<"):
            if code.co_name == _BEGINS_TASK:
                self._before_task = _stack(frame)
            names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            if any(self._has_it(frame.f_locals.get(name), _DEEPEST) for name in names):
                self._met[code] = None

    def _has_it(self, value: object, depth: int) -> bool:
        if isinstance(value, str):
            return value == self._question
        if depth == 0:
            return False
        # Texts in a list or a mapping are a line of a file that is being read, and no question yet.
        within = (each for each in _elements(value) if not isinstance(each, str))
        return any(self._has_it(each, depth - 1) for each in (*within, *_fields(value)))


def _stack(frame: FrameType | None) -> list[str]:
    """The functions of ours that are open, the outermost first."""
    found = []
    while frame is not None:
        if frame.f_code.co_filename.startswith(_ROOMS):
            found.append(frame.f_code.co_qualname)
        frame = frame.f_back
    return found[::-1]


def _elements(value: object) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, (tuple, list)) else ()


def _fields(value: object) -> Iterator[Any]:
    """The fields of a dataclass or a pydantic model; of nothing else, such as a command under way."""
    names: Iterable[str] = getattr(value, "__dataclass_fields__", ()) or getattr(
        type(value), "model_fields", ()
    )
    return (getattr(value, name, None) for name in names)


def walked() -> Walk:
    """The way of one question."""
    for module in ("openai", "agents.evaluator", "agents.models.openai_chat", *COMMAND_MODULES):
        import_module(module)  # importing is slow where every call is looked at
    walk = Walk(next(cases(1))[0])
    with tempfile.TemporaryDirectory() as folder, server(0.0, 1, {}) as base_url:
        write_answers(Path(folder) / "answers.jsonl", 1)
        threading.setprofile(walk.profile)
        sys.setprofile(walk.profile)
        try:
            command(base_url, 1, Path(folder))
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
    return walk


def main() -> int:
    """Print them; 1 where there are too many."""
    walk = walked()
    found, frames = walk.functions, walk.frames
    print("\n".join(found))
    print(f"{len(found)} functions, at most {MOST}; {len(frames)} frames, at most {MOST_FRAMES}")
    return int(not (0 < len(found) <= MOST and 0 < len(frames) <= MOST_FRAMES))


if __name__ == "__main__":
    sys.exit(main())
