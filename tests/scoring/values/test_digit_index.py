"""Figures found by their digits: nothing that agrees is passed over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.schemas.key_point import KeyPoint
from scoring import key_points
from scoring.key_points import find_key_points
from scoring.values.agreement import agrees
from scoring.values.digit_index import DigitIndex, leads_of
from scoring.values.mentions import Mention, mentions
from scoring.words import support_features

FIGURES = st.sampled_from(
    [
        "4,812 hl", "4.8 thousand hl", "0.5 %", "half", "50 %", "1978", "in May 1978", "three million", "$3m",
        "12 km", "12,000 m", "2 hours", "120 minutes", "1.5", "1.46", "百分之五", "三万", "-947", "947", "0",
    ]
)  # fmt: skip


def read(texts: list[str]) -> list[Mention]:
    return [mention for text in texts for mention in mentions(f"It was {text}.")]


@given(st.lists(FIGURES, max_size=12), FIGURES)
def test_what_agrees_is_among_what_is_alike(texts: list[str], sought: str) -> None:
    known = read(texts)
    index = DigitIndex((each, each, leads_of(each)) for each in known)
    for mention in read([sought]):
        alike = list(index.alike(mention, leads_of(mention)))
        assert [each for each in known if agrees(mention, each) or agrees(each, mention)] == [
            each for each in known if each in alike and (agrees(mention, each) or agrees(each, mention))
        ]


def test_key_points_full_of_figures_are_not_compared_with_every_figure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = 0

    def counted(claim: Mention, source: Mention) -> str:
        nonlocal compared
        compared += 1
        return agrees(claim, source)

    monkeypatch.setattr(support_features, "agrees", counted)
    monkeypatch.setattr(key_points, "agrees", counted)
    counts = []
    for many in (2_000, 4_000):
        compared = 0
        answer = " ".join(str(n * 7919 % 1_000_003) for n in range(1, many))
        points = [KeyPoint(text=" ".join(str(n * 104_729 % 1_000_003) for n in range(1, 40)))]
        list(find_key_points(points, "How many?", answer))
        counts.append(compared)
    assert counts[1] < 1.5 * counts[0]
