"""The sentences in which the embedded judge gives its reasons, in four languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_base.text.language import Language

_SENTENCES: dict[str, dict[Language, str]] = {
    "checked": {
        "zh-Hant": (
            "以程式核對（非語言模型）：{claims} 項陳述，{figures} 個數字與日期，其中 {held} 個有段落佐證。"
        ),
        "zh-Hans": (
            "以程序核对（非语言模型）：{claims} 项陈述，{figures} 个数字与日期，其中 {held} 个有段落佐证。"
        ),
        "en": (
            "Checked by program, not by a language model: {claims} claims, {figures} figures and dates, "
            "{held} of them borne out by a passage."
        ),
        "ru": (
            "Проверено программой, а не языковой моделью: утверждений {claims}, чисел и дат {figures}, "
            "из них подтверждено отрывками {held}."
        ),
    },
    "absent": {
        "zh-Hant": "「{figure}」在段落中找不到。",
        "zh-Hans": "“{figure}”在段落中找不到。",
        "en": "“{figure}” stands nowhere in the passages.",
        "ru": "«{figure}» нигде в отрывках не встречается.",
    },
    "absent_rival": {
        "zh-Hant": "「{figure}」在段落中找不到；該處寫的是「{rival}」。",
        "zh-Hans": "“{figure}”在段落中找不到；该处写的是“{rival}”。",
        "en": "“{figure}” stands nowhere in the passages; what stands there is “{rival}”.",
        "ru": "«{figure}» нигде в отрывках не встречается; там указано «{rival}».",
    },
    "misplaced": {
        "zh-Hant": "「{figure}」在段落中說的是別的事；此處應為「{rival}」。",
        "zh-Hans": "“{figure}”在段落中说的是别的事；此处应为“{rival}”。",
        "en": "“{figure}” belongs to something else in the passages; here they give “{rival}”.",
        "ru": "«{figure}» в отрывках относится к другому; здесь указано «{rival}».",
    },
    "rounded": {
        "zh-Hant": "「{figure}」經過四捨五入，段落中的數字較精確。",
        "zh-Hans": "“{figure}”经过四舍五入，段落中的数字较精确。",
        "en": "“{figure}” is rounded; the passages are more exact.",
        "ru": "«{figure}» округлено; в отрывках указано точнее.",
    },
    "unattached": {
        "zh-Hant": "「{figure}」雖在段落中出現，卻與問題所問無關。",
        "zh-Hans": "“{figure}”虽在段落中出现，却与问题所问无关。",
        "en": "“{figure}” occurs in the passages, but of something that was not asked.",
        "ru": "«{figure}» встречается в отрывках, но относится не к тому, о чём спрашивают.",
    },
    "one_sided": {
        "zh-Hant": "段落說法不一：一處是「{source}」，另一處是「{rival}」，答案只寫了一方。",
        "zh-Hans": "段落说法不一：一处是“{source}”，另一处是“{rival}”，答案只写了一方。",
        "en": (
            "The passages disagree: one place gives “{source}”, another “{rival}”; the answer tells one "
            "side only."
        ),
        "ru": (
            "Отрывки расходятся: в одном месте «{source}», в другом «{rival}»; ответ называет только одну "
            "сторону."
        ),
    },
    "unsupported": {
        "zh-Hant": "段落沒有支持這句話：「{claim}」。",
        "zh-Hans": "段落没有支持这句话：“{claim}”。",
        "en": "No passage bears out: “{claim}”.",
        "ru": "Ни один отрывок не подтверждает: «{claim}».",
    },
    "negated": {
        "zh-Hant": "這句話與段落的說法相反：「{claim}」。",
        "zh-Hans": "这句话与段落的说法相反：“{claim}”。",
        "en": "The passages say the opposite of: “{claim}”.",
        "ru": "Отрывки утверждают обратное: «{claim}».",
    },
    "beside": {
        "zh-Hant": "內容有段落佐證，卻沒有回答所問。",
        "zh-Hans": "内容有段落佐证，却没有回答所问。",
        "en": "What is said stands in the passages but does not answer the question.",
        "ru": "Сказанное есть в отрывках, но на вопрос не отвечает.",
    },
    "elsewhere": {
        "zh-Hant": "「{claim}」在段落中與問題所問的不是同一件事；段落寫的是：「{quote}」。",
        "zh-Hans": "“{claim}”在段落中与问题所问的不是同一件事；段落写的是：“{quote}”。",
        "en": "In the passages “{claim}” does not stand with what was asked; they say there: “{quote}”.",
        "ru": "В отрывках «{claim}» относится не к тому, о чём спрашивают; там сказано: «{quote}».",
    },
    "outranked": {
        "zh-Hant": "依段落中的表格，所問的最高或最低並不是「{claim}」所說的那一個。",
        "zh-Hans": "依段落中的表格，所问的最高或最低并不是“{claim}”所说的那一个。",
        "en": "By the table in the passages another one has the most or the least than “{claim}” says.",
        "ru": "По таблице в отрывках больше или меньше всего не у того, кто назван: «{claim}».",
    },
    "undecidable": {
        "zh-Hant": "只比對字面無法判定這句話，需要語言模型：「{claim}」。",
        "zh-Hans": "只比对字面无法判定这句话，需要语言模型：“{claim}”。",
        "en": "Words alone cannot decide this, it needs a language model: “{claim}”.",
        "ru": "По одним словам это не решить, нужна языковая модель: «{claim}».",
    },
    "unchecked": {
        "zh-Hant": "答案的數字太多，從這裡起沒有逐一核對：「{claim}」。",
        "zh-Hans": "答案的数字太多，从这里起没有逐一核对：“{claim}”。",
        "en": "The answer gives too many figures; from here on they were not checked: “{claim}”.",
        "ru": "В ответе слишком много чисел; начиная отсюда они не проверены: «{claim}».",
    },
    "vague": {
        "zh-Hant": "問題問的是數字，段落中有，答案卻只用模糊的說法。",
        "zh-Hans": "问题问的是数字，段落中有，答案却只用模糊的说法。",
        "en": "The question asks for a figure and the passages hold it, but the answer stays vague.",
        "ru": "Вопрос требует числа, и в отрывках оно есть, но ответ остаётся расплывчатым.",
    },
    "rightly_abstains": {
        "zh-Hant": "段落中找不到所問的內容，答案如實說明。",
        "zh-Hans": "段落中找不到所问的内容，答案如实说明。",
        "en": "The passages do not hold what was asked, and the answer says so.",
        "ru": "В отрывках нет того, о чём спрашивают, и ответ прямо об этом говорит.",
    },
    "wrongly_abstains": {
        "zh-Hant": "答案說文件沒有，但段落中似乎有：「{quote}」。",
        "zh-Hans": "答案说文件没有，但段落中似乎有：“{quote}”。",
        "en": "The answer says that the documents do not tell, but a passage seems to: “{quote}”.",
        "ru": "Ответ утверждает, что в документах этого нет, но отрывок, похоже, это содержит: «{quote}».",
    },
    "made_up": {
        "zh-Hant": "段落中沒有所問的內容，答案卻憑空作答。",
        "zh-Hans": "段落中没有所问的内容，答案却凭空作答。",
        "en": "The passages do not hold what was asked; the answer was made up.",
        "ru": "В отрывках нет того, о чём спрашивают; ответ выдуман.",
    },
    "missing": {
        "zh-Hant": "沒有回答到：{part}",
        "zh-Hans": "没有回答到：{part}",
        "en": "Not answered: {part}",
        "ru": "Без ответа осталось: {part}",
    },
    "exact": {
        "zh-Hant": "數字、日期與出處相符。",
        "zh-Hans": "数字、日期与出处相符。",
        "en": "Figures, dates and statements agree with the passages.",
        "ru": "Числа, даты и утверждения согласуются с отрывками.",
    },
    "supported": {
        "zh-Hant": "陳述有段落佐證。",
        "zh-Hans": "陈述有段落佐证。",
        "en": "The statements are borne out by the passages.",
        "ru": "Утверждения подтверждаются отрывками.",
    },
    "empty": {
        "zh-Hant": "答案是空的。",
        "zh-Hans": "答案是空的。",
        "en": "The answer is empty.",
        "ru": "Ответ пуст.",
    },
    "no_documents": {
        "zh-Hant": "內建評審是不具知識的程式，沒有文件就無法查核事實，因此不評分。",
        "zh-Hans": "内置评审是不具知识的程序，没有文件就无法查核事实，因此不评分。",
        "en": (
            "The embedded judge is a program without knowledge of its own; without documents it cannot "
            "check facts and gives no score."
        ),
        "ru": (
            "Встроенный судья — программа без собственных знаний; без документов проверить факты нельзя, "
            "поэтому оценки нет."
        ),
    },
}

_FAULTS: dict[str, dict[Language, str]] = {
    "empty": {
        "zh-Hant": "沒有內容",
        "zh-Hans": "没有内容",
        "en": "nothing is said",
        "ru": "ничего не сказано",
    },
    "gibberish": {
        "zh-Hant": "多為無意義的符號",
        "zh-Hans": "多为无意义的符号",
        "en": "mostly meaningless marks",
        "ru": "в основном бессмысленные знаки",
    },
    "beside_the_question": {
        "zh-Hant": "文不對題",
        "zh-Hans": "文不对题",
        "en": "beside the question",
        "ru": "не по существу вопроса",
    },
    "repetition": {"zh-Hant": "內容重複", "zh-Hans": "内容重复", "en": "repeats itself", "ru": "повторяется"},
    "fragments": {
        "zh-Hant": "語句破碎",
        "zh-Hans": "语句破碎",
        "en": "fragments instead of sentences",
        "ru": "обрывки вместо предложений",
    },
    "other_language": {
        "zh-Hant": "與問題語言不同",
        "zh-Hans": "与问题语言不同",
        "en": "not in the question's language",
        "ru": "не на языке вопроса",
    },
    "takes_back": {
        "zh-Hant": "先說文件沒有寫，又另行猜測",
        "zh-Hans": "先说文件没有写，又另行猜测",
        "en": "says that it is not told and guesses all the same",
        "ru": "сказано, что сведений нет, и всё же дана догадка",
    },
    "long_sentences": {
        "zh-Hant": "句子過長",
        "zh-Hans": "句子过长",
        "en": "overlong sentences",
        "ru": "слишком длинные предложения",
    },
    "no_structure": {
        "zh-Hant": "長文沒有分段",
        "zh-Hans": "长文没有分段",
        "en": "a long text without structure",
        "ru": "длинный текст без структуры",
    },
}


def say(sentence: str, language: Language, **values: object) -> str:
    """One of the judge's sentences; ``values`` come from the judged texts and are inserted word for word.

    Raises:
        KeyError: there is no such sentence, or a value that it needs is missing.
    """
    return _SENTENCES[sentence][language].format_map({name: str(value) for name, value in values.items()})


def fault(name: str, language: Language) -> str:
    """A fault of writing in a few words."""
    return _FAULTS[name][language]
