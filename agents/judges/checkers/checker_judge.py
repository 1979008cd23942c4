"""A checker as a judge: accuracy from the claims, completeness and clarity from the embedded judge."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from agents.calls.concurrency import all_of
from agents.calls.estimate import CallEstimate
from agents.claim_cutting import report_claims
from agents.judges.checkers.checker import Checker, CheckerError, Support
from agents.judges.checkers.claim_bands import accuracy_by_claims
from agents.judges.checkers.decision import Decision, decision, statement
from agents.judges.checkers.wording import counted_claims
from agents.judges.embedded_judge import EmbeddedJudge
from agents.judges.reply_check import checked
from agents.models.registry import EMBEDDED
from data_base.computing import computed
from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.marks.citation_marks import strip_citations
from data_base.marks.source_list import without_source_list
from data_base.schemas.judgement import FailedJudgement, Issue, JudgementTrace, ScoredJudgement
from data_base.schemas.usage import TokenUsage
from data_base.text.language import detect_language
from scoring.abstention import abstains
from scoring.embedded.wording import say

if TYPE_CHECKING:
    from agents.judges.settings import EvaluatorSettings
    from data_base.schemas.protocols import JudgeRequest
    from data_base.text.language import Language

_log = module_logger(__name__)
_MOST_ISSUES = 12
_USUAL_CLAIMS = 5
"""Claims of an answer that is not there yet, where it is estimated what judging it will cost."""


@dataclass(frozen=True, slots=True)
class _Claim:
    said: str
    """As the answer says it."""
    asked: str
    """As the checker is asked."""


@dataclass(frozen=True, slots=True)
class _Unchecked:
    """Why a claim could not be checked, and what trying took."""

    why: str
    usage: TokenUsage


class CheckerJudge:
    """Judges by a checker; implements :class:`data_base.schemas.protocols.Judge`.

    It knows nothing beyond the documents: without any, and without a reference answer, the judgement fails.
    """

    def __init__(
        self, checker: Checker, settings: EvaluatorSettings, *, failure_level: int = logging.ERROR
    ) -> None:
        """Bind the checker.

        Args:
            checker: checks the claims.
            settings: how to judge and how calls are made.
            failure_level: at which a judgement that failed is logged.

        Raises:
            InputError: the settings bring a prompt, a rubric or a date, which it does not read.
        """
        self._checker = checker
        self._settings = settings
        self._failure_level = failure_level
        try:
            self._embedded = EmbeddedJudge(settings, failure_level=logging.DEBUG)
        except InputError as error:
            raise InputError(
                f"{checker.model_id} takes completeness and clarity from the embedded judge: {error}"
            ) from None

    async def estimate(self, request: JudgeRequest) -> CallEstimate:
        """What checking the answer's claims will cost; no model is asked."""
        texts = _texts(request, [passage.id for passage in request.passages[: self._settings.passage_limit]])
        claims = await computed(partial(_claims, request))
        if not request.answer.strip():
            return (await self._checker.estimate(texts, request.question, settings=self._settings)).times(
                _USUAL_CLAIMS
            )
        each = [await self._checker.estimate(texts, one.asked, settings=self._settings) for one in claims]
        return sum(each, CallEstimate())

    async def judge(self, request: JudgeRequest) -> ScoredJudgement | FailedJudgement:
        """Judge one answer; a claim that could not be checked makes a failed judgement.

        Raises:
            InputError: the user must fix something first.
        """
        began = time.perf_counter()
        other = await self._embedded.judge(request)
        trace = other.trace.model_copy(update={"model_id": self._checker.model_id})
        texts = _texts(request, trace.passages_shown)
        if isinstance(other, FailedJudgement):
            return self._failed(trace, other.error)
        if not texts:
            return self._failed(
                trace, f"{trace.model_id} checks claims against documents, and there are none"
            )
        claims = await computed(partial(_claims, request))
        found = await all_of(self._support(texts, claim) for claim in claims)
        spent = sum((each.usage for each in found), TokenUsage())
        took = (time.perf_counter() - began) * 1000
        trace = trace.model_copy(update={"usage": spent, "latency_ms": took})
        supports = [each for each in found if isinstance(each, Support)]
        if failed := next((each for each in found if isinstance(each, _Unchecked)), None):
            return self._failed(trace, failed.why)
        served = next((each.model_served for each in supports if each.model_served), None)
        trace = trace.model_copy(update={"model_served": served})
        decided = [(claim, decision(each.probability)) for claim, each in zip(claims, supports, strict=True)]
        return await self._scored(request, other, trace, decided)

    async def _support(self, texts: Sequence[str], claim: _Claim) -> Support | _Unchecked:
        try:
            return await self._checker.support(texts, claim.asked, settings=self._settings)
        except CheckerError as error:
            return _Unchecked(str(error), error.usage)

    async def _scored(
        self,
        request: JudgeRequest,
        other: ScoredJudgement,
        trace: JudgementTrace,
        decided: Sequence[tuple[_Claim, Decision]],
    ) -> ScoredJudgement:
        verdicts = [verdict for _, verdict in decided]
        supported, unsupported = verdicts.count("supported"), verdicts.count("unsupported")
        undecided = verdicts.count("undecidable")
        issues, evidence = await checked(request, tuple(_issues(other, decided)))
        whose = {"accuracy": trace.model_id, "completeness": EMBEDDED, "clarity": EMBEDDED}
        language = self._language(request)
        reason = [counted_claims(language, trace.model_id, supported, len(decided))]
        reason += [say("missing", language, each.claim) for each in other.issues if each.verdict == "missing"]
        update: dict[str, object] = {"issues": issues, "analysis": ""}
        if decided:
            update |= {
                "accuracy": accuracy_by_claims(len(decided), unsupported, undecided),
                "decided_share": 1 - undecided / len(decided),
                "suggestion": other.suggestion or (request.question if supported < len(decided) else ""),
            }
        else:
            whose["accuracy"] = EMBEDDED
        update["reason"] = " ".join(reason)
        update["trace"] = trace.model_copy(update={"evidence": evidence, "scored_by": whose})
        return other.model_copy(update=update)

    def _language(self, request: JudgeRequest) -> Language:
        around = "".join([request.answer, *(passage.text for passage in request.passages)])
        return self._settings.language or detect_language(request.question, context=around)

    def _failed(self, trace: JudgementTrace, reason: str) -> FailedJudgement:
        _log.log(self._failure_level, "no judgement: %s", reason)
        return FailedJudgement(trace=trace, error=reason)


def _texts(request: JudgeRequest, shown: Sequence[str]) -> list[str]:
    """What claims are checked against: the passages that are looked at, and what is known to be right."""
    ids = set(shown)
    texts = list(dict.fromkeys(passage.text for passage in request.passages if passage.id in ids))
    return [*texts, request.reference_answer] if request.reference_answer else texts


def _claims(request: JudgeRequest) -> list[_Claim]:
    """What the answer states, sentence by sentence; of an answer of a few words all of it."""
    found = [claim.text for claim in report_claims(request.answer, frozenset(request.by_number.values()))]
    if not found:
        plain = strip_citations(without_source_list(request.answer), request.by_number.values()).strip()
        found = [plain] if plain and not abstains(plain) else []
    return [_Claim(text, statement(text, request.question)) for text in found]


def _issues(other: ScoredJudgement, decided: Sequence[tuple[_Claim, Decision]]) -> list[Issue]:
    """The claims, the faulty first, with what the embedded judge misses between."""
    order: Mapping[Decision, int] = {"unsupported": 0, "undecidable": 1, "supported": 3}
    found = [(order[verdict], Issue(claim=claim.said, verdict=verdict)) for claim, verdict in decided]
    found += [(2, each) for each in other.issues if each.verdict == "missing"]
    return [issue for _, issue in sorted(found, key=lambda each: each[0])][:_MOST_ISSUES]
