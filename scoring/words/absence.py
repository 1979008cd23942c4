"""The plainest denial: that something is not in the documents, without a word for saying.

"No fare in the passages.", "文件中沒有票價。", "В документах нет цены."
"""

import re
from functools import cache

from data_base.text.word_lists import word_list
from data_base.text_cache import text_cache
from scoring.words.terms import folded

# Between a denial and the documents are so many characters at most.
_APART = 60


@cache
def _pattern() -> re.Pattern[str]:
    """The forms of the three languages, each by the lexicon's words for what was read."""
    read = {language: "|".join(word_list(f"abstention.read.{language}")) for language in ("en", "ru", "zh")}
    paper, inside, lacks = (
        "|".join(word_list(f"abstention.{name}.zh")) for name in ("paper", "inside", "lacks")
    )
    english = "|".join(word_list("abstention.lacks.en"))
    gap = rf"[^.,!?;:]{{0,{_APART}}}?"
    ends = r"(?=\s*(?:[.,;:!]|$)|\s(?:about|on|of|for|regarding|concerning|о|об|про)\b)"
    which = r"(?:(?:any|all|either|one) of )?(?:the|these|those|this|my|your|our|any)(?: \w+){0,2}?"
    within = rf"(?:in|among|within) {which} (?:{read['en']}){ends}"
    return re.compile(
        rf"\b(?:{english})\b{gap} {within}|"
        rf"(?:\b(?:is|are|was|were)(?:n't| not| nowhere)|^\W*(?:not|nowhere))(?: [a-z]+){{0,2}}? {within}|"
        rf"\b(?:in|among|within) {which} (?:{read['en']}),? there (?:is|are|was|were) (?:no|nothing|none)\b|"
        rf"\b{which} (?:{read['en']}) (?:has|have|had|holds?|held) (?:no|nothing)\b|"
        rf"\b(?:none|neither) of {which} (?:{read['en']})\b|"
        rf"\bв(?:о)? (?:\w+ ){{0,2}}?(?:{read['ru']})\w*,?{gap}\b(?:нет|нету|ничего)\b|"
        rf"\b(?:нет|нету|ничего)\b{gap} в(?:о)? (?:\w+ ){{0,2}}?(?:{read['ru']})\w*{ends}|"
        rf"(?:(?:{read['zh']})(?:{inside})?|(?:{paper})(?:{inside}))(?:都|并|也|均|皆|完全|对此|里)*(?:{lacks})"
    )


@text_cache(500_000)
def is_absence(text: str) -> bool:
    """Whether a sentence or clause says that what was read has none of something.

    Args:
        text: in Chinese, English or Russian.
    """
    return _pattern().search(folded(text)) is not None
