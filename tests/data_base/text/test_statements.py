"""What of a passage states something, in context; what is set apart from the prose beside it."""

from data_base.text.sentences import sentences
from data_base.text.statements import set_apart, states
from tests.support.rows import over

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
NOTHING = (
    ("# Brightwell Ferry Company", "", "It runs ferries."),
    ("Brightwell Ferry Company: annual note 2024", "", "Traffic"),
    ("Завод «Северный полимер»: отчёт за 2023 год", "", "Производство"),
    ("海楓市立圖書館 2024 年度報告 2", "2024 年總支出為 8,640 萬元。", "四、修繕"),
    ("Traffic", "", "In 2024 it carried 12 people."),
    ("四、修繕", "", "總館屋頂受損。"),
    ("2. Workforce", "Page 2 of 3", "The yard employed 412 people."),
    ("5 青禾站停运事件", "", "青禾站停运 46 小时。"),
    ("3.1 Overview.", "", "It grew."),
    ("Penhallow Yard Ltd.", "", "It builds ships."),
    ("Page 3 of 12", "", ""),
    ("第 3 頁，共 12 頁", "", ""),
    ("стр. 4 из 9", "", ""),
    ("- 17 -", "", ""),
    ("| Route | 2022 | 2023 |", "", ""),
    ("Table 3. Scrap rate by plant.", "", ""),
    ("表 2 各風場發電量（GWh）", "", ""),
    ("Рис. 2. Линии завода.", "", ""),
    ("The yard has:", "", "- three cranes"),
    ("Why did revenue fall?", "", "Fuel was dear."),
    ("屋頂為何受損？", "", "因為颱風。"),
)


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
