"""The ledger of batches: every line is wanted, in flight or answered, whatever comes in whatever order."""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from agents.batches.ledger import MOST_ATTEMPTS, BatchLedger
from agents.batches.ledger_rows import CREATING, RUNNING
from agents.models.batches.provider import OK, BatchedReply, OpenBatch
from data_base.errors import InputError

ACCOUNT = "openai:some-model"
NUMBERS = st.integers(0, 7)
OUTCOMES = st.sampled_from([(OK, True), (400, True), (500, False), (0, False)])


class _Line(NamedTuple):
    batch: str | None = None
    attempts: int = 0
    status: int | None = None
    reply: str | None = None


def line_id(number: int) -> str:
    return f"{number:040x}"


class Ledger(RuleBasedStateMachine):
    """The ledger against a dictionary of lines."""

    batches = Bundle("batches")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "batches.sqlite"
        self.ledger = BatchLedger(self.path)
        self.lines: dict[int, _Line] = {}
        self.made = 0

    def teardown(self) -> None:
        self.ledger.close()
        self.folder.cleanup()

    @rule(number=NUMBERS)
    def add(self, number: int) -> None:
        terms = {"run": "r", "case_id": f"c{number}", "account": ACCOUNT, "body": f'"{number}"'}
        self.ledger.add(line_id(number), f"k{number}", **terms)
        self.lines.setdefault(number, _Line())

    @rule(target=batches, most=st.integers(1, 4), state=st.sampled_from([CREATING, RUNNING]))
    def take(self, most: int, state: str) -> OpenBatch | None:
        self.made += 1
        wanted = [n for n, line in self.lines.items() if line.batch is None and line.status is None]
        batch = self.ledger.take(f"b{self.made}", ACCOUNT, "r", most_lines=most, most_bytes=10**6, extra=0)
        assert (batch is None) == (not wanted)
        if batch is None:
            return None
        self.ledger.note(batch.id, state, provider_id=f"p{self.made}", file_id="f")
        bodies = dict(self.ledger.bodies(batch.id))
        assert len(bodies) == batch.lines == min(most, len(wanted))
        for each, body in bodies.items():
            number = int(each, 16)
            assert number in wanted
            assert body == f'"{number}"'
            self.lines[number] = _Line(batch.id, self.lines[number].attempts + 1)
        return next(each for each in self.ledger.open_batches([ACCOUNT]) if each.id == batch.id)

    @rule(batch=batches, number=NUMBERS, outcome=OUTCOMES)
    def answer(self, batch: OpenBatch | None, number: int, outcome: tuple[int, bool]) -> None:
        """Also for a batch that has ended, a line of another batch, or one that was answered before."""
        if batch is None:
            return
        status, is_final = outcome
        text = f"{batch.id} {status}"
        self.ledger.answer(batch, [BatchedReply(line_id(number), status, text, is_final)])
        line = self.lines.get(number)
        if line is None or line.status is not None or (status != OK and line.batch != batch.id):
            return
        if is_final or line.attempts >= MOST_ATTEMPTS:
            self.lines[number] = _Line(None, line.attempts, status, text)
        else:
            self.lines[number] = line._replace(batch=None)

    @rule(batch=consumes(batches))
    def end(self, batch: OpenBatch | None) -> None:
        if batch is None:
            return
        self.ledger.end(batch.id)
        for number, line in self.lines.items():
            if line.batch == batch.id:
                self.lines[number] = line._replace(batch=None, attempts=line.attempts - 1)

    @rule(number=NUMBERS)
    def settle(self, number: int) -> None:
        self.ledger.settle("r", f"c{number}")
        if number in self.lines and self.lines[number].batch is None:
            del self.lines[number]

    @rule()
    def begin_anew(self) -> None:
        self.ledger.close()
        self.ledger = BatchLedger(self.path)

    @invariant()
    def is_as_noted(self) -> None:
        for number in range(8):
            found = self.ledger.tries(f"k{number}")
            expected = self.lines.get(number)
            assert len(found) == (expected is not None)
            if expected is not None:
                (line,) = found
                assert _Line(line.batch, line.attempts, line.status, line.content) == expected
                assert self.ledger.waits("r", f"c{number}") == (expected.status is None)
        wanted = any(line.batch is None and line.status is None for line in self.lines.values())
        assert self.ledger.wanted(ACCOUNT, "r") == wanted


TestLedger = Ledger.TestCase
TestLedger.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


def filled(folder: Path, bodies: list[str]) -> BatchLedger:
    ledger = BatchLedger(folder / "batches.sqlite")
    for number, body in enumerate(bodies):
        ledger.add(line_id(number), f"k{number}", run="r", case_id="c", account=ACCOUNT, body=body)
    return ledger


def test_a_file_is_within_the_limits_in_bytes_of_any_language(tmp_path: Path) -> None:
    ledger = filled(tmp_path, ["答" * 30] * 5)
    sizes: list[int] = []
    while batch := ledger.take(f"b{len(sizes)}", ACCOUNT, "r", most_lines=100, most_bytes=250, extra=10):
        sizes.append(sum(len(body.encode()) + 10 for _, body in ledger.bodies(batch.id)))
    assert sizes == [200, 200, 100]
    ledger.close()


def test_a_line_that_is_longer_than_a_file_may_be_goes_alone(tmp_path: Path) -> None:
    ledger = filled(tmp_path, ["x" * 100, "y"])
    first = ledger.take("b0", ACCOUNT, "r", most_lines=9, most_bytes=50, extra=0)
    assert first is not None
    assert first.lines == 1
    ledger.close()


def test_what_a_killed_process_chose_is_known_to_the_next(tmp_path: Path) -> None:
    killed = filled(tmp_path, ["x"])
    assert killed.take("b0", ACCOUNT, "r", most_lines=9, most_bytes=50, extra=0) is not None
    killed.note("b0", CREATING, file_id="f")
    ledger = BatchLedger(tmp_path / "batches.sqlite")
    (batch,) = ledger.open_batches([ACCOUNT])
    assert (batch.id, batch.state, batch.file_id, batch.provider_id) == ("b0", CREATING, "f", None)
    ledger.close()
    killed.close()


@pytest.mark.parametrize("content", [b"no database at all, but a text of some length", None])
def test_a_file_that_is_no_book_is_said(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "batches.sqlite"
    if content is not None:
        path.write_bytes(content * 50)
    else:
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
        db.close()
    with pytest.raises(InputError, match="cannot be used to note batches"):
        BatchLedger(path)
