"""The embedded judge: a request in, a judgement out, by a program that reads words and figures."""

import asyncio
import logging
import time
from collections.abc import Sequence

from agents.calls.estimate import CallEstimate
from agents.judges.passage_choice import DEFAULT_TOKEN_BUDGET, choose_passages
from agents.judges.settings import EvaluatorSettings
from agents.models.names import EMBEDDED
from data_base.errors import InputError
from data_base.schemas.judgement import (
    EvidenceCheck,
    FailedJudgement,
    FigureNotInPassages,
    Issue,
    JudgementTrace,
    ScoredJudgement,
)
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.text.language import detect_language
from scoring.embedded.verdict import FoundIssue, Verdict, judge_answer
from scoring.embedded.wording import say
from scoring.words.citation_marks import strip_citations

_log = logging.getLogger(__name__)
_MOST_ISSUES = 12
_QUOTED = 300


class EmbeddedJudge:
    """Judges without a model, the same every time; implements :class:`data_base.schemas.protocols.Judge`.

    It knows nothing: an answer without any documents or shared passages gets a failed judgement.
    ``decided_share`` reports how much words and figures could decide.
    """

    def __init__(
        self, settings: EvaluatorSettings | None = None, *, failure_level: int = logging.ERROR
    ) -> None:
        """Bind the settings.

        Args:
            settings: how to judge; of these it follows the language and the limits on passages.
            failure_level: at which a judgement that failed is logged.

        Raises:
            InputError: the settings bring a prompt or a rubric, which it does not read.
        """
        self._settings = settings or EvaluatorSettings()
        self._failure_level = failure_level
        if self._settings.prompt_file or self._settings.rubric or self._settings.dimensions:
            raise InputError(
                "the embedded judge has fixed rules and reads no prompt, rubric or dimension of your own; "
                "leave these out of the settings, or name another judge"
            )

    async def estimate(self, request: JudgeRequest) -> CallEstimate:  # noqa: ARG002  (as every judge's)
        """Nothing: no model is asked."""
        return CallEstimate()

    async def judge(self, request: JudgeRequest) -> ScoredJudgement | FailedJudgement:
        """Judge one answer; without documents, or where the program breaks, the judgement is failed."""
        language = self._settings.language or detect_language(request.question)
        trace = JudgementTrace(mode=request.mode, model_id=EMBEDDED)
        if request.mode == "no_documents":
            return self._failed(trace, say("no_documents", language))
        choice = choose_passages(
            request.question,
            request.answer,
            request.passages,
            limit=self._settings.passage_limit,
            token_budget=self._settings.token_budget or DEFAULT_TOKEN_BUDGET,
        )
        ids = tuple(passage.id for passage in choice.shown)
        left_out = tuple(passage.id for passage in choice.left_out)
        trace = trace.model_copy(update={"passages_shown": ids, "passages_left_out": left_out})
        started = time.perf_counter()
        try:
            # An answer of book's length takes seconds: other work on the loop must go on.
            verdict = await asyncio.to_thread(
                judge_answer,
                request.question,
                strip_citations(request.answer, ids),
                [passage.text for passage in choice.shown],
                language=language,
            )
        except Exception as error:  # noqa: BLE001  (a fault of the program says nothing of the answer)
            _log.exception("the embedded judge broke on an answer")
            return self._failed(trace, f"the embedded judge broke: {type(error).__name__}: {error}")
        milliseconds = (time.perf_counter() - started) * 1000
        issues = tuple(_issue(issue, choice.shown) for issue in verdict.issues[:_MOST_ISSUES])
        unfound = tuple(FigureNotInPassages(figure=said, claim=claim) for said, claim in verdict.unfound)
        evidence = EvidenceCheck(issues=len(issues), figures_not_in_passages=unfound)
        found = {"latency_ms": milliseconds, "evidence": evidence}
        return _scored(verdict, issues, trace.model_copy(update=found))

    def _failed(self, trace: JudgementTrace, reason: str) -> FailedJudgement:
        _log.log(self._failure_level, "no judgement: %s", reason)
        return FailedJudgement(trace=trace, error=reason)


def _scored(verdict: Verdict, issues: tuple[Issue, ...], trace: JudgementTrace) -> ScoredJudgement:
    return ScoredJudgement(
        trace=trace,
        rung="strict",
        analysis=verdict.analysis,
        accuracy=verdict.accuracy,
        completeness=verdict.completeness,
        clarity=verdict.clarity,
        reason=verdict.reason,
        suggestion=verdict.suggestion,
        issues=issues,
        decided_share=verdict.decided_share,
    )


def _issue(issue: FoundIssue, passages: Sequence[Passage]) -> Issue:
    """An issue of the verdict; what was read off the texts needs no check against them."""
    place = issue.passage_index
    return Issue(
        claim=issue.claim,
        verdict=issue.verdict,
        passage_id=None if place is None else passages[place].id,
        quote=None if issue.quote is None else issue.quote[:_QUOTED],
        doubts=(),
    )
