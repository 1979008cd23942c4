"""Cells of a table that an answer gives to another row or column than the one they stand in."""

import pytest

from scoring.judging import judge_answer

COOLERS = """## Models

| Item | Brine Basic | Brine Max |
|---|---|---|
| Flow | 1.5 l/min | 2.1 l/min |
| Rated volume | 4,000 l | 6,000 l |
| Weight | 9.8 kg | 11.6 kg |
"""
WINGS_RU = """## Корпуса

| Корпус | Палат | Коек | Расходы, млн руб. |
|---|---|---|---|
| Северный | 19 | 48 | 13,4 |
| Озёрный | 31 | 76 | 17,6 |
| Заводской | 22 | 59 | 12,8 |
"""
SITES_HANT = """## 場址

| 場址 | 位置 | 功率(kW) | 容量(kWh) |
|---|---|---|---|
| 甲場 | 變電站旁 | 1,600 | 3,200 |
| 乙場 | 淨水廠北側 | 1,000 | 2,000 |
| 丙場 | 屋頂 | 600 | 1,200 |
"""
LINES_HANS = """## 线路

| 项目 | 长度（公里） | 投资（亿元） |
|---|---|---|
| 海棠线 | 24.7 | 168.5 |
| 银杏线 | 28.3 | 214.6 |
| 东延线 | 18.4 | 97.2 |
"""
ZONES = """## Tariffs

| Zone | Price, € per pallet | Free days |
|---|---|---|
| A | 34 | 3 |
| B | 71 | 1 |
| C | 88 | 2 |
"""


@pytest.mark.parametrize(
    ("question", "answer", "passage"),
    [
        ("What is the rated volume of the Brine Max?", "The Brine Max is rated for 4,000 litres.", COOLERS),
        ("What is the rated volume of the Brine Max?", "4,000 l.", COOLERS),
        (
            "Сколько палат в Озёрном и в Заводском корпусе?",
            "В Озёрном корпусе 22 палаты, в Заводском — 31.",
            WINGS_RU,
        ),
        ("乙場的功率是多少?", "乙場的功率是600 kW。", SITES_HANT),
        ("银杏线有多长？", "银杏线全长24.7公里。", LINES_HANS),
        ("What does zone B cost?", "Zone B costs 34 euros a pallet.", ZONES),
    ],
)
def test_a_cell_of_another_row_or_column_is_misplaced(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy < 5


@pytest.mark.parametrize(
    ("question", "answer", "passage"),
    [
        ("What is the rated volume of the Brine Max?", "It is 6,000 litres for the Max model.", COOLERS),
        (
            "What is the rated flow in litres per minute of the Brine Max and the Brine Basic?",
            "Brine Max: 2.1 l/min. Brine Basic: 1.5 l/min.",
            COOLERS,
        ),
        (
            "What is the rated volume of the Brine Max?",
            "6,000 litres, where the Brine Basic manages 4,000 litres.",
            COOLERS,
        ),
        (
            "Сколько палат в Озёрном и в Заводском корпусе?",
            "В Озёрном корпусе 31 палата, в Заводском 22.",
            WINGS_RU,
        ),
        (
            "Сколько палат и коек в Озёрном корпусе?",
            "На 31 палату там приходится 76 коек.",
            WINGS_RU,
        ),
        ("乙場的功率與容量是多少?", "該場功率1 MW,容量2 MWh。", SITES_HANT),
        ("乙場的功率與容量是多少?", "不同於甲場的1,600 kW,乙場為1,000 kW、2,000 kWh。", SITES_HANT),
        ("银杏线有多长？", "全长28.3公里，海棠线则为24.7公里。", LINES_HANS),
        ("What does zone B cost?", "71 euros a pallet; only zone A, at 34 euros, is cheaper.", ZONES),
    ],
)
def test_what_is_given_to_its_own_row_is_not(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 8
