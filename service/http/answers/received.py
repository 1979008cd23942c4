"""Answers that are handed in for a job, as the job keeps them: on disk where they are many."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Self

from data_base.errors import InputError
from service.http.answers.recorded import ByteLimit, recorded_answer
from service.http.guards.prompt_size import (
    answer_texts,
    require_readable,
    require_settings_size,
    require_size,
)
from service.http.problems import ProblemError

if TYPE_CHECKING:
    from eval.judging.answer_file import RecordedAnswer
    from service.http.answers.recorded import LookUp
    from service.http.bodies.evaluations import AnswerRequest, BatchItem
    from service.jobs.judge_request import JudgeSettingsRequest

_IN_MEMORY = 4_000_000


class ReceivedAnswers:
    """Takes answers one by one; each is small enough to be judged and has an id of its own."""

    def __init__(
        self,
        look_up: LookUp,
        settings: JudgeSettingsRequest,
        *,
        max_tokens: int,
        max_bytes: int,
        embedded: bool = False,
        patient: bool = False,
    ) -> None:
        """Begin with none; what is kept on disk goes with the ``with`` block.

        Args:
            look_up: gives the passages of a collection.
            settings: how they are judged.
            max_tokens: tokens that a prompt may have.
            max_bytes: of all answers, with the passages that they name.
            embedded: whether the embedded judge reads them.
            patient: whether an answer that cannot be taken is refused by :meth:`require_all` alone.

        Raises:
            ProblemError: 413, the settings take more tokens than that.
        """
        self._look_up, self._max_tokens, self._size = look_up, max_tokens, ByteLimit(max_bytes)
        self._besides = require_settings_size(settings, max_tokens)
        self._kept = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  (closed by __exit__)
        self._ids: set[str] = set()
        self._count = 0
        self._asked, self._said, self._request = hashlib.sha256(), hashlib.sha256(), hashlib.sha256()
        self._patient, self._is_embedded = patient, embedded
        self._refusal: InputError | ProblemError | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._kept.close()

    def take(self, item: BatchItem, place: str) -> None:
        """Take an answer under its own id, else under its number.

        Args:
            item: the answer.
            place: where it is in the request.

        Raises:
            InputError: the id was used, or a passage is not there.
            ProblemError: 413, it is too long, or all are too much together.
        """
        self._request.update(item.model_dump_json().encode("utf-8", "surrogatepass"))
        try:
            if self._refusal is None:
                self._take(item, place)
        except (InputError, ProblemError) as error:
            if not self._patient:
                raise
            self._refusal = error

    def require_all(self) -> None:
        """Make sure that all answers could be taken.

        Raises:
            InputError: as of :meth:`take`, of the first that could not.
            ProblemError: as of :meth:`take`.
        """
        if self._refusal is not None:
            raise self._refusal

    def _take(self, item: BatchItem, place: str) -> None:
        name = item.id or str(len(self._ids) + 1)
        if name in self._ids:
            raise InputError(f'{place}.id: "{name}" is used twice; give every answer its own.')
        self._ids.add(name)
        self.take_one(item, name, place)

    def take_one(self, asked: AnswerRequest, name: str, place: str = "body") -> RecordedAnswer:
        """Take an answer under a name, as :meth:`take` does."""
        require_size(asked, self._besides, self._max_tokens, place)
        answer = recorded_answer(asked, name, self._look_up, place)
        if self._is_embedded:
            require_readable(answer_texts(answer), place)
        line = answer.model_dump_json().encode()
        self._size.count(len(line), place)
        self._asked.update(json.dumps([answer.id, answer.question], ensure_ascii=False).encode())
        self._said.update(line)
        self._kept.write(line + b"\n")
        self._count += 1
        return answer

    def inputs(self) -> Iterator[str]:
        """The answers as a job keeps them."""
        self._kept.seek(0)
        return (line.decode() for line in self._kept)

    @property
    def count(self) -> int:
        """How many there are."""
        return self._count

    @property
    def questions_sha256(self) -> str:
        """Of what was asked."""
        return self._asked.hexdigest()

    @property
    def request_sha256(self) -> str:
        """Of all answers as they were asked for, before what they name was looked up."""
        return self._request.hexdigest()

    @property
    def answers_sha256(self) -> str:
        """Of all that is judged."""
        return self._said.hexdigest()
