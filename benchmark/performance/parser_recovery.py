"""How many replies of real models the parser recovers, and how long it takes.

Reads a JSONL file of recorded replies (``id``, ``kind``, ``text`` and, where it is known, ``expected``)::

    python benchmark/performance/parser_recovery.py --data replies.jsonl [--show N]

The table below gives every ``kind`` its schema, its class and a reference: what stands in the text by a plain
regular expression for that kind alone. A reply whose reference finds nothing holds no verdict, whatever its
kind. Printed by class: replies, recovered, wrong values, values where there is no verdict, each with its 95 %
interval (Wilson), and the 99th percentile of the time. Exit code 0 where the goals are met.
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

ROOT = Path(__file__).resolve().parents[2]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

from agents.reply_parser import parse_reply  # noqa: E402

Class = Literal["well-formed", "damaged with keys", "no verdict"]
Reference = Callable[[Mapping[str, Any]], object]
GOALS: dict[Class, float] = {"well-formed": 1.0, "damaged with keys": 0.995, "no verdict": 0.0}
P99_MS = 2.0
_Z = 1.959963985


class Reasoned(BaseModel):
    """An answer with its reasoning."""

    reasoning: str = ""
    answer: str


class Grid(BaseModel):
    """The solution of a puzzle."""

    reasoning: str = ""
    solution: dict[str, Any]


class Rating(BaseModel):
    """A rating of 1 to 10 in double brackets."""

    rating: float = Field(ge=1, le=10, json_schema_extra={"pattern": r"\[\[(\d+(?:\.\d+)?)\]\]"})


class Decision(BaseModel):
    """A choice of three, or a score of 1 to 10."""

    decision: str = Field(
        json_schema_extra={
            "pattern": r"^\s*(?:Decision|Score|决策)\s*[:：]\s*\[*[\"“]?((?:[ABC]|\d{1,2}(?:\.\d)?)(?![\w/]))"
        }
    )


class Verdict(BaseModel):
    """Which of two is better, and by how much."""

    verdict: Literal["A>>B", "A>B", "A=B", "B>A", "B>>A"] = Field(
        json_schema_extra={"pattern": r"\[\[([AB][<>=]{1,2}[AB])\]\]"}
    )


class Letter(BaseModel):
    """The better one by its letter, which opens the reply."""

    letter: Literal["A", "B", "C"] = Field(json_schema_extra={"pattern": r"\A\s*([ABC])\b"})


class Output(BaseModel):
    """The better one of two outputs, which opens the reply."""

    output: Literal["a", "b"] = Field(json_schema_extra={"pattern": r"\A\s*Output \(([ab])\)"})


class Realism(BaseModel):
    """Whether a text agrees with reality."""

    fits: Literal["符合现实", "不符合现实"] = Field(json_schema_extra={"pattern": r"(不?符合现实)"})


class Answerable(BaseModel):
    """Whether the contexts hold an answer."""

    answerable: Literal["yes", "no", "i don't know"] = Field(
        json_schema_extra={"pattern": r"\A\s*(Yes|No|I don't know)(?=[,.\s]|\Z)"}
    )


class Ranked(BaseModel):
    """One of the compared models."""

    model: str
    rank: int = Field(ge=1, le=2)


class Ranking(BaseModel):
    """The compared models with their ranks."""

    ordered_models: list[Ranked]


@dataclass(frozen=True)
class Kind:
    """What is known of a kind of reply.

    Attributes:
        pattern: the kinds it is about, with ``*`` for anything.
        schema: what is asked of the parser.
        group: the class of its replies.
        reference: what stands in a reply; None for no verdict.
    """

    pattern: str
    schema: type[BaseModel]
    group: Class
    reference: Reference


def _by_pattern(pattern: str) -> Reference:
    """The one value that a pattern finds; several that differ are no verdict."""
    compiled = re.compile(pattern, re.MULTILINE)

    def find(row: Mapping[str, Any]) -> object:
        found = {match[1] for match in compiled.finditer(row["text"])}
        return found.pop() if len(found) == 1 else None

    return find


_ANSWER = re.compile(
    r"\\?[\"']answer\\?[\"']\s*:\s*"
    r"(?P<value>\"(?:[^\"\\]|\\.|\"(?!\s*[,}\n]))*\"|\\\"[^\"\\]*\\\"|'[^'\n]*'|-?\d[\d.]*|true|false|null|(?=[\[{]))",
    re.DOTALL,
)


_SOLUTION = re.compile(r"[\"']solution[\"']\s*:\s*(?=\{)")


def _answer(row: Mapping[str, Any]) -> object:
    """The value behind the last key ``answer``, without its quotation marks."""
    if isinstance(row.get("expected"), Mapping):
        return row["expected"].get("answer")
    found = list(_ANSWER.finditer(row["text"]))
    if not found:
        return None
    if found[-1]["value"]:
        return found[-1]["value"].strip("\\\"'")
    return json.JSONDecoder(strict=False).raw_decode(row["text"], found[-1].end())[0]


def _solution(row: Mapping[str, Any]) -> object:
    """The solution of a puzzle: the object behind the last key of this name."""
    expected = row.get("expected")
    if isinstance(expected, Mapping):
        return expected.get("solution")
    found = list(_SOLUTION.finditer(row["text"]))
    try:
        return json.JSONDecoder(strict=False).raw_decode(row["text"], found[-1].end())[0] if found else None
    except ValueError:
        return None


def _ranks(row: Mapping[str, Any]) -> object:
    """The ranks of a list of models, as JSON or as Python has it."""
    for read in (json.loads, ast.literal_eval):
        try:
            value = read(row["text"].strip())
        except (ValueError, SyntaxError):
            continue
        items = value["ordered_models"] if isinstance(value, dict) else value
        return [[item["model"], item["rank"]] for item in items]
    return None


KINDS: tuple[Kind, ...] = (
    Kind("cot_json:*_bad:zebra-grid", Grid, "damaged with keys", _solution),
    Kind("cot_json:open_brace:zebra-grid", Grid, "damaged with keys", _solution),
    Kind("cot_json:*:zebra-grid", Grid, "well-formed", _solution),
    Kind("cot_json:strict_json:*", Reasoned, "well-formed", _answer),
    Kind("cot_json:*_ok:*", Reasoned, "well-formed", _answer),
    Kind("cot_json:*_bad:*", Reasoned, "damaged with keys", _answer),
    Kind("cot_json:open_brace:*", Reasoned, "damaged with keys", _answer),
    Kind("cot_json:*", Reasoned, "no verdict", _answer),
    Kind("bracket_rating", Rating, "well-formed", _by_pattern(r"\[\[(\d+(?:\.\d+)?)\]\]")),
    Kind(
        "decision_prose",
        Decision,
        "well-formed",
        _by_pattern(r"^\s*(?:Decision|Score|决策)\s*[:：]\s*\[*[\"“]?([ABC]|\d+(?:\.\d+)?)(?![\w/])"),
    ),
    Kind("arena_verdict", Verdict, "well-formed", _by_pattern(r"\[\[([^\]]+)\]\]")),
    Kind("pairwise_letter", Letter, "well-formed", _by_pattern(r"\A\s*([ABC])\b")),
    Kind("pairwise_prose", Output, "well-formed", _by_pattern(r"\A\s*Output \(([ab])\)")),
    Kind("pairwise_alpaca_eval_*", Ranking, "well-formed", _ranks),
    Kind("zh_verdict_prose", Realism, "well-formed", _by_pattern(r"(不?符合现实)")),
    Kind(
        "answerability_verdict",
        Answerable,
        "well-formed",
        _by_pattern(r"\A\s*(Yes|No|I don't know)(?=[,.\s]|\Z)"),
    ),
)


def kind_of(name: str) -> Kind | None:
    """The first entry of the table that a kind falls under."""
    return next((kind for kind in KINDS if fnmatchcase(name, kind.pattern)), None)


@dataclass(frozen=True)
class Outcome:
    """What became of one reply.

    Attributes:
        id: the reply.
        group: its class.
        said: what stands in it.
        read: what the parser made of it, None for nothing.
        milliseconds: the time it took.
    """

    id: str
    group: Class
    said: object
    read: object
    milliseconds: float

    @property
    def recovered(self) -> bool:
        """Whether a value was read, and the right one."""
        return self.read is not None and _plain(self.read) == _plain(self.said)

    @property
    def wrong(self) -> bool:
        """Whether a value was read that does not stand there."""
        return self.read is not None and not self.recovered


def measure(row: Mapping[str, Any], kind: Kind) -> Outcome:
    """Parse one reply, the fastest of three times."""
    times: list[float] = []
    for _ in range(3):
        started = time.perf_counter()
        value = parse_reply(row["text"], kind.schema).value
        times.append((time.perf_counter() - started) * 1000)
    said = kind.reference(row)
    group: Class = "no verdict" if said is None else kind.group
    if group == "no verdict":
        said = None
    return Outcome(str(row.get("id", "")), group, said, _needed(value), min(times))


def _needed(value: BaseModel | None) -> object:
    """The value of the needed field."""
    if value is None:
        return None
    if isinstance(value, Ranking):
        return [[item.model, item.rank] for item in value.ordered_models]
    name = next(name for name, info in type(value).model_fields.items() if info.is_required())
    return getattr(value, name)


def _plain(value: object) -> object:
    """For comparing: text without case, escapes, quotation marks and white space, figures as figures."""
    if isinstance(value, (list, dict)):
        return re.sub(r"[\s\\\"']", "", json.dumps(value, ensure_ascii=False))
    try:
        return float(str(value))
    except ValueError:
        text = str(value).replace("\\n", "").replace("\\t", "")
        return re.sub(r"[\s\\\"']", "", text).casefold()


def interval(hits: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval, 1927), as shares from 0 to 1."""
    if total == 0:
        return 0.0, 1.0
    share, square = hits / total, _Z * _Z
    middle = (share + square / (2 * total)) / (1 + square / total)
    spread = _Z * math.sqrt(share * (1 - share) / total + square / (4 * total * total)) / (1 + square / total)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSONL file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def report(outcomes: list[Outcome], show: int) -> bool:
    """Print the figures; whether all goals are met."""
    good = True
    for group, goal in GOALS.items():
        chosen = [outcome for outcome in outcomes if outcome.group == group]
        right = sum(outcome.recovered for outcome in chosen)
        wrong = sum(outcome.wrong for outcome in chosen)
        print(f"{group:18} {len(chosen):4d} replies: recovered {_share(right, len(chosen))}, ", end="")
        print(f"wrong {_share(wrong, len(chosen))}")
        good = good and not wrong and (right >= goal * len(chosen))
    times = sorted(outcome.milliseconds for outcome in outcomes)
    p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
    print(f"time: median {times[len(times) // 2]:.2f} ms, p99 {p99:.2f} ms, longest {times[-1]:.2f} ms")
    missed = [o for o in outcomes if o.wrong or (o.group != "no verdict" and not o.recovered)]
    for outcome in missed[:show]:
        print(f"  {outcome.id} ({outcome.group}): says {outcome.said!r:.200}, read {outcome.read!r:.200}")
    return good and p99 <= P99_MS


def _share(hits: int, total: int) -> str:
    low, high = interval(hits, total)
    return f"{hits} ({100 * hits / max(1, total):.1f} %, 95 %: {100 * low:.1f}-{100 * high:.1f} %)"


def main() -> int:
    """Read the arguments, measure, report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="JSONL file of recorded replies")
    parser.add_argument("--show", type=int, default=20, help="replies shown that were missed")
    given = parser.parse_args()
    outcomes: list[Outcome] = []
    unknown: Counter[str] = Counter()
    for row in rows_of(given.data):
        kind = kind_of(row["kind"])
        if kind is None:
            unknown[row["kind"]] += 1
        else:
            outcomes.append(measure(row, kind))
    for name, number in unknown.items():
        print(f"no entry in the table for {number} replies of kind {name}")
    return 0 if outcomes and report(outcomes, given.show) and not unknown else 1


if __name__ == "__main__":
    sys.exit(main())
