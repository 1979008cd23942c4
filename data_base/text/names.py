"""Names in a text, by their look: capital letters, quotation marks, Latin words in Chinese.

Heuristics without dictionaries: they find what a reader would look for first, and may take a capitalised
common word for a name.
"""

import re
from collections.abc import Iterator
from functools import cache

from data_base.text.language import CJK_CLASS
from data_base.text.sentences import sentence_spans
from data_base.text.word_lists import word_list, words

_CAPITAL = "A-ZÀ-ÖØ-ÞА-ЯЁ"
_WORD = rf"[{_CAPITAL}][A-Za-zÀ-ɏЀ-ӿ0-9'’-]{{0,60}}"
# A full stop joins only behind an initial or a title.
_JOINT = rf"(?:[ \u00a0]|(?<=\b[{_CAPITAL}])\.[ \u00a0]?|(?<=\b[MD]r)\.[ \u00a0])"
# Small words that may be inside a name: Bank of China, Johann van der Meer, А. С. Пушкин.
_LINK = r"(?:of|and|de|van|von|der|la|le|du|&|и)"
_RUN = re.compile(rf"{_WORD}(?:{_JOINT}(?:{_LINK}[ \u00a0])?{_WORD}){{0,7}}")
_LATIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9]*(?:[-_./+ ][A-Za-z0-9]+)*")
_HAS_LETTER, _FIRST_LETTER = re.compile(r"[A-Za-z]"), re.compile(r"[^\W\d_]")
_INNER_SIGN = re.compile(rf"[{_CAPITAL}0-9]")
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
        found += [(match.start(), match[0]) for match in _LATIN.finditer(text) if _in_chinese(match)]
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
    behind = "|".join(word_list("chinese_words.behind_people"))
    before = "".join(word_list("chinese_words.before_people"))
    return re.compile(
        rf"[{before}，、（(「]((?![顧顾][問问])[{family}][\u3400-\u9fff]{{1,2}}?)(?=[，、。；（）(),「]|{behind}|$)"
    )


def chinese_names(text: str) -> list[str]:
    """Names in Chinese: people behind a title or "is", names written with a dot, organisations."""
    return [next(filter(None, match.groups())) for match in _named_in_chinese().finditer(text)]


@cache
def _named_in_chinese() -> re.Pattern[str]:
    family = "".join(word_list("chinese_words.family_names"))
    before = "".join(word_list("chinese_words.before_people"))
    bodies = "|".join(word_list("chinese_words.bodies"))
    han = r"[\u3400-\u9fff]"
    return re.compile(
        rf"[{before}为為是叫即：]([{family}]{han}{{1,2}})(?!{han})|({han}+(?:[·•]{han}+)+)|({han}{{2,10}}(?:{bodies}))"
    )


def _in_chinese(match: re.Match[str]) -> bool:
    around = match.string[max(match.start() - 2, 0) : match.start()] + match.string[match.end() :][:2]
    return bool(_HAS_LETTER.search(match[0]) and _CJK.search(around))


def _capitalised(text: str) -> Iterator[tuple[int, str]]:
    """Runs of capitalised words; what begins a sentence has more words or capitals, or is seen again."""
    # Where the first word of a sentence begins, behind list and quotation marks.
    spans = sentence_spans(text)
    starts = {letter.start() for span in spans if (letter := _FIRST_LETTER.search(text, *span))}
    runs = [(match.start(), match[0]) for match in _RUN.finditer(text)]
    inside = {run for start, run in runs if start not in starts}
    for start, run in runs:
        # "The Acme" is Acme.
        first, _, rest = run.partition(" ")
        name = rest if first.lower() in words("stop_words") else run
        known = start not in starts or " " in name or name != run or name in inside
        if name.lower() not in words("stop_words") and (known or _INNER_SIGN.search(name, 1)):
            yield start, name
