"""Files from elsewhere, read as people's judgements; ``--format`` chooses one."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from types import MappingProxyType
from typing import Any

from data_base.errors import InputError
from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.passage import Passage
from data_base.text.language import detect_language
from eval.calibration.gold_file import GoldFile, GoldItem, Kind
from eval.calibration.score_file import read_gold
from eval.files.columns import ColumnUse, columns_of
from eval.files.rows import read_rows
from eval.stats.verdict_agreement import CORRECT, INCORRECT, REFUSAL

OWN = "own"
_ASKED = {
    "en": "Do the passages support this statement?",
    "zh-Hant": "這個說法有文件依據嗎？",
    "zh-Hans": "这个论断有文档依据吗？",
    "ru": "Подтверждают ли отрывки это утверждение?",
}
_COVERAGE = {"fully_covered": 1.0, "partially_covered": 0.5, "not_covered": 0.0}
_VERDICTS = {"Correct Answer": CORRECT, "Incorrect Answer": INCORRECT, "Refusal": REFUSAL}
# LLMEval-2: people's lowest and highest grade, and the judge's dimension that means the same.
_GRADES = MappingProxyType(
    {
        "Correctness": (1, 3, "accuracy"),
        "Explanation Correctness": (1, 2, "completeness"),
        "Accuracy": (1, 5, "accuracy"),
        "Informativeness": (1, 3, "completeness"),
        "Logicality": (1, 3, "clarity"),
        "Fluency": (1, 3, "clarity"),
    }
)
_RESCALED = "People's grades were scaled to 1-10; their order is meaningful, their distance is not."


@dataclass(frozen=True, slots=True)
class _Format:
    """How one kind of file is read."""

    kind: Kind
    """What people judged."""
    item: Callable[[Mapping[str, Any], int], GoldItem]
    """Reads a line as an item; the number is the line's."""
    judged_as: Mapping[str, str]
    """The people's dimension to the judge's."""
    notes: tuple[str, ...] = ()
    """What a reader of the figures must know."""


def _language(row: Mapping[str, Any]) -> str:
    """A row's language; of Chinese the script that its texts are in."""
    named = str(row.get("lang", "en"))
    if not named.startswith("zh"):
        return named
    written = detect_language(f"{row['claim']}{row['context']}")
    return written if written in _ASKED else "zh-Hans"


def read_as(name: str, path: Path) -> GoldFile:
    """Read a file in a format.

    Args:
        name: ``own`` or one of :func:`formats`.
        path: the file.

    Raises:
        InputError: there is no such format, or the file does not have it.
    """
    if name == OWN:
        return read_gold(path)
    form = _FORMATS.get(name)
    if form is None:
        raise InputError(f"no format {name!r}; take {', '.join(formats())}.")
    items = tuple(_items(path, name, form))
    if not items:
        raise InputError(f"{path} contains no rows; write one JSON object per line.")
    return GoldFile(kind=form.kind, items=items, judged_as=form.judged_as, notes=form.notes)


def formats() -> tuple[str, ...]:
    """The names of all formats."""
    return (OWN, *_FORMATS)


def _items(path: Path, name: str, form: _Format) -> Iterator[GoldItem]:
    for row in read_rows(path, columns_of(ColumnUse.EVAL)):
        try:
            yield form.item(row.fields, row.number)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InputError(
                f"{row.place}: no row of the format {name} ({type(error).__name__}: {error}); "
                "name another with --format."
            ) from error


def _claim(row: Mapping[str, Any], number: int) -> GoldItem:
    asked = str(row.get("question") or "").strip()
    return GoldItem(
        id=str(row.get("id", number)),
        question=asked or _ASKED.get(_language(row), _ASKED["en"]),
        answers=(str(row["claim"]),),
        passages=_as_passages("context", [str(row["context"])]),
        people={"supported": float(row["label"])},
        cluster=str(row.get("group") or asked or number),
    )


def _summary(row: Mapping[str, Any], number: int) -> GoldItem:
    covered = {note["insight_id"]: _COVERAGE[str(note["coverage"]).lower()] for note in row["annotation"]}
    insights = [point for point in row["reference_insights"] if point["insight_id"] in covered]
    points = tuple(str(point["insight"]) for point in insights)
    return GoldItem(
        id=f"{row['subtopic_id']}-{row['summkey']}-{number}",
        question=f"{row['topic']} {row['subtopic']}",
        answers=("\n".join(map(str, row["summary"])),),
        passages=_as_passages("insight", points),
        people={"coverage": fmean(covered[point["insight_id"]] for point in insights)},
        points=tuple(KeyPoint(text=point) for point in points),
        cluster=str(row["subtopic_id"]),
    )


def _pair(row: Mapping[str, Any], number: int) -> GoldItem:  # noqa: ARG001  (rows carry an id of their own)
    names = ("correctness", "completeness", "overall")
    ratings = {
        name: {
            str(place): float(person[f"{name}_label"]) for place, person in enumerate(row["human"], start=1)
        }
        for name in names
    }
    return GoldItem(
        id=str(row["instance_id"]),
        question=str(row["query"]),
        answers=(str(row["model1"]["response"]), str(row["model2"]["response"])),
        passages=None,
        people={name: fmean(given.values()) for name, given in ratings.items()},
        ratings=ratings,
        reference=str(row["gt_answer"]),
        cluster=f"{row['dataset']}-{row['query_id']}",
    )


def _graded(row: Mapping[str, Any], number: int) -> GoldItem:
    return GoldItem(
        id=f"{row['id']}-{row.get('cfg', number)}",
        question=str(row["question"]),
        answers=(str(row["answer"]),),
        passages=None,
        reference=str(row["gold"]),
        people={"verdict": _VERDICTS[row["human"]]},
        cluster=str(row["id"]),
    )


def _exam(row: Mapping[str, Any], number: int) -> GoldItem:
    return GoldItem(
        id=str(row.get("dialog_uuid", number)),
        question=str(row["question"]),
        answers=(str(row["answer"]),),
        passages=None,
        reference=str(row["hint"]),
        people={name: _scaled(name, float(grade)) for name, grade in row["human"].items()},
        cluster=str(row["question_uuid"]),
    )


def _scaled(name: str, grade: float) -> float:
    low, high, _ = _GRADES[name]
    return LOWEST_SCORE + (HIGHEST_SCORE - LOWEST_SCORE) * (grade - low) / (high - low)


def _as_passages(name: str, texts: list[str] | tuple[str, ...]) -> tuple[Passage, ...]:
    return tuple(Passage(id=f"{name}#{n}", doc_id=name, text=text) for n, text in enumerate(texts, start=1))


_FORMATS: Mapping[str, _Format] = MappingProxyType(
    {
        "claims": _Format("claims", _claim, {"supported": "accuracy"}),
        "summhay_coverage": _Format("coverage", _summary, {"coverage": "completeness"}),
        "ragchecker_pairs": _Format(
            "pairs",
            _pair,
            {"correctness": "accuracy", "completeness": "completeness", "overall": "weighted_score"},
        ),
        "financebench_answers": _Format("verdicts", _graded, {"verdict": "accuracy"}),
        "llmeval2_zh": _Format(
            "scores", _exam, {name: judged for name, (_, _, judged) in _GRADES.items()}, (_RESCALED,)
        ),
    }
)
