"""Whether an answer declines: tables of answers in four languages, each told by a rate."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.abstention import abstains
from scoring.embedded.answer import claims_of
from tests.support.rows import over

FLOOR = 0.93

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
    "No estimate of the fare can be found here.",
    "The text describes the crane but leaves open which firm built it.",
    "文件中沒有提到票價。",
    "公报里没有关于该码头造价的信息。",
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
    "В документах этого нет.",
    "В тексте об этом ничего нет.",
    "В документе нет упоминаний об этом.",
    "Неизвестно.",
    "Сведений о том, сколько судов вышло из порта за прошлый год, в годовом обзоре нет.",
    "В отчёте указано лишь число сотрудников, 86 человек; о часах работы ничего не говорится.",
]
GIVEN_UP = [
    "The sales were 4.2 million and the costs are not given. Therefore we cannot calculate the margin.",
    "I'm sorry, but the journal holds no wages. The share is found by dividing wages by sales × 100.",
    "銷售額為 420 萬元，成本未載明，因此無法計算毛利率。",
    "Продажи составили 4,2 млн рублей, затраты не названы, поэтому рассчитать прибыль невозможно.",
    "日誌裡沒有寫門票價格，答不出來。",
    "Сказать, сколько заплатили, по этим документам не получится.",
]
DENIED_LAST = [
    "The manual names the price of the seal, £48, and of the filter, £12, but not what the test costs.",
    "The manual gives the price of the seal, £48, and of the filter, £12, but that of a test is not in it.",
    "According to the handbook the seal costs £48 and the filter £12; what the test costs, it does not say.",
    "The letter names 264 engineers and 43 million for one project, but not how much was spent on research.",
    "手冊提到校驗每年一次，也列出密封條 480 元、濾網 120 元的價格，但校驗本身的費用並沒有寫。",
    "報告說明船隊有 14 艘船、船員 86 人，可是船票價格沒有寫。",
    "公告列出了午餐價格，但裡面沒有狗能否入內的規定。",
    "信中提到年末有工程师 264 人、一个项目投入 4300 万元，但全年研究经费是多少没有写。",
    "手册说滤网 120 元、密封条 480 元，不过校准的价格里面没有。",
    "Памятка называет цену уплотнителя, 480 рублей, и фильтра, 120 рублей, но цены поверки в ней нет.",
    "В письме говорится о 264 инженерах и о 43 млн рублей на один проект, но общей суммы в нём нет.",
    "Руководство указывает, что фильтр стоит 120 рублей, однако о цене поверки не говорит.",
]
ANSWERS = [
    "The ticket costs £6.40.",
    "The documents do not say, but it is 42.",
    "It is not in the report; my guess is about £6.",
    "The report does not state it, but it is probably around 400 m.",
    "In 2022 diesel cost £3.7 million. The documents do not say what a ticket costs.",
    "Nobody was injured.",
    "No survivors could be found.",
    "No player may be named twice.",
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
    "В другом зале выступать нельзя: сцена установлена именно здесь.",
    "Расходы составили 37,2 млн рублей; о выручке в отчёте не сказано.",
    "",
    "The report gives no restructuring costs. Therefore, the answer is 0.",
    "The surveyors did not see the papers and could not say how much was shipped; they measured 45.2 km.",
    "The bridge could not be opened on time because of the storm.",
    "The ferry carries 240 cars but not lorries.",
    "The seal costs £48, but the filter is not in it.",
    "密封條 480 元，濾網 120 元，校驗的費用沒有寫。",
    "这座桥长 42 米，里面没有灯。",
    "Фильтр стоит 120 рублей, а уплотнителя в нём нет.",
    (
        "The evidence states that the dividend was £0.55 per share. Since it was paid every quarter and "
        "there is no indication that one was skipped, it was paid in the second."
    ),
]


def test_declining_is_recognised_wherever_the_denial_stands() -> None:
    declining = [*ABSTENTIONS, *GIVEN_UP, *DENIED_LAST]
    missed = [answer for answer in declining if not abstains(answer)]
    assert len(missed) <= (1 - FLOOR) * len(declining), missed


def test_an_answer_is_none_even_beside_a_disclaimer() -> None:
    taken = [answer for answer in ANSWERS if abstains(answer)]
    assert len(taken) <= (1 - FLOOR) * len(ANSWERS), taken


def test_citation_marks_are_no_figures() -> None:
    for answer in ("The documents do not say [1].", "文件中沒有提到票價 [fare.pdf#p3.2]。"):
        assert abstains(answer), answer


@given(st.text(max_size=300))
def test_any_text_is_told_one_way_or_the_other(answer: str) -> None:
    assert abstains(answer) in {True, False}


@over(
    "text",
    [
        "文件中沒有票價。",
        "段落没有票价。",
        "所附段落未見票價。",
        "搜尋結果中沒有票價。",
        "这一点文献中没有。",
        "很抱歉，我不掌握电芯供应商的信息。",
        "No fare in the passages.",
        "There is no fare in the documents.",
        "The passages have no fare.",
        "None of the documents has the fare.",
        "The fare isn't in any of the passages.",
        "Nothing in the passages about the fare.",
        "not in the documents",
        "Nowhere in the report.",
        "In the documents there is nothing about it.",
        "В документах нет цены.",
        "Цены в документах нет.",
        "Нет цены в отрывках.",
        "К сожалению, я не располагаю такими сведениями.",
    ],
)
def test_the_plainest_denial_needs_no_word_for_saying(text: str) -> None:
    assert abstains(text)
    assert [claim.kind for claim in claims_of(text)] == ["abstention"]


@over(
    "text",
    [
        "島上沒有橋。",
        "文件中的票價是 12 元，並無折扣。",
        "合同没有期限。",
        "There is no bridge on the island.",
        "Not in the town, but in the village.",
        "The fare is not 15 crowns as in the documents.",
        "No passengers were hurt in the fire.",
        "На острове нет моста.",
    ],
)
def test_that_a_thing_does_not_exist_is_an_answer(text: str) -> None:
    assert not abstains(text)
    assert {claim.kind for claim in claims_of(text)} == {"fact"}
