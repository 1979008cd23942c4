"""Made-up passages with one figure of several years or rows, and what is said of them right and wrong."""

# ruff: noqa: E501  (sentences)

import random
from collections.abc import Iterator
from typing import NamedTuple

from tests.support.rows import table


class Probe(NamedTuple):
    """A question on a passage, an answer that is right, and one with the value of something else."""

    kind: str
    language: str
    passage: str
    question: str
    right: str
    wrong: str


SENTENCES = table(__file__, "SENTENCES")
SENTENCES["zht"] = {
    kind: tuple(each.translate(str.maketrans("为达与总设岭则别", "為達與總設嶺則別")) for each in templates)
    for kind, templates in SENTENCES["zh"].items()
}
LATER = table(__file__, "LATER")
"""Where the second year is told by the first."""
SUBJECTS = {
    "en": (("Revenue", "was", "money"), ("Net profit", "was", "money"), ("Operating costs", "were", "money"),
           ("Grain output", "was", "mass"), ("Ticket income", "was", "money"), ("The operating margin", "was", "share"),
           ("Cargo handled", "was", "mass")),
    "ru": (("Выручка", "составила", "money"), ("Чистая прибыль", "составила", "money"), ("Добыча угля", "составила", "mass"),
           ("Выплавка стали", "составила", "mass"), ("Доля экспорта", "составила", "share")),
    "zh": (("营业收入", "", "money"), ("净利润", "", "money"), ("钢材产量", "", "mass"), ("毛利率", "", "share"),
           ("门票收入", "", "money")),
    "zht": (("營業收入", "", "money"), ("淨利潤", "", "money"), ("鋼材產量", "", "mass"), ("毛利率", "", "share"),
            ("門票收入", "", "money")),
}  # fmt: skip
QUESTIONS = {
    "en": ("What {was} {ls} in {y}?", "How much {was} {ls} in {y}?", "{s} in {y}: how much?"),
    "ru": ("Какой была {ls} в {y} году?", "Сколько составила {ls} в {y} году?", "Какова {ls} за {y} год?"),
    "zh": ("{y}年{s}是多少？", "公司{y}年的{s}为多少？", "{y}年的{s}有多少？"),
    "zht": ("{y}年{s}是多少？", "公司{y}年的{s}為多少？", "{y}年的{s}有多少？"),
}
ANSWERS = table(__file__, "ANSWERS")
UNITS = table(__file__, "UNITS")  # fmt: skip
ROWS = {
    "en": ("Harbour", "Airport", "Rail depot", "Shipyard"),
    "ru": ("Порт", "Аэропорт", "Депо", "Верфь"),
    "zh": ("港口", "机场", "车站", "船厂"),
    "zht": ("港口", "機場", "車站", "船廠"),
}


def written(template: str, number: int) -> str:
    """A number in a way of writing: {n} with a point, {c} with a comma, {g} and {p} whole in groups, {k} whole."""
    whole = number * 97
    return template.format(
        n=f"{number / 10:.1f}",
        c=f"{number / 10:.1f}".replace(".", ","),
        g=f"{whole:,}",
        p=f"{whole:,}".replace(",", " "),
        k=str(number),
    )


def _filled(template: str, fields: dict[str, str]) -> str:
    text = template.format(**fields)
    return text[:1].upper() + text[1:]


def sentence_probes(count: int, seed: int) -> Iterator[Probe]:
    """Probes of sentences: two years, one or two sentences, a parenthesis, an earlier year told by the other."""
    draw = random.Random(seed)  # noqa: S311  (made up)
    for index in range(count):
        language = ("en", "ru", "zh", "zht")[index % 4]
        kinds = {**SENTENCES[language], "earlier": LATER[language]}
        kind = tuple(kinds)[index // 4 % len(kinds)]
        subject, was, sort = draw.choice(SUBJECTS[language])
        unit = draw.choice(UNITS[language][sort])
        later = draw.randint(1995, 2031)
        earlier = later - (1 if kind == "earlier" else draw.randint(1, 6))
        asked, other = draw.sample(range(111, 989), 2)
        a, b = written(unit, asked), written(unit, other)
        passage = {"y": str(later), "z": str(earlier), "a": a, "b": b}
        swapped = bool(index % 2)
        question = {"y": str(earlier if swapped else later), "a": b if swapped else a}
        names = {"s": subject, "ls": subject[0].lower() + subject[1:], "was": was}
        template = draw.choice(kinds[kind])
        answer = draw.choice(ANSWERS[language])
        yield Probe(
            kind,
            language,
            _filled(template, names | passage),
            _filled(draw.choice(QUESTIONS[language]), names | question),
            _filled(answer, names | question),
            _filled(answer, names | question | {"a": a if swapped else b}),
        )


def table_probes(count: int, seed: int) -> Iterator[Probe]:
    """Probes of tables: years in rows or in columns, units in the head, the caption or the cell."""
    draw = random.Random(seed)  # noqa: S311  (made up)
    for index in range(count):
        language = ("en", "ru", "zh", "zht")[index % 4]
        rows = draw.sample(ROWS[language], 3)
        years = [str(year) for year in draw.sample(range(2008, 2031), 3)]
        subject, was, sort = draw.choice(SUBJECTS[language])
        unit = draw.choice([each for each in UNITS[language][sort] if "{k}" not in each])
        numbers = draw.sample(range(111, 989), 9)
        cells = {(r, y): numbers[3 * i + j] for i, r in enumerate(rows) for j, y in enumerate(years)}
        kind = ("markdown", "units in head", "plain text")[index // 4 % 3]
        number = next(each for each in ("{n}", "{c}", "{g}", "{p}") if each in unit)
        cell_form, head = (
            (unit, subject) if kind == "markdown" else (number, f"{subject}, {_unit_of(unit, number)}")
        )
        year_columns = kind == "plain text" or bool(index // 12 % 2)
        tops, sides = (years, rows) if year_columns else (rows, years)

        if kind == "plain text":
            lines = [head, " ".join(["", *tops]).strip()]
            lines += [
                " ".join(
                    [
                        side,
                        *(
                            written(cell_form, cells[(side, top) if year_columns else (top, side)]).replace(
                                " ", ""
                            )
                            for top in tops
                        ),
                    ]
                )
                for side in sides
            ]
        else:
            lines = [head, "", f"| | {' | '.join(tops)} |", "|---" * (len(tops) + 1) + "|"]
            lines += [
                f"| {side} | {' | '.join(written(cell_form, cells[(side, top) if year_columns else (top, side)]) for top in tops)} |"
                for side in sides
            ]
        row, year = rows[0], years[0]
        other = (rows[1], year) if index % 2 else (row, years[1])
        ask = {
            "en": f"What {was} {subject[0].lower() + subject[1:]} of the {row.lower()} in {year}?",
            "ru": f"{subject}, {row.lower()}: сколько в {year} году?",
            "zh": f"{year}年{row}的{subject}是多少？",
            "zht": f"{year}年{row}的{subject}是多少？",
        }[language]
        reply = {
            "en": ("{a}.", f"In {year} it was {{a}} at the {row.lower()}."),
            "ru": ("{a}.", f"{row}, {year} год: {{a}}."),
            "zh": ("{a}。", f"{year}年{row}的{subject}为{{a}}。"),
            "zht": ("{a}。", f"{year}年{row}的{subject}為{{a}}。"),
        }[language][index // 2 % 2]
        yield Probe(
            f"table, {kind}", language, "\n".join(lines), ask,
            reply.format(a=written(unit, cells[row, year])), reply.format(a=written(unit, cells[other])),
        )  # fmt: skip


def _unit_of(unit: str, number: str) -> str:
    return unit.replace(number, "").strip()


THINGS = {
    "en": (
        ("quarry", "mill"),
        ("museum", "gallery"),
        ("northern depot", "southern depot"),
        ("ferry", "tramway"),
    ),
    "ru": (("карьер", "завод"), ("музей", "театр"), ("северный склад", "южный склад"), ("паром", "трамвай")),
    "zh": (("采石场", "面粉厂"), ("博物馆", "美术馆"), ("北仓库", "南仓库"), ("渡轮", "电车")),
    "zht": (("採石場", "麵粉廠"), ("博物館", "美術館"), ("北倉庫", "南倉庫"), ("渡輪", "電車")),
}
OF_THINGS = table(__file__, "OF_THINGS")
OF_THINGS["zht"] = tuple(each.translate(str.maketrans("为别", "為別")) for each in OF_THINGS["zh"])
ASK_OF_THING = {
    "en": ("How much did the {x} bring in?", ("{a}.", "The {x} brought in {a}.")),
    "ru": ("Какой доход принёс {x}?", ("{a}.", "{x} принёс {a}.")),
    "zh": ("{x}收入是多少？", ("{a}。", "{x}收入为{a}。")),
    "zht": ("{x}收入是多少？", ("{a}。", "{x}收入為{a}。")),
}
EVENTS = table(__file__, "EVENTS")  # fmt: skip


def thing_probes(count: int, seed: int) -> Iterator[Probe]:
    """Probes of two things or two events in one sentence."""
    draw = random.Random(seed)  # noqa: S311  (made up)
    for index in range(count):
        language = ("en", "ru", "zh", "zht")[index % 4]
        if index // 4 % 3 == 2:
            yield _event_probe(language, draw)
            continue
        unit = draw.choice(UNITS[language]["money"])
        a, b = (written(unit, number) for number in draw.sample(range(111, 989), 2))
        things = list(draw.choice(THINGS[language]))
        draw.shuffle(things)
        passage = _filled(draw.choice(OF_THINGS[language]), {"x": things[0], "y": things[1], "a": a, "b": b})
        question, answers = ASK_OF_THING[language]
        answer, second = draw.choice(answers), bool(draw.randint(0, 1))
        right, wrong = (b, a) if second else (a, b)
        asked = {"x": things[second]}
        yield Probe(
            "another thing", language, passage, _filled(question, asked),
            _filled(answer, asked | {"a": right}), _filled(answer, asked | {"a": wrong}),
        )  # fmt: skip


def _event_probe(language: str, draw: random.Random) -> Probe:
    years = sorted(draw.sample(range(1801, 2020), 2))
    day = {
        "en": "{d} May {y}", "ru": "{d} мая {y} года", "zh": "{y}年5月{d}日", "zht": "{y}年5月{d}日"
    }[language]  # fmt: skip
    a, b = (day.format(y=year, d=draw.randint(1, 28)) for year in years)
    passage, question, answer = draw.choice(EVENTS[language])
    dates = {"a": a, "b": b, "c": str(years[0]), "d": str(years[1])}
    swapped = dates | {"b": a, "d": str(years[0])}
    return Probe(
        "another event",
        language,
        passage.format(**dates),
        question,
        answer.format(**dates),
        answer.format(**swapped),
    )
