"""Made-up passages with one figure of several years or rows, and what is said of them right and wrong."""

# ruff: noqa: E501  (sentences)

import random
from collections.abc import Iterator
from typing import NamedTuple


class Probe(NamedTuple):
    """A question on a passage, an answer that is right, and one with the value of something else."""

    kind: str
    language: str
    passage: str
    question: str
    right: str
    wrong: str


SENTENCES = {
    "en": {
        "two sentences": (
            "{s} in {y} {was} {a}. {s} in {z} {was} {b}.",
            "In {y}, {ls} {was} {a}. In {z}, {ls} {was} {b}. The works are at Harnwick.",
            "{s} came to {a} in {y}. For {z} the accounts show {b}.",
            "Year {y}: {ls} {a}. Year {z}: {ls} {b}.",
        ),
        "one sentence": (
            "{s} {was} {a} in {y} and {b} in {z}.",
            "In {y} {ls} {was} {a}, and in {z} it was {b}.",
            "{s} for {y} and {z} {was} {a} and {b} respectively.",
            "{s} {was} {a} and {b} in {y} and {z}, respectively.",
            "{s} {was} {a} in {y}, compared with {b} in {z}.",
            "{s} by year: {a} ({y}), {b} ({z}).",
            "In {y} {ls} reached {a}, against {b} in {z}.",
            "The report gives {ls} of {a} for {y}; for {z} it gives {b}.",
        ),
        "parenthesis": (
            "{s} in {y} {was} {a} ({z}: {b}).",
            "In {y}, {ls} {was} {a} ({z}: {b}), the board said.",
            "{s} {was} {a} in {y} ({b} in {z}).",
            "{s} for the year {y}: {a} [{z}: {b}].",
            "{s}: {a} ({y}) and {b} ({z}).",
            "{s} in {y} came to {a} (compared with {b} in {z}).",
        ),
    },
    "ru": {
        "two sentences": (
            "{s} в {y} году {was} {a}. {s} в {z} году {was} {b}.",
            "В {y} году {ls} {was} {a}. В {z} году {ls} {was} {b}. Контора находится в Ольховске.",
            "По итогам {y} года {ls} {was} {a}. По итогам {z} года — {b}.",
        ),
        "one sentence": (
            "{s} {was} {a} в {y} году и {b} в {z} году.",
            "В {y} году {ls} {was} {a}, а в {z} году — {b}.",
            "{s} в {y} и {z} годах {was} {a} и {b} соответственно.",
            "{s} {was} {a} в {y} году против {b} в {z} году.",
            "{s} по годам: {y} — {a}, {z} — {b}.",
            "{s} за {y} год {was} {a} по сравнению с {b} за {z} год.",
        ),
        "parenthesis": (
            "{s} в {y} году {was} {a} ({z} г. — {b}).",
            "В {y} году {ls} {was} {a} (в {z} году — {b}).",
            "{s} {was} {a} в {y} году ({b} в {z} году).",
            "{s}: {a} ({y} г.) и {b} ({z} г.).",
            "{s} за {y} год: {a} ({z}: {b}).",
        ),
    },
    "zh": {
        "two sentences": (
            "{y}年{s}为{a}。{z}年{s}为{b}。",
            "公司{y}年的{s}是{a}。{z}年的{s}是{b}。总部设在青岭。",
            "{y}年度，{s}达{a}。{z}年度，{s}达{b}。",
        ),
        "one sentence": (
            "{y}年{s}为{a}，{z}年为{b}。",
            "{s}：{y}年{a}，{z}年{b}。",
            "{y}年和{z}年的{s}分别为{a}和{b}。",
            "{y}年{s}为{a}，而{z}年则为{b}。",
            "与{z}年的{b}相比，{y}年{s}为{a}。",
        ),
        "parenthesis": (
            "{y}年{s}为{a}（{z}年：{b}）。",
            "公司{y}年{s}达{a}（{z}年为{b}）。",
            "{s}为{a}（{y}年）、{b}（{z}年）。",
            "{y}年度{s}{a}（{z}年度{b}）。",
        ),
    },
}
SENTENCES["zht"] = {
    kind: tuple(each.translate(str.maketrans("为达与总设岭则别", "為達與總設嶺則別")) for each in templates)
    for kind, templates in SENTENCES["zh"].items()
}
LATER = {
    "en": (
        "{s} in {y} {was} {a}, up from {b} a year earlier.",
        "{s} {was} {a}, up from {b} in {z}.",
        "In {y} {ls} {was} {a} (previous year: {b}).",
        "{s} {was} {a} in {y}, down from {b} the year before.",
    ),
    "ru": (
        "{s} в {y} году {was} {a} против {b} годом ранее.",
        "В {y} году {ls} {was} {a} (годом ранее — {b}).",
        "{s} за {y} год {was} {a}, а в предыдущем году — {b}.",
    ),
    "zh": (
        "{y}年{s}为{a}，上年同期为{b}。",
        "{y}年{s}为{a}（上年：{b}）。",
        "{y}年{s}为{a}，前一年为{b}。",
    ),
    "zht": (
        "{y}年{s}為{a}，上年同期為{b}。",
        "{y}年{s}為{a}（上年：{b}）。",
        "{y}年{s}為{a}，前一年為{b}。",
    ),
}
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
ANSWERS = {
    "en": (
        "{s} in {y} {was} {a}.",
        "{a}.",
        "In {y}, {ls} {was} {a}.",
        "It was {a}.",
        "It came to {a} in {y}.",
        "{a}",
    ),
    "ru": (
        "{s} в {y} году {was} {a}.",
        "{a}.",
        "В {y} году {ls} {was} {a}.",
        "Она {was} {a}.",
        "{a} в {y} году.",
    ),
    "zh": ("{y}年{s}为{a}。", "{a}。", "{y}年的{s}是{a}。", "是{a}。", "{a}"),
    "zht": ("{y}年{s}為{a}。", "{a}。", "{y}年的{s}是{a}。", "是{a}。", "{a}"),
}
UNITS = {
    "en": {
        "money": ("£{n} million", "US${n}bn", "$ {n} m", "€{n}m", "${n} billion", "{n} million euros", "£{k}k",
                  "${g}", "£{g}", "€{n} mn", "HK${n} million", "{n} billion dollars", "USD {n} million", "¥{n} trillion",
                  "NT${n} billion", "£{n}bn"),
        "mass": ("{n} million tonnes", "{n} thousand tonnes", "{g} tonnes", "{n}m tonnes", "{n} kt", "{g} t"),
        "share": ("{n}%", "{n} per cent", "{n} percent"),
    },
    "ru": {
        "money": ("{c} млн рублей", "{c} млрд руб.", "{c} тыс. руб.", "{c} млн долларов", "$ {c} млн", "{c} трлн рублей",
                  "{p} рублей", "{c} миллиона рублей", "€{c} млн", "{c} млн ₽"),
        "mass": ("{c} тыс. тонн", "{c} млн тонн", "{p} тонн", "{c} млн т", "{c} тыс. т"),
        "share": ("{c} %", "{c}%", "{c} процента"),
    },
    "zh": {
        "money": ("{g}万元", "{n}亿元", "人民币{n}亿元", "{n}亿美元", "{g} 万元", "{n} 亿元", "{n}万亿元", "{g}元",
                  "￥{n}亿", "{n}百万元", "{g}千元"),
        "mass": ("{n}万吨", "{g}吨", "{n}亿吨", "{g}万吨", "{n} 万吨"),
        "share": ("{n}%", "百分之{n}"),
    },
    "zht": {
        "money": ("{g}萬元", "{n}億元", "新臺幣{n}億元", "{n}億美元", "{g} 萬元", "{n} 億元", "{n}兆元", "{g}元",
                  "NT${n}億", "{n}百萬元", "{g}千元"),
        "mass": ("{n}萬噸", "{g}公噸", "{n}億噸", "{g}萬噸", "{n} 萬噸"),
        "share": ("{n}%", "百分之{n}"),
    },
}  # fmt: skip
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
OF_THINGS = {
    "en": (
        "The {x} brought in {a} and the {y} {b}.",
        "The {x} brought in {a}; the {y} brought in {b}.",
        "The {x} brought in {a}, while the {y} made {b}.",
        "Income was {a} at the {x} and {b} at the {y}.",
        "The {x} and the {y} brought in {a} and {b} respectively.",
        "Income: {x} {a}, {y} {b}.",
    ),
    "ru": (
        "Доход: {x} — {a}, {y} — {b}.",
        "{x} принёс {a}, а {y} — {b}.",
        "{x} принёс {a}; {y} принёс {b}.",
        "{x} и {y} принесли {a} и {b} соответственно.",
    ),
    "zh": (
        "{x}收入为{a}，{y}收入为{b}。",
        "{x}收入{a}，{y}{b}。",
        "{x}收入为{a}，而{y}为{b}。",
        "{x}和{y}的收入分别为{a}和{b}。",
    ),
}
OF_THINGS["zht"] = tuple(each.translate(str.maketrans("为别", "為別")) for each in OF_THINGS["zh"])
ASK_OF_THING = {
    "en": ("How much did the {x} bring in?", ("{a}.", "The {x} brought in {a}.")),
    "ru": ("Какой доход принёс {x}?", ("{a}.", "{x} принёс {a}.")),
    "zh": ("{x}收入是多少？", ("{a}。", "{x}收入为{a}。")),
    "zht": ("{x}收入是多少？", ("{a}。", "{x}收入為{a}。")),
}
EVENTS = {
    "en": (
        ("Work on the bridge began on {a} and it was opened on {b}.", "When was the bridge opened?", "It was opened on {b}."),
        ("The canal was dug in {c} and closed in {d}.", "When was the canal closed?", "The canal was closed in {d}."),
    ),
    "ru": (
        ("Строительство моста начали {a}, а открыли его {b}.", "Когда открыли мост?", "Мост открыли {b}."),
        ("Канал построили в {c} году и закрыли в {d} году.", "В каком году закрыли канал?", "Канал закрыли в {d} году."),
    ),
    "zh": (
        ("大桥于{a}动工，{b}通车。", "大桥何时通车？", "大桥于{b}通车。"),
        ("他生于{c}年，卒于{d}年。", "他卒于哪一年？", "他卒于{d}年。"),
    ),
    "zht": (
        ("大橋於{a}動工，{b}通車。", "大橋何時通車？", "大橋於{b}通車。"),
        ("他生於{c}年，卒於{d}年。", "他卒於哪一年？", "他卒於{d}年。"),
    ),
}  # fmt: skip


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
