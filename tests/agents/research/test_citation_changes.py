"""A digit or a page changed in a cited answer: exactly that claim is no longer supported."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.research.citations import cite
from data_base.schemas.passage import Passage
from tests.support.rows import over, table

if TYPE_CHECKING:
    from collections.abc import Sequence

# Sentences as pages say them; the answer repeats each with its page.
PAGES: dict[str, tuple[str, ...]] = table(__file__, "PAGES")


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
