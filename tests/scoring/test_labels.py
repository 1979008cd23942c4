from scoring.judging import judge_answer
from scoring.labelled import readings

PASSAGE = (
    "The timetable called for 21,360 sailings and 20,612 of them ran. Weather accounted for 431 of the "
    "cancellations, technical faults for 226 and shortage of crew for 91."
)
QUESTION = "How do the cancellations break down by cause?"


def test_labels_stand_before_and_behind_a_figure() -> None:
    (said,) = readings("431 by weather, 226 by faults", 0, 16)
    assert said == (frozenset({"§weather"}), frozenset({"§fail"}))
    said = readings("Birch 63 hours, Ash 48 hours", 6, 20)[0]
    assert said == (frozenset({"birch"}), frozenset({"ash"}))


def test_a_list_gives_its_labels_in_order() -> None:
    text = "The Alder, Birch and Cedar plots yielded 12, 30 and 21 tonnes respectively."
    assert readings(text, text.index("12"), text.index("30")) == (
        (frozenset({"alder"}), frozenset({"birch"})),
    )


def test_a_label_behind_its_figure_is_no_crossing() -> None:
    answer = "Weather led to 431 cancellations; 226 fell to technical trouble and 91 to a lack of crew."
    assert judge_answer(QUESTION, answer, [PASSAGE]).accuracy > 8


def test_labels_that_changed_their_figures_are_noticed() -> None:
    answer = "Weather accounted for 431 of the cancellations, technical faults for 91, crew for 226."
    assert judge_answer(QUESTION, answer, [PASSAGE]).accuracy < 5


def test_a_range_in_the_order_of_the_passage_is_no_crossing() -> None:
    passage = "2023年7月16日夜间，冷藏柜失灵，柜内温度最高升到11.6℃，超出2℃至8℃的规定范围，持续5小时20分钟。"
    answer = "冷藏柜的温度最高到了11.6℃（规定是2℃至8℃），过了5个小时20分。"
    assert judge_answer("冷藏柜失灵时温度最高升到多少？", answer, [passage]).accuracy > 8
