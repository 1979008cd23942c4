"""Lists given in other words than the passages', against lists that the passages do not give."""

import pytest

from scoring.claims import split_claims
from scoring.evidence import read_evidence
from scoring.judging import judge_answer
from scoring.list_items import listed_in_other_words
from scoring.questions import question_parts
from scoring.vagueness import asks_in_words

MARKET_EN = (
    "The market hall reopened in March. Traders named three drawbacks of the new hall: the loading bay "
    "floods after "
    "storms, the freight lift is out of order every other week, and the lamps dazzle the fishmongers.\n\n"
    "Visitors praised the broad aisles, the warm toilets and the cheap parking."
)
MARKET_RU = (
    "Крытый рынок открылся в марте. Продавцы назвали три недостатка нового здания: погрузочный двор после "
    "ливней "
    "стоит в воде, грузовой лифт через неделю ломается, лампы слепят торговцев рыбой.\n\n"
    "Посетители хвалили широкие проходы, тёплые уборные и дешёвую стоянку."
)
MARKET_HANT = (
    "市場大樓三月重新開幕。攤商提到新大樓的三項缺點：卸貨區暴雨後積水、貨梯隔週故障、燈光刺眼影響魚販。\n\n"
    "訪客則稱讚走道寬敞、廁所溫暖和停車便宜。"
)
MARKET_HANS = (
    "市场大楼三月重新开幕。摊商提到新大楼的三项缺点：卸货区暴雨后积水、货梯隔周故障、灯光刺眼影响鱼贩。\n\n"
    "访客则称赞走道宽敞、厕所温暖和停车便宜。"
)


@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            MARKET_EN,
            "Which drawbacks of the new hall did the traders name?",
            "- Water in the loading bay after rain\n- A goods lift that fails a lot\n- Too bright lamps",
        ),
        (
            MARKET_RU,
            "Какие недостатки нового здания назвали продавцы?",
            "Людей злит, что двор для погрузки заливает, лифт то и дело отказывает, лампы чересчур яркие.",
        ),
        (
            MARKET_HANT,
            "攤商提到新大樓有哪些缺點？",
            "- 下大雨時卸貨的地方會積水\n- 貨梯常常壞\n- 燈太亮，魚販覺得刺眼",
        ),
        (
            MARKET_HANS,
            "摊商提到新大楼有哪些缺点？",
            "- 下大雨时卸货的地方会积水\n- 货梯常常坏\n- 灯太亮，鱼贩觉得刺眼",
        ),
    ],
)
def test_each_item_is_told_in_other_words(document: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [document]).accuracy > 8


@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            MARKET_EN,
            "Which drawbacks of the new hall did the traders name?",
            "- Rents have gone up\n- The stalls are too narrow\n- Pigeons nest under the roof",
        ),
        (
            MARKET_RU,
            "Какие недостатки нового здания назвали продавцы?",
            "Людей злит, что аренда подорожала, прилавки узкие, а под крышей гнездятся голуби.",
        ),
        (MARKET_HANT, "攤商提到新大樓有哪些缺點？", "- 租金上漲\n- 攤位太窄\n- 屋頂有鴿子築巢"),
        (MARKET_HANS, "摊商提到新大楼有哪些缺点？", "- 租金上涨\n- 摊位太窄\n- 屋顶有鸽子筑巢"),
    ],
)
def test_a_made_up_list_is_refused(document: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [document]).accuracy < 3


@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            MARKET_EN,
            "Which drawbacks of the new hall did the traders name?",
            "- Aisles as broad as a street\n- Toilets that are far too warm\n- Parking for hardly any money",
        ),
        (
            MARKET_RU,
            "Какие недостатки нового здания назвали продавцы?",
            "Проходы, уборные и стоянка для машин.",
        ),
        (MARKET_HANT, "攤商提到新大樓有哪些缺點？", "- 走道過寬\n- 廁所太暖\n- 停車的錢太少"),
        (MARKET_HANS, "摊商提到新大楼有哪些缺点？", "- 走道过宽\n- 厕所太暖\n- 停车的钱太少"),
    ],
)
def test_the_items_of_another_list_are_no_answer(document: str, question: str, answer: str) -> None:
    parts, claims = question_parts(question), split_claims(answer)
    assert not listed_in_other_words(claims, parts, read_evidence([document]))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Under what conditions may a loan be renewed?", True),
        ("В каких случаях заявку отклоняют?", True),
        ("讀者在什麼情況下不得續借圖書？", True),
        ("读者在什么条件下可以退票？", True),
        ("How much did the output grow?", False),
        ("На сколько выросло число читателей？", False),
        ("產量增加了多少？", False),
    ],
)
def test_conditions_are_asked_for_in_words(question: str, expected: bool) -> None:
    assert any(asks_in_words(part.own) for part in question_parts(question)) is expected


@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            "已有他人預約或借閱證欠款達50元以上時，不得續借。",
            "在什麼情況下不得續借？",
            "書已被別人預約，或借閱證有欠款時，不得續借。",
        ),
        (
            "Renewal is refused if the book is reserved or more than 5 pounds are owed.",
            "In what cases is renewal refused?",
            "Renewal is refused if the book is reserved by some other reader or money is owed.",
        ),
    ],
)
def test_conditions_without_numbers_are_not_vague(document: str, question: str, answer: str) -> None:
    assert judge_answer(question, answer, [document]).accuracy > 8
