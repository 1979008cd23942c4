"""What a checker said of claims, kept as it came."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.calls.estimate import CallEstimate
from agents.claims.claim_checker import ClaimFinding, ClaimFindings
from agents.claims.kept_findings import check_kept
from data_base.schemas.usage import TokenUsage


@dataclass
class Checker:
    """Has no verdict on the claims that it is to fail of."""

    fails: set[str] = field(default_factory=set)
    asked: list[tuple[str, ...]] = field(default_factory=list)
    name: str = "counted"
    prompt: None = None

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> ClaimFindings:
        self.asked.append(tuple(claims))
        found = [
            ClaimFinding(None, error="away") if each in self.fails else ClaimFinding("supported", words=each)
            for each in claims
        ]
        return ClaimFindings(found, TokenUsage(calls=1))

    async def estimate(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str = ""
    ) -> CallEstimate:
        return CallEstimate()


class Parts(dict[str, Any]):
    def part(self, name: str) -> Any | None:
        return self.get(name)

    async def keep(self, name: str, part: Any) -> None:
        assert name not in self
        self[name] = part


async def test_only_the_claims_of_which_it_failed_are_asked_about_again() -> None:
    checker = Checker(fails={"b", "c"})
    parts = Parts()
    first = await check_kept(checker, parts, ["a", "b", "c"], ["p"], question="")
    assert [each.verdict for each in first.findings] == ["supported", None, None]
    for fails in ({"c"}, {"c"}, set[str](), set[str]()):
        checker.fails = fails
        last = await check_kept(checker, parts, ["a", "b", "c"], ["p"], question="")
    assert [each.words for each in last.findings] == ["a", "b", "c"]
    assert checker.asked == [("a", "b", "c"), ("b", "c"), ("c",), ("c",)]
    assert last.usage.calls == 3


async def test_other_passages_and_another_question_are_another_matter() -> None:
    checker = Checker()
    parts = Parts()
    for passages, question in ((["p"], ""), (["q"], ""), (["p"], "Who?"), (["p"], "Who?")):
        await check_kept(checker, parts, ["a"], passages, question=question)
    assert len(checker.asked) == 3
