"""Words around a figure that say what it is: scales, marks of approximation and bounds, as data."""

# Written right before the number; a leading space stands for the beginning of a word.
APPROXIMATELY = (
    *(
        " about",
        " around",
        " approximately",
        " approx.",
        " approx",
        " roughly",
        " nearly",
        " almost",
        " circa",
    ),
    *(" ca.", " c.", " some", " an estimated", " close to", "~", "≈", "≃"),
    *(" just under", " just over", " just above", " just below", " just short of", " a little over"),
    *(" чуть более", " чуть больше", " чуть менее", " чуть меньше", " немногим более", " немногим больше"),
    *(" немногим менее", " немногим меньше"),
    *("略高于", "略低于", "略多于", "略少于", "略超过", "稍高于", "稍低于", "略逾"),
    *("约", "大概", "近", "将近", "接近", "左右", "差不多", "估计"),
    *(" около", " примерно", " приблизительно", " порядка", " почти", " ориентировочно", " приблиз.", " ок."),
)
AT_LEAST = (
    *(" more than", " over", " above", " at least", " no less than", " not less than", " no fewer than"),
    *(
        " exceeding",
        " exceeds",
        " exceed",
        " exceeded",
        " upwards of",
        " minimum of",
        " greater than",
        ">",
        "≥",
        ">=",
    ),
    *("超过", "多于", "至少", "最少", "不少于", "不低于", "逾", "高于", "大于", "突破", "超"),
    *(" более", " более чем", " больше", " свыше", " не менее", " не менее чем", " не меньше", " минимум"),
    *(" по меньшей мере", " превышает", " превысил", " превысила", " превысило"),
)
AT_MOST = (
    *(
        " less than",
        " under",
        " below",
        " at most",
        " up to",
        " no more than",
        " not more than",
        " fewer than",
    ),
    *(" maximum of", " lower than", "<", "≤", "<="),
    *("不到", "不足", "低于", "少于", "小于", "最多", "至多", "不超过", "不多于", "不高于"),
    *(
        " менее",
        " менее чем",
        " меньше",
        " не более",
        " не более чем",
        " не больше",
        " максимум",
        " не свыше",
    ),
)
# Longer forms that hold one of another list and mean the opposite.
NEGATED_AT_MOST = (
    " no more than",
    " not more than",
    " не более",
    " не больше",
    " не свыше",
    "不超过",
    "不多于",
    "不高于",
)
NEGATED_AT_LEAST = (
    " no less than",
    " not less than",
    " no fewer than",
    " не менее",
    " не меньше",
    "不少于",
    "不低于",
)

APPROXIMATELY_AFTER = ("左右", "上下", "or so", "approximately")
AT_LEAST_AFTER = ("以上", "+", "с лишним", "or more", "or higher", "и более", "и выше", "及以上")
AT_MOST_AFTER = ("以下", "以内", "or less", "or fewer", "и менее", "и ниже")

MINUS = (" minus", "负", "零下", " минус", " negative")

_SCALES = """
10 десяток десятка десятков
12 dozen
100 hundred сотня сотни сотен сотню
1000 thousand thousands тыс тысяч тысячи тысяча тысячу тысячам тысячами тысячах тысячей
1000000 million millions mln mn mio млн миллион миллиона миллионов миллионы миллионам миллионами
1000000 миллионах миллионе миллионом
1000000000 billion billions bn bln млрд миллиард миллиарда миллиардов миллиарды миллиардам миллиардами
1000000000 миллиардах миллиардом миллиарде
1000000000000 trillion trillions tn trn трлн триллион триллиона триллионов триллионы триллионам триллионами
"""
SCALES = {word: int(line.split()[0]) for line in _SCALES.strip().splitlines() for word in line.split()[1:]}
ABBREVIATED_SCALES = frozenset({"тыс", "млн", "млрд", "трлн", "mln", "bln"})
# Letters right behind the number: "5k", "3.2M", "$4b".
LETTER_SCALES = {"k": 10**3, "K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
MONEY_LETTER_SCALES = LETTER_SCALES | {"m": 10**6, "b": 10**9, "t": 10**12}
CHINESE_SCALES = {
    "百": 10**2,
    "千": 10**3,
    "万": 10**4,
    "十万": 10**5,
    "百万": 10**6,
    "千万": 10**7,
    "亿": 10**8,
    "十亿": 10**9,
    "百亿": 10**10,
    "千亿": 10**11,
    "万亿": 10**12,
    "兆": 10**12,
}
