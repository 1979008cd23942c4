"""A sentence of the passages told of somebody else than they tell it of."""

import pytest

from scoring.judging import judge_answer

CASES = {
    "en": (
        (
            "Drain work came in-house in July, after our contractor Holbeck & Rudd went into administration. "
            "Lanyard Research, an independent firm, telephoned 1,026 tenants in the autumn."
        ),
        "Why was drain work brought in-house?",
        "Because the contractor, Holbeck & Rudd, went into administration in July.",
        "Because the contractor, Lanyard Research, went into administration in July.",
    ),
    "zh-Hant": (
        (
            "凍庫汰換工程由副總幹事羅景深負責督導，每週向理事會報告進度。"
            "推廣部主任梁佩瑜負責漁村婦女講習，全年辦理十二場。"
        ),
        "凍庫汰換工程的進度要怎麼報告？",
        "由副總幹事羅景深督導凍庫汰換工程，每週向理事會報告進度。",
        "由主任梁佩瑜督導凍庫汰換工程，每週向理事會報告進度。",
    ),
    "zh-Hans": (
        (
            "回退判定由首席技术官褚景行作出，启动次日六点前核心验证未通过即回退。"
            "现场搬运由项目经理滕远鸣负责，每晚清点设备。"
        ),
        "什么情况下要回退？",
        "启动次日六点前核心验证未通过即回退，由首席技术官褚景行判定。",
        "启动次日六点前核心验证未通过即回退，由项目经理滕远鸣判定。",
    ),
    "ru": (
        (
            "Повторную проверку датчиков оттаивания зимой провела инженер Тамара Горностаева. "
            "Жалобы пассажиров на узкий проход разбирал технолог Денис Мелентьев."
        ),
        "Как проверяли датчики оттаивания?",
        "Зимой повторную проверку датчиков оттаивания провела Тамара Горностаева.",
        "Зимой повторную проверку датчиков оттаивания провёл Денис Мелентьев.",
    ),
}


@pytest.mark.parametrize("language", CASES)
def test_the_right_name_stands(language: str) -> None:
    passage, question, right, _ = CASES[language]
    assert judge_answer(question, right, [passage]).accuracy > 8


@pytest.mark.parametrize("language", CASES)
def test_another_name_in_the_same_sentence_is_noticed(language: str) -> None:
    passage, question, _, wrong = CASES[language]
    assert judge_answer(question, wrong, [passage]).accuracy < 5


def test_two_names_of_one_sentence_are_no_exchange() -> None:
    passage = (
        "Anna Reyes and Peter Marsh surveyed the northern bank in May. Peter Marsh drew the map of the bank."
    )
    answer = "Anna Reyes surveyed the northern bank in May."
    assert judge_answer("How was the northern bank surveyed?", answer, [passage]).accuracy > 8


def test_things_that_look_like_chinese_names_are_nobody() -> None:
    passage = "全年度共登錄遺物 18,460 件，絕大部分為陶片。完整或可復原的器物不多，經修復的陶器有 37 件。"
    answer = "共登錄 18,460 件，絕大多數為陶片，完整或可復原的器物並不多。"
    assert judge_answer("全年共登錄多少件遺物？", answer, [passage]).accuracy > 8
