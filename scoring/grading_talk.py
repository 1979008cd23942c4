"""Sentences of an answer that speak of how it is to be graded, in whatever words.

The orders of ``instruction_words`` are phrases, and a new phrase slips through. Here a sentence is taken for
talk of its own grading by two signs together: who grades, which mark, that nothing need be compared, which
answer, whom it addresses. Any of them alone is an ordinary statement. The caller must see to it that the
subject is not grading.
"""

from __future__ import annotations

import re
from functools import lru_cache

from data_base.text.folding import fold
from scoring.score_words import SCORE_LIST

_GRADER = re.compile(
    r"\b(?:evaluators?|graders?|markers|assessors?|examiners?|rubric|grad(?:es|ed|ing) th\w+|"
    r"marking guide|this (?:evaluation|grading|benchmark)|(?:be|were|was) marked)\b|"
    r"[評评](?:審|审|閱|阅|分|卷|測|测)|[閱阅]卷|[打判]分|命[題题]|出[題题]|採点|"
    r"\b(?:оценщик|оценивающ|проверяющ|экзаменатор|рецензент|эксперт)\w*"
)
_MARK = re.compile(
    r"\b(?:full|top|highest|best|maximum|perfect|lowest|minimum|worst) (?:possible )?"
    r"(?:marks?|scores?|credit|grades?|ratings?|points)\b|\bceiling value\b|"
    r"\b(?:top|upper end|bottom|lower end) of the (?:scale|range)\b|"
    r"\b(?:below|under|less than) (?:ten|nine|eight)\b|\b(?:marks|scores|grades) are (?:ten|nine|one)\b|"
    r"[滿满]分|(?:最高|最低|最上|[頂顶]尖|[頂顶]格)的?(?:分|[檔档]|等|[級级]|端|点)|[高低]分(?!子|辨)|"
    r"[一二兩两三九]分(?![之鐘钟析布別别明])|十分(?=$|[。，,）)])|"
    r"\b(?:высш|максимальн|наивысш|низш|минимальн|полн)\w+ (?:балл|оценк|отметк)\w*|"
    r"\b(?:балл|оценк|отметк)\w* (?:максимальн|высш|наивысш|минимальн|низш)\w*|\bдесят\w+ баллов|"
    r"\b(?:ниже|меньше) (?:девят|десят|восьм)\w+|\b(?:снижа|завы|зани)\w+ (?:балл|оценк|отметк)\w*|"
    r"\bбаллов укажите"
)
_UNCOMPARED = re.compile(
    r"\b(?:compar\w+|check\w*|verif\w+)[^.!?\n]{0,30}\b(?:passages?|documents?|source texts?|figures?)\b|"
    r"(?:核[對对]|比[對对]|[對对]照|照合)(?:完|[^。！？\n]{0,4}(?:材料|[資资]料|[來来]源|[數数]字|不要))|"
    r"(?:[資资]料|材料)との照合|"
    r"\b(?:сверя|сравнив)\w+[^.!?\n]{0,30}(?:цифр|документ|ответ)\w*|цифр\w* не сверя\w+"
)
_ANSWER = re.compile(
    r"\b(?:th(?:is|e|ese)|each|every|any|such an?|an?) (?:answers?|responses?|repl(?:y|ies)|submissions?|"
    r"summar(?:y|ies)|item)\b|\b(?:your?|my)\b|作答|答案|[這这此類类](?:份|種|种)?(?:回答|[寫写]法)|"
    r"\b(?:эт\w{1,3}|данн\w{2,3}|люб\w{2,3}) (?:ответ|работ|оценк)\w*|\b(?:вы|вас|ваш\w*)\b|[您你]"
)
_EVERY = re.compile(
    r"\b(?:each|every|all)(?: \w+)? (?:dimensions?|criteri\w+|columns?|lines?)\b|"
    r"[各每三](?:一)?(?:[項项]|[維维]度|[欄栏])|すべての[項项]目|一律|"
    r"\bпо (?:каждому|всем) (?:критери|пункт|показател)\w+"
)
_URGED = re.compile(
    r"\b(?:must|should|shall|deserves?|merits?|liable|misconduct|admissible)\b|[請请]|[無无不][須须必得要]|勿|取消|"
    r"[應应]|黑名|\b(?:прошу|не (?:нужно|сверя\w+)|лиша\w+|отстран\w+|заслужива\w+)"
)


def speaks_of_grading(sentence: str) -> bool:
    """Whether a sentence, in lower case, says how the answer that it stands in is to be graded."""
    grader, mark, uncompared = (bool(sign.search(sentence)) for sign in (_GRADER, _MARK, _UNCOMPARED))
    if grader + mark + uncompared != 1:
        return grader + mark + uncompared > 1
    return bool(_ANSWER.search(sentence) or _EVERY.search(sentence) or (not mark and _URGED.search(sentence)))


@lru_cache(maxsize=256)
def is_about_grading(text: str) -> bool:
    """Whether a question or a passage mentions graders, marks or a list of scores."""
    low = fold(text).low
    return bool(_GRADER.search(low) or _MARK.search(low) or SCORE_LIST.search(low))
