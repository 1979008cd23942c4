from hypothesis import given
from hypothesis import strategies as st

from data_base.text.names import names
from tests.support.rows import over


@over(
    "text, expected",
    [
        ("The Acme Corporation bought Widget Labs.", ["Acme Corporation", "Widget Labs"]),
        ("Revenue rose, said John Smith at NASA.", ["John Smith", "NASA"]),
        ("NASA agreed.", ["NASA"]),
        ("Revenue rose.", []),
        ("He met the Bank of China.", ["Bank of China"]),
        ("新竹 AX-200 感測器", ["AX-200"]),
        ("使用Deep Research系統", ["Deep Research"]),
        ("《能源白皮書》與「永續報告」", ["能源白皮書", "永續報告"]),
        ("Компания «Ромашка» из Самары", ["Ромашка", "Самары"]),
        ("Это сказал А. С. Иванов.", ["А. С. Иванов"]),
        ("hello world", []),
    ],
)
def test_names(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@given(st.text() | st.text(alphabet="Aa B.公司大學《》「」-的Яя \n"))
def test_names_are_in_the_text_once_each(text: str) -> None:
    found = names(text)
    assert all(name and name in text for name in found)
    assert len(found) == len(set(found))
