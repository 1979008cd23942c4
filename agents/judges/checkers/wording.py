"""What a judge that is a checker says of an answer, in four languages."""

from data_base.text.language import Language

_COUNTED: dict[Language, str] = {
    "en": "{checker}: {supported} of {claims} claims are supported by the passages.",
    "zh-Hant": "{checker}：{claims} 項論斷中有 {supported} 項有段落依據。",
    "zh-Hans": "{checker}：{claims} 项论断中有 {supported} 项有段落依据。",
    "ru": "{checker}: отрывки подтверждают утверждений: {supported} из {claims}.",
}
_NO_CLAIMS: dict[Language, str] = {
    "en": "The answer makes no claim that {checker} could check; its accuracy is the embedded judge's, too.",
    "zh-Hant": "回答沒有可供 {checker} 查核的論斷；準確性同樣由內嵌評審評定。",
    "zh-Hans": "回答没有可供 {checker} 核查的论断；准确性同样由内置评审评定。",
    "ru": "В ответе нет утверждений, которые мог бы проверить {checker}; точность тоже от встроенного судьи.",
}
_ORIGIN: dict[Language, str] = {
    "en": "Completeness and clarity are the embedded judge's.",
    "zh-Hant": "完整性與清晰度由內嵌評審評定。",
    "zh-Hans": "完整性与清晰度由内置评审评定。",
    "ru": "Полнота и ясность — от встроенного судьи.",
}


def counted_claims(language: Language, checker: str, supported: int, claims: int) -> str:
    """How many claims are supported, and whose the other scores are."""
    counted = _COUNTED if claims else _NO_CLAIMS
    said = counted[language].format(checker=checker, supported=supported, claims=claims)
    return f"{said} {_ORIGIN[language]}"
