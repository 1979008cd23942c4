"""Reversals where words decide: opposites at the same place, and who holds a role now."""

from data_base.text.language import Language, detect_language
from scoring.embedded.verdict import judge_answer
from tests.support.rows import over, table

HOW: dict[Language, str] = {
    "en": "How was it in 2023?",
    "ru": "Как обстояло дело в 2023 году?",
    "zh-Hans": "2023 年情况如何？",
    "zh-Hant": "2023 年情況如何？",
}
ROLES_EN = "Alison Reeve was director until 2022. Since 2022 Tom Hale has been director."
ROLES_ZH = "前館長張志遠於 2021 年退休。現任館長是林若溪。"
ROLES_RU = "Бывший директор Иван Орлов ушёл на пенсию в 2021 году. Сейчас директор — Анна Петрова."


@over(
    "said, passage",
    table(__file__, "test_the_opposite_of_what_is_there_is_wrong"),
)
def test_the_opposite_of_what_is_there_is_wrong(said: str, passage: str) -> None:
    verdict = judge_answer(HOW[detect_language(said)], said, [passage])
    assert verdict.accuracy < 4
    assert verdict.issues[0].verdict == "contradicted"


@over(
    "said, passage",
    table(__file__, "test_the_same_in_another_word_is_right"),
)
def test_the_same_in_another_word_is_right(said: str, passage: str) -> None:
    assert judge_answer(HOW[detect_language(said)], said, [passage]).accuracy > 7


SAID_EN = "The board approved the merger on 4 May. The ferry did not sail in January."
SAID_HANS = "董事会于5月4日批准了合并。渡轮一月没有开航。"
SAID_HANT = "委員會否決了擴建案。碼頭並未關閉。"
SAID_RU = "Совет одобрил слияние 4 мая. Паром в январе не ходил."


@over(
    "question, wrong, right, passage",
    [
        (
            "Did the ferry sail in January?",
            "The ferry sailed in January.",
            "The ferry did not sail.",
            SAID_EN,
        ),
        (
            "Was the merger approved?",
            "The board did not approve the merger.",
            "The board approved the merger.",
            SAID_EN,
        ),
        ("渡轮一月开航了吗？", "渡轮一月开航了。", "渡轮一月没有开航。", SAID_HANS),
        ("碼頭關閉了嗎？", "碼頭關閉了。", "碼頭並未關閉。", SAID_HANT),
        ("Ходил ли паром в январе?", "Паром в январе ходил.", "Паром в январе не ходил.", SAID_RU),
        ("Одобрил ли совет слияние?", "Совет не одобрил слияние.", "Совет одобрил слияние.", SAID_RU),
        (
            "What happened to output and prices?",
            "Output fell, while prices rose.",
            "Output rose, while prices fell.",
            "Output rose, while prices fell.",
        ),
    ],
)
def test_a_denial_of_what_is_there_is_wrong(question: str, wrong: str, right: str, passage: str) -> None:
    assert judge_answer(question, wrong, [passage]).accuracy < 5
    assert judge_answer(question, right, [passage]).accuracy > 7


@over(
    "question, wrong, right, passage",
    table(__file__, "test_who_did_something_else_did_not_do_this"),
)
def test_who_did_something_else_did_not_do_this(question: str, wrong: str, right: str, passage: str) -> None:
    assert (
        judge_answer(question, wrong, [passage]).accuracy
        < 7
        < judge_answer(question, right, [passage]).accuracy
    )


def test_an_opposite_without_a_value_and_with_another_order_is_undecided() -> None:
    verdict = judge_answer(
        "Which is cheaper?", "The bus is dearer than the ferry.", ["The ferry is cheaper than the bus."]
    )
    assert 4 < verdict.accuracy < 7
    assert verdict.decided_share == 0


@over(
    "question, former, holder, passage",
    [
        ("Who is director now?", "The director is Alison Reeve.", "The director is Tom Hale.", ROLES_EN),
        ("Who is the director?", "Alison Reeve is the director.", "Tom Hale is the director.", ROLES_EN),
        ("現任館長是誰？", "館長是張志遠。", "現任館長是林若溪。", ROLES_ZH),
        ("Кто сейчас директор?", "Директор — Иван Орлов.", "Директор — Анна Петрова.", ROLES_RU),
    ],
)
def test_who_held_a_role_does_not_hold_it(question: str, former: str, holder: str, passage: str) -> None:
    assert judge_answer(question, former, [passage]).accuracy < 5
    assert judge_answer(question, holder, [passage]).accuracy > 7


def test_a_former_holder_is_right_where_the_past_is_asked_for() -> None:
    said = "Alison Reeve was director until 2022."
    assert judge_answer("Who was director before Tom Hale?", said, [ROLES_EN]).accuracy > 7
