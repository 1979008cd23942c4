"""Years of the Republic of China that stand without their reign."""

import pytest

from data_base.text.dates import dates
from data_base.text.figures import figures


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("圖書館 113 年總借閱量成長", 2024),
        ("於 7 月 18 日（113 年）回填", 2024),
        ("114 年的規劃涵蓋各館", 2025),
        ("較 112 年增加", 2023),
        ("自 110 年起辦理", 2021),
        ("113 年前三季的營收", 2024),
        ("113 年", 2024),
        ("112年", 2023),
    ],
)
def test_a_number_of_three_digits_before_the_sign_is_a_year(text: str, year: int) -> None:
    assert year in {found.year for found in dates(text)}


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("該校已有 113 年歷史", 1356),
        ("歷時 105 年完成", 1260),
        ("設計使用 120 年", 1440),
        ("113 年後才會開啟", 1356),
        ("过去的 113 年总量", 1356),
        ("這座橋超過 110 年", 1320),
        ("建校 113 年校慶", 1356),
    ],
)
def test_what_lasts_is_an_amount(text: str, months: int) -> None:
    assert not dates(text)
    assert months in {found.value for found in figures(text)}
