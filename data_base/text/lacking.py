"""Points that say what a text does not: "Does not mention the weir"."""

import re

_ENGLISH = (
    r"(?:(?:the\s)?(?:answer|response|report|text|it)\s)?"
    r"(?:(?:does|did)(?:\snot|n['’]t)|fail(?:s|ed)?\sto|never|neglects\sto)\s(?:\w{2,12}ly\s)?"
    r"(?:mention|state|say|name|give|note|include|claim|explain|identify|describe|provide|discuss|list|specify"
    r"|acknowledge|address|cite|report|recommend|advise|warn|point\sout|make\sclear)s?\b(?:\sthat\b)?\s?"
)
_RUSSIAN = (
    r"(?:(?:ответ|отч[её]т|текст)\s)?не\s"
    r"(?:упомина|называ|сообща|указыва|говор|утвержда|привод|объясня|описыва|содерж|отмеча|да[её]т)\w{0,4}"
    r"(?:,?\s(?:о\sтом,\s)?что\b|\sоб?\b)?\s?"
)
_CHINESE = (
    r"(?:回答|答案|报告|報告)?(?:并未|並未|未能|没有?|沒有?|未)"
    r"(?:提到|提及|说明|說明|指出|给出|給出|列出|包括|解释|解釋|描述|讨论|討論|声称|聲稱|写明|寫明|说|說|提)(?:了|出)?"
)
_LACKING = re.compile(rf"\s*(?:{_ENGLISH}|{_RUSSIAN}|{_CHINESE})(?=\S)", re.IGNORECASE)


def what_is_lacking(point: str) -> str | None:
    """What a text lacks by a point, in the point's words; None where the point says something else."""
    found = _LACKING.match(point)
    return point[found.end() :] if found else None
