import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.abstention import abstains

ABSTENTIONS = [
    "The documents do not say what the ticket costs.",
    "I could not find this in the provided passages.",
    "There is no mention of the ticket price in the report.",
    "Nothing in these documents tells who built the pier.",
    "The report is silent on this point.",
    "Not stated in the documents.",
    "Unknown.",
    "The price cannot be determined from the sources.",
    "I don't know.",
    "None of the passages gives the date of opening.",
    "The review doesn't disclose the supplier's name; it only mentions that the fleet has 14 ferries.",
    "The report gives neither the length nor the weight of the crane.",
    "文件中沒有提到票價。",
    "報告未揭露供應商名稱。",
    "資料中查無此項記錄，無法回答。",
    "現有文件並未說明原因。",
    "我不知道。",
    "文中没有相关信息。",
    "根据所提供的材料，无法判断造价是多少。",
    "报告只写了总产量 327.6 吨，没有提供出口额。",
    "文件沒有記載閉館時間，只提到 2022 年底有館員 86 人。",
    "В документах об этом не сказано.",
    "Отчёт не раскрывает имя подрядчика.",
    "В предоставленных материалах нет информации о цене билета.",
    "Ответить на этот вопрос по документам невозможно.",
    "Неизвестно.",
    "В отчёте указано лишь число сотрудников, 86 человек; о часах работы ничего не говорится.",
]
ANSWERS = [
    "The ticket costs £6.40.",
    "The documents do not say, but it is 42.",
    "It is not in the report; my guess is about £6.",
    "The report does not state it, but it is probably around 400 m.",
    "In 2022 diesel cost £3.7 million. The documents do not say what a ticket costs.",
    "Nobody was injured.",
    "The pier was not damaged in the storm.",
    "The company did not pay a dividend.",
    "The report contradicts itself: page 1 says 402 people, page 5 says 397; it does not explain why.",
    "文件沒有寫，不過應該是 42 公里。",
    "報告未提及，但據我估計約為 3 億元。",
    "颱風沒有造成人員受傷。",
    "2022 年產量為 198.3 吨，文件沒有提到出口額。",
    "文件中没有说明，但大约是 500 人。",
    "В документах этого нет, но, вероятно, около 42 км.",
    "Пострадавших нет.",
    "Расходы составили 37,2 млн рублей; о выручке в отчёте не сказано.",
    "",
]


@pytest.mark.parametrize("answer", ABSTENTIONS)
def test_declining_is_recognised(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_is_none_even_beside_a_disclaimer(answer: str) -> None:
    assert not abstains(answer)


@pytest.mark.parametrize("answer", ["The documents do not say [1].", "文件中沒有提到票價 [fare.pdf#p3.2]。"])
def test_citation_marks_are_no_figures(answer: str) -> None:
    assert abstains(answer)


@given(st.text(max_size=300))
def test_any_text_is_told_one_way_or_the_other(answer: str) -> None:
    assert abstains(answer) in {True, False}


@pytest.mark.parametrize(
    "answer",
    [
        "The sales were 4.2 million and the costs are not given. Therefore we cannot calculate the margin.",
        "I'm sorry, but the journal holds no wages. The share is found by dividing wages by sales × 100.",
        "銷售額為 420 萬元，成本未載明，因此無法計算毛利率。",
        "Продажи составили 4,2 млн рублей, затраты не названы, поэтому рассчитать прибыль невозможно.",
        "日誌裡沒有寫門票價格，答不出來。",
        "Сказать, сколько заплатили, по этим документам не получится.",
    ],
)
def test_computing_for_a_while_and_giving_up_is_an_abstention(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "The report gives no restructuring costs. Therefore, the answer is 0.",
        "The surveyors did not see the papers and could not say how much was shipped; they measured 45.2 km.",
        "The bridge could not be opened on time because of the storm.",
    ],
)
def test_an_answer_drawn_from_silence_is_none(answer: str) -> None:
    assert not abstains(answer)
