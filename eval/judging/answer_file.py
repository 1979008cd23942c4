"""Files of answers to be judged: question, answer and, where there are any, passages, one object per line."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from agents.judges.passage_conversion import as_passages
from data_base.errors import InputError
from data_base.rubric_entries import read_blocked, read_key_points
from data_base.schemas.answer import Answer
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from data_base.text.language import LANGUAGES, Language
from eval.files.columns import ColumnUse, columns_of, names_of
from eval.files.gold_field_names import GOLD_NAMES
from eval.files.other_tools.results import read_tool_results
from eval.files.rows import read_rows
from scoring.evaluation_score_card import score_card_of
from scoring.unanswerable_reference import ContradictionError, known_answer

SYSTEM = "recorded"
"""Whichever system gave the answers, they were recorded."""
UNNAMED = "document"
"""The document of a text that names none."""
_FILE_NAME = re.compile(r"[^\s|]{1,250}\.(?:pdf|md|markdown|txt|html?)", re.IGNORECASE)
_FIELDS = names_of(ColumnUse.EVALUATE)
_KNOWN = {"answerable", *GOLD_NAMES}
_REMEDY = "; judge import maps other names, and leaves out what is nothing to it"


class RecordedAnswer(JudgeRequest):
    """An answer that was given elsewhere, with the labels of its question."""

    language: str | None = None
    """The question's language, None if the file does not say."""
    tags: tuple[str, ...] = ()
    """The question's labels."""
    answerable: bool | None = Field(default=None, exclude_if=lambda said: said is None)
    """Whether the documents contain the answer; None if the file does not say."""


def item_of(answer: RecordedAnswer, result: FineGrainedEvaluationResult, system: str = SYSTEM) -> RunItem:
    """A judged answer as an item of a run."""
    return scored_item(answer, score_card_of(result), system).model_copy(update={"evaluation": result})


def scored_item(answer: RecordedAnswer, card: ScoreCard, system: str = SYSTEM) -> RunItem:
    """A recorded answer with its score as an item of a run."""
    asked = {"question": answer.question, "reference_answer": answer.reference_answer}
    return RunItem(
        case_id=answer.id,
        system=system,
        language=answer.language,
        tags=answer.tags,
        documents=tuple(dict.fromkeys(each.doc_id for each in answer.passages if each.doc_id != UNNAMED)),
        answerable=answer.answerable,
        answer=Answer(text=answer.answer, passages=answer.passages),
        score_card=card,
        metrics={name: text for name, text in asked.items() if text is not None},
    )


def blinded(answer: RecordedAnswer) -> RecordedAnswer:
    """The answer without what is known of its question: no gold answer, no key points."""
    return answer.model_copy(update={"reference_answer": None, "key_points": (), "blocked": ()})


def iter_answers(
    path: str | Path, *, again: bool = False, system: str | None = None
) -> Iterator[RecordedAnswer]:
    """Read a file of answers a row at a time, in any format of :func:`eval.files.rows.read_rows`.

    ``question`` and ``answer`` must be there; a row without an ``id`` is named after its number.
    :data:`eval.files.columns.COLUMNS` says what the others are. ``documents`` and ``reference_documents`` are
    lists of documents as Python takes them. Results of one system that another tool wrote are read, too, see
    :func:`eval.files.other_tools.results.read_tool_results`.

    Args:
        path: of the file.
        again: whether all of it has been read before, so that no id is used twice: a set of all ids is most
            of the memory that a large file takes.
        system: whose answers are meant, in results of a tool that have those of several systems.

    Raises:
        InputError: naming file, line and field; also for a repeated id.
    """
    rows = _rows(Path(path) if isinstance(path, str) else path, system)
    yield from answers_in(rows, again=again)


def answers_in(
    rows: Iterable[tuple[str, int, Mapping[str, object]]], *, again: bool = False
) -> Iterator[RecordedAnswer]:
    """The answers in rows, each with its place for messages, its number and its fields; see above."""
    seen: set[str] = set()
    for place, number, fields in rows:
        refuse_unknown(fields, _FIELDS, place, also=GOLD_NAMES, remedy=_REMEDY)
        name = read_text(fields, "id", place) if "id" in fields else str(number)
        if name in seen:
            raise InputError(f'{place}: the id "{name}" is used twice; give every answer its own.')
        if not again:
            seen.add(name)
        language, tags = read_labels(fields, place)
        question = read_text(fields, "question", place)
        yield RecordedAnswer(
            id=name,
            question=question,
            answer=read_text(fields, "answer", place),
            documents=read_passages(fields, "documents", place),
            reference_documents=read_passages(fields, "reference_documents", place),
            reference_answer=read_reference(fields, question, place) if _KNOWN & fields.keys() else None,
            key_points=read_key_points(fields.get("key_points") or [], f'{place}: the field "key_points"'),
            blocked=read_blocked(fields.get("blocked") or [], f'{place}: the field "blocked"'),
            language=language,
            tags=tags,
            answerable=read_answerable(fields, place),
        )


def _rows(path: Path, system: str | None) -> Iterator[tuple[str, int, Mapping[str, object]]]:
    """Place, number and fields of each answer."""
    results = read_tool_results(path)
    if results is None:
        if system is not None:
            raise InputError(f"{path} is of one system; leave out --system {system}.")
        for row in read_rows(path, columns_of(ColumnUse.EVALUATE)):
            yield row.place, row.number, row.fields
        return
    for number, each in enumerate(results.of(system), start=1):
        if each.answer is None:
            raise InputError(
                f"{each.place}: no answer to judge ({each.error}); judge import --for evaluate leaves it out."
            )
        yield each.place, number, {name: value for name, value in each.row.items() if name not in each.fields}


def refuse_unknown(
    fields: Mapping[str, object],
    known: Sequence[str],
    place: str,
    *,
    also: Sequence[str] = (),
    remedy: str = "",
) -> None:
    """Make sure that a line has no field that would not be read.

    Args:
        fields: of the line.
        known: those that are read, as a message names them.
        also: further names that are read.
        place: file and line.
        remedy: what can be done about it, if anything.

    Raises:
        InputError: it has one.
    """
    if unknown := sorted({*fields} - {*known, *also}):
        raise InputError(f'{place}: unknown field "{unknown[0]}"; the fields are {", ".join(known)}{remedy}.')


def read_text(fields: Mapping[str, object], name: str, place: str) -> str:
    """A text, which may be empty for an answer alone.

    Raises:
        InputError: naming file, line and field.
    """
    value = fields.get(name)
    if isinstance(value, str) and (value.strip() or name == "answer"):
        return value
    wrong = "is empty" if isinstance(value, str) else "must be a string" if name in fields else "is missing"
    raise InputError(f'{place}: the field "{name}" {wrong}; write it there.')


def read_gold_answer(fields: Mapping[str, object], place: str) -> str | None:
    """The right answer, under one of its names; None where there is none or it is blank.

    Raises:
        InputError: it is no text, or is given under two names.
    """
    given = [name for name in GOLD_NAMES if fields.get(name) not in (None, "")]
    if len(given) > 1:
        raise InputError(f'{place}: "{given[0]}" and "{given[1]}" both give the right answer; keep one.')
    return read_text(fields, given[0], place) if given else None


def read_answerable(fields: Mapping[str, object], place: str) -> bool | None:
    """Whether the documents contain the answer; None where the line does not say.

    Raises:
        InputError: naming file, line and field.
    """
    value = fields.get("answerable")
    if value is not None and not isinstance(value, bool):
        raise InputError(f'{place}: the field "answerable" must be true or false.')
    return value


def read_reference(fields: Mapping[str, object], question: str, place: str) -> str | None:
    """What a judge is to compare with: the right answer, and that there is none where the line says so.

    Raises:
        InputError: naming file, line and field; also where the fields contradict each other.
    """
    gold, answerable = read_gold_answer(fields, place), read_answerable(fields, place)
    try:
        return known_answer(question, gold, answerable)
    except ContradictionError as error:
        name = next(name for name in GOLD_NAMES if fields.get(name))
        raise InputError(f'{place}: the fields "answerable" and "{name}": {error}.') from error


def read_labels(fields: Mapping[str, object], place: str) -> tuple[Language | None, tuple[str, ...]]:
    """The question's language and tags.

    Raises:
        InputError: naming file, line and field.
    """
    language, tags = fields.get("language"), fields.get("tags") or []
    if language is not None and language not in LANGUAGES:
        raise InputError(f'{place}: the field "language" must be one of {", ".join(LANGUAGES)}.')
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise InputError(f'{place}: the field "tags" must be a list of strings.')
    return language, tuple(tags)


def read_passages(fields: Mapping[str, object], name: str, place: str) -> tuple[Passage, ...] | None:
    """A list of documents, each as :func:`as_passages` takes it; None where there is none.

    Raises:
        InputError: naming file, line and field.
    """
    value: Any = fields.get(name)
    if value is None:
        return None
    for number, entry in enumerate(value if isinstance(value, list) else (), start=1):
        # Judged as a text, the name of a file would make every answer look made up.
        if isinstance(entry, str) and _FILE_NAME.fullmatch(entry.strip()):
            raise InputError(
                f'{place}: {name}.{number}: "{entry.strip()}" is the name of a file, not its text; write the '
                "text there, or judge one answer with --question, --answer and --documents."
            )
    return as_passages(value, f"{place}: {name}")
