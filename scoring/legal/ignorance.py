"""Sentences that say, in an answer to a record of questions and answers, that something is not known."""

import re

from scoring.abstention import is_abstaining

# In a record of questions and answers it is the speaker who does not know.
_FORGOTTEN = re.compile(
    r"(?:忘记|忘記|忘了|记不清|記不清|记不得|記不得|不记得|不記得|记不起|記不起|想不起|回忆不起|说不清|說不清)"
    r"|\b(?:forg[eo]t(?:ten)?|(?:can(?:no|['’])t|could ?n[o'’]t|does ?n[o'’]t|did ?n[o'’]t|not) "
    r"(?:remember|recall))\b"
    # A record that contains nothing of it needs no naming of the record.
    r"|(?:没有|沒有|并无|並無|未见|未見)[^，。；,;]{0,12}(?:记载|記載|记录|記錄)",
    re.IGNORECASE,
)


def admits_ignorance(sentence: str) -> bool:
    """Whether a sentence or clause says that the record does not say, or the speaker does not remember."""
    return is_abstaining(sentence) or bool(_FORGOTTEN.search(sentence))
