"""Names in a text, by their look: capital letters, quotation marks, Latin words in Chinese.

Heuristics without dictionaries: they find what a reader would look for first, and may take a capitalised
common word for a name.
"""

import re
from functools import cache

from data_base.text.language import CJK_CLASS
from data_base.text.sentences import sentence_spans
from data_base.text.word_lists import word_list, words

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


def names(text: str) -> list[str]:
    """Names in reading order, as written, each once.

    Capitalised runs and acronyms of English and Russian (a single capitalised word at the beginning of a
    sentence only if it is seen inside one too), Latin words and model numbers inside Chinese, and quoted
    titles.
    """
    found = [(match.start(), (match[match.lastindex or 0]).strip()) for match in _QUOTED.finditer(text)]
    if _CJK.search(text):
        found += _latin_in_chinese(text)
    found += _capitalised(text)
    return list(dict.fromkeys(name for _, name in sorted(found, key=lambda item: item[0]) if name))


def chinese_people(text: str) -> list[str]:
    """Chinese names of people in reading order, each once: a family name behind a title or a preposition.

    What reads like one by chance is taken for one too, where a word follows that people do things with.
    """
    return list(dict.fromkeys(match[1] for match in _person().finditer(text)))


@cache
def _person() -> re.Pattern[str]:
    family = "".join(word_list("chinese_words.family_names"))
    return re.compile(
        r"(?:由|師|师|授|長|长|任|員|员|人|家|士|生|監|监|總|总|席|與|与|和|及|[，、（(「])"
        rf"((?![顧顾][問问])[{family}][\u3400-\u9fff]{{1,2}}?)"
        r"(?=[，、。；（）(),「]|設計|设计|主持|負責|负责|擔任|担任|出任|創[辦立建]|创[办立建]|領導|领导|撰寫|撰写|"
        r"指導|指导|率領|率领|發明|发明|提出|完成|捐|所|於|于|在|的|是|為|为|等|與|与|和|及|$)"
    )


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
    name = rest if first.lower() in words("stop_words") else run
    return "" if name.lower() in words("stop_words") else name


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
