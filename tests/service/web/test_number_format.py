"""Figures and times as a language writes them."""

from service.web.number_format import figures


def test_durations_are_in_the_visitors_language() -> None:
    shown = {
        locale: [figures(locale)["duration"](seconds) for seconds in (0, 0.44, 12.6, 75, 120)]
        for locale in ("en", "ru", "zh_Hant", "zh_Hans")
    }
    assert shown["en"] == ["0 sec", "0.4 sec", "13 sec", "1 min 15 sec", "2 min"]
    assert shown["ru"] == ["0 с", "0,4 с", "13 с", "1 мин 15 с", "2 мин"]
    assert shown["zh_Hant"] == ["0 秒", "0.4 秒", "13 秒", "1 分鐘 15 秒", "2 分鐘"]
    assert shown["zh_Hans"] == ["0秒", "0.4秒", "13秒", "1分钟 15秒", "2分钟"]
    assert figures("en")["duration"](None) == "–"


def test_long_durations_are_in_hours_and_days() -> None:
    asked = (3599, 3599.6, 7200, 7265, 90_060, 400_000)
    shown = {
        locale: [figures(locale)["duration"](each) for each in asked] for locale in ("en", "ru", "zh_Hant")
    }
    assert shown["en"] == ["59 min 59 sec", "1 hr", "2 hr", "2 hr 1 min", "1 day 1 hr", "4 days 15 hr"]
    assert shown["ru"][2:5] == ["2 ч", "2 ч 1 мин", "1 дн. 1 ч"]
    assert shown["zh_Hant"][2:5] == ["2 小時", "2 小時 1 分鐘", "1 天 1 小時"]


def test_few_bytes_are_bytes() -> None:
    shown = {
        locale: [figures(locale)["size"](size) for size in (4, 1200)] for locale in ("en", "ru", "zh_Hans")
    }
    assert shown["en"] == ["4 bytes", "1.2 kB"]
    assert shown["ru"] == ["4 байта", "1,2 кБ"]
    assert shown["zh_Hans"][0] == "4字节"
