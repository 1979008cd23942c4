"""Made-up passages that give two values for what is asked, and others whose two values are of two things."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Disputed:
    """A question that the passages answer in two ways.

    Attributes:
        name: what it is about, with its language.
        question: as it is asked.
        passages: what it is judged on.
        answers: for either value an answer that gives it alone.
        both: an answer that gives both and says that they conflict.
    """

    name: str
    question: str
    passages: tuple[str, ...]
    answers: tuple[str, str]
    both: str


@dataclass(frozen=True)
class Settled:
    """A question with one answer beside which the passages give a like value of something else."""

    name: str
    question: str
    passages: tuple[str, ...]
    answer: str


DISPUTED = (
    Disputed(
        "orchestra-en",
        "How many concerts did the Vellmar Sinfonia give in the 2022/23 season?",
        (
            "Season review\n1. From the conductor\nThe Vellmar Sinfonia gave 47 concerts in the 2022/23 season. Nine of them were abroad.",
            "2. Touring\nThe coach covered 6,300 miles. Two violins were lost and found again.",
            "5. From the manager\nAltogether the orchestra gave 52 concerts in 2022/23, and 31 of them were sold out.",
        ),
        (
            "The Vellmar Sinfonia gave 47 concerts in the 2022/23 season.",
            "In 2022/23 the orchestra gave 52 concerts.",
        ),
        "The review contradicts itself: the conductor speaks of 47 concerts, the manager of 52.",
    ),
    Disputed(
        "bees-en",
        "How much honey did the Orrin hives yield in 2021?",
        (
            "Beekeeper's diary\nThe twelve Orrin hives came through the winter well.\nThe Orrin hives yielded 214 kg of honey in 2021.",
            "Accounts\nJars and labels cost £88. Sales began in August.\nIn 2021 the yield of the Orrin hives was 186 kg of honey.",
        ),
        ("The Orrin hives yielded 214 kg of honey in 2021.", "In 2021 the yield was 186 kg of honey."),
        "Two figures are given that do not agree: 214 kg in the diary and 186 kg in the accounts.",
    ),
    Disputed(
        "dig-en",
        "How deep was the Roman well at Castle Garth?",
        (
            "Dig notes, week 3\nThe Roman well at Castle Garth was 11.4 m deep and lined with oak. It held a leather shoe.",
            "Press notice\nVisitors may look down the Roman well of Castle Garth, which is 9.8 m deep, on open days.",
        ),
        ("The well was 11.4 m deep.", "The Roman well at Castle Garth was 9.8 m deep."),
        "The texts disagree: the dig notes say 11.4 m, the press notice 9.8 m.",
    ),
    Disputed(
        "zoo-table-en",
        "How many penguins did the zoo keep at the end of 2024?",
        (
            "Stock list\n\n| Animal | End of 2023 | End of 2024 |\n|---|---|---|\n| Penguins | 38 | 43 |\n| Otters | 6 | 5 |\n| Ibises | 17 | 19 |",
            "Chapter 6. Feeding\nAt the end of 2024 the zoo kept 36 penguins, which ate 19 kg of herring a day.",
        ),
        ("At the end of 2024 the zoo kept 43 penguins.", "The zoo kept 36 penguins at the end of 2024."),
        "The stock list has 43 penguins, the chapter on feeding 36; the two contradict each other.",
    ),
    Disputed(
        "theatre-en",
        "When does the box office open?",
        (
            "Visiting us\nThe box office opens at 10:30. Coats may be left in the foyer.",
            "Frequently asked questions\nWhere can I park? Behind the theatre.\nThe box office opens at 11:30, and tickets can be had by telephone too.",
        ),
        ("The box office opens at 10:30.", "It opens at 11:30."),
        "There are two conflicting times: 10:30 under “Visiting us” and 11:30 among the questions.",
    ),
    Disputed(
        "insurance-en",
        "What is the excess for water damage?",
        (
            "Your cover at a glance\nThe excess for water damage is £350. Storms are covered without limit.",
            "General terms, clause 14\nFor water damage an excess of £450 applies. Claims are to be made in writing.",
        ),
        ("The excess for water damage is £350.", "For water damage an excess of £450 applies."),
        "The two places are inconsistent: £350 at a glance, £450 in clause 14.",
    ),
    Disputed(
        "club-en",
        "What share of the members voted for the merger?",
        (
            "Newsletter 8\nThe merger is coming: 64% of the members voted for it on a rainy evening. Thanks to the tellers.",
            "Newsletter 9\nLetters\nIt should be remembered that 58% of the members voted for the merger, and no more.",
        ),
        ("64% of the members voted for the merger.", "58% of the members voted for it."),
        "The news says 64%, the letter 58%; the two contradict each other.",
    ),
    Disputed(
        "choir-ru",
        "Сколько певцов в хоре «Рассвет»?",
        (
            "О хоре\nВ хоре «Рассвет» 46 певцов. Репетиции проходят по вторникам.",
            "Гастроли\nХор выступал в семи городах. Автобус вёл Пётр Саввич.\nВсего в хоре «Рассвет» поют 39 певцов.",
        ),
        ("В хоре «Рассвет» 46 певцов.", "В хоре поют 39 певцов."),
        "Сведения расходятся: в разделе «О хоре» 46 певцов, в разделе «Гастроли» 39.",
    ),
    Disputed(
        "lighthouse-ru",
        "Какова высота маяка на мысе Терпения?",
        (
            "Лоция\nВысота маяка на мысе Терпения составляет 31 м. Огонь виден за 18 миль.",
            "Путеводитель\nДорога к мысу Терпения занимает два часа. Высота маяка на мысе равна 27 м, внутри 118 ступеней.",
        ),
        ("Высота маяка составляет 31 м.", "Маяк на мысе Терпения имеет высоту 27 м."),
        "Лоция и путеводитель противоречат друг другу: 31 м и 27 м.",
    ),
    Disputed(
        "apiary-ru",
        "Сколько стоит абонемент в бассейн на месяц?",
        (
            "Объявление\nАбонемент в бассейн на месяц стоит 3200 рублей. Шапочка обязательна.",
            "Правила посещения\nБез справки в воду не пускают.\nСтоимость абонемента в бассейн на месяц составляет 3600 рублей.",
        ),
        ("Абонемент на месяц стоит 3200 рублей.", "Месячный абонемент в бассейн стоит 3600 рублей."),
        "Указаны две разные цены, 3200 и 3600 рублей; объявление и правила противоречат друг другу.",
    ),
    Disputed(
        "bridge-ru",
        "В каком году был построен Горбатый мост?",
        (
            "Из истории слободы\nГорбатый мост был построен в 1884 году на деньги купца Алтынова.",
            "Список памятников\n1. Часовня.\n2. Горбатый мост. Построен в 1887 году, перила чугунные.",
        ),
        ("Горбатый мост был построен в 1884 году.", "Мост построен в 1887 году."),
        "Источники противоречат друг другу: в истории слободы назван 1884 год, в списке памятников 1887 год.",
    ),
    Disputed(
        "orchard-ru",
        "Сколько яблонь растёт в саду усадьбы?",
        (
            "Усадьба сегодня\nВ саду усадьбы растёт 320 яблонь. Пруд чистили дважды.",
            "Опись\n\n| Что | Сколько |\n|---|---|\n| Яблони в саду усадьбы | 285 |\n| Скамьи | 14 |\n| Беседки | 2 |",
        ),
        ("В саду растёт 320 яблонь.", "По описи в саду усадьбы 285 яблонь."),
        "Данные не сходятся: текст называет 320 яблонь, опись 285, это противоречие.",
    ),
    Disputed(
        "tea-hans",
        "青岩茶社有多少名会员？",
        (
            "茶社简介\n青岩茶社有会员236名，每月聚会两次。",
            "二、活动\n春季登山由老会员带队。\n三、会费\n青岩茶社共有会员251名，会费每年120元。",
        ),
        ("青岩茶社有会员236名。", "茶社共有251名会员。"),
        "前后矛盾：简介写236名，会费一节写251名。",
    ),
    Disputed(
        "bridge-hans",
        "白石桥全长多少米？",
        (
            "县志摘抄\n白石桥全长148米，有十一孔，清末重修。",
            "旅游手册\n从车站步行二十分钟到达。白石桥全长163米，桥头有茶摊。",
        ),
        ("白石桥全长148米。", "白石桥的全长是163米。"),
        "两处说法不一致：县志说148米，手册说163米。",
    ),
    Disputed(
        "refund-hans",
        "退票手续费的比例是多少？",
        (
            "购票须知\n退票手续费的比例为票价的15%。请提前十分钟入场。",
            "常见问答\n问：可以带食物吗？答：不可以。\n退票手续费比例为票价的20%，按原路退回。",
        ),
        ("退票手续费的比例为票价的15%。", "手续费比例是20%。"),
        "购票须知写15%，常见问答写20%，互相矛盾。",
    ),
    Disputed(
        "film-hans",
        "影片《渡口》的片长是多少分钟？",
        (
            "节目单\n影片《渡口》片长118分钟，导演到场。",
            "影评\n《渡口》的片长为126分钟，中段略显拖沓，但摄影极好。",
        ),
        ("《渡口》片长118分钟。", "影片片长126分钟。"),
        "节目单是118分钟，影评是126分钟，两处不一致。",
    ),
    Disputed(
        "fund-hans",
        "义卖一共筹得多少元？",
        (
            "村报第三期\n义卖一共筹得48,200元，全部用于修路。",
            "账目公示\n九月支出灯具费6,100元。义卖共筹得45,700元，已存入专户。",
        ),
        ("义卖一共筹得48,200元。", "义卖筹得45,700元。"),
        "村报说48,200元，账目说45,700元，两者矛盾。",
    ),
    Disputed(
        "shuttle-hant",
        "接駁車每班間隔多少分鐘？",
        (
            "交通指引\n接駁車每班間隔20分鐘，末班車晚上十點。",
            "住客須知\n早餐在二樓。接駁車每班間隔30分鐘，請在大門口候車。",
        ),
        ("接駁車每班間隔20分鐘。", "每班間隔30分鐘。"),
        "交通指引寫20分鐘，住客須知寫30分鐘，前後矛盾。",
    ),
    Disputed(
        "kiln-hant",
        "柴窯的燒成溫度是攝氏幾度？",
        (
            "工坊筆記\n柴窯的燒成溫度為攝氏1,240度，需燒三天兩夜。",
            "展覽說明\n陶土取自後山。柴窯燒成溫度為攝氏1,280度，釉色因落灰而變化。",
        ),
        ("柴窯的燒成溫度為攝氏1,240度。", "燒成溫度是攝氏1,280度。"),
        "工坊筆記寫1,240度，展覽說明寫1,280度，兩者不一致。",
    ),
    Disputed(
        "temple-hant",
        "廟會當天發出多少份平安粥？",
        (
            "理事會簡訊\n廟會當天發出平安粥1,350份，志工忙到傍晚。",
            "帳目\n米糧支出18,400元。廟會當天共發出平安粥1,120份。",
        ),
        ("廟會當天發出1,350份平安粥。", "當天共發出平安粥1,120份。"),
        "簡訊說1,350份，帳目說1,120份，說法矛盾。",
    ),
    Disputed(
        "hostel-hant",
        "山屋有幾個床位？",
        (
            "預訂須知\n山屋有床位84個，需於一個月前預訂。",
            "| 設施 | 數量 |\n|---|---|\n| 山屋床位 | 96 |\n| 廁所 | 8 |\n| 炊事棚 | 2 |",
        ),
        ("山屋有84個床位。", "山屋床位有96個。"),
        "預訂須知說84個，設施表說96個，兩者不符，互相矛盾。",
    ),
    Disputed(
        "library-hant",
        "借閱期限是幾天？",
        (
            "讀者指南\n借閱期限為21天，可續借一次。",
            "館規第六條\n遺失須照價賠償。借閱期限為28天，逾期每日罰款兩元。",
        ),
        ("借閱期限為21天。", "借閱期限是28天。"),
        "讀者指南寫21天，館規寫28天，前後不一致。",
    ),
)

SETTLED = (
    Settled(
        "year-en",
        "How many concerts did the Sinfonia give in 2022?",
        (
            "In 2022 the Sinfonia gave 47 concerts. The hall was cold.",
            "In 2023 the Sinfonia gave 52 concerts, most of them in the new hall.",
        ),
        "In 2022 the Sinfonia gave 47 concerts.",
    ),
    Settled(
        "subject-en",
        "How deep is the north well?",
        (
            "The north well is 11.4 m deep and lined with oak.",
            "The south well is 9.8 m deep and lined with stone.",
        ),
        "The north well is 11.4 m deep.",
    ),
    Settled(
        "plan-en",
        "How much did the new organ cost?",
        (
            "The new organ was planned to cost £310,000, said the appeal leaflet.",
            "The new organ cost £342,000. It has 28 stops.",
        ),
        "The new organ cost £342,000.",
    ),
    Settled(
        "part-en",
        "How many volunteers work at the hospice?",
        (
            "The hospice has 160 volunteers. They meet on Mondays.",
            "Of the volunteers at the hospice, 118 work in the shops and at fairs.",
        ),
        "160 volunteers work at the hospice.",
    ),
    Settled(
        "correction-en",
        "How many runners finished the Fell Race?",
        (
            "The Fell Race had fine weather. 214 runners finished the Fell Race.",
            "Correction: 224 runners finished the Fell Race, not 214 as was printed last week.",
        ),
        "224 runners finished the Fell Race.",
    ),
    Settled(
        "rounded-en",
        "How many seeds are in the tin?",
        (
            "There are about 1,200 seeds in the tin.",
            "Counted on the table, there were 1,187 seeds in the tin.",
        ),
        "There were 1,187 seeds in the tin.",
    ),
    Settled(
        "bound-en",
        "How long may a speech last?",
        (
            "A speech may last up to 15 minutes. The chair rings a bell.",
            "In practice a speech lasts 12 minutes on average.",
        ),
        "A speech may last up to 15 minutes.",
    ),
    Settled(
        "before-after-en",
        "How long does the firing take with the new burner?",
        (
            "Before the new burner was fitted, the firing took 14 hours.",
            "With the new burner the firing takes 11 hours.",
        ),
        "With the new burner the firing takes 11 hours.",
    ),
    Settled(
        "place-en",
        "What is the entrance fee at Dunmore House?",
        (
            "The entrance fee at Dunmore House is £9. Dogs are welcome in the park.",
            "The entrance fee at Kelby Mill is £7, children go free.",
        ),
        "The entrance fee at Dunmore House is £9.",
    ),
    Settled(
        "table-rows-en",
        "How many otters does the zoo keep?",
        (
            "| Animal | Number |\n|---|---|\n| Otters | 6 |\n| Ibises | 7 |\n| Penguins | 8 |",
            "The zoo keeps 7 keepers on duty at night.",
        ),
        "The zoo keeps 6 otters.",
    ),
    Settled(
        "gross-net-en",
        "What was the net income of the fair?",
        (
            "The gross income of the fair was £5,400.",
            "After costs the net income of the fair was £4,100.",
        ),
        "The net income of the fair was £4,100.",
    ),
    Settled(
        "members-en",
        "How many members had the club at the end of 2020?",
        (
            "At the end of 2020 the club had 412 members.",
            "In March 2020 the club had 397 members, and the bar was shut.",
        ),
        "At the end of 2020 the club had 412 members.",
    ),
    Settled(
        "average-maximum-ru",
        "Какова средняя глубина озера Светлого?",
        (
            "Средняя глубина озера Светлого составляет 8,2 м.",
            "Наибольшая глубина озера Светлого составляет 11,5 м, у северного берега.",
        ),
        "Средняя глубина озера составляет 8,2 м.",
    ),
    Settled(
        "year-ru",
        "Сколько улья дали мёда в 2021 году?",
        (
            "В 2021 году ульи дали 214 кг мёда.",
            "В 2022 году ульи дали 186 кг мёда из-за дождей.",
        ),
        "В 2021 году ульи дали 214 кг мёда.",
    ),
    Settled(
        "plan-ru",
        "Сколько километров тропы построено?",
        (
            "По плану предстояло построить 34 км тропы.",
            "Построено 29 км тропы, остальное отложено до весны.",
        ),
        "Построено 29 км тропы.",
    ),
    Settled(
        "part-ru",
        "Сколько студентов учится в училище?",
        (
            "В училище учится 420 студентов.",
            "Из студентов училища 310 живут в общежитии и питаются в столовой.",
        ),
        "В училище учится 420 студентов.",
    ),
    Settled(
        "name-ru",
        "Сколько страниц в первом томе?",
        (
            "В первом томе 412 страниц и восемь карт.",
            "Во втором томе 388 страниц, карт нет.",
        ),
        "В первом томе 412 страниц.",
    ),
    Settled(
        "revised-ru",
        "Какова сумма сметы на ремонт крыши?",
        (
            "Первоначальная смета на ремонт крыши составляла 1,8 млн рублей.",
            "Уточнённая смета на ремонт крыши составляет 2,3 млн рублей.",
        ),
        "Уточнённая смета на ремонт крыши составляет 2,3 млн рублей.",
    ),
    Settled(
        "town-ru",
        "Сколько жителей в посёлке Ключи?",
        (
            "В посёлке Ключи 1840 жителей. Работает пекарня.",
            "В посёлке Родники 1620 жителей, школа закрыта.",
        ),
        "В посёлке Ключи 1840 жителей.",
    ),
    Settled(
        "quarter-ru",
        "Сколько посылок отправило отделение в марте?",
        (
            "В марте отделение отправило 640 посылок.",
            "В апреле отделение отправило 585 посылок.",
        ),
        "В марте отделение отправило 640 посылок.",
    ),
    Settled(
        "year-hans",
        "2021年茶社有多少会员？",
        (
            "2021年茶社有会员236名。",
            "2022年茶社有会员251名，新会员多为学生。",
        ),
        "2021年茶社有会员236名。",
    ),
    Settled(
        "plan-hans",
        "修桥实际花了多少钱？",
        (
            "修桥预算为86万元，由县里拨付。",
            "修桥实际花费93万元，超出部分由村里承担。",
        ),
        "修桥实际花费93万元。",
    ),
    Settled(
        "part-hans",
        "合唱团有多少人？",
        (
            "合唱团共有64人，每周排练一次。",
            "合唱团里其中女声45人，由梁老师指导。",
        ),
        "合唱团共有64人。",
    ),
    Settled(
        "subject-hans",
        "东塔高多少米？",
        (
            "东塔高42米，建于明代。",
            "西塔高38米，建于清代。",
        ),
        "东塔高42米。",
    ),
    Settled(
        "extreme-hans",
        "水库的平均水深是多少米？",
        (
            "水库的平均水深为17米。",
            "水库的最大水深为24米，靠近大坝。",
        ),
        "水库的平均水深为17米。",
    ),
    Settled(
        "revised-hans",
        "门票现在是多少元？",
        (
            "门票原来是30元，老人半价。",
            "门票现在是40元，可在网上购买。",
        ),
        "门票现在是40元。",
    ),
    Settled(
        "kind-hans",
        "成人票多少元？",
        (
            "成人票80元，全天有效。",
            "学生票60元，须出示证件。",
        ),
        "成人票80元。",
    ),
    Settled(
        "month-hans",
        "五月的客流量是多少人次？",
        (
            "五月的客流量为8,400人次。",
            "六月的客流量为9,100人次，雨天较少。",
        ),
        "五月的客流量为8,400人次。",
    ),
    Settled(
        "year-hant",
        "2023年廟會發出多少份平安粥？",
        (
            "2023年廟會發出平安粥1,350份。",
            "2024年廟會發出平安粥1,120份，因為下雨。",
        ),
        "2023年廟會發出平安粥1,350份。",
    ),
    Settled(
        "subject-hant",
        "北線登山口海拔幾公尺？",
        (
            "北線登山口海拔1,860公尺，有停車場。",
            "南線登山口海拔1,640公尺，需步行前往。",
        ),
        "北線登山口海拔1,860公尺。",
    ),
    Settled(
        "inclusive-hant",
        "套裝行程不含機票是多少元？",
        (
            "套裝行程不含機票為18,600元。",
            "套裝行程含機票為26,900元，兩人成行。",
        ),
        "套裝行程不含機票為18,600元。",
    ),
    Settled(
        "planned-hant",
        "圖書館新館工程實際花了幾個月？",
        (
            "圖書館新館工程原定14個月完成。",
            "圖書館新館工程實際花了17個月。",
        ),
        "工程實際花了17個月。",
    ),
    Settled(
        "per-hant",
        "民宿平日房價是多少元？",
        (
            "民宿平日房價為2,400元，附早餐。",
            "民宿假日房價為3,200元，附早餐。",
        ),
        "民宿平日房價為2,400元。",
    ),
    Settled(
        "correction-hant",
        "報名人數是多少？",
        (
            "報名人數為326人，額滿截止。",
            "更正：報名人數為362人，前報誤植為326人。",
        ),
        "報名人數為362人。",
    ),
    Settled(
        "limit-hant",
        "露營區可容納幾人？",
        (
            "露營區最多可容納150人。",
            "上週末露營區入住132人，衛浴足夠。",
        ),
        "露營區最多可容納150人。",
    ),
    Settled(
        "floor-hant",
        "二樓展廳面積是幾平方公尺？",
        (
            "二樓展廳面積為420平方公尺。",
            "三樓展廳面積為365平方公尺，採光較好。",
        ),
        "二樓展廳面積為420平方公尺。",
    ),
)
