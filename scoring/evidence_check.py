"""Checks a judge's evidence against the texts: quotes, numbers and dates, without a model."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from data_base.judgement import IssueDoubt, UnheldFigure
from data_base.text.normalise import squeeze
from scoring.arithmetic import is_derived
from scoring.claims import split_claims, strip_citations
from scoring.evidence import read_evidence
from scoring.grounding import check_claim
from scoring.legal.quotes import holds
from scoring.mentions import mentions, stated_or_worded
from scoring.quantities import agrees
from scoring.terms import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from data_base.judgement import Issue
    from scoring.mentions import Mention

# A judge may shorten a claim; this share of its words must be the answer's.
_OWN_WORDS = 0.6
# Characters on either side of a figure that are shown with it.
_ABOUT = 200
_EDGE = "\"'“”„«»「」『』‘’ \t\n.。,，;；:："
# A passage without any of these holds no figure.
_MAY_HOLD = re.compile(
    r"\d|[〇零一二三四五六七八九十百千萬万億亿兩两半]|"
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundred|thousand|million|billion|half|dozen|twice|thrice|third|quarter|fortnight)\b|"
    r"\b(?:од[ин]|дв[ае]|три|тр[её]|четыр|пят|шест|сем|вос|девя|деся|\w+надцат|двадцат|тридцат|сорок|сто|двест|"
    r"\w+сот|тысяч|миллион|миллиард|пол|вдвое|сут)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+")
_DIGITS = re.compile(r"\d(?:[\d.,\s]*\d)?")


def check_issues(
    issues: Iterable[Issue], answer: str, passages: Mapping[str, str], shown: Sequence[str] | None = None
) -> tuple[Issue, ...]:
    """The issues with their doubts.

    Args:
        issues: what the judge listed.
        answer: the answer it judged.
        passages: id to text of every passage.
        shown: the ids of those that the judge saw, in order: their numbers name them, too. All if None.
    """
    numbered = tuple(passages) if shown is None else shown
    return tuple(
        issue.model_copy(update={"doubts": tuple(_doubts(issue, answer, passages, numbered))})
        for issue in issues
    )


def unheld_figures(question: str, answer: str, passages: Sequence[str]) -> tuple[UnheldFigure, ...]:
    """Numbers and dates of the answer that stand in no passage and follow from none.

    A figure counts as held in whatever unit, scale or script it is written, rounded, or computed from two
    that are held; what merely repeats the question does not count.
    """
    said = [(claim.text, mention) for claim in split_claims(answer) for mention in mentions(claim.text)]
    unsure = [pair for pair in said if not any(_stands_literally(pair[1], text) for text in passages)]
    if not unsure:
        return ()
    # Reading every figure of the passages is dear; most answers never come to it.
    known = [*stated_or_worded(question), *_known_of(passages)]
    missing = [pair for pair in unsure if not any(agrees(pair[1], other) for other in known)]
    held = [mention for claim, mention in said if (claim, mention) not in missing]
    return tuple(
        UnheldFigure(figure=mention.raw.strip(), claim=_around(mention, claim))
        for claim, mention in missing
        if mention.figure is None or not is_derived(mention, held)
    )


def _known_of(passages: Sequence[str]) -> Iterator[Mention]:
    """All that the passages state or word; those without any sign of it are not read, for speed."""
    for text in passages:
        if _MAY_HOLD.search(text):
            yield from _values_of(text)


def _values_of(text: str) -> Iterator[Mention]:
    """All that a passage states or words; a table's cells with the unit that their table names, too."""
    yield from stated_or_worded(text)
    yield from (place.mention for place in read_evidence([text]).occurrences if place.tabular)


def _doubts(
    issue: Issue, answer: str, passages: Mapping[str, str], numbered: Sequence[str]
) -> Iterator[IssueDoubt]:
    if issue.verdict != "missing" and not _is_said(issue.claim, answer):
        yield "claim_not_in_answer"
    named = _named(issue.passage_id, passages, numbered)
    if issue.passage_id is not None and named is None:
        yield "no_such_passage"
    texts = list(passages.values()) if named is None else [named]
    if issue.quote and not any(holds(text, issue.quote) for text in texts):
        yield "quote_not_in_passage"
    if issue.verdict == "supported" and not _bears_figures(issue.claim, texts):
        yield "figure_not_in_passage"
    if issue.verdict in {"unsupported", "contradicted"} and _is_borne_out(issue.claim, texts):
        yield "borne_out"


def _is_said(claim: str, answer: str) -> bool:
    """Whether the answer says it: word for word, or with its figures and most of its words."""
    if squeeze(claim.strip(_EDGE)) in squeeze(answer):
        return True
    said = stated_or_worded(answer)
    if not all(any(agrees(mention, other) for other in said) for mention in mentions(claim)):
        return False
    words, own = terms(claim), set(terms(answer))
    return not words or sum(word in own for word in words) >= len(words) * _OWN_WORDS


def _named(passage_id: str | None, passages: Mapping[str, str], numbered: Sequence[str]) -> str | None:
    """The text of the passage an id or a number names, None where there is none."""
    if passage_id is None:
        return None
    wanted = passage_id.strip().strip("[]【】()（）「」'\"")
    if wanted in passages:
        return passages[wanted]
    wanted = wanted.removeprefix("#")
    number = int(wanted) if _NUMBER.fullmatch(wanted) and len(wanted) < 6 else 0  # noqa: PLR2004  (no list is longer)
    return passages[numbered[number - 1]] if 0 < number <= len(numbered) else None


def _around(mention: Mention, claim: str) -> str:
    """The claim; of one as long as a table, what stands about the figure."""
    start, end = max(0, mention.start - _ABOUT), min(len(claim), mention.end + _ABOUT)
    left_out = "…" if start else "", "…" if end < len(claim) else ""
    return f"{left_out[0]}{claim[start:end]}{left_out[1]}"


def _bears_figures(claim: str, texts: Sequence[str]) -> bool:
    """Whether the passages hold every figure of a claim, or it follows from those that they hold."""
    said = mentions(strip_citations(claim))
    held = [mention for mention in said if _is_held(mention, texts)]
    return all(mention in held or is_derived(mention, held) for mention in said)


def _is_held(mention: Mention, texts: Sequence[str]) -> bool:
    return any(_stands_literally(mention, text) for text in texts) or any(
        agrees(mention, other) for text in texts for other in _values_of(text)
    )


def _is_borne_out(claim: str, texts: Sequence[str]) -> bool:
    """Whether the passages hold the claim's figures for what it speaks of; words alone decide nothing."""
    values = [mention for mention in mentions(claim) if not mention.is_year]
    return bool(values) and check_claim(claim, texts).verdict == "supported"


def _stands_literally(mention: Mention, text: str) -> bool:
    digits = _DIGITS.search(mention.raw)
    if digits is None or mention.date is not None:
        return mention.raw in text
    return re.search(rf"(?<![\d.,]){re.escape(digits[0])}(?![.,]?\d)", text) is not None
