"""How months and quarters are called in English and Russian, as data."""

_BEGINNINGS_ENGLISH = "jan feb mar apr may jun jul aug sep oct nov dec"
_BEGINNINGS_RUSSIAN = "янв фев мар апр май июн июл авг сен окт ноя дек"
MONTHS_ENGLISH = (
    "jan(?:uary)?",
    "feb(?:ruary)?",
    "mar(?:ch)?",
    "apr(?:il)?",
    "may",
    "june?",
    "july?",
    "aug(?:ust)?",
    "sept?(?:ember)?",
    "oct(?:ober)?",
    "nov(?:ember)?",
    "dec(?:ember)?",
)
MONTHS_RUSSIAN = (
    "янв(?:ар[ьяеюи])?",
    "февр?(?:ал[ьяеюи])?",
    "март[аеу]?",
    "апр(?:ел[ьяеюи])?",
    "ма[йяею]",
    "июн[ьяеюи]",
    "июл[ьяеюи]",
    "авг(?:уст[аеу]?)?",
    "сент?(?:ябр[ьяеюи])?",
    "окт(?:ябр[ьяеюи])?",
    "нояб?(?:р[ьяеюи])?",
    "дек(?:абр[ьяеюи])?",
)
MONTHLY_RUSSIAN = (
    "(?:январ|феврал|март|апрел|май|июн|июл|август|сентябр|октябр|ноябр|декабр)(?:ь?|ов)ск"
    "(?:ий|ого|ому|им|ом|ая|ой|ую|ое|ие|их|ими)"
)
"""Adjectives of months: майский, апрельского."""
# The first three letters of a month's name in either language.
MONTH_BEGINNINGS = {
    **dict(zip(_BEGINNINGS_ENGLISH.split(), range(1, 13), strict=True)),
    **dict(zip(_BEGINNINGS_RUSSIAN.split(), range(1, 13), strict=True)),
    "мая": 5,
    "мае": 5,
    "маю": 5,
}
# Months that are other words too; alone they are read after a preposition only.
AMBIGUOUS_MONTHS = frozenset(
    {"may", "march", "mar", "jan", "dec", "sep", "oct", "nov", "feb", "apr", "jun", "jul"}
)
ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "перв": 1,
    "втор": 2,
    "трет": 3,
    "четверт": 4,
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "一": 1,
    "二": 2,
    "三": 3,
    "四": 4,
    "1": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "上": 1,
    "下": 2,
}
_COUNTED = """
people persons employees workers staff users customers clients units items pieces homes households patients
students teachers vehicles cars buses stores shops companies firms countries cases samples times copies tons
pages participants respondents members jobs seats beds trees species words points houses visitors passengers
residents children women men orders sites stations apartments schools hospitals books documents человек
сотрудников работников рабочих штук единиц случаев пользователей клиентов домов квартир семей машин
автомобилей магазинов компаний стран образцов раз копий страниц участников мест учеников студентов школ
больниц жителей посетителей пассажиров деревьев книг документов заказов станций
"""
# What follows a number of the size of a year when it counts something.
COUNTED = frozenset(_COUNTED.split())

_UNITS_ENGLISH = "first second third fourth fifth sixth seventh eighth ninth"
_TEENS_ENGLISH = (
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_UNITS_RUSSIAN = "первого второго третьего четвертого пятого шестого седьмого восьмого девятого"
_TEENS_RUSSIAN = (
    "десятого одиннадцатого двенадцатого тринадцатого четырнадцатого пятнадцатого шестнадцатого семнадцатого "
    "восемнадцатого девятнадцатого"
)


def _days(units: str, teens: str, twenty: str, twentieth: str, thirty: str, thirtieth: str) -> dict[str, int]:
    """The days of a month in words."""
    small = units.split()
    words = [*small, *teens.split(), twentieth, *(f"{twenty}{unit}" for unit in small), thirtieth]
    return {word: day for day, word in enumerate([*words, f"{thirty}{small[0]}"], start=1)}


DAYS_ENGLISH = {
    **_days(_UNITS_ENGLISH, _TEENS_ENGLISH, "twenty-", "twentieth", "thirty-", "thirtieth"),
    **_days(_UNITS_ENGLISH, _TEENS_ENGLISH, "twenty ", "twentieth", "thirty ", "thirtieth"),
}
DAYS_RUSSIAN = _days(_UNITS_RUSSIAN, _TEENS_RUSSIAN, "двадцать ", "двадцатого", "тридцать ", "тридцатого")
# "двадцатое мая" beside "двадцатого мая".
DAYS_RUSSIAN |= {word.replace("ьего", "ье").replace("ого", "ое"): day for word, day in DAYS_RUSSIAN.items()}
ORDINAL_DAYS = DAYS_ENGLISH | DAYS_RUSSIAN
