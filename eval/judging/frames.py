"""Answers in a data frame judged, and the evaluations as a frame again; pandas and polars are not needed."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from agents.calls.run_sync import waited_for
from agents.evaluator import RAGEvaluator
from agents.models.registry import EMBEDDED
from data_base.errors import InputError
from data_base.schemas.notebook_html import rows_html
from eval.files.columns import ColumnUse, columns_of
from eval.files.rows import record_rows
from eval.judging.answer_file import RecordedAnswer, answers_in, item_of
from eval.judging.summary import ModeSummary, summaries
from eval.runs.item_table import ITEM_COLUMNS, item_row

if TYPE_CHECKING:
    from agents.evaluator import AnyJudge
    from data_base.schemas_deep_research import FineGrainedEvaluationResult

Library = Literal["pandas", "polars"]
_NOTHING = frozenset({"NAType", "NaTType"})
"""What pandas calls the types of its missing values."""


@dataclass(frozen=True, slots=True)
class EvaluatedFrame:
    """The evaluations of the rows of a frame, in their order."""

    answers: tuple[RecordedAnswer, ...]
    """The judged answers."""
    results: tuple[FineGrainedEvaluationResult, ...]
    """What the judge said of each."""

    @property
    def summaries(self) -> tuple[ModeSummary, ...]:
        """Counts and means, one for each mode of judging."""
        return summaries(self.results)

    def to_frame(self, library: Library = "pandas") -> Any:  # noqa: ANN401  (of a library that is not needed)
        """A row for each answer, with the columns of ``judge evaluate --out results.csv``.

        Args:
            library: ``pandas`` or ``polars``.

        Raises:
            InputError: it is neither, or is not installed.
        """
        if library not in ("pandas", "polars"):
            raise InputError(f"to_frame({library!r}): name 'pandas' or 'polars'.")
        try:
            module = importlib.import_module(library)
        except ModuleNotFoundError as error:
            raise InputError(f"{library} is not installed; install it, or name the other library.") from error
        rows = [item_row(item_of(answer, result)) for answer, result in self._pairs()]
        names = dict.fromkeys([*ITEM_COLUMNS, *(name for row in rows for name in row)])
        return module.DataFrame({name: [row.get(name) for row in rows] for name in names})

    def _pairs(self) -> Iterator[tuple[RecordedAnswer, FineGrainedEvaluationResult]]:
        return zip(self.answers, self.results, strict=True)

    def _repr_html_(self) -> str:
        heading = "; ".join(map(str, self.summaries))
        columns = ("id", "question", "weighted", "accuracy", "completeness", "clarity", "passes", "reason")
        return rows_html(heading, columns, [_shown(*pair) for pair in self._pairs()])


def _shown(answer: RecordedAnswer, result: FineGrainedEvaluationResult) -> Sequence[object]:
    if not result.scored:
        return (answer.id, answer.question, "unscored", None, None, None, None, result.reason)
    found = result.metrics
    scores = (found.weighted_score, found.accuracy, found.completeness, found.clarity)
    return (answer.id, answer.question, *scores, "yes" if result.is_passing else "no", result.reason)


async def evaluate_frame(
    frame: Any,  # noqa: ANN401  (of a library that is not needed)
    judge: AnyJudge = EMBEDDED,
    *,
    concurrency: int | None = None,
    **settings: Any,  # noqa: ANN401  (as of RAGEvaluator)
) -> EvaluatedFrame:
    """Judge the answers in a frame of pandas or polars, several at once.

    The columns are those of a file for ``judge evaluate``: ``question`` and ``answer``, and, where known,
    ``id``, ``documents``, ``gold_answer``, ``key_points``, ``answerable``, ``language`` and ``tags``. Cells
    may have lists; None, NaN and the like are nothing. A row without an ``id`` is named after its position,
    from 0. Nothing is written; ``cache`` names a file that keeps the judge's replies, so that none is paid
    for twice.

    Args:
        frame: of which every row is read, by ``iter_rows(named=True)`` or ``to_dict("records")``.
        judge: as :class:`agents.evaluator.RAGEvaluator` takes it.
        concurrency: evaluations under way at once.
        settings: of that evaluator.

    Raises:
        InputError: naming row and column; or the judge cannot be asked. All rows are read before it is.
    """
    rows = record_rows("the frame", map(_without_nothing, _records(frame)), columns_of(ColumnUse.EVALUATE))
    answers = tuple(answers_in((row.place, row.number, row.fields) for row in rows))
    if not answers:
        raise InputError("The frame has no rows; there is nothing to judge.")
    evaluator = RAGEvaluator(judge, **settings)
    results = [each async for each in evaluator.evaluate_many(answers, concurrency=concurrency)]
    return EvaluatedFrame(answers, tuple(results))


evaluate_frame_sync = waited_for(evaluate_frame)
evaluate_frame_sync.__name__ = "evaluate_frame_sync"


def _records(frame: Any) -> Iterable[Mapping[object, object]]:  # noqa: ANN401  (of a library that is not needed)
    named: Iterable[Mapping[object, object]]
    if hasattr(frame, "iter_rows"):
        named = frame.iter_rows(named=True)
    elif hasattr(frame, "to_dict"):
        named = frame.to_dict("records")
    else:
        raise InputError(f"{type(frame).__name__} is no frame of pandas or polars; give one of these.")
    return named


def _without_nothing(record: Mapping[object, object]) -> dict[str, object]:
    found = ((str(name), _plain(value)) for name, value in record.items())
    return {name: value for name, value in found if value is not None}


def _plain(value: object) -> object:
    """A cell as JSON holds it; arrays and numbers of numpy become those of Python."""
    if type(value).__name__ in _NOTHING:
        return None
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float) and value != value:  # noqa: PLR0124  (NaN alone is not itself)
        return None
    return value
