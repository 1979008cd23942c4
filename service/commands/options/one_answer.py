"""The options that give one answer to judge, in place of a file."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data_base.errors import InputError

if TYPE_CHECKING:
    from eval.judging.answer_file import RecordedAnswer


@dataclass(frozen=True)
class OneAnswerOptions:
    """What the options say."""

    question: Annotated[str | None, typer.Option(help="Question.", metavar="TEXT")] = None
    answer: Annotated[str | None, typer.Option(help="Answer to judge.", metavar="TEXT")] = None
    documents: Annotated[
        list[Path] | None,
        typer.Option(
            help="Folder or files that the answer should be based on. Repeatable.",
            readable=False,
            metavar="PATH",
        ),
    ] = None
    gold_answer: Annotated[
        str | None,
        typer.Option(
            help="A known correct answer. Statements that it does not cover are checked against "
            "the documents.",
            metavar="TEXT",
        ),
    ] = None
    key_point: Annotated[
        list[str] | None,
        typer.Option(help="A point that a complete answer must make. Repeatable.", metavar="TEXT"),
    ] = None
    unanswerable: Annotated[
        bool,
        typer.Option(
            "--unanswerable",
            help="The documents do not contain the answer: declining is correct, answering is wrong.",
        ),
    ] = False

    def answers(self, file: str | None) -> "Path | RecordedAnswer":
        """What is to be judged: the file, or where there is none the answer.

        Raises:
            InputError: there are both, or neither; or a part of the answer cannot be used.
        """
        from eval.files.remote_paths import path_of

        if file is None:
            return self._answer()
        if any(getattr(self, each.name) for each in fields(OneAnswerOptions)):
            if self.question is not None and self.documents:
                raise InputError(f"--documents takes one path; repeat it: --documents … --documents {file}.")
            raise InputError(
                f"{file} is read as a file of answers, each with its question and its `documents`; leave out "
                "--question, --answer, --documents, --gold-answer, --key-point and --unanswerable."
            )
        return path_of(file)

    def _answer(self) -> "RecordedAnswer":
        from data_base.documents.reader import read_documents
        from data_base.schemas.key_point import KeyPoint
        from eval.judging.answer_file import RecordedAnswer
        from scoring.unanswerable_reference import known_answer

        question, answer, key_points = self.question, self.answer, self.key_point or ()
        if question is None or answer is None or not question.strip():
            given = {"--question": (question or "").strip(), "--answer": answer is not None}
            missing = " and ".join(option for option, value in given.items() if not value)
            raise InputError(f"Missing: {missing}. Give --question and --answer, or a FILE.jsonl.")
        passages = tuple(read_documents(self.documents)) if self.documents else None
        if not all(point.strip() for point in key_points):
            raise InputError("--key-point is empty; write the point there, or leave it out.")
        if self.gold_answer is not None and not self.gold_answer.strip():
            raise InputError("--gold-answer is empty; write the answer there, or leave it out.")
        answerable = False if self.unanswerable else None
        return RecordedAnswer(
            question=question,
            answer=answer,
            documents=passages,
            reference_answer=known_answer(question, self.gold_answer, answerable),
            key_points=tuple(KeyPoint(text=point) for point in key_points),
            answerable=answerable,
        )
