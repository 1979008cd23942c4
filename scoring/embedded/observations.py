"""Everything that is found out about an answer, before any of it is called a fault."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.embedded import features
from scoring.embedded.answer import AnswerClaim, claims_of
from scoring.embedded.denials import denied
from scoring.embedded.document import STOPS, Document, read
from scoring.embedded.expected_type import ExpectedType, wanted
from scoring.embedded.lexicon import fold, words
from scoring.embedded.links import ClaimLink, fits, link
from scoring.embedded.question import QuestionPart, parts_of, periods_asked
from scoring.embedded.tables.extreme_cells import ExtremeCell, most_of_all
from scoring.embedded.words import root, script
from scoring.words.logistic_model import likelihood
from scoring.words.windows import best_window, items_by_sentence

ANSWERABLE = (
    "words of the question in the best place",
    "words of the question in three neighbouring lines",
    "words of the question that stand nowhere",
)
"""Features of a part and the passages, in the order of their weights."""
FITTED = Path(__file__).with_name("weights.json")
_ALONGSIDE, _GROUNDED, _WIDTH = 2, 0.5, 3


@dataclass(frozen=True, slots=True)
class Observations:
    """What was found."""

    question: str
    parts: tuple[QuestionPart, ...]
    wants: tuple[ExpectedType, ...]
    """For each part, what it wants."""
    answerability: tuple[float, ...]
    """For each part, the probability that the passages contain what it asks."""
    claims: tuple[AnswerClaim, ...]
    links: tuple[ClaimLink, ...]
    """For each claim, where its values and words are."""
    document: Document
    likely: tuple[float, ...]
    """For each claim, the fitted probability that its words are supported."""
    whole: float
    """The same of the whole answer."""
    short: float | None
    """Of a bare phrase, the probability that it is what is asked; None for others."""
    reports_conflict: bool
    """Whether the answer says that the sources disagree."""
    ranked: ExtremeCell | None
    """Of a question for the most or the least, which cell that is, and whether its row is named."""
    denied: Mapping[int, AnswerClaim]
    """The parts that it says the passages do not answer, each with the claim that says so."""

    @property
    def foreign(self) -> list[bool]:
        """For each fact, whether the passages are of another script; a value alone has the question's.

        Looked at is what the passages have little of, or nothing but figures.
        """
        strange = [each.window < _GROUNDED or _words_of(each) <= set(each.unknown) for each in self.facts]
        told = {script(place.text) for place in self.document.places} - {""} if any(strange) else set()
        spoken = [each.claim.text if _words_of(each) else self.question for each in self.facts]
        others = [bool(told) and script(text) not in {"", *told} for text in spoken]
        return [low and other for low, other in zip(strange, others, strict=True)]

    @property
    def asked(self) -> frozenset[str]:
        """Content words of the question."""
        return frozenset(term for part in self.parts for term in part.terms)

    @property
    def facts(self) -> list[ClaimLink]:
        """Claims that state something."""
        return [link for link in self.links if link.claim.kind == "fact"]

    @property
    def off_topic(self) -> bool:
        """Whether an answer shares nothing with the question, nor does the place where it is."""
        asked = set(map(root, self.asked))
        if not asked or self.declines or not self.facts or any(self.foreign):
            return False
        answered: set[str] = set()
        for each in self.facts:
            answered |= set(map(root, each.claim.terms))
            for place in (each.place, *(value.place for value in each.values)):
                if place is not None:
                    answered |= self.document.places[place].own | self.document.places[place].around
        return not asked & answered

    @property
    def declines(self) -> bool:
        """Whether the answer, taken as a whole, says that the passages do not say.

        That they disagree is no lack of an answer where both values are given.
        """
        stated = {v.value.mention.raw for each in self.facts for v in each.values if v.how and not v.asked}
        if self.reports_conflict and len(stated) > 1:
            return False
        declining = sum(claim.kind == "abstention" for claim in self.claims)
        whole = len(self.denied) == len(self.parts) or not self.facts
        return declining > 0 and whole and len(self.facts) <= min(declining, _ALONGSIDE)


def _words_of(link: ClaimLink) -> set[str]:
    return {term for term in link.claim.terms if not term[0].isdigit()}


def observe(question: str, answer: str, passages: Sequence[str]) -> Observations:
    """Find out everything that the verdict rests on."""
    document, parts = read(passages), parts_of(question)
    asked = [term for part in parts for term in part.terms]
    wants = tuple(wanted(part, question) for part in parts)
    counts = any(want.sought == "percent" for want in wants) or any(part.kind == "how_many" for part in parts)
    known = document.roots | frozenset(map(root, asked))
    claims = claims_of(answer, known, periods_asked(parts), counts=counts)
    ranked = most_of_all(question, answer, document)
    most = ranked.place if ranked and ranked.named else None
    links = link(claims, parts, asked, document, most)
    facts = [each for each in links if each.claim.kind == "fact"]
    stated = [claim for claim in claims if claim.kind == "fact"]
    return Observations(
        question=question,
        parts=parts,
        wants=wants,
        answerability=tuple(likelihood(answerable(part, document), "answerable", FITTED) for part in parts),
        claims=claims,
        links=links,
        document=document,
        likely=tuple(likelihood(features.words_of([each]), "words", FITTED) for each in links),
        whole=likelihood(features.words_of(facts), "words", FITTED) if facts else _NOTHING,
        short=likelihood(features.short(stated, parts, document), "short", FITTED)
        if _bare(stated, asked)
        else None,
        reports_conflict=words("conflict").find(fold(answer)) is not None,
        ranked=ranked,
        denied=denied(claims, parts),
    )


_NOTHING = 0.5


def _bare(stated: Sequence[AnswerClaim], asked: Sequence[str]) -> bool:
    """Whether an answer is but the words asked for, no sentence about them."""
    if len(stated) != 1:
        return False
    words, ends = len(stated[0].terms), stated[0].text.rstrip().endswith(STOPS)
    about = ends and not set(asked).isdisjoint(stated[0].terms)
    return (words <= _WORD and not about) or (words <= _PHRASE and not ends)


_WORD, _PHRASE = 3, 10


def answerable(part: QuestionPart, document: Document) -> tuple[float, ...]:
    """Features of how well the passages speak of what a part asks."""
    asked = {term: document.weight[term] for term in part.terms if not term[0].isdigit()}
    if not asked:
        return (1.0, 1.0, 0.0)
    weights = {root(term): weight for term, weight in asked.items()}
    score, _ = fits(weights, document)
    places = {term: document.lines_with.get(term, ()) for term in asked}
    window = best_window(sum(asked.values()), items_by_sentence(asked, places), document.lines, _WIDTH)
    missing = sum(term not in document.lines_with for term in asked)
    return (max(score, default=0.0) / sum(weights.values()), window.recall, missing / len(asked))
