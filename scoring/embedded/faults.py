"""What is wrong with an answer: one table of faults, each with the accuracy that it leaves at most."""

import re
from collections.abc import Iterator
from functools import cache

from data_base.text.word_lists import lexicon
from scoring.embedded.accuracy import CAPS, Fault
from scoring.embedded.action_match import acts, matching_act
from scoring.embedded.conflicts import of_conflict, worded_values
from scoring.embedded.denials import Statement, near_it, own_roots, statement_of
from scoring.embedded.document import STOPS
from scoring.embedded.entity_errors import of_another_act, of_doers, of_former_holders
from scoring.embedded.expected_type import VALUES, ExpectedType, may_name, no_names
from scoring.embedded.lexicon import fold, words
from scoring.embedded.links import CLEAR, ClaimLink, ValueLink
from scoring.embedded.observations import Observations
from scoring.embedded.words import root, script, terms
from scoring.values.periods import periods_in
from scoring.words.opposites import TURNED, likeness
from scoring.words.terms import is_han

UNFOUND = frozenset({"invented", "invented_in_part"})
"""Faults of a value that appears nowhere."""
FALSE_DENIALS = frozenset({"wrongly_abstains", "denies", "denies_said"})
"""Faults of what is said not to be in the passages, and is."""
ANSWERABLE = 0.92


def faults_of(seen: Observations, *, unanswerable: bool = False) -> list[Fault]:
    """Every fault, the gravest first.

    Args:
        seen: what was found out about the answer.
        unanswerable: whether the passages are known not to contain what is asked.
    """
    if unanswerable:
        found = [Fault("made_up", link.claim.text) for link in seen.facts[:1] if not seen.denied]
    else:
        found = list(_of_denying(seen))
    if not any(fault.name == "wrongly_abstains" for fault in found):
        found += _of_values(seen)
        found += _of_rank(seen)
        found += _of_names(seen)
        found += _of_words(seen)
        found += _of_vagueness(seen)
        found += _of_subject(seen)
        found += _of_sense(seen)
        found += of_former_holders(seen)
        found += of_doers(seen)
        found += of_conflict(seen)
    if not seen.facts and not seen.declines:
        # "Yes" is an answer that words cannot decide; anything else without content is none.
        asks = any(part.kind == "yes_no" for part in seen.parts)
        found.append(Fault("undecided" if asks and seen.claims else "empty", ""))
    return sorted(found, key=lambda fault: CAPS[fault.name])


def answers(seen: Observations) -> list[ClaimLink]:
    """Facts that say more than the question does."""
    asked = {root(word) for word in seen.asked}
    return [
        link
        for link in seen.facts
        if any(not value.asked for value in link.values)
        or any(root(term) not in asked for term in link.claim.terms)
    ]


def _of_denying(seen: Observations) -> Iterator[Fault]:
    """Parts that are said not to be in the passages, and are."""
    beside = not seen.declines and len(seen.denied) == len(seen.parts)
    if seen.reports_conflict or beside:
        # Among much that is said, that something is not told may be about anything.
        return
    replies = answers(seen)
    for i, claim in seen.denied.items():
        part, likely = seen.parts[i], seen.answerability[i]
        if _given(i, seen):
            if not seen.declines:
                yield Fault("denies_said", claim.text, part.text, part=i)
            elif likely >= ANSWERABLE:
                yield Fault("with_abstention", claim.text, part=i)
            continue
        asked = likely >= ANSWERABLE and not (seen.declines and replies)
        found = statement_of(part, seen.wants[i], seen.document) if asked else Statement("no")
        if found.stated == "perhaps":
            yield Fault("perhaps_told", claim.text, part.text, part=i)
        elif found.stated == "yes":
            name = "wrongly_abstains" if seen.declines else "denies"
            yield Fault(name, claim.text, part.text, found.place, part=i)
        elif seen.declines and not replies and (near := near_it(part, seen.wants[i], seen.document)):
            yield Fault("perhaps_told" if near == "one" else "hardly_told", claim.text, part.text, part=i)


def _given(i: int, seen: Observations) -> bool:
    """Whether a value of the kind that a part wants is stated, next to the part's words, and is right."""
    want, own = seen.wants[i], own_roots(seen.parts[i], seen.parts)
    # "They only give the total" tells what there is beside it.
    facts = [link for link in seen.facts if not words("only").find(fold(link.claim.text))]
    return want.sought in VALUES and any(
        want.fits(value.value)
        and value.grounded
        and not value.asked
        and (len(seen.parts) == 1 or own & {root(term) for term in link.claim.terms})
        for link in facts
        for value in link.values
    )


def _of_values(seen: Observations) -> Iterator[Fault]:
    values = [(link, value) for link in seen.facts for value in link.values if not value.asked]
    wrong = [(link, value) for link, value in values if not value.how and not _may_be_counted(value)]
    figures = [value for _, value in values if not value.value.mention.is_year]
    for link, value in wrong:
        name = "invented" if len(wrong) * 2 >= len(figures) else "invented_in_part"
        if seen.document.figures_unread:
            name = "undecided"
        yield Fault(name, link.claim.text, value.value.mention.raw)
    places = {value.place for _, value in values}
    clear = CLEAR + _MORE * max(0, len(values) - 2)
    for link, value in values:
        raw, there = value.value.mention.raw, value.place if value.rival is None else value.rival
        if value.timed == "differs":
            yield Fault("another_time", link.claim.text, raw, there)
            continue
        if value.timed == "unclear" and not seen.declines:
            yield Fault("undecided", link.claim.text, raw, there)
        if value.misplaced(clear) and not (seen.reports_conflict and value.rival in places):
            yield Fault("elsewhere", link.claim.text, value.value.mention.raw, value.rival)


_MORE = 0.01


def _of_rank(seen: Observations) -> Iterator[Fault]:
    """Another row than that which is the most, or the least, as is asked."""
    if seen.facts and seen.ranked and not seen.ranked.named:
        yield Fault("elsewhere", seen.facts[0].claim.text, seen.facts[0].claim.text, seen.ranked.place)


def _may_be_counted(value: ValueLink) -> bool:
    """Whether it is but "one" in words ("a day", "once"), or so few in words that nothing there counts."""
    figure, worded = value.value.mention.figure, not any(map(str.isdigit, value.value.mention.raw))
    most = 1 if value.best >= _COUNTED else _FEW_WORDED
    return figure is not None and worded and 1 <= figure.amount <= most


_FEW_WORDED, _COUNTED = 10, 0.5


def _of_names(seen: Observations) -> Iterator[Fault]:
    # Of a bare phrase the first word is capitalised whether it is a name or not.
    bare = seen.short is not None and any(part.kind == "who" for part in seen.parts)
    for link in seen.facts:
        if strange := link.unknown if bare else link.strange:
            yield Fault("name", link.claim.text, _written(strange[0], link.claim.text))


def _of_words(seen: Observations) -> Iterator[Fault]:
    """Half of what a sentence of the passages' words adds to the question appears nowhere."""
    own_words = any(part.kind in _OWN_WORDS for part in seen.parts) and seen.short is None
    if len(seen.facts) > _FEW or seen.declines or own_words or seen.ranked:
        return
    asked = {root(term) for term in seen.asked}
    weight = seen.document.weight
    for link in seen.facts:
        new = {term: weight[term] for term in link.claim.terms if root(term) not in asked}
        unknown = sum(new.get(term, 0.0) for term in link.unknown)
        decided = any(value.how and not value.asked for value in link.values)
        if (
            link.unknown
            and (seen.denied or link.window >= _HALF)
            and not decided
            and unknown >= _HALF * sum(new.values())
        ):
            yield Fault("undecided", link.claim.text, _written(link.unknown[0], link.claim.text), link.place)


_FEW, _HALF, _READ = 2, 0.5, 12
_OWN_WORDS = frozenset({"why", "how", "who", "yes_no"})
"""Kinds of question that are answered in words of one's own, or by a name."""


def _of_subject(seen: Observations) -> Iterator[Fault]:
    """A value of the kind that is asked for, of a sentence that speaks of nothing that is asked.

    Another one does, and not all words of the question are there: else a sentence may leave out its subject.
    """
    asked = {root(term) for term in seen.asked if not term[0].isdigit()} - _generic()
    known = asked & seen.document.roots
    if seen.declines or seen.reports_conflict or len(seen.parts) > 1 or known == asked:
        return
    if not any(2 * len(asked & place.own) >= len(asked) for place in seen.document.places):
        return
    want = seen.wants[0]
    for link in seen.facts if want.sought in VALUES else ():
        for value in link.values:
            place = None if value.place is None else seen.document.places[value.place]
            if place is None or place.kind != "sentence" or value.asked:
                continue
            other_words = acts(want.asking) != {"cost"} and matching_act(want.asking, place.text) == "same"
            if asked.isdisjoint(place.own) and not other_words:
                yield Fault("undecided", link.claim.text, value.value.mention.raw, value.place)


@cache
def _generic() -> frozenset[str]:
    """Roots of the words by which any sum is asked for."""
    listed = (
        word for tag in ("en", "ru", "zh") for name in ("costs", "outlays") for word in lexicon(tag)[name]
    )
    return frozenset(root(term) for word in listed for term in terms(word))


def _of_sense(seen: Observations) -> Iterator[Fault]:
    """The opposite of what is there, where no other place says it as the answer does."""
    places = seen.document.places
    for link in seen.facts[:_READ]:
        stated = [
            v.place for v in link.values if v.place is not None and not v.asked and v.how != "calculated"
        ]
        place, text = stated[0] if stated else link.place, link.claim.text
        if place is None or places[place].kind != "sentence":
            continue
        how = likeness(text, places[place].text)
        if how in TURNED and all(likeness(text, places[i].text) != "same" for i in seen.document.texts):
            yield Fault("reversed" if how == "opposite" else "undecided", text, text, place)


def _of_vagueness(seen: Observations) -> Iterator[Fault]:
    """Nothing of the kind that is asked for is said, or no more than the question says."""
    kinds = [want for want in seen.wants if want.sought == "name" or want.sought in VALUES]
    if seen.declines or not seen.facts or seen.denied or seen.ranked:
        return
    first = seen.facts[0].claim.text
    chooses = any(part.kind == "yes_no" for part in seen.parts) or words("or").find(fold(seen.question))
    vague = kinds and words("degrees").find(fold(" ".join(link.claim.text for link in seen.facts)))
    if not answers(seen) and not chooses:
        yield Fault("vague" if vague else "beside", first)
    elif kinds and not any(
        _says(link, want, seen) and not of_another_act(link, want, seen)
        for link in seen.facts
        for want in kinds
    ):
        if vague and len(seen.facts) <= _FEW:
            yield Fault("vague", first)
        elif len(kinds) == len(seen.wants) and not vague:
            yield Fault("beside", first)


def _says(link: ClaimLink, want: ExpectedType, seen: Observations) -> bool:
    """Whether a fact says something that may be of the kind that is wanted."""
    text, folded = link.claim.text, fold(link.claim.text)
    if want.sought == "name":
        # "The terminal." or "It was borne by the terminal." names one without a capital; a heading does not.
        said = {root(term) for term in link.claim.terms if not term[0].isdigit()} - no_names()
        speaks = 2 * len(said & want.known) > len(want.known) and bool(said - want.known)
        bare = seen.short is not None and not any(map(str.isdigit, text))
        return (
            bare or may_name(text, want.known) or (speaks and (script(text) != "han" or text[-1:] in STOPS))
        )
    if want.or_words and not any(each.value.mention.figure for each in link.values if not each.asked):
        return True
    # "Free of charge" is an amount, and "after the war" is a time.
    if words("times" if want.sought == "date" else "zero").find(folded):
        return True
    money = (
        v.mention.figure is not None and v.mention.figure.kind == "money" for _, v in seen.document.valued
    )
    times = {each.raw for each in periods_in(text)} if want.sought != "date" else set()
    values = [v.value for v in link.values if not v.asked and not _numbers_page(v, text, seen)]
    values = [value for value in values if value.mention.raw not in times]
    worded = [] if want.sought == "figure" and seen.off_topic else worded_values(text)
    return any(want.may_fit(value, currency=any(money)) for value in (*values, *worded))


def _numbers_page(value: ValueLink, text: str, seen: Observations) -> bool:
    """Whether it is the number at the end of a passage's first line, a running head."""
    place = None if value.place is None else seen.document.places[value.place]
    raw = value.value.mention.raw
    return (
        place is not None
        and place.start == 0
        and raw.isdigit()
        and len(raw) <= _PAGE
        and text.rstrip().endswith(raw)
        and place.text.rstrip().endswith(raw)
    )


_PAGE = 3


def _written(term: str, text: str) -> str:
    """The word of a text that a term was made of, as it is written there."""
    pairs = [text[i : i + len(term)] for i in range(len(text))] if is_han(term) else _WORD.findall(text)
    return next((word for word in pairs if term in terms(word)), term)


_WORD = re.compile(r"[^\W\d_]+")
