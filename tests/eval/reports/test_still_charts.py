import io
import logging
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from data_base.errors import InputError
from eval.reports.chart_data import ChartData, Profile, QuestionScores
from eval.reports.label_truncation import ELLIPSIS, shorten
from tests.support.lazily import Lazily
from tests.support.rows import over

pytestmark = pytest.mark.usefixtures("drawn_pictures")

CHARTS, FONTS = Lazily("eval.reports.still_charts"), Lazily("eval.reports.chart_fonts")
CSS = Path(__file__).resolve().parents[3] / "eval" / "reports" / "templates" / "report.css"
NOBODY_DRAWS = ("\U00030ede", "\u0378")
NAMES = ("深度研究 晨曦離岸風電", "Чистая модель без поиска ё", "_<b>$x$</b>")


def data(names: tuple[str, ...] = NAMES, questions: int = 4) -> ChartData:
    return ChartData(
        axes=("Accuracy", "Completeness", "Clarity"),
        contestants=names,
        profiles=tuple(Profile(order, name, (9.0 - order, 5.0, 7.0)) for order, name in enumerate(names)),
        questions=tuple(
            QuestionScores(
                f"q{number}", f"题目 {number}", "？", (None, *[5.0 + number % 5] * (len(names) - 1))
            )
            for number in range(1, questions + 1)
        ),
    )


@pytest.fixture(scope="module")
def pictures() -> dict[str, bytes]:
    stills: dict[str, bytes] = CHARTS.draw_charts(data())
    return stills


@cache
def ink(label: str) -> np.ndarray:
    """The label as the charts draw it: a picture's pixels."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    FONTS.register_fonts()
    figure = Figure(figsize=(2, 0.5))
    with mpl.rc_context({"font.family": list(FONTS.FAMILY)}):
        figure.text(0.1, 0.3, label, parse_math=False)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="rgba")
    return np.frombuffer(buffer.getvalue(), dtype=np.uint8)


def test_every_everyday_character_of_the_four_languages_has_a_glyph() -> None:
    def holds(character: str, codec: str) -> bool:
        try:
            return len(character.encode(codec)) == 2
        except UnicodeEncodeError:
            return False

    han = [chr(code) for code in range(0x4E00, 0xA000)]
    everyday = [character for character in han if holds(character, "big5") or holds(character, "gb2312")]
    assert len(everyday) > 13_000
    assert FONTS.missing_glyphs("".join(everyday)) == ""
    assert (
        FONTS.missing_glyphs("абвгдеёжзийклмнопрстуфхцчшщъыьэюя АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ №«»—") == ""
    )
    assert (
        FONTS.missing_glyphs("，。、；：？！「」『』（）《》【】…—·％０９" + FONTS.REPLACEMENT + ELLIPSIS)
        == ""
    )


def test_missing_glyphs_are_named_once_and_in_order() -> None:
    first, second = NOBODY_DRAWS
    assert FONTS.missing_glyphs(f"a{second}晨{first}ё{second}") == second + first


@over("character", ["晨", "嶼", "储", "Ж", "ё", "é"])
def test_a_character_is_really_drawn(character: str) -> None:
    blank, drawn, replaced = ink(" "), ink(character), ink(FONTS.REPLACEMENT)
    assert (drawn != blank).any()
    assert (drawn != replaced).any()


def test_a_character_without_a_glyph_is_noticed_by_the_drawing_too() -> None:
    with pytest.warns(UserWarning, match="Glyph"):
        ink(NOBODY_DRAWS[0])


def test_what_cannot_be_drawn_is_replaced_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        label = FONTS.drawable("晨" + "".join(NOBODY_DRAWS), cells=20)
    assert label == "晨" + 2 * FONTS.REPLACEMENT
    assert "u0378" in caplog.text


def test_angle_brackets_of_chinese_titles_are_drawn_as_their_twins(caplog: pytest.LogCaptureFixture) -> None:
    assert FONTS.drawable("〈晨曦〉", cells=20) == "⟨晨曦⟩"
    assert caplog.text == ""


# A mark that no font has takes no cell, what is drawn in its place takes one.
@example(text="00\U00010a0d", cells=2)
@given(text=st.text(max_size=30), cells=st.integers(min_value=1, max_value=20))
def test_labels_are_short_drawable_and_of_one_line(text: str, cells: int) -> None:
    label = FONTS.drawable(text, cells=cells)
    assert FONTS.missing_glyphs(label) == ""
    assert len(label.splitlines()) <= 1
    assert shorten(label, cells) == label


def test_a_chinese_character_takes_two_cells() -> None:
    assert shorten("晨曦風電", 8) == "晨曦風電"
    assert shorten("晨曦風電", 7) == "晨曦風…"
    assert shorten("wind farm", 6) == "wind…"


def test_pictures_are_whole_and_the_same_every_time(pictures: dict[str, bytes]) -> None:
    files = pictures
    assert sorted(files) == ["questions.png", "questions.svg", "radar.png", "radar.svg"]
    assert files == CHARTS.draw_charts(data())
    for name, content in files.items():
        if name.endswith(".png"):
            assert content.startswith(b"\x89PNG")
            assert content.endswith(b"IEND\xaeB`\x82")


def test_an_svg_needs_nothing_and_runs_nothing(pictures: dict[str, bytes]) -> None:
    for name, content in pictures.items():
        if name.endswith(".svg"):
            root = ET.fromstring(content)  # noqa: S314  (our own drawing)
            tags = {element.tag.rpartition("}")[2] for element in root.iter()}
            assert not {"script", "image", "text", "foreignObject"} & tags, name
            links = [value for e in root.iter() for key, value in e.attrib.items() if key.endswith("href")]
            assert links
            assert all(link.startswith("#") for link in links)
            assert b"<dc:date>" not in content


def test_other_labels_make_other_pictures(pictures: dict[str, bytes]) -> None:
    first, *others = NAMES
    other = CHARTS.draw_charts(data((first.replace("晨", "嶼"), *others)))
    assert all(pictures[name] != other[name] for name in other)


@pytest.mark.slow
def test_a_long_list_of_questions_keeps_its_height() -> None:
    import struct

    height = [
        struct.unpack(">I", CHARTS.draw_charts(data(questions=count))["questions.png"][20:24])[0]
        for count in (5, 100, 130)
    ]
    assert height[0] < height[1] == height[2]


def test_what_has_nothing_to_show_is_left_out() -> None:
    nothing = ChartData(axes=("a", "b", "c"), contestants=(), profiles=(), questions=())
    assert CHARTS.draw_charts(nothing) == {}


def test_a_machines_own_settings_change_nothing(pictures: dict[str, bytes]) -> None:
    import matplotlib as mpl

    with mpl.rc_context({"lines.linewidth": 9, "axes.facecolor": "red", "font.size": 30}):
        assert CHARTS.draw_charts(data()) == pictures
        assert mpl.rcParams["font.size"] == 30


def test_they_are_written_byte_by_byte(tmp_path: Path) -> None:
    content = bytes(range(256)) + b"\r\n\n"
    CHARTS.write_charts({"radar.png": content}, tmp_path)
    assert (tmp_path / "charts" / "radar.png").read_bytes() == content
    assert [path.name for path in (tmp_path / "charts").iterdir()] == ["radar.png"]


def test_a_folder_that_cannot_be_made_is_the_users_to_mend(tmp_path: Path) -> None:
    (tmp_path / "charts").write_text("in the way")
    with pytest.raises(InputError, match="charts"):
        CHARTS.write_charts({"radar.png": b"x"}, tmp_path)


def test_page_and_pictures_have_the_same_colours() -> None:
    light = CSS.read_text(encoding="utf-8").split("@media")[0]
    found = re.findall(r"--side-(\d): (#[0-9a-f]{6})", light)
    assert [colour for _, colour in sorted(found)] == list(CHARTS.COLOURS)


def test_the_fonts_are_there_with_the_licence() -> None:
    assert FONTS.sans_font().is_file()
    assert "Apache License" in (FONTS.CJK_FONT.parent / "LICENSE").read_text(encoding="utf-8")
