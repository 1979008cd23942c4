"""What of a passage states something, in context; what is set apart from the prose beside it."""

from data_base.text.sentences import sentences
from data_base.text.statements import set_apart, states
from tests.support.rows import over, table

STATING = (
    ("The ramp was renewed in 2024.", "The ramp", ""),
    ("總館屋頂於 2023 年受損。", "四、修繕", ""),
    ("Линия Б стояла 23 дня [2].", "Остановка", ""),
    ("- three cranes", "The yard has:", "- two docks"),
    ("• 兩座碼頭", "", ""),
    ("1. three cranes", "The yard has:", "2. two docks"),
    ("Director: Tomas Hale", "Contact", "Telephone: 020 7946 0018"),
    ("館長：陳怡君", "聯絡方式", "電話：02-2345-6789"),
    ("Ostmere 542 548 512", "Plant 2021 2022 2023", ""),
    ("Склад № 4, модернизация 214,3 187,6 I квартал 2024 года", "Проект Смета Освоено", ""),
    (f"What ends at the foot of a page without a stop {'goes on ' * 8}", "Text.", ""),
)
NOTHING = table(__file__, "NOTHING")


@over("text, before, after", STATING)
def test_what_states_something(text: str, before: str, after: str) -> None:
    assert states(text, before, after)


@over("text, before, after", NOTHING)
def test_what_states_nothing(text: str, before: str, after: str) -> None:
    assert not states(text, before, after)


def test_the_line_over_a_tables_rows_heads_it() -> None:
    assert not states("Hull Owner Type Delivery Price", "", "118 Orsay Ferry 2027 37.5", over_row=True)


def test_a_running_head_is_no_beginning_of_the_sentence_under_it() -> None:
    pages = [
        f"Corrie Harbour Board, minutes of the year 2024 and what followed, page {page}\n{text}"
        for page, text in ((3, "and the mill was late with the steel."), (4, "The board met again."))
    ]
    assert "and the mill was late with the steel." in sentences(set_apart(pages)[0])
    assert set_apart(pages[:1]) == pages[:1], "a line that stands once may be the sentence's own"
    repeated = ["The board met at nine.\nIt rose at ten.", "The board met at nine.\nIt rose at noon."]
    assert set_apart(repeated) == repeated, "a sentence of two passages that overlap belongs to neither page"
