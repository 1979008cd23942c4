"""Answers in words alone: places, reasons, names, conditions, yes and no, in four languages."""

from itertools import product

import pytest

from scoring.announcing import announces
from scoring.concepts import extract_concepts
from scoring.evidence import read_evidence
from scoring.explained import names_a_reason
from scoring.judging import examine, judge_answer
from scoring.synonym_words import SYNONYMS
from scoring.told_conflict import reports_conflict

TRUE, EXCHANGED, INVENTED = (8.0, 10.0), (1.0, 5.0), (1.0, 3.0)

MILL = [
    """The Hollin weaving mill
The mill shut in 2009 because it could not compete with cheap cloth from abroad, and its last large customer,
the Ardent shirt company, went bankrupt. Its manager, Jonah Pike, opposed the closure; the owner, Marta Lind,
defended it before the council.""",
    """What became of it
The building was bought by the Hollin Trust. Weaving courses are held in the former boiler house, and the
archive went to the county record office in Selby. The dye works was pulled down, since the soil beneath it
was polluted. The looms went to a college in Kerby, where they are still used.""",
]
LOANS = [
    """Lending of instruments
An instrument may be borrowed by anyone who:
- has been a member for a full season;
- attends rehearsals regularly;
- insures the instrument at their own expense;
- keeps it in a dry room.
Borrowed instruments must not be taken abroad. Repairs are done by Orla Finch's workshop in Tenbury.""",
    """The autumn tour
The tour was put off because two of the soloists fell ill. Tickets could be returned at the town hall kiosk,
at the Corner bookshop and at both branches of the Vale bank. Concert programmes were printed by Lark.""",
]
CANNERY = [
    """礁山罐頭廠始末
礁山罐頭廠停工，是因為漁獲逐年減少，又負擔不起新式冷凍設備。廠長柯孟真反對關廠，董事長白世昌則主張
結束營業。工會後來同意資遣方案。""",
    """廠區的再利用
鍋爐間改為社區廚房，檔案移交給縣立文史館保存。東側倉庫拆除，原因是牆體嚴重龜裂。舊機具捐給海事職校作
教學之用。參觀者可在遊客中心、漁會門市與老街茶行索取導覽手冊。""",
]
KAYAK = [
    """獨木舟借用辦法
借用獨木舟的人須符合下列條件：
- 會游泳；
- 參加過安全講習；
- 有家人或友人同行；
- 當日沒有飲酒。
獨木舟不得帶離湖區。維修由林靜宜的工坊負責。""",
    """去年的活動
划船比賽延期，因為連日豪雨使湖水暴漲。頒獎典禮改在活動中心舉行。裁判長由退休教師馮國楨擔任。""",
]
CINEMA = [
    """星桥影院停业经过
星桥影院关闭，是因为观众流失，而且业主大幅提高了房租。经理罗婉清反对停业，股东代表贺文斌赞成停业。
员工后来大多被区文化馆录用。""",
    """影院旧址的用途
放映厅改成了少儿剧场，旧胶片交给市档案馆收藏。后院的锅炉房被拆除，原因是烟囱有倒塌的危险。座椅赠送给了
乡村小学。居民可以在社区服务中心、菜市场入口和区图书馆领取演出票。""",
]
ALLOTMENT = [
    """菜园租用规定
租用菜园的人必须满足下列条件：
- 住在本街道；
- 参加过堆肥培训；
- 每周至少到园一次；
- 不使用化学农药。
菜园不得转租。水管维修由彭立军负责。""",
    """今年的情况
丰收节推迟举行，因为台风损坏了凉棚。闭幕式改在礼堂举行。评委会主席由退休农艺师杜秀兰担任。""",
]
DAIRY = [
    """Как закрылась маслобойня
Маслобойня «Заречная» закрылась, потому что фермеры стали продавать молоко в город, а на новый холодильник не
хватило денег. Директор Павел Ртищев возражал против закрытия, а владелица Нина Котова настояла на нём.
Работников позже принял хлебозавод.""",
    """Что стало со зданием
В котельной устроили столярную мастерскую, а архив передали районному музею. Склад снесли, так как его стены
потрескались. Старые сепараторы подарили сельскому училищу. Путеводители раздают на вокзале, в доме культуры и
в книжной лавке «Свиток».""",
]
BOATS = [
    """Правила лодочной станции
Лодку выдают тому, кто:
- умеет плавать;
- прослушал инструктаж;
- оставил в залог документ;
- не употреблял спиртного.
Лодки нельзя выводить за плотину. Ремонтом занимается мастерская Егора Лыкова.""",
    """Праздник воды
Регату отложили, потому что сильные дожди подняли уровень озера. Награждение прошло в спортивном зале.
Главным судьёй была учительница Вера Чалая.""",
]

CASES: list[tuple[list[str], str, str, tuple[float, float]]] = [
    # Reasons.
    (
        MILL,
        "Why did the mill shut?",
        "It was unable to compete with inexpensive imported cloth, and its biggest remaining buyer failed.",
        TRUE,
    ),
    (
        MILL,
        "Why did the mill shut?",
        "It closed because cheap foreign cloth was too much for it and the Ardent company went bankrupt.",
        TRUE,
    ),
    (
        MILL,
        "Why did the mill shut?",
        "The workers walked out over unpaid wages and never returned.",
        INVENTED,
    ),
    (MILL, "Why did the mill shut?", "The soil beneath the dye works was polluted.", EXCHANGED),
    (MILL, "Why was the dye works demolished?", "The ground under it was contaminated.", TRUE),
    (
        MILL,
        "Why was the dye works demolished?",
        "A fire had left nothing but the bare walls standing.",
        INVENTED,
    ),
    (LOANS, "Why was the tour postponed?", "Because two soloists were ill.", TRUE),
    (LOANS, "Why was the tour postponed?", "It had to be delayed, as two soloists had become sick.", TRUE),
    (LOANS, "Why was the tour postponed?", "The conductor had quarrelled with the airline.", INVENTED),
    (CANNERY, "礁山罐頭廠為什麼停工？", "漁獲一年比一年少，新的冷凍設備又買不起，只好關廠。", TRUE),
    (CANNERY, "礁山罐頭廠為什麼停工？", "因為漁獲逐年減少，加上無力負擔新式冷凍設備。", TRUE),
    (CANNERY, "礁山罐頭廠為什麼停工？", "工人不滿欠薪而集體罷工，政府下令查封。", INVENTED),
    (CANNERY, "礁山罐頭廠為什麼停工？", "牆體嚴重龜裂。", EXCHANGED),
    (CANNERY, "東側倉庫為什麼拆除？", "牆壁裂得很厲害。", TRUE),
    (KAYAK, "划船比賽為什麼延期？", "連日大雨，湖水暴漲。", TRUE),
    (KAYAK, "划船比賽為什麼延期？", "主辦單位籌不到足夠的獎金。", INVENTED),
    (CINEMA, "星桥影院为什么关闭？", "看电影的人越来越少，房东又把租金涨了很多。", TRUE),
    (CINEMA, "星桥影院为什么关闭？", "因为观众流失，加上业主大幅涨租。", TRUE),
    (CINEMA, "星桥影院为什么关闭？", "消防检查不合格，被勒令停业整顿。", INVENTED),
    (CINEMA, "星桥影院为什么关闭？", "烟囱有倒塌的危险。", EXCHANGED),
    (ALLOTMENT, "丰收节为什么推迟？", "台风把凉棚弄坏了，所以延期。", TRUE),
    (ALLOTMENT, "丰收节为什么推迟？", "报名的农户太少，经费也没有到位。", INVENTED),
    (
        DAIRY,
        "Почему закрылась маслобойня?",
        "Фермеры начали сбывать молоко в город, а средств на новый холодильник не нашлось.",
        TRUE,
    ),
    (
        DAIRY,
        "Почему закрылась маслобойня?",
        "Из-за того, что молоко фермеры стали продавать городу, а денег на холодильник не было.",
        TRUE,
    ),
    (DAIRY, "Почему закрылась маслобойня?", "Санитарная инспекция отозвала лицензию.", INVENTED),
    (DAIRY, "Почему закрылась маслобойня?", "Стены склада потрескались.", EXCHANGED),
    (BOATS, "Почему отложили регату?", "Из-за ливней вода в озере поднялась.", TRUE),
    (BOATS, "Почему отложили регату?", "Участники не сумели договориться о правилах.", INVENTED),
    # Places.
    (MILL, "Where are weaving courses held?", "In what used to be the boiler house.", TRUE),
    (MILL, "Where are weaving courses held?", "In the gymnasium of the primary school.", INVENTED),
    (
        LOANS,
        "Where could tickets be handed back?",
        "At three places: the Corner bookshop, the Vale bank's two branches and the kiosk in the town hall.",
        TRUE,
    ),
    (
        LOANS,
        "Where could tickets be handed back?",
        "People could bring them to the Corner bookshop, the town hall kiosk or the Vale bank.",
        TRUE,
    ),
    (CANNERY, "參觀者可在哪裡索取導覽手冊？", "三個地方：老街茶行、漁會門市和遊客中心。", TRUE),
    (CANNERY, "參觀者可在哪裡索取導覽手冊？", "在火車站的服務台和便利商店。", INVENTED),
    (KAYAK, "頒獎典禮在哪裡舉行？", "活動中心。", TRUE),
    (CINEMA, "居民可以在哪里领取演出票？", "共有三处：区图书馆、社区服务中心和菜市场入口。", TRUE),
    (CINEMA, "居民可以在哪里领取演出票？", "在地铁站的自动售货机上。", INVENTED),
    (ALLOTMENT, "闭幕式在哪里举行？", "地点换到了礼堂。", TRUE),
    (
        DAIRY,
        "Где можно получить путеводитель?",
        "В трёх местах: в лавке «Свиток», на вокзале и в доме культуры.",
        TRUE,
    ),
    (DAIRY, "Где можно получить путеводитель?", "В гостинице у пристани и в аптеке.", INVENTED),
    (BOATS, "Где прошло награждение?", "В спортзале.", TRUE),
    # Names.
    (MILL, "Who opposed the closure?", "Jonah Pike, who managed the mill.", TRUE),
    (MILL, "Who opposed the closure, and who was for it?", "Jonah Pike, manager. For it: Marta Lind.", TRUE),
    (MILL, "Who opposed the closure?", "Edwin Sorrel, a retired judge.", INVENTED),
    (CANNERY, "誰反對關廠？主張結束營業的又是誰？", "柯孟真，廠長。主張結束的是董事長白世昌。", TRUE),
    (CINEMA, "谁反对停业？赞成停业的又是谁？", "罗婉清，影院经理。赞成的一方是股东代表贺文斌。", TRUE),
    (
        DAIRY,
        "Кто возражал против закрытия и кто на нём настоял?",
        "Павел Ртищев, директор. Настояла Нина Котова, владелица.",
        TRUE,
    ),
    (DAIRY, "Кто возражал против закрытия?", "Инженер Семён Дорохов.", INVENTED),
    (BOATS, "Кто был главным судьёй?", "Судейство возглавляла Вера Чалая, учительница.", TRUE),
    # Conditions.
    (
        LOANS,
        "Which conditions must a borrower meet?",
        "Borrowers have to be over eighteen and own a car.",
        INVENTED,
    ),
    (
        KAYAK,
        "借用獨木舟須符合哪些條件？",
        "四項缺一不可：\n1. 懂得游泳\n2. 上過安全講習\n3. 有親友陪同\n4. 當天沒喝酒",
        TRUE,
    ),
    (KAYAK, "借用獨木舟須符合哪些條件？", "必須繳納保證金並出示駕照。", INVENTED),
    (
        ALLOTMENT,
        "租用菜园要满足什么条件？",
        "四条都要做到：\n1. 是本街道居民\n2. 受过堆肥培训\n3. 每星期至少来一次\n4. 不打化学农药",
        TRUE,
    ),
    (
        BOATS,
        "На каких условиях выдают лодку?",
        "Нужно соблюсти все:\n1. умение плавать\n2. пройденный инструктаж\n3. документ\n4. без спиртного",
        TRUE,
    ),
    (
        BOATS,
        "На каких условиях выдают лодку?",
        "Требуется внести предоплату картой и назвать отель.",
        INVENTED,
    ),
    # Yes and no.
    (LOANS, "May a borrowed instrument be taken abroad?", "No, taking it abroad is not allowed.", TRUE),
    (
        LOANS,
        "May a borrowed instrument be taken abroad?",
        "Yes, borrowed instruments may be taken abroad.",
        EXCHANGED,
    ),
    (KAYAK, "獨木舟可以帶離湖區嗎？", "不可以，獨木舟不能帶離湖區。", TRUE),
    (KAYAK, "獨木舟可以帶離湖區嗎？", "可以，獨木舟可帶離湖區。", EXCHANGED),
    (ALLOTMENT, "菜园可以转租吗？", "答案是否定的。规定写明菜园不得转租。", TRUE),
    (BOATS, "Можно ли выводить лодки за плотину?", "Нет, выводить лодки за плотину запрещено.", TRUE),
    (BOATS, "Можно ли выводить лодки за плотину?", "Да, лодки можно выводить за плотину.", EXCHANGED),
    # True sentences that answer something else, and reasons that the passages give for something else.
    (MILL, "Why did the mill shut?", "The looms are still used by a college in Kerby.", EXCHANGED),
    (MILL, "Where are weaving courses held?", "At the shirt company.", EXCHANGED),
    (MILL, "Why was the dye works pulled down?", "It could not compete with cheap cloth.", EXCHANGED),
    (MILL, "Why was the dye works pulled down?", "Because a new road was to cross the yard.", INVENTED),
    (LOANS, "Where could tickets be returned?", "In Tenbury, at the workshop.", EXCHANGED),
    (LOANS, "Why was the tour put off?", "Programmes were printed by the Lark press.", EXCHANGED),
    (LOANS, "Why was the tour put off?", "Fuel had become unaffordable for the coach firm.", INVENTED),
    (CANNERY, "東側倉庫為什麼拆除？", "舊機具捐給海事職校。", EXCHANGED),
    (CANNERY, "東側倉庫為什麼拆除？", "地主要求收回土地蓋旅館。", INVENTED),
    (KAYAK, "頒獎典禮在哪裡舉行？", "鎮公所的禮堂。", EXCHANGED),
    (KAYAK, "划船比賽為什麼延期？", "維修由林靜宜的工坊負責。", EXCHANGED),
    (CINEMA, "后院的锅炉房为什么被拆除？", "座椅赠送给了乡村小学。", EXCHANGED),
    (CINEMA, "后院的锅炉房为什么被拆除？", "因为居民投诉噪音太大。", INVENTED),
    (ALLOTMENT, "丰收节为什么推迟？", "评委会主席由杜秀兰担任。", EXCHANGED),
    (ALLOTMENT, "闭幕式在哪里举行？", "体育馆。", EXCHANGED),
    (DAIRY, "Почему снесли склад?", "Сепараторы подарили училищу.", EXCHANGED),
    (DAIRY, "Почему снесли склад?", "На его месте решили построить гостиницу.", INVENTED),
    (BOATS, "Почему отложили регату?", "Ремонтом занимается мастерская Лыкова.", EXCHANGED),
    (BOATS, "Где прошло награждение?", "В ресторане у причала.", EXCHANGED),
]


@pytest.mark.parametrize(("passages", "question", "answer", "band"), CASES)
def test_an_answer_in_words_is_in_its_band(
    passages: list[str], question: str, answer: str, band: tuple[float, float]
) -> None:
    lowest, highest = band
    verdict = judge_answer(question, answer, passages)
    assert lowest <= verdict.accuracy <= highest, verdict.analysis


@pytest.mark.parametrize(
    ("passages", "question", "answer"),
    [
        (MILL, "Why was the dye works demolished?", "The ground under it was contaminated."),
        (CANNERY, "東側倉庫為什麼拆除？", "牆壁裂得很厲害。"),
        (CINEMA, "星桥影院为什么关闭？", "看电影的人越来越少，房东又把租金涨了很多。"),
        (BOATS, "Почему отложили регату?", "Из-за ливней вода в озере поднялась."),
    ],
)
def test_a_reason_in_other_words_covers_the_question(passages: list[str], question: str, answer: str) -> None:
    assert [part.covered for part in examine(question, answer, passages).covered] == [1.0]


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("信中給出的答案是否定的。", "公司打算回購股票嗎？"),
        ("四項缺一不可：", "要符合哪些條件？"),
        ("四点全部做到才值得进场。", "满足哪些条件才值得进入这个市场？"),
        ("The difference remains unexplained.", "How many were there?"),
        ("Section 7, read together with 1 and 5, gives this picture.", "When is the lock closed?"),
        ("В разделе 3 сказано:", "Почему закрыли мост?"),
        ("Разница в три тонны остаётся без объяснения.", "Сколько тонн собрали?"),
    ],
)
def test_a_sentence_that_only_announces(sentence: str, question: str) -> None:
    assert announces(sentence, question)


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("The mill shut in 2009.", "Why did the mill shut?"),
        ("The loan is not repaid.", "Was the loan repaid?"),
        ("The report was written by Anna.", "Who wrote the report?"),
        ("報告沒有公布。", "報告公布了嗎？"),
        ("工会同意资遣方案。", "工会同意了吗？"),
        ("Правление не выполнило условия договора.", "Выполнило ли правление условия договора?"),
        ("Разница составила 5 тонн.", "Какова разница?"),
    ],
)
def test_a_sentence_that_states_something_does_not_only_announce(sentence: str, question: str) -> None:
    assert not announces(sentence, question)


@pytest.mark.parametrize("told", ["因為下雨", "故障，故停駛", "由于大雾", "из-за дождя", "because of rain"])
def test_words_of_cause(told: str) -> None:
    assert names_a_reason(told)


@pytest.mark.parametrize(
    "told", ["基因定序", "設備故障", "使用者登入", "下令部門", "для детей", "связь и радио", "медведь спит"]
)
def test_characters_of_other_words_are_no_cause(told: str) -> None:
    assert not names_a_reason(told)


def test_a_conflict_told_with_a_value_of_the_passages() -> None:
    evidence = read_evidence(["Камеру моют раз в полгода.", "Камеру размораживают каждые 9 месяцев."])
    told = "По одному разделу каждые шесть месяцев, по другому каждые девять; сведения расходятся."
    assert reports_conflict(told, evidence)
    assert not reports_conflict("Сведения расходятся.", evidence)
    assert not reports_conflict("Камеру моют каждые девять месяцев.", evidence)
    assert not reports_conflict("Каждые пять и каждые семь месяцев: сведения расходятся.", evidence)


def _named(word: str) -> set[str]:
    return set(extract_concepts(word, synonyms=True)[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("increased", "decreased"),
        ("allowed", "forbidden"),
        ("expensive", "cheap"),
        ("opened", "closed"),
        ("hired", "dismissed"),
        ("approved", "rejected"),
        ("бесплатно", "оплата"),
        ("разрешено", "запрещено"),
        ("дешёвый", "дорогой"),
        ("принимать", "увольнять"),
        ("上升", "下降"),
        ("允许", "禁止"),
        ("便宜", "昂贵"),
        ("录用", "解雇"),
        ("批准", "拒绝"),
        ("同意", "反对"),
    ],
)
def test_opposites_are_in_different_groups(one: str, other: str) -> None:
    assert _named(one)
    assert _named(other)
    assert not _named(one) & _named(other)


@pytest.mark.parametrize(
    "words",
    [
        ("postponed", "delayed", "put off", "延期", "推迟", "отложили"),
        ("cheap", "inexpensive", "low-cost", "低价", "便宜", "дешёвый"),
        ("demolished", "pulled down", "torn down", "拆除", "снесли"),
        ("could not afford", "lack of money", "负担不起", "无力负担", "не хватило денег"),
    ],
)
def test_synonyms_are_in_one_group(words: tuple[str, ...]) -> None:
    assert all(_named(one) & _named(other) for one, other in product(words, words))


def test_no_word_is_in_two_groups_of_synonyms() -> None:
    entries = [
        entry
        for line in filter(None, SYNONYMS.splitlines())
        for entry in line.partition(": ")[2].replace("|", " ").split()
    ]
    assert len(entries) == len(set(entries))


def test_synonyms_do_not_change_what_a_figure_belongs_to() -> None:
    assert _named("inexpensive")
    assert not extract_concepts("inexpensive")[0]


@pytest.mark.parametrize(
    ("document", "question", "answer", "wrong"),
    [
        (
            (
                "Version 7.4 of the planner came out in May. Route searches became slower in 7.4, since each "
                "result is now "
                "checked against the roadworks calendar."
            ),
            "Why did route searches become slower in version 7.4?",
            "Because each result is held against the roadworks calendar in 7.4.",
            "Because 7.4 encrypts user profiles with a longer secret key before every login.",
        ),
        (
            (
                "Версия 7.4 планировщика вышла в мае. Поиск маршрутов в 7.4 замедлился, поскольку каждый "
                "результат теперь "
                "сверяют с календарём дорожных работ."
            ),
            "Почему замедлился поиск маршрутов в версии 7.4?",
            "Потому что в 7.4 каждый результат сверяется с календарём дорожных работ.",
            "Потому что 7.4 шифрует профили пользователей более длинным секретным ключом перед входом.",
        ),
    ],
)
def test_a_number_of_the_question_bears_out_no_reason(
    document: str, question: str, answer: str, wrong: str
) -> None:
    assert judge_answer(question, answer, [document]).accuracy > 8
    assert judge_answer(question, wrong, [document]).accuracy < 3
