"""What the head of a table says about all its figures."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.text.header_scales import header_scale


@pytest.mark.parametrize(
    ("text", "factor", "unit"),
    [
        ("(млн руб.)", "1e6", "RUB"),
        ("Выручка, млн руб.", "1e6", "RUB"),
        ("(тыс. т)", "1e6", "kg"),
        ("Население, тыс. человек", "1000", None),
        ("млрд м³", "1e12", "L"),
        ("Revenue (€ million)", "1e6", "EUR"),
        ("(£m)", "1e6", "GBP"),
        ("USD million", "1e6", "USD"),
        ("($ bn)", "1e9", "$"),
        ("(in thousands of tonnes)", "1e6", "kg"),
        ("(000s)", "1000", None),
        ("thousand TEU", "1000", None),
        ("Output (GWh)", "1e9", "Wh"),
        ("Share, %", "1", "%"),
        ("收入（億元）", "1e8", "元"),
        ("人數（萬人）", "1e4", None),
        ("單位：新臺幣千元", "1000", "TWD"),
        ("（百万美元）", "1e6", "USD"),
    ],
)
def test_scale_and_unit(text: str, factor: str, unit: str | None) -> None:
    assert header_scale(text) == (Decimal(factor), unit)


@pytest.mark.parametrize(
    "text", ["", "Passengers", "Year (2023)", "Table 3. Loads of ships", "名稱", "Город, область", "x" * 500]
)
def test_no_scale(text: str) -> None:
    assert header_scale(text) is None


@given(st.text() | st.text(alphabet="(млнруб.), €$%million千萬億元單位：in "))
def test_any_text_is_looked_at(text: str) -> None:
    found = header_scale(text)
    assert found is None or found[0] > 0
