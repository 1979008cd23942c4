"""Who has the most or the least of something, where a table tells: the row that an answer names must have it.

"Which town had the lowest occupancy?" is answered by a name that stands in the table as well as every other
name does, with a value that is the value of that row. Only where the words of the question point to one
column, or the values of the answer do, is the answer held against it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from scoring.comparison_words import references
from scoring.contexts import plain_terms
from scoring.mentions import years_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from data_base.text.figures import Figure
    from scoring.claims import Claim
    from scoring.evidence import Evidence
    from scoring.figure_findings import FigureFinding
    from scoring.grids import Axis, Grid
    from scoring.mentions import Mention

End = Literal["most", "least"]

_SUPERLATIVES: dict[End, re.Pattern[str]] = {
    "most": re.compile(
        r"(?<!\bat )\b(?:most|highest|largest|longest|greatest|biggest|heaviest|tallest|deepest|widest|"
        r"oldest|dearest|costliest|maximum)\b|"
        r"最[高大多長长久重貴贵深寬宽厚](?!程度)|"
        r"\b(?:наибольш\w+|наивысш\w+|максимальн\w+|"
        r"сам[а-я]{2,3} (?:больш|высок|длинн|тяж|дорог|глубок|крупн|долг|многочисл|стар|широк)\w*|"
        r"(?:больше|дольше|выше|дороже|тяжелее|длиннее|чаще) (?:всего|всех))\b",
        re.IGNORECASE,
    ),
    "least": re.compile(
        r"(?<!\bat )\b(?:least|fewest|lowest|smallest|shortest|lightest|cheapest|youngest|narrowest|"
        r"minimum)\b|"
        r"最[低小少短輕轻淺浅窄薄]|最便宜|"
        r"\b(?:наименьш\w+|минимальн\w+|"
        r"сам[а-я]{2,3} (?:мал|низк|коротк|легк|лёгк|дешёв|дешев|мелк|редк|молод|узк)\w*|"
        r"(?:меньше|короче|ниже|дешевле|легче|реже) (?:всего|всех))\b",
        re.IGNORECASE,
    ),
}
# A name is asked for, not an amount.
_WHICH = re.compile(
    r"\b(?:which|what|who|whose|where)\b|哪(?!怕)|什麼|什么|[谁誰]|"
    r"\b(?:как(?:ой|ая|ое|ие|ого|ому|им|их|ом|ую)|где|кто|у кого)\b",
    re.IGNORECASE,
)
# What is greatest may be a change, which stands in a column of its own or in none.
_CHANGE = re.compile(
    r"\b(?:gr[eo]w\w*|growth|rose|rise\w*|increas\w+|fell|fall\w*|declin\w+|decreas\w+|drop\w*|chang\w+|improv\w+|"
    r"gain\w*|gap|differ\w+|прирос\w*|рост|выро\w+|увелич\w+|сниз\w+|сниж\w+|сокра\w+|упал\w*|измен\w+|разниц\w+|"
    r"улучш\w+)\b|[增減减升降漲涨跌差变變]|成長|成长|提高|改善|同比|進步|进步",
    re.IGNORECASE,
)
# The second or third of all.
# "Third quarter" and 第二季 are no ranks.
_RANKED = re.compile(
    r"\b(?:second|third)[ -](?!quarter|half|term|year|month|week|day|floor|phase|stage|round|team|group)\w+|"
    r"\b(?:втор|трет)[а-я]{1,3} (?!квартал|полугод|год|месяц|недел|дн|день|этаж|этап|групп|класс)\w+|"
    r"第[二三四](?![季期年個个月週周天日組组班級级樓楼層层批輪轮階阶次屆届])|次[高低多]|倒[數数]",
    re.IGNORECASE,
)
_EXCEPT = re.compile(
    r"\b(?:except|excluding|apart from|other than|besides|кроме|исключая|помимо)\b|"
    r"(?<![扣刪删解免消清排切廢废])除[了去]?|以外|之外",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r",(?!\d)|[;，；、。？?]|\b(?:and|but|и|а|но)\b|[而且並并]", re.IGNORECASE)
# So many rows make a column in which one can be the first.
_ROWS = 3
# Longer words agree where one begins with the other: железо, железные.
_STEM = 5


@dataclass(frozen=True, slots=True)
class Extremes:
    """What an answer says of who has the most or the least.

    Attributes:
        right: whether it names every row that was asked for.
        claim: index of the claim that names another row, None where none does.
        values: the figures of the right rows.
    """

    right: bool
    claim: int | None
    values: tuple[Figure, ...]


def extremes_told(
    question: str, claims: Sequence[Claim], findings: Sequence[FigureFinding], evidence: Evidence
) -> Extremes | None:
    """Hold the rows that an answer names against those with the most or the least of what is asked.

    Args:
        question: as it was asked.
        claims: those of the answer.
        findings: of every figure of the answer.
        evidence: the passages.

    Returns:
        None where no table decides, or tables decide in different ways.
    """
    asked = list(_asked(question))
    if not asked or not claims:
        return None
    given = frozenset(f.figure.mention.figure.count for f in findings if f.figure.mention.figure)
    found = [
        each
        for grid in evidence.turned_grids
        if (each := _told(grid, asked, question, claims, given)) is not None
    ]
    return found[0] if found and len({each.right for each in found}) == 1 else None


def with_extremes_held(findings: Sequence[FigureFinding], told: Extremes | None) -> list[FigureFinding]:
    """The findings; the values of the row that was rightly named are in their place.

    Which of the values of several such rows is whose is told apart elsewhere.
    """
    if told is None or not told.right:
        return list(findings)
    return [
        replace(finding, verdict="supported", rival=None) if _is_of_them(finding, told.values) else finding
        for finding in findings
    ]


def _is_of_them(finding: FigureFinding, values: Sequence[Figure]) -> bool:
    if finding.verdict not in {"misplaced", "unattached"}:
        return False
    rival = finding.rival.mention if finding.rival else None
    return _is_among(finding.figure.mention, values) and not (rival and _is_among(rival, values))


def _is_among(mention: Mention, values: Sequence[Figure]) -> bool:
    figure = mention.figure
    return figure is not None and any(figure.count == value.count for value in values)


def _asked(question: str) -> Iterator[tuple[End, str]]:
    """The ends that a question asks a name for, each with the clause that says of what."""
    if _RANKED.search(question) or not _WHICH.search(question):
        return
    for end, pattern in _SUPERLATIVES.items():
        for match in pattern.finditer(question):
            begin = max((cut.end() for cut in _CLAUSE.finditer(question, 0, match.start())), default=0)
            cut = _CLAUSE.search(question, match.end())
            yield end, question[begin : cut.start() if cut else len(question)]


def _told(
    grid: Grid,
    asked: Sequence[tuple[End, str]],
    question: str,
    claims: Sequence[Claim],
    given: frozenset[Decimal],
) -> Extremes | None:
    rows = [place for place in range(len(grid.rows.labels)) if place not in grid.rows.totals]
    set_aside = _named(grid.rows, question, rows)
    if not _EXCEPT.search(question):
        set_aside -= _compared_with(grid.rows, question, rows)
    if len(rows) < _ROWS or bool(set_aside) != bool(_EXCEPT.search(question)):
        return None
    rows = [row for row in rows if row not in set_aside]
    named = {index: _named(grid.rows, claim.text, rows) for index, claim in enumerate(claims)}
    all_named = frozenset().union(*named.values())
    if not all_named:
        return None
    wanted: list[frozenset[int]] = []
    column: int | None = None
    for end, clause in asked:
        spoken_of = _column_spoken_of(grid, clause, rows)
        column = column if spoken_of is None else spoken_of
        if column is None:
            column = _column_given(grid, sorted(all_named), given, rows)
        if column is None or _CHANGE.search(clause):
            return None
        wanted.append(_at_end(grid, column, end, rows))
    right = frozenset().union(*wanted)
    if all(each & all_named for each in wanted):
        values = tuple(figure for (row, _), figure in grid.cells.items() if row in right)
        return Extremes(right=True, claim=None, values=values)
    other = next((index for index, places in named.items() if places - right), None)
    return None if other is None else Extremes(right=False, claim=other, values=())


def _column_spoken_of(grid: Grid, clause: str, rows: Sequence[int]) -> int | None:
    """The one column with a figure of one measure in every row that a clause speaks of; None for none."""
    said = frozenset(plain_terms(clause)) - grid.rows.generic
    years = years_of(clause)
    scores = {
        column: (len(label & said), bool(years) and grid.columns.years[column] == years)
        for column, label in enumerate(grid.columns.labels)
        if _is_measured(grid, column, rows)
    }
    best = max(scores.values(), default=(0, False))
    chosen = [column for column, score in scores.items() if score == best]
    return chosen[0] if best[0] and len(chosen) == 1 else None


def _column_given(
    grid: Grid, named: Sequence[int], given: frozenset[Decimal], rows: Sequence[int]
) -> int | None:
    """The one column whose values an answer gives for all the rows that it names; None for none."""
    chosen = [
        column
        for column in range(len(grid.columns.labels))
        if _is_measured(grid, column, rows) and all(grid.cells[row, column].count in given for row in named)
    ]
    return chosen[0] if len(chosen) == 1 else None


def _is_measured(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    cells = [grid.cells.get((row, column)) for row in rows]
    held = [cell for cell in cells if cell is not None]
    return len(held) == len(rows) and len({(cell.unit, cell.kind) for cell in held}) == 1


def _at_end(grid: Grid, column: int, end: End, rows: Sequence[int]) -> frozenset[int]:
    """The rows with the greatest or the least value of a column; several where they are equal."""
    values = {row: grid.cells[row, column].count for row in rows}
    extreme = max(values.values()) if end == "most" else min(values.values())
    return frozenset(row for row, value in values.items() if value == extreme)


def _compared_with(axis: Axis, question: str, rows: Sequence[int]) -> frozenset[int]:
    """The rows that a question names only to ask by how much the first one exceeds them."""
    pieces = references(question)
    others = question
    for piece in pieces:
        others = others.replace(piece, " ")
    return frozenset().union(*(_named(axis, piece, rows) for piece in pieces)) - _named(axis, others, rows)


def _named(axis: Axis, text: str, rows: Sequence[int]) -> frozenset[int]:
    """The rows that a text names; those that are called by a year by that year."""
    said = frozenset(plain_terms(text))
    wide = said | {
        term for label in axis.labels for term in label if any(_of_one_stem(term, other) for other in said)
    }
    years = years_of(text)
    by_year = {row for row in rows if not axis.labels[row] and axis.years[row] & years}
    return frozenset(set(axis.named(frozenset(wide))) & set(rows) | by_year)


def _of_one_stem(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _STEM and long.startswith(short)
