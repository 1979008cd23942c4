"""Option labels: "B", "(B)", "B. Paris", "Option B.", "答案是B", "Ответ: Б" read as the option they name."""

import re

from data_base.text.folding import fold
from data_base.text.han_variants import fold_variants
from data_base.text.homoglyphs import look_alikes_as_latin
from scoring.answers.option_in_sentence import label_in_clauses

_LETTER = "[A-Za-zА-Яа-я]|[0-9]{1,2}"
_LABEL = f"(?P<label>{_LETTER})"
_END = "(?![0-9A-Za-zА-Яа-я])"
# Runs are bounded, so that a hostile text takes no longer than another one of its length.
_OPEN, _CLOSE = r"[\s(\[【「\"'*]{0,6}", r"[\s)\]】」\"'*.,;:!?。，、]{0,12}"
_NOUN = r"(?:option|choice|answer|letter|选项|答案|вариант|ответ|буква)"
_BEST = r"(?:the\s|my\s)?(?:only\s)?(?:correct|right|final|best|правильный|верный)"
# "Option B.", "(B)", "选项B", "B": nothing but the label.
_ALONE = re.compile(
    rf"{_OPEN}(?:(?:{_BEST}\s)?{_NOUN}[\s:_\-]{{0,3}})?{_OPEN}{_LABEL}{_CLOSE}", re.IGNORECASE
)
# "B is the correct answer", "B is correct", "B正确", "Б — верный ответ".
_IS_RIGHT = re.compile(
    rf"[\s(\[\"'*]{{0,6}}(?:(?i:only|только|只有)\s{{0,3}})?(?:(?i:{_NOUN})\s{{0,3}})?[(\[\"'*]{{0,3}}{_LABEL}[)\]\"'*]{{0,4}}"
    r"(?:\s{1,3}is\s{1,3}(?:the\s)?(?:only\s)?(?:correct|right|best)\b|\s?(?:是|为)?(?:正确|对)(?:的|答案|选项)?"
    r"|\s{0,3}[:\-]?\s{0,3}(?:это\s)?(?:верн|правильн)(?:о|ый|ая)\b)(?:\s(?:answer|option|choice|ответ|вариант))?"
    r"[\s.!。]{0,4}"
)
# The label before the option's text: "B. Paris", "B) Paris", "(B) Paris", "B、巴黎", "B - Paris",
# "B (Paris)".
_BEFORE = re.compile(
    rf"[\s*\"']*(?:\([ ]?({_LETTER})[ ]?\)|({_LETTER})(?:[).:、]|[ ]-[ ]))(?![0-9])(?=\s*\w)"
    r"|([A-ZА-Я])[ ](?=\([^()\n]{1,200}\)[.。]?\s*$)"
)
_IS = (
    r"(?:\s{1,3}(?:is|are|should be|must be|would be)\b(?:\s(?:therefore|thus|hence|clearly|definitely),?)?"
    r"|\s{0,3}[:=\-]|\s{0,3}(?:应该?是|应该?为|应该?选|为|是|选)|(?=\s{0,3}[\[(*]))"
)
_SAID = re.compile(
    rf"(?:(?:answer|option|choice|答案|选项|ответ|вариант|ответом){_IS}{{1,2}}"
    r"|(?<!不)(?:我选|应选|故选|选择?)|\\boxed\{"
    r"|\b(?:i|we)(?:'ll|'d| would| will)? (?:choose|pick|select|chose|picked|selected|go with)\b"
    r"|\b(?:выбираю|выбрал|выбрала|выбираем)\b|答\s{0,2}:)"
    rf"[\s:*\"'(\[【「]{{0,6}}(?:{_NOUN}[\s:]{{0,2}})?[(\[*]{{0,3}}{_LABEL}{_END}",
    re.IGNORECASE,
)
# "B", and on the next line why; "B, because …". Another label on the next line makes two.
_THEN_WHY = re.compile(
    r"[\s(\[*]{0,6}([A-ZА-Я])[)\].*]{0,4}"
    r"(?:[ \t]{0,3}\n(?!\s{0,9}[\[(*]{0,3}(?:[A-ZА-Я]|[0-9]{1,2})(?![0-9A-Za-zА-Яа-я]))"
    r"|[ ]?[,;:-]?[ ](?:because|since|так как|потому что|поскольку)\b|[,;]?[ ]?因为)"
)
_ANOTHER = re.compile(
    r"[\s)\]*]*(?:,|/|&|、|\bor\b|\band\b|\bили\b|\bи\b|或者?|和|与)[\s(\[*]*(?:[A-ZА-Я]|[0-9]{1,2})(?![0-9A-Za-zА-Яа-я])"
)
_ENDS = re.compile(r"\s*(?:$|[).\]*,;:!?。，、}\n])")
_ANNOUNCED = re.compile(
    r"\s*(?:(?:so|thus|therefore|hence),?\s+)?(?:(?:the|my)\s+)?(?:(?:correct|final|right|best)\s+)?answer"
    r"(?:\s+is\b\s*:?|\s*[:=\-])\s*"
    r"|\s*(?:the\s+)?(?:option|choice|вариант|选项|選項)\s*[:=]\s*"
    r"|\s*(?:所以|因此|故)?[,，]?\s*(?:我的|正确|最终|最后)?的?答案(?:应该?)?(?:是|为|[:：])\s*[:：]?\s*"
    r"|\s*(?:правильный\s+|верный\s+|мой\s+|итоговый\s+)?ответ\s*[:=\-]\s*",
    re.IGNORECASE,
)


def is_label(text: str) -> bool:
    """Whether a text is the label of an option: one letter, or a number of at most two digits."""
    return re.fullmatch(_LETTER, fold(text).cased.strip()) is not None


def same_label(one: str, other: str) -> bool:
    """Whether two labels are the same, whatever their case and the keyboard they were written with."""
    first, second = one.lower(), other.lower()
    return first == second or look_alikes_as_latin(first) == look_alikes_as_latin(second)


def read_label(text: str) -> str | None:
    """The one option that a text names by its label; None where it names none, or several.

    Of several sentences that announce an answer the last counts.
    """
    said = fold_variants(fold(text).cased)
    if alone := _ALONE.fullmatch(said):
        return alone["label"]
    if announced := [match for match in _SAID.finditer(said) if _is_meant(said, match)]:
        last = announced[-1]
        return None if _ANOTHER.match(said, last.end()) else last["label"]
    if why := _THEN_WHY.match(said):
        return why[1]
    if right := _IS_RIGHT.fullmatch(said):
        return right["label"]
    if clause := label_in_clauses(said, _label_alone):
        return clause
    before = _BEFORE.match(said)
    return (before[1] or before[2] or before[3]) if before else None


def without_announcement(text: str) -> str:
    """A text without the words that only say that an answer follows ("The answer is …", "答案是…")."""
    match = _ANNOUNCED.match(text)
    return text[match.end() :] if match else text


def without_label(text: str) -> str:
    """An option's text without the label before it ("B. Paris")."""
    match = _BEFORE.match(fold(text).cased)
    return text[match.end() :] if match else text


def _label_alone(clause: str) -> str | None:
    """The label that a clause is, or says to be right; "I" and я are words there."""
    found = _ALONE.fullmatch(clause) or _IS_RIGHT.fullmatch(clause)
    return found["label"] if found and found["label"] not in {"I", "Я"} else None


def _is_meant(said: str, match: re.Match[str]) -> bool:
    """A small letter is a label only where nothing follows: "the answer is a dog" names no option."""
    label = match["label"]
    return label.isupper() or _ENDS.match(said, match.end()) is not None
