"""Figures and times as a language writes them."""

from service.web.figures import figures


def test_durations_are_in_the_visitors_language() -> None:
    shown = {
        locale: [figures(locale)["duration"](seconds) for seconds in (0, 0.44, 12.6, 75, 120, 7265)]
        for locale in ("en", "ru", "zh_Hant", "zh_Hans")
    }
    assert shown["en"] == ["0 sec", "0.4 sec", "13 sec", "1 min 15 sec", "2 min", "121 min"]
    assert shown["ru"] == ["0 с", "0,4 с", "13 с", "1 мин 15 с", "2 мин", "121 мин"]
    assert shown["zh_Hant"] == ["0 秒", "0.4 秒", "13 秒", "1 分鐘 15 秒", "2 分鐘", "121 分鐘"]
    assert shown["zh_Hans"] == ["0秒", "0.4秒", "13秒", "1分钟 15秒", "2分钟", "121分钟"]
    assert figures("en")["duration"](None) == "–"


def test_few_bytes_are_bytes() -> None:
    shown = {
        locale: [figures(locale)["size"](size) for size in (4, 1200)] for locale in ("en", "ru", "zh_Hans")
    }
    assert shown["en"] == ["4 bytes", "1.2 kB"]
    assert shown["ru"] == ["4 байта", "1,2 кБ"]
    assert shown["zh_Hans"][0] == "4字节"
