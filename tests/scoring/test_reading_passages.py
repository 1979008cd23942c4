"""How passages are read: tables printed as lines, aliases, the parts of questions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.aliases import expand, find_aliases
from scoring.evidence import read_evidence
from scoring.layout import layout
from scoring.mentions import mentions
from scoring.questions import question_parts
from scoring.terms import terms


def cells(text: str) -> dict[tuple[str, str], str]:
    return {(row.label, cell.column): cell.text for row in layout(text).rows for cell in row.cells}


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        (
            "Table 2. Output (km)\nPlant 2021 2022\nOstmere 542 548\nCalder Point not open 93",
            ("Calder Point", "2022"),
            "93",
        ),
        (
            "表 2 發電量\n風場 裝置容量（MW） 2021 年 2022 年\n鷺嶼 109.2 － 354.4",
            ("鷺嶼", "2022年"),
            "354.4",
        ),
        ("Причал Длина, м Тыс. тонн\n№ 1 186,5 412,7\n№ 2 1 920,0 438,1", ("№ 2", "Длина, м"), "1 920,0"),
        (
            "| Site | MW | Opened |\n| --- | --- | --- |\n| Elm | 12.5 | 8 June 2022 |",
            ("Elm", "Opened"),
            "8 June 2022",
        ),
        (
            "Wind farm Contract signed Voltage Length\nAsh 1 14 September 2018 161 kV 52.8 km",
            ("Ash 1", "Length"),
            "52.8 km",
        ),
    ],
)
def test_a_cell_is_found_under_its_head(text: str, key: tuple[str, str], value: str) -> None:
    assert cells(text)[key] == value


@pytest.mark.parametrize(
    "line",
    [
        "Marian Elm has been director since 1 September 2019.",
        "In 2022 the mill made 12.5 t of paper and sold 11.8 t.",
        "2022 年產量為 198.3 吨，較前一年少。",
    ],
)
def test_running_text_is_no_table(line: str) -> None:
    assert not layout(f"Section\n{line}").rows
    assert layout(f"Section\n{line}").prose[0].text == line


def test_a_cell_takes_its_unit_from_the_heads_around_it() -> None:
    text = "表 2 各風場發電量（GWh）\n風場 2021 年 2022 年\n鷺嶼 351.2 354.4"
    units = {o.mention.figure.unit for o in read_evidence([text]).occurrences if o.mention.figure}
    assert units == {"Wh"}


def test_a_figure_knows_its_year_from_column_or_sentence() -> None:
    passages = ["Plant 2021 2022\nElm 642 655", "Costs rose from 4.1 million in 2021 to 4.6 million in 2022."]
    years = {
        o.mention.raw: set(o.context.years) for o in read_evidence(passages).occurrences if o.mention.figure
    }
    assert years["642"] == {2021}
    assert years["655"] == {2022}
    assert years["4.1 million"] == {2021}
    assert years["4.6 million"] == {2022}


def test_names_that_passages_give_to_one_thing_are_known() -> None:
    passages = [
        "The wind farm Luyu (鷺嶼) is connected to shore.",
        "附錄 名詞與代號\n飛魚計畫 即鷺嶼二期擴建案，代號取自飛魚。",
    ]
    aliases = find_aliases(passages)
    assert set(terms("鷺嶼")) <= set(expand("What is the length of Luyu's cable?", aliases))
    assert set(terms("擴建案")) <= set(expand("飛魚計畫有多大？", aliases))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("revenue of the company", "該公司的營業收入"),
        ("чистая прибыль", "稅後淨利"),
        ("風機", "风机"),
        ("typhoon", "台风"),
    ],
)
def test_words_for_one_thing_meet_across_languages(one: str, other: str) -> None:
    assert set(terms(one)) & set(terms(other))


@pytest.mark.parametrize(
    "text", ["berth No. 7", "причал № 7", "Wangchao 1 is old", "第 4 節寫道", "3 号电池舱"]
)
def test_a_number_in_a_name_is_no_figure(text: str) -> None:
    assert not mentions(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("55 hours and 25 minutes", 199_500),
        ("two days, seven hours", 198_000),
        ("8 億 1,500 萬元", 815_000_000),
    ],
)
def test_a_figure_told_in_several_units_is_one(text: str, value: int) -> None:
    figures = [mention.figure for mention in mentions(text)]
    assert len(figures) == 1
    assert figures[0] is not None
    assert figures[0].value == value


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("When did the mill open?", ["date"]),
        ("How much did it cost, and why?", ["money", "reason"]),
        ("最高溫度是多少、停了多久、原因是什麼？", ["quantity", "quantity", "reason"]),
        ("Сколько человек там работает и когда она открылась?", ["quantity", "date"]),
        ("Who owns it? Is it profitable?", ["who", "yes_no"]),
    ],
)
def test_a_question_is_read_part_by_part(question: str, kinds: list[str]) -> None:
    assert [part.kind for part in question_parts(question)] == kinds


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet="ab 12,.|\n-№年km億（）()：2023", max_size=200))
def test_any_passage_can_be_read(text: str) -> None:
    evidence = read_evidence([text])
    assert all(0 <= o.unit < len(evidence.units) for o in evidence.occurrences)
    assert all(part.text for part in question_parts(text)) or not text.strip()
