"""Options in sentences: "Yes, it did.", "The claim is false.", "Not A, but B", "It was a delay."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import dropwhile, islice
from typing import Literal

from data_base.text.folding import fold
from data_base.text.han_variants import fold_variants
from data_base.text.sentences import sentences
from data_base.text.word_lists import any_of, words

Polarity = Literal["yes", "no"]
_AFTER_STOP = re.compile(r"(?<=[.!?] )[a-zа-я]")
_DASH = re.compile(r"\s-\s")
_COMMA = re.compile(r",(?![0-9])\s*")
_SHORT = 6
"""Words of a sentence that ends in a word for yes or no, without another verb: "Утверждение неверно"."""
_AROUND = " \t\"'“”«»「」()[]{}*.!。！"
_OPPOSITE: Mapping[Polarity, Polarity] = {"yes": "no", "no": "yes"}
# Not inside a number: "1,234".
_CUT = re.compile(r",(?![0-9])|[;:(，；：（]")
_OPENING = re.compile(r"(yes|no|да|нет)\s+(?:it|he|she|they|we|i|there|this|that|он|она|оно|они|это)\s")
_LONGEST = 2_000
_MOST_CLAUSES = 40
_MOST_COPULAS = 20
_LONGEST_PREDICATE = 30
_FRAGMENT = 2
"""Words of a second sentence that is another option and no explanation."""


def polarity_of(text: str) -> Polarity | None:
    """Whether a text is a word for yes or for no, of three languages, and nothing else."""
    bare = _folded(text).strip(_AROUND)
    return next((sign for sign in _OPPOSITE if bare in words(f"short_answers.{sign}")), None)


def said_polarity(text: str) -> Polarity | None:
    """Whether a text says yes or no: at its head, or of what it is about ("The claim is not true.").

    None where it says neither, or both.
    """
    said = _folded(text)
    clauses = [part.lower() for clause in _clauses(text) for part in _DASH.split(clause)]
    signs = {sign for clause in clauses if (sign := polarity_of(_without_lead(clause)))}
    if opening := _OPENING.match(said):
        return polarity_of(opening[1])
    if len(signs) == 1:
        return signs.pop()
    return (
        None
        if signs
        else next(filter(None, map(_predicate_polarity, map(str.lower, _sentences(text)))), None)
    )


def label_in_clauses(text: str, label_of: Callable[[str], str | None]) -> str | None:
    """The one label that a clause affirms: "Not A, but B", "So, B.", "A is wrong. B is right.".

    Args:
        text: folded, with its case.
        label_of: the label that a clause is, or says to be right; None for any other clause.
    """
    found: dict[str, None] = {}
    for clause in _clauses(text):
        bare = _without_lead(clause)
        copula = _copula().match(bare)
        bare = bare[copula.end() :].strip() if copula else bare
        label = None if clause.endswith("?") or _denial().match(bare) else label_of(bare)
        if copula and copula["denied"]:
            continue
        if label and (bare == clause or label.isupper() or label.isdigit() or not label.isascii()):
            found[label] = None
    return next(iter(found)) if len(found) == 1 else None


def names_option(text: str, is_right: Callable[[str], bool]) -> bool:
    """Whether the sentence with the answer names an option: "It was a delay.", "Paris, because …".

    It is what a sentence says something to be, what it is said of, or all that is before a comma or the
    full stop. It is not named where it is denied, or next to another one.

    Args:
        text: what was said.
        is_right: whether a text is the option.
    """
    said = [sentence.lower() for sentence in _sentences(text) if not sentence.endswith("?")]
    first = next(iter(said), "")
    rest = " ".join(said[1:])
    if is_right(_without_lead(first)):
        return len(rest.split()) > _FRAGMENT or (not rest.isascii() and len(rest) > 2 * _FRAGMENT)
    clauses = list(_clauses(first))
    affirmed = list(dropwhile(_denial().search, clauses))
    if affirmed and len(affirmed) < len(clauses):
        clause = _without_lead(affirmed[0])
        return any(map(is_right, _without_fillers(clause))) or _is_said_in(clause, is_right)
    concluding = [sentence for sentence in said if _without_lead(sentence) != sentence.strip(_AROUND)]
    return _is_said_in(_without_lead((concluding or [first])[-1]), is_right)


def _is_said_in(sentence: str, is_right: Callable[[str], bool]) -> bool:
    head, *behind = _COMMA.split(sentence, maxsplit=1)
    if behind and is_right(head):
        return _explains(behind[0])
    sentence = _without_reason(sentence)
    for copula in islice(_copula().finditer(sentence), _MOST_COPULAS):
        before, after = sentence[: copula.start()], sentence[copula.end() :].strip(_AROUND)
        if copula["denied"] or _denial().search(before):
            continue
        if any(is_right(form) for form in _without_fillers(after)):
            return True
        cut = _CUT.split(after, maxsplit=1)
        if len(cut) > 1 and any(is_right(form) for form in _without_fillers(cut[0])):
            return _explains(cut[1])
        if before and is_right(before.strip(_AROUND)):
            return bool(re.match(r"(?:the|what|where|who|это)\b|[^\x00-\x7f]", after)) and not (
                _denial().match(after) or any(word in words("short_answers.no") for word in after.split())
            )
    return False


def _without_fillers(text: str) -> Iterator[str]:
    """The text, and what is left of it without the articles and prepositions before it."""
    yield text
    parts = text.split()
    if len(parts) > _LONGEST_PREDICATE:
        return
    while len(parts) > 1 and parts[0] in words("stop_words") - words("negation"):
        parts = parts[1:]
        yield " ".join(parts)
    yield text.removesuffix("的")
    if text[:1] in {"在", "一"}:
        yield text.lstrip("在一次场个种")


def _explains(text: str) -> bool:
    """Whether what follows goes on about an option and names no other one."""
    first = text.strip().split(" ")[0]
    return first in words("stop_words") - {"or", "and", "и", "или"} or bool(
        re.match(r"[因由根而不它他她这该据]", first)
    )


def _predicate_polarity(sentence: str) -> Polarity | None:
    sentence = _without_reason(sentence).strip(_AROUND)
    ends = [sentence[copula.end() :] for copula in _copula().finditer(sentence)]
    if len(sentence.split()) <= _SHORT and (last := re.search(r"(?<=\s)(?:не\s+)?[а-я]+$", sentence)):
        ends.append(last[0])
    for end in ends:
        after = _CUT.split(end, maxsplit=1)[0].strip(_AROUND)
        denial = re.match(r"(?:not|n't|не)\s+", after)
        sign = polarity_of((after[denial.end() :] if denial else after).removesuffix("的"))
        if sign:
            return _OPPOSITE[sign] if denial or sentence[: -len(end)].endswith("不是") else sign
    return None


def _without_reason(sentence: str) -> str:
    """A sentence without what it gives as its reason: "It is true, because …", "Because …, it is true"."""
    said, *reason = _reason().split(sentence, maxsplit=1)
    if not reason or said.strip(_AROUND):
        return said
    _, *rest = _CUT.split(reason[0], maxsplit=1)
    return rest[0] if rest else ""


def _sentences(text: str) -> Iterator[str]:
    """The sentences of each line, folded and with their case."""
    text = text[:_LONGEST]
    if text.islower():
        # Who writes no capitals begins sentences without one, too.
        text = _AFTER_STOP.sub(lambda letter: letter[0].upper(), text)
    for sentence in (sentence for line in text.splitlines() for sentence in sentences(line)):
        if bare := fold(fold_variants(sentence)).cased.strip(_AROUND):
            yield bare


def _clauses(text: str) -> Iterator[str]:
    """What of its sentences is between commas and the like, folded and with its case."""
    parts = (part.strip(_AROUND) for sentence in _sentences(text) for part in _clause_end().split(sentence))
    return islice(filter(None, parts), _MOST_CLAUSES)


def _folded(text: str) -> str:
    return fold(fold_variants(text)).low


def _without_lead(clause: str) -> str:
    """A clause without "so", "I think", а, 所以 before it."""
    text = clause.strip(_AROUND)
    for _ in range(3):
        lead = _lead().match(text)
        if lead is None:
            break
        text = text[lead.end() :].strip(_AROUND)
    return text


@cache
def _lead() -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of('short_answers.leads')}|\b(?:что|that)\b)[\s,]*(?=\S)", re.IGNORECASE)


@cache
def _clause_end() -> re.Pattern[str]:
    return re.compile(rf",(?![0-9])|[;:]+|(?={any_of('short_answers.contrasts')})", re.IGNORECASE)


@cache
def _denial() -> re.Pattern[str]:
    return re.compile(rf"{any_of('negation', 'short_answers.contrasts')}|n't\b|[不非没无]", re.IGNORECASE)


@cache
def _reason() -> re.Pattern[str]:
    # "Since 1978" tells of a time.
    return re.compile(rf"{any_of('short_answers.reasons')}(?! [0-9])", re.IGNORECASE)


@cache
def _copula() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:it|that)(?:'s| (?:is|was|(?:has to|must|should|would|can only) be))\b"
        rf"|(?P<denied>不)?{any_of('short_answers.copulas')}|(?<=\w)'s\b|(?<=\s)-(?=\s)|(?<=\w):(?=\s)",
        re.IGNORECASE,
    )
