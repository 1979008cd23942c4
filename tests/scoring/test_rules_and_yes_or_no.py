"""Yes-or-no questions in four languages: a right yes or no in other words, and a wrong one."""

import pytest

from scoring.judging import judge_answer
from scoring.yes_or_no import answers_yes

RULES = {
    "en": (
        "House rules of the Lindow library. Books may be renewed twice. If another reader has "
        "reserved a book, it "
        "cannot be renewed and must be returned on time. Dogs are not allowed in the reading "
        "room. The Mellin apple "
        "is recommended for sandy soil. It should not be planted on clay, where the roots rot; "
        "for gravel, the growers want two more seasons. "
        "Students can borrow "
        "laptops."
    ),
    "zh-Hant": (
        "林杜圖書館規則。書籍得續借兩次。如有他人預約，該書不得續借，應準時歸還。閱覽室內禁止攜帶寵物。"
        "梅林蘋果建議種於砂質土。該品種不宜種於黏土，因為根部容易腐爛。"
    ),
    "zh-Hans": (
        "林杜图书馆规则。书籍可续借两次。如有他人预约，该书不得续借，应准时归还。学生可以借用笔记本电脑。"
        "梅林苹果建议种在沙质土上。该品种不宜种在黏土上，因为根部容易腐烂。"
    ),
    "ru": (
        "Правила библиотеки. Книгу можно продлить два раза. Если на книгу стоит очередь, продлить "
        "её нельзя, и её "
        "нужно вернуть в срок. С собаками вход в читальный зал запрещён. Яблоню сорта Меллин рекомендуют для "
        "песчаных почв. На глине её сажать не следует: корни загнивают. Студенты могут брать ноутбуки."
    ),
}
STATES = {
    "en": (
        "Annual report of the Orvel ferry. The fuel surcharge does not apply to cyclists. "
        "Breakfast is included in "
        "the cabin price. The company missed its punctuality target for the year. The lift was "
        "not repaired before "
        "the season."
    ),
    "zh-Hant": (
        "奧維爾渡輪年報。燃油附加費不適用於自行車騎士。艙位價格包含早餐。公司未達成全年準點目標。"
        "渡輪電梯在旺季前並未修復。"
    ),
    "zh-Hans": "奥维尔渡轮年报。舱位价格包含早餐。公司未达成全年准点目标。停车费不包含在票价内。",
    "ru": (
        "Годовой отчёт парома «Орвель». Топливный сбор не распространяется на велосипедистов. "
        "Завтрак включён в "
        "стоимость каюты. Компания не достигла годовой цели по пунктуальности."
    ),
}


@pytest.mark.parametrize(
    ("language", "question", "right", "wrong"),
    [
        (
            "en",
            "Can a book be renewed if another reader has reserved it?",
            "No, a reservation by someone else rules out any extension.",
            "Yes, it can be renewed all the same.",
        ),
        (
            "en",
            "Are dogs allowed in the reading room?",
            "They are not. Four-legged companions have to stay outside.",
            "Yes, dogs are welcome there.",
        ),
        (
            "en",
            "Is the Mellin apple recommended for clay soil?",
            "No. Its roots rot there, so sandy ground is the place for it.",
            "Yes. The Mellin apple is recommended especially for clay soil, where it bears most.",
        ),
        (
            "en",
            "May students borrow laptops?",
            "Yes, they can take one out.",
            "No, students cannot borrow laptops.",
        ),
        (
            "zh-Hant",
            "有人預約的書可以續借嗎？",
            "不可以。只要有別人在等這本書，就不能再延長，到期必須還。",
            "可以，有人預約也能續借。",
        ),
        ("zh-Hant", "是否建議把梅林蘋果種在黏土上？", "不建議，根會爛掉。", "是的，特別建議種在黏土。"),
        (
            "zh-Hans",
            "有人预约的书可以续借吗？",
            "不行。别的读者在等的话就没法延期，得按时还回来。",
            "可以续借，不受预约影响。",
        ),
        ("zh-Hans", "梅林苹果适合种在黏土上吗？", "不适合，容易烂根。", "适合，而且产量最高。"),
        (
            "ru",
            "Можно ли продлить книгу, если на неё стоит очередь?",
            "Нет. Когда книгу ждут другие читатели, продление недоступно, её сдают вовремя.",
            "Да, очередь не мешает продлению.",
        ),
        (
            "ru",
            "Рекомендуют ли яблоню Меллин для глины?",
            "Нет, на глине у неё гниют корни.",
            "Да, её особенно рекомендуют для глины, где урожай выше.",
        ),
    ],
)
def test_what_a_rule_allows_or_advises(language: str, question: str, right: str, wrong: str) -> None:
    assert judge_answer(question, right, [RULES[language]]).accuracy > 8
    assert judge_answer(question, wrong, [RULES[language]]).accuracy < 5


@pytest.mark.parametrize(
    ("language", "question", "right", "wrong"),
    [
        (
            "en",
            "Does the fuel surcharge apply to cyclists?",
            "No, cyclists are exempt from the fuel surcharge.",
            "Yes, the fuel surcharge applies to cyclists.",
        ),
        (
            "en",
            "Is breakfast included in the cabin price?",
            "Yes. Breakfast comes with the cabin at no extra charge.",
            "No, breakfast is excluded from the cabin price.",
        ),
        (
            "en",
            "Did the company reach its punctuality target?",
            "No. It fell short of the target for punctuality.",
            "Yes, the company reached its punctuality target.",
        ),
        (
            "zh-Hant",
            "燃油附加費適用於自行車騎士嗎？",
            "不適用，騎自行車的人免收。",
            "適用，自行車騎士也要繳。",
        ),
        ("zh-Hant", "電梯在旺季前修復了嗎？", "沒有，旺季前電梯還沒修好。", "已經修復。"),
        ("zh-Hans", "停车费包含在票价内吗？", "不包含，停车要另外付费。", "包含，票价已含停车费。"),
        ("zh-Hans", "公司是否达成全年准点目标？", "没有，准点目标未达成。", "达成了，全年准点目标已实现。"),
        (
            "ru",
            "Распространяется ли топливный сбор на велосипедистов?",
            "Нет, велосипедисты его не платят.",
            "Да, велосипедисты тоже платят топливный сбор.",
        ),
        (
            "ru",
            "Включён ли завтрак в стоимость каюты?",
            "Да, завтрак входит в цену каюты.",
            "Нет, завтрак оплачивается отдельно.",
        ),
    ],
)
def test_what_applies_is_included_or_reached(language: str, question: str, right: str, wrong: str) -> None:
    assert judge_answer(question, right, [STATES[language]]).accuracy > 8
    assert judge_answer(question, wrong, [STATES[language]]).accuracy < 5


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("They can. Saying so is enough.", "Can tenants decline?", True),
        ("It does not.", "Does it float?", False),
        ("原則上不會，但有例外。", "會收費嗎？", False),
        ("答案是否定的：沒有納入。", "是否納入？", False),
        ("不包括，要另付。", "票价包括午餐吗？", False),
        ("В принципе да, но не сейчас.", "Можно ли войти?", True),
        ("Не распространяется.", "Распространяется ли скидка на детей?", False),
        ("No permit is needed.", "May one camp here?", None),
        ("不過，仍然可行。", "可行嗎？", None),
    ],
)
def test_how_yes_and_no_are_said(text: str, question: str, expected: bool | None) -> None:
    assert answers_yes(text, question) is expected


def test_a_denial_in_another_clause_of_the_passage_contradicts_nothing() -> None:
    passage = (
        "关于夜间收费，方案明确五年内原则上不予实施；但如日均车流连续两个季度高于三万辆，"
        "交通局应启动专项论证，"
        "并依法举行听证。"
    )
    answer = "原则上不会。但如果日均车流连续两个季度高于三万辆，交通局应启动专项论证，并依法举行听证。"
    assert judge_answer("五年内是否会实施夜间收费？", answer, [passage]).accuracy > 8


def test_what_both_deny_is_no_contradiction() -> None:
    passage = (
        "Зона Г — опасные грузы. Скидка 12 % предоставляется за предоплату. На зону Г скидка не "
        "распространяется."
    )
    question = "За что дают скидку 12 % и на что она не распространяется?"
    answer = "Скидка 12 % даётся за предоплату. На зону Г (опасные грузы) она не распространяется."
    assert judge_answer(question, answer, [passage]).accuracy > 8


@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            "九台抽水機中，七台更換零件後恢復運轉，另外兩台因馬達燒毀停用。",
            "故障的抽水機是否全部修復？",
            "沒有全部修好。七台更換零件後恢復運轉，另外兩台馬達燒毀，已停用。",
        ),
        (
            "九台抽水机中，七台更换零件后恢复运转，另外两台因马达烧毁停用。",
            "故障的抽水机是否全部修复？",
            "没有全部修好。七台更换零件后恢复运转，另外两台马达烧毁，已停用。",
        ),
        (
            "Of the nine pumps, seven run again with new parts; two are out of use, as their motors burnt.",
            "Were all the broken pumps repaired?",
            "Not every one. Seven run again with new parts; two are out of use, their motors burnt out.",
        ),
        (
            "Из девяти насосов семь после замены деталей снова работают, у двух сгорели двигатели.",
            "Все ли сломанные насосы отремонтированы?",
            "Не все до единого. Семь после замены деталей снова работают, у двух сгорели двигатели.",
        ),
    ],
)
def test_a_denial_that_opens_an_answer_is_borne_out_by_what_follows(
    document: str, question: str, answer: str
) -> None:
    assert judge_answer(question, answer, [document]).accuracy > 8


@pytest.mark.parametrize(
    ("question", "right", "wrong", "passage"),
    [
        (
            "Are visitors allowed into the flour store without a hair net?",
            "No, they may not.",
            "Yes, they may enter without one.",
            "Visitors must not enter the flour store without a hair net. Dogs are allowed in the yard.",
        ),
        ("未經許可可以進入倉庫嗎？", "不可以。", "可以，未經許可也能進入。", "未經許可不得進入倉庫。"),
        (
            "Можно ли войти на склад без пропуска?",
            "Нет, нельзя.",
            "Да, можно войти и без пропуска.",
            "Без пропуска вход на склад запрещён.",
        ),
        (
            "May members enter without a ticket?",
            "Yes, they may.",
            "No, they may not.",
            "Members may enter without a ticket.",
        ),
    ],
)
def test_a_condition_that_the_question_names_is_part_of_the_rule(
    question: str, right: str, wrong: str, passage: str
) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5
