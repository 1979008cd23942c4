"""A claim writes an amount in digits that the passage says in words, and false twins of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.judging import judge_answer
from scoring.mentions import mentions, stated_or_worded, worded
from scoring.quantities import agrees


def bears_out(passage: str, claim: str) -> bool:
    """Whether every figure of a claim, of which there must be one, agrees with one of the passage."""
    said, held = mentions(claim), stated_or_worded(passage)
    assert said
    return all(any(agrees(one, other) for other in held) for one in said)


def check(passage: str, true: str, false: str) -> None:
    assert bears_out(passage, true)
    assert not bears_out(passage, false)


@pytest.mark.parametrize(
    ("passage", "true", "false"),
    [
        ("每錠含四百毫克", "400毫克", "4毫克"),
        ("每錠含四百毫克", "400 mg", "440 mg"),
        ("每锭含四百毫克", "0.4公克", "0.04克"),
        ("水瓶可裝七百五十毫升", "750 毫升", "570 毫升"),
        ("钢板厚十八毫米", "1.8 cm", "8 毫米"),
        ("袋重九公斤", "9 kg", "6 kg"),
        ("含鉛三十微克", "30 μg", "13 微克"),
        ("延迟六十毫秒", "60 ms", "16 毫秒"),
        ("a delay of 60 ms", "60毫秒", "60秒"),
        ("步道長七千米", "7 km", "17 km"),
        ("доза двенадцать миллиграммов", "12 мг", "20 мг"),
        ("250 микрограммов", "0,25 мг", "2,5 мг"),
    ],
)
def test_numerals_in_words_before_units_match_digits(passage: str, true: str, false: str) -> None:
    check(passage, true, false)


@pytest.mark.parametrize(
    ("passage", "true", "false"),
    [
        ("失蹤四人", "失蹤4人", "失蹤7人"),
        ("每週澆水三次", "每週3次", "每週5次"),
        ("第八天出院", "第8天出院", "第6天出院"),
        ("两名司机", "2名司机", "3名司机"),
        ("實習四個月", "4个月", "6個月"),
        ("发现一例", "1例", "2例"),
        ("首例在港口發現", "第1例", "第2例"),
        ("nine kayaks were lost", "9 kayaks", "6 kayaks"),
        ("one kayak was lost", "1 kayak", "2 kayaks"),
        ("пропало девять байдарок", "9 байдарок", "4 байдарки"),
        ("пропала одна байдарка", "1 байдарка", "2 байдарки"),
        ("the sixth day", "the 6th day", "the 5th day"),
        ("on day six", "on the 6th day", "on the 9th day"),
        ("on the sixth day", "on day 6", "on day 5"),
        ("на шестой день", "на 6-й день", "на 7-й день"),
        ("на шестой день", "第6天", "第7天"),
        ("watered twice a week", "2 times a week", "3 times a week"),
        ("watered twice a week", "每周2次", "每周4次"),
        ("поливают дважды в неделю", "2 раза в неделю", "4 раза в неделю"),
        ("поливают два раза в неделю", "2次", "3次"),
        ("output rose fivefold", "5 times", "4 times"),
        ("the price doubled", "2 times", "3 times"),
        ("выросло втрое", "в 3 раза", "в 2 раза"),
        ("renewed every half a year", "6 months", "9 months"),
        ("каждые полгода", "6 месяцев", "4 месяца"),
        ("每半年換一次", "6個月", "8個月"),
        ("three dozen lamps", "36 lamps", "30 lamps"),
        ("двое суток", "48 часов", "24 часа"),
    ],
)
def test_small_numbers_in_words_match_digits(passage: str, true: str, false: str) -> None:
    check(passage, true, false)


@pytest.mark.parametrize(
    ("passage", "true", "false"),
    [
        ("two thirds of the hedge", "2/3 of the hedge", "1/3 of the hedge"),
        ("a third of the hedge", "33 % of the hedge", "43 % of the hedge"),
        ("三分之二的樹籬", "2/3", "3/4"),
        ("五分之二的学生", "40%", "25%"),
        ("треть изгороди", "1/3 изгороди", "2/3 изгороди"),
        ("две пятых изгороди", "40 %", "20 %"),
        ("три четверти изгороди", "75 %", "25 %"),
        ("3/4 of the hedge", "75 %", "34 %"),
        ("a quarter of the hedge", "25 %", "4 %"),
        ("half of the hedge", "50 %", "15 %"),
        ("половина изгороди", "50 %", "40 %"),
        ("一半的樹籬", "50%", "5%"),
        ("六成三的受訪者", "63%", "36%"),
        ("六成半的受访者", "65%", "60.5%"),
        ("打七五折", "25%", "57%"),
        ("打七五折", "75%", "7.5%"),
        ("one in eight riders", "12.5 %", "8 %"),
        ("1 in 8 riders", "12.5 %", "18 %"),
        ("one in eight riders", "1 in 8", "1 in 4"),
        ("каждый восьмой пассажир", "12,5 %", "8 %"),
        ("двое из пяти пассажиров", "40 %", "25 %"),
        ("每五名乘客中有兩名", "40%", "25%"),
        ("17 in 100 riders", "17 %", "71 %"),
        ("每百人中有十七人", "17%", "71%"),
        ("three of every four riders", "75 %", "34 %"),
        ("halved since then", "50 %", "150 %"),
    ],
)
def test_shares_in_words_match_fractions_and_percentages(passage: str, true: str, false: str) -> None:
    check(passage, true, false)


@pytest.mark.parametrize(
    ("passage", "true", "false"),
    [
        ("两年零七个月", "31个月", "27个月"),
        ("两年零七个月", "2年7个月", "2年6个月"),
        ("two years and seven months", "31 months", "27 months"),
        ("два года и семь месяцев", "31 месяц", "27 месяцев"),
        ("best time 4:35", "4 min 35 s", "4 min 53 s"),
        ("4 minutes 35 seconds", "4:35", "4:53"),
        ("4′35″", "4 min 35 s", "3 min 45 s"),
        ("4′35″", "4分35秒", "4分53秒"),
        ("4 мин 35 с", "275 с", "435 с"),
        ("полсуток", "12 часов", "18 часов"),
        ("раз в сутки", "24 часа", "12 часов"),
        ("one day", "24 hours", "12 hours"),
        ("a fortnight", "14 days", "40 days"),
        ("two weeks", "a period of 14 days", "a period of 12 days"),
        ("once a quarter", "every 3 months", "every 4 months"),
        ("раз в квартал", "3 месяца", "2 месяца"),
        ("每季檢查", "每3個月檢查", "每4個月檢查"),
        ("一周", "7天", "5天"),
        ("three quarters of an hour", "45 minutes", "75 minutes"),
        ("четверть часа", "15 минут", "25 минут"),
    ],
)
def test_durations_in_words_match_digits(passage: str, true: str, false: str) -> None:
    check(passage, true, false)


@pytest.mark.parametrize(
    "text",
    [
        "a third party",
        "the first half of 2019",
        "two and a half",
        "open 24/7",
        "折叠椅和三折叠手机",
        "17/40 of the marks",
        "две с половиной тонны",
        "5 in 10 years",
    ],
)
def test_what_only_looks_like_a_share_is_none(text: str) -> None:
    shares = [m.figure for m in stated_or_worded(text) if m.figure and m.figure.value < 1]
    assert not shares


def test_small_numbers_in_words_are_still_no_figures_of_a_claim() -> None:
    assert not mentions("Both harbours have two piers, and a third is half built.")
    assert worded("Both harbours have two piers.")


@pytest.mark.parametrize(
    ("question", "passage", "true", "false"),
    [
        (
            "Сколько маяков?",
            "На косе три маяка, их красят дважды в год.",
            "На косе 3 маяка.",
            "На косе 5 маяков.",
        ),
        ("有幾座燈塔？", "沙洲上有三座燈塔，每年上漆兩次。", "沙洲上有3座燈塔。", "沙洲上有5座燈塔。"),
        ("灯塔有几座？", "沙洲上有三座灯塔，每年上漆两次。", "沙洲上有3座灯塔。", "沙洲上有6座灯塔。"),
        (
            "How many beacons?",
            "The spit has three beacons.",
            "The spit has 3 beacons.",
            "The spit has 4 beacons.",
        ),
    ],
)
def test_an_answer_in_digits_is_borne_out_by_words(
    question: str, passage: str, true: str, false: str
) -> None:
    assert judge_answer(question, true, [passage]).accuracy > 8
    assert judge_answer(question, false, [passage]).accuracy < 4


def test_a_small_number_in_words_that_stands_elsewhere_is_misplaced() -> None:
    passages = ["The upper lock employs eight keepers.\n\nThe lower lock has a staff of five keepers."]
    question = "How many keepers work at the lower lock?"
    assert judge_answer(question, "The lower lock has 5 keepers.", passages).accuracy > 8
    assert judge_answer(question, "The lower lock has 8 keepers.", passages).accuracy < 4


@settings(max_examples=60)
@given(
    st.text(alphabet="one third half of in every 1/2年三分之一折成半个月中有пол третьиз'′\"″:", max_size=40)
)
def test_any_text_can_be_read_for_what_it_words(text: str) -> None:
    for mention in stated_or_worded(text):
        assert text[mention.start : mention.end] == mention.raw


def test_a_year_of_the_republic_is_found_without_its_reign() -> None:
    assert bears_out("民國一一三年有九十座水車。", "113年")
    assert not bears_out("民國一一三年有九十座水車。", "103年")


@pytest.mark.parametrize("text", ["一天三次", "一日2回", "一周两次"])
def test_the_time_that_occasions_are_counted_in_is_no_duration(text: str) -> None:
    assert all(mention.figure is None or mention.figure.unit != "s" for mention in mentions(text))


def test_a_number_in_the_shape_of_a_year_may_be_an_amount() -> None:
    passages = ["Прокат лодки стоит 1 940 руб. в день, каяка — 1 620 руб."]
    question = "Сколько стоит прокат лодки?"
    assert judge_answer(question, "Прокат лодки стоит 1940.", passages).accuracy > 8
    assert judge_answer(question, "Прокат лодки стоит 1960.", passages).accuracy < 4


@pytest.mark.parametrize(
    ("answer", "is_true"),
    [
        ("The barge costs more by 35,500 pounds (124,300 against 88,800).", True),
        ("The barge costs more by 36,500 pounds (124,300 against 88,800).", False),
    ],
)
def test_a_difference_of_two_bare_numbers_follows_from_them(answer: str, is_true: bool) -> None:
    passages = ["The barge costs £124,300 and the punt £88,800."]
    accuracy = judge_answer("How much more does the barge cost than the punt?", answer, passages).accuracy
    assert (accuracy > 8) == is_true


def test_the_number_of_an_agenda_item_is_no_figure() -> None:
    assert not mentions("Item 7 of the agenda and items 3 and 4")


@pytest.mark.parametrize(("gain", "is_true"), [("214", True), ("224", False)])
def test_a_difference_follows_from_the_two_sentences_before(gain: str, is_true: bool) -> None:
    passages = ["In 2021 the Ash mill ground 631 tonnes. In 2020 the Ash mill ground 417 tonnes."]
    answer = f"In 2021 it ground 631 tonnes. In 2020 it ground 417 tonnes. That is {gain} tonnes more."
    accuracy = judge_answer("How did the output of the Ash mill change?", answer, passages).accuracy
    assert (accuracy > 8) == is_true
