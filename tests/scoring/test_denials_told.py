"""True sentences that read like an abstention, and wordings of an honest one, in four languages."""

import pytest

from scoring.abstention import abstains
from scoring.judging import judge_answer

EN = (
    "Rules of the archive. The names of the donors are not published, in order to protect "
    "them. The insurance "
    "costs 40 euros a year and does not cover damage by flood. Applicants for a reading card pay 5 euros."
)
HANT = "為保護捐贈人，其姓名不予公布。石榕廠自十月起試車，其能源數據暫不納入本報告。閱覽證費用為五歐元。"
RU = (
    "Правила архива. Имена жертвователей не публикуются, чтобы защитить их. Страховка стоит "
    "40 евро в год и не "
    "покрывает ущерб от наводнения. Читательский билет стоит 5 евро."
)


@pytest.mark.parametrize(
    ("passage", "question", "answer", "is_true"),
    [
        (
            EN,
            "Are the names of the donors published?",
            "No, the names of the donors are not published, to protect them.",
            True,
        ),
        (
            EN,
            "Are the names of the donors published?",
            "The documents do not say whether the donors' names are published.",
            False,
        ),
        (
            EN,
            "Does the insurance cover flood damage?",
            "No, it does not cover damage caused by flooding.",
            True,
        ),
        (EN, "Does the insurance cover flood damage?", "The rules do not mention flood damage.", False),
        (EN, "What does a reading card cost?", "The report gives no price for the reading card.", False),
        (HANT, "捐贈人的姓名會公布嗎？", "不會，捐贈人的姓名並未公布，以資保護。", True),
        (HANT, "捐贈人的姓名會公布嗎？", "文件沒有說明是否公布姓名。", False),
        (
            HANT,
            "石榕廠的能源數據是否納入本報告？",
            "答案是否定的：能源數據因石榕廠仍在試車而未納入。",
            True,
        ),
        (
            RU,
            "Публикуются ли имена жертвователей?",
            "Нет, имена жертвователей не публикуются: их хотят защитить.",
            True,
        ),
        (RU, "Сколько стоит читательский билет?", "Стоимость билета в правилах не указана.", False),
    ],
)
def test_what_the_passages_deny_themselves(
    passage: str, question: str, answer: str, *, is_true: bool
) -> None:
    accuracy = judge_answer(question, answer, [passage]).accuracy
    assert accuracy > 8 if is_true else accuracy < 7


@pytest.mark.parametrize(
    "answer",
    [
        "The excerpt stays silent about the cost.",
        "That cannot be gathered from the minutes.",
        "How many stations there are is not something the plan tells us.",
        "The number of stations isn't in the plan.",
        "The text never names the supplier.",
        "The report mentions the boilers but not their supplier.",
        "The name of the supplier does not appear in the report.",
        "规划节选里没有写轨道2号线东延的车站数量。",
        "节选中未列车站数量。",
        "車站數量未見於規劃。",
        "文件裡沒有供應商的名字。",
        "講義裡沒有寫車站數。",
        "В плане не перечислены станции.",
        "Из текста нельзя понять, кто поставил котлы.",
        "В постановлении эта сумма не значится.",
    ],
)
def test_wordings_of_an_abstention(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "Saying no to a heat pump is recorded and leaves the offer standing for another 24 months.",
        "The noise was not measured in 2021.",
        "The discount does not cover dangerous goods.",
        "没有收取任何费用。",
        "館方不提供寄物服務。",
        "Скидка на зону Г не распространяется.",
        "Уровень шума не измеряли.",
    ],
)
def test_negative_statements_decline_nothing(answer: str) -> None:
    assert not abstains(answer)


@pytest.mark.parametrize(
    ("question", "answer", "is_true"),
    [
        ("霧嶺廠的鍋爐是由哪一家廠商供應的？", "文件沒有說明鍋爐的供應廠商。", True),
        ("屋頂太陽能板由哪一家公司承建？", "文件沒有說明由誰承建。", False),
        ("倉庫的貨架是哪一家公司的產品？", "文件沒有寫明是哪家公司。", False),
    ],
)
def test_a_firm_is_told_only_where_one_is_named(question: str, answer: str, *, is_true: bool) -> None:
    passage = (
        "霧嶺廠於五月將兩座重油鍋爐汰換為天然氣鍋爐，投資金額為六千八百萬元。屋頂太陽能板由光禾公司承建。"
        "倉庫的貨架是晉安機械的產品。"
    )
    accuracy = judge_answer(question, answer, [passage]).accuracy
    assert accuracy > 8 if is_true else accuracy < 7
