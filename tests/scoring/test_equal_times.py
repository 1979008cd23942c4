"""Dates, hours, durations and frequencies told in another form, and other ones in that form.

The documents and answers of ``equal_times.jsonl`` were invented for this: many ways in which people tell one
time, each beside wrong ones that are told the same way.
"""

from pathlib import Path

import pytest

from tests.support.sheets import answers, is_right, is_wrong

_SHEET = Path(__file__).with_name("equal_times.jsonl")


@pytest.mark.parametrize(("passages", "question", "answer"), answers("true", _SHEET))
def test_a_time_told_in_another_form_is_the_same(passages: list[str], question: str, answer: str) -> None:
    assert is_right(question, answer, passages)


@pytest.mark.parametrize(("passages", "question", "answer"), answers("false", _SHEET))
def test_another_time_told_in_that_form_is_wrong(passages: list[str], question: str, answer: str) -> None:
    assert is_wrong(question, answer, passages)


@pytest.mark.parametrize(
    ("passage", "question", "true", "false"),
    [
        (
            "The guard left on 6 February with the old key. Nobody noticed. The key came back on 9 February.",
            "When did the guard leave with the key?",
            "The guard left on 6 February. Three days later the key came back.",
            "The guard left on 6 February. Five days later the key came back.",
        ),
        (
            "Сторож ушёл 6 февраля со старым ключом. Никто не заметил. Ключ вернули 9 февраля.",
            "Когда сторож ушёл с ключом?",
            "Сторож ушёл 6 февраля. Через три дня ключ вернули.",
            "Сторож ушёл 6 февраля. Через пять дней ключ вернули.",
        ),
        (
            "守衛於2月6日帶著舊鑰匙離開。沒有人發現。鑰匙在2月9日送回。",
            "守衛何時帶著鑰匙離開？",
            "守衛在2月6日離開。三天後鑰匙送回。",
            "守衛在2月6日離開。五天後鑰匙送回。",
        ),
        (
            "守卫于2月6日带着旧钥匙离开。没有人发现。钥匙在2月9日送回。",
            "守卫何时带着钥匙离开？",
            "守卫在2月6日离开。三天后钥匙送回。",
            "守卫在2月6日离开。五天后钥匙送回。",
        ),
    ],
)
def test_a_time_may_end_with_a_date_further_on(passage: str, question: str, true: str, false: str) -> None:
    assert is_right(question, true, [passage])
    assert is_wrong(question, false, [passage])


def test_a_release_is_no_day() -> None:
    passage = "Release 4.09 of the scheduler added quotas. It was published on 4 October 2020."
    question = "Which release of the scheduler added quotas?"
    assert is_right(question, "Release 4.09.", [passage])
    assert is_wrong(question, "4.10.", [passage])


@pytest.mark.parametrize(
    ("passage", "question", "false"),
    [
        (
            "There were two repairs: from May to July the kiln, from March to September the yard.",
            "When were the kiln and the yard rebuilt?",
            "The kiln was rebuilt from May to July, the yard from June to September.",
        ),
        (
            "Ремонтов было два: с мая по июль перестраивали печь, а с марта по сентябрь двор.",
            "Когда перестраивали печь и двор?",
            "Печь перестраивали с мая по июль, а двор с июня по сентябрь.",
        ),
        (
            "整修共有兩項：5月至7月改建窯爐，3月至9月改建院子。",
            "窯爐和院子何時改建？",
            "窯爐在5月至7月改建，院子在6月至9月改建。",
        ),
        (
            "整修共有两项：5月至7月改建窑炉，3月至9月改建院子。",
            "窑炉和院子何时改建？",
            "窑炉在5月至7月改建，院子在6月至9月改建。",
        ),
    ],
)
def test_a_month_within_a_range_is_not_its_begin(passage: str, question: str, false: str) -> None:
    assert is_wrong(question, false, [passage])
