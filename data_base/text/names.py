"""Names in a text, by their look: capital letters, quotation marks, Latin words in Chinese, suffixes.

Heuristics without dictionaries: they find what a reader would look for first, and may take a capitalised
common word for a name.
"""

import re

from data_base.text.language import CJK_CLASS
from data_base.text.sentences import sentence_spans
from data_base.text.stop_words import CHINESE, ENGLISH, RUSSIAN

_FUNCTION_WORDS = ENGLISH | RUSSIAN
_CAPITAL = "A-ZÀ-ÖØ-ÞА-ЯЁ"
_WORD = rf"[{_CAPITAL}][A-Za-zÀ-ɏЀ-ӿ0-9'’-]{{0,60}}"
# A full stop joins only behind an initial or a title.
_JOINT = rf"(?:[ \u00a0]|(?<=\b[{_CAPITAL}])\.[ \u00a0]?|(?<=\b[MD]r)\.[ \u00a0])"
# Small words that may stand inside a name: Bank of China, Johann van der Meer, А. С. Пушкин.
_LINK = r"(?:of|and|de|van|von|der|la|le|du|&|и)"
_RUN = re.compile(rf"{_WORD}(?:{_JOINT}(?:{_LINK}[ \u00a0])?{_WORD}){{0,7}}")
_LATIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9]*(?:[-_./+ ][A-Za-z0-9]+)*")
_HAS_LETTER = re.compile(r"[A-Za-z]")
_CJK = re.compile(f"[{CJK_CLASS}]")
_QUOTED = re.compile(
    r"「([^「」\n]{1,60})」|『([^『』\n]{1,60})』|《([^《》\n]{1,80})》|〈([^〈〉\n]{1,80})〉"
    r"|“([^“”\n]{1,80})”|«([^«»\n]{1,80})»|„([^„“”\n]{1,80})[“”]"
)
_SUFFIXES = (
    "股份有限公司|有限公司|公司|集團|集团|大學|大学|學院|学院|研究所|研究院|研究中心|基金會|基金会|協會|协会|學會|学会"
    "|委員會|委员会|醫院|医院|銀行|银行|法院|政府|博物館|博物馆|圖書館|图书馆|發電廠|发电厂|電廠|电厂|中心|工廠|工厂"
    "|部門|部门|總署|总署|管理局|局|署"
)
_HAN_RUN = re.compile("[\u3400-\u9fff]+")
_ORGANISATION = re.compile(f"[\u3400-\u9fff]{{2,16}}?(?:{_SUFFIXES})")
# Words after which a new phrase begins; a name does not reach across them.
_MORE_BREAKS = (
    "由 向 從 从 至 到 對 对 該 该 本 各 某 等 指出 表示 參與 参与 合作 委託 委托 位於 位于 宣布 收購 收购"
)
_BREAK = re.compile("|".join(sorted((*CHINESE, *_MORE_BREAKS.split()), key=lambda word: (-len(word), word))))


FAMILY_NAMES = (
    "賴赖王李張张劉刘陳陈楊杨黃黄趙赵吳吴周徐孫孙馬马朱胡郭何高林羅罗鄭郑梁謝谢宋唐許许韓韩馮冯鄧邓曹彭曾蕭萧肖田董袁潘于蔣蒋蔡余杜葉叶程蘇苏魏呂吕丁"
    "任沈姚盧卢姜崔鍾钟譚谭陸陆汪范金石廖賈贾夏韋韦付方白鄒邹孟熊秦邱江尹薛閻阎段雷侯龍龙史陶黎賀贺顧顾毛郝龔龚邵萬万錢钱嚴严覃武戴莫孔向湯汤溫温康施文"
    "牛樊葛邢安齊齐易喬乔伍龐庞顏颜倪莊庄聶聂章魯鲁岳翟殷詹申歐欧耿關关蘭兰焦俞左柳甘祝包寧宁尚符舒阮柯紀纪梅童凌畢毕單单季裴霍塗涂成苗谷曲盛冉翁藍蓝路游辛"
    "靳管柴鮑鲍華华祁房屈樂乐嵇鹿"
)
_PERSON = re.compile(
    rf"(?:由|師|师|授|長|长|任|員|员|人|家|士|生|監|监|總|总|席|與|与|和|及|[，、（(「])"
    rf"((?![顧顾][問问])[{FAMILY_NAMES}][\u3400-\u9fff]{{1,2}}?)"
    r"(?=[，、。；（）(),「]|設計|设计|主持|負責|负责|擔任|担任|出任|創[辦立建]|创[办立建]|領導|领导|撰寫|撰写|"
    r"指導|指导|率領|率领|發明|发明|提出|完成|捐|所|於|于|在|的|是|為|为|等|與|与|和|及|$)"
)


def names(text: str) -> list[str]:
    """Names in reading order, as written, each once.

    Capitalised runs and acronyms of English and Russian (a single capitalised word at the beginning of a
    sentence only if it is seen inside one too), Latin words and model numbers inside Chinese, quoted
    titles, and Chinese runs that end like an organisation.
    """
    found = [(match.start(), (match[match.lastindex or 0]).strip()) for match in _QUOTED.finditer(text)]
    if _CJK.search(text):
        found += _latin_in_chinese(text)
        found += _organisations(text)
    found += _capitalised(text)
    return list(dict.fromkeys(name for _, name in sorted(found, key=lambda item: item[0]) if name))


def chinese_people(text: str) -> list[str]:
    """Chinese names of people in reading order, each once: a family name behind a title or a preposition.

    What reads like one by chance is taken for one too, where a word follows that people do things with.
    """
    return list(dict.fromkeys(match[1] for match in _PERSON.finditer(text)))


def _capitalised(text: str) -> list[tuple[int, str]]:
    starts = {_first_letter(text, start, end) for start, end in sentence_spans(text)}
    runs = [(match.start(), match[0]) for match in _RUN.finditer(text)]
    inside = {name for start, name in runs if start not in starts}
    return [
        (start, name)
        for start, run in runs
        if (name := _without_function_word(run)) and (start not in starts or _is_name(name, run, inside))
    ]


def _first_letter(text: str, start: int, end: int) -> int:
    """Where the first word of a sentence begins, behind list and quotation marks."""
    while start < end and not text[start].isalpha():
        start += 1
    return start


def _without_function_word(run: str) -> str:
    """The name without an article in front: "The Acme" is Acme; empty if nothing else is there."""
    first, _, rest = run.partition(" ")
    name = rest if first.lower() in _FUNCTION_WORDS else run
    return "" if name.lower() in _FUNCTION_WORDS else name


def _is_name(name: str, run: str, inside: set[str]) -> bool:
    """Whether what begins a sentence is a name: more than one word, capitals inside, or seen elsewhere."""
    return (
        " " in name
        or name != run
        or name in inside
        or any(char.isupper() or char.isdigit() for char in name[1:])
    )


def _latin_in_chinese(text: str) -> list[tuple[int, str]]:
    return [
        (match.start(), match[0])
        for match in _LATIN.finditer(text)
        if _HAS_LETTER.search(match[0]) and _touches_chinese(text, *match.span())
    ]


def _touches_chinese(text: str, start: int, end: int) -> bool:
    around = text[max(start - 2, 0) : start] + text[end : end + 2]
    return _CJK.search(around) is not None


def _organisations(text: str) -> list[tuple[int, str]]:
    found = []
    for run in _HAN_RUN.finditer(text):
        begin = run.start()
        for cut in (*_BREAK.finditer(text, *run.span()), None):
            end = cut.start() if cut else run.end()
            found += [(m.start(), m[0]) for m in _ORGANISATION.finditer(text, begin, end)]
            begin = cut.end() if cut else end
    return found
