"""Chinese questions that ask the same of two things: one question for each."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import takewhile

from data_base.text.word_lists import word_list

_HAN = r"\u3400-\u9fff"
_AND = re.compile(rf"(?<=[{_HAN}\w》」])\s*(?:以及|[和与與及、])\s*(?=[{_HAN}\w《「])")
# A conjunct reaches no further than to one of these.
_BOUNDARY = re.compile(
    r"的|分[别別]|各|是|在|於|于|什[么麼]|多少|[谁誰]|何|哪|[几幾]|[获獲]得|[参參]加|[，,。？?；;：:《》「」]"
)
_USUAL = 2
# Words and numbers are taken whole, Chinese characters one by one.
_UNIT = re.compile(rf"\d+(?:\.\d+)?|[A-Za-z][A-Za-z0-9.]*|[{_HAN}]|\S")


@cache
def _one_word() -> re.Pattern[str]:
    """Words with such a character that join nothing to be asked separately: 共和国, 和平, 国家和地区."""
    kept = (word for word in word_list("chinese_words.kept") if re.search("[和與与及]", word))
    return re.compile("|".join(("共和", "[国國]家[和或與与及]地[区區]", *kept)))


def one_by_one(question: str) -> list[str]:
    """A question for two things joined by "and", asked of each by itself; any other comes back alone.

    What is shared comes before or after: 甲城的面积和人口, 甲城和乙城的面积. How far each of the two
    reaches is read off the other: two that are joined often begin or end alike (男队和女队), and are mostly
    of one length; where that decides nothing, each is taken for a word of two characters.
    """
    words = [match.span() for match in _one_word().finditer(question)]
    joints = (m for m in _AND.finditer(question) if not any(a <= m.start() < b for a, b in words))
    found = next(joints, None)
    if not found:
        return [question]
    before, behind = question[: found.start()], question[found.end() :]
    left, right = _conjuncts(_units_before(before), _units_behind(behind))
    if not left or not right:
        return [question]
    head, tail = before[: left[0].start()], behind[right[-1].end() :]
    return [f"{before}{tail}", f"{head}{behind}"]


def _conjuncts(
    left: Sequence[re.Match[str]], right: Sequence[re.Match[str]]
) -> tuple[Sequence[re.Match[str]], Sequence[re.Match[str]]]:
    """What is joined: the end of what comes before, the beginning of what follows."""
    if not left or not right:
        return (), ()
    texts, others = [unit[0] for unit in left], [unit[0] for unit in right]
    if others[0] in texts:
        left = left[-texts[::-1].index(others[0]) - 1 :]
        return left, right[: others.index(texts[-1]) + 1 if texts[-1] in others else len(left)]
    if texts[-1] in others:
        length = others.index(texts[-1]) + 1
        return left[-length:], right[:length]
    length = len(left) if left[0].start() else _USUAL
    return left[-length:], right[:length]


def _units_before(text: str) -> list[re.Match[str]]:
    start = max((match.end() for match in _BOUNDARY.finditer(text)), default=0)
    return list(_UNIT.finditer(text, start)) or _last_title(text)


def _last_title(text: str) -> list[re.Match[str]]:
    """A title in brackets at the end, as one unit."""
    return list(re.finditer(r"[《「][^》」]*[》」]$", text))


def _units_behind(text: str) -> list[re.Match[str]]:
    title = re.match(r"[《「][^》」]*[》」]", text)
    if title:
        return [title]
    return list(takewhile(lambda unit: not _BOUNDARY.match(text, unit.start()), _UNIT.finditer(text)))
