"""What the embedded researcher answers from files as people have them, in four languages."""

from pathlib import Path

import pytest

from agents.deep_research import DeepResearchService
from agents.research.settings import ResearchSettings
from data_base.documents.reader import read_documents
from data_base.passage_index import PassageIndex
from scoring.abstention import abstains
from scoring.embedded.extraction import extract_answer
from tests.support.pdf import minimal_pdf
from tests.support.rows import over, table

FERRY = """# Brightwell Ferry Company: annual note 2024

## Traffic

In 2024 the ferries carried 1.92 million passengers, 4.1% more than in 2023.

## Money

Revenue in 2024 was £48.6 million (2023: £44.1 million). Fuel cost £9.3 million.

| Route | 2022 | 2023 | 2024 |
|---|---|---|---|
| Brightwell – Aster | 612,000 | 640,000 | 671,000 |
| Brightwell – Corrie | 410,000 | 398,000 | 377,000 |

## People

The director of the company is Tomas Hale. He followed Alison Reeve, who retired in March 2024.

## The ramp at Aster

The ferry ramp at Aster was renewed by Calloway Civil Works for GBP 2.68 million; the work took 61 days.
It was necessary because the old ramp had rusted through.
"""
LIBRARY = """海楓市立圖書館 2024 年度報告

一、概況

海楓市立圖書館於 1968 年成立，現有總館一處、分館六處。
館長為陳怡君，她於 2023 年 8 月接任；前任館長張志遠已退休。

二、借閱

2024 年全館借出圖書 128.4 萬冊，較前一年增加 6.2%。

海楓市立圖書館 2024 年度報告 2

三、修繕

總館屋頂因 2023 年 9 月颱風受損，修繕工程由宏泰營造承包，工期 75 天，費用 412 萬元。
"""
STORAGE = """# 雁塘储能站评估报告

## 1 摘要

雁塘站于 2022 年 6 月 8 日投运，投资 9,720 万元，站长是周启明。

## 2 往返效率

| 站点 | 2022 年 | 2023 年 | 设计值 |
|---|---|---|---|
| 青禾站 | 87.6% | 86.9% | 88.0% |
| 雁塘站 | 71.8% | 72.4% | 75.0% |
"""
PLANT = """<html><body><h1>Завод «Северный полимер»: отчёт за 2023 год</h1><h2>Производство</h2>
<p>В 2023 году завод выпустил 48,6 тыс. тонн полиэтилена. Директор завода — Игорь Самойлов.</p><h2>Линии</h2>
<table><tr><th>Линия</th><th>Год пуска</th><th>Мощность, тыс. тонн</th></tr>
<tr><td>Линия А</td><td>2004</td><td>18</td></tr><tr><td>Линия В</td><td>2019</td><td>15</td></tr></table>
<h2>Остановка</h2><p>Линия Б стояла 23 дня в марте 2023 года из-за отказа компрессора.
Ремонт обошёлся в 37,2 млн рублей; его выполнила компания «Техмонтаж».</p></body></html>
"""
ORDERS = """Penhallow Yard - Order Book 2024
Page 1 of 2
1. Orders in hand
The yard had five vessels on order at the end of 2024.
Hull Owner Type Delivery Price (GBP million)
118 Brightwell Ferry Company Ferry 2027 37.5
119 Orsay Lines Tanker 2026 41.0
120 North Isles Council Ferry 2025 12.4
Prices are those agreed when the contracts were signed and do not contain the
owners' own supplies, which are bought apart."""
WORKFORCE = """Penhallow Yard - Order Book 2024
Page 2 of 2
2. Workforce
At the end of 2024 the yard employed 412 people, 38 of them apprentices.
Hull 120 was launched eleven weeks late because the steel came late from the mill."""
HOTEL = """Harbour Hotel: guest information
================================

Prices
------

| Room | Low season (EUR) | High season (EUR) |
|:-----|-----:|-----:|
| Single | 78 | 112 |
| Double | 104 | 149 |

The hotel was opened in 1931 by Clara Voss.

### FAQ

**Where can I park?**

Parking is behind the hotel in Mill Lane.
"""
FLEET = """<html><body><header>Речное пароходство «Волна» — официальный сайт</header><h1>Флот</h1>
<p>Флот состоит из 14 судов.</p><table><caption>Билеты, руб.</caption>
<tr><th>Маршрут</th><th>Взрослый</th><th>Детский</th></tr>
<tr><td>Городец — Устье</td><td>420</td><td>210</td></tr>
<tr><td>Устье — Заречье</td><td>310</td><td>155</td></tr></table><footer>© Волна, 2024. Страница 1</footer>
</body></html>
"""
ANSWERED = table(__file__, "ANSWERED", lists=True)
DECLINED = table(__file__, "DECLINED")
HEADS = table(__file__, "HEADS")


@pytest.fixture(scope="module")
def researcher(tmp_path_factory: pytest.TempPathFactory) -> DeepResearchService:
    folder = tmp_path_factory.mktemp("documents")
    texts = {"ferry.md": FERRY, "library.txt": LIBRARY, "storage.md": STORAGE, "plant.html": PLANT}
    texts |= {"hotel.md": HOTEL, "fleet.html": FLEET}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "orders.pdf").write_bytes(minimal_pdf(ORDERS, WORKFORCE))
    index = PassageIndex.from_passages(read_documents([Path(folder)]))
    return DeepResearchService("embedded", retriever=index, settings=ResearchSettings(checkpoints=None))


async def test_it_answers_with_sentences_and_cells_and_with_no_heading(
    researcher: DeepResearchService,
) -> None:
    wrong = []
    for question, said, unsaid in ANSWERED:
        answer = (await researcher.run(question)).answer.text
        right = all(each in answer for each in said) and not any(each in answer for each in [*unsaid, *HEADS])
        wrong += [] if right else [f"{question} {answer}"]
    assert not wrong


async def test_it_declines_where_nothing_of_the_kind_is_near(researcher: DeepResearchService) -> None:
    answers = {question: (await researcher.run(question)).answer.text for question in DECLINED}
    assert not [f"{question} {answer}" for question, answer in answers.items() if not abstains(answer)]


YEARS = table(__file__, "YEARS")


@over("question, text", YEARS)
def test_the_value_of_another_year_answers_nothing(question: str, text: str) -> None:
    (told,) = extract_answer(question.format(2023), [f"Annual report\n{text}"])
    assert "44" in told.extracts[0].text
    (untold,) = extract_answer(question.format(2022), [f"Annual report\n{text}"])
    assert not untold.extracts
