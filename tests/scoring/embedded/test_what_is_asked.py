"""Whether an answer says something of the kind that is asked for, and what it denies of the passages."""

from scoring.embedded.question import parts_of
from scoring.embedded.verdict import judge_answer
from tests.support.rows import over, table

HARBOUR = (
    "Harbour of Aster. The ferry to Aster carried 212,000 passengers in 2023. The grain terminal was built "
    "in 2019 for 18.5 million euros. The harbour master is Alison Reeve."
)
FERRY_ZH = "前往阿斯特的渡輪 2023 年載客 212,000 人次。"
FERRY_RU = "Паром до Астера перевёз в 2023 году 212 000 пассажиров."
SHIP = "The new ship will be delivered in March 2027 and costs £37.5 million."
LIBRARY = "海楓市立圖書館 2023 年度報告\n一、概況\n館長是林若溪，於 2019 年到任。館藏 81 萬冊。"


@over(
    "question, answer, passage",
    [
        (
            "What did a ferry ticket to Aster cost in 2023?",
            "The ferry to Aster carried 212,000 passengers.",
            HARBOUR,
        ),
        ("When was the grain terminal built?", "Harbour of Aster.", HARBOUR),
        ("Who is the harbour master?", "The grain terminal was built in 2019.", HARBOUR),
        ("Who is the harbour master?", "The harbour master.", HARBOUR),
        (
            "How many passengers did the ferry carry in 2023?",
            "The ferry carried passengers in 2023.",
            HARBOUR,
        ),
        ("海楓市立圖書館的館長是誰？", "海楓市立圖書館 2023 年度報告", LIBRARY),
        ("海楓市立圖書館有多少館藏？", "海楓市立圖書館 2023 年度報告", LIBRARY),
        (
            "晨曦 2023 年底有多少員工？",
            "晨曦離岸風電 2023 年度報告 5",
            "晨曦離岸風電 2023 年度報告 5\n七、人力\n截至 2023 年底共有員工 397 人。",
        ),
        (
            "Когда пустили линию 2?",
            "| Линия | Год пуска | Мощность, тыс. тонн |",
            "| Линия | Год пуска | Мощность, тыс. тонн |\n|---|---|---|\n| Линия 2 | 2006 | 85 |",
        ),
        (
            "When did the bridge open?",
            "The bridge is 400 m long.",
            "The bridge is 400 m long. It opened in 1998.",
        ),
        ("桥是什么时候建成的？", "这座桥长400米。", "这座桥长400米，1998年建成。"),
        ("Когда открыли мост?", "Длина моста 400 м.", "Длина моста 400 м. Его открыли в 1998 году."),
        (
            "What share of the fleet is electric?",
            "The fleet has 240 buses.",
            "The fleet has 240 buses, of which 35% are electric.",
        ),
        (
            "Who built the bridge?",
            "The bridge was built in 1998.",
            "The bridge was built in 1998 by Larsen Works.",
        ),
        (
            "What did the ferry earn in 2023?",
            "Ferry Company: annual note 2024. Traffic.",
            "# Ferry Company: annual note 2024\n\n## Traffic\n\nThe ferry earned £44.1 million in 2023.",
        ),
    ],
)
def test_what_is_beside_the_point_does_not_pass_though_it_is_true(
    question: str, answer: str, passage: str
) -> None:
    verdict = judge_answer(question, answer, [passage])
    assert verdict.accuracy < 4
    assert verdict.completeness < 4


@over(
    "question, answer, passage",
    table(__file__, "test_what_answers_passes_in_whatever_form"),
)
def test_what_answers_passes_in_whatever_form(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 7


@over(
    "question, answer, passage",
    [
        ("What did a ferry ticket to Aster cost in 2023?", "The documents do not say.", HARBOUR),
        (
            "When was the ferry to Aster founded?",
            "The documents do not say.",
            "The ferry to Aster carries people.",
        ),
        (
            "Who designed the ferry?",
            "The documents do not say.",
            "The ferry was designed for 200 passengers.",
        ),
        ("前往阿斯特的渡輪票價是多少？", "文件中沒有提到。", FERRY_ZH),
        ("Сколько стоил билет на паром до Астера?", "В документах этого нет.", FERRY_RU),
    ],
)
def test_a_denial_is_no_fault_where_nothing_of_the_kind_is_there(
    question: str, answer: str, passage: str
) -> None:
    assert judge_answer(question, answer, [passage]).accuracy > 8


@over(
    "question, answer, passage",
    [
        (
            "How many passengers did the ferry to Aster carry in 2023?",
            "The documents do not say.",
            HARBOUR,
        ),
        ("Who is the harbour master?", "No name in the documents.", HARBOUR),
        ("前往阿斯特的渡輪 2023 年載客多少人次？", "文件中沒有提到。", FERRY_ZH),
        ("前往阿斯特的渡轮2023年载客多少人次？", "文档中没有载客量。", FERRY_ZH),
        ("Сколько пассажиров перевёз паром до Астера?", "В документах этого нет.", FERRY_RU),
    ],
)
def test_a_denial_is_wrong_where_a_value_or_a_name_of_the_kind_is_there(
    question: str, answer: str, passage: str
) -> None:
    verdict = judge_answer(question, answer, [passage])
    assert verdict.accuracy < 3
    assert verdict.completeness == 1


def test_whether_a_denial_is_right_is_undecided_where_no_kind_is_asked_for() -> None:
    verdict = judge_answer(
        "How is the ferry to Aster run?", "Not stated.", ["The ferry to Aster is run daily."]
    )
    assert 4 < verdict.accuracy < 8
    assert 4 < verdict.completeness < 8


def test_a_part_that_is_denied_though_it_is_told_is_a_fault() -> None:
    question = "When will the new ship be delivered, and what does it cost?"
    said = "It will be delivered in March 2027. The documents do not say what it costs."
    false = judge_answer(question, said, [SHIP])
    assert false.accuracy <= 5
    assert "The documents do not say what it costs." not in {
        issue.claim for issue in false.issues if issue.verdict == "supported"
    }
    true = judge_answer(question, said, ["The new ship will be delivered in March 2027. It has two decks."])
    assert true.accuracy > 8
    assert true.completeness > 8


@over(
    "question, answer, passage",
    [
        ("What did a ferry ticket to Aster cost?", "The ferry carried 212,000 passengers in 2023.", HARBOUR),
        ("What did a ferry ticket to Aster cost?", "It cost 18.5 million euros.", HARBOUR),
        ("渡輪票價是多少？", "渡輪 2023 年載客 212,000 人次。", FERRY_ZH),
        ("Сколько стоил билет?", "Паром перевёз 212 000 пассажиров.", FERRY_RU),
    ],
)
def test_where_the_passages_are_known_not_to_answer_every_claim_is_wrong(
    question: str, answer: str, passage: str
) -> None:
    assert judge_answer(question, answer, [passage], unanswerable=True).accuracy < 3


@over(
    "answer",
    [
        "I have no information on that.",
        "No fare in the passages.",
        "The documents do not give a ticket price; they only say that the ferry carried 212,000 passengers.",
    ],
)
def test_where_the_passages_are_known_not_to_answer_declining_is_right_and_complete(answer: str) -> None:
    question = "What did a ferry ticket to Aster cost in 2023?"
    verdict = judge_answer(question, answer, [HARBOUR], unanswerable=True)
    assert verdict.accuracy > 8
    assert verdict.completeness == 10


@over(
    "question, answer, passage",
    table(__file__, "test_the_price_of_another_thing_does_not_pass"),
)
def test_the_price_of_another_thing_does_not_pass(question: str, answer: str, passage: str) -> None:
    assert judge_answer(question, answer, [passage]).accuracy < 7
    named = "What did the grain terminal cost?" if answer.isascii() else "Сколько стоил зерновой терминал?"
    assert judge_answer(named, answer, [passage]).accuracy > 8


RIDERS = "Ridership in 2021 was 3.2 million. In 2022 it was 3.9 million. The network has 46 stops."


@over(
    "question, denial, passage",
    [
        (
            "How many people rode in 2022?",
            "The documents do not say how many people rode in 2022.",
            RIDERS,
        ),
        (
            "Who built the mill?",
            "The documents do not say who built it.",
            "The mill was put up by Ann Harrow.",
        ),
        (
            "2022 年有多少乘客搭乘？",
            "文件沒有說明 2022 年有多少乘客搭乘。",
            "2021 年運量為 320 萬人次，2022 年為 390 萬人次。",
        ),
        ("青禾纸业有多少员工？", "文档中没有员工人数。", "青禾纸业位于临港。工厂现有职工640人。"),
        (
            "Сколько людей ездило в 2022 году?",
            "В документах не сказано, сколько людей ездило.",
            "Пассажиропоток в 2021 году составил 3,2 млн человек, в 2022 году — 3,9 млн.",
        ),
    ],
)
def test_a_denial_of_what_stands_there_in_other_words_does_not_pass(
    question: str, denial: str, passage: str
) -> None:
    verdict = judge_answer(question, denial, [passage])
    assert verdict.accuracy < 7
    assert "rightly" not in verdict.reason("en")


@over(
    "question, denial",
    [
        ("How many people rode in 2020?", "The documents do not say how many people rode in 2020."),
        ("What does a ticket cost?", "The documents do not give the price of a ticket."),
    ],
)
def test_a_denial_of_what_nothing_stands_near_is_right(question: str, denial: str) -> None:
    verdict = judge_answer(question, denial, [RIDERS])
    assert verdict.accuracy > 8
    assert "rightly" in verdict.reason("en")


def test_a_month_and_a_thing_are_nobody() -> None:
    passage = "The terminal was opened in June 2018 by the Ardent group. It handles grain."
    for said in ("The terminal was opened in June.", "The terminal handles grain."):
        assert judge_answer("Who opened the terminal?", said, [passage]).accuracy < 5


ROADS = "Two thirds of the budget went to roads. The town has 4,000 homes, 12% of them empty."
FLOOD = "The storm flooded the harbour quarter of the town. The town has 4,000 homes, 12% of them empty."
FLOOD_RU = "Наводнение затопило нижнюю часть города, где живут 4 000 человек."
POINTS = "报告提出了三点建议：减排、节能、绿化。会议上午九点开始。"


@over(
    "question, passage, right, wrong",
    [
        ("What part of the budget went to roads?", ROADS, "Two thirds.", "Half of the budget."),
        ("What part of the budget went to roads?", ROADS, "Two thirds of the budget.", "4,000 homes."),
        ("What part of the town was flooded?", FLOOD, "The harbour quarter.", "35% of the town."),
        ("What portion of the town was flooded?", FLOOD, "The harbour quarter was flooded.", "4,000 homes."),
        ("How much of the budget went to roads?", ROADS, "Two thirds.", "The roads."),
        (
            "How much of the 4 million budget was spent?",
            "The council spent 3.1 million euros of the 4 million budget.",
            "3.1 million euros.",
            "2.6 million euros.",
        ),
        (
            "How much of the land is forest?",
            "Of the 1,200 hectares of land, 400 hectares are forest.",
            "400 hectares are forest.",
            "430 hectares are forest.",
        ),
        ("Какую часть города затопило?", FLOOD_RU, "Нижнюю часть.", "4 000 человек."),
        (
            "Какая часть бюджета пошла на дороги?",
            "На дороги пошли две трети бюджета.",
            "Две трети бюджета.",
            "На дороги пошла половина бюджета.",
        ),
        ("At what rate does the pump run?", "The pump runs at 12 l/s.", "12 l/s.", "The pump."),
        ("报告提出了几点建议？", POINTS, "报告提出了三点建议。", "五点建议。"),
        ("会议几点开始？", POINTS, "上午九点。", "报告提出了三点建议。"),
    ],
)
def test_a_share_is_asked_for_where_nothing_else_can_be_meant(
    question: str, passage: str, right: str, wrong: str
) -> None:
    assert judge_answer(question, right, [passage]).accuracy > 7
    assert judge_answer(question, wrong, [passage]).accuracy < 7


def test_of_words_that_ask_inside_of_others_the_longer_ask() -> None:
    kinds = [parts_of(each)[0].kind for each in ("是哪几点？", "記滿幾點會停權？", "最晚幾點要到？")]
    assert kinds == ["list", "list", "when"]


MILL = (
    "The Orrin mill opened in 1978. It stands on the river Saale. It was built by Anna Berg. It employed 40 "
    "people. It made paper. It had two wheels of oak."
)
BESIDE = "It stands on the river Saale. It made paper. It had two wheels of oak."


@over(
    "question, right, wrong",
    [
        ("When did the mill open?", "It opened in 1978.", "It opened in 1987."),
        ("How many people did it employ?", "It employed 40 people.", "It employed 90 people."),
        ("Who built the mill?", "It was built by Anna Berg.", "It was built by Karl Voss."),
    ],
)
def test_right_sentences_around_it_do_not_make_a_wrong_answer_right(
    question: str, right: str, wrong: str
) -> None:
    assert judge_answer(question, f"{wrong} {BESIDE} {BESIDE}", [MILL]).accuracy < 4
    assert judge_answer(question, f"# The mill\n\n{BESIDE} {wrong}", [MILL]).accuracy < 4
    assert judge_answer(question, f"{right} {BESIDE}", [MILL]).accuracy >= 8
