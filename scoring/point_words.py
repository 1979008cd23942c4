"""How much of a key point's wording an answer holds, gathered in one place or scattered."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.wording_features import best_stretch, held_in, presence, rarity, shared_runs
from scoring.wording_text import distinct_terms, family, read_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.wording_text import Source

# What words of the topic, and words that only report something, count for beside others.
_GIVEN, _REPORTING = 0.1, 0.3
# One to three neighbouring sentences that say the point, words anywhere in the answer, words in runs.
_TOGETHER, _ANYWHERE, _IN_RUNS = 0.5, 0.15, 0.35
# The more a long point says, the more of its missing words are asides: from so many terms on a share of them
# counts for more, by how much, and at most.
_LONG, _BY_LENGTH, _MOST_LENIENT = 13, 0.6, 0.7
# What the best stretch says of the words that the topic did not give, beside all that.
_NEWS = 0.35
_REPORT = """
ask asks inquire discuss mention say emphasize emphasise highlight describe explain note share talk
speak focus include curious question inform advise suggest recommend stress express indicate show
reveal state involve provide particular specific various different offer feature introduce present
point detail outline
"""
_WIDTH = 3


def point_share(point: str, source: Source, topic: str = "") -> float:
    """The share of a key point's wording that an answer holds, in [0, 1].

    Args:
        point: what should be said.
        source: the answer, at least one sentence of it.
        topic: the subject, whose words prove little by being repeated.
    """
    read = read_words(point)
    terms = distinct_terms(point)
    if not terms:
        return 1.0 if read and all(word.form in source.vocabulary for word in read) else 0.0
    given, families = _of_topic(topic)
    reporting = {term for term in terms if term in _reporting()}
    weights = {
        term: rarity(term, source)
        * (_GIVEN if term in given or family(term) in families else 1.0)
        * (_REPORTING if term in reporting else 1.0)
        for term in terms
    }
    here = {term: share for term in terms if (share := presence(term, source))}
    total = sum(weights.values())
    together = best_stretch(weights, source, _WIDTH).recall
    anywhere = sum(weights[term] * share for term, share in here.items()) / total
    runs = shared_runs([word.form for word in read], source)
    in_runs = sum(run for run in runs if run > 1) / len(read)
    share = _TOGETHER * together + _ANYWHERE * anywhere + _IN_RUNS * in_runs
    news = [term for term in terms if term not in given]
    share = (1 - _NEWS) * share + _NEWS * (_news_share(terms, news, source) if news else share)
    return _for_length(min(1.0, share), len(terms))


def _for_length(share: float, terms: int) -> float:
    """A share of a long point's words as one of a shorter point; nothing and all stay as they are."""
    return share ** max(_MOST_LENIENT, (_LONG / terms) ** _BY_LENGTH) if terms > _LONG else share


@lru_cache(maxsize=256)
def _of_topic(topic: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words that a topic gives, and the families of words that they are of."""
    given = frozenset(distinct_terms(topic))
    return given, frozenset(map(family, given)) - {""}


def _news_share(terms: Sequence[str], news: list[str], source: Source) -> float:
    """The share of the words that the topic did not give which the stretch that comes nearest holds."""
    weights = {term: rarity(term, source) for term in terms}
    held = held_in(best_stretch(weights, source, _WIDTH), news, source)
    return sum(weights[term] * share for term, share in held.items()) / sum(weights[term] for term in news)


@lru_cache(maxsize=1)
def _reporting() -> frozenset[str]:
    return frozenset(distinct_terms(_REPORT))
