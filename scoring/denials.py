"""What a text denies: the words that do, what they reach, the clauses they stand in (zh, en, ru)."""

from __future__ import annotations

import re

from scoring.contexts import plain_terms

NEGATION = re.compile(
    r"\b(?:not|never|no|none|nor|neither|without|cannot|n[’']t)\b|n[’']t\b|沒有|没有|並未|并未|未(?!來|来)|不(?!過|过|同|少|斷|断|僅|仅|但|久|足)|無(?!人機|线|線)|无(?!人机|线)|"
    r"\b(?:forbid\w*|forbade|prohibit\w*|banned)\b|[禁勿]|\b(?:нельзя|(?:за|вос)пре[тщ]\w*)\b|"
    r"\b(?:не|нет|ни|без|никогда|отсутств\w*)\b|\babsen(?:t|ce)\b|\bfree (?:of|from)\b|\black(?:s|ed|ing)?\b",
    re.IGNORECASE,
)
PURPOSE = re.compile(
    r"\b(?:so that|in order|lest|avoid\w*|prevent\w*)\b|避免|以免|防止|免得|以便|\b(?:чтобы|избеж\w+|"
    r"предотвра\w+)",
    re.IGNORECASE,
)
"""What was not to be, told of what was: "so that the town does not depend on one firm"."""
_CLAUSE = re.compile(
    r"[,;:](?=\s)(?!\s(?:ни|nor)\b)|[，；：。、]|\s(?=(?:while|whereas|but|although|though|and|а|но|хотя|и)\s)|(?=(?:而|"
    r"但|卻|却))",
    re.IGNORECASE,
)
# The words around a denial, among which is what it denies: behind it, or before one that ends its clause.
_BEHIND = re.compile(r"\s?(?:[\u4e00-\u9fff]{2,4}|(?:[^\s\u4e00-\u9fff]+\s?){1,3})")
_BEFORE = re.compile(r"[\u4e00-\u9fff]{2,4}$|(?:\b[^\W\u4e00-\u9fff]{1,40}\s){1,3}$")
_LONGEST_BEFORE = 120
# A clause is spoken of elsewhere where this share of its terms stands there.
_SPOKEN_OF = 0.5


# What holds only where something is not so, is itself not denied: "if no crew is free, he reports".
_CONDITION = re.compile(
    r"(?:and |but |и |а )?(?:(?:if|when|whenever|where|unless|in case|should|если|когда|в случае)\b|"
    r"如果|若|如(?!此|今|期|同|下|上)|倘|一旦|[當当](?![天日年月時时地初前])|遇)",
    re.IGNORECASE,
)
# "Some 40 % is lost" says what "there is no 40 %" does.
_LOSS = re.compile(
    r"\b(?:lost|missing|destroyed|gone|vanished|fell out|fallen away)\b|"
    r"\b(?:утра[чт]\w+|утерян\w*|потерян\w*|уничтож\w+|пропал\w*|исчез\w*|осыпал\w+|недоста[её]т)\b|"
    r"[遺遗丟丢][失掉]|缺[失損损]|佚失|散佚|[毀毁]損?|剝落|剥落|脫落|脱落",
    re.IGNORECASE,
)
_IS_NOT_THERE = re.compile(
    r"\b(?:no|without|lack(?:s|ed|ing)?|absent|нет|без|отсутств\w*)\b|[沒没]有|[無无]", re.IGNORECASE
)
# Several words that together deny once: "никогда не ходили ни…, ни…", "neither … nor".
_CONCORD = re.compile(r"\b(?:никогда|ни|nor)\b", re.IGNORECASE)


def denials(text: str) -> int:
    """How often a text denies; words that only go along with another denial do not count."""
    found = [match[0] for match in NEGATION.finditer(text)]
    proper = [word for word in found if not _CONCORD.fullmatch(word)]
    return len(proper) or min(1, len(found))


def is_condition(clause: str) -> bool:
    """Whether a clause only says under which condition another holds."""
    return _CONDITION.match(clause) is not None


def tells_of_loss(denying: str, other: str) -> bool:
    """Whether one text says by a word of loss what the other denies: that something is there."""
    return bool(_IS_NOT_THERE.search(denying) and _LOSS.search(other) and not _LOSS.search(denying))


def clauses(text: str) -> list[str]:
    """The clauses of a sentence, cut at commas and at words that contrast or join."""
    return [piece.strip() for piece in _CLAUSE.split(text) if piece and piece.strip()]


def before_in_clause(match: re.Match[str]) -> str:
    """What stands before a word in its own clause."""
    return _CLAUSE.split(match.string[: match.start()])[-1] or ""


def behind_in_clause(match: re.Match[str]) -> str:
    """What stands behind a word in its own clause."""
    return _CLAUSE.split(match.string[match.end() :])[0] or ""


def shares_what_it_denies(denying: str, other: str) -> bool:
    """Whether another text speaks of what one denies: "75 % were planned" does not of missing it."""
    match = NEGATION.search(denying)
    if match is None:
        return True
    before = max(0, match.start() - _LONGEST_BEFORE)
    denied = _BEHIND.match(denying, match.end()) or _BEFORE.search(denying, before, match.start())
    return denied is not None and not frozenset(plain_terms(denied[0])).isdisjoint(plain_terms(other))


def one_denies(said: str, told: str) -> bool:
    """Whether one of two texts alone denies what both speak of, once.

    A clause of which the other does not speak is left aside: that no toll is charged is no denial of the rest
    of its sentence. Who denies twice ("none leaves without") may mean either.
    """
    if PURPOSE.search(said):
        return False
    own, given = _spoken_of(said, told), _spoken_of(told, said)
    counts = denials(own), denials(given)
    if counts[0] == counts[1] or max(counts) > 1:
        return False
    if tells_of_loss(own, given) if counts[0] else tells_of_loss(given, own):
        return False
    return shares_what_it_denies(own, given) and shares_what_it_denies(given, own)


def _spoken_of(text: str, other: str) -> str:
    """The clauses of a text of which another speaks, conditions left aside."""
    held = frozenset(plain_terms(other))
    kept = []
    for clause in clauses(text):
        if is_condition(clause):
            continue
        own = frozenset(plain_terms(clause))
        if not own or len(own & held) >= len(own) * _SPOKEN_OF:
            kept.append(clause)
    return " ".join(kept)
