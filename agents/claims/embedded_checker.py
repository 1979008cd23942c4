"""The embedded judge as a checker of claims."""

from collections.abc import Sequence
from functools import partial

from agents.calls.estimate import CallEstimate
from agents.claims.best_passages import PASSAGES_PER_CLAIM
from agents.claims.cited_together import cited_together
from agents.claims.claim_checker import CitedClaim, ClaimFinding, ClaimFindings
from agents.models.registry import EMBEDDED
from data_base.cancellation import go_on
from data_base.computing import computed
from data_base.schemas.claim_table import SourceVerdict
from data_base.text_cache import reading
from scoring.grounding import ClaimCheck, check_claim
from scoring.words.passage_words import read_passage_words
from scoring.words.terms import terms


class EmbeddedChecker:
    """Checks claims by words, figures and names; implements :class:`.JointChecker`."""

    name = EMBEDDED
    prompt = None

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> ClaimFindings:
        """What passages say of claims."""
        return ClaimFindings(await computed(partial(_checked, claims, passages, question)))

    async def estimate(
        self,
        claims: Sequence[str],  # noqa: ARG002  (nothing that is asked costs anything)
        passages: Sequence[str],  # noqa: ARG002  (as above)
        *,
        question: str = "",  # noqa: ARG002  (as above)
    ) -> CallEstimate:
        """No calls."""
        return CallEstimate()

    async def check_together(
        self, claims: Sequence[CitedClaim], *, question: str = ""
    ) -> Sequence[Sequence[ClaimFinding]]:
        """What each of the sources says that a claim cites together, for each claim."""
        return await computed(partial(_checked_together, claims, question))


@reading()
def _checked(claims: Sequence[str], passages: Sequence[str], question: str) -> list[ClaimFinding]:
    found = []
    for claim in claims:
        go_on()
        found.append(_finding(check_claim(claim, passages, question=question)))
    return found


def _finding(checked: ClaimCheck) -> ClaimFinding:
    if checked.verdict == "unsupported":
        return ClaimFinding(checked.verdict, score=checked.score)
    return _saying(checked.verdict, checked)


def _saying(verdict: SourceVerdict | None, checked: ClaimCheck) -> ClaimFinding:
    """A verdict with the words that come nearest."""
    return ClaimFinding(verdict, words=checked.evidence, passage=checked.passage_index, score=checked.score)


@reading()
def _checked_together(claims: Sequence[CitedClaim], question: str) -> list[list[ClaimFinding]]:
    return [_each_of(claim, question) for claim in claims]


def _each_of(claim: CitedClaim, question: str) -> list[ClaimFinding]:
    go_on()
    near = [_nearest(claim.text, source) for source in claim.sources]

    def verdict_of(numbers: Sequence[int]) -> SourceVerdict | None:
        if len(numbers) == 1:
            return claim.alone[numbers[0]].verdict
        return check_claim(claim.text, [text for n in numbers for text in near[n]], question=question).verdict

    verdicts: list[SourceVerdict | None] = cited_together(
        len(near), verdict_of, supported="supported", undecidable="undecidable"
    )
    return [
        own
        if own.verdict == verdict
        else _saying(verdict, check_claim(claim.text, source, question=question))
        for own, verdict, source in zip(claim.alone, verdicts, claim.sources, strict=True)
    ]


def _nearest(claim: str, passages: Sequence[str]) -> Sequence[str]:
    """The passages that share most with a claim, in order; reading all of them together would take long."""
    if len(passages) <= PASSAGES_PER_CLAIM:
        return passages
    source = read_passage_words(tuple(passages))
    shared = [0.0] * len(passages)
    for term in dict.fromkeys(terms(claim)):
        for passage in {source.passages[place] for place in source.holders.get(term, ())}:
            shared[passage] += source.idf[term]
    best = sorted(range(len(passages)), key=lambda at: (-shared[at], at))[:PASSAGES_PER_CLAIM]
    return [passages[at] for at in sorted(best)]
