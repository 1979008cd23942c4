"""Whether a document says itself that something is not known, measured or decided (zh, en, ru)."""

from __future__ import annotations

import re
from functools import lru_cache

from data_base.text.phrases import Phrases

_ENGLISH = (
    (
        r"\b(?:not|n[’']t|never|nor|nothing|none|no)\b(?:\s[\w’'-]+){0,4}?\s(?:known|decided|determined|"
        r"announced|disclosed|"
        r"available|published|measured|recorded|counted|estimated|received|tested|reported|included|covered|"
        r"assessed|surveyed|fixed|agreed|set|given|stated|settled|made public|collected|calculated)\b"
    ),
    (
        r"\b(?:yet to be|remains? to be|is still to be|are still to be|to be) (?:known|decided|determined|"
        r"announced|"
        r"published|fixed|agreed|brought|confirmed|settled|named|chosen|appointed)\b"
    ),
    r"\bwill (?:only )?be (?:decided|announced|brought|published|determined|named|reported)\b",
    (
        r"\b(?:questions?|matters?|issues?|points?|dates?|decisions?|answers?|names?|amounts?|costs?|"
        r"sites?|reasons?|"
        r"causes?|terms)\b[^.;]{0,40}?\b(?:remains?|is|are|was|were) (?:still )?(?:left )?open\b"
    ),
    (
        r"\b(?:remains?|is|are|was|were) (?:still )?(?:unknown|unclear|undecided|undisclosed|unresolved|"
        r"confidential|"
        r"under (?:discussion|review|negotiation)|pending|awaited|outstanding)\b"
    ),
    (
        r"\b(?:outside|beyond) the scope\b|\b(?:is|are|was|were|has been|have been) (?:left out|omitted|"
        r"withheld)\b"
    ),
)
_CHINESE = (
    r"(?:尚未|尚待|尚无|尚無|有待|仍待|未定|待定|還沒有?|还没有?|仍未|迄未|暫未|暂未|暫不|暂不)",
    (
        r"(?:並未|并未|未能|未予|未曾|未經|未经|未|沒有|没有|不予|不)(?:被)?(?:確定|确定|公布|公佈|"
        r"公开|公開|納入|纳入|統計|统计|"
        r"舉行|举行|揭露|披露|報告|报告|測量|测量|測定|测定|評估|评估|估計|估计|記錄|记录|紀錄|調查|"
        r"调查|檢測|检测|列入|計入|"
        r"计入|說明|说明|透露|對外|对外|獲回|获|提供)"
    ),
    r"(?:不在|超出|不屬|不属)[^。；，,]{0,14}(?:範圍|范围|之內|之内)",
    r"(?:仍在|還在|还在|正在)(?:討論|讨论|審議|审议|研究|協商|协商|談判|谈判|招標|招标)",
    r"由[^。；，,]{1,14}(?:決定|决定|遴選|遴选)",
    r"待[^。；，,]{1,12}(?:決定|决定|審查|审查|公布|公佈|核定|確認|确认)",
)
_RUSSIAN = (
    (
        r"\bне (?:был[аои]?\s)?(?:определ|оцен|измер|пров[оеё]д|публик|раскры|устан|извест|реш|утвержд|"
        r"подсчит|"
        r"учит|"
        r"входи|включ|указ|назв|выясн|обсле|регистрир|изуча|исслед|согласов|назнач|объявл)\w*"
    ),
    (
        r"\b(?:пока|ещё|еще|до сих пор) не\b|\bпредстоит\b|\bбуд(?:ет|ут) (?:определ|объявл|реш|назва|"
        r"утвержд)\w*"
    ),
    (
        r"\b(?:вопрос|дата|причин)\w*[^.;]{0,40}оста[её]тся открыт\w*|\bоста[её]тся (?:неизвест|неясн)\w*|"
        r"\bне разглаша\w*|\bза рамками\b|\bвне рамок\b"
    ),
)
_LEFT_OPEN = Phrases(_ENGLISH, _CHINESE, _RUSSIAN, re.IGNORECASE)
# Questions for what is still to be done, which a list of just that answers.
_ASKS_WHAT_IS_OPEN = re.compile(
    r"\b(?:what|which)\b[^?]*\b(?:unresolved|unfinished|incomplete|outstanding|pending|open|remains?|remaining|"
    r"left|not yet|still)\b|"
    r"(?:哪些|什[麼么]|哪[幾几][項项個个件])[^？?]{0,10}"
    r"(?:遺留|遗留|待[辦办解處处完]|未[了完解決决處处結结竣]|沒有?完|没有?完|剩)|"
    r"(?:遺留|遗留|待[辦办解處处完]|尚未|未[了完解決决處处結结竣])[^？?]{0,12}(?:哪些|什[麼么])|"
    r"\b(?:что|как(?:ие|ой|ая)|чего)\b[^?]*"
    r"\b(?:остал|оста[её]т|остаются|нереш|незаверш|недодел|не (?:выполн|заверш|сдела|решен)|"
    r"ещё не|еще не)\w*",
    re.IGNORECASE,
)


def asks_what_is_open(question: str) -> bool:
    """Whether a question asks what has not been done or settled yet."""
    return _ASKS_WHAT_IS_OPEN.search(question) is not None


@lru_cache(maxsize=4096)
def leaves_open(sentence: str) -> bool:
    """Whether a document's sentence says that something is not known, not measured or not yet decided."""
    return _LEFT_OPEN.found_in(sentence)
