"""Details that an answer adds to a document: figures, dates and statements it does not support."""

import re
from collections.abc import Sequence

from data_base.marks.citation_marks import strip_citations
from data_base.text.folding import spaces_as_groups
from data_base.text.quotes import contains_text
from data_base.text.sentences import sentences
from data_base.text_cache import reading
from scoring.abstention import clauses, is_abstaining
from scoring.legal.quotes import IN_QUOTES
from scoring.values.agreement import agrees
from scoring.values.arithmetic import is_derived
from scoring.values.mentions import Mention, mentions, stated_or_worded
from scoring.words.passage_words import read_passage_words
from scoring.words.support_features import read_claim
from scoring.words.terms import terms

_HARDLY_SUPPORTED = 0.34
"""A statement without figures is taken for invented below this share of its words."""
_FEW_WORDS = 3
# In a record of questions and answers it is the speaker who does not know.
_FORGOTTEN = re.compile(
    r"(?:忘记|忘記|忘了|记不清|記不清|记不得|記不得|不记得|不記得|记不起|記不起|想不起|回忆不起|说不清|說不清)"
    r"|\b(?:forg[eo]t(?:ten)?|(?:can(?:no|['’])t|could ?n[o'’]t|does ?n[o'’]t|did ?n[o'’]t|not) "
    r"(?:remember|recall))\b"
    # A record that contains nothing of it needs no naming of the record.
    r"|(?:没有|沒有|并无|並無|未见|未見)[^，。；,;]{0,12}(?:记载|記載|记录|記錄)",
    re.IGNORECASE,
)


@reading()
def find_inventions(text: str, sources: Sequence[str], question: str = "") -> list[str]:
    """What an answer says that its sources do not, as far as words and figures can decide.

    It is the embedded checker: no model is asked. A sentence counts as invented if it has a figure or date
    that neither the sources nor the question contain and that does not follow from others that the answer
    gives, or if hardly any of its words are in one place of them. What the answer says of its own ignorance
    is checked for figures only.

    Args:
        text: the answer.
        sources: the document's pages, or whatever the answer may lean on.
        question: what was asked; its words prove nothing, but to repeat them is no invention.

    Returns:
        The sentences found, as written, in order.
    """
    known = [
        mention for source in (*sources, question) for mention in stated_or_worded(spaces_as_groups(source))
    ]
    # A sum or difference of figures that the answer gives, and that are there, is no invention.
    operands = [said for said in mentions(spaces_as_groups(text)) if _is_known(said, known)]
    return [
        sentence
        for sentence in sentences(strip_citations(text))
        if not any(contains_text(source, sentence) for source in sources)
        and (
            any(_is_new(said, known, operands) for said in mentions(spaces_as_groups(sentence)))
            or _has_hardly_a_word(sentence, sources, question)
        )
    ]


def admits_ignorance(sentence: str) -> bool:
    """Whether a sentence or clause says that the record does not say, or the speaker does not remember."""
    return is_abstaining(sentence) or bool(_FORGOTTEN.search(sentence))


def _is_new(said: Mention, known: Sequence[Mention], operands: Sequence[Mention]) -> bool:
    """Whether a figure or date neither appears anywhere nor follows from what does; ranks are left aside."""
    if said.figure is not None and said.figure.kind == "ordinal":
        return False
    return not _is_known(said, known) and not is_derived(said, operands)


def _is_known(said: Mention, known: Sequence[Mention]) -> bool:
    return any(agrees(said, one) for one in known)


def _has_hardly_a_word(text: str, sources: Sequence[str], question: str) -> bool:
    """Whether what a sentence states, quotes and ignorance left aside, appears nowhere."""
    if admits_ignorance(text):
        return False
    own = _without_quotes(text, sources)
    # A clause of a word or two, such as one that led into a quote ("his words were"), states nothing.
    stating = (piece for piece in clauses(own) if len(terms(piece)) >= _FEW_WORDS)
    stated = "".join(piece for piece in stating if not admits_ignorance(piece))
    if not stated or contains_text(question, stated):
        return False
    found = read_claim(stated, read_passage_words(tuple(sources)), question)
    return found.window.recall < _HARDLY_SUPPORTED and len(found.missing) > _FEW_WORDS


def _without_quotes(text: str, sources: Sequence[str]) -> str:
    """The text without what it quotes from its sources to the letter."""
    return IN_QUOTES.sub(
        lambda quote: " " if any(contains_text(source, quote[0]) for source in sources) else quote[0], text
    )
