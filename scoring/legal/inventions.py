"""Details that an answer adds to a document: figures, dates and statements it does not bear out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from data_base.text.dates import dates, same_date
from data_base.text.figures import figures, rounds_to, same_figure
from data_base.text.normalise import normalise
from scoring.abstention import clauses, is_abstaining
from scoring.claims import split_claims
from scoring.evidence import read_evidence
from scoring.legal.quotes import holds
from scoring.terms import terms
from scoring.word_check import check_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.claims import Claim

_HARDLY_BORNE = 0.34
"""A statement without figures is taken for invented below this share of its words."""
_FEW_WORDS = 3
_QUOTED = re.compile(r'"[^"]+"')


def find_inventions(text: str, sources: Sequence[str], question: str = "") -> list[str]:
    """What an answer says that its sources do not, as far as words and figures can tell.

    It is the embedded checker: no model is asked. A sentence counts as invented if it holds a figure or date
    that neither the sources nor the question hold, if it denies what they say, or if hardly any of its
    words stand in one place of them. What the answer says of its own ignorance is checked for figures only.

    Args:
        text: the answer.
        sources: the document's pages, or whatever the answer may lean on.
        question: what was asked; its words prove nothing, but to repeat them is no invention.

    Returns:
        The sentences found, as written, in order.
    """
    return [claim.text for claim in split_claims(text) if _invents(claim, [*sources], question)]


def _invents(claim: Claim, sources: list[str], question: str) -> bool:
    if any(holds(source, claim.text) for source in sources):
        return False
    if _unknown_values(claim.text, [*sources, question]):
        return True
    own = _without_quotes(claim.text, sources)
    told = "".join(piece for piece in clauses(own) if not is_abstaining(piece))
    if len(terms(told)) < _FEW_WORDS or holds(question, told):
        return False
    found = check_words(told, read_evidence(sources), given=frozenset(terms(question)))
    hardly = found.verdict == "unsupported" and found.share < _HARDLY_BORNE
    return found.verdict == "negated" or (hardly and len(found.uncovered) > _FEW_WORDS)


def _without_quotes(text: str, sources: Sequence[str]) -> str:
    """The text without what it quotes from its sources to the letter."""
    said = normalise(text)
    quoted = [span for span in _QUOTED.findall(said) if any(holds(source, span) for source in sources)]
    for span in quoted:
        said = said.replace(span, " ")
    return said if quoted else text


def _unknown_values(text: str, sources: Sequence[str]) -> bool:
    """Whether a text holds a figure or date that no source holds."""
    known_figures = [figure for source in sources for figure in figures(source)]
    known_dates = [said for source in sources for said in dates(source)]
    return any(
        not any(same_figure(figure, known) or rounds_to(figure, known) for known in known_figures)
        for figure in figures(text)
        if figure.kind != "ordinal"
    ) or any(not any(same_date(said, known) for known in known_dates) for said in dates(text))
