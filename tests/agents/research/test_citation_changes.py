"""A digit or a page changed in a cited answer: exactly that claim is no longer supported."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.research.citations import cite
from data_base.schemas.passage import Passage
from tests.support.rows import over

if TYPE_CHECKING:
    from collections.abc import Sequence

# Sentences as pages say them; the answer repeats each with its page.
PAGES: dict[str, tuple[str, ...]] = {
    "en": (
        "The harbour of Velm handled 4,812 ships in 2023.",
        "The grain terminal was opened on 3 May 1987.",
        "Repairs to the lock cost 26.4 million crowns.",
        "The timber quay is 915 metres long.",
    ),
    "zh-Hant": (
        "晨曦風場二○二三年的發電量為 482 百萬度。",
        "維修船每週出海 6 次。",
        "海底電纜全長 137 公里。",
        "營運團隊共有 58 人。",
    ),
    "zh-Hans": (
        "星河水厂日供水能力为 30 万吨。",
        "泵站于 1996 年建成。",
        "管网漏损率为 8.2%。",
        "检修费用为 745 万元。",
    ),
    "ru": (
        "В 2023 году музей посетили 118 400 человек.",
        "Реставрация главного зала заняла 14 месяцев.",
        "Собрание насчитывает 5 730 картин.",
        "Входной билет стоит 350 рублей.",
    ),
}


def passages(sentences: Sequence[str]) -> list[Passage]:
    return [
        Passage(id=f"report.pdf#p{n}.1", doc_id="report.pdf", page=n, text=text)
        for n, text in enumerate(sentences, start=1)
    ]


def verdicts(claims: Sequence[str], cited: Sequence[int], sentences: Sequence[str]) -> list[str]:
    draft = "\n".join(f"{claim} [{page}]" for claim, page in zip(claims, cited, strict=True))
    return [citation.verdict for citation in cite(draft, passages(sentences)).citations]


@over("language", PAGES)
def test_all_hold_as_they_are(language: str) -> None:
    sentences = PAGES[language]
    assert verdicts(sentences, [1, 2, 3, 4], sentences) == ["supported"] * 4


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_one_digit(data: st.DataObject) -> None:
    sentences = PAGES[data.draw(st.sampled_from(sorted(PAGES)))]
    place = data.draw(st.integers(0, 3))
    digits = [match.start() for match in re.finditer(r"[0-9]", sentences[place])]
    at = data.draw(st.sampled_from(digits))
    other = data.draw(st.sampled_from("123456789").filter(lambda digit: digit != sentences[place][at]))
    claims = list(sentences)
    claims[place] = f"{claims[place][:at]}{other}{claims[place][at + 1 :]}"
    expected = ["unsupported" if n == place else "supported" for n in range(4)]
    assert verdicts(claims, [1, 2, 3, 4], sentences) == expected, claims[place]


@over("language", PAGES)
@over("place", range(4))
@over("shift", [1, 2, 3])
def test_one_page(language: str, place: int, shift: int) -> None:
    sentences = PAGES[language]
    cited = [1, 2, 3, 4]
    cited[place] = (place + shift) % 4 + 1
    found = verdicts(sentences, cited, sentences)
    assert [verdict != "supported" for verdict in found] == [n == place for n in range(4)]
    assert found[place] == "unsupported"
