"""What is known of a question that the documents do not answer, as a judge's reference answer."""

from collections.abc import Mapping
from types import MappingProxyType

from data_base.text.language import Language, detect_language
from scoring.abstention import abstains, clauses, is_abstaining
from scoring.words.absence import is_absence
from scoring.words.word_list_matching import hits

_NEXT = 2
"""A denial is so many words at most before what it denies."""

NO_ANSWER: Mapping[Language, str] = MappingProxyType(
    {
        "zh-Hant": "文件中沒有這個問題的答案。",
        "zh-Hans": "文件中没有这个问题的答案。",
        "en": "The documents do not contain the answer.",
        "ru": "В документах нет ответа на этот вопрос.",
    }
)
"""The reference answer of a question that is known to be unanswerable, by the question's language."""


class ContradictionError(ValueError):
    """The documents are said to contain the answer, and the right answer says that they do not."""


def known_answer(question: str, gold_answer: str | None, answerable: bool | None) -> str | None:
    """The answer that a judge is to compare with.

    Args:
        question: as the user asked it.
        gold_answer: a right answer in a person's words, None or blank where there is none.
        answerable: whether the documents contain the answer; None where it was not said.

    Returns:
        The gold answer. Where the documents do not contain the answer, a sentence in the question's language
        that says so is first, unless the gold answer begins so itself. None where nothing is known.

    Raises:
        ContradictionError: ``answerable`` is true, and the gold answer says that the documents do not say.
    """
    gold = gold_answer if gold_answer and gold_answer.strip() else None
    if answerable and gold is not None and says_unanswerable(gold):
        raise ContradictionError(
            "one says that the documents contain the answer, the other that they do not; correct one of them"
        )
    if answerable is not False or (gold is not None and declines_at_once(gold)):
        return gold
    said = NO_ANSWER[detect_language(question)]
    return said if gold is None else f"{said}\n{gold}"


def declines_at_once(text: str) -> bool:
    """Whether a text declines as a whole, and begins so."""
    return abstains(text) and is_abstaining(clauses(text)[0])


def says_unanswerable(text: str) -> bool:
    """Whether a reference answer begins by saying that the documents do not contain what is asked.

    More is asked than of an abstention: "the report says that no dividend was paid" answers a question, and
    so does "the two documents say different things".
    """
    if text.startswith(tuple(NO_ANSWER.values())):
        return True
    if not declines_at_once(text):
        return False
    first = clauses(text)[0]
    if hits(first, "abstention.alone") or is_absence(first):
        return True
    denials = hits(first, "abstention.deny") + hits(first, "abstention.cannot")
    return any(
        0 < stated - denied <= _NEXT for denied in denials for stated in hits(first, "abstention.state")
    )
