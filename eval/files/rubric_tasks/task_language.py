"""The language of a task, as benchmarks name it and as we do."""

from data_base.schemas.case import Case
from data_base.text.language import LANGUAGES, Language, detect_language, is_cjk

_CHINESE = "zh"


def our_language(said: str | None, text: str) -> str | None:
    """A task's language as we name it; of Chinese the characters of its text say which.

    Args:
        said: what the task says.
        text: what is asked, without what is quoted.
    """
    if said in LANGUAGES or said is None:
        return said
    return _chinese_of(text) if said.lower().startswith(_CHINESE) else None


def their_language(case: Case) -> str | None:
    """A question's language as benchmarks name it, to whom all Chinese is one."""
    return _CHINESE if case.language == _chinese_of(case.question) else case.language


def _chinese_of(text: str) -> Language:
    return detect_language("".join(filter(is_cjk, text)), "zh-Hant")
