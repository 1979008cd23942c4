"""Somebody named for what the passages say of somebody else, and people named rightly, in four languages."""

import pytest

from scoring.judging import examine, judge_answer
from scoring.people import people

HARBOUR_EN = (
    "The harbour office is run by Edda Lorrimer, appointed harbour master on 3 March 2021. She signs every "
    "berthing contract herself.\n\n"
    "The repair yard belongs to the harbour. Its foreman is Silas Quenby. He trains the apprentices and "
    "orders "
    "the timber.\n\n"
    "Jonah Wexcombe keeps the accounts. In May 2023 he discovered that two invoices had been paid twice.\n\n"
    "| Task | Responsible | Deadline |\n|---|---|---|\n| Dredging survey | Maud Tarrant | 4 June |\n"
    "| Crane inspection | Piers Oldacre | 9 July |\n"
)
HARBOUR_RU = (
    "Портовой конторой руководит Эдда Лорина, назначенная капитаном порта 3 марта 2021 года. Она сама "
    "подписывает "
    "каждый договор о стоянке.\n\n"
    "Ремонтный двор принадлежит порту. Мастером там работает Силантий Квашнин. Он обучает учеников и "
    "заказывает "
    "лес.\n\n"
    "Бухгалтерию ведёт Иона Вексельный. В мае 2023 года он обнаружил, что два счёта оплачены дважды.\n\n"
    "| Задача | Ответственный | Срок |\n|---|---|---|\n| Промеры глубин | Марфа Тарантова | 4 июня |\n"
    "| Осмотр крана | Пётр Староверов | 9 июля |\n"
)
HARBOUR_HANT = (
    "港務處由處長羅怡安主持，她於2021年3月3日接任港長。所有泊位合約都由她親自簽署。\n\n"
    "修船場隸屬港務處。領班為石維德。他負責訓練學徒，並訂購木料。\n\n"
    "帳目由會計溫喬南管理。2023年5月，他發現有兩張發票重複付款。\n\n"
    "| 工作 | 負責人 | 期限 |\n|---|---|---|\n| 水深測量 | 譚木蘭 | 6月4日 |\n| 起重機檢查 | 歐陽培之 | 7月"
    "9日 |\n"
)
HARBOUR_HANS = (
    "港务处由处长罗怡安主持，她于2021年3月3日接任港长。所有泊位合约都由她亲自签署。\n\n"
    "修船场隶属港务处。领班为石维德。他负责训练学徒，并订购木料。\n\n"
    "账目由会计温乔南管理。2023年5月，他发现有两张发票重复付款。\n\n"
    "| 工作 | 负责人 | 期限 |\n|---|---|---|\n| 水深测量 | 谭木兰 | 6月4日 |\n| 起重机检查 | 欧阳培之 | 7月"
    "9日 |\n"
)


def names_somebody_else(question: str, answer: str, document: str) -> bool:
    return any(fault.name == "elsewhere" for fault in examine(question, answer, [document]).faults)


@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            HARBOUR_EN,
            "Who keeps the accounts of the harbour?",
            "Silas Quenby keeps the accounts.",
        ),
        (
            HARBOUR_EN,
            "Who was appointed harbour master, and when?",
            "Jonah Wexcombe became harbour master in May 2023.",
        ),
        (
            HARBOUR_EN,
            "Who is the foreman of the repair yard?",
            "The foreman of the yard is Maud Tarrant.",
        ),
        (
            HARBOUR_EN,
            "Who is responsible for the crane inspection?",
            "Maud Tarrant is responsible for the crane inspection.",
        ),
        (
            HARBOUR_EN,
            "Who discovered that invoices had been paid twice?",
            "Edda Lorrimer discovered it.",
        ),
        (HARBOUR_RU, "Кто ведёт бухгалтерию?", "Бухгалтерию ведёт Силантий Квашнин."),
        (
            HARBOUR_RU,
            "Кто и когда назначен капитаном порта?",
            "Капитаном порта в мае 2023 года назначен Иона Вексельный.",
        ),
        (
            HARBOUR_RU,
            "Кто работает мастером ремонтного двора?",
            "Мастером работает Марфа Тарантова.",
        ),
        (
            HARBOUR_RU,
            "Кто отвечает за осмотр крана?",
            "За осмотр крана отвечает Марфа Тарантова.",
        ),
        (HARBOUR_HANT, "帳目由誰管理？", "帳目由石維德管理。"),
        (HARBOUR_HANT, "修船場的領班是誰？", "修船場的領班是譚木蘭。"),
        (HARBOUR_HANT, "起重機檢查由誰負責？", "起重機檢查由譚木蘭負責。"),
        (HARBOUR_HANS, "账目由谁管理？", "账目由石维德管理。"),
        (HARBOUR_HANS, "修船场的领班是谁？", "修船场的领班是谭木兰。"),
        (HARBOUR_HANS, "起重机检查由谁负责？", "起重机检查由谭木兰负责。"),
        (HARBOUR_HANS, "谁发现发票重复付款？", "是处长罗怡安发现的。"),
    ],
)
def test_somebody_else_is_named(document: str, question: str, answer: str) -> None:
    assert names_somebody_else(question, answer, document)


@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            HARBOUR_EN,
            "Who keeps the accounts of the harbour?",
            "The books are kept by Jonah Wexcombe.",
        ),
        (
            HARBOUR_EN,
            "Who was appointed harbour master, and when?",
            "Edda Lorrimer, on 3 March 2021.",
        ),
        (
            HARBOUR_EN,
            "Who signs the berthing contracts?",
            "Harbour master Edda Lorrimer signs them in person.",
        ),
        (
            HARBOUR_EN,
            "Who trains the apprentices?",
            "That is the job of Silas Quenby, the yard's foreman.",
        ),
        (
            HARBOUR_EN,
            "Who discovered the double payment?",
            "Wexcombe, who keeps the accounts, noticed it.",
        ),
        (
            HARBOUR_EN,
            "Who is responsible for the crane inspection?",
            "Piers Oldacre looks after that.",
        ),
        (HARBOUR_EN, "Who orders the timber?", "Silas Quenby does."),
        (
            HARBOUR_EN,
            "Who owns the repair yard?",
            "The harbour owns it, and Jonah Wexcombe keeps its accounts.",
        ),
        (HARBOUR_RU, "Кто ведёт бухгалтерию?", "Счета ведёт Иона Вексельный."),
        (
            HARBOUR_RU,
            "Кто подписывает договоры о стоянке?",
            "Их подписывает Эдда Лорина, капитан порта.",
        ),
        (HARBOUR_RU, "Кто обучает учеников?", "Этим занимается мастер Силантий Квашнин."),
        (HARBOUR_RU, "Кто обнаружил двойную оплату счетов?", "Её заметил Вексельный."),
        (HARBOUR_RU, "Кто отвечает за осмотр крана?", "Осмотр поручен Петру Староверову."),
        (HARBOUR_HANT, "帳目由誰管理？", "管帳的人是會計溫喬南。"),
        (HARBOUR_HANT, "泊位合約由誰簽署？", "由港長羅怡安親自簽署。"),
        (HARBOUR_HANT, "學徒由誰訓練？", "由領班石維德帶領訓練。"),
        (HARBOUR_HANT, "起重機檢查由誰負責？", "負責人是歐陽培之。"),
        (HARBOUR_HANS, "账目由谁管理？", "管账的人是会计温乔南。"),
        (HARBOUR_HANS, "泊位合约由谁签署？", "由港长罗怡安亲自签署。"),
        (HARBOUR_HANS, "学徒由谁训练？", "由领班石维德带领训练。"),
        (HARBOUR_HANS, "谁发现发票重复付款？", "是会计温乔南发现的。"),
    ],
)
def test_the_right_one_is_named(document: str, question: str, answer: str) -> None:
    assert not names_somebody_else(question, answer, document)


@pytest.mark.parametrize(
    ("document", "question", "answer", "wrong"),
    [
        (
            HARBOUR_EN,
            "Who keeps the accounts?",
            "Everything to do with money and accounts is left to Jonah Wexcombe.",
            "Everything to do with money and accounts is left to Barnaby Quill.",
        ),
        (
            HARBOUR_RU,
            "Кто ведёт бухгалтерию?",
            "Учёт денег в этой бухгалтерии доверен человеку по имени Иона Вексельный.",
            "Учёт денег в этой бухгалтерии доверен человеку по имени Захар Мостовой.",
        ),
        (
            HARBOUR_HANT,
            "帳目由誰管理？",
            "錢財進出都歸會計溫喬南一人經手管理。",
            "錢財進出都歸會計石維德一人經手管理。",
        ),
        (
            HARBOUR_HANS,
            "账目由谁管理？",
            "钱财进出都归会计温乔南一人经手管理。",
            "钱财进出都归会计石维德一人经手管理。",
        ),
    ],
)
def test_the_right_name_bears_out_other_words(document: str, question: str, answer: str, wrong: str) -> None:
    assert judge_answer(question, answer, [document]).accuracy > 8
    assert judge_answer(question, wrong, [document]).accuracy < 5


LEFT = (
    "Marta Ellwood has chaired the allotment society since May 2022. She took over from Gordon Pashley, "
    "who had "
    "been in the chair since 2015 and moved to the coast."
)


@pytest.mark.parametrize(
    ("question", "answer", "wrong"),
    [
        ("Who chairs the allotment society?", "Gordon Pashley chairs the allotment society.", True),
        ("Who chairs the allotment society?", "Marta Ellwood, who followed Gordon Pashley.", False),
        ("Who was the previous chair of the allotment society?", "Gordon Pashley.", False),
        ("Who chaired the allotment society in 2018?", "Gordon Pashley.", False),
    ],
)
def test_who_left_is_not_who_holds_the_post(question: str, answer: str, wrong: bool) -> None:
    assert names_somebody_else(question, answer, LEFT) is wrong


def test_people_are_found_by_their_names_and_places_left_out() -> None:
    assert people("The depot at Osterfold Lane is led by Jonas Prewick.") == {frozenset({"jonas", "prewi"})}
    assert people("路線調整方案由科長駱韶安核定。") == {frozenset({"骆韶"})}


@pytest.mark.parametrize(
    ("question", "right", "wrong", "passage"),
    [
        (
            "Who is the treasurer?",
            "Mina Dhal is the treasurer.",
            "Owen Pike is the treasurer.",
            "Its chair is Owen Pike; the treasurer is Mina Dhal. The members met in May.",
        ),
        (
            "Кто казначей?",
            "Казначей — Мина Долгова.",
            "Казначей — Осип Лещёв.",
            "Председатель кооператива — Осип Лещёв; казначей — Мина Долгова. Собрание прошло в мае.",
        ),
    ],
)
def test_what_a_semicolon_parts_is_said_of_one_alone(
    question: str, right: str, wrong: str, passage: str
) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 8
    assert judge_answer(question, wrong, [passage]).accuracy < 5
