"""What a fair person would say of an answer, and the embedded judge too.

Each case stands for a kind of mistake that was once made.
"""

import pytest

from scoring.abstention import abstains
from scoring.judging import judge_answer

EN = [
    """Harbour report 2023
Section 1. Traffic
In 2023 the port handled 4,120 ships. The pilot service employed 64 people.
The port's oldest crane was built in 1971.""",
    """Section 4. Safety
The port handled 4,310 ships in 2023, of which 212 were tankers. Of 9,800 planned pilot trips
9,310 went ahead; fog accounts for 300 of the cancelled trips and strikes for the remaining 190.""",
    """The quay closed at 06:20 on 21 January and opened again at 13:45 on 23 January, after
55 hours and 25 minutes. The harbour fee for yachts rose from £4.80 to £5.10 on 1 May 2023.""",
]
ZH = [
    "港務年報\n第一節 概況\n二○二三年底港區員工共402人。晨光碼頭於1998年啟用。",
    "第七節 人事\n截至2023年12月31日，港區共有員工397人，其中領港員31人。全年支出4.58億元，預算4.86億元。",
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many people did the pilot service employ?", "The port's oldest crane was built in 1971."),
        ("When did the quay open again?", "In 2023 the port handled 4,120 ships."),
        ("What did the harbour fee for yachts become?", "Harbour report 2023"),
    ],
)
def test_a_true_sentence_that_answers_something_else_is_no_answer(question: str, answer: str) -> None:
    verdict = judge_answer(question, answer, EN)
    assert verdict.completeness < 5
    assert verdict.accuracy < 8
    assert verdict.suggestion


def test_a_part_of_the_question_left_out_is_missed() -> None:
    verdict = judge_answer(
        "When did the quay close and what did the harbour fee for yachts become?",
        "The quay closed at 06:20 on 21 January.",
        EN,
    )
    assert verdict.completeness < 8
    assert "fee" in verdict.suggestion.casefold()


@pytest.mark.parametrize("figure", ["4,120", "4,310"])
def test_one_side_of_a_conflict_is_not_the_whole_truth(figure: str) -> None:
    verdict = judge_answer(
        "How many ships did the port handle in 2023?", f"It handled {figure} ships in 2023.", EN
    )
    assert 3 <= verdict.accuracy < 8
    assert 3 <= judge_answer("2023 年底港區有多少員工？", "港區年底共有員工397人。", ZH).accuracy < 8


@pytest.mark.parametrize(
    ("question", "answer", "passages"),
    [
        (
            "How many ships did the port handle in 2023?",
            "The report contradicts itself: section 1 says 4,120 ships, section 4 says 4,310.",
            EN,
        ),
        ("2023 年底港區有多少員工？", "年報自相矛盾：第一節說402人，第七節卻說397人，無法判斷何者正確。", ZH),
    ],
)
def test_both_sides_of_a_conflict_are_the_whole_truth(
    question: str, answer: str, passages: list[str]
) -> None:
    assert judge_answer(question, answer, passages).accuracy > 9


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "How many pilot trips were cancelled, and why?",
            (
                "490 trips were lost: 300 to fog and the other 190 to strikes. "
                "That is 5 per cent of the 9,800 planned."
            ),
        ),
        ("How many pilot trips were cancelled?", "Of 9,800 planned trips 9,310 went ahead, so 490 did not."),
        ("How long was the quay closed?", "It was shut for two days, seven hours and twenty-five minutes."),
        (
            "How long was the quay closed?",
            "From 6.20 a.m. on 21 January until 1.45 p.m. on 23 January, 55 h 25 min.",
        ),
        (
            "By how much did the yacht fee rise?",
            "It went up by 30 pence, from £4.80 to £5.10 (6.25 per cent).",
        ),
        ("What did the yacht fee become in May 2023?", "Since May 2023 yachts have paid five pounds ten."),
    ],
)
def test_equal_values_and_plain_arithmetic_are_true(question: str, answer: str) -> None:
    assert judge_answer(question, answer, EN).accuracy > 8


@pytest.mark.parametrize(
    "answer",
    [
        "No price is given anywhere in the document for the new crane.",
        "Unfortunately that can't be answered from this report, which stays silent on the crane's price.",
        "This isn't covered: the report leaves the price out entirely.",
        "這份年報並不包含票價資訊，所以答不出來。",
        "抱歉，我没能在这份文件中查到这笔费用，也不好随意猜测。",
        "К сожалению, узнать цену крана по этому документу невозможно.",
        "Unknown. While £5.10 is the yacht fee, the text contains no estimate of what the crane will cost.",
    ],
)
def test_an_abstention_in_any_words_is_one(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "The report does not say what the new crane costs. It only mentions that the yacht fee is £5.10.",
        "Unknown: no figure for the price of the new crane is given anywhere.",
    ],
)
def test_an_honest_abstention_gets_full_marks_beside_other_figures(answer: str) -> None:
    assert judge_answer("What does the new crane cost?", answer, EN).accuracy > 8


def test_a_lead_in_sentence_is_no_claim_to_be_borne_out() -> None:
    verdict = judge_answer(
        "By how much did the yacht fee rise?",
        "Yachts have to pay more than before. The fee rose from £4.80 to £5.10.",
        EN,
    )
    assert verdict.accuracy > 8
