"""Whether a sentence is about the act that a question asks about, or of another one."""

from typing import Literal

from data_base.text.word_lists import lexicon
from data_base.text_cache import text_cache
from scoring.embedded.lexicon import fold, words
from scoring.embedded.words import terms
from scoring.words.opposites import CLAUSE


def matching_act(asked: str, said: str) -> Literal["same", "another", ""]:
    """Which act a sentence is about, as far as the lexicon knows the verbs of question and sentence.

    Whatever is done may be what a sum was paid for, unless that was earned; and a clause without a known verb
    may be about any act.
    """
    wanted, done = acts(asked), acts(said)
    if not wanted or not wanted.isdisjoint(done | acts(said, "says")):
        return "same" if wanted else ""
    known = done & {"earn"} if wanted == {"cost"} else done
    return "another" if known and not any(map(_has_unknown_act, CLAUSE.split(said))) else ""


def _has_unknown_act(clause: str) -> bool:
    plain = [term for term in terms(clause) if not term[0].isdigit()]
    return len(plain) >= _FEW and not (acts(clause) | acts(clause, "says"))


_FEW = 3


@text_cache(200_000)
def acts(text: str, name: str = "acts") -> frozenset[str]:
    """What is done by the verbs of a text that the lexicon knows; with ``says``, by its other words."""
    folded = fold(text)
    return frozenset(act for act in lexicon("en")[name] if words(f"{name}.{act}").find(folded))
