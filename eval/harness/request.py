"""What a run of the answer-quality harness is asked to do."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen


class SystemChoice(Frozen):
    """Which system answers: Deep Research, unless one of the others is named.

    Attributes:
        model: researches and writes (``embedded``, ``openai:…``, ``google:…``).
        judge: judges the drafts inside the loop; ``model`` if None.
        answers: a file of recorded answers, ``{"id": …, "answer": …}`` a line.
        http: an endpoint, see :class:`eval.systems.http_endpoint.HttpSystem`.
        callable: ``module:name``, see :func:`eval.systems.python_callable.load_callable`.
        timeout: seconds that an endpoint's or a callable's answer may take.
    """

    model: str = "embedded"
    judge: str | None = None
    answers: Path | None = None
    http: str | None = None
    callable: str | None = None
    timeout: float = Field(default=120.0, gt=0)

    def checked(self) -> SystemChoice:
        """The same choice.

        Raises:
            InputError: more than one system is named.
        """
        named = [f"--{name}" for name in ("answers", "http", "callable") if getattr(self, name) is not None]
        if len(named) > 1:
            raise InputError(f"{' and '.join(named)} name two systems; a run has one: leave one out.")
        return self


class HarnessRequest(Frozen):
    """One PDF, its questions, and who answers.

    Attributes:
        pdf: the document.
        questions: the question file.
        out: the run file.
        system: who answers.
        concurrency: answers under way at once.
        cache: the folder that indexes are kept in.
        repeat: tells repeats of the same run apart, from 1.
        store: the run store, an SQLite file or a database's URL; None for the one that all commands share.
        fresh: begin a new run, whatever was left unfinished.
        work: the folder that research goes on from until the run file is written; beside ``out`` if None.
    """

    pdf: Path
    questions: Path
    out: Path
    system: SystemChoice = SystemChoice()
    concurrency: int = Field(default=4, ge=1)
    cache: Path
    repeat: int = Field(default=1, ge=1)
    store: str | None = None
    fresh: bool = False
    work: Path | None = None

    @property
    def work_folder(self) -> Path:
        """Where research goes on from until the run file is written; it is taken away then."""
        return self.work or self.out.with_name(f"{self.out.name}.partial")
