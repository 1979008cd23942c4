"""Which of the four languages a text is written in, detected from its characters alone."""

import re
from typing import Literal, get_args

Language = Literal["zh-Hant", "zh-Hans", "en", "ru"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

# Han with its extensions and compatibility forms, kana, bopomofo, Hangul: scripts without spaces or with
# words short enough to be read by character pairs.
CJK_CLASS = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af"
)
_CJK = re.compile(f"[{CJK_CLASS}]")
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+")
_CYRILLIC_WORD = re.compile(r"[\u0400-\u04ff]+")
_ENGLISH_FUNCTION_WORD = re.compile(
    r"\b(?:the|of|is|are|was|were|does|do|did|what|which|how|why|who|when|and|in|to|for|by|on|with)\b",
    re.IGNORECASE,
)
_CHINESE_FUNCTION_CHARACTER = re.compile(r"[的是了在和與与嗎吗呢請请什哪為为於于及]")
# Enough to decide, and it bounds the work on long documents.
_SAMPLE = 4_000
# One function word says more about a text's language than the names it mentions; a Russian text often
# carries Latin names, an English one hardly ever Cyrillic ones.
_FUNCTION_WORD, _CYRILLIC = 6, 3


def is_cjk(char: str) -> bool:
    """Whether one character belongs to a script read by character pairs (Han, kana, bopomofo, Hangul)."""
    return _CJK.fullmatch(char) is not None


def detect_language(text: str, default: Language = "en", *, context: str = "") -> Language:
    """The language a text is mainly written in, ``default`` where it has no letters.

    Words are counted for the alphabetic scripts and characters for Chinese; function words count more,
    so that a foreign name does not decide. Traditional and Simplified are distinguished by
    characters that only one of them uses; where none is there the context decides, a Chinese text
    around this one, and without it the text counts as Traditional.
    """
    sample = text[:_SAMPLE]
    chinese = len(_CJK.findall(sample)) + _FUNCTION_WORD * len(_CHINESE_FUNCTION_CHARACTER.findall(sample))
    english = len(_LATIN_WORD.findall(sample)) + _FUNCTION_WORD * len(_ENGLISH_FUNCTION_WORD.findall(sample))
    russian = _CYRILLIC * len(_CYRILLIC_WORD.findall(sample))
    if not chinese and not english and not russian:
        return default
    if chinese < max(english, russian):
        return "ru" if russian >= english else "en"
    # The two national sets of common characters: what only one of them has distinguishes the scripts.
    common = "".join(sorted(set(_CJK.findall(sample))))
    simplified, traditional = (len(common.encode(codec, "ignore")) for codec in ("gb2312", "big5"))
    if simplified == traditional and context:
        around = detect_language(context)
        return around if around.startswith("zh") else "zh-Hant"
    return "zh-Hans" if simplified > traditional else "zh-Hant"
