"""Whether an answer declines: tables of answers in four languages, each told by a rate."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.abstention import abstains
from scoring.embedded.answer import claims_of
from tests.support.rows import over, table

FLOOR = 0.93

ABSTENTIONS = table(__file__, "ABSTENTIONS")
GIVEN_UP = [
    "The sales were 4.2 million and the costs are not given. Therefore we cannot calculate the margin.",
    "I'm sorry, but the journal holds no wages. The share is found by dividing wages by sales × 100.",
    "銷售額為 420 萬元，成本未載明，因此無法計算毛利率。",
    "Продажи составили 4,2 млн рублей, затраты не названы, поэтому рассчитать прибыль невозможно.",
    "日誌裡沒有寫門票價格，答不出來。",
    "Сказать, сколько заплатили, по этим документам не получится.",
]
DENIED_LAST = table(__file__, "DENIED_LAST")
ANSWERS = table(__file__, "ANSWERS")


def test_declining_is_recognised_wherever_the_denial_stands() -> None:
    declining = [*ABSTENTIONS, *GIVEN_UP, *DENIED_LAST]
    missed = [answer for answer in declining if not abstains(answer)]
    assert len(missed) <= (1 - FLOOR) * len(declining), missed


def test_an_answer_is_none_even_beside_a_disclaimer() -> None:
    taken = [answer for answer in ANSWERS if abstains(answer)]
    assert len(taken) <= (1 - FLOOR) * len(ANSWERS), taken


def test_citation_marks_are_no_figures() -> None:
    for answer in ("The documents do not say [1].", "文件中沒有提到票價 [fare.pdf#p3.2]。"):
        assert abstains(answer), answer


@given(st.text(max_size=300))
def test_any_text_is_told_one_way_or_the_other(answer: str) -> None:
    assert abstains(answer) in {True, False}


@over(
    "text",
    table(__file__, "test_the_plainest_denial_needs_no_word_for_saying"),
)
def test_the_plainest_denial_needs_no_word_for_saying(text: str) -> None:
    assert abstains(text)
    assert [claim.kind for claim in claims_of(text)] == ["abstention"]


@over(
    "text",
    table(__file__, "test_that_a_thing_does_not_exist_is_an_answer"),
)
def test_that_a_thing_does_not_exist_is_an_answer(text: str) -> None:
    assert not abstains(text)
    assert {claim.kind for claim in claims_of(text)} == {"fact"}
