"""Whether an answer states an expected fact, in the forms in which Chinese and English documents write it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import zip_longest
from types import MappingProxyType

from data_base.errors import InputError
from data_base.text.dates import DateMention, contains, dates
from data_base.text.folding import spaces_as_groups
from data_base.text.normalise import normalise, squeeze
from data_base.text.numbers.figures import Figure, figures, number_alone
from data_base.text.numbers.number_qualifiers import is_denied
from data_base.text.quotes import contains_text
from scoring.abstention import abstains
from scoring.legal.question import Scoring

# Who or what is counted behind a number is no sum of money.
_COUNTER = re.compile(r"\s?人(?![民某])|[名位次份张張件个個项項条條页頁户戶岁歲](?!某)")
# "15 June and 30 August 2020": the year at the end is that of both.
_JOINED = re.compile(r"\s*(?:to|and|until|till|through|-|–|—|~|至|到)\s*(?:the\s*)?", re.IGNORECASE)
# 王某 and 王某某 or 王某甲 are different people.
_ANONYMOUS, _GOES_ON = "某", re.compile(r"[某甲乙丙丁戊己庚辛壬癸0-9]")
_ANSWER = re.compile(r"(?:答案?[:：]|回答[:：]|answer[:：])\s*", re.IGNORECASE)
_NO = re.compile(
    r"(?:不|没|沒|否|未|无|無|並非|并非|从未|從未|尚未|"
    r"(?:no|not|never|false|нет)\b)",
    re.IGNORECASE,
)
_YES = re.compile(
    r"(?:是(?!否|不是)|有(?!没有|沒有|无|無)|对(?!于|方|此)|對(?!於|方|此)|"
    r"会|會|能(?!否)|可以|曾|已|确实|確實|正确|正確|的确|的確|(?:yes|true|correct|indeed|да)\b)",
    re.IGNORECASE,
)
# These open a clause that may still deny: "确实没有", "可以确认没有".
_OPENING = re.compile(r"确实|確實|的确|的確|可以|能|已|曾|会|會")
_NEGATED = re.compile(
    r"没有|沒有|没|沒|并未|並未|未曾|尚未|从未|從未|未|不是|并非|並非|不曾|不能|不会|不會|不可|"
    r"\b(?:not|never|no)\b|n['’]t\b|\b(?:не|нет|никогда)\b",
    re.IGNORECASE,
)
_FIRST_SENTENCE = re.compile(r"[^。！？!?\n.]+")
_FIRST_CLAUSE = re.compile(r"[^，,；;。！？!?\n.]+")
_WORD_EDGE = re.compile(r"[^\W\d_]", re.ASCII)


def states(name: str, expected: object, text: str, allowed: Scoring) -> bool:
    """Whether a text states an expected field.

    Args:
        name: the field: ``amount_total``, ``amount_breakdown``, ``date``, ``date_range``, ``count``,
            ``text_answer``, ``boolean_answer`` or ``entity``.
        expected: its value.
        text: the answer.
        allowed: how exact it has to be.

    Raises:
        InputError: the field is unknown, or its value cannot be one.
    """
    check = _CHECKS.get(name)
    if check is None:
        raise InputError(f"expected.{name}: no field of this kind is known; use {', '.join(_CHECKS)}.")
    return check(expected, text, allowed)


def _amount(expected: object, text: str, allowed: Scoring) -> bool:
    _number(expected, "expected.amount_total")
    return _breakdown([expected], text, allowed)


def _breakdown(expected: object, text: str, allowed: Scoring) -> bool:
    if not isinstance(expected, Sequence) or isinstance(expected, str) or not expected:
        raise InputError("expected.amount_breakdown: must be a list of amounts that is not empty.")
    parts = [part.get("amount") if isinstance(part, Mapping) else part for part in expected]
    said = list(_amounts(text))
    wanted = [_number(part, "expected.amount_breakdown") for part in parts]
    return all(any(abs(value - one) <= _off(allowed) for value in said) for one in wanted)


def _amounts(text: str) -> Iterator[Decimal]:
    """Sums of money and plain numbers that a text states: no bounds, shares, counts or denied ones."""
    text = spaces_as_groups(text)
    for figure in figures(text):
        is_sum = figure.kind == "money" or (figure.kind == "number" and not _COUNTER.match(text, figure.end))
        if is_sum and figure.bound is None and not is_denied(text, figure.start):
            yield figure.value


def _count(expected: object, text: str, allowed: Scoring) -> bool:
    wanted = _number(expected, "expected.count")
    if (alone := number_alone(text)) is not None:
        return abs(alone - wanted) <= _off(allowed)
    said = (figure for figure in figures(text) if not is_denied(text, figure.start))
    values = (value for figure in said if (value := _counted(figure)) is not None)
    return any(abs(value - wanted) <= _off(allowed) for value in values)


def _counted(figure: Figure) -> Decimal | None:
    """What a figure counts: 3 people, but also 15 days, whatever they are in seconds."""
    if figure.bound is not None or figure.kind not in {"number", "quantity"}:
        return None
    return figure.value if figure.kind == "number" else figure.amount


def _date(expected: object, text: str, allowed: Scoring) -> bool:
    wanted = _iso(expected, "date")
    return any(_same_day(wanted, said, _days(allowed)) for said in _dates(text))


def _date_range(expected: object, text: str, allowed: Scoring) -> bool:
    if not isinstance(expected, Mapping):
        raise InputError('expected.date_range: must be an object with "start" and "end".')
    start, end = (_iso(expected.get(name), f"date_range.{name}") for name in ("start", "end"))
    said = list(_dates(text))
    first = next((i for i, one in enumerate(said) if _same_day(start, one, _days(allowed))), None)
    return first is not None and any(_same_day(end, one, _days(allowed)) for one in said[first:])


def _dates(text: str) -> Iterator[DateMention]:
    """The dates a text states; where the year is left out, that of the one before or of one joined to it."""
    year: int | None = None
    found = list(dates(text))
    for said, following in zip_longest(found, found[1:]):
        year = said.year or year
        if not is_denied(text, said.start):
            yield said._replace(year=said.year or year or _joined_year(text, said, following))


def _joined_year(text: str, said: DateMention, following: DateMention | None) -> int | None:
    if following is None or not _JOINED.fullmatch(text, said.end, following.start):
        return None
    return following.year


def _same_day(wanted: DateMention, said: DateMention, days: int) -> bool:
    if contains(wanted, said):
        return True
    one, other = _day(wanted), _day(said)
    return one is not None and other is not None and abs((one - other).days) <= days


def _day(said: DateMention) -> date | None:
    if said.year is None or said.month is None or said.day is None:
        return None
    try:
        return date(said.year, said.month, said.day)
    except ValueError:
        return None


def _text(expected: object, text: str, _: Scoring) -> bool:
    return contains_text(text, _string(expected, "text_answer"))


def _entity(expected: object, text: str, _: Scoring) -> bool:
    signs = squeeze(_string(expected, "entity"))
    # Spaces within a name are loose, those around it part words.
    wanted, said = re.compile(r"\s?".join(map(re.escape, signs))), normalise(text)
    found = wanted.finditer(said)
    return any(_is_alone(said, match) and not is_denied(said, match.start()) for match in found)


def _is_alone(text: str, match: re.Match[str]) -> bool:
    """Whether no name goes on before or behind: "Lee" is not found in "Leeds", nor 王某 in 王某某."""
    before, after = text[: match.start()][-1:], text[match.end() :][:1]
    if match[0].endswith(_ANONYMOUS) and _GOES_ON.match(after):
        return False
    return not (
        (_WORD_EDGE.match(before) and _WORD_EDGE.match(match[0][0]))
        or (_WORD_EDGE.match(after) and _WORD_EDGE.match(match[0][-1]))
    )


def _boolean(expected: object, text: str, _: Scoring) -> bool:
    if not isinstance(expected, bool):
        raise InputError("expected.boolean_answer: must be true or false.")
    return yes_or_no(text) is expected


def yes_or_no(text: str) -> bool | None:
    """What an answer to a yes-or-no question says, None where it declines or says nothing.

    The first word decides ("是的", "没有", "No"); where it is neither, whether the first sentence negates.
    """
    said = text.strip().lstrip("“\"'「*# ")
    said = said[found.end() :] if (found := _ANSWER.match(said)) else said
    if not said or abstains(said):
        return None
    if _NO.match(said):
        return False
    if _YES.match(said):
        opened = _OPENING.match(said)
        return opened is None or _NEGATED.search(_FIRST_CLAUSE.findall(said)[0], opened.end()) is None
    first = _FIRST_SENTENCE.search(said)
    return None if first is None else _NEGATED.search(first[0]) is None


def _off(allowed: Scoring) -> Decimal:
    """How far a number may be off."""
    return Decimal(0 if allowed.numeric_exact else str(allowed.numeric_tolerance))


def _days(allowed: Scoring) -> int:
    return 0 if allowed.date_exact else int(allowed.date_tolerance_days)


def _number(value: object, name: str) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{name}: must be a number.")
    return Decimal(str(value))


def _string(value: object, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"expected.{name}: must be a non-empty string.")
    return value


def _iso(value: object, name: str) -> DateMention:
    found: Iterable[DateMention] = dates(value) if isinstance(value, str) else ()
    first = next(iter(found), None)
    if first is None or first.raw != value or first.year is None:
        raise InputError(f"expected.{name}: must be a date like 2020-08-30.")
    return first


_CHECKS: Mapping[str, Callable[[object, str, Scoring], bool]] = MappingProxyType(
    {
        "amount_total": _amount,
        "amount_breakdown": _breakdown,
        "date": _date,
        "date_range": _date_range,
        "count": _count,
        "text_answer": _text,
        "boolean_answer": _boolean,
        "entity": _entity,
    }
)
FIELDS = tuple(_CHECKS)
"""Fields of ``expected`` in a question for exact facts."""
