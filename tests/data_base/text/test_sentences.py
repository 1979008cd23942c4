from hypothesis import given
from hypothesis import strategies as st

from data_base.text.sentences import sentence_spans, sentences
from tests.support.rows import over

ONE_SENTENCE = [
    "Revenue rose 3.5% to $4.82 million.",
    "Fig. 2 and No. 5 are by Mr. J. R. Smith of Acme Inc. in Aug. 2020.",
    "See https://example.org/a.b?c=d. now",
    "The file report.v2.pdf holds e.g. Table 3.",
    "It is v1.2.3, i.e. new.",
    "He said (see p. 5) no.",
    "Это т. е. 5 млн. руб. на ул. Ленина, см. рис. 2.",
    "А. С. Пушкин жил в г. Москва.",
    "營收為 4.82 億元 [report.pdf#p3.2]。",
    "「為什麼？」，她問。",
    "第一句；第二句。",
    "Revenue rose [report.pdf#p3.2][b#4].",
    "| Acme Inc. | 5. Next | 3.2 |",
]


@over("text", ONE_SENTENCE)
def test_one_sentence_stays_whole(text: str) -> None:
    assert sentences(text) == [text]


@over(
    "text, expected",
    [
        ("Билет стоит 34 руб. 50 человек его купили.", ["Билет стоит 34 руб.", "50 человек его купили."]),
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ('"No!" He left.', ['"No!"', "He left."]),
        ("他說：「不行。」然後走了。", ["他說：「不行。」", "然後走了。"]),
        ("好嗎？好！走。", ["好嗎？", "好！", "走。"]),
        ("他走了.她来了.", ["他走了.", "她来了."]),
        (
            "В 2023 г. Компания выросла. И т. д. Конец.",
            ["В 2023 г.", "Компания выросла.", "И т. д.", "Конец."],
        ),
        ("Acme Inc. The firm grew.", ["Acme Inc.", "The firm grew."]),
        ("Rose 5%. [1] Then fell [2]. [3][4] End.", ["Rose 5%. [1]", "Then fell [2]. [3][4]", "End."]),
        ("- one\n- two. Three.\n1. four\n2. five", ["- one", "- two.", "Three.", "1. four", "2. five"]),
        ("| a | b. C |\n|---|---|\n| 1 | 2 |", ["| a | b. C |", "| 1 | 2 |"]),
        ("# Title\nText here.", ["# Title", "Text here."]),
        ("一、第一項\n二、第二項", ["一、第一項", "二、第二項"]),
        ("It was\nwrapped here.", ["It was\nwrapped here."]),
        ("First paragraph\n\nsecond paragraph", ["First paragraph", "second paragraph"]),
        ("---\n\n***", []),
        ("", []),
    ],
)
def test_boundaries(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


LINES = (
    (
        "Brightwell Ferry Company, annual report and accounts for 2024",
        "The ferries carried 1.92 million passengers in the year, which is more than they had ever carried.",
    ),
    ("Order book of the yard at Penhallow", "Page 2 of 3", "and more"),
    (
        "Skarholm Bank interconnector and its cables 118.6 142.0 157.3 30 June 2023",
        "Harrow Sound link, with the part on land 63.7 71.4 74.8 15 May 2024",
        "The Skarholm Bank interconnector runs at 320 kV.",
    ),
    (
        "Причал № 7, глубоководный, на первой очереди 1 860,0 1 124,5 IV квартал 2024 года",
        "Длина причала составит 312,0 м.",
    ),
    (
        "風場在三年之中各自的發電量與合計 109.2 － － 354.4",
        "望潮一號在三年之中各自的發電量 218.4 702.5 709.6",
    ),
    ("Review for the year that ended on 31 December 2023", "1 Letter from the Chief Executive"),
)


@over("lines", [(lines,) for lines in LINES])
def test_titles_rows_and_page_numbers_are_lines_of_their_own(lines: tuple[tuple[str, ...]]) -> None:
    assert sentences("\n".join(lines[0])) == list(lines[0])


@over(
    "line",
    [
        "In 2023 12 ships came from 5 ports, as they had done in all of the",
        "It made 542 km in 2021, 548 km in 2022 and 512 km in the year",
        "В 2023 году завод выпустил 48 600 тонн, на 7 % больше, чем за весь",
    ],
)
def test_a_line_with_figures_is_still_prose(line: str) -> None:
    assert sentences(f"{line}\n2023 and more.") == [f"{line}\n2023 and more."]


def test_a_long_line_that_was_wrapped_reads_on() -> None:
    first = "The annual report of the company describes all that happened during the year in"
    assert sentences(f"{first}\nTaipei and Kaohsiung.") == [f"{first}\nTaipei and Kaohsiung."]


@given(st.text() | st.text(alphabet='aB1.,!? \n\r。？「」[]()|-*#"г…т'))
def test_spans_lie_in_the_text_in_order(text: str) -> None:
    last = 0
    for start, end in sentence_spans(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end


@given(st.text(alphabet="aB1.,!? \n。？「」[]()|-*"))
def test_no_letter_or_digit_is_lost(text: str) -> None:
    kept = "".join(sentences(text))
    assert [char for char in kept if char.isalnum()] == [char for char in text if char.isalnum()]


@over("word", ["mill 12 ", "мельница 12 ", "磨坊，十二，", "磨坊"])
def test_what_has_no_stop_is_cut_where_it_is_too_long_for_a_sentence(word: str) -> None:
    text = word * (9_000 // len(word))
    found = sentences(text)
    assert all(len(sentence) <= 2_000 for sentence in found)
    assert len(found) < 8
    gap = " " if " " in word else ""
    assert gap.join(found) == text.strip()
