# ruff: noqa: E501  (a sentence and its translations read best side by side)
"""What the judge says, in four languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_base.text.language import Language

_SENTENCES: dict[str, tuple[str, str, str, str]] = {
    # English, Traditional Chinese, Simplified Chinese, Russian
    "empty": (
        "The answer states nothing.", "回答沒有陳述任何內容。", "回答没有陈述任何内容。", "Ответ ничего не утверждает.",
    ),
    "wrongly_abstains": (
        "It says that the documents do not tell, but they do.", "回答稱文件未說明，其實文件有說明。",
        "回答称文件未说明，其实文件有说明。", "Сказано, что в документах этого нет, но это там есть.",
    ),
    "guesses": (
        "It says that the documents do not tell, and guesses: {said}.", "回答稱文件未說明，卻又臆測：{said}。",
        "回答称文件未说明，却又臆测：{said}。", "Сказано, что в документах этого нет, и дана догадка: {said}.",
    ),
    "invented": (
        "{said} stands nowhere in the documents.", "文件中沒有「{said}」。", "文件中没有“{said}”。",
        "{said} нет нигде в документах.",
    ),
    "name": (
        "The name {said} stands nowhere in the documents.", "文件中沒有「{said}」這個名稱。",
        "文件中没有“{said}”这个名称。", "Имени {said} нет в документах.",
    ),
    "elsewhere": (
        "{said} belongs to something else; here the documents give another value.",
        "「{said}」屬於另一項；文件在此處是另一個數值。", "“{said}”属于另一项；文件在此处是另一个数值。",
        "{said} относится к другому; здесь в документах иное значение.",
    ),
    "beside_abstention": (
        "It says that the documents do not tell, and answers all the same.", "回答稱文件未說明，卻又作答。",
        "回答称文件未说明，却又作答。", "Сказано, что в документах этого нет, и всё же дан ответ.",
    ),
    "one_sided": (
        "The documents contradict themselves; {said} is left out.", "文件前後矛盾；回答未提「{said}」。",
        "文件前后矛盾；回答未提“{said}”。", "Документы противоречат себе; {said} не названо.",
    ),
    "vague": (
        "No figure is given where one is asked.", "問的是數值，卻未給出。", "问的是数值，却未给出。",
        "Спрошено число, но оно не названо.",
    ),
    "undecided": (
        "Words and figures alone cannot decide this.", "僅憑字詞與數字無法判定。", "仅凭字词与数字无法判定。",
        "По словам и числам это решить нельзя.",
    ),
    "unsupported": (
        "Too little of what it says stands in the documents.", "所述內容大多不見於文件。",
        "所述内容大多不见于文件。", "Сказанного почти нет в документах.",
    ),
    "right_abstention": (
        "It rightly says that the documents do not tell.", "回答如實說明文件未提。", "回答如实说明文件未提。",
        "Верно сказано, что в документах этого нет.",
    ),
    "supported": (
        "What it says stands in the documents.", "所述內容見於文件。", "所述内容见于文件。",
        "Сказанное есть в документах.",
    ),
    "checked": (
        "Looked at: {said}.", "已檢視：{said}。", "已检视：{said}。", "Проверено: {said}.",
    ),
    "no_documents": (
        "needs an LLM: there are no documents to judge by",
        "需要語言模型（needs an LLM）：沒有可據以評判的文件",
        "需要语言模型（needs an LLM）：没有可据以评判的文件",
        "нужна языковая модель (needs an LLM): нет документов, по которым можно судить",
    ),
    "missing": (
        "Not answered: {said}", "未回答：{said}", "未回答：{said}", "Нет ответа: {said}",
    ),
}  # fmt: skip
_ALSO = {"invented_in_part": "invented"}
_PLACE: dict[Language, int] = {"en": 0, "zh-Hant": 1, "zh-Hans": 2, "ru": 3}


def say(name: str, language: Language, said: str = "") -> str:
    """One sentence on what was found."""
    return _SENTENCES[_ALSO.get(name, name)][_PLACE[language]].format(said=said)
