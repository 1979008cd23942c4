"""Evidence: every passage a run has found, once, and in what order they deserve to be read."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Sequence
from itertools import chain, zip_longest

from data_base.documents.repeated_passages import repeats_last
from data_base.schemas.frozen import Frozen
from data_base.schemas.passage import FoundPassage, Passage
from data_base.text.normalise import squeeze
from data_base.text.tokens import content_tokens, estimate_tokens

# As many passages as a follow-up goes out from.
LEADING = 3
_IN_BRACKETS = re.compile(r"\s*[(（][^()（）]*[)）]$")


class Evidence(Frozen):
    """Passages found so far; a new value comes of every search."""

    passages: tuple[FoundPassage, ...] = ()
    """In the order they were first found."""
    rankings: tuple[tuple[str, ...], ...] = ()
    """For every search, the ids of what it brought, best first."""
    opening: int = 0
    """How many of them, from the first, searched for the question and its parts, before there was anything to
    follow.
    """
    guesses: int = 0
    """How many of those after them searched for guesses: these have one turn together, the last."""

    def with_hits(self, query: str, hits: Sequence[Passage], attempt: int) -> Evidence:
        """The evidence after one more search.

        A passage whose text is already there, whatever its id, is that passage. One that bears the id of a
        passage with another text (a retriever without ids of its own) gets an id that is free.

        Args:
            query: what was searched for.
            hits: what it brought, best first.
            attempt: number of the attempt that searched, from 1.
        """
        ids = {content_key(passage.text): passage.id for passage in self.passages}
        taken = {passage.id for passage in self.passages}
        fresh: list[FoundPassage] = []
        for hit in hits:
            key = content_key(hit.text)
            if key not in ids:
                ids[key] = _free_id(hit.id, taken)
                taken.add(ids[key])
                found = {"id": ids[key], "attempt": attempt, "query": query}
                fresh.append(FoundPassage.model_validate(plain(hit).model_dump() | found))
        ranking = tuple(dict.fromkeys(ids[content_key(hit.text)] for hit in hits))
        return self.model_copy(
            update={"passages": (*self.passages, *fresh), "rankings": (*self.rankings, ranking)}
        )

    def opened(self, guesses: int = 0) -> Evidence:
        """The evidence once the first searches are in, the last so many of them for guesses.

        Later ones do not change it.
        """
        if self.opening:
            return self
        return self.model_copy(update={"opening": len(self.rankings) - guesses, "guesses": guesses})

    def best_first(self) -> tuple[FoundPassage, ...]:
        """All passages, best first.

        The best of the first searches lead, for they are what the later ones follow; then all searches
        take turns, the later ones first (see :func:`in_turns`). What repeats another passage comes last.
        """
        later, first = self._searches()
        return self._in_order((*self._leading(), *in_turns((*later, *first))))

    def latest_first(self) -> tuple[FoundPassage, ...]:
        """As :meth:`best_first`, but the last search has the first turn: the next step is asked of it.

        Each search gives what none has given yet, so that a search for more has a place for what it adds.
        """
        leading, (later, first) = self._leading(), self._searches()
        *asked, guessed = first
        turns = (*later[::-1], *asked[::-1], guessed)
        return self._in_order((*leading, *draft_in_turns(turns, leading)))

    def _searches(self) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
        """The rankings of later searches; those of the first ones, the guesses as one at the end."""
        end = self.opening + self.guesses
        guessed = in_turns(self.rankings[self.opening : end])
        return self.rankings[end:], (*self.rankings[: self.opening], guessed)

    def _leading(self) -> tuple[str, ...]:
        return in_turns(self._searches()[1])[:LEADING]

    def _in_order(self, ranked: Sequence[str]) -> tuple[FoundPassage, ...]:
        passages, ids = self.by_id(), tuple(dict.fromkeys(ranked))
        order = repeats_last([passages[passage_id].text for passage_id in ids])
        return tuple(passages[ids[place]] for place in order)

    def of_last(self, count: int) -> Evidence:
        """The evidence that the last so many searches brought, found by them first or not."""
        rankings = self.rankings[-count:]
        known = {passage_id for ranking in rankings for passage_id in ranking}
        before = len(self.rankings) - len(rankings)
        opening = max(0, self.opening - before)
        return Evidence(
            passages=tuple(passage for passage in self.passages if passage.id in known),
            rankings=rankings,
            opening=opening,
            guesses=max(0, self.opening + self.guesses - before - opening),
        )

    def by_id(self) -> dict[str, FoundPassage]:
        """The passages by id."""
        return {passage.id: passage for passage in self.passages}

    def found_in(self, attempt: int) -> tuple[str, ...]:
        """Ids of the passages that the attempt was the first to find."""
        return tuple(passage.id for passage in self.passages if passage.attempt == attempt)


def in_turns(rankings: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Several rankings as one: the first of each, then the second of each, and so on; each id once.

    A refined query looks for what the others miss, so its first hits matter although no other search has
    them. Reciprocal rank fusion rewards agreement and buries them: over a question and its sub-questions
    (48 questions of MuSiQue, BM25, supporting paragraphs among the first 5) it found 0.68 with the usual
    constant of 60, where taking turns found 0.94.
    """
    turns = chain.from_iterable(zip_longest(*rankings))
    return tuple(dict.fromkeys(passage_id for passage_id in turns if passage_id is not None))


def draft_in_turns(rankings: Sequence[Sequence[str]], taken: Collection[str] = ()) -> list[str]:
    """Several rankings as one: in turn, each gives the best of its own that is not taken yet."""
    order = dict.fromkeys(taken)
    left = [list(ranking) for ranking in rankings]
    while any(left):
        for ranking in left:
            rest = [each for each in ranking if each not in order]
            order.update(dict.fromkeys(rest[:1]))
            ranking[:] = rest[1:]
    return [each for each in order if each not in taken]


def named_first(query: str, question: str, hits: Sequence[Passage]) -> list[Passage]:
    """Hits of a follow-up, those first whose document bears a name that the query adds to the question.

    A follow-up asks for names that earlier passages gave; the document that is about one of them is worth
    more than those that mention several.
    """
    asked, added = frozenset(content_tokens(question)), frozenset(content_tokens(query))

    def is_named(hit: Passage) -> bool:
        heading, line_break, _ = hit.text.partition("\n")
        about = [frozenset(content_tokens(_IN_BRACKETS.sub("", hit.doc_id)))]
        about += [frozenset(content_tokens(_IN_BRACKETS.sub("", heading)))] if line_break else []
        return any(name and name <= added and not name <= asked for name in about)

    return sorted(hits, key=lambda hit: not is_named(hit))


def plain(passage: Passage) -> Passage:
    """The passage without how it was found."""
    return Passage(**{name: getattr(passage, name) for name in Passage.model_fields})


def content_key(text: str) -> str:
    """A hash that two texts share if they differ in white space, width and letter case alone."""
    return hashlib.sha256(squeeze(text).encode("utf-8", "surrogatepass")).hexdigest()


def that_fit(passages: Sequence[Passage], *, limit: int, token_budget: int) -> tuple[Passage, ...]:
    """The first passages that fit, at most ``limit``; none is cut, one too long is passed over.

    The first passage is always among them, for an answer from nothing is worth less than a long prompt.
    """
    chosen: list[Passage] = []
    used = 0
    for passage in passages:
        if len(chosen) == limit:
            break
        size = estimate_tokens(passage.text)
        if not chosen or used + size <= token_budget:
            chosen.append(passage)
            used += size
    return tuple(chosen)


def _free_id(wanted: str, taken: set[str]) -> str:
    candidate, number = wanted, 1
    while candidate in taken:
        number += 1
        candidate = f"{wanted}~{number}"
    return candidate
