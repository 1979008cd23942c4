from hypothesis import given
from hypothesis import strategies as st

from data_base.text.names import names
from tests.support.rows import over, table


@over(
    "text, expected",
    table(__file__, "test_names", lists=True),
)
def test_names(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@given(st.text() | st.text(alphabet="Aa B.公司大學《》「」-的Яя \n"))
def test_names_are_in_the_text_once_each(text: str) -> None:
    found = names(text)
    assert all(name and name in text for name in found)
    assert len(found) == len(set(found))
